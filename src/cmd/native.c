/* heddle native: a program as it runs, under a scheduler that explores its schedules.
 *
 * The program itself is the system; there is nothing to compile, and no state is saved.  A failure
 * is shown by one more run of the same moves, in a program started anew that keeps its stacks. */
#define _GNU_SOURCE
#include "native/exercised.h"
#include "native/native.h"
#include "native/search.h"
#include "base/hash.h"
#include "base/process.h"
#include "session/simplify.h"
#include "session/check.h"
#include "session/coverage.h"
#include "cmd/gdb.h"
#include "session/interrupt.h"
#include "cmd/native.h"
#include "session/workers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY            "libheddle-native.so"
#define DEFAULT_DIVERGENCE 10.0
#define FOR_EVER           1e9 /* seconds */

/* What is not in PATH is told of by who starts it. */
static char *program_path(const char *name)
{
    char *found = find_program(name);

    return found ? found : mem_strdup(name);
}

/* In the process that the user started; another one of the search ends with it. */
static _Noreturn void give_up(void *several, const char *why)
{
    if (several)
        worker_pool_quit(several, why);
    printf("UNKNOWN: %s\n", why);
    fflush(stdout);
    exit(EXIT_UNKNOWN);
}

static void read_racy(const options *o, word_addresses *out)
{
    for (u32 i = 0; i < o->racy.n; i++) {
        char *end;
        u64 word = strtoull(o->racy.at[i], &end, 16);

        if (*end || !word || word % 8)
            fail(EXIT_USAGE, "heddle native: --racy %s: not the address of a word", o->racy.at[i]);
        vec_push(out, word);
    }
}

typedef VEC(char *) word_vector;
typedef VEC(char *const *) program_vector;

static bool is_break(const string_list *words, u32 i)
{
    return i == words->n || strcmp(words->at[i], "--") == 0;
}

/* The words of each program with a NULL behind them; -- is between two. */
static void split(const string_list *words, word_vector *all, program_vector *programs)
{
    u32 first = 0;

    vec_reserve(all, words->n + 1);
    for (u32 i = 0; i <= words->n; i++) {
        if (!is_break(words, i)) {
            vec_push(all, i == first ? program_path(words->at[i]) : mem_strdup(words->at[i]));
            continue;
        }
        if (i == first)
            fail(EXIT_USAGE, "heddle native: there is no program between -- and --");
        vec_push(all, NULL);
        vec_push(programs, (char *const *)all->at + first);
        first = i + 1;
    }
    vec_push(programs, NULL);
}

/* What C++ has in headers calls the library: the user's place is further out, and stacks are kept
 * during the search for the page to have it. */
static bool is_cxx(const options *o)
{
    char *path = o->front.args.n ? program_path(o->front.args.at[0]) : NULL;
    text bytes = {0};
    bool is = path && text_read_file(&bytes, path) && memmem(bytes.at, bytes.n, "libstdc++", 9);

    text_free(&bytes);
    mem_free(path);
    return is;
}

/* What the options say of the program, for a search or, with stacks, for a report. */
static native_options settings(const options *o, bool stacks, worker_pool *several)
{
    native_options how = o->native;

    how.rules = o->rules;
    if (o->gdb && stacks)
        how.divergence = FOR_EVER;
    else if (how.divergence <= 0)
        how.divergence = DEFAULT_DIVERGENCE;
    how.stacks = stacks || (o->html && is_cxx(o));
    how.output = o->outcomes || stacks;
    how.persistent = o->stateless.kind == SEARCH_PERSISTENT;
    how.others = o->jobs > 1 && !stacks;
    how.places = several ? worker_pool_size(several) : 1;
    how.about = several;
    how.give_up = give_up;
    return how;
}

sys *native_start(const options *o, const string_list *words, bool stacks, worker_pool *several)
{
    native_options how = settings(o, stacks, several);
    word_vector all = {0};
    program_vector programs = {0};
    text problem = {0};
    char *library = find_installed(LIBRARY);
    word_addresses racy = {0};
    sys *s;

    read_racy(o, &racy);
    split(words, &all, &programs);
    how.library = library;
    how.programs = (char *const *const *)programs.at;
    how.racy = racy.at;
    how.n_racy = racy.n;
    s = native_open(&how, &problem);
    if (!s)
        fail(EXIT_INPUT, "heddle native: %s", text_str(&problem));
    vec_free_items(&all);
    vec_free(&programs);
    vec_free(&racy);
    mem_free(library);
    text_free(&problem);
    return s;
}

static u64 hash_file(const char *name, u64 seed)
{
    char *path = program_path(name);
    text bytes = {0};
    u64 hash = text_read_file(&bytes, path) ? hash_bytes(bytes.at, bytes.n, seed) : 0;

    text_free(&bytes);
    mem_free(path);
    return hash;
}

u64 native_hash(const string_list *words)
{
    u64 hash = 1;

    for (u32 i = 0; i < words->n; i++)
        if (i == 0 || strcmp(words->at[i - 1], "--") == 0)
            hash = hash_file(words->at[i], hash);
    return hash;
}

static sys *shown_program(const session *c)
{
    return native_start(&c->o, &c->o.front.args, true, NULL);
}

static void refuse_options(const options *o)
{
    if (o->front.files.n)
        fail(EXIT_USAGE, "heddle native: write -- before %s, the program and its arguments",
             o->front.files.at[0]);
    if (!o->front.args.n)
        fail(EXIT_USAGE,
             "heddle native: no program was given; write it after --, with its arguments");
    for (u32 i = 0; i < o->native.visible.n; i++)
        if (!native_visible(o->native.visible.at[i]))
            fail(EXIT_USAGE,
                 "heddle native: --visible %s: write a function, the number of its argument (1 to "
                 "6, 0 for none), and read or write, with colons between",
                 o->native.visible.at[i]);
    if (o->stateless.kind == SEARCH_PERSISTENT && !o->native.uses)
        fail(EXIT_USAGE,
             "heddle native: what a running program may still do is not known, so there "
             "are no persistent sets; say it with --uses, or take --search sleep or dpor");
}

static void describe(session *c)
{
    c->hash = native_hash(&c->o.front.args);
    c->shown = shown_program;
    c->level = "as it runs";
    c->runs = true;
}

/* What VERIFIED rests on. */
static void set_condition(session *c, sys *s, text *words)
{
    if (!native_instrumented(s))
        text_add(words, "memory accesses are no steps: data races are not seen");
    else
        text_add(words, "accesses of what heddle cc compiled are seen");
    if (native_rough(s))
        text_add(words, ", of gcc's code without structs that calls pass or return");
    if (!c->o.rules.no_spurious && (native_waited(s) || check_divided(c)))
        text_add(words, "; at most one spurious wake-up in a run");
    if (c->o.outcomes && native_several(s))
        text_add(words,
                 "; printing is no step: outcomes have one of the orders in which threads and "
                 "processes may print");
    for (u32 i = 0; i < c->o.native.hide.n; i++)
        text_addf(words, "; hidden: %s", c->o.native.hide.at[i]);
    c->condition = text_str(words);
}

typedef char address_word[24];

/* What was found to race is among the options from then on; to be freed. */
static address_word *keep_racy(session *c, const word_addresses *racy)
{
    address_word *words = mem_alloc(racy->n * sizeof *words);

    for (u32 i = 0; i < racy->n; i++) {
        snprintf(words[i], sizeof words[i], "%" PRIx64, racy->at[i]);
        vec_push(&c->o.racy, words[i]);
    }
    return words;
}

/* In this process. */
static address_word *search(session *c, sys *s, exercised *noted)
{
    native_search n = {.o = session_settings(c),
                       .how = check_stateless_settings(c),
                       .no_spurious = c->o.rules.no_spurious,
                       .promote = c->o.promote};
    growth steps = {.every = 1, .each = exercised_note, .with = noted};
    address_word *racy;

    n.o.growth = noted ? &steps : NULL;
    native_explore(s, &n, &c->r);
    racy = keep_racy(c, &n.racy);
    vec_free(&n.racy);
    return racy;
}

/* ---- what was exercised ---- */

static void add_exercise(void *with, const exercise *e)
{
    coverage *to = with;

    if (e->user && *e->file)
        coverage_line(to, e->file, e->line, (u8)(LINE_CODE | (e->steps ? LINE_REACHED : 0)),
                      e->steps);
    if (e->steps)
        coverage_operation(to, &(covered_operation){.call = (char *)e->call,
                                                    .file = (char *)e->file,
                                                    .line = e->line,
                                                    .steps = e->steps,
                                                    .threads = (char *)e->threads});
}

static void say_unknown(const session *c, sys *s, bool noted, coverage *to)
{
    if (!noted) {
        coverage_say(to, "Which operations runs come to is not known with -j: each process that "
                         "searches takes its own steps.");
        return;
    }
    coverage_say(to, "Lines without a visible operation are not told of: heddle native sees a "
                     "program where it is about to do something that others can see.");
    if (native_instrumented(s))
        coverage_say(to, "Accesses to memory are among them where they are steps: atomic ones, and "
                         "those that race.");
    if (c->o.native.hide.n)
        coverage_say(to, "What --hide names is not among them.");
}

/* While the program is there to be asked. */
static void find_covered(const session *c, sys *s, exercised *noted, coverage *to)
{
    if (noted)
        exercised_tell(noted, s, add_exercise, to);
    say_unknown(c, s, noted != NULL, to);
}

static void add_covered(const session *c, coverage *out)
{
    coverage *found = (coverage *)(uintptr_t)c->of;

    *out = *found;
    *found = (coverage){0};
}

/* How long a thread is blocked depends on the order of independent steps, too. */
static void judge_livelock(session *c)
{
    if (!c->o.native.livelock || c->o.stateless.kind == SEARCH_FULL ||
        c->r.verdict != VERDICT_VERIFIED)
        return;
    c->r.verdict = VERDICT_UNKNOWN;
    snprintf(c->r.reason, sizeof c->r.reason,
             "no error was found, but a thread may be blocked for %" PRIu64
             " states in orders that were left out; --livelock needs --search full",
             c->o.native.livelock);
}

/* In front of what shapes the program: which command it is for. */
static void mark_trace(session *c)
{
    c->trace.system = TRACE_NATIVE;
    vec_push(&c->trace.command, mem_strdup("native"));
    for (u32 i = 0; i < c->o.racy.n; i++) {
        vec_push(&c->trace.command, mem_strdup("--racy"));
        vec_push(&c->trace.command, mem_strdup(c->o.racy.at[i]));
    }
}

/* The failure that was found as a trace. */
static void find_trace(session *c, void *with)
{
    sys *s = with;

    mark_trace(c);
    search_trace(s, &c->r, &c->trace);
    simplify_runs(s, &c->r, &c->trace);
}

/* A program in which a search was halted is of no more use. */
static void find_traces(session *c, sys *searched)
{
    sys *s = c->r.halted ? native_start(&c->o, &c->o.front.args, false, NULL) : searched;

    find_trace(c, s);
    session_others(c, find_trace, s);
    if (s != searched)
        sys_close(s);
}

static sys *searched_program(const session *c)
{
    return native_start(&c->o, &c->o.front.args, false, NULL);
}

static void look_with_gdb(const session *c)
{
    sys *s = shown_program(c);

    gdb_follow(s, &c->trace, c->o.at);
    sys_close(s);
}

int cmd_native(int argc, char **argv)
{
    session c;
    address_word *racy = NULL;
    text condition = {0}, weak_order = {0}, reused = {0};
    coverage covered = {0};
    exercised *noted = NULL;
    int ends;
    sys *s;

    check_options(&c, FOR_NATIVE, argc, argv);
    refuse_options(&c.o);
    c.o.stateless.replay = true;
    describe(&c);
    interrupt_listen();
    if (check_divided(&c))
        workers_search(&c, (u32)c.o.jobs, searched_program);
    s = native_start(&c.o, &c.o.front.args, false, c.pool);
    if (c.o.html && c.o.jobs < 2)
        noted = exercised_open();
    if (!check_divided(&c))
        racy = search(&c, s, noted);
    if (c.o.html)
        find_covered(&c, s, noted, &covered);
    c.of = &covered;
    c.covered = add_covered;
    judge_livelock(&c);
    native_wakes_weakly(s);
    set_condition(&c, s, &condition);
    native_weak_order(s, &weak_order);
    c.weak_order = weak_order.n ? text_str(&weak_order) : NULL;
    native_reused(s, &reused);
    c.reused = reused.n ? text_str(&reused) : NULL;
    native_unseen(s, &c.unseen);
    c.reads_input = native_reads(s);
    c.accesses = native_instrumented(s);
    if (c.r.failed)
        find_traces(&c, s);
    sys_close(s);
    if (c.r.failed && c.o.gdb)
        c.after = look_with_gdb;
    ends = session_finish(&c);
    mem_free(racy);
    coverage_free(&covered);
    if (noted)
        exercised_close(noted);
    for (u32 i = 0; i < c.unseen.n; i++)
        mem_free((void *)(uintptr_t)c.unseen.at[i]);
    vec_free(&c.unseen);
    text_free(&condition);
    text_free(&weak_order);
    text_free(&reused);
    return ends;
}
