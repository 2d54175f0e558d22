// verdict: FAILED hang :10
// also: -DMENDED VERIFIED
// A worker waits for a flag that nobody sets, while main has stopped.
#include <pthread.h>
#include <unistd.h>
#include <stdatomic.h>
atomic_int go, x;
void *w(void *p)
{
    while (!go)
        usleep(1);
    x = 1;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    pthread_detach(t);
#ifdef MENDED
    go = 1;
#endif
    while (1)
        sleep(1);
}
