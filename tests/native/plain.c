/* plain RUNS PROGRAM ARGUMENT...: runs a program many times without heddle and prints what ends
 * were seen, in the words of `heddle native --outcomes`.
 *
 * Each run has an IPC namespace of its own, where the kernel allows it, and delays of its own
 * (delays.c).  One that does not end within half a second is killed, with all its processes, and is
 * no end; after 20 of these no more are begun. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT = 500, HUNG = 20, MOST = 4096, TEXT = 4096 };

static char *ends[MOST];
static int n_ends;

static long now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void add(const char *text)
{
    for (int i = 0; i < n_ends; i++)
        if (!strcmp(ends[i], text))
            return;
    if (n_ends == MOST)
        exit(70);
    ends[n_ends++] = strdup(text);
    puts(text);
}

static void begin(int output, int run, char **argv)
{
    char number[16];

    setpgid(0, 0);
    unshare(CLONE_NEWIPC);
    for (int i = 0; i < 2; i++)
        unlink(i ? "systems-a" : "systems-b");
    snprintf(number, sizeof number, "%d", run);
    setenv("DELAYS", number, 1);
    setenv("LD_AUDIT", "./delays.so", 1);
    dup2(output, 1);
    dup2(open("/dev/null", O_WRONLY), 2);
    execv(argv[0], argv);
    _exit(127);
}

/* Reads to the end of the output, which is when all processes are gone; false if it takes too long.
 */
static int read_all(int fd, char *text)
{
    long limit = now() + LIMIT, left;
    size_t n = 0;
    ssize_t got = 1;

    while (got > 0 && n < TEXT - 1 && (left = limit - now()) > 0) {
        struct pollfd p = {.fd = fd, .events = POLLIN};

        if (poll(&p, 1, (int)left) > 0 && (got = read(fd, text + n, TEXT - 1 - n)) > 0)
            n += (size_t)got;
    }
    text[n] = 0;
    return got == 0;
}

/* Who printed nothing more may still be about to end, and then ends by itself. */
static void end_all(pid_t first, int ended, int *status)
{
    pid_t got;
    int one;

    if (!ended)
        kill(-first, SIGKILL);
    while ((got = wait(&one)) > 0)
        if (got == first)
            *status = one;
}

static void tell(int status, const char *text)
{
    char line[2 * TEXT + 64];
    int n;

    if (WIFEXITED(status))
        n = sprintf(line, "exit %d printed \"", WEXITSTATUS(status));
    else
        n = sprintf(line, "signal %d printed \"", WTERMSIG(status));
    for (; *text; text++)
        n += *text == '\n' ? sprintf(line + n, "\\n") : sprintf(line + n, "%c", *text);
    strcpy(line + n, "\"");
    add(line);
}

/* False if the run did not end. */
static int run_once(int run, char **argv)
{
    char text[TEXT];
    int fds[2], status = 0, ended;
    pid_t first;

    if (pipe2(fds, O_CLOEXEC) || (first = fork()) < 0)
        exit(70);
    if (first == 0)
        begin(fds[1], run, argv);
    close(fds[1]);
    ended = read_all(fds[0], text);
    close(fds[0]);
    end_all(first, ended, &status);
    if (ended)
        tell(status, text);
    return ended;
}

int main(int argc, char **argv)
{
    int hung = 0;

    if (argc < 3)
        return 64;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (int i = 0; i < atoi(argv[1]) && hung < HUNG; i++)
        hung += !run_once(i, argv + 2);
    return 0;
}
