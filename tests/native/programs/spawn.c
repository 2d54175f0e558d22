// Starts a process in a way that is not controlled.
#include <spawn.h>

int main(void)
{
    char *argv[] = {"true", NULL};
    pid_t p;

    return posix_spawn(&p, "/bin/true", NULL, NULL, argv, NULL);
}
