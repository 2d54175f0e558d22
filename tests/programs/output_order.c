// verdict: FAILED assertion :24
// Output is kept in the trace at the step that printed it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int turns;

static void *work(void *arg)
{
    printf("worker %d\n", *(int *)arg);
    turns = turns * 10 + *(int *)arg;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, NULL, work, &one);
    pthread_create(&b, NULL, work, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(turns != 21);
    return 0;
}
