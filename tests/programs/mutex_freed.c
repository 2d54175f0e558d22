// verdict: FAILED use-after-free :17
// A mutex is unlocked after its memory was freed by the one who was let in.
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t lock;
    int references;
};

static void *drop(void *arg)
{
    struct object *o = arg;
    pthread_mutex_lock(&o->lock);
    if (--o->references == 0)
        free(o);
    pthread_mutex_unlock(&o->lock);
    return NULL;
}

int main(void)
{
    struct object *o = malloc(sizeof *o);
    pthread_t a, b;
    pthread_mutex_init(&o->lock, NULL);
    o->references = 2;
    pthread_create(&a, NULL, drop, o);
    pthread_create(&b, NULL, drop, o);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
