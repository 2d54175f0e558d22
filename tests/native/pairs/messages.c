// right: VERIFIED
// wrong: FAILED assertion
// Datagrams keep their bounds, a stream does not.
#include <assert.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef WRONG
#define KIND SOCK_STREAM
#else
#define KIND SOCK_DGRAM
#endif

int main(void)
{
    char all[16];
    int ends[2];

    socketpair(AF_UNIX, KIND, 0, ends);
    if (fork() == 0) {
        send(ends[0], "one", 3, 0);
        send(ends[0], "two", 3, 0);
        _exit(0);
    }
    assert(recv(ends[1], all, sizeof all, 0) == 3 && all[2] == 'e');
    assert(recv(ends[1], all, sizeof all, 0) == 3 && all[2] == 'o');
    wait(NULL);
}
