// verdict: FAILED misuse :10
// A key is deleted twice.
#include <pthread.h>

int main(void)
{
    pthread_key_t key;
    pthread_key_create(&key, NULL);
    pthread_key_delete(key);
    pthread_key_delete(key);
    return 0;
}
