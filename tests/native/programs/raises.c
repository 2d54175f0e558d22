/* A signal that the program sends to itself: reports have the call, and that the signal is taken. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int taken;

static void handler(int number)
{
    taken = number;
}

static void *other(void *arg)
{
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t t;

    signal(SIGUSR1, handler);
    signal(SIGUSR2, handler);
    pthread_create(&t, NULL, other, NULL);
    raise(SIGUSR1);
    if (argc == 1)
        assert(taken == 0);
    kill(getpid(), SIGUSR2);
    pthread_join(t, NULL);
    assert(taken != SIGUSR2);
    return 0;
}
