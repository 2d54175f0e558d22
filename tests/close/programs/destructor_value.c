// What is kept is the reading: whether the destructor runs at all, and what it does, are tosses.
// mutant: CLOSE_DESTRUCTOR
// says: destructor_value.c:13: the branch on 'p' is a toss
// closed: FAILED: relock
#include <threads.h>
int read_sensor(void);
static tss_t key;
static mtx_t lock;
static int bad;

static void at_end(void *p)
{
    if ((long)p == 7)
        bad = 1;
}

static int worker(void *unused)
{
    tss_set(key, (void *)(long)read_sensor());
    return unused != NULL;
}

int main(void)
{
    thrd_t t;

    mtx_init(&lock, mtx_plain);
    tss_create(&key, at_end);
    thrd_create(&t, worker, NULL);
    thrd_join(t, NULL);
    mtx_lock(&lock);
    if (bad)
        mtx_lock(&lock);
    return 0;
}
