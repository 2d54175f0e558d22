// verdict: VERIFIED
// also: -DLOCKED VERIFIED
// also: -DKEPT FAILED deadlock or hang or relock
// also: -DHANDLE FAILED misuse or use-after-free or assertion
// also: -DPOINTER FAILED use-after-free
// also: -DSLEEPS FAILED deadlock
// also: -DAGAIN FAILED misuse
// also: -DPART FAILED misuse
// also: -DLOCAL FAILED misuse
// also: -DTHREAD_LOCAL VERIFIED
// also: --memory tso VERIFIED
// also: --memory pso -DLOCKED VERIFIED
// not: stateless
// Threads, locks and the heap are gone after a reset; what was kept is not.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int boots, shared;
static int *volatile pointer;
static volatile pthread_t handle;
static _Thread_local int own;

static void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    shared = shared + 1;
    assert(shared <= 3);
    own = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

static void declare(void)
{
    heddle_keep((void *)&boots, sizeof boots);
#ifdef KEPT
    heddle_keep(&m, sizeof m); /* locked for ever, by a thread that is gone */
#endif
#ifdef POINTER
    heddle_keep((void *)&pointer, sizeof pointer);
#endif
#ifdef HANDLE
    heddle_keep((void *)&handle, sizeof handle);
#endif
#ifdef PART
    heddle_keep((void *)&boots, 1);
#endif
#ifdef LOCAL
    int local = 0;

    heddle_keep(&local, sizeof local);
#endif
    heddle_resets(1);
#ifdef AGAIN
    heddle_resets(1);
#endif
}

int main(void)
{
    pthread_t id[2];

    declare();
    assert(own == 0 && shared == 0);
    own = 2;
#ifdef POINTER
    if (pointer)
        *pointer = 1;
#endif
#ifdef HANDLE
    if (handle)
        assert(pthread_join(handle, NULL) == 0);
#endif
    boots = boots + 1;
    assert(boots <= 2);
    pointer = malloc(sizeof *pointer);
    pthread_create(&id[0], NULL, worker, NULL);
    pthread_create(&id[1], NULL, worker, NULL);
    handle = id[0];
#ifdef LOCKED
    worker(NULL);
#endif
#ifdef SLEEPS
    if (boots == 1) /* in the first life alone */
        pthread_mutex_lock(&m);
#endif
    pthread_join(id[0], NULL);
    pthread_join(id[1], NULL);
    free(pointer);
    return 0;
}
