/* Peterson's algorithm through descriptors, after figure 1 of Zaks and Joshi, "Verifying Multi-threaded
 * C Programs with SPIN" (2008).  A thread's descriptor says which flag is its own, which the other's,
 * and what `last` is after it came last.  figure3.pml and figure4.pml drive the two threads without
 * main; heddle check takes the program as it is.
 *   -DPLAIN  the volatile is missing: right as written, wrong once optimised */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef PLAIN
#define SHARED
#else
#define SHARED volatile
#endif

struct descriptor {
    SHARED int *mine, *other;
    int me;
};

static SHARED int flag0, flag1, last;
static volatile int inside;

static void descriptor_init(struct descriptor *d, int me)
{
    d->mine = me ? &flag1 : &flag0;
    d->other = me ? &flag0 : &flag1;
    d->me = me;
}

static void lock(struct descriptor *d)
{
    *d->mine = 1;
    last = d->me;
    while (*d->other == 1 && last == d->me)
        ;
}

static void unlock(struct descriptor *d)
{
    *d->mine = 0;
}

static void critical(void)
{
    inside++;
    inside--;
}

void *thread0_main(void *arg)
{
    struct descriptor d;

    descriptor_init(&d, 0);
    for (;;) {
        lock(&d);
        critical();
        unlock(&d);
    }
    return arg;
}

void *thread1_main(void *arg)
{
    struct descriptor d;

    descriptor_init(&d, 1);
    for (;;) {
        lock(&d);
        critical();
        unlock(&d);
    }
    return arg;
}

/* For the drivers. */
void init(void)
{
    flag0 = flag1 = last = inside = 0;
}

bool check_exclusion(void)
{
    return inside <= 1;
}

/* What the protocol knows: the abstraction of the paper's section 5. */
int protocol(void)
{
    return flag0 | flag1 << 1 | last << 2 | inside << 3;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, thread0_main, NULL);
    pthread_create(&b, NULL, thread1_main, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
