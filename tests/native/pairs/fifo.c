// right: VERIFIED
// wrong: FAILED deadlock
// Two FIFOs; the wrong child opens them in the other order.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    char line[16];
    int to, from;

    assert(mkfifo("fifo-a", 0600) == 0 && mkfifo("fifo-b", 0600) == 0);
    assert(mkfifo("fifo-a", 0600) == -1);
    if (fork() == 0) {
#ifdef WRONG
        from = open("fifo-b", O_WRONLY);
        to = open("fifo-a", O_RDONLY);
#else
        to = open("fifo-a", O_RDONLY);
        from = open("fifo-b", O_WRONLY);
#endif
        assert(read(to, line, sizeof line) == 5);
        dprintf(from, "%.5s", line);
        return 0;
    }
    FILE *out = fopen("fifo-a", "w"), *in = fopen("fifo-b", "r");
    fprintf(out, "hallo");
    fclose(out);
    assert(fgets(line, sizeof line, in) && line[0] == 'h');
    wait(NULL);
    unlink("fifo-a");
    unlink("fifo-b");
}
