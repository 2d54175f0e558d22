// verdict: FAILED misuse :9
// A thread gets the value of a key that main may have deleted.
#include <pthread.h>

static pthread_key_t key;

static void *work(void *arg)
{
    return pthread_getspecific(key);
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, NULL);
    pthread_create(&t, NULL, work, NULL);
    pthread_key_delete(key);
    pthread_join(t, NULL);
    return 0;
}
