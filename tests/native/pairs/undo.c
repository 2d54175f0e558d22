// A process ends with a semaphore in its hands: SEM_UNDO gives it back.
// right: VERIFIED
// wrong: FAILED deadlock
#include <assert.h>
#include <errno.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    int set = semget(9, 1, IPC_CREAT | IPC_EXCL | 0600), timed;
    struct sembuf take = {0, -1, 0}, take_undo = {0, -1, SEM_UNDO}, give = {0, 1, 0};
    struct timespec t = {0, 1000};

    semctl(set, 0, SETVAL, 1);
    if (fork() == 0) {
#ifdef WRONG
        semop(set, &take, 1);
#else
        semop(set, &take_undo, 1);
#endif
        _exit(0);
    }
    timed = semtimedop(set, &take, 1, &t); /* may time out */
    assert(timed == 0 || errno == EAGAIN);
    if (timed == 0)
        semop(set, &give, 1);
    semop(set, &take, 1);
    assert(semctl(set, 0, GETVAL) == 0);
    semop(set, &give, 1);
    wait(NULL);
    return 0;
}
