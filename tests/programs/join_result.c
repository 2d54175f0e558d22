// verdict: VERIFIED
// outcomes: 4
// A thread returns a pointer to what it also published; main writes there once it has joined, while a
// third thread may still look.
#include <pthread.h>
#include <stdlib.h>

static int *shown, seen;

static void *maker(void *arg)
{
    int *p = malloc(sizeof *p);
    (void)arg;
    *p = 1;
    shown = p;
    *p = 2;
    return p;
}

static void *reader(void *arg)
{
    int *p = shown;
    seen = p ? *p : 0;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    void *value;
    pthread_create(&a, NULL, maker, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, &value);
    *(int *)value = 3;
    pthread_join(b, NULL);
    free(value);
    shown = NULL;
    return 0;
}
