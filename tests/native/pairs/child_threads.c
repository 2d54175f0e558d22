// A child has threads of its own.
// right: VERIFIED
// wrong: FAILED deadlock
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *first(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    sum++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *second(void *unused)
{
#ifdef WRONG
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
#else
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
#endif
    sum++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

int main(void)
{
    int ends[2], status, got = 0;

    pipe(ends);
    if (fork() == 0) {
        pthread_t t[2];

        pthread_create(&t[0], NULL, first, NULL);
        pthread_create(&t[1], NULL, second, NULL);
        pthread_join(t[0], NULL);
        pthread_join(t[1], NULL);
        write(ends[1], &sum, sizeof sum);
        return 7;
    }
    read(ends[0], &got, sizeof got);
    wait(&status);
    assert(got == 2 && sum == 0 && WEXITSTATUS(status) == 7);
    return 0;
}
