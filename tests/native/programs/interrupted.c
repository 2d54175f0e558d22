/* A signal while a call waits, or before: how often it fails, for each kind of call. */
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2], queue;
static mqd_t posix;
static sem_t *semaphore;
static struct {
    long type;
    char byte;
} m = {1, 'a'};

static void hear(int number)
{
}

static void make(void)
{
    struct mq_attr attr = {.mq_maxmsg = 1, .mq_msgsize = 1};

    pipe(ends);
    queue = msgget(IPC_PRIVATE, 0600);
    posix = mq_open("/heddle-interrupted", O_CREAT | O_RDWR, 0600, &attr);
    semaphore = sem_open("/heddle-interrupted", O_CREAT, 0600, 0);
}

static long receive(int how)
{
    char c;

    return how == 'p'   ? read(ends[0], &c, 1)
           : how == 'v' ? msgrcv(queue, &m, 1, 0, 0)
           : how == 'm' ? mq_receive(posix, &c, 1, NULL)
                        : sem_wait(semaphore);
}

static long send(int how)
{
    return how == 'p'   ? write(ends[1], "a", 1)
           : how == 'v' ? msgsnd(queue, &m, 1, 0)
           : how == 'm' ? mq_send(posix, "a", 1, 0)
                        : sem_post(semaphore);
}

int main(int argc, char **argv)
{
    struct sigaction a = {.sa_handler = hear};
    int n = 0;

    make();
    sigaction(SIGUSR1, &a, NULL);
    if (fork() == 0) {
        kill(getppid(), SIGUSR1);
        send(argv[1][0]);
        _exit(0);
    }
    while (receive(argv[1][0]) < 0 && errno == EINTR)
        n++;
    printf("%d failed\n", n);
    while (wait(NULL) < 0)
        continue;
    return 0;
}
