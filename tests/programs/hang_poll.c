// verdict: FAILED hang :14
// also: -DMENDED VERIFIED
// Two threads poll under a mutex for what nobody sets.
#include <pthread.h>
#include <unistd.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int done;
void *w(void *p)
{
    for (;;) {
        pthread_mutex_lock(&m);
        int d = done;
        pthread_mutex_unlock(&m);
        if (d)
            break;
        usleep(10);
    }
    return p;
}
int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, w, (void *)i);
#ifdef MENDED
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
#endif
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
}
