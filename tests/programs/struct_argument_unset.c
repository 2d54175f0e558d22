// verdict: FAILED uninitialised :10
// A member that was never set stays so through a call by value.
struct mixed {
    char c;
    int i;
};

static int positive(struct mixed m)
{
    if (m.i > 0)
        return 1;
    return 0;
}

int main(void)
{
    struct mixed m;
    m.c = 1;
    return positive(m);
}
