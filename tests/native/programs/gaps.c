/* What runs under heddle are not told apart by, each where the argument asks for it. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int file;
static const char *what = "";

static void handler(int number)
{
    (void)number;
}

static void *other(void *arg)
{
    return arg;
}

/* Two use a file, and one writes it. */
static void use(int writes)
{
    char byte;

    if (!strcmp(what, "mutex"))
        pthread_mutex_lock(&mutex);
    if (!strcmp(what, "lockf"))
        lockf(file, F_LOCK, 0);
    if (!strcmp(what, "own"))
        file = open(writes ? "gaps.two" : "gaps.one", O_RDWR | O_CREAT, 0600);
    if (writes && strcmp(what, "reads"))
        write(file, "x", 1);
    else
        pread(file, &byte, 1, 0);
    if (!strcmp(what, "lockf"))
        lockf(file, F_ULOCK, 0);
    if (!strcmp(what, "mutex"))
        pthread_mutex_unlock(&mutex);
}

static void *writes(void *arg)
{
    use(1);
    return arg;
}

static void threads(void)
{
    int joins = !strcmp(what, "joins");
    pthread_t t, u;

    use(1);
    pthread_create(&u, NULL, other, NULL);
    use(1);
    pthread_create(&t, NULL, writes, NULL);
    if (joins)
        pthread_join(t, NULL);
    use(0);
    if (!joins)
        pthread_join(t, NULL);
    pthread_join(u, NULL);
}

static void processes(void)
{
    if (fork() == 0) {
        use(1);
        _exit(0);
    }
    if (!strcmp(what, "waits"))
        wait(NULL);
    use(0);
    if (strcmp(what, "waits"))
        wait(NULL);
}

static void files(void)
{
    file = open("gaps.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (!strcmp(what, "forks") || !strcmp(what, "waits"))
        processes();
    else
        threads();
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
    what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "timer"))
        alarm(1);
    else if (!strcmp(what, "signal"))
        signals(0);
    else if (!strcmp(what, "suspended"))
        signals(1);
    else if (!strcmp(what, "raise")) {
        signal(SIGUSR1, handler);
        raise(SIGUSR1);
    } else if (*what)
        files();
    return 0;
}
