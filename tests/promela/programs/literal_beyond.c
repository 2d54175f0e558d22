// verdict: FAILED out-of-bounds
// An element behind the end of a string literal.
int main(void)
{
    volatile int i = 4;

    return "abc"[i];
}
