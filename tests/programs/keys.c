// verdict: VERIFIED
// also: -O2 VERIFIED
// flags: --leaks
// Each thread has its own value of a key, and its destructor runs when the thread ends.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int destroyed;

static void destroy(void *p)
{
    assert(*(int *)p == 7);
    __atomic_add_fetch(&destroyed, 1, __ATOMIC_SEQ_CST);
    free(p);
}

static void *work(void *arg)
{
    assert(pthread_getspecific(key) == NULL);
    int *p = malloc(sizeof *p);
    *p = 7;
    assert(pthread_setspecific(key, p) == 0);
    assert(pthread_getspecific(key) == p);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    assert(pthread_key_create(&key, destroy) == 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(destroyed == 2);
    assert(pthread_getspecific(key) == NULL);
    assert(pthread_key_delete(key) == 0);
    return 0;
}
