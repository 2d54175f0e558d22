// A thread that is not the first one forks; its child begins another one, and ends by its return.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pid_t child;

static void *inner(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    exit(3);
    return unused;
}

static void *forks(void *unused)
{
    pthread_t t;

    child = fork();
    if (child)
        return unused;
    pthread_create(&t, NULL, inner, NULL);
#ifndef WRONG
    pthread_join(t, NULL);
#endif
    return unused; /* the last thread of the child: it ends with 0 */
}

int main(void)
{
    pthread_t t, other;
    int status;

    pthread_create(&t, NULL, forks, NULL);
    pthread_join(t, NULL);
    waitpid(child, &status, 0);
    assert(WIFEXITED(status));
#ifdef WRONG
    assert(WEXITSTATUS(status) == 0);
#else
    assert(WEXITSTATUS(status) == 3);
#endif
    assert(wait(NULL) == -1);
    return 0;
}
