// right: VERIFIED
// wrong: FAILED assertion
// Two writers and one that polls; the wrong one takes it that never both are ready.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int first[2], second[2];

static void *writer(void *to)
{
    write(((int *)to)[0], "x", 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int n = 0;
    char c;

    socketpair(AF_UNIX, SOCK_STREAM, 0, first);
    socketpair(AF_UNIX, SOCK_STREAM, 0, second);
    pthread_create(&a, NULL, writer, first);
    pthread_create(&b, NULL, writer, second);
    while (n < 2) {
        struct pollfd p[2] = {{first[1], POLLIN, 0}, {second[1], POLLIN, 0}};
        int ready = poll(p, 2, -1);

#ifdef WRONG
        assert(ready == 1);
#endif
        assert(ready >= 1);
        for (int i = 0; i < 2; i++)
            if (p[i].revents & POLLIN) {
                assert(read(p[i].fd, &c, 1) == 1);
                n++;
            }
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
