// A child has the thread that forked alone, and the locks as they were then.
// right: VERIFIED
// wrong: FAILED deadlock
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    n++;
    n++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void before(void)
{
    pthread_mutex_lock(&m);
}

static void after(void)
{
    pthread_mutex_unlock(&m);
}

int main(void)
{
    pthread_t t;
    int status;

#ifndef WRONG
    pthread_atfork(before, after, after);
#endif
    pthread_create(&t, NULL, worker, NULL);
    if (fork() == 0) {
        pthread_mutex_lock(&m);
        assert(n == 0 || n == 2);
        pthread_mutex_unlock(&m);
        _exit(0);
    }
    pthread_join(t, NULL);
    wait(&status);
    assert(status == 0);
    return 0;
}
