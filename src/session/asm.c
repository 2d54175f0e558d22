/* The search of an assembly system, from the file to the verdict.
 *
 * The search runs over collapsed steps; what it finds is taken apart into single instructions,
 * made short there, and replayed for the reader, as heddle check does. */
#include "session/asm.h"
#include "session/simplify.h"
#include "session/coverage.h"
#include "session/interrupt.h"
#include "session/session.h"
#include "session/shown.h"
#include "wrap/por.h"
#include "wrap/selfcheck.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct job {
    session s;
    asm_source from;
    u8 **reached; /* for the page; or NULL */
    text conditions;
    mu_formulas fixpoints;
} job;

/* NAME=VALUE. */
static definition split_set(string_list *names, const char *word)
{
    const char *equals = strchr(word, '=');
    char *end, *name;
    definition d;

    if (!equals || equals == word)
        fail(EXIT_USAGE, "heddle asm: --set %s; NAME=VALUE is needed", word);
    errno = 0;
    d.value = strtoll(equals + 1, &end, 0);
    if (end == equals + 1 || *end || errno)
        fail(EXIT_USAGE, "heddle asm: --set %s; the value is no number", word);
    name = mem_strndup(word, (size_t)(equals - word));
    vec_push(names, name);
    d.name = name;
    return d;
}

/* The options that shape the system. */
static void shape(const options *o, asm_source *a)
{
    a->made = o->asm_system;
    a->made.collapse = o->abstraction != ABSTRACTION_OFF;
    a->made.invariants = o->invariant;
    a->made.tso = o->vm.memory == MEMORY_TSO;
    if (o->vm.memory != MEMORY_SC && o->vm.memory != MEMORY_TSO)
        fail(EXIT_USAGE, "heddle: assembly systems have --memory sc and tso");
    for (u32 i = 0; i < o->set.n; i++)
        vec_push(&a->made.set, split_set(&a->names, o->set.at[i]));
}

casm *asm_load(const char *file, const casm_options *made)
{
    const char *dot = strrchr(file, '.');
    struct stat of;

    if (stat(file, &of) != 0 || access(file, R_OK) != 0)
        fail(EXIT_INPUT, "%s: %s; give the path of an assembly system", file, strerror(errno));
    if (S_ISDIR(of.st_mode))
        fail(EXIT_INPUT, "%s: is a folder; name the system in it", file);
    if (dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".cpp") == 0 || strcmp(dot, ".cc") == 0))
        fail(EXIT_INPUT, "%s: this is a C or C++ file; heddle check %s takes it", file, file);
    return casm_read(file, made);
}

void asm_read(asm_source *a, const options *o)
{
    *a = (asm_source){0};
    shape(o, a);
    a->c = asm_load(o->front.files.at[0], &a->made);
}

void asm_source_free(asm_source *a)
{
    casm_free(a->c);
    for (u32 i = 0; i < a->names.n; i++)
        mem_free((char *)a->names.at[i]);
    vec_free(&a->names);
    vec_free(&a->made.set);
}

asm_settings asm_machine(const options *o, bool plain)
{
    asm_settings m = o->asm_machine;

    m.plain = plain;
    m.no_symmetry |= plain;
    m.limit_bytes = o->max.memory;
    m.buffer = o->vm.buffer;
    return m;
}

/* The steps of the search as single instructions. */
static void take_apart(sys *plain, result *r)
{
    asm_steps steps = {0};

    for (u32 i = 0; i < r->steps.n; i++)
        vec_push(&steps, ((asm_step){.thread = r->steps.at[i].thread,
                                     .choice = r->steps.at[i].choice,
                                     .kind = r->steps.at[i].kind}));
    r->loop = asm_expand(plain, &steps, r->loop);
    vec_clear(&r->steps);
    for (u32 i = 0; i < steps.n; i++)
        vec_push(&r->steps, ((step_taken){.thread = steps.at[i].thread,
                                          .kind = steps.at[i].kind,
                                          .choice = steps.at[i].choice}));
    vec_free(&steps);
}

static sys *open_plain(const void *with)
{
    const job *j = with;
    asm_settings m = asm_machine(&j->s.o, true);

    return asm_open(j->from.c, &m);
}

/* The trace of single instructions, as short as that search could make it before. */
static void make_trace(job *j, const search_options *o)
{
    asm_settings m = asm_machine(&j->s.o, true);
    sys *plain;

    plain = asm_open(j->from.c, &m);
    take_apart(plain, &j->s.r);
    j->s.r.shortest = false;
    if (j->s.r.lasso)
        shown_cut(&j->s.r, shown_refuted(&j->s.properties, j->s.r.error.message, plain, &j->s.r));
    else if (o->shorten)
        search_shorten(plain, o, &j->s.r);
    search_trace(plain, &j->s.r, &j->s.trace);
    if (o->shorten && !j->s.r.lasso)
        simplify_trace(&(simplify_in){open_plain, j, o}, plain, &j->s.r, &j->s.trace);
    j->s.trace.system = TRACE_ASM;
    sys_close(plain);
}

static void make_other(session *s, void *with)
{
    job *j = (job *)(uintptr_t)s->of;

    make_trace(j, with);
}

static bool reducing(const job *j)
{
    return !j->s.o.no_reduction && asm_reducible(j->from.c, &j->s.o.asm_machine);
}

/* Engines over the whole system at once: what they find is steps like those of a search. */
static void search_whole(job *j)
{
    search_options o = session_settings(&j->s);

    if (j->s.o.asm_engine == ASM_BDD)
        asm_bdd(&j->s.o, j->from.c, &o, &j->s.properties, &j->s.r, &j->conditions, &j->s.report);
    else
        asm_symbolic(&j->s.o, j->from.c, &j->s.r, &j->conditions);
    if (j->s.r.failed)
        make_trace(j, &o);
    j->s.r.seconds = clock_seconds() - o.since;
}

/* Linear formulas: all of them in one search. */
static void check_linear(properties *p, const options *o, casm *c, const search_options *s,
                         result *to)
{
    asm_settings m = asm_machine(o, false);
    const property *violated;
    liveness_question live;
    result r = {0};
    sys *system;

    m.no_symmetry = true;
    system = asm_open(c, &m);
    properties_goals(p, o, &live);
    live.buffers = o->vm.memory != MEMORY_SC;
    search_liveness(system, s, &live, &r);
    search_close(system, &r);
    vec_free(&live.goals);
    violated = r.lasso ? properties_with(p, r.error.message) : NULL;
    if (violated)
        result_error(&r, &(failure){.kind = ERR_LTL,
                                    .thread = r.error.thread,
                                    .file = violated->at.file,
                                    .line = violated->at.line,
                                    .message = violated->message});
    properties_add_figures(&r, to);
    result_free(to);
    *to = r;
}

void asm_formulas(properties *p, const options *o, casm *c, const search_options *s, result *r,
                  text *report)
{
    asm_settings m = asm_machine(o, false);

    for (u32 i = 0; i < p->branches.n && !o->fair_ctl && r->verdict == VERDICT_VERIFIED; i++)
        properties_check_branch(p, &p->branches.at[i], asm_open(c, &m), s, r, report);
    if (p->all.n && r->verdict == VERDICT_VERIFIED)
        check_linear(p, o, c, s, r);
}

/* For the page: what runs come to, and each state. */
static void keep_coverage(job *j, asm_settings *m, search_options *o)
{
    if (!j->from.made.tso) /* where a store reaches memory, its line is not known any more */
        o->growth = &j->s.growth;
    if (!j->s.o.html)
        return;
    j->s.growth.every = j->from.made.tso ? 0 : 1;
    m->reached = j->reached = asm_reached_open(j->from.c);
}

static sys *open_reduced(const job *j, const asm_settings *m)
{
    sys *s = asm_open(j->from.c, m);

    if (reducing(j))
        s = por_open(s, POR_SUPERSTEP | POR_PERSISTENT |
                            (j->s.o.self_check ? POR_EVENTS | POR_CHECK : 0u));
    return j->s.o.self_check ? selfcheck_open(s) : s;
}

/* What the search found, as steps of the system under the reductions.  A system in which a search
 * was halted is of no more use. */
static void find_elementary(job *j, sys *searched)
{
    asm_settings m = asm_machine(&j->s.o, false);
    result *r = &j->s.r;
    sys *s = r->halted ? open_reduced(j, &m) : searched;
    step_list first;

    search_elementary(s, r);
    first = r->steps;
    for (u32 i = 0; i < r->others.n; i++) {
        r->steps = r->others.at[i].steps;
        search_elementary(s, r);
        r->others.at[i].steps = r->steps;
    }
    r->steps = first;
    if (s != searched)
        sys_close(s);
}

static void search(job *j)
{
    asm_settings m = asm_machine(&j->s.o, false);
    search_options o = session_settings(&j->s);
    sys *s;

    keep_coverage(j, &m, &o);
    s = open_reduced(j, &m);
    if (j->s.o.asm_engine == ASM_BFS)
        search_bfs(s, &o, &j->s.r);
    else
        search_dfs(s, &o, &j->s.r);
    if (j->s.r.failed)
        find_elementary(j, s);
    search_close(s, &j->s.r);
    growth_sort(&j->s.growth);
    o.growth = NULL;
    o.errors = 1;
    if (j->s.r.verdict == VERDICT_VERIFIED)
        asm_formulas(&j->s.properties, &j->s.o, j->from.c, &o, &j->s.r, &j->s.report);
    asm_check_mu(&j->fixpoints, &j->s.o, j->from.c, &o, &j->s.r, &j->s.report);
    if (j->s.r.failed)
        make_trace(j, &o);
    session_others(&j->s, make_other, &o);
}

static void add_line(void *with, const char *file, u32 line, bool reached, bool one_way)
{
    coverage_line(with, file, line,
                  (u8)(LINE_CODE | (reached ? LINE_REACHED : 0) | (one_way ? LINE_ONE_WAY : 0)), 0);
}

static void add_covered(const session *s, coverage *out)
{
    const job *j = s->of;

    if (j->reached)
        asm_reached_tell(j->from.c, j->reached, add_line, out);
    if (j->reached && j->from.made.tso)
        coverage_say(out, "States by line are not known under --memory tso: a store reaches memory "
                          "when its line is over.");
    if (!j->reached)
        coverage_say(out, j->s.o.asm_engine == ASM_BDD
                              ? "Which lines runs come to is not known: the engine bdd computes "
                                "with sets of states; --engine dfs tells."
                              : "Which lines runs come to is not known: the engine symbolic asks a "
                                "solver and takes no steps; --engine dfs tells.");
}

/* Single instructions are shown. */
static sys *shown_system(const session *s)
{
    const job *j = s->of;
    asm_settings m = asm_machine(&s->o, true);

    return asm_open(j->from.c, &m);
}

static void begin(job *j)
{
    j->s.of = j;
    j->s.hash = casm_hash(j->from.c);
    j->s.shown = shown_system;
    j->s.covered = add_covered;
}

/* How many states there are without the abstraction. */
static void count_plain(job *j, text *out)
{
    casm_options made = j->from.made;
    asm_settings m = asm_machine(&j->s.o, false);
    search_options o = session_settings(&j->s);
    result r;
    casm *c;
    sys *s;

    made.collapse = false;
    o.outcomes = NULL;
    o.since = clock_seconds();
    c = asm_load(j->s.o.front.files.at[0], &made);
    s = asm_open(c, &m);
    search_dfs(s, &o, &r);
    text_addf(out, ", %s%" PRIu64 " states without it",
              r.verdict == VERDICT_UNKNOWN ? "more than " : "", r.states);
    search_close(s, &r);
    result_free(&r);
    casm_free(c);
}

static void describe(job *j)
{
    text *t = &j->conditions;
    const casm *c = j->from.c;

    casm_describe(c, j->s.o.asm_machine.switch_at, t);
    if (j->s.o.abstraction == ABSTRACTION_COMPARE)
        count_plain(j, t);
    if (asm_searches(j->s.o.asm_engine) && !j->s.o.asm_machine.no_symmetry && asm_symmetric(c))
        text_add(t, ", copies merged");
    if (asm_searches(j->s.o.asm_engine) && reducing(j))
        text_add(t, ", partial-order reduction");
}

static void describe_proved(const job *j, text *out)
{
    u32 branching = j->s.properties.branches.n, others = j->fixpoints.n,
        n = branching + j->s.properties.all.n + others;

    text_add(out, "no error in any interleaving");
    if (n)
        text_addf(out, n == 1 ? ", the formula holds" : ", the %u formulas hold", n);
    if (j->s.properties.all.n && properties_fairness(&j->s.o, true) != FAIR_NONE)
        text_addf(out, "%s under %s",
                  (branching && !j->s.o.fair_ctl) || others ? ", linear ones" : "",
                  fairness_words[properties_fairness(&j->s.o, true)]);
    else if (j->s.o.fair_ctl && branching)
        text_addf(out, "%s under %s", j->s.properties.all.n ? ", branching ones" : "",
                  fairness_words[FAIR_WEAK]);
}

/* The properties of the file, then those of the options. */
static void add_stated(job *j)
{
    string_list *out = &j->s.stated;

    for (u32 i = 0; i < casm_properties(j->from.c); i++)
        vec_push(out, casm_property_at(j->from.c, i).text);
    for (u32 i = 0; i < j->s.o.ctl.n; i++)
        vec_push(out, j->s.o.ctl.at[i]);
    for (u32 i = 0; i < j->s.o.ltl.n; i++)
        vec_push(out, j->s.o.ltl.at[i]);
    for (u32 i = 0; i < j->s.o.mu.n; i++)
        vec_push(out, j->s.o.mu.at[i]);
}

static int finish(job *j)
{
    static const char *const engines[] = {ASM_WORDS(WORD_TEXT)};
    text proved = {0};
    int exit_status;

    describe(j);
    describe_proved(j, &proved);
    add_stated(j);
    j->s.engine = engines[j->s.o.asm_engine];
    j->s.conditions = text_str(&j->conditions);
    j->s.proved = text_str(&proved);
    exit_status = session_finish(&j->s);
    text_free(&proved);
    return exit_status;
}

static void job_free(job *j)
{
    text_free(&j->conditions);
    asm_free_mu(&j->fixpoints);
    asm_reached_close(j->from.c, j->reached);
    asm_source_free(&j->from);
}

void asm_part(const options *o, const casm_options *made, asm_part_result *out)
{
    job j = {.s = {.o = *o}, .from = {.made = *made}};

    j.s.o.rules.allow_deadlock = true; /* whoever is above may go on */
    j.s.o.json = j.s.o.html = NULL;
    j.s.o.keep_going = 1;
    j.from.c = asm_load(j.s.o.front.files.at[0], made);
    begin(&j);
    if (made->live)
        properties_read_asm(&j.s.properties, &j.s.o, j.from.c, &j.from.made);
    search(&j);
    *out = (asm_part_result){.verdict = j.s.r.verdict, .states = j.s.r.states};
    if (j.s.r.failed) {
        session_replay(&j.s);
        out->trace = j.s.report;
        j.s.report = (text){0};
    }
    session_forget(&j.s);
    if (made->live)
        properties_free(&j.s.properties);
    casm_free(j.from.c);
}

static void check_whole_system(job *j)
{
    const options *o = &j->s.o;

    if (o->asm_engine == ASM_SYMBOLIC && j->s.properties.branches.n + j->s.properties.all.n)
        fail(EXIT_USAGE, "heddle asm: --engine symbolic decides assertions, invariants and "
                         "deadlock; formulas need dfs or bdd");
    if (!casm_processes(j->from.c))
        fail(EXIT_INPUT,
             "%s:1: error: the system has no process; families are proved with --induction",
             casm_file(j->from.c));
    interrupt_listen();
    if (asm_searches(o->asm_engine))
        search(j);
    else
        search_whole(j);
}

/* A proof by parts has its own ending. */
static int prove(job *j, int (*by_parts)(session *s, const casm_options *made, const casm *c))
{
    int exit_status = by_parts(&j->s, &j->from.made, j->from.c);

    session_free(&j->s);
    return exit_status;
}

int asm_check(int argc, char **argv)
{
    job j = {0};
    int exit_status;

    session_begin(&j.s, FOR_ASM, argc, argv);
    if (j.s.o.front.files.n != 1)
        fail(EXIT_USAGE, "heddle asm: %s; heddle help asm says more",
             j.s.o.front.files.n ? "one system file at a time can be checked"
                                 : "no file was given");
    asm_read(&j.from, &j.s.o);
    begin(&j);
    properties_read_asm(&j.s.properties, &j.s.o, j.from.c, &j.from.made);
    asm_read_mu(&j.fixpoints, &j.s.o, &j.from.made, j.from.c);
    if (j.s.o.induction) {
        exit_status = prove(&j, asm_induction);
    } else if (casm_imports(j.from.c) && !j.from.made.whole) {
        exit_status = prove(&j, asm_modules);
    } else {
        check_whole_system(&j);
        exit_status = finish(&j);
    }
    job_free(&j);
    return exit_status;
}
