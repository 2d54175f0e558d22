// A socket that is closed before all was read tells the other end, once.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char byte;
    ssize_t got;

    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    if (fork() == 0) {
        close(ends[0]);
#ifndef WRONG
        read(ends[1], &byte, 1);
#endif
        _exit(0);
    }
    close(ends[1]);
    write(ends[0], "x", 1);
    got = read(ends[0], &byte, 1);
    assert(got == 0);
    assert(read(ends[0], &byte, 1) == 0);
    wait(NULL);
    return 0;
}
