// The parent of a vfork goes on when its child has become another program, and not when that is done.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int value, status;
    pid_t child;
    sem_t *s = sem_open("/vfork", O_CREAT, 0600, 0);

    if (argc > 1)
        return sem_post(s);
    child = vfork();
    if (child == 0) {
        sem_post(s);
        execl(argv[0], argv[0], "post", (char *)NULL);
        _exit(127);
    }
#ifndef WRONG
    sem_getvalue(s, &value);
    assert(value >= 1);
    waitpid(child, &status, 0);
#endif
    sem_getvalue(s, &value);
    assert(value == 2);
    return 0;
}
