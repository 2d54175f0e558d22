// right: VERIFIED
// wrong: FAILED deadlock
// Two workers poll one queue for one message; the wrong ones take it that what poll saw is still there.
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef WRONG
#define HOW 0
#else
#define HOW O_NONBLOCK
#endif

static void work(mqd_t q)
{
    struct pollfd p = {.fd = q, .events = POLLIN};
    char c;

    if (poll(&p, 1, 1000) == 1 && p.revents == POLLIN)
        mq_receive(q, &c, 1, NULL);
    _exit(0);
}

int main(void)
{
    struct mq_attr attr = {.mq_maxmsg = 4, .mq_msgsize = 1};
    mqd_t q = mq_open("/heddle-poll", O_CREAT | O_RDWR | HOW, 0600, &attr);

    for (int i = 0; i < 2; i++)
        if (fork() == 0)
            work(q);
    mq_send(q, "a", 1, 0);
    wait(NULL);
    wait(NULL);
    mq_unlink("/heddle-poll");
}
