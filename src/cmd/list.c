/* heddle list: what is supported, printed from the tables that define it. */
#include "session/options.h"
#include "event.h"
#include "program/program.h"

#include <stdio.h>
#include <string.h>

static void list_functions(text *out)
{
#define FUNCTION(name, header, note) text_addf(out, "%-32s %-14s %s\n", #name, header, note);
#include "../runtime/functions.def"
}

static void list_errors(text *out)
{
    for (int k = ERR_NONE + 1; k < ERR_COUNT; k++)
        text_addf(out, "%-16s %s\n", error_names[k], error_meanings[k]);
}

static void list_opcodes(text *out)
{
#define OP(name, roles, meaning) text_addf(out, "%-12s %-4s  %s\n", #name, roles, meaning);
#include "program/opcodes.def"
}

static void list_builtins(text *out)
{
#define BUILTIN(name, arity, flags, meaning) \
    text_addf(out, "%-14s %d  %-3s %s\n", #name, arity, flags, meaning);
#include "program/builtins.def"
}

static void list_options(text *out)
{
    options_help(FOR_CHECK | FOR_RUN | FOR_REPLAY | FOR_DUMP | FOR_PROMELA, out);
}

typedef struct list_row {
    const char *name;
    void (*print)(text *out);
} list_row;

static const list_row lists[] = {
    {"functions", list_functions}, {"errors", list_errors},   {"opcodes", list_opcodes},
    {"builtins", list_builtins},   {"options", list_options},
};

static const list_row *find_list(const char *name)
{
    const char *names[LENGTH(lists)], *near;

    for (u32 i = 0; i < LENGTH(lists); i++) {
        names[i] = lists[i].name;
        if (strcmp(lists[i].name, name) == 0)
            return &lists[i];
    }
    near = options_nearest(name, names, LENGTH(lists));
    fail(EXIT_USAGE, "heddle list: there is no list %s; %s%s%s", name,
         near ? "did you mean " : "functions, errors, opcodes, builtins and options are there",
         near ? near : "", near ? "?" : "");
}

int cmd_list(int argc, char **argv)
{
    text out = {0};

    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        help_command("list", &out);
    else if (argc != 2)
        fail(EXIT_USAGE,
             "heddle list: one of functions, errors, opcodes, builtins and options is needed");
    else
        find_list(argv[1])->print(&out);
    fputs(text_str(&out), stdout);
    text_free(&out);
    return 0;
}
