// How long a thread is waited for is no matter of inputs.
// refused: deadline_join.c:15: error: what this call works on depends on inputs
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
static void *nothing(void *unused) { return unused; }

int main(void)
{
    pthread_t t;
    struct timespec end;

    pthread_create(&t, NULL, nothing, NULL);
    clock_gettime(CLOCK_REALTIME, &end);
    if (pthread_timedjoin_np(t, NULL, &end))
        pthread_join(t, NULL);
    return 0;
}
