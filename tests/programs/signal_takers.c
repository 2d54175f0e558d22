// verdict: UNKNOWN a signal that another thread may take
// also: -DBLOCKED VERIFIED
// A signal to the process is for any thread that does not block it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static _Thread_local int mine;
static volatile int seen;

static void handler(int number)
{
    seen = number && mine;
}

static void *other(void *unused)
{
    seen = seen;
    return unused;
}

int main(void)
{
    pthread_t t;
    sigset_t set;

    mine = 1;
    signal(SIGUSR1, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
#ifdef BLOCKED
    pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
    pthread_create(&t, NULL, other, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
