// verdict: FAILED bad-call :13
// A function of two arguments is called with one.
static int add(int a, int b)
{
    return a + b;
}

typedef int one(int);

int main(void)
{
    one *f = (one *)(void *)&add;
    return f(1);
}
