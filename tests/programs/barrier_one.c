// verdict: VERIFIED
// A barrier for one thread lets it pass, as the serial one.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;

int main(void)
{
    pthread_barrier_init(&b, NULL, 1);
    for (int i = 0; i < 2; i++)
        assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_destroy(&b) == 0);
    return 0;
}
