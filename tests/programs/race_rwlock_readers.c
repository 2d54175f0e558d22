// verdict: FAILED data-race
// flags: --races error
// Readers of a read-write lock do not exclude each other: one of them writes.
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int data, hits;

static void *reader(void *arg)
{
    pthread_rwlock_rdlock(&l);
    if (data == 0)
        hits++;
    pthread_rwlock_unlock(&l);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
