// A list that was closed to a ring has no end for the invariant.
// flag: --invariant=length < 5
// flag: --invariant=count() < 5
// verdict: FAILED invariant :23
// also: -DMENDED VERIFIED
static int length = 2;
static struct node {
    struct node *next;
} b, a = {&b}, *head = &a;

static int count(void)
{
    int n = 0;

    for (const struct node *at = head; at; at = at->next)
        n++;
    return n;
}

int main(void)
{
#ifndef MENDED
    b.next = &a;
#endif
    return length != 2;
}
