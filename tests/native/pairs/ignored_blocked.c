// A signal that is blocked stays pending though it is ignored; to ignore it throws away what is pending, for every thread.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static volatile sig_atomic_t heard;
static sigset_t both;
static sem_t sent;

static void hear(int number)
{
    heard += number == SIGUSR1 ? 1 : 10;
}

static void *target(void *unused)
{
    sigset_t pending;

    sem_wait(&sent);
    sigpending(&pending);
    assert(!sigismember(&pending, SIGUSR1) && sigismember(&pending, SIGURG));
    pthread_sigmask(SIG_UNBLOCK, &both, NULL);
    return unused;
}

int main(void)
{
    pthread_t t;

    sem_init(&sent, 0, 0);
    sigemptyset(&both);
    sigaddset(&both, SIGUSR1);
    sigaddset(&both, SIGURG);
    sigprocmask(SIG_BLOCK, &both, NULL);
    signal(SIGUSR1, hear);
    pthread_create(&t, NULL, target, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_kill(t, SIGURG);
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR1, hear);
    signal(SIGURG, hear);
    sem_post(&sent);
    pthread_join(t, NULL);
#ifdef WRONG
    assert(heard == 11);
#else
    assert(heard == 10);
#endif
    return 0;
}
