// verdict: VERIFIED
// C11 threads: create, join with a result, current, equal, yield, exit, sleep.
#include <assert.h>
#include <threads.h>
#include <time.h>

static int shared;

static int work(void *arg)
{
    assert(thrd_equal(thrd_current(), thrd_current()));
    thrd_yield();
    thrd_sleep(&(struct timespec){.tv_nsec = 10}, NULL);
    shared = *(int *)arg;
    if (shared == 6)
        thrd_exit(7);
    return 0;
}

int main(void)
{
    thrd_t t;
    int argument = 6, result = 0;
    assert(thrd_create(&t, work, &argument) == thrd_success);
    assert(thrd_join(t, &result) == thrd_success);
    assert(result == 7 && shared == 6);
    return 0;
}
