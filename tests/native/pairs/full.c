// right: VERIFIED
// wrong: FAILED deadlock
// A parent that fills the pipe to its child while the child fills the one back.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef WRONG
#define MANY 100000
#else
#define MANY 60000
#endif

int main(void)
{
    static char block[MANY];
    int to[2], from[2];
    size_t got = 0;

    pipe(to);
    pipe(from);
    if (fork() == 0) {
        close(to[1]);
        close(from[0]);
        write(from[1], block, MANY);
        while (got < MANY)
            got += (size_t)read(to[0], block, MANY);
        exit(0);
    }
    close(to[0]);
    close(from[1]);
    assert(write(to[1], block, MANY) == MANY);
    while (got < MANY)
        got += (size_t)read(from[0], block, MANY);
    wait(NULL);
    assert(read(from[0], block, 1) == 0);
}
