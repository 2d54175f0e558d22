// verdict: VERIFIED
// A program that never ends, alone, with a long cycle.
int main(void)
{
    unsigned short i = 0;
    for (;;)
        i = (unsigned short)(i * 5 + 1);
}
