// verdict: FAILED out-of-bounds :10
// The last round writes behind the array, where another one lies.
static int a[2], b[2];

int main(void)
{
    int *p = a;
    b[0] = 1;
    for (int i = 0; i <= 2; i++)
        *p++ = i;
    return b[0];
}
