// verdict: VERIFIED
// also: -m32 VERIFIED
// also: -O2 VERIFIED
// Readers see no half-done write; two of them may be inside at once.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *reader(void *arg)
{
    pthread_rwlock_rdlock(&l);
    int x = a, y = b;
    pthread_rwlock_unlock(&l);
    assert(x == y);
    return arg;
}

static void *writer(void *arg)
{
    pthread_rwlock_wrlock(&l);
    a++;
    b++;
    pthread_rwlock_unlock(&l);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, reader, NULL);
    pthread_create(&t[1], NULL, writer, NULL);
    pthread_create(&t[2], NULL, reader, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(pthread_rwlock_destroy(&l) == 0);
    return 0;
}
