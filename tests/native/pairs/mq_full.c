// right: VERIFIED
// wrong: FAILED deadlock
// A queue for requests and one for answers, both with room for one message; the wrong client sends all its requests first.
#include <assert.h>
#include <mqueue.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fcntl.h>

enum { REQUESTS = 3 };

static mqd_t requests, answers;

static void serve(void)
{
    char c;

    for (int i = 0; i < REQUESTS; i++) {
        mq_receive(requests, &c, 1, NULL);
        c++;
        mq_send(answers, &c, 1, 0);
    }
    _exit(0);
}

int main(void)
{
    struct mq_attr attr = {.mq_maxmsg = 1, .mq_msgsize = 1};
    char c;

    requests = mq_open("/heddle-requests", O_CREAT | O_RDWR, 0600, &attr);
    answers = mq_open("/heddle-answers", O_CREAT | O_RDWR, 0600, &attr);
    mq_unlink("/heddle-requests"); /* they live on */
    mq_unlink("/heddle-answers");
    if (fork() == 0)
        serve();
#ifdef WRONG
    for (int i = 0; i < 2 * REQUESTS; i++)
        mq_send(requests, "a", 1, 0);
#else
    for (int i = 0; i < REQUESTS; i++) {
        mq_send(requests, "a", 1, 0);
        assert(mq_receive(answers, &c, 1, NULL) == 1 && c == 'b');
    }
#endif
    wait(NULL);
}
