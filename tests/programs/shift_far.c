// verdict: FAILED shift :5
// A shift by the width of the type.
static unsigned mask(int bits)
{
    return (1u << bits) - 1;
}

int main(void)
{
    unsigned m = mask(0) | mask(31);
    return (m | mask(32)) == 0;
}
