// verdict: VERIFIED
// A version beside the index tells the node that came back from the one that stayed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint top = 1; /* the version in the upper half, the index in the lower */
static atomic_uint next[3] = {0, 2, 0};

static unsigned pop(void)
{
    unsigned old = top;
    while ((old & 0xffff) &&
           !atomic_compare_exchange_strong(&top, &old, ((old >> 16) + 1) << 16 | next[old & 0xffff]))
        ;
    return old & 0xffff;
}

static void push(unsigned n)
{
    unsigned old = top;
    do
        next[n] = old & 0xffff;
    while (!atomic_compare_exchange_strong(&top, &old, ((old >> 16) + 1) << 16 | n));
}

static unsigned mine;

static void *popper(void *arg)
{
    mine = pop();
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, popper, NULL);
    unsigned a = pop(), b = pop();
    if (a)
        push(a);
    pthread_join(t, NULL);
    unsigned rest = pop();
    assert(rest == 0 || rest != b);
    assert(mine == 0 || mine != b);
    return 0;
}
