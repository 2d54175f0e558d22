// verdict: VERIFIED
// cnd_broadcast reaches both, and a timed wait ends by itself.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int work(void *arg)
{
    (void)arg;
    mtx_lock(&m);
    while (!ready)
        cnd_wait(&c, &m);
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t a, b;
    struct timespec until = {0, 0};
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    mtx_lock(&m);
    int code = cnd_timedwait(&c, &m, &until);
    assert(code == thrd_timedout || code == thrd_success);
    mtx_unlock(&m);
    thrd_create(&a, work, NULL);
    thrd_create(&b, work, NULL);
    mtx_lock(&m);
    ready = 1;
    cnd_broadcast(&c);
    mtx_unlock(&m);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    cnd_destroy(&c);
    return 0;
}
