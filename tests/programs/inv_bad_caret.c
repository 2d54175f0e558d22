// The expression is shown with the place in it.
// flag: --invariant=count >> >= 2
// exit: 64 1 | count >> >= 2
static int count;

int main(void)
{
    return count;
}
