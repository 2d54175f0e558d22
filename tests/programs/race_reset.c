// verdict: VERIFIED
// flags: --races error
// also: -DRACY FAILED data-race
// not: stateless
// Whatever was done before a reset is over: nothing races with it.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int kept, lost;

static void *worker(void *arg)
{
    kept = kept + 1;
#ifndef RACY
    lost = 1;
#endif
    return arg;
}

int main(void)
{
    pthread_t id;

    heddle_keep(&kept, sizeof kept);
    heddle_resets(2);
    assert(!lost);
    kept = kept + 1;
    pthread_create(&id, NULL, worker, NULL);
#ifdef RACY
    kept = 0;
#endif
    pthread_join(id, NULL);
    kept = 0;
    return 0;
}
