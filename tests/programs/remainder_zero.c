// verdict: FAILED division :5
// The remainder of a division by zero, in 64 bits.
static unsigned long wrap(unsigned long i, unsigned long size)
{
    return i % size;
}

int main(void)
{
    return (int)(wrap(7, 7) + wrap(7, 0));
}
