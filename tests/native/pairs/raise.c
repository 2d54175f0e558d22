// right: VERIFIED
// wrong: FAILED crash
// A handler runs before raise returns; the wrong program has none the second time.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t came;

static void note(int number)
{
    came++;
}

static void *sender(void *to)
{
    pthread_kill(*(pthread_t *)to, SIGUSR2);
    return NULL;
}

int main(void)
{
    pthread_t self = pthread_self(), t;
    struct sigaction a = {.sa_handler = note};

#ifdef WRONG
    a.sa_flags = SA_RESETHAND;
#endif
    sigaction(SIGUSR2, &a, NULL);
    raise(SIGUSR2);
    assert(came == 1);
    pthread_create(&t, NULL, sender, &self);
    pthread_join(t, NULL);
    assert(came == 2);
}
