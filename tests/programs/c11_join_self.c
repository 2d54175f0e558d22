// verdict: VERIFIED
// Joining oneself is refused; each thread is joined or detached once.
#include <assert.h>
#include <threads.h>

static int work(void *arg)
{
    return arg != 0;
}

int main(void)
{
    thrd_t t, u;
    thrd_create(&t, work, NULL);
    thrd_create(&u, work, NULL);
    assert(thrd_join(thrd_current(), NULL) == thrd_error);
    assert(thrd_join(t, NULL) == thrd_success);
    assert(thrd_detach(u) == thrd_success);
    return 0;
}
