// Datagrams over UDP: a message that is sent before there is a receiver is lost.
// right: VERIFIED
// wrong: FAILED deadlock
#include <arpa/inet.h>
#include <assert.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sockaddr_in at(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons(port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int receiver(void)
{
    struct sockaddr_in a = at(7001);
    int s = socket(AF_INET, SOCK_DGRAM, 0);

    assert(bind(s, (void *)&a, sizeof a) == 0);
    return s;
}

int main(void)
{
    struct sockaddr_in a = at(7001), from;
    socklen_t size = sizeof from;
    char got[16];
    int s;

#ifndef WRONG
    s = receiver();
#endif
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            int own = socket(AF_INET, SOCK_DGRAM, 0);

            assert(sendto(own, i ? "one" : "other", 6, 0, (void *)&a, sizeof a) == 6);
            if (recv(own, got, sizeof got, 0) != 2)
                _exit(1);
            _exit(0);
        }
#ifdef WRONG
    s = receiver();
#endif
    for (int i = 0; i < 2; i++) {
        assert(recvfrom(s, got, sizeof got, 0, (void *)&from, &size) == 6);
        assert(!strcmp(got, "one") || !strcmp(got, "other"));
        assert(sendto(s, "ok", 2, 0, (void *)&from, size) == 2);
    }
    wait(NULL);
    wait(NULL);
    return 0;
}
