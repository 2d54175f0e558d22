// verdict: FAILED out-of-bounds :5
// A read past a local array does not fall into its neighbour.
static int last(const int *a, int n)
{
    return a[n];
}

int main(void)
{
    int a[3] = {1, 2, 3};
    int b[3] = {4, 5, 6};
    return last(a, 3) + last(b, 2) == 0;
}
