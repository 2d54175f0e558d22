/* What runs under heddle are not told apart by, each where the argument asks for it. */
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void handler(int number)
{
    (void)number;
}

static void *other(void *arg)
{
    return arg;
}

/* A signal that may come anywhere, or only where it is waited for. */
static void signals(int waits)
{
    sigset_t set, none;
    pthread_t t;

    signal(SIGUSR1, handler);
    sigemptyset(&none);
    sigfillset(&set);
    if (waits)
        pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, other, NULL);
    pthread_kill(waits ? pthread_self() : t, SIGUSR1);
    if (waits)
        sigsuspend(&none);
    pthread_join(t, NULL);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    if (!strcmp(what, "timer"))
        alarm(1);
    else if (!strcmp(what, "signal"))
        signals(0);
    else if (!strcmp(what, "suspended"))
        signals(1);
    else if (!strcmp(what, "raise")) {
        signal(SIGUSR1, handler);
        raise(SIGUSR1);
    }
    return 0;
}
