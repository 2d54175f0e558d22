/* What heddle says of itself: the overview, the help of each command, the version.  All of it comes
 * from commands.def and options.def, wrapped to 80 columns. */
#include "session/options.h"
#include "sim/sim.h"

#include <stdio.h>
#include <string.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unknown"
#endif

#define WIDTH  79
#define COLUMN 26 /* where explanations begin */

typedef struct command_row {
    const char *name, *arguments, *help;
    int options;
} command_row;

enum {
    FOR_list = 0,
    FOR_help = 0,
    FOR_version = 0,
    FOR_resume = 0,
    FOR_swarm = FOR_SWARM,
    FOR_check = FOR_CHECK,
    FOR_run = FOR_RUN,
    FOR_spin = FOR_SPIN,
    FOR_native = FOR_NATIVE,
    FOR_cc = FOR_CC,
    FOR_cxx = FOR_CC,
    FOR_replay = FOR_REPLAY,
    FOR_test = FOR_TEST,
    FOR_sim = FOR_SIM,
    FOR_draw = FOR_DRAW,
    FOR_litmus = FOR_LITMUS,
    FOR_dump = FOR_DUMP,
    FOR_asm = FOR_ASM,
    FOR_smv = FOR_SMV,
    FOR_close = FOR_CLOSE,
    FOR_promela = FOR_PROMELA
};

static const command_row commands[] = {
#define COMMAND_AS(name, word, arguments, help) {word, arguments, help, FOR_##name},
#include "session/commands.def"
};

const char *const command_names[] = {
#define COMMAND_AS(name, word, arguments, help) word,
#include "session/commands.def"
};
const u32 command_count = LENGTH(command_names);

static void pad(text *out, u32 from, u32 to)
{
    for (; from < to; from++)
        text_addc(out, ' ');
}

/* Adds words, wrapped; `at` is the present column, further lines begin at `indent`. */
static void add_wrapped(text *out, const char *words, u32 at, u32 indent)
{
    while (*words) {
        u32 n = (u32)strcspn(words, " ");

        if (at > indent && at + 1 + n > WIDTH) {
            text_addc(out, '\n');
            at = 0;
        }
        if (at < indent) {
            pad(out, at, indent);
            at = indent;
        } else if (at > indent) {
            text_addc(out, ' ');
            at++;
        }
        text_addn(out, words, n);
        at += n;
        words += n + (words[n] == ' ');
    }
    text_addc(out, '\n');
}

static void add_row(text *out, const char *name, const char *argument, const char *help,
                    const char *value)
{
    text words = {0};
    u32 at = 2 + (u32)strlen(name) + (argument ? 1 + (u32)strlen(argument) : 0);

    text_addf(out, "  %s%s%s", name, argument ? " " : "", argument ? argument : "");
    if (at + 2 > COLUMN) {
        text_addc(out, '\n');
        at = 0;
    }
    text_add(&words, help);
    if (value && *value)
        text_addf(&words, " (default: %s)", value);
    add_wrapped(out, text_str(&words), at, COLUMN);
    text_free(&words);
}

void options_help(int command, text *out)
{
    const char *title = NULL;

#define SECTION(name) title = name;
#define CLANG(spelling, style, help)
#define OPTION(commands, type, field, spelling, argument, value, help) \
    if ((commands) & command) {                                        \
        if (title)                                                     \
            text_addf(out, "\n%s\n", title);                           \
        title = NULL;                                                  \
        add_row(out, spelling, argument, help, value);                 \
    }
#include "session/options.def"
    if (!(command &
          (FOR_CHECK | FOR_RUN | FOR_DUMP | FOR_PROMELA | FOR_SIM | FOR_DRAW | FOR_CLOSE)))
        return;
    text_add(out, "\nHanded to clang\n");
#define SECTION(name)
#define OPTION(commands, type, field, spelling, argument, value, help)
#define CLANG(spelling, style, help) add_row(out, spelling, NULL, help, NULL);
#include "session/options.def"
}

static void check_notes(text *out)
{
    text_addc(out, '\n');
    add_wrapped(
        out,
        "Exit status: 0 VERIFIED, 1 FAILED, 2 UNKNOWN, 64 wrong usage, 65 input that does "
        "not compile or is not supported, 70 an error of heddle itself, 74 output that cannot be "
        "written.",
        0, 0);
}

/* The table of the simulator's own commands. */
static void sim_notes(text *out)
{
    text all = {0};
    char *line, *rest;

    sim_commands(&all);
    text_add(out, "\nCommands\n");
    for (rest = all.at; (line = strsep(&rest, "\n")) && *line;) {
        const char *name = strsep(&line, "\t"), *alias = strsep(&line, "\t"),
                   *arguments = strsep(&line, "\t");
        text head = {0};

        text_addf(&head, "%s%s%s%s%s", name, *alias ? ", " : "", alias, *arguments ? " " : "",
                  arguments);
        add_row(out, text_str(&head), NULL, line, NULL);
        text_free(&head);
    }
    text_addc(out, '\n');
    add_wrapped(out,
                "Exit status: 0, or 64 when the commands come from a file or a pipe and one of "
                "them was wrong; 65 for input that does not compile or a trace of another program.",
                0, 0);
    text_free(&all);
}

bool help_command(const char *name, text *out)
{
    for (u32 i = 0; i < LENGTH(commands); i++) {
        const command_row *c = &commands[i];

        if (strcmp(c->name, name) != 0)
            continue;
        text_addf(out, "heddle %s%s%s:", c->name, *c->arguments ? " " : "", c->arguments);
        add_wrapped(out, c->help, (u32)out->n, 0);
        if (c->options)
            options_help(c->options, out);
        if (c->options == FOR_CHECK || c->options == FOR_ASM || c->options == FOR_PROMELA)
            check_notes(out);
        if (c->options == FOR_SIM)
            sim_notes(out);
        return true;
    }
    return false;
}

/* What --reduction knows. */
static void help_reductions(text *out)
{
    add_wrapped(
        out,
        "heddle check --reduction LIST takes names with commas between, none, or default. With "
        "none every instruction is a step while several threads live. tau, tau+ and "
        "store-visibility make steps longer; the others leave out states and steps that "
        "differ in nothing that matters. The verdict line says which were in use.",
        0, 0);
    text_add(out, "\nDefault:");
#define REDUCTION(name, word, in_default, does, keeps, costs) \
    if (in_default)                                           \
        text_addf(out, " %s", word);
#include "session/reductions.def"
    text_add(out, "\n");
#define REDUCTION(name, word, in_default, does, keeps, costs) \
    text_addf(out, "\n%s\n", word);                           \
    add_wrapped(out, does, 0, 2);                             \
    add_wrapped(out, "Preserves: " keeps, 0, 2);              \
    add_wrapped(out, "Cost: " costs, 0, 2);
#include "session/reductions.def"
}

void help_overview(text *out)
{
    text_add(out, "heddle checks C and C++ programs with threads in every interleaving.\n\n");
    for (u32 i = 0; i < LENGTH(commands); i++)
        add_row(out, commands[i].name, NULL, commands[i].help, NULL);
    text_add(out,
             "\nBegin with `heddle check program.c`; `heddle help check` lists its options.\n");
}

int cmd_help(int argc, char **argv)
{
    text out = {0};

    if (argc < 2)
        help_overview(&out);
    else if (strcmp(argv[1], "reductions") == 0)
        help_reductions(&out);
    else if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        help_command("help", &out);
    else if (!help_command(argv[1], &out))
        fail(EXIT_USAGE, "heddle help: there is no command %s; heddle help lists them", argv[1]);
    fputs(text_str(&out), stdout);
    text_free(&out);
    return 0;
}

int cmd_version(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    puts("heddle " HEDDLE_VERSION);
    return 0;
}
