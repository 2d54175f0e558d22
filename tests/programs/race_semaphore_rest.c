// verdict: FAILED data-race
// flags: --races error
// What was written before the post is handed over, what was written after it is not.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t full;
static int first, second;
static atomic_int done;

static void *writer(void *arg)
{
    first = 1;
    sem_post(&full);
    second = 1;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return arg;
}

static void *reader(void *arg)
{
    int n;
    sem_wait(&full);
    n = first;
    if (atomic_load_explicit(&done, memory_order_relaxed))
        n += second;
    return n > 2 ? arg : NULL;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&full, 0, 0);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
