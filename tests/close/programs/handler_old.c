// The function that signal returns is one that it was given before, and may be called.
// mutant: CLOSE_LIBRARY
// flags: --input-errors fail
// says: handler_old.c:20: an argument of 'old' is cut
// closed: FAILED: assertion
#include <assert.h>
#include <signal.h>
int read_sensor(void);
static int last;

static void handler(int sent) { last = sent; }

int main(void)
{
    void (*old)(int);

    signal(SIGUSR1, handler);
    old = signal(SIGUSR1, SIG_DFL);
    if (old != SIG_DFL)
        old(read_sensor());
    assert(last != 3);
    return 0;
}
