// A process with threads becomes another program: they end where they are.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ends[2];

static void *tell(void *unused)
{
    pthread_mutex_lock(&m);
    write(ends[1], "a", 1);
    write(ends[1], "b", 1);
    return unused; /* the lock is gone with the program */
}

static int look(int fd)
{
    char both[2];
    ssize_t n;

    fcntl(fd, F_SETFL, O_NONBLOCK);
    n = read(fd, both, 2);
    assert(pthread_mutex_lock(&m) == 0); /* at the same place as before, and free */
#ifdef WRONG
    assert(n != 1);
#else
    assert(n == 2);
#endif
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t t;
    char number[2] = {0};

    if (argc > 1)
        return look(atoi(argv[1]));
    assert(pipe(ends) == 0);
    pthread_create(&t, NULL, tell, NULL);
#ifndef WRONG
    pthread_join(t, NULL);
#endif
    number[0] = (char)('0' + ends[0]);
    execl(argv[0], argv[0], number, (char *)NULL);
    assert(0);
}
