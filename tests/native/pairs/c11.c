// right: VERIFIED
// wrong: FAILED deadlock
// C11's threads; the wrong one signals without the mutex and may be too early.
// options: --no-spurious
#include <assert.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static mtx_t m;
static cnd_t c;
static int ready;

static void make(void)
{
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
}

static int other(void *data)
{
    call_once(&flag, make);
    mtx_lock(&m);
#ifndef WRONG
    ready = 1;
#endif
    cnd_signal(&c);
    mtx_unlock(&m);
    return 7;
}

int main(void)
{
    thrd_t t;
    int value;

    thrd_create(&t, other, NULL);
    call_once(&flag, make);
    mtx_lock(&m);
#ifdef WRONG
    cnd_wait(&c, &m);
#else
    while (!ready)
        cnd_wait(&c, &m);
#endif
    mtx_unlock(&m);
    assert(thrd_join(t, &value) == thrd_success && value == 7);
}
