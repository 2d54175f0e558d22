// A pair of datagram sockets: who reads learns nothing of an end that was shut or closed, and shutdown of a UNIX socket
// never fails.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

static int told(ssize_t result)
{
    return result < 0 ? -errno : (int)result;
}

int main(void)
{
    int s[2], alone = socket(AF_UNIX, SOCK_DGRAM, 0);
    char byte = 1;

    assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, s) == 0);
    assert(shutdown(alone, SHUT_WR) == 0 && shutdown(s[0], SHUT_WR) == 0);
    assert(told(send(s[0], &byte, 1, 0)) == -EPIPE);
#ifdef WRONG
    assert(told(recv(s[1], &byte, 1, MSG_DONTWAIT)) == 0);
#else
    assert(told(recv(s[1], &byte, 1, MSG_DONTWAIT)) == -EAGAIN);
#endif
    assert(told(send(s[1], &byte, 1, 0)) == 1 && told(recv(s[0], &byte, 1, 0)) == 1);
    assert(shutdown(s[0], SHUT_RD) == 0 && told(send(s[1], &byte, 1, 0)) == -EPIPE);
    assert(told(recv(s[0], &byte, 1, MSG_DONTWAIT)) == -EAGAIN && told(recv(s[0], &byte, 1, 0)) == 0);
    close(s[0]);
    assert(told(recv(s[1], &byte, 1, MSG_DONTWAIT)) == -EAGAIN);
    assert(told(send(s[1], &byte, 1, 0)) == -ECONNREFUSED);
    return 0;
}
