// verdict: FAILED hang :6
// One thread, which nobody else is there to release.
int x, n;
int main(void)
{
    while (!x)
        n = !n;
    return 0;
}
