// right: VERIFIED
// wrong: FAILED assertion
// Record locks end with their process; the wrong parent takes it that the child has locked already.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    int f = open("record", O_RDWR | O_CREAT, 0600);

    if (fork() == 0) {
        assert(fcntl(f, F_SETLKW, &l) == 0);
        _exit(0);
    }
#ifdef WRONG
    assert(fcntl(f, F_SETLK, &l) == -1 && errno == EAGAIN);
#endif
    assert(fcntl(f, F_SETLKW, &l) == 0);
    l.l_type = F_UNLCK;
    assert(fcntl(f, F_SETLK, &l) == 0);
    wait(NULL);
}
