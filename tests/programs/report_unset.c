// verdict: FAILED assertion :32
// Atomic operations on memory that was never set: what an addition leaves there is not known, what an exchange does is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct counts {
    atomic_int added;
    _Atomic long stored;
};
static struct counts *p;
static int over;

static void *counter(void *arg)
{
    p->added++;
    atomic_exchange(&p->stored, 4);
    over = 1;
    return arg;
}

int main(void)
{
    pthread_t t;

    p = malloc(sizeof *p);
    pthread_create(&t, 0, counter, 0);
    pthread_join(t, 0);
    atomic_fetch_add(&p->stored, 1);
    free(p);
    assert(!over);
    return 0;
}
