// verdict: VERIFIED
// also: -DZERO FAILED deadlock
// A named semaphore is the same whether its name begins with a slash or not; unlinked, it lives until it is closed.  -DZERO: its
// value is that of the first who opens it.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

#ifdef ZERO
enum { FIRST = 0 };
#else
enum { FIRST = 1 };
#endif

static int n;

static void *work(void *arg)
{
    sem_t *s = sem_open("lock", O_CREAT, 0600, 1);

    assert(s != SEM_FAILED);
    sem_wait(s);
    n = n + 1;
    sem_post(s);
    sem_close(s);
    return arg;
}

int main(void)
{
    sem_t *s = sem_open("/lock", O_CREAT | O_EXCL, 0600, FIRST);
    pthread_t t[2];

    assert(s != SEM_FAILED && sem_open("lock", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED && errno == EEXIST);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n == 2);
    assert(sem_unlink("lock") == 0 && sem_unlink("/lock") == -1 && errno == ENOENT);
    sem_wait(s);
    sem_close(s);
    return 0;
}
