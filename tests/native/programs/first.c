// Which child ends first is not known: an assertion that says so fails.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    pid_t one = fork();

    if (one == 0)
        _exit(0);
    if (fork() == 0)
        _exit(0);
    assert(wait(NULL) == one);
    wait(NULL);
    return 0;
}
