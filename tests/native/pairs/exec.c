// A worker that is executed reads its orders to their end.
// right: VERIFIED
// wrong: FAILED deadlock
// The wrong one inherits the other end of the pipe that it reads, across the exec.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef WRONG
#define FLAGS 0
#else
#define FLAGS O_CLOEXEC
#endif

static int work(void)
{
    char order;
    int n = 0;

    while (read(0, &order, 1) == 1)
        n++;
    return n;
}

static void start(const char *path, const int *orders)
{
    dup2(orders[0], 0);
    execl(path, path, "work", (char *)NULL);
    _exit(127);
}

int main(int argc, char **argv)
{
    int orders[2], status;

    if (argc > 1)
        return work();
    assert(pipe2(orders, FLAGS) == 0);
    if (fork() == 0)
        start(argv[0], orders);
    close(orders[0]);
    assert(write(orders[1], "a", 1) == 1);
    assert(write(orders[1], "b", 1) == 1);
    close(orders[1]);
    wait(&status);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 2);
    return 0;
}
