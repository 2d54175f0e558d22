// Destructors of thread-specific data have four rounds, also of keys that were made after the first thread.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static pthread_key_t key;
static tss_t other;
static int rounds, others;

static void again(void *value)
{
    rounds++;
    pthread_setspecific(key, value);
}

static void again_other(void *value)
{
    others++;
    tss_set(other, value);
}

static void *nothing(void *unused)
{
    return unused;
}

static void *worker(void *value)
{
    pthread_setspecific(key, value);
    tss_set(other, value);
    return value;
}

static void run(void *(*routine)(void *))
{
    pthread_t t;

    pthread_create(&t, NULL, routine, &key);
    pthread_join(t, NULL);
}

int main(void)
{
    run(nothing);
    pthread_key_create(&key, again);
    tss_create(&other, again_other);
    run(worker);
#ifdef WRONG
    assert(rounds < 4);
#else
    assert(rounds == 4 && others == 4);
#endif
    return 0;
}
