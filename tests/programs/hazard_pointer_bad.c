// verdict: FAILED use-after-free :14
// Without the second look the announcement may come too late.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) current, hazard;
static int seen;

static void *reader(void *arg)
{
    int *p = current;
    hazard = p;
    seen = *p;
    hazard = NULL;
    return arg;
}

int main(void)
{
    pthread_t t;
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    *a = 1;
    *b = 2;
    current = a;
    pthread_create(&t, NULL, reader, NULL);
    current = b;
    while (hazard == a)
        ;
    free(a);
    pthread_join(t, NULL);
    free(b);
    return 0;
}
