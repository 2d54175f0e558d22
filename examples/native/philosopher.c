/* One of the dining philosophers of Figure 1 in P. Godefroid, "Model Checking for Programming Languages using VeriSoft"
 * (1997): a process of its own, which shares forks with its neighbours.  This is number I of N.
 *
 *     gcc -g -o philosopher examples/native/philosopher.c
 *     heddle native --search full --allow-deadlock --hide table --hide exit -- ./philosopher 0 2 -- ./philosopher 1 2
 *
 * explores what the paper does: all processes are there from the beginning, and what they do is to take and to put back
 * forks, four steps each.  With --search persistent+sleep --uses philosophers3.uses three of them are explored by
 * persistent sets. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/sem.h>

/* Whoever comes first lays the forks. */
static int table(int n)
{
    int semid = semget(1234, n, IPC_CREAT | IPC_EXCL | 0600);

    if (semid < 0)
        return semget(1234, n, 0600);
    for (int i = 0; i < n; i++)
        semctl(semid, i, SETVAL, 1);
    return semid;
}

static void change(int semid, int fork, int by)
{
    struct sembuf one = {.sem_num = (unsigned short)fork, .sem_op = (short)by};

    if (semop(semid, &one, 1) != 0)
        exit(1);
}

int main(int argc, char **argv)
{
    int i = argc > 1 ? atoi(argv[1]) : 0, n = argc > 2 ? atoi(argv[2]) : 2, semid = table(n);

    change(semid, i, -1);           /* takes the left fork */
    change(semid, (i + 1) % n, -1); /* takes the right fork */
    printf("philosopher %d eats\n", i);
    change(semid, i, 1);
    change(semid, (i + 1) % n, 1);
    return 0;
}
