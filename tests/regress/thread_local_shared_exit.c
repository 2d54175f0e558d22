// verdict: FAILED assertion :19
/* A thread whose thread-local variable others can reach must still end. */
#include <assert.h>
#include <pthread.h>
static _Thread_local int mine = 3;
static int *shared;
static void *worker(void *a)
{
    (void)a;
    __atomic_store_n(&shared, &mine, __ATOMIC_SEQ_CST);
    return NULL;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    /* reached */
    assert(!shared);
    return 0;
}
