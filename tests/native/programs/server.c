// Answers as many clients as its argument says.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(4242)};
    int l = socket(AF_INET, SOCK_STREAM, 0);
    char c;

    assert(argc == 2);
    assert(bind(l, (struct sockaddr *)&at, sizeof at) == 0 && listen(l, 5) == 0);
    for (int n = atoi(argv[1]); n > 0; n--) {
        int s = accept(l, NULL, NULL);

        while (read(s, &c, 1) == 1) {
            c++;
            write(s, &c, 1);
        }
        close(s);
    }
    return 0;
}
