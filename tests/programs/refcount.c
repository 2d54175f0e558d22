// verdict: VERIFIED
// flags: --leaks
// Taken down and tested in one step, exactly one thread frees.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int value;
};

static void *drop(void *arg)
{
    struct object *o = arg;
    o->value++;
    if (atomic_fetch_sub(&o->references, 1) == 1)
        free(o);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct object *o = malloc(sizeof *o);
    atomic_init(&o->references, 2);
    o->value = 0;
    pthread_create(&a, NULL, drop, o);
    pthread_create(&b, NULL, drop, o);
    o = NULL;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
