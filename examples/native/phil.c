/* Dining philosophers as processes that share System V semaphores, without loops: the example of
 * Figure 1 in P. Godefroid, "Model Checking for Programming Languages using VeriSoft" (1997).
 *
 *     gcc -g -DN=2 -o phil examples/native/phil.c
 *     heddle native -- ./phil
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <unistd.h>

#ifndef N
#define N 2
#endif

static void change(int semid, int fork, int by)
{
    struct sembuf one = {.sem_num = (unsigned short)fork, .sem_op = (short)by};

    if (semop(semid, &one, 1) != 0)
        exit(1);
}

static void philosopher(int i, int semid)
{
    printf("philosopher %d thinks\n", i);
    change(semid, i, -1);           /* takes the left fork */
    change(semid, (i + 1) % N, -1); /* takes the right fork */
    printf("philosopher %d eats\n", i);
    change(semid, i, 1);
    change(semid, (i + 1) % N, 1);
    exit(0);
}

int main(void)
{
    int semid = semget(IPC_PRIVATE, N, 0600), i;

    for (i = 0; i < N; i++)
        semctl(semid, i, SETVAL, 1);
    for (i = 0; i < N - 1; i++)
        if (fork() == 0)
            philosopher(i, semid);
    philosopher(i, semid);
}
