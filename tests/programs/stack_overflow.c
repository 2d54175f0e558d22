// verdict: FAILED stack-overflow :3
// Recursion without an end.
static int depth(int n) { return n < 0 ? 0 : 1 + depth(n + 1); }

int main(void)
{
    return depth(0);
}
