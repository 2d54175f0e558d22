// verdict: FAILED hang
// also: -DMENDED VERIFIED
// not: stateless:dpor late:dpor
// That something is asked to be done once, and was, changes nothing.
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static volatile int ready, more;
static void init(void)
{
    ready = 1;
}
static int get(void)
{
    pthread_once(&once, init);
    return more;
}
static void *ask(void *arg)
{
    while (!get())
        ;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, ask, 0);
#ifdef MENDED
    more = 1;
#endif
    pthread_join(t, 0);
    return 0;
}
