// A signal to a process: while its first thread is inside of pthread_create the new thread may take it.  Plain runs with
// delays show both.
// mutant: NATIVE_TAKER_BUSY
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static __thread volatile int hits;

static void hit(int number)
{
    hits += number == SIGUSR1;
}

static void *other(void *of)
{
    *(int *)of = hits;
    return of;
}

int main(void)
{
    int theirs = 0;
    pthread_t t;
    pid_t child;

    signal(SIGUSR1, hit);
    child = fork();
    if (!child) {
        kill(getppid(), SIGUSR1);
        _exit(0);
    }
    pthread_create(&t, NULL, other, &theirs);
    pthread_join(t, NULL);
    while (waitpid(child, NULL, 0) != child)
        ;
    sched_yield();
#ifdef WRONG
    assert(hits == 1); /* the first thread */
#else
    assert(hits + theirs <= 1);
#endif
    return 0;
}
