// Where threads are: at a label, or at a line.
// live: VERIFIED: --ltl 'G !(@inside(T1) && @inside(T2))'
// live: FAILED ltl: --ltl 'G !@inside'
// live: FAILED ltl: --fair weak --ltl 'GF @inside(T1)'
// live: VERIFIED: --fair strong --ltl 'GF @inside(T1) && GF @inside(T2)'
// live: VERIFIED: --ltl 'GF @inside'
// live: VERIFIED: --ltl 'GF @places.c:22'
// live: FAILED ltl: --fair strong --ltl 'FG !@places.c:22(T2)'
// live: VERIFIED: --ltl 'G ("count == 1" -> @places.c:21)'
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
    inside:
        count++;
        count--;
        pthread_mutex_unlock(&m);
    }
    goto inside;
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, worker, 0);
    pthread_create(&t[1], 0, worker, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
