// verdict: FAILED misuse :15
// A C11 thread is joined and then detached.
#include <threads.h>

static int work(void *arg)
{
    return arg != 0;
}

int main(void)
{
    thrd_t t;
    thrd_create(&t, work, NULL);
    thrd_join(t, NULL);
    thrd_detach(t);
    return 0;
}
