// verdict: FAILED unlock :10
// A C11 mutex is unlocked by the wrong thread.
#include <threads.h>

static mtx_t m;

static int work(void *arg)
{
    (void)arg;
    return mtx_unlock(&m);
}

int main(void)
{
    thrd_t t;
    mtx_init(&m, mtx_plain);
    mtx_lock(&m);
    thrd_create(&t, work, NULL);
    thrd_join(t, NULL);
    return 0;
}
