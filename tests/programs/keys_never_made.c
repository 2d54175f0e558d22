// verdict: FAILED misuse :9
// A value is set under a key that was never created.
#include <pthread.h>

static pthread_key_t key;

int main(void)
{
    pthread_setspecific(key, &key);
    return 0;
}
