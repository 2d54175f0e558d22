// verdict: UNKNOWN a signal that another thread may take
// also: -DBLOCKED UNKNOWN a signal that another thread may take
// also: -DALL_BLOCK FAILED assertion :56
// also: -DALL_BLOCK -DMENDED VERIFIED
// also: -DFATAL -DBLOCKED FAILED abort :40
// also: -DIGNORED VERIFIED
// also: -DENDED VERIFIED
// A signal to the process is taken by any thread that does not block it: a handler that takes a lock may run in the thread that
// holds it.  -DBLOCKED: the sender blocks it, so that it is taken elsewhere; -DALL_BLOCK: all do, and the first one takes it when
// it opens it; -DFATAL, -DIGNORED: it is the same whoever takes it; -DENDED: nobody else is there.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int came;

static void hear(int number)
{
    pthread_mutex_lock(&m);
    came += number == SIGUSR1;
    pthread_mutex_unlock(&m);
}

static void mask(int how)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(how, &set, NULL);
}

static void send(void)
{
#ifdef BLOCKED
    mask(SIG_BLOCK);
#endif
    kill(getpid(), SIGUSR1);
}

static void *work(void *arg)
{
#ifdef ENDED
    mask(SIG_BLOCK);
#else
    send();
#endif
    return arg;
}

static void end(void)
{
#ifndef MENDED
    assert(came == 1);
#endif
    mask(SIG_UNBLOCK);
    assert(came == 1);
}

int main(void)
{
    pthread_t t;

#ifdef IGNORED
    signal(SIGUSR1, SIG_IGN);
#elif !defined FATAL
    signal(SIGUSR1, hear);
#endif
#ifdef ALL_BLOCK
    mask(SIG_BLOCK);
#endif
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
#ifdef ENDED
    send();
    assert(came == 1);
#endif
#ifdef ALL_BLOCK
    end();
#endif
    return 0;
}
