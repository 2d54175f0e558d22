// verdict: UNKNOWN
// flag: --invariant=v < 5
// also: --addresses strict FAILED provenance
// also: --addresses layout VERIFIED
// Whether the invariant holds depends on where x lies: no error, and no proof.
static struct {
    char a, b;
} x;
static int v;

int main(void)
{
    v = (long)&x % 2 ? 1 : 0;
    return 0;
}
