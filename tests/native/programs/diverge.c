// A thread that comes to no visible operation any more.
int main(void)
{
    volatile int on = 1;

    while (on)
        continue;
    return 0;
}
