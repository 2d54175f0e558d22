// verdict: FAILED data-race :27
// flags: --races error
// also: -DMENDED VERIFIED
// Of two reads, the later of which is not ordered after the other, the writer comes after one alone.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t seen;
static int x, both;
static atomic_int done;

static void *reader(void *arg)
{
    int n = x;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return n > 1 ? NULL : arg;
}

static void *writer(void *arg)
{
    sem_wait(&seen);
#ifdef MENDED
    both = 0;
#endif
    if (both)
        x = 1;
    return arg;
}

int main(void)
{
    pthread_t r, w;
    int n = 0;

    sem_init(&seen, 0, 0);
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    if (atomic_load_explicit(&done, memory_order_relaxed)) {
        n = x;
        both = 1;
    }
    sem_post(&seen);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    return n;
}
