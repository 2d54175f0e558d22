// verdict: FAILED assertion :23
// Any thread may be the serial one, not only the last that is created.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int serial[3];

static void *work(void *arg)
{
    serial[(long)arg] = pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    pthread_barrier_init(&b, NULL, 3);
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(serial[2] || serial[0]);
    return 0;
}
