// verdict: FAILED hang :11
// also: --hang-states 500 VERIFIED some states not looked at for hangs
// also: --hang-states 500 -DEND VERIFIED
// A thread that waits goes through many states: to see that it hangs is left off where that is too much, and told.
#include <pthread.h>
#include <stdatomic.h>
atomic_int done;
void *w(void *p)
{
    unsigned round = 0;
    while (!atomic_load(&done))
        round = (round + 1) % 1000;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
#ifdef END
    return 0;
#endif
    pthread_join(t, 0);
}
