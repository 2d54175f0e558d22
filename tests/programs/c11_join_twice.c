// verdict: FAILED misuse :15
// A C11 thread is detached and then joined.
#include <threads.h>

static int work(void *arg)
{
    return arg != 0;
}

int main(void)
{
    thrd_t t;
    thrd_create(&t, work, NULL);
    thrd_detach(t);
    thrd_join(t, NULL);
    return 0;
}
