// Processes that become this program again and again, to no end.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 2 && fork() == 0)
        execl(argv[0], argv[0], "child", (char *)NULL);
    if (argc < 2)
        wait(NULL);
    sleep(1);
    execl(argv[0], argv[0], "again", (char *)NULL);
    return 1;
}
