// verdict: FAILED hang :10
// also: -DMENDED VERIFIED
// Two mutexes in two orders, the second by trying: who keeps the first meanwhile waits for ever.
#include <pthread.h>
#include <sched.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *x, pthread_mutex_t *y)
{
    pthread_mutex_lock(x);
    while (pthread_mutex_trylock(y)) {
#ifdef MENDED
        pthread_mutex_unlock(x);
        sched_yield();
        pthread_mutex_lock(x);
#else
        sched_yield();
#endif
    }
    pthread_mutex_unlock(y);
    pthread_mutex_unlock(x);
}
void *l(void *p)
{
    both(&a, &b);
    return p;
}
void *r(void *p)
{
    both(&b, &a);
    return p;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, l, 0);
    pthread_create(&t[1], 0, r, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
}
