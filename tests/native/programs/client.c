// Asks the server; tries again until it is there, unless it has an argument.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(4242)};
    int s = socket(AF_INET, SOCK_STREAM, 0);
    char c = 'x';

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    while (connect(s, (struct sockaddr *)&at, sizeof at) != 0)
        assert(errno == ECONNREFUSED && argc == 1);
    assert(write(s, &c, 1) == 1 && read(s, &c, 1) == 1 && c == 'y');
    return 0;
}
