// verdict: FAILED out-of-bounds :10
// A read before the first element of a global array.
static int table[4] = {1, 2, 3, 4};
static int guard = 9;

int main(void)
{
    int sum = guard;
    for (int i = 3; i >= -1; i--)
        sum += table[i];
    return sum == 0;
}
