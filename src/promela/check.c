/* SPIN on a model: spin -a, gcc, the verifier, and the trail in lines of C.
 *
 * Everything happens in a folder of its own below TMPDIR, which is removed.  What the verifier
 * prints says how the search ended; which line of C an assertion belongs to, and of which kind it
 * is, is known from the line of the model that the trail ends with.
 *
 * Hangs are no states that SPIN could ask for: that nothing can change any more is said of all runs
 * from a state.  But from a hang threads go round for ever, each as often as any other: a run that
 * is weakly fair.  A second search looks for such runs, by SPIN's non-progress cycles; the end of
 * the program counts as progress.  Where it finds none there is no hang.  Where it finds one, that
 * may be a service, or a wait that a time-out ends: the verdict is UNKNOWN. */
#include "base/mutant.h"
#include "base/tool.h"
#include "promela/promela.h"
#include "promela/trail.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEAST_MEMORY = 64 };

typedef struct work {
    char *folder;
    text said; /* by the last command */
    tool t;
    bool late;      /* its time was over */
    bool searching; /* it is the verifier, which says how far it came when it is interrupted */
    bool collects;  /* the model has C code */
} work;

static _Noreturn void interrupted(const work *w)
{
    folder_remove(w->folder);
    fail(EXIT_UNKNOWN, "UNKNOWN: interrupted");
}

/* Runs a command in the folder until the deadline (0: there is none); what it says is in ->said.
 * False: it is not there. */
static bool run_until(work *w, const char *const *args, double deadline)
{
    if (!tool_start(&w->t, w->folder, args, "said"))
        return false;
    w->late = !tool_finish(&w->t, deadline);
    if (tool_interrupted() && !w->searching)
        interrupted(w);
    tool_said(w->folder, "said", &w->said);
    return true;
}

static bool run(work *w, const char *const *args)
{
    return run_until(w, args, 0);
}

static void leave(work *w)
{
    folder_remove(w->folder);
    mem_free(w->folder);
    text_free(&w->said);
}

static void write_file(const work *w, const char *name, const text *t)
{
    text path = {0};

    text_addf(&path, "%s/%s", w->folder, name);
    if (!text_write_file(t, text_str(&path)))
        fail(EXIT_INPUT, "heddle promela: %s: %s", text_str(&path), strerror(errno));
    text_free(&path);
}

/* Our own model is at fault when spin or gcc has something to say of it. */
static _Noreturn void bad_model(work *w, const char *who)
{
    fputs(text_str(&w->said), stderr);
    leave(w);
    die("%s does not take the model", who);
}

static bool has_compiler(const work *w)
{
    const char *const version[] = {"gcc", "--version", NULL};
    tool t;

    if (!tool_start(&t, w->folder, version, "version"))
        return false;
    tool_finish(&t, 0);
    return tool_succeeded(&t);
}

static _Noreturn void no_compiler(work *w)
{
    leave(w);
    fail(EXIT_INPUT, "heddle promela: gcc is not there; install gcc, or leave out --check");
}

/* What a verifier is compiled for, besides the options of all. */
enum { MODE_FLAGS = 3 };
static const char *const for_errors[MODE_FLAGS] = {"-DSAFETY"};
static const char *const for_outcomes[MODE_FLAGS] = {"-DSAFETY", "-DPRINTF"};
static const char *const for_claims[MODE_FLAGS] = {"-DNFAIR=5"};
static const char *const for_endless[MODE_FLAGS] = {"-DNP", "-DNOREDUCE", "-DNFAIR=5"};

static void build(work *w, const char *model, const char *const *mode, const promela_limits *limits)
{
    /* A verifier that replays its own trail tells each statement only where none were merged. */
    const char *const plain[] = {"spin", "-a", model, NULL},
                      *const unmerged[] = {"spin", "-o3", "-a", model, NULL},
                      *const *generate = w->collects ? unmerged : plain;
    char memory[64];
    /* Constants are passed to inlines, whose assertions stand before what gcc would warn of. */
    const char *compile[16] = {"gcc",
                               "-O1",
                               "-fwrapv",
                               "-Wno-overflow",
                               "-Wno-div-by-zero",
                               "-Wno-shift-count-overflow",
                               "-Wno-shift-count-negative",
                               "-DVECTORSZ=16384",
                               memory,
                               "-o",
                               "pan",
                               "pan.c",
                               NULL};

    if (!run(w, generate)) {
        leave(w);
        fail(EXIT_INPUT, "heddle promela: spin is not there; install spin, or leave out --check");
    }
    if (!tool_succeeded(&w->t) && !has_compiler(w)) /* SPIN has gcc read the model, too */
        no_compiler(w);
    if (!tool_succeeded(&w->t) || (w->said.n && mode != for_claims)) /* it tells the formulas */
        bad_model(w, "spin");
    snprintf(memory, sizeof memory, "-DMEMLIM=%" PRIu64,
             limits->memory / (1 << 20) > LEAST_MEMORY ? limits->memory / (1 << 20)
                                                       : (u64)LEAST_MEMORY);
    for (u32 i = 0; i < MODE_FLAGS; i++)
        compile[12 + i] = mode[i];
    if (!run(w, compile))
        no_compiler(w);
    if (!tool_succeeded(&w->t) || w->said.n)
        bad_model(w, "gcc");
}

static void read_figures(const text *said, promela_result *r)
{
    r->states = (u64)tool_number_before(said, " states, stored");
    r->transitions = (u64)tool_number_before(said, " transitions (=");
    r->depth = (u64)tool_number_after(said, "depth reached ");
    r->megabytes = tool_number_before(said, "\ttotal actual memory usage");
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

/* SPIN's simulator goes on behind an assertion that failed, to the end of the step: it may die of
 * the division that the assertion is for, and then only lines that were written at once are left.
 */
static void replay(work *w)
{
    const char *const at_once[] = {"stdbuf", "-oL", "spin", "-t", "-p", "-g", "model.pml", NULL};
    const char *const by_itself[] = {"./pan", "-r", NULL};

    if (w->collects) {
        run(w, by_itself);
        return;
    }
    if (!run(w, at_once + 2))
        fail(EXIT_INPUT, "heddle promela: spin is not there; install spin");
    if (WIFSIGNALED(w->t.status))
        run(w, at_once);
}

/* Whether the search ended at a limit; the verdict is UNKNOWN then. */
static bool was_cut(const work *w, promela_result *r)
{
    for (u32 i = 0; i < LENGTH(limits_reached); i++)
        if (strstr(text_str(&w->said), limits_reached[i].said)) {
            unknown(r, limits_reached[i].means);
            return true;
        }
    if (WIFSIGNALED(w->t.status))
        unknown(r, "the search was stopped");
    return WIFSIGNALED(w->t.status);
}

static void judge(work *w, const promela_options *o, const promela_model *m, promela_result *r)
{
    const char *said = text_str(&w->said);

    read_figures(&w->said, r);
    if (strstr(said, "assertion violated") || strstr(said, "invalid end state (")) {
        bool deadlock = !strstr(said, "assertion violated");

        replay(w);
        trail_read(m, text_str(&w->said), deadlock, r);
        return;
    }
    if (was_cut(w, r))
        return;
    if (!strstr(said, "errors: 0"))
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
    vec_free_items(&all);
    text_free(&line);
}

/* Deep searches need room for their stack: only when a first one was not deep enough. */
static const char *const depths[] = {"-m200000", "-m20000000"};

/* Runs the verifier with further options; false: its time was over. */
static bool search_with(work *w, const char *const *further, double deadline)
{
    const char *args[10] = {"./pan", NULL, "-w20"};

    for (u32 i = 0; further[i]; i++)
        args[3 + i] = further[i];
    w->searching = true;
    for (u32 i = 0; i < LENGTH(depths); i++) {
        args[1] = depths[i];
        if (!run_until(w, args, deadline))
            fail(EXIT_INPUT, "heddle promela: the verifier cannot be run: %s", strerror(errno));
        if (w->late || tool_interrupted() ||
            !strstr(text_str(&w->said), "max search depth too small"))
            break;
    }
    w->searching = false;
    return !w->late && !tool_interrupted();
}

static void search(work *w, const promela_options *o, const promela_limits *limits,
                   promela_result *r)
{
    const char *const further[] = {o->memory ? NULL : "-n", NULL};
    double start = clock_seconds();

    bool ended = search_with(w, further, limits->seconds > 0 ? start + limits->seconds : 0);

    r->seconds = clock_seconds() - start;
    if (!ended) {
        read_figures(&w->said, r);
        unknown(r, w->late ? "--max-time was reached" : "interrupted");
    }
}

/* ---- formulas ---- */

/* The first search is without them: with a claim SPIN does not look for deadlocks. */
static void write_without_claims(const work *w, const promela_model *m)
{
    const char *all = text_str(&m->out), *at = strstr(all, PROMELA_CLAIMS);
    text without = {0};

    text_addn(&without, all, at ? (size_t)(at - all) : m->out.n);
    write_file(w, "model.pml", &without);
    text_free(&without);
}

/* Of a formula that a run can break in finitely many steps SPIN makes a claim with an assertion;
 * the model's own hold, by the first search. */
static bool breaks_claim(const char *said)
{
    static const char *const words[] = {"acceptance cycle", "claim violated",
                                        "assertion violated  !("};

    for (u32 i = 0; i < LENGTH(words); i++)
        if (strstr(said, words[i]))
            return true;
    return false;
}

static void judge_claim(work *w, const promela_model *m, const char *formula, promela_result *r)
{
    const char *said = text_str(&w->said);
    u64 states = r->states;

    read_figures(&w->said, r);
    r->states = states > r->states ? states : r->states;
    if (was_cut(w, r))
        return;
    if (strstr(said, "errors: 0") || r->verdict == EXIT_UNKNOWN)
        return;
    if (!breaks_claim(said))
        bad_model(w, "the verifier");
    replay(w);
    trail_read(m, text_str(&w->said), false, r);
    r->verdict = EXIT_FAILED;
    r->kind = "ltl";
    snprintf(r->message, sizeof r->message, "the property does not hold: %.120s", formula);
}

static void check_claims(work *w, const promela_options *o, const promela_model *m,
                         const promela_limits *limits, promela_result *r)
{
    double start = clock_seconds(), before = r->seconds;
    char name[32];

    write_file(w, "model.pml", &m->out);
    build(w, "model.pml", for_claims, limits);
    for (u32 i = 0; i < o->claims.n && r->verdict == EXIT_VERIFIED; i++) {
        const char *const further[] = {"-a", "-n", "-N", name, o->fair ? "-f" : NULL, NULL};

        snprintf(name, sizeof name, "claim_%u", i);
        if (search_with(w, further, limits->seconds > 0 ? start + limits->seconds : 0))
            judge_claim(w, m, o->formulas.at[i], r);
        else
            unknown(r, w->late ? "--max-time was reached" : "interrupted");
    }
    r->seconds = before + clock_seconds() - start;
}

/* ---- runs that never end ---- */

/* Without a loop no run goes on for ever; the one of init is for its end, and store buffers come to
 * be empty. */
static bool has_loops(const promela_model *m)
{
    static const char *const words[] = {" do\n", " do ", " for ", " goto "};
    const char *all = text_str(&m->out), *buffers = strstr(all, "\nproctype sb_memory("),
               *init = buffers ? buffers : strstr(all, "\ninit\n");

    for (u32 i = 0; i < LENGTH(words); i++) {
        const char *found = strstr(all, words[i]);

        if (found && found < init)
            return true;
    }
    return false;
}

static void write_endless(const work *w, const promela_model *m)
{
    static const char end[] = "    :: over -> skip; skip\n";
    const char *all = text_str(&m->out), *at = strstr(all, end);
    text with = {0};

    const char *claims = strstr(all, PROMELA_CLAIMS), *last = claims ? claims : all + m->out.n;

    text_addn(&with, all, (size_t)((at ? at : last) - all));
    if (at) {
        text_add(&with, "    :: over -> progress_over: skip; skip\n");
        text_addn(&with, at + sizeof end - 1, (size_t)(last - at) - sizeof end + 1);
    }
    write_file(w, "endless.pml", &with);
    text_free(&with);
}

/* Is there no such run?  False also if that could not be found out. */
static bool finds_none(work *w, const char *const *further, double deadline)
{
    const char *said;

    if (!search_with(w, further, deadline))
        return false;
    said = text_str(&w->said);
    for (u32 i = 0; i < LENGTH(limits_reached); i++)
        if (strstr(said, limits_reached[i].said))
            return false;
    return !WIFSIGNALED(w->t.status) && strstr(said, "errors: 0");
}

/* As long as the search for errors took, ten times, and at least so many seconds. */
enum { ENDLESS_SECONDS = 20, ENDLESS_TIMES = 10 };

static void look_for_endless(work *w, const promela_model *m, const promela_limits *limits,
                             promela_result *r)
{
    static const char *const any[] = {"-l", "-n", NULL}, *const fair[] = {"-l", "-f", "-n", NULL};
    double start = clock_seconds(), most = limits->seconds;

    if (!has_loops(m) || MUTANT(PROMELA_ENDLESS))
        return;
    if (!(most > 0) || most > ENDLESS_SECONDS + ENDLESS_TIMES * r->seconds)
        most = ENDLESS_SECONDS + ENDLESS_TIMES * r->seconds;
    write_endless(w, m);
    build(w, "endless.pml", for_endless, limits);
    if (!finds_none(w, any, start + most) && !finds_none(w, fair, start + most))
        unknown(r, "no error was found, but threads may go on for ever, and whether they hang was "
                   "not looked at: heddle check looks, --allow-hang leaves it out");
    r->seconds += clock_seconds() - start;
}

void promela_check(const promela_options *o, const promela_model *m, const promela_limits *limits,
                   promela_result *r)
{
    work w = {.collects = strstr(text_str(&m->out), "heap_collect()")};
    promela_limits given = *limits;

    if (!given.memory)
        given.memory =
            (u64)((double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE) * 0.8);
    w.folder = folder_temporary("heddle-spin");
    write_without_claims(&w, m);
    build(&w, "model.pml", o->outcomes ? for_outcomes : for_errors, &given);
    search(&w, o, &given, r);
    if (r->verdict != EXIT_UNKNOWN) {
        if (o->outcomes)
            read_outcomes(text_str(&w.said), r);
        judge(&w, o, m, r);
    }
    if (r->verdict == EXIT_VERIFIED && o->claims.n)
        check_claims(&w, o, m, &given, r);
    if (r->verdict == EXIT_VERIFIED && !o->allow_hang)
        look_for_endless(&w, m, &given, r);
    leave(&w);
}

void promela_result_free(promela_result *r)
{
    text_free(&r->steps);
    text_free(&r->outcomes);
}
