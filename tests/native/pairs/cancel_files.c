// close of a pipe is a cancellation point: what the thread has behind it may never be done.  So are calls for ordinary files,
// after which either happened; programs/cancelled_at.c tells one call from another.
// mutant: NATIVE_CLOSE_POINT
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static int ends[2], passed[2];
static sem_t ready;

static void *closes(void *arg)
{
    close(ends[0]);
    passed[0] = 1;
    return arg;
}

static void *reads(void *arg)
{
    char byte;
    int file;

    sem_wait(&ready);
    file = open("/dev/null", O_RDONLY);
    read(file, &byte, 1);
    close(file);
    passed[1] = 1;
    return arg;
}

static int cancelled(void *(*routine)(void *))
{
    pthread_t t;
    void *got;

    pthread_create(&t, NULL, routine, NULL);
    pthread_cancel(t);
    pthread_join(t, &got);
    return got == PTHREAD_CANCELED;
}

int main(void)
{
    int gone;

    pipe(ends);
    sem_init(&ready, 0, 1);
    gone = cancelled(closes);
    assert(gone != passed[0]);
#ifdef WRONG
    assert(passed[0]);
#endif
    gone = cancelled(reads);
    assert(gone != passed[1]);
    return 0;
}
