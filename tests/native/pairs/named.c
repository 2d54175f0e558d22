// right: VERIFIED
// wrong: FAILED deadlock
// A semaphore by name between processes; the wrong child opens one of its own.
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    sem_t *s = sem_open("/heddle-a", O_CREAT | O_EXCL, 0600, 1), *t;

    assert(s != SEM_FAILED && sem_open("/heddle-a", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED);
    sem_wait(s);
    if (fork() == 0) {
#ifdef WRONG
        t = sem_open("/heddle-b", O_CREAT, 0600, 0);
#else
        t = sem_open("/heddle-a", O_CREAT, 0600, 7);
#endif
        sem_post(t);
        _exit(0);
    }
    sem_wait(s);
    wait(NULL);
    sem_close(s);
    sem_unlink("/heddle-a");
    assert(sem_open("/heddle-a", 0) == SEM_FAILED);
}
