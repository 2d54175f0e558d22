// verdict: FAILED division :7
// A divisor that becomes zero.
int main(void)
{
    int sum = 0;
    for (int i = 3; i >= 0; i--)
        sum += 12 / i;
    return sum == 0;
}
