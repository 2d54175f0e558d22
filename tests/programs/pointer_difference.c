// verdict: UNKNOWN depends on where an object lies in memory
// also: --addresses strict FAILED pointer-order :8
// Pointers to two arrays are subtracted.
static int a[4], b[4];

static long distance(int *from, int *to)
{
    return to - from;
}

int main(void)
{
    if (distance(a, a + 4) != 4)
        return 1;
    return distance(a, b) == 0;
}
