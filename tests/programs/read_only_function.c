// verdict: FAILED read-only :11
// Code is not data.
static int f(void)
{
    return 1;
}

int main(void)
{
    char *p = (char *)&f;
    *p = 0;
    return f();
}
