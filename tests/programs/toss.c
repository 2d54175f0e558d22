// verdict: FAILED assertion :10
// VS_toss(n) gives 0 to n, n included.
int VS_toss(int n);
void VS_assert(int condition);

int main(void)
{
    int a = VS_toss(3);
    VS_assert(a >= 0);
    VS_assert(a < 3);
    return 0;
}
