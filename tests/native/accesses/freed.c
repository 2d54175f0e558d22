// An object that is counted: who lets go last frees it.
// with : VERIFIED / VERIFIED
// with -DLATE: FAILED use-after-free / FAILED data-race
// with -DUNCOUNTED: FAILED use-after-free / FAILED data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int users;
    int value;
};

static void *worker(void *arg)
{
    struct object *o = arg;

#ifdef UNCOUNTED
    return o->value ? NULL : arg;
#else
    if (atomic_fetch_sub(&o->users, 1) == 1)
        free(o);
#ifdef LATE
    return (void *)(long)atomic_load(&o->users);
#endif
    return NULL;
#endif
}

int main(void)
{
    struct object *o = malloc(sizeof *o);
    pthread_t t;

    atomic_init(&o->users, 2);
    o->value = 1;
    pthread_create(&t, NULL, worker, o);
#ifdef UNCOUNTED
    free(o);
#else
    worker(o);
#endif
    pthread_join(t, NULL);
    return 0;
}
