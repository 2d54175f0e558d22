// Two processes take two semaphores: both at once, or one after the other.
// right: VERIFIED
// wrong: FAILED deadlock
#include <assert.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <unistd.h>

static void take(int set, int a, int b)
{
    struct sembuf both[] = {{a, -1, 0}, {b, -1, 0}};

#ifdef WRONG
    semop(set, &both[0], 1);
    semop(set, &both[1], 1);
#else
    semop(set, both, 2);
#endif
}

static void give(int set)
{
    struct sembuf both[] = {{0, 1, 0}, {1, 1, 0}};

    semop(set, both, 2);
}

int main(void)
{
    unsigned short values[2] = {1, 1};
    int set = semget(IPC_PRIVATE, 2, 0600);
    struct sembuf no[] = {{0, -1, IPC_NOWAIT}, {1, -2, IPC_NOWAIT}};

    semctl(set, 0, SETALL, values);
    assert(semop(set, no, 2) < 0); /* and neither is taken */
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            take(set, i, 1 - i);
            give(set);
            _exit(0);
        }
    wait(NULL);
    wait(NULL);
    semctl(set, 0, GETALL, values);
    assert(values[0] == 1 && values[1] == 1);
    semctl(set, 0, IPC_RMID);
    return 0;
}
