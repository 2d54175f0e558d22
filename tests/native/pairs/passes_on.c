// A loop that takes from one semaphore and posts another leaves something behind in each round: it does not spin.
// right: VERIFIED
// wrong: FAILED assertion
// mutant: NATIVE_CHANGES
// built by heddle cc
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#ifdef WRONG
enum { MOST = 2 };
#else
enum { MOST = 3 };
#endif

static sem_t given, taken;
static atomic_int stop;

static void *passes_on(void *arg)
{
    while (!atomic_load(&stop)) {
        sem_wait(&given);
        sem_post(&taken);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    int value;

    sem_init(&given, 0, 3);
    sem_init(&taken, 0, 0);
    pthread_create(&t, NULL, passes_on, NULL);
    sem_getvalue(&taken, &value);
    assert(value <= MOST);
    atomic_store(&stop, 1);
    sem_post(&given);
    pthread_join(t, NULL);
    return 0;
}
