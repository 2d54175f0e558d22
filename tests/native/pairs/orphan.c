// A process whose parent has ended has another.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <unistd.h>

int main(void)
{
    pid_t parent = getpid(), now;

    if (fork())
        return 0;
    now = getppid();
#ifdef WRONG
    assert(now == parent);
#else
    assert(now == parent || now == 1);
#endif
    return 0;
}
