// A parent waits for its children in any order, and for one by its number; what they end with comes back.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    pid_t one = fork(), two;
    int status, sum = 0;

    if (one == 0)
        _exit(3);
    two = fork();
    if (two == 0)
        return 4;
    assert(one != two && getpid() != one);
    for (int i = 0; i < 2; i++) {
        pid_t who = wait(&status);

        assert(who == one || who == two);
        assert(WIFEXITED(status) && WEXITSTATUS(status) == (who == one ? 3 : 4));
        sum += WEXITSTATUS(status);
    }
    assert(sum == 7);
    assert(wait(&status) == -1);
    if (fork() == 0)
        _exit(5);
    assert(waitpid(-1, &status, 0) > 0 && WEXITSTATUS(status) == 5);
    return 0;
}
