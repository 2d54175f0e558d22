// verdict: FAILED hang :13
// also: -DMENDED VERIFIED
// A condition that is waited for with a time-out, again and again.
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int done;
void *w(void *p)
{
    struct timespec t = {0};
    pthread_mutex_lock(&m);
    while (!done)
        pthread_cond_timedwait(&c, &m, &t);
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
#ifdef MENDED
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
#endif
    pthread_join(t, 0);
}
