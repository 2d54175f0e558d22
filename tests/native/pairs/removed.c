// Who waits at a semaphore or a queue that is removed is told so; who comes later finds none.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <errno.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <unistd.h>

static int wait_at_semaphore(int set)
{
    struct sembuf down = {.sem_op = -1}, up = {.sem_op = 1};

    if (semop(set, &up, 1) == 0 && semop(set, &down, 1) == 0)
        semop(set, &down, 1);
    return errno;
}

static int wait_at_queue(int queue)
{
    struct {
        long type;
        char text[8];
    } message;

    msgrcv(queue, &message, sizeof message.text, 0, 0);
    return errno;
}

static void one(int semaphore)
{
    int id = semaphore ? semget(IPC_PRIVATE, 1, 0600) : msgget(IPC_PRIVATE, 0600), status;

    if (fork() == 0) {
        int why = semaphore ? wait_at_semaphore(id) : wait_at_queue(id);

#ifdef WRONG
        _exit(why != EIDRM);
#else
        _exit(why != EIDRM && why != EINVAL);
#endif
    }
    if (semaphore)
        semctl(id, 0, IPC_RMID);
    else
        msgctl(id, IPC_RMID, NULL);
    wait(&status);
    assert(status == 0);
}

int main(void)
{
    one(0);
    one(1);
    return 0;
}
