// A signal to a child with threads goes to the one that does not block it; exit in one thread ends the others.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_t taker;

static void *take(void *unused)
{
    sigset_t set;
    int got;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigwait(&set, &got);
    exit(got == SIGUSR1 ? 5 : 6);
    return unused;
}

int main(void)
{
    sigset_t set;
    int status;
    pid_t child;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
#ifndef WRONG
    sigprocmask(SIG_BLOCK, &set, NULL);
#endif
    child = fork();
    if (child == 0) {
        pthread_create(&taker, NULL, take, NULL);
        pthread_join(taker, NULL);
        return 0;
    }
    kill(child, SIGUSR1);
    waitpid(child, &status, 0);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 5);
    return 0;
}
