// verdict: FAILED deadlock :46
// A local variable is shared with a child and private again when that is joined: replay must
// take the same steps as the search did.
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static unsigned result1, result2;

static void *child(void *arg)
{
    *(int *)arg += 2;
    return (void *)(uintptr_t)1;
}

static void *thread1(void *arg)
{
    result1 = (unsigned)(uintptr_t)arg;
    return NULL;
}

static void *thread2(void *arg)
{
    unsigned out = (unsigned)(uintptr_t)arg;
    pthread_t t;
    int local = 2;
    void *value;

    pthread_create(&t, NULL, child, &local);
    pthread_join(t, &value);
    out = out * 31 + (unsigned)(uintptr_t)value;
    out = out * 31 + (unsigned)local;
    pthread_barrier_wait(&barrier);
    result2 = out;
    return NULL;
}

int main(void)
{
    pthread_t thread[2];

    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread[0], NULL, thread1, (void *)1);
    pthread_create(&thread[1], NULL, thread2, (void *)2);
    pthread_join(thread[0], NULL);
    pthread_join(thread[1], NULL);
    return (int)(result1 + result2);
}
