// verdict: VERIFIED
// And nothing else.
int VS_toss(int n);
void VS_assert(int condition);

int main(void)
{
    int a = VS_toss(3);
    VS_assert(a >= 0 && a <= 3);
    return 0;
}
