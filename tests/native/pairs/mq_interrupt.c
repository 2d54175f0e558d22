// right: VERIFIED
// wrong: FAILED assertion
// A signal while a receive waits; the wrong one takes it that a receive gives a message.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static void hear(int number)
{
}

int main(void)
{
    struct sigaction a = {.sa_handler = hear};
    struct mq_attr attr = {.mq_maxmsg = 1, .mq_msgsize = 1};
    mqd_t q = mq_open("/heddle-interrupt", O_CREAT | O_RDWR, 0600, &attr);
    ssize_t got;
    char c;

    sigaction(SIGUSR1, &a, NULL);
    mq_unlink("/heddle-interrupt");
    if (fork() == 0) {
        kill(getppid(), SIGUSR1);
        mq_send(q, "a", 1, 0);
        _exit(0);
    }
    got = mq_receive(q, &c, 1, NULL);
#ifndef WRONG
    while (got < 0 && errno == EINTR)
        got = mq_receive(q, &c, 1, NULL);
#endif
    assert(got == 1);
    while (wait(NULL) < 0)
        continue;
}
