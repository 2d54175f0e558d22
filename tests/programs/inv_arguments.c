// The name of a function alone is a call; one with arguments cannot be called so.
// flag: --invariant=positive
// exit: 64 the function takes arguments
static int positive(int n)
{
    return n > 0;
}

int main(void)
{
    return !positive(1);
}
