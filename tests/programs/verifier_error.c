// verdict: FAILED assertion :9
// The error function of verification programs.
void __VERIFIER_error(void);

int main(void)
{
    int x = 3;
    if (x % 2)
        __VERIFIER_error();
    return 0;
}
