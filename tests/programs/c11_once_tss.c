// verdict: VERIFIED
// call_once, thread-specific storage with a destructor, and thread_local.
#include <assert.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int made, destroyed;
static thread_local int mine = 5;

static void destroy(void *p)
{
    destroyed += *(int *)p;
}

static void make(void)
{
    made++;
    assert(tss_create(&key, destroy) == thrd_success);
}

static int work(void *arg)
{
    static int one = 1;
    (void)arg;
    call_once(&once, make);
    assert(tss_get(key) == NULL && mine == 5);
    mine = 6;
    tss_set(key, &one);
    assert(tss_get(key) == &one);
    return 0;
}

int main(void)
{
    thrd_t t;
    thrd_create(&t, work, NULL);
    call_once(&once, make);
    thrd_join(t, NULL);
    assert(made == 1 && destroyed == 1 && mine == 5);
    tss_delete(key);
    return 0;
}
