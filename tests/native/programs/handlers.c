// Has handlers of its own, one of them for a fault; reads its terminal; closes everything.
#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t came;

static void note(int number)
{
    came++;
    if (number == SIGSEGV)
        _exit(0);
}

int main(void)
{
    char line[16];

    for (int i = 1; i < 32; i++)
        signal(i, note);
    assert(fgets(line, sizeof line, stdin) == NULL);
    assert(open("/dev/tty", 0) == -1 || read(0, line, 1) == 0);
    for (int i = 0; i < 1024; i++)
        close(i);
    raise(SIGINT);
    assert(came == 1);
    *(volatile int *)0 = 1;
    return 1;
}
