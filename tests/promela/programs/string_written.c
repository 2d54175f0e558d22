// verdict: FAILED read-only :8
// A string is not to be written to.

int main(void)
{
    char other[3] = "ab", *p = other;
    p[0] = 'c';
    p = "warp"; p[0] = 'w';
    return 0;
}
