// A UNIX socket whose peer was closed with bytes unread fails once, with ECONNRESET: a read from a stream when all that was
// sent to it is read, a read from or a send to a socket of messages at once.  Then it is at its end, and a send is EPIPE.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

static int error_of(ssize_t result)
{
    return result < 0 ? errno : 0;
}

static void one(int type, int replies, int unread)
{
    int ends[2], messages = type == SOCK_SEQPACKET;
    char byte;

    socketpair(AF_UNIX, type, 0, ends);
    assert(send(ends[0], "x", 1, 0) == 1);
    if (!unread)
        assert(recv(ends[1], &byte, 1, 0) == 1);
    if (replies)
        assert(send(ends[1], "y", 1, 0) == 1);
    close(ends[1]);
    if (unread && messages)
        assert(error_of(read(ends[0], &byte, 1)) == ECONNRESET);
    if (replies)
        assert(read(ends[0], &byte, 1) == 1 && byte == 'y');
#ifndef WRONG
    if (unread && !messages)
        assert(error_of(read(ends[0], &byte, 1)) == ECONNRESET);
#endif
    assert(read(ends[0], &byte, 1) == 0);
    assert(error_of(send(ends[0], "z", 1, MSG_NOSIGNAL)) == EPIPE);
    close(ends[0]);
}

/* Nobody reads before. */
static void sends(int type, int first)
{
    int ends[2];

    socketpair(AF_UNIX, type, 0, ends);
    assert(send(ends[0], "x", 1, 0) == 1);
    close(ends[1]);
    assert(error_of(send(ends[0], "z", 1, MSG_NOSIGNAL)) == first);
    assert(error_of(send(ends[0], "z", 1, MSG_NOSIGNAL)) == EPIPE);
    close(ends[0]);
}

int main(void)
{
    for (int replies = 0; replies < 2; replies++)
        for (int unread = 0; unread < 2; unread++) {
            one(SOCK_STREAM, replies, unread);
            one(SOCK_SEQPACKET, replies, unread);
        }
    sends(SOCK_STREAM, EPIPE);
    sends(SOCK_SEQPACKET, ECONNRESET);
    return 0;
}
