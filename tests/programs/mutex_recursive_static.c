// verdict: VERIFIED
// The static initialisers of recursive and error-checking mutexes.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

int main(void)
{
    assert(pthread_mutex_lock(&r) == 0 && pthread_mutex_lock(&r) == 0);
    assert(pthread_mutex_trylock(&r) == 0);
    assert(pthread_mutex_unlock(&r) == 0 && pthread_mutex_unlock(&r) == 0);
    assert(pthread_mutex_unlock(&r) == 0);
    assert(pthread_mutex_lock(&e) == 0 && pthread_mutex_lock(&e) == EDEADLK);
    assert(pthread_mutex_unlock(&e) == 0);
    assert(pthread_mutex_unlock(&e) == EPERM);
    return 0;
}
