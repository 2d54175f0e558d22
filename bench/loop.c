/* Ten million rounds of integer arithmetic. */
int main(void)
{
    unsigned x = 1;

    for (unsigned i = 0; i < 10000000; i++) {
        x ^= x << 5;
        x = x * 3 + i;
    }
    return (int)(x & 1);
}
