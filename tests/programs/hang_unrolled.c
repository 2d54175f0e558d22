// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -O2 -DWAITS FAILED hang
// The inner loops end up in the one around them when they are unrolled, or inlined: that has no exit all the same.
#include <pthread.h>
static volatile int seen;
static int more;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void take(void)
{
    while (pthread_mutex_trylock(&m))
        ;
}
static void *park(void *arg)
{
#ifdef WAITS
    while (!more)
        ;
#endif
    for (;;) {
        for (int i = 0; i < 3; i++)
            seen = 0;
    }
    return arg;
}
__attribute__((unused)) static void *serve(void *arg)
{
    for (;;) {
        seen = 0;
        take();
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, park, 0);
#ifndef WAITS
    pthread_create(&t, 0, serve, 0);
#endif
    pthread_exit(0);
}
