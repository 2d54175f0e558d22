/* pty COMMAND...: runs the command on a pseudo-terminal.  Lines of the standard input are
 *   wait TEXT   until the command has written this, after what was waited for before
 *   now TEXT    to the command, at once;
 *   send TEXT   the same when it reads keys; \t, \n and \e are what they are in C, \d ends the
 * input, \c is Ctrl-C Ends with 0 when the command ended with 0 and everything came; prints what
 * the command wrote. */
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { ROOM = 1 << 26, PATIENCE = 20000 };

static char seen[ROOM];
static size_t got, past;

/* False: it has ended, or nothing came for long. */
static int more(int terminal)
{
    struct pollfd p = {terminal, POLLIN, 0};
    ssize_t n;

    if (poll(&p, 1, PATIENCE) <= 0 || got + 1 >= ROOM)
        return 0;
    n = read(terminal, seen + got, ROOM - 1 - got);
    if (n <= 0)
        return 0;
    got += (size_t)n;
    seen[got] = 0;
    return 1;
}

static int wait_for(int terminal, const char *text)
{
    size_t from = past, length = strlen(text);
    char *at;

    while (!(at = strstr(seen + from, text))) {
        from = got > past + length ? got - length : past;
        if (!more(terminal))
            return 0;
    }
    past = (size_t)(at - seen) + length;
    return 1;
}

/* Keys count from when the command has taken the terminal out of the mode in which the kernel edits
 * lines. */
static void await_keys(int terminal)
{
    struct termios mode;

    for (int i = 0; i < PATIENCE / 10; i++) {
        if (tcgetattr(terminal, &mode) == 0 && !(mode.c_lflag & ICANON))
            return;
        usleep(10000);
    }
}

static void send_text(int terminal, const char *text)
{
    for (; *text; text++) {
        char c = *text;

        if (c == '\\' && text[1]) {
            text++;
            c = *text == 't'   ? '\t'
                : *text == 'n' ? '\n'
                : *text == 'e' ? 27
                : *text == 'd' ? 4
                : *text == 'c' ? 3
                               : *text;
        }
        if (write(terminal, &c, 1) != 1)
            return;
    }
}

int main(int argc, char **argv)
{
    char line[4096];
    int terminal, status, missed = 0;
    pid_t child = forkpty(&terminal, NULL, NULL, &(struct winsize){.ws_row = 40, .ws_col = 100});

    if (argc < 2 || child < 0)
        return 70;
    if (child == 0) {
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    while (!missed && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "wait ", 5) == 0)
            missed = !wait_for(terminal, line + 5);
        else if (strncmp(line, "send ", 5) == 0) {
            await_keys(terminal);
            send_text(terminal, line + 5);
        } else if (strncmp(line, "now ", 4) == 0)
            send_text(terminal, line + 4);
        if (missed)
            printf("missed: %s\n", line + 5);
    }
    while (!missed && more(terminal))
        ;
    if (missed)
        kill(child, SIGKILL);
    alarm(PATIENCE / 1000);
    waitpid(child, &status, 0);
    fputs(seen, stdout);
    return missed || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}
