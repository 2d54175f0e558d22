// clang alone: a struct that is passed by value is read by the call, which gcc does not report.
// with : FAILED assertion / FAILED data-race
// with -O2: FAILED assertion / FAILED data-race
// with -DLOCKED: VERIFIED / VERIFIED
#include <assert.h>
#include <pthread.h>

struct block {
    long words[4];
};

static struct block shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long __attribute__((noinline)) differ(struct block b)
{
    return b.words[0] - b.words[3];
}

static void *writer(void *arg)
{
    pthread_mutex_lock(&lock);
    shared.words[0] = 1;
    shared.words[3] = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    long difference;

    pthread_create(&t, NULL, writer, NULL);
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
    difference = differ(shared);
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
    assert(difference == 0);
    pthread_join(t, NULL);
    return 0;
}
