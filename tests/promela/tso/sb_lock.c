// An empty critical section drains the buffer.
// sc: VERIFIED
// tso: VERIFIED
#include <assert.h>
#include <pthread.h>

int x, y, r0, r1;
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;

static void *t0(void *unused)
{
    x = 1;
    pthread_mutex_lock(&m0);
    pthread_mutex_unlock(&m0);
    r0 = y;
    return unused;
}

static void *t1(void *unused)
{
    y = 1;
    pthread_mutex_lock(&m1);
    pthread_mutex_unlock(&m1);
    r1 = x;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(r0 || r1);
    return 0;
}
