/* Peterson's algorithm with a descriptor for each thread that points to its own flag and to the
 * other's; the threads go in and out for ever, and `count` says how many are inside.  What they
 * share there is a number that says nothing of the protocol, so that an abstraction may drop it.
 *   -DPLAIN  the flags and the turn are not volatile, as once published: right as it is written,
 *            but optimised code uses values that were read earlier, and both threads get in */
#include <assert.h>
#include <pthread.h>

#ifdef PLAIN
#define SHARED
#else
#define SHARED volatile
#endif

struct party {
    SHARED int *mine, *theirs;
    int last;
};

SHARED int flag[2], turn;
volatile int count, passed;

static void party_init(struct party *p, int id)
{
    p->mine = &flag[id];
    p->theirs = &flag[1 - id];
    p->last = id;
}

static void lock(struct party *p)
{
    for (*p->mine = 1, turn = p->last; *p->theirs == 1 && turn == p->last;)
        ;
}

static void unlock(struct party *p)
{
    *p->mine = 0;
}

static void critical(void)
{
    count++;
    passed = (passed + 1) % 8;
    assert(count == 1);
    count--;
}

static void *first(void *arg)
{
    struct party p;
    party_init(&p, 0);
    for (;;) {
        lock(&p);
        critical();
        unlock(&p);
    }
    return arg;
}

static void *second(void *arg)
{
    struct party p;
    party_init(&p, 1);
    for (;;) {
        lock(&p);
        critical();
        unlock(&p);
    }
    return arg;
}

int main(void)
{
    pthread_t thread[2];
    pthread_create(&thread[0], NULL, first, NULL);
    pthread_create(&thread[1], NULL, second, NULL);
    pthread_join(thread[0], NULL);
    pthread_join(thread[1], NULL);
    return 0;
}
