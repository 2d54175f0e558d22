// verdict: FAILED assertion :42
// also: -DOWN FAILED assertion :42
// A lock has a name in the local of another thread, and one by a global pointer.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct shared {
    int unused;
    pthread_mutex_t mu;
};
static struct shared *all;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int set;

static void *setter(void *arg)
{
    struct shared *other = arg;

    pthread_mutex_lock(&other->mu);
    set = 1;
    pthread_mutex_unlock(&other->mu);
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return other;
}

static void look(pthread_t t)
{
    int seen;
#ifdef OWN
    struct shared *own = all;

    pthread_mutex_lock(&own->mu);
    seen = set;
    pthread_mutex_unlock(&own->mu);
#else
    pthread_mutex_lock(&all->mu);
    seen = set;
    pthread_mutex_unlock(&all->mu);
#endif
    assert(!seen);
    pthread_mutex_unlock(&gate);
    pthread_join(t, 0);
}

int main(void)
{
    pthread_t t;

    all = malloc(sizeof *all);
    pthread_mutex_init(&all->mu, 0);
    pthread_mutex_lock(&gate);
    pthread_create(&t, 0, setter, all);
    look(t);
    free(all);
    return 0;
}
