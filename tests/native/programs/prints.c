// Two processes print; which comes first is no step.
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    if (fork() == 0) {
        write(1, "c", 1);
        _exit(0);
    }
    write(1, "p", 1);
    wait(NULL);
    return 0;
}
