/* The entry: finds the subcommand and hands it its arguments. */
#include "session/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv);
} command;

static const command commands[] = {
#define COMMAND_AS(name, word, arguments, help) {word, cmd_##name},
#include "session/commands.def"
};

static int usage(void)
{
    text out = {0};

    help_overview(&out);
    fputs(text_str(&out), stderr);
    text_free(&out);
    return EXIT_USAGE;
}

static _Noreturn void unknown(const char *word)
{
    const char *dot = strrchr(word, '.'),
               *near = options_nearest(word, command_names, command_count);

    if (dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".bc") == 0 || strcmp(dot, ".ll") == 0))
        fail(EXIT_USAGE, "heddle: %s is no command; did you mean heddle check %s?", word, word);
    if (near)
        fail(EXIT_USAGE, "heddle: %s is no command; did you mean %s?", word, near);
    fail(EXIT_USAGE, "heddle: %s is no command; heddle help lists them", word);
}

/* What was not written must not look as if it were. */
static void close_output(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    fprintf(stderr, "heddle: the output cannot be written: %s\n", strerror(errno));
    _exit(EXIT_OUTPUT);
}

/* By the name that builds take for a compiler: a link to heddle. */
static bool called(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');

    return strcmp(slash ? slash + 1 : path, name) == 0;
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;

    atexit(close_output);
    if (called(argv[0], "heddle-cc"))
        return cmd_cc(argc, argv);
    if (called(argv[0], "heddle-c++"))
        return cmd_cxx(argc, argv);
    if (!word)
        return usage();
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        word = "help";
    if (strcmp(word, "--version") == 0)
        word = "version";
    for (u32 i = 0; i < LENGTH(commands); i++)
        if (strcmp(commands[i].name, word) == 0)
            return commands[i].run(argc - 1, argv + 1);
    unknown(word);
}
