// verdict: FAILED out-of-bounds :7
// A write past the end of a variable-length array.
static int fill(int n)
{
    int a[n];
    for (int i = 0; i <= n; i++)
        a[i] = i;
    return a[0];
}

int main(void)
{
    return fill(5);
}
