// verdict: FAILED uninitialised :10
// A variable of a loop body is new in each round.
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 5;
        if (x == 5)
            sum++;
    }
    return sum;
}
