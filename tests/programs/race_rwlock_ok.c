// verdict: VERIFIED
// flags: --races error
// Readers read, and a writer has the read-write lock alone.
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *reader(void *arg)
{
    int seen;
    pthread_rwlock_rdlock(&l);
    seen = data;
    pthread_rwlock_unlock(&l);
    return seen > 1 ? arg : NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_rwlock_wrlock(&l);
    data++;
    pthread_rwlock_unlock(&l);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
