// verdict: FAILED uninitialised :17
/* What a thread returns keeps that it was never written. */
#include <pthread.h>
#include <stddef.h>
static void *worker(void *a)
{
    void *never;
    (void)a;
    return never;
}
int main(void)
{
    pthread_t t;
    void *got = NULL;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &got);
    if (got)
        return 1;
    return 0;
}
