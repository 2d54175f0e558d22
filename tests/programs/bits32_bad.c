// verdict: VERIFIED
// also: -m32 FAILED shift :6
// A long is shifted as if it always had 64 bits.
static long page(int number)
{
    return 1L << number;
}

int main(void)
{
    return page(12) == page(32);
}
