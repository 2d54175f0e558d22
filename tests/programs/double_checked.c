// verdict: VERIFIED
// also: -O2 VERIFIED
// Double-checked locking that publishes what is finished.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
    int value;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct config *instance;
static int made;

static struct config *get(void)
{
    if (!instance) {
        pthread_mutex_lock(&m);
        if (!instance) {
            struct config *c = malloc(sizeof *c);
            c->value = 42;
            made++;
            instance = c;
        }
        pthread_mutex_unlock(&m);
    }
    return instance;
}

static void *worker(void *arg)
{
    assert(get()->value == 42);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(made == 1);
    return 0;
}
