// right: VERIFIED
// wrong: FAILED assertion
// A receive with a time-out, among threads; the wrong one takes it that there is time enough.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static mqd_t q;

static void *receive(void *of)
{
    struct timespec t = {.tv_sec = 1};
    char c = 0;

    if (mq_timedreceive(q, &c, 1, NULL, &t) == 1) {
        assert(c == 'a');
        *(int *)of = 1;
        return NULL;
    }
#ifdef WRONG
    assert(0);
#endif
    assert(errno == ETIMEDOUT);
    return NULL;
}

int main(void)
{
    struct mq_attr attr = {.mq_maxmsg = 1, .mq_msgsize = 1}, now;
    struct timespec bad = {.tv_nsec = -1};
    int got = 0;
    pthread_t t;
    char c;

    q = mq_open("/heddle-timed", O_CREAT | O_RDWR, 0600, &attr);
    pthread_create(&t, NULL, receive, &got);
    mq_send(q, "a", 1, 0);
    pthread_join(t, NULL);
    attr.mq_flags = O_NONBLOCK;
    assert(mq_setattr(q, &attr, &now) == 0 && !now.mq_flags && now.mq_curmsgs == !got);
    assert(mq_timedsend(q, "b", 1, 0, &bad) == -1 && errno == EINVAL);
    assert(mq_send(q, "bc", 2, 0) == -1 && errno == EMSGSIZE);
    assert(mq_send(q, "b", 1, 32768) == -1 && errno == EINVAL);
    assert(mq_receive(q, &c, 1, NULL) == (got ? -1 : 1) && (!got || errno == EAGAIN));
    mq_unlink("/heddle-timed");
    mq_close(q);
    assert(mq_close(q) == -1 && errno == EBADF);
    assert(mq_open("/heddle-timed", O_RDWR) == -1 && errno == ENOENT);
}
