// verdict: FAILED destroyed :9
// A barrier in static memory is used without pthread_barrier_init.
#include <pthread.h>

static pthread_barrier_t b;

int main(void)
{
    pthread_barrier_wait(&b);
    return 0;
}
