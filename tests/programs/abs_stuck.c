// The same with an abstraction that tells the two states apart by nothing at all: the first step ends the only
// run there is.
// flag: --abstract=0
// verdict: FAILED deadlock :11
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;

static void twice(void)
{
    pthread_cond_t c = PTHREAD_COND_INITIALIZER; pthread_mutex_lock(&a); pthread_cond_wait(&c, &a);
}

int main(void)
{
    twice();
    return 0;
}
