// right: VERIFIED
// wrong: FAILED deadlock
// One is told of a message that comes to the empty queue, once: who asks again after it emptied the queue misses what came between.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

enum { MESSAGES = 2 };

static mqd_t q;

static void ask(void)
{
    struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};

    e.sigev_value.sival_int = 7;
    assert(mq_notify(q, &e) == 0);
}

static void send(void)
{
    for (int i = 0; i < MESSAGES; i++)
        mq_send(q, "a", 1, 0);
    _exit(0);
}

static int drain(void)
{
    char c;
    int n = 0;

    while (mq_receive(q, &c, 1, NULL) == 1)
        n++;
    return n;
}

int main(void)
{
    struct mq_attr attr = {.mq_maxmsg = MESSAGES, .mq_msgsize = 1};
    siginfo_t info;
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    q = mq_open("/heddle-notify", O_CREAT | O_RDWR | O_NONBLOCK, 0600, &attr);
    ask();
    assert(mq_notify(q, NULL) == 0);
    ask();
    assert(mq_notify(q, &(struct sigevent){.sigev_notify = SIGEV_NONE}) == -1 && errno == EBUSY);
    if (fork() == 0)
        send();
    for (int n = 0; n < MESSAGES;) {
        assert(sigwaitinfo(&set, &info) == SIGUSR1);
        assert(info.si_code == SI_MESGQ && info.si_value.sival_int == 7);
#ifdef WRONG
        n += drain();
        ask();
#else
        ask();
        n += drain();
#endif
    }
    mq_unlink("/heddle-notify");
    _exit(0);
}
