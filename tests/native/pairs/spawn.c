// A filter between two pipes: posix_spawn.
// right: VERIFIED
// wrong: FAILED deadlock
// The wrong program leaves the filter the end that it waits to be closed.
#include <assert.h>
#include <errno.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int filter(void)
{
    char c;

    while (read(0, &c, 1) == 1) {
        c++;
        write(1, &c, 1);
    }
    return 0;
}

static pid_t start(char *path, const int *in, const int *out)
{
    char *argv[] = {path, "filter", NULL};
    posix_spawn_file_actions_t a;
    pid_t child;

    posix_spawn_file_actions_init(&a);
    posix_spawn_file_actions_adddup2(&a, in[0], 0);
    posix_spawn_file_actions_adddup2(&a, out[1], 1);
#ifndef WRONG
    posix_spawn_file_actions_addclose(&a, in[1]);
#endif
    assert(posix_spawn(&child, path, &a, NULL, argv, environ) == 0);
    posix_spawn_file_actions_destroy(&a);
    return child;
}

int main(int argc, char **argv)
{
    char *nothing[] = {"nothing", NULL}, c;
    int in[2], out[2], status;
    pid_t child;

    if (argc > 1)
        return filter();
    assert(posix_spawn(&child, "./nothing", NULL, NULL, nothing, environ) == ENOENT);
    assert(wait(NULL) == -1 && errno == ECHILD);
    pipe(in);
    pipe(out);
    child = start(argv[0], in, out);
    write(in[1], "a", 1);
    close(in[1]);
    assert(read(out[0], &c, 1) == 1 && c == 'b');
    assert(waitpid(child, &status, 0) == child && status == 0);
    return 0;
}
