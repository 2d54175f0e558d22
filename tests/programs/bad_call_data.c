// verdict: FAILED bad-call :8
// A variable is called.
static int data[4];

int main(void)
{
    void (*f)(void) = (void (*)(void))(void *)data;
    f();
    return 0;
}
