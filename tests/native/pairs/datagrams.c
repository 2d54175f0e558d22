// Datagrams to UNIX names keep their order and their bounds; of two senders either is first.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_un a = {AF_UNIX, "datagrams.socket"};
    int s = socket(AF_UNIX, SOCK_DGRAM, 0);
    struct pollfd p = {.fd = s, .events = POLLIN};
    char got[3][4] = {{0}};

    assert(sendto(s, "x", 1, 0, (void *)&a, sizeof a) < 0 && errno == ENOENT);
    bind(s, (void *)&a, sizeof a);
    if (fork() == 0) {
        int own = socket(AF_UNIX, SOCK_DGRAM, 0);

        connect(own, (void *)&a, sizeof a);
        send(own, "a1", 3, 0);
        send(own, "a2", 3, 0);
        _exit(0);
    }
    if (fork() == 0) {
        int own = socket(AF_UNIX, SOCK_DGRAM, 0);

        sendto(own, "b", 2, 0, (void *)&a, sizeof a);
        _exit(0);
    }
    for (int i = 0; i < 3; i++) {
        assert(poll(&p, 1, -1) == 1);
        assert(recv(s, got[i], sizeof got[i], 0) == (got[i][0] == 'b' ? 2 : 3));
    }
#ifdef WRONG
    assert(got[0][0] == 'a');
#else
    for (int i = 0, n = 0; i < 3; i++)
        assert(got[i][0] != 'a' || got[i][1] == '1' + n++);
#endif
    unlink(a.sun_path);
    wait(NULL);
    wait(NULL);
    return 0;
}
