// right: VERIFIED
// wrong: FAILED exit-status
// options: --exit-status
// The status of the first process of several.
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int status = 0;

    if (fork() == 0)
        _exit(3);
    wait(&status);
#ifdef WRONG
    return WEXITSTATUS(status);
#endif
    return 0;
}
