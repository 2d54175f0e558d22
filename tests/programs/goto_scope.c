// verdict: FAILED use-after-scope :8
// A jump out of a block ends its variables.
int main(void)
{
    int *p = 0, rounds = 0;
again:
    if (rounds == 1)
        return *p;
    {
        int local = 1;
        p = &local;
        rounds++;
        goto again;
    }
}
