// System V shared memory: what a child writes its parent reads; another run begins without it.
// right: VERIFIED
// wrong: FAILED leak
// options: --leaks
#include <assert.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int id = shmget(77, sizeof(int), IPC_CREAT | IPC_EXCL | 0600), *n;

    assert(id >= 0 && shmget(77, sizeof(int), IPC_CREAT | IPC_EXCL) < 0);
    if (fork() == 0) {
        int *mine = shmat(shmget(77, sizeof(int), 0), NULL, 0);

        *mine = 5;
        assert(shmdt(mine) == 0 && shmdt(mine) < 0);
        _exit(0);
    }
    n = shmat(id, NULL, 0);
    wait(NULL);
    assert(*n == 5);
#ifndef WRONG
    shmctl(id, IPC_RMID, NULL);
    assert(shmat(id, NULL, 0) == (void *)-1);
#endif
    assert(*n == 5);
    exit(0);
}
