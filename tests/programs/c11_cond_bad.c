// verdict: FAILED deadlock
// cnd_signal reaches one of two waiters.
#include <threads.h>

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
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&a, work, NULL);
    thrd_create(&b, work, NULL);
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    return 0;
}
