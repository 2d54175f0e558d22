// verdict: VERIFIED
// outcomes: 1
// Three threads allocate in any order: which of the objects is the oldest makes no difference.
#include <pthread.h>
#include <stdlib.h>

static int *made[3];

static void *maker(void *arg)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    *(int **)arg = p;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, maker, &made[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < 3; i++) {
        free(made[i]);
        made[i] = NULL;
    }
    return 0;
}
