// verdict: FAILED data-race :32
// flags: --races error
// Double-checked locking with a relaxed publication.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    int value;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct config *) instance;

static struct config *get(void)
{
    struct config *c = atomic_load_explicit(&instance, memory_order_relaxed);
    if (c)
        return c;
    pthread_mutex_lock(&m);
    c = atomic_load_explicit(&instance, memory_order_relaxed);
    if (!c) {
        c = malloc(sizeof *c);
        c->value = 7;
        atomic_store_explicit(&instance, c, memory_order_relaxed);
    }
    pthread_mutex_unlock(&m);
    return c;
}

static void *user(void *arg)
{
    return get()->value == 7 ? NULL : arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
