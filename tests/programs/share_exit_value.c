// verdict: VERIFIED
// flags: --leaks
// What a thread returns is kept for whoever joins it later.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg)
{
    int *p = malloc(sizeof *p);
    *p = *(int *)arg * 2;
    return p;
}

int main(void)
{
    pthread_t t[2];
    int in[2] = {3, 4};
    int sum = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &in[i]);
    for (int i = 0; i < 2; i++) {
        void *p;
        pthread_join(t[i], &p);
        sum += *(int *)p;
        free(p);
    }
    assert(sum == 14);
    return 0;
}
