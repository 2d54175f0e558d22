// right: VERIFIED
// wrong: FAILED assertion
// POSIX message queues between processes; the wrong reader takes it that messages come as they were sent.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static void send(unsigned priority)
{
    mqd_t q = mq_open("/heddle-mq", O_WRONLY);
    char c = (char)('0' + priority);

    assert(mq_receive(q, &c, 1, NULL) == -1 && errno == EBADF);
    assert(mq_send(q, &c, 1, priority) == 0);
    assert(mq_close(q) == 0);
    _exit(0);
}

int main(void)
{
    struct mq_attr attr = {.mq_maxmsg = 2, .mq_msgsize = 4};
    mqd_t q = mq_open("/heddle-mq", O_CREAT | O_EXCL | O_RDWR, 0600, &attr);
    unsigned priority[2];
    char text[4];

    for (unsigned i = 1; i <= 2; i++)
        if (fork() == 0)
            send(i);
#ifndef WRONG
    wait(NULL);
    wait(NULL);
    assert(mq_getattr(q, &attr) == 0 && attr.mq_curmsgs == 2);
#endif
    assert(mq_receive(q, text, 4, &priority[0]) == 1 && text[0] == '0' + (char)priority[0]);
    assert(mq_receive(q, text, 4, &priority[1]) == 1);
    assert(priority[0] == 2 && priority[1] == 1);
    mq_unlink("/heddle-mq");
    mq_close(q);
}
