/* A thread that may be cancelled at one call for a file, the one that the argument names: it prints whether it passed. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2], file, begun;
static const char *name;

static void call(void)
{
    struct flock lock = {.l_type = F_WRLCK};
    char byte = 'x';
    struct iovec part = {&byte, 1};
    int own = dup(file);

    begun = 1;
    if (!strcmp(name, "close-pipe"))
        close(ends[0]);
    else if (!strcmp(name, "close"))
        close(own);
    else if (!strcmp(name, "write"))
        write(file, "x", 1);
    else if (!strcmp(name, "read"))
        read(file, &byte, 1);
    else if (!strcmp(name, "open"))
        open("cancelled_at.tmp", O_RDWR);
    else if (!strcmp(name, "openat"))
        openat(AT_FDCWD, "cancelled_at.tmp", O_RDWR);
    else if (!strcmp(name, "creat"))
        creat("cancelled_at.tmp", 0600);
    else if (!strcmp(name, "setlkw"))
        fcntl(file, F_SETLKW, &lock);
    else if (!strcmp(name, "setlk"))
        fcntl(file, F_SETLK, &lock);
    else if (!strcmp(name, "lockf"))
        lockf(file, F_LOCK, 0);
    else if (!strcmp(name, "pwrite"))
        pwrite(file, "x", 1, 0);
    else if (!strcmp(name, "pread"))
        pread(file, &byte, 1, 0);
    else if (!strcmp(name, "writev"))
        writev(file, &part, 1);
    else if (!strcmp(name, "readv"))
        readv(file, &part, 1);
    else if (!strcmp(name, "pwritev"))
        pwritev(file, &part, 1, 0);
    else if (!strcmp(name, "preadv"))
        preadv(file, &part, 1, 0);
    else if (!strcmp(name, "fsync"))
        fsync(file);
    else if (!strcmp(name, "fdatasync"))
        fdatasync(file);
    else if (strcmp(name, "none"))
        abort();
}

static void *calls(void *arg)
{
    call();
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t t;
    void *got;

    name = argv[1];
    file = open("cancelled_at.tmp", O_RDWR | O_CREAT, 0600);
    pipe(ends);
    pthread_create(&t, NULL, calls, NULL);
    pthread_cancel(t);
    pthread_join(t, &got);
    puts(got != PTHREAD_CANCELED ? "passed" : begun ? "cancelled in the call" : "cancelled before");
    return 0;
}
