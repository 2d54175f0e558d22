// right: VERIFIED
// wrong: FAILED assertion
// A reader that waits with a time limit; the wrong one forgets that it may run out.
#include <assert.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    struct timeval t = {1, 0};
    int ends[2], got;
    fd_set set;
    char c;

    pipe(ends);
    if (fork() == 0) {
        write(ends[1], "x", 1);
        _exit(0);
    }
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    got = select(ends[0] + 1, &set, NULL, NULL, &t);
#ifdef WRONG
    assert(got == 1);
#endif
    assert(got == 0 ? !FD_ISSET(ends[0], &set) : FD_ISSET(ends[0], &set));
    assert(read(ends[0], &c, 1) == 1);
    wait(NULL);
}
