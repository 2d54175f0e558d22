// verdict: FAILED hang
// also: -O2 FAILED hang
// also: -DMENDED VERIFIED
// A loop without an exit that begins with one that waits.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int work, done;
static void *serve(void *arg)
{
    for (;;) {
        while (!work)
            usleep(1);
        done = 1;
#ifndef MENDED
        work = 0;
#endif
    }
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, serve, 0);
    work = 1;
    pthread_exit(0);
}
