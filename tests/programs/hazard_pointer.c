// verdict: VERIFIED
// flags: --leaks
// A reader announces what it reads and looks again; the writer frees only what nobody announced.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) current, hazard;

static void *reader(void *arg)
{
    int *p;
    do {
        p = current;
        hazard = p;
    } while (p != current);
    assert(*p == 1 || *p == 2);
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
