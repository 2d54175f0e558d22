// verdict: VERIFIED
// outcomes: 3
// Objects vanish and come while other threads' steps are put aside: numbers are used again.
#include <pthread.h>
#include <stdlib.h>

static int *box, seen, x;

static void *replace(void *arg)
{
    int *p = calloc(1, sizeof *p);
    free(p);
    p = malloc(sizeof *p);
    *p = 5;
    box = p;
    x = 1;
    return arg;
}

static void *look(void *arg)
{
    int *p = box;
    seen = p ? *p + x : 0;
    return arg;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, replace, NULL);
    pthread_create(&t, NULL, look, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    free(box);
    box = NULL;
    return 0;
}
