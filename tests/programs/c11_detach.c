// verdict: VERIFIED
// A detached C11 thread is waited for by a condition variable of its own kind.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int done;

static int work(void *arg)
{
    (void)arg;
    mtx_lock(&m);
    done = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t t;
    assert(mtx_init(&m, mtx_plain) == thrd_success);
    assert(cnd_init(&c) == thrd_success);
    thrd_create(&t, work, NULL);
    assert(thrd_detach(t) == thrd_success);
    mtx_lock(&m);
    while (!done)
        cnd_wait(&c, &m);
    mtx_unlock(&m);
    return 0;
}
