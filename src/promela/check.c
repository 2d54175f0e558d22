/* SPIN on a model: spin -a, gcc, the verifier, and the trail in lines of C.
 *
 * Everything happens in a folder of its own below TMPDIR, which is removed.  What the verifier
 * prints says how the search ended; which line of C an assertion belongs to, and of which kind it
 * is, is known from the line of the model that the trail ends with. */
#define _GNU_SOURCE
#include "base/mutant.h"
#include "promela/promela.h"
#include "promela/trail.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { LEAST_MEMORY = 64 };

typedef struct work {
    char folder[256];
    text said; /* by the last command */
    int status;
} work;

/* Runs a command in the folder; what it says is in ->said.  False: it is not there. */
static bool run(work *w, const char *const *args)
{
    posix_spawn_file_actions_t actions;
    char path[300];
    pid_t pid;
    int error;

    snprintf(path, sizeof path, "%s/said", w->folder);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, w->folder);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    error = posix_spawnp(&pid, args[0], &actions, NULL, (char *const *)(uintptr_t)args, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return false;
    while (waitpid(pid, &w->status, 0) < 0 && errno == EINTR)
        continue;
    text_clear(&w->said);
    text_read_file(&w->said, path);
    return true;
}

static void make_folder(work *w)
{
    const char *base = getenv("TMPDIR");

    snprintf(w->folder, sizeof w->folder, "%s/heddle-spin.XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(w->folder))
        fail(EXIT_INPUT, "heddle promela: %s: %s; set TMPDIR to a folder that can be written",
             w->folder, strerror(errno));
}

static void remove_folder(work *w)
{
    const char *const args[] = {"/bin/rm", "-rf", w->folder, NULL};
    pid_t pid;

    if (!posix_spawnp(&pid, args[0], NULL, NULL, (char *const *)(uintptr_t)args, environ))
        waitpid(pid, NULL, 0);
    text_free(&w->said);
}

static void write_file(const work *w, const char *name, const text *t)
{
    char path[300];
    FILE *f;

    snprintf(path, sizeof path, "%s/%s", w->folder, name);
    f = fopen(path, "w");
    if (!f || fwrite(t->at, 1, t->n, f) != t->n || fclose(f))
        fail(EXIT_INPUT, "heddle promela: %s: %s", path, strerror(errno));
}

/* Our own model is at fault when spin or gcc has something to say of it. */
static _Noreturn void bad_model(work *w, const char *who)
{
    fputs(text_str(&w->said), stderr);
    remove_folder(w);
    die("%s does not take the model", who);
}

static bool has_compiler(const work *w)
{
    const char *const version[] = {"gcc", "--version", NULL};
    work other = {.said = {0}};
    bool there;

    memcpy(other.folder, w->folder, sizeof other.folder);
    there = run(&other, version);
    text_free(&other.said);
    return there;
}

static _Noreturn void no_compiler(work *w)
{
    remove_folder(w);
    fail(EXIT_INPUT, "heddle promela: gcc is not there; install gcc, or leave out --check");
}

static void build(work *w, const promela_options *o, const promela_limits *limits)
{
    const char *const generate[] = {"spin", "-a", "model.pml", NULL};
    char memory[64];
    /* Constants are passed to inlines, whose assertions stand before what gcc would warn of. */
    const char *compile[16] = {"gcc",
                               "-O1",
                               "-fwrapv",
                               "-Wno-overflow",
                               "-Wno-div-by-zero",
                               "-Wno-shift-count-overflow",
                               "-Wno-shift-count-negative",
                               "-DSAFETY",
                               "-DVECTORSZ=16384",
                               memory,
                               "-o",
                               "pan",
                               "pan.c",
                               NULL};

    if (!run(w, generate)) {
        remove_folder(w);
        fail(EXIT_INPUT, "heddle promela: spin is not there; install spin, or leave out --check");
    }
    if (w->status && !has_compiler(w)) /* SPIN has gcc read the model, too */
        no_compiler(w);
    if (w->status || w->said.n)
        bad_model(w, "spin");
    snprintf(memory, sizeof memory, "-DMEMLIM=%" PRIu64,
             limits->memory / (1 << 20) > LEAST_MEMORY ? limits->memory / (1 << 20)
                                                       : (u64)LEAST_MEMORY);
    if (o->outcomes) {
        compile[13] = "-DPRINTF";
        compile[14] = NULL;
    }
    if (!run(w, compile))
        no_compiler(w);
    if (w->status || w->said.n)
        bad_model(w, "gcc");
}

/* The number before a word of the verifier's report. */
static u64 number_before(const char *said, const char *word)
{
    const char *at = strstr(said, word), *from = at;

    if (!at)
        return 0;
    while (from > said && from[-1] != '\n')
        from--;
    return (u64)strtod(from, NULL);
}

static double number_after(const char *said, const char *word)
{
    const char *at = strstr(said, word);

    return at ? strtod(at + strlen(word), NULL) : 0;
}

static void read_figures(const char *said, promela_result *r)
{
    r->states = number_before(said, " states, stored");
    r->transitions = number_before(said, " transitions (=");
    r->depth = (u64)number_after(said, "depth reached ");
    r->megabytes = (double)number_before(said, "\ttotal actual memory usage");
}

static void unknown(promela_result *r, const char *why)
{
    r->verdict = EXIT_UNKNOWN;
    r->kind = "limit";
    snprintf(r->message, sizeof r->message, "%s", why);
}

static const struct {
    const char *said, *means;
} limits_reached[] = {
    {"max search depth too small", "runs are deeper than 20000000 steps"},
    {"reached -DMEMLIM bound", "--max-memory was reached"},
    {"out of memory", "there is no more memory"},
    {"too many processes", "more than 255 processes are alive: calls are nested too deep"},
    {"too many queues", "more than 255 channels are in use: calls are nested too deep"},
};

/* Was a store buffer full?  Only of lines that were not reached does the verifier speak. */
static bool was_full(const char *said, const promela_model *m)
{
    char line[32];

    for (u32 i = 0; i < m->lines.n; i++)
        if (m->lines.at[i].kind && !strcmp(m->lines.at[i].kind, PROMELA_FULL)) {
            snprintf(line, sizeof line, "model.pml:%u,", i + 1);
            return !strstr(said, line);
        }
    return false;
}

static void judge(work *w, const promela_options *o, const promela_model *m, promela_result *r)
{
    const char *said = text_str(&w->said);

    read_figures(said, r);
    if (strstr(said, "assertion violated") || strstr(said, "invalid end state (")) {
        const char *const replay[] = {"spin", "-t", "-p", "model.pml", NULL};
        bool deadlock = !strstr(said, "assertion violated");

        if (!run(w, replay))
            fail(EXIT_INPUT, "heddle promela: spin is not there; install spin");
        trail_read(m, text_str(&w->said), deadlock, r);
        return;
    }
    for (u32 i = 0; i < LENGTH(limits_reached); i++)
        if (strstr(said, limits_reached[i].said)) {
            unknown(r, limits_reached[i].means);
            return;
        }
    if (WIFSIGNALED(w->status))
        unknown(r, "the search was stopped");
    else if (!strstr(said, "errors: 0"))
        bad_model(w, "the verifier");
    else if (was_full(said, m) && !MUTANT(PROMELA_FULL))
        unknown(r, "a store buffer was full; --store-buffer N lets more stores wait");
    else if (o->havoc)
        unknown(r, "no error was found, but values were only tried with --havoc");
    else
        r->verdict = EXIT_VERIFIED;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What the model printed at the ends of runs: each outcome once, on one line. */
static void read_outcomes(const char *said, promela_result *r)
{
    VEC(char *) all = {0};
    text line = {0};

    for (const char *at = strstr(said, "outcome "); at; at = strstr(at + 1, "outcome ")) {
        const char *word = at + 8;

        if (!strncmp(word, "begin", 5)) {
            text_clear(&line);
            text_add(&line, "outcome");
        } else if (!strncmp(word, "end", 3)) {
            vec_push(&all, mem_strdup(text_str(&line)));
        } else {
            text_addc(&line, ' ');
            text_addn(&line, word, strcspn(word, "\n"));
        }
    }
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, compare);
    for (u32 i = 0; i < all.n; i++) {
        if (!i || strcmp(all.at[i], all.at[i - 1]))
            text_addf(&r->outcomes, "%s\n", all.at[i]);
    }
    for (u32 i = 0; i < all.n; i++)
        mem_free(all.at[i]);
    vec_free(&all);
    text_free(&line);
}

/* Deep searches need room for their stack: only when a first one was not deep enough. */
static const char *const depths[] = {"-m200000", "-m20000000"};

static void search(work *w, const promela_options *o, const promela_limits *limits,
                   promela_result *r)
{
    char stop[32];
    const char *args[] = {"timeout", "-s", "INT", stop, "./pan", NULL, "-w20", o->tso ? NULL : "-n",
                          NULL};
    double start = clock_seconds();
    bool timed = limits->seconds > 0;

    snprintf(stop, sizeof stop, "%.2f", limits->seconds);
    for (u32 i = 0; i < LENGTH(depths); i++) {
        args[5] = depths[i];
        if (!run(w, timed ? args : args + 4))
            fail(EXIT_INPUT, "heddle promela: the verifier cannot be run: %s", strerror(errno));
        if (!strstr(text_str(&w->said), "max search depth too small"))
            break;
    }
    r->seconds = clock_seconds() - start;
    if (timed && WIFEXITED(w->status) && WEXITSTATUS(w->status) == 124)
        unknown(r, "--max-time was reached");
}

void promela_check(const promela_options *o, const promela_model *m, const promela_limits *limits,
                   promela_result *r)
{
    work w = {.said = {0}};
    promela_limits given = *limits;

    if (!given.memory)
        given.memory =
            (u64)((double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE) * 0.8);
    make_folder(&w);
    write_file(&w, "model.pml", &m->out);
    build(&w, o, &given);
    search(&w, o, &given, r);
    if (r->verdict != EXIT_UNKNOWN) {
        if (o->outcomes)
            read_outcomes(text_str(&w.said), r);
        judge(&w, o, m, r);
    }
    remove_folder(&w);
}

void promela_result_free(promela_result *r)
{
    text_free(&r->steps);
    text_free(&r->outcomes);
}
