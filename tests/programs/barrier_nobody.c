// verdict: VERIFIED
// also: -DWAITED FAILED destroyed :15
// A barrier for no thread at all is not made.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t b;

int main(void)
{
    assert(pthread_barrier_init(&b, NULL, 0) == EINVAL);
#ifdef WAITED
    /* It was not made. */
    pthread_barrier_wait(&b);
#endif
    return 0;
}
