// That a peer left bytes unread is told once: to the thread that reads or to the one that sends, whichever comes first.
// mutant: NATIVE_UNREAD_SEND
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], at_read, at_send;

static void *reads(void *arg)
{
    char byte;

    at_read = read(ends[0], &byte, 1) < 0 && errno == ECONNRESET;
    return arg;
}

int main(void)
{
    pthread_t t;

    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends);
    assert(send(ends[0], "x", 1, 0) == 1);
    close(ends[1]);
    pthread_create(&t, NULL, reads, NULL);
    at_send = send(ends[0], "z", 1, MSG_NOSIGNAL) < 0 && errno == ECONNRESET;
    pthread_join(t, NULL);
#ifdef WRONG
    assert(at_send);
#endif
    assert(at_read != at_send);
    return 0;
}
