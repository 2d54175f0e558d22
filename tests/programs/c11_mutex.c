// verdict: VERIFIED
// also: -O2 VERIFIED
// C11 mutexes: plain, recursive, timed, try.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t plain, recursive, timed;
static int counter;

static int work(void *arg)
{
    (void)arg;
    struct timespec until;
    assert(timespec_get(&until, TIME_UTC) == TIME_UTC);
    assert(mtx_timedlock(&timed, &until) == thrd_timedout);
    assert(mtx_trylock(&timed) == thrd_busy);
    mtx_lock(&plain);
    counter++;
    mtx_unlock(&plain);
    return 0;
}

int main(void)
{
    thrd_t t;
    mtx_init(&plain, mtx_plain);
    mtx_init(&recursive, mtx_plain | mtx_recursive);
    mtx_init(&timed, mtx_timed);
    mtx_lock(&recursive);
    assert(mtx_trylock(&recursive) == thrd_success);
    mtx_unlock(&recursive);
    mtx_unlock(&recursive);
    mtx_lock(&timed);
    thrd_create(&t, work, NULL);
    mtx_lock(&plain);
    counter++;
    mtx_unlock(&plain);
    thrd_join(t, NULL);
    assert(counter == 2);
    mtx_unlock(&timed);
    mtx_destroy(&plain);
    mtx_destroy(&recursive);
    mtx_destroy(&timed);
    return 0;
}
