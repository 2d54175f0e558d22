/* heddle native: a program as it runs, under a scheduler that explores its schedules.
 *
 * The program itself is the system; there is nothing to compile, and no state is saved.  A failure
 * is shown by one more run of the same moves, in a program started anew that keeps its stacks. */
#include "native/native.h"
#include "base/hash.h"
#include "cmd/check.h"
#include "cmd/native.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY            "libheddle-native.so"
#define DEFAULT_DIVERGENCE 10.0

static bool library_in(const char *folder, const char *below, text *out)
{
    text_clear(out);
    text_addf(out, "%s%s/" LIBRARY, folder, below);
    return access(text_str(out), R_OK) == 0;
}

/* Beside heddle, or where it was installed. */
static void find_library(text *out)
{
    const char *given = getenv("HEDDLE_HOME");
    char self[PATH_MAX] = "";
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

    self[n > 0 ? n : 0] = 0;
    if (strrchr(self, '/'))
        *strrchr(self, '/') = 0;
    if (given && *given && (library_in(given, "", out) || library_in(given, "/build", out)))
        return;
    if (!library_in(self, "", out) && !library_in(self, "/../share/heddle", out))
        fail(EXIT_INPUT, "%s: no " LIBRARY " there; install heddle again or set HEDDLE_HOME", self);
}

/* `prog` without a slash is looked for where the shell would. */
static char *find_program(const char *name)
{
    const char *path = getenv("PATH");
    text at = {0};
    char *found = NULL;

    if (strchr(name, '/'))
        return mem_strdup(name);
    while (path && *path && !found) {
        size_t n = strcspn(path, ":");

        text_clear(&at);
        text_addn(&at, path, n);
        text_addf(&at, "/%s", name);
        if (access(text_str(&at), X_OK) == 0)
            found = mem_strdup(text_str(&at));
        path += n + (path[n] == ':');
    }
    text_free(&at);
    return found ? found : mem_strdup(name);
}

static _Noreturn void give_up(const char *why)
{
    printf("UNKNOWN: %s\n", why);
    fflush(stdout);
    exit(EXIT_UNKNOWN);
}

sys *native_start(const options *o, const string_list *words, bool stacks)
{
    VEC(char *) argv = {0};
    text library = {0}, problem = {0};
    sys *s;

    find_library(&library);
    for (u32 i = 0; i < words->n; i++)
        vec_push(&argv, i ? mem_strdup(words->at[i]) : find_program(words->at[0]));
    vec_push(&argv, NULL);
    s = native_open(
        &(native_options){.library = text_str(&library),
                          .argv = argv.at,
                          .divergence = o->divergence > 0 ? o->divergence : DEFAULT_DIVERGENCE,
                          .no_spurious = o->no_spurious,
                          .exit_status = o->exit_status,
                          .stacks = stacks,
                          .give_up = give_up},
        &problem);
    if (!s)
        fail(EXIT_INPUT, "heddle native: %s", text_str(&problem));
    for (u32 i = 0; i < argv.n; i++)
        mem_free(argv.at[i]);
    vec_free(&argv);
    text_free(&library);
    text_free(&problem);
    return s;
}

u64 native_hash(const char *name)
{
    char *path = find_program(name);
    text bytes = {0};
    u64 hash = text_read_file(&bytes, path) ? hash_bytes(bytes.at, bytes.n, 1) : 0;

    text_free(&bytes);
    mem_free(path);
    return hash;
}

static sys *shown_program(const check *c)
{
    return native_start(&c->o, &c->o.front.args, true);
}

static void refuse_options(const options *o)
{
    if (o->front.files.n)
        fail(EXIT_USAGE, "heddle native: write -- before %s, the program and its arguments",
             o->front.files.at[0]);
    if (!o->front.args.n)
        fail(EXIT_USAGE,
             "heddle native: no program was given; write it after --, with its arguments");
    if (o->search == SEARCH_PERSISTENT)
        fail(EXIT_USAGE,
             "heddle native: what a running program may still do is not known, so there "
             "are no persistent sets; use --search sleep or dpor");
}

static void describe(check *c)
{
    c->hash = native_hash(c->o.front.args.at[0]);
    c->shown = shown_program;
    c->level = "as it runs";
    c->condition = c->o.no_spurious
                       ? "memory accesses are no steps: data races are not seen"
                       : "memory accesses are no steps: data races are not seen; at most one "
                         "spurious wake-up in a run";
}

/* In front of what shapes the program: which command it is for. */
static void mark_trace(check *c)
{
    vec_push(&c->trace.command, mem_strdup("native"));
}

int cmd_native(int argc, char **argv)
{
    check c;
    search_options o;
    sys *s;

    check_options(&c, FOR_NATIVE, argc, argv);
    refuse_options(&c.o);
    c.o.from_start = true;
    describe(&c);
    check_interrupts();
    s = native_start(&c.o, &c.o.front.args, false);
    o = check_settings(&c);
    check_stateless(&c, s, &o);
    if (c.r.failed) {
        mark_trace(&c);
        search_trace(s, &c.r, &c.trace);
    }
    sys_close(s);
    return check_finish(&c);
}
