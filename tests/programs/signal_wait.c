// verdict: VERIFIED
// also: -DOPEN FAILED abort or deadlock :25
// Threads inherit what is blocked; one waits for the signal that another sends to the process.  -DOPEN: nobody blocks it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;
static int data;

static void *waiter(void *arg)
{
    int number = 0;

    assert(sigwait(&set, &number) == 0 && number == SIGUSR1);
    assert(data == 1);
    return arg;
}

static void *sender(void *arg)
{
    data = 1;
    kill(getpid(), SIGUSR1);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
#ifndef OPEN
    pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
    pthread_create(&t[0], NULL, waiter, NULL);
    pthread_create(&t[1], NULL, sender, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
