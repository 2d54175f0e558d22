// verdict: FAILED double-free :12
// also: -DMENDED VERIFIED
// A loop that frees what all can reach: it is where it was after one round, but the memory is gone.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(int *) box;
atomic_int stop;
static void drop(void)
{
    int *p = atomic_load(&box);
    free(p);
#ifdef MENDED
    atomic_store(&box, NULL);
#endif
}
void *w(void *p)
{
    while (!atomic_load(&stop))
        drop();
    return p;
}
int main(void)
{
    pthread_t t;
    atomic_store(&box, malloc(4));
    pthread_create(&t, 0, w, 0);
    atomic_store(&stop, 1);
    pthread_join(t, 0);
}
