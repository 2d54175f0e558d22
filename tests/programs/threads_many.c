// verdict: VERIFIED
// Threads created by threads; slots are used again after a join.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *depth(void *arg)
{
    intptr_t n = (intptr_t)arg;
    if (n == 0)
        return NULL;
    pthread_t t;
    void *below;
    pthread_create(&t, NULL, depth, (void *)(n - 1));
    pthread_join(t, &below);
    return (void *)((intptr_t)below + 1);
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 10; i++) {
        void *result;
        pthread_create(&t, NULL, depth, (void *)(intptr_t)4);
        pthread_join(t, &result);
        assert((intptr_t)result == 4);
    }
    return 0;
}
