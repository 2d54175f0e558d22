// A thread ends its process after another has forked: before or after what that does next.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];

static void *leaves(void *unused)
{
    exit(0);
    return unused;
}

int main(void)
{
    pthread_t t;

    pipe(ends);
    pthread_create(&t, NULL, leaves, NULL);
    if (fork() == 0) {
        char byte = 0;
        ssize_t got;

        close(ends[1]);
        got = read(ends[0], &byte, 1);
#ifdef WRONG
        assert(got == 1);
#else
        assert(got == 0 || byte == 'x');
#endif
        _exit(0);
    }
    write(ends[1], "x", 1);
    wait(NULL);
    return 0;
}
