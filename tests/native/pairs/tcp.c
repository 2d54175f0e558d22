// right: VERIFIED
// wrong: FAILED assertion
// A server and two clients; the wrong server listens only after it has started them.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sockaddr_in place = {.sin_family = AF_INET};

static void client(int i)
{
    int c = socket(AF_INET, SOCK_STREAM, 0);
    char m = (char)('0' + i);

    assert(connect(c, (struct sockaddr *)&place, sizeof place) == 0);
    assert(send(c, &m, 1, 0) == 1);
    assert(recv(c, &m, 1, 0) == 1 && m == 'a' + i);
    _exit(0);
}

static void serve(int l)
{
    char b[8];

    for (int i = 0; i < 2; i++) {
        int c = accept(l, NULL, NULL);

        assert(c >= 0 && recv(c, b, 8, 0) == 1);
        b[0] += 'a' - '0';
        assert(send(c, b, 1, 0) == 1);
        close(c);
    }
}

int main(void)
{
    int l = socket(AF_INET, SOCK_STREAM, 0);

    place.sin_port = htons(7777);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert(bind(l, (struct sockaddr *)&place, sizeof place) == 0);
#ifndef WRONG
    assert(listen(l, 1) == 0);
#endif
    for (int i = 0; i < 2; i++)
        if (fork() == 0)
            client(i);
#ifdef WRONG
    assert(listen(l, 1) == 0);
#endif
    serve(l);
    wait(NULL);
    wait(NULL);
}
