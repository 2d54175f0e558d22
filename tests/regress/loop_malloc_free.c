// verdict: VERIFIED
/* Endless loops that allocate and free are seen to repeat. */
#include <pthread.h>
#include <stdlib.h>
static void *worker(void *a)
{
    (void)a;
    for (;;) {
        int *p = malloc(8);
        p[0] = 1;
        free(p);
    }
    return NULL;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    pthread_exit(NULL);
}
