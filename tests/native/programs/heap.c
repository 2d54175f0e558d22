// Locks on the heap, made by whichever thread comes first: the names of objects must not depend on
// the schedule.  One order leads to a deadlock.
#include <pthread.h>
#include <stdlib.h>

typedef struct cell {
    pthread_mutex_t m;
    struct cell *other;
} cell;

static void *work(void *arg)
{
    cell *c = arg;
    void *mine = malloc(100);

    pthread_mutex_lock(&c->m);
    pthread_mutex_lock(&c->other->m);
    free(mine);
    pthread_mutex_unlock(&c->other->m);
    pthread_mutex_unlock(&c->m);
    return NULL;
}

int main(void)
{
    cell *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    pthread_t s, t;

    a->other = b;
    b->other = a;
    pthread_mutex_init(&a->m, NULL);
    pthread_mutex_init(&b->m, NULL);
    pthread_create(&s, NULL, work, a);
    pthread_create(&t, NULL, work, b);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    free(a);
    free(b);
    return 0;
}
