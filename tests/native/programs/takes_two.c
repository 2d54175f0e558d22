/* A thread takes two semaphores at once.  That it may is settled by another than the one who asks for the second. */
#include <pthread.h>
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/sem.h>

static int id;

static void *asks(void *unused)
{
    struct sembuf zero = {1, 0, IPC_NOWAIT};

    printf("%s\n", semop(id, &zero, 1) ? "more" : "zero");
    return unused;
}

static void *gives(void *unused)
{
    struct sembuf one = {0, 1, 0};

    semop(id, &one, 1);
    return unused;
}

static void *takes(void *unused)
{
    struct sembuf both[2] = {{0, -1, 0}, {1, -1, 0}};

    semop(id, both, 2);
    return unused;
}

int main(void)
{
    unsigned short all[2] = {0, 1};
    pthread_t t[3];

    id = semget(IPC_PRIVATE, 2, 0600);
    semctl(id, 0, SETALL, all);
    pthread_create(&t[0], NULL, asks, NULL);
    pthread_create(&t[1], NULL, gives, NULL);
    pthread_create(&t[2], NULL, takes, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    semctl(id, 0, IPC_RMID);
    return 0;
}
