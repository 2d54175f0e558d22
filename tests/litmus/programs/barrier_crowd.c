// verdict: UNKNOWN a barrier that more threads come to than it takes
// Three threads at a barrier of two: who passes together is not explored.
#include <pthread.h>

static pthread_barrier_t b;

static void *work(void *arg)
{
    pthread_barrier_wait(&b);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    pthread_barrier_init(&b, NULL, 2);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    pthread_barrier_wait(&b);
    return 0;
}
