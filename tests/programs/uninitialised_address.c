// verdict: FAILED uninitialised :17
// A pointer that was never set is followed.
struct box {
    int *p;
    int n;
};

static void fill(struct box *b)
{
    b->n = 1;
}

int main(void)
{
    struct box b;
    fill(&b);
    *b.p = b.n;
    return 0;
}
