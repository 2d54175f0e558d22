// default: UNKNOWN
// Locks by a hash of an address.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define N 4
static pthread_mutex_t lk[N];
static int val[2];
static pthread_mutex_t *of(void *p)
{
    return &lk[((uintptr_t)p >> 4) % N];
}
static void *w(void *p)
{
    int *v = p;
    pthread_mutex_lock(of(v));
    (*v)++;
    pthread_mutex_unlock(of(v));
    return 0;
}
int main(void)
{
    pthread_t t;
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&lk[i], 0);
    pthread_create(&t, 0, w, &val[0]);
    w(&val[0]);
    pthread_join(t, 0);
    assert(val[0] == 2);
    return 0;
}
