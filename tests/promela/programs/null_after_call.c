// verdict: FAILED null-pointer
// A function sets a pointer to null that was followed before the call.
struct node {
    int v;
};
struct node one, *g = &one;

static void drop(void)
{
    g = 0;
}

int main(void)
{
    g->v = 1;
    drop();
    g->v = 2;
}
