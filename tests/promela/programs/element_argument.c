// verdict: VERIFIED
// The address of an element whose index is known at run time only, as a void pointer.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
    int *p = malloc(sizeof *p);
    *p = *(int *)arg * 2;
    return p;
}

int main()
{
    pthread_t t[2];
    int in[2] = {3, 4}, sum = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, &in[i]);
    for (int i = 0; i < 2; i++) {
        void *p;
        pthread_join(t[i], &p);
        sum += *(int *)p;
        free(p);
    }
    assert(sum == 14);
    return 0;
}
