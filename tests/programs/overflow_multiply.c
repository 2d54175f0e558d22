// verdict: FAILED overflow :8
// flags: --overflow
// A factorial that no longer fits.
int main(void)
{
    int f = 1;
    for (int i = 2; i <= 13; i++)
        f *= i;
    return f == 0;
}
