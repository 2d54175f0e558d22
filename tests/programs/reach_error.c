// verdict: FAILED assertion :8
// And its newer name.
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    check(1);
    check(2 > 3);
    return 0;
}
