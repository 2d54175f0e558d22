// verdict: FAILED misuse :11
// A value is set under a key that was deleted.
#include <pthread.h>

int main(void)
{
    pthread_key_t key;
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, &key);
    pthread_key_delete(key);
    pthread_setspecific(key, NULL);
    return 0;
}
