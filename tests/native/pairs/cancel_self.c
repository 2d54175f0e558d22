// The only thread of a program cancels itself, which a later point of cancellation sees; what it then runs sees who has a lock of a file.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void handler(void *unused)
{
    struct flock mine = {.l_type = F_WRLCK, .l_len = 10}, other = {.l_type = F_WRLCK, .l_start = 5, .l_len = 1};
    int file = open("cancel_self.lock", O_CREAT | O_RDWR, 0600), status;

    fcntl(file, F_SETLK, &mine);
    if (fork() == 0) {
        assert(fcntl(file, F_GETLK, &other) == 0 && other.l_type == F_WRLCK);
        _exit(other.l_pid != getppid());
    }
    wait(&status);
    unlink("cancel_self.lock");
    assert(status == 0);
    _exit(0);
}

int main(void)
{
    pthread_cleanup_push(handler, NULL);
#ifndef WRONG
    pthread_cancel(pthread_self());
#endif
    pthread_testcancel();
    assert(!"cancelled");
    pthread_cleanup_pop(0);
    return 0;
}
