// verdict: FAILED uninitialised
// The right side of `a ?: b` is not evaluated, and y is not set.
int main(void)
{
    volatile int one = 1;
    int y;

    one ?: (y = 3);
    if (y)
        return 1;
    return 0;
}
