// verdict: VERIFIED
// The same reads inside the arrays.
static int last(const int *a, int n)
{
    return a[n - 1];
}

int main(void)
{
    int a[3] = {1, 2, 3};
    int b[3] = {4, 5, 6};
    return last(a, 3) + last(b, 2) == 0;
}
