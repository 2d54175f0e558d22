// A thread spins until a signal's handler has set a flag; what follows fails.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int got;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&got, 1);
}

static void *sender(void *to)
{
    pthread_kill(*(pthread_t *)to, SIGUSR1);
    return NULL;
}

int main(void)
{
    pthread_t me = pthread_self(), t;

    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, sender, &me);
    while (!atomic_load(&got))
        ;
    assert(0);
}
