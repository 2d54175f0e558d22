// verdict: VERIFIED
// flags: --leaks
// The last owner unlocks first and frees afterwards.
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
    int left = --o->references;
    pthread_mutex_unlock(&o->lock);
    if (left == 0) {
        pthread_mutex_destroy(&o->lock);
        free(o);
    }
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
    o = NULL;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
