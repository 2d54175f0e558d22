/* A child computes for ever. */
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    if (fork() == 0)
        for (volatile int i = 0;; i++)
            continue;
    wait(NULL);
    return 0;
}
