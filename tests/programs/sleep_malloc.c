// verdict: VERIFIED
// outcomes: 4
// What a thread allocates may come before all others in the order of objects: a step that is known
// to be independent of another's by the numbers of what it touches is so no more.
#include <pthread.h>
#include <stdlib.h>

static int *a, *b, seen, other;

static void *maker(void *arg)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    a = p;
    *p = 2;
    seen = *b;
    return arg;
}

static void *user(void *arg)
{
    *b = 3;
    int *p = a;
    other = p ? *p : 0;
    return arg;
}

int main(void)
{
    pthread_t s, t;
    b = calloc(1, sizeof *b);
    pthread_create(&s, NULL, maker, NULL);
    pthread_create(&t, NULL, user, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    free(a);
    free(b);
    a = b = NULL;
    return 0;
}
