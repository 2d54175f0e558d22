// verdict: VERIFIED
// The key is deleted when the thread that uses it is over.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key, other;

static void *work(void *arg)
{
    assert(pthread_getspecific(key) == NULL);
    assert(pthread_setspecific(key, arg) == 0);
    return pthread_getspecific(key);
}

int main(void)
{
    pthread_t t;
    void *value;
    pthread_key_create(&key, NULL);
    pthread_create(&t, NULL, work, &key);
    pthread_key_create(&other, NULL);
    pthread_key_delete(other);
    pthread_join(t, &value);
    assert(value == &key);
    pthread_key_delete(key);
    return 0;
}
