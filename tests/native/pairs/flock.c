// right: VERIFIED
// wrong: FAILED deadlock
// Locks of two files; the wrong child takes them in the other order.
#include <assert.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

static void both(const char *first, const char *second)
{
    int a = open(first, O_RDWR | O_CREAT, 0600), b = open(second, O_RDWR | O_CREAT, 0600);

    assert(flock(a, LOCK_EX) == 0);
    assert(flock(b, LOCK_EX) == 0);
    close(b);
    close(a);
}

int main(void)
{
    if (fork() == 0) {
#ifdef WRONG
        both("flock-b", "flock-a");
#else
        both("flock-a", "flock-b");
#endif
        _exit(0);
    }
    both("flock-a", "flock-b");
    wait(NULL);
}
