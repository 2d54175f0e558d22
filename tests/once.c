/* once ARGUMENTS...: runs clang-19 with them, or does as it did when it was last run with the same
 * arguments, files among them, input and folder: tests compile the same program many times.  What
 * it did is kept in the folder $CLANG_ONCE, which is one test's own. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLANG "clang-19"

static uint64_t hash(uint64_t h, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * 0x100000001b3u;
    return h;
}

static void give_up(const char *what)
{
    fprintf(stderr, "once: %s: %s\n", what, strerror(errno));
    exit(70);
}

static void copy(int from, int to)
{
    char buffer[1 << 16];
    ssize_t n;

    while ((n = read(from, buffer, sizeof buffer)) > 0)
        if (write(to, buffer, (size_t)n) != n)
            give_up("write");
}

static uint64_t hash_file(uint64_t h, int fd)
{
    char buffer[1 << 16];
    ssize_t n;

    while ((n = read(fd, buffer, sizeof buffer)) > 0)
        h = hash(h, buffer, (size_t)n);
    return h;
}

/* An argument, and what is in the file if it names one. */
static uint64_t hash_argument(uint64_t h, const char *argument)
{
    int fd = open(argument, O_RDONLY);

    h = hash(h, argument, strlen(argument) + 1);
    if (fd < 0)
        return h;
    h = hash_file(h, fd);
    close(fd);
    return h;
}

static int run(char **argv, int out, int err)
{
    pid_t child = fork();
    int status;

    if (child < 0)
        give_up("fork");
    if (child == 0) {
        dup2(out, 1);
        dup2(err, 2);
        argv[0] = (char *)CLANG;
        execvp(CLANG, argv);
        _exit(127);
    }
    if (waitpid(child, &status, 0) < 0)
        give_up("wait");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 70;
}

/* The file is there once all of it is. */
static void keep(char **argv, const char *path)
{
    char name[4][4200];
    static const char *const suffix[] = {"out", "err", "status"};
    int fd[3];

    for (int i = 0; i < 3; i++) {
        snprintf(name[i], sizeof name[i], "%s.%s.%d", path, suffix[i], (int)getpid());
        fd[i] = open(name[i], O_RDWR | O_CREAT | O_TRUNC, 0600);
        if (fd[i] < 0)
            give_up(name[i]);
    }
    dprintf(fd[2], "%d\n", run(argv, fd[0], fd[1]));
    for (int i = 0; i < 3; i++) {
        snprintf(name[3], sizeof name[3], "%s.%s", path, suffix[i]);
        if (rename(name[i], name[3]))
            give_up(name[3]);
        close(fd[i]);
    }
}

/* Does what was done; false: nothing was. */
static int repeat(const char *path, int *status)
{
    static const char *const suffix[] = {"out", "err"};
    char name[4200];
    FILE *f;

    snprintf(name, sizeof name, "%s.status", path);
    f = fopen(name, "r");
    if (!f)
        return 0;
    if (fscanf(f, "%d", status) != 1)
        give_up(name);
    fclose(f);
    for (int i = 0; i < 2; i++) {
        int fd;

        snprintf(name, sizeof name, "%s.%s", path, suffix[i]);
        fd = open(name, O_RDONLY);
        if (fd < 0)
            give_up(name);
        copy(fd, i + 1);
        close(fd);
    }
    return 1;
}

int main(int argc, char **argv)
{
    const char *folder = getenv("CLANG_ONCE");
    char here[4096], path[4160];
    uint64_t h = 0xcbf29ce484222325u;
    int status;

    if (!folder || !getcwd(here, sizeof here))
        give_up("CLANG_ONCE");
    mkdir(folder, 0700);
    h = hash(h, here, strlen(here) + 1);
    for (int i = 1; i < argc; i++)
        h = hash_argument(h, argv[i]);
    h = hash_file(h, 0);
    lseek(0, 0, SEEK_SET);
    snprintf(path, sizeof path, "%.4000s/%016llx", folder, (unsigned long long)h);
    if (!repeat(path, &status)) {
        keep(argv, path);
        repeat(path, &status);
    }
    return status;
}
