// verdict: FAILED exit-status :7
// also: -O2 FAILED exit-status :7
// flags: --exit-status
// The program ends with the status that main returns.
int main(void)
{
    return 3;
}
