/* One process wants to be told of messages, another may wait for one: who does is told, or not. */
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int told;

static void hear(int number, siginfo_t *info, void *unused)
{
    told = info->si_code == SI_MESGQ ? info->si_value.sival_int : -1;
}

int main(void)
{
    struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    struct sigaction a = {.sa_sigaction = hear, .sa_flags = SA_SIGINFO | SA_RESTART};
    struct mq_attr attr = {.mq_maxmsg = 1, .mq_msgsize = 1};
    mqd_t q = mq_open("/heddle-told", O_CREAT | O_RDWR, 0600, &attr);
    char c;

    sigaction(SIGUSR1, &a, NULL);
    e.sigev_value.sival_int = 7;
    mq_notify(q, &e);
    if (fork() == 0) {
        mq_receive(q, &c, 1, NULL);
        _exit(0);
    }
    mq_send(q, "a", 1, 0);
    wait(NULL);
    printf("told %d\n", told);
    return 0;
}
