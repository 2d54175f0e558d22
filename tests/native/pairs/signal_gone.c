// A signal to a process whose first thread has ended goes to another one; and who was joined as a thread can be waited
// for as a process.
// mutant: NATIVE_TAKER_GONE
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int hits;
static pthread_t first;

static void hit(int number)
{
    hits += number == SIGUSR1;
}

static void *last(void *of)
{
    pthread_join(first, of);
    kill(getpid(), SIGUSR1);
    _exit(hits);
}

int main(void)
{
    pid_t child = fork();
    int status = 0;
    pthread_t t;

    if (!child) {
        signal(SIGUSR1, hit);
        first = pthread_self();
        pthread_create(&t, NULL, last, NULL);
        pthread_exit(NULL);
    }
    assert(waitpid(child, &status, 0) == child);
#ifdef WRONG
    assert(WEXITSTATUS(status) == 0);
#else
    assert(WEXITSTATUS(status) == 1);
#endif
    return 0;
}
