/* A child at a semaphore or a queue that is removed before it comes, or while it waits: it prints why it failed.  With
 * `later` it comes when the object is gone for sure. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <unistd.h>

static void remove_it(int queue, int id)
{
    if (queue)
        msgctl(id, IPC_RMID, NULL);
    else
        semctl(id, 0, IPC_RMID);
}

static int use(int queue, int id)
{
    struct sembuf down = {.sem_op = -1};
    struct {
        long type;
        char text[8];
    } message;

    return queue ? (int)msgrcv(id, &message, sizeof message.text, 0, 0) : semop(id, &down, 1);
}

int main(int argc, char **argv)
{
    int queue = !strcmp(argv[1], "queue"), later = argc > 2;
    int id = queue ? msgget(IPC_PRIVATE, 0600) : semget(IPC_PRIVATE, 1, 0600), status;

    if (later)
        remove_it(queue, id);
    if (fork() == 0)
        _exit(use(queue, id) == 0 ? 0 : errno);
    if (!later)
        remove_it(queue, id);
    wait(&status);
    puts(strerrorname_np(WEXITSTATUS(status)));
    return 0;
}
