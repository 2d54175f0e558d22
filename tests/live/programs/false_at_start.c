// live: FAILED ltl: --ltl '!"z == 0"'
// live: FAILED ltl: --ltl 'G "z == 1"'
// The formula is false at the start, before any step.
static int z;

int main(void)
{
    z = 1;
    return 0;
}
