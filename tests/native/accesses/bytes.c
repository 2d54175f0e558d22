// Neighbours in one word do not race; blocks that overlap do.
// with : VERIFIED / VERIFIED
// with -DOVERLAP: VERIFIED / FAILED data-race
// with -DCOPY: VERIFIED / FAILED data-race
// with -DFILL: VERIFIED / FAILED data-race
// with -DSTRUCT: VERIFIED / FAILED data-race
#include <pthread.h>
#include <string.h>

static struct {
    char low[3], high[13];
} both, other;

static void *worker(void *arg)
{
#if defined OVERLAP
    memset(&both.low[2], 1, 2);
#elif defined COPY
    memcpy(&other, &both, sizeof both);
#elif defined FILL
    memset(&both, 1, sizeof both);
#elif defined STRUCT
    other = both;
#else
    both.low[2] = 1;
#endif
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    both.high[0] = 1;
    both.high[12] = 2;
    pthread_join(t, NULL);
    return 0;
}
