// verdict: FAILED hang :19
// also: -DMENDED VERIFIED
// also: -O2 FAILED hang
// also: -O2 -DMENDED VERIFIED
// A waiter says that it waits after it looked: who comes between wakes nobody up.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
atomic_int waiting, ready;
void *waits(void *p)
{
#ifdef MENDED
    atomic_store(&waiting, 1);
    if (!atomic_load(&ready)) {
        while (atomic_load(&waiting)) usleep(1);
#else
    if (!atomic_load(&ready)) {
        atomic_store(&waiting, 1);
        while (atomic_load(&waiting))
            usleep(1);
#endif
    }
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waits, 0);
    atomic_store(&ready, 1);
    if (atomic_load(&waiting))
        atomic_store(&waiting, 0);
    pthread_join(t, 0);
}
