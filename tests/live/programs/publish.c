// Whether a node is filled before others can see it: a write to what is about to be published counts.
// live: FAILED ltl: --ltl '!(F seen && G "!head || head->value")'
// live: FAILED ltl: --ltl 'G "!head || head->value"'
// live: VERIFIED: --ltl 'F head && F seen -> F "head && head->value"'
// live: VERIFIED: --ltl 'F "head && head->value"'
#include <pthread.h>

struct node {
    int value;
};
static struct node y;
static struct node *volatile head;
static volatile int seen;

static void *fills(void *arg)
{
    struct node *h;

    y.value = 1;
    h = head;
    if (h)
        seen = 1;
    return arg;
}

static void *publishes(void *arg)
{
    head = &y;
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, fills, 0);
    pthread_create(&t[1], 0, publishes, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
