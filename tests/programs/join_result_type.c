// verdict: VERIFIED
// Results of joins in any order, and a join of a thread that was over long ago.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *square(void *arg)
{
    intptr_t n = (intptr_t)arg;
    return (void *)(n * n);
}

int main(void)
{
    pthread_t t[3];
    void *r[3];
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, square, (void *)(i + 1));
    for (int i = 2; i >= 0; i--)
        pthread_join(t[i], &r[i]);
    assert((intptr_t)r[0] == 1 && (intptr_t)r[1] == 4 && (intptr_t)r[2] == 9);
    return 0;
}
