// verdict: VERIFIED
// also: -DOTHERS FAILED assertion
// also: --leaks VERIFIED
// A thread has the name that it was given.  -DOTHERS: two give a name to the same one.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static pthread_t t[2];

static void *work(void *arg)
{
    char name[16];

#ifdef OTHERS
    pthread_t whose = t[0];
#else
    pthread_t whose = pthread_self();
#endif
    assert(pthread_setname_np(whose, arg) == 0);
    assert(pthread_getname_np(whose, name, sizeof name) == 0 && !strcmp(name, arg));
    return NULL;
}

int main(void)
{
    char name[16];

    assert(pthread_setname_np(pthread_self(), "fifteen_letters") == 0);
    assert(pthread_setname_np(pthread_self(), "sixteen__letters") == ERANGE);
    assert(pthread_getname_np(pthread_self(), name, 15) == ERANGE);
    pthread_create(&t[0], NULL, work, "one");
    pthread_create(&t[1], NULL, work, "two");
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && !strcmp(name, "fifteen_letters"));
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
