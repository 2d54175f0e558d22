// right: VERIFIED
// wrong: FAILED deadlock
// Two processes and two pipes; the wrong one keeps the end open that the other reads to its end.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int to[2], from[2];
    char c = 0;

    pipe(to);
    pipe(from);
    if (fork() == 0) {
        close(to[1]);
        close(from[0]);
        while (read(to[0], &c, 1) == 1) {
            c++;
            write(from[1], &c, 1);
        }
        _exit(0);
    }
    close(to[0]);
    close(from[1]);
    write(to[1], "a", 1);
    assert(read(from[0], &c, 1) == 1 && c == 'b');
#ifndef WRONG
    close(to[1]);
#endif
    wait(NULL);
}
