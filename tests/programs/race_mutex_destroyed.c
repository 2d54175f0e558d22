// verdict: FAILED data-race
// flags: --races error
// A mutex is freed by the last of two threads, which a relaxed counter finds.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t m;
    atomic_int users;
};

static void *use(void *arg)
{
    struct object *o = arg;
    pthread_mutex_lock(&o->m);
    pthread_mutex_unlock(&o->m);
    if (atomic_fetch_sub_explicit(&o->users, 1, memory_order_relaxed) == 1)
        free(o);
    return NULL;
}

int main(void)
{
    pthread_t a;
    struct object *o = calloc(1, sizeof *o);
    pthread_mutex_init(&o->m, NULL);
    atomic_init(&o->users, 2);
    pthread_create(&a, NULL, use, o);
    use(o);
    pthread_join(a, NULL);
    return 0;
}
