// verdict: VERIFIED
// also: --exit-status FAILED exit-status
// Only --exit-status cares how the program ends.
int main(void)
{
    return 1;
}
