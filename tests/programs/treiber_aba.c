// verdict: FAILED assertion :43
// A stack over a pool of nodes: a node that went and came back deceives the compare-exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top = 1;
static int next[3] = {0, 2, 0};

static int pop(void)
{
    int n = top;
    while (n && !atomic_compare_exchange_strong(&top, &n, next[n]))
        ;
    return n;
}

static void push(int n)
{
    int old = top;
    do
        next[n] = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static int mine;

static void *popper(void *arg)
{
    mine = pop();
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, popper, NULL);
    int a = pop(), b = pop();
    if (a)
        push(a);
    pthread_join(t, NULL);
    int rest = pop();
    assert(rest == 0 || rest != b);
    return 0;
}
