// verdict: FAILED hang :20
// also: -DMENDED VERIFIED
// A sense-reversing barrier that lets its threads go before it is ready for the next round.
#include <pthread.h>
#include <stdatomic.h>
enum { N = 2 };
atomic_int count = N, sense;
static void barrier(int *mine)
{
    *mine = !*mine;
    if (atomic_fetch_sub(&count, 1) == 1) {
#ifdef MENDED
        atomic_store(&count, N);
        atomic_store(&sense, *mine);
#else
        atomic_store(&sense, *mine);
        atomic_store(&count, N);
#endif
    } else {
        while (atomic_load(&sense) != *mine)
            ;
    }
}
void *w(void *p)
{
    int mine = 0;
    barrier(&mine);
    barrier(&mine);
    return p;
}
int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, w, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
}
