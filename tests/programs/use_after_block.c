// verdict: FAILED use-after-scope :11
// The address of a local is used after the end of its block.
int main(void)
{
    int *p, sum = 0;
    for (int i = 0; i < 2; i++) {
        int square = i * i;
        p = &square;
        sum += *p;
    }
    sum += *p;
    return sum == 0;
}
