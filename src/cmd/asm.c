/* heddle asm: read a system file, search, report.
 *
 * The search runs over collapsed steps; what it finds is taken apart into single instructions,
 * made short there, and replayed for the reader, as heddle check does. */
#include "asm/machine.h"
#include "cmd/interrupt.h"
#include "cmd/asm.h"
#include "cmd/check.h"
#include "cmd/options.h"
#include "cmd/properties.h"
#include "cmd/verdict.h"
#include "report/report.h"
#include "search/search.h"
#include "wrap/por.h"
#include "wrap/selfcheck.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct job {
    options o;
    casm_options made;
    casm *c;
    result r;
    trace trace;
    text conditions, report, steps, outcomes;
    asm_formulas formulas;
    char *trace_file;
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

void asm_options(const options *o, casm_options *out, string_list *names)
{
    *out = (casm_options){.arch = (arch)o->arch, .collapse = o->abstraction != ABSTRACTION_OFF};
    for (u32 i = 0; i < o->set.n; i++)
        vec_push(&out->set, split_set(names, o->set.at[i]));
    for (u32 i = 0; i < o->invariant.n; i++)
        vec_push(&out->invariants, o->invariant.at[i]);
}

void asm_options_free(casm_options *made, string_list *names)
{
    for (u32 i = 0; i < names->n; i++)
        mem_free((char *)names->at[i]);
    vec_free(names);
    vec_free(&made->set);
    vec_free(&made->invariants);
}

/* What engines over the whole system do not know. */
static void refuse_with_whole(const options *o)
{
    bool bdd = o->asm_engine == ASM_BDD;
    const char *other = o->switch_at                                         ? "--switch-at"
                        : o->outcomes                                        ? "--outcomes"
                        : o->max_states                                      ? "--max-states"
                        : o->max_depth                                       ? "--max-depth"
                        : o->self_check                                      ? "--self-check"
                        : o->no_symmetry                                     ? "--no-symmetry"
                        : o->no_reduction                                    ? "--no-reduction"
                        : bdd && o->arch == ARCH_SMP                         ? "--arch smp"
                        : bdd && properties_fairness(o, true) == FAIR_STRONG ? "--fair strong"
                                                                             : NULL;

    if (o->asm_engine >= ASM_SYMBOLIC && other)
        fail(EXIT_USAGE, "heddle asm: --engine %s does not go with %s; leave one out",
             bdd ? "bdd" : "symbolic", other);
}

/* What an obligation does not ask, or what would leave out runs of it. */
static void refuse_with_induction(const options *o)
{
    const char *other = o->asm_engine >= ASM_SYMBOLIC ? "--engine symbolic or bdd"
                        : o->switch_at                ? "--switch-at"
                        : o->invariant.n              ? "--invariant"
                        : o->ltl.n                    ? "--ltl"
                        : o->ctl.n                    ? "--ctl"
                        : o->outcomes                 ? "--outcomes"
                        : o->json                     ? "--json"
                        : o->trace                    ? "--trace"
                                                      : NULL;

    options_induction("asm", o, o->induction != NULL, other);
}

static void read_options(job *j, int argc, char **argv)
{
    options_parse(&j->o, FOR_ASM, argc, argv);
    if (j->o.front.files.n != 1)
        fail(EXIT_USAGE, "heddle asm: %s; heddle help asm says more",
             j->o.front.files.n ? "one system file at a time can be checked" : "no file was given");
    refuse_with_whole(&j->o);
    if (j->o.switch_at && j->o.arch != ARCH_SINGLE)
        fail(EXIT_USAGE, "heddle asm: --switch-at needs --arch single");
    refuse_with_induction(&j->o);
    if (!j->o.max_memory)
        j->o.max_memory = check_memory();
}

machine_options asm_machine(const options *o, bool plain)
{
    return (machine_options){.plain = plain,
                             .switch_at = o->switch_at,
                             .symmetry = !plain && !o->no_symmetry,
                             .limit_bytes = o->max_memory};
}

static search_options settings(job *j)
{
    return (search_options){
        .max = {j->o.max_states, j->o.max_depth, j->o.max_memory, j->o.max_time},
        .since = clock_seconds(),
        .progress = j->o.progress || (isatty(STDERR_FILENO) && !j->o.quiet),
        .shorten = !j->o.no_shorten,
        .allow_deadlock = j->o.allow_deadlock,
        .interrupted = &interrupted,
        .outcomes = j->o.outcomes ? &j->outcomes : NULL,
    };
}

/* The steps of the search as single instructions. */
static void take_apart(sys *plain, result *r)
{
    asm_steps steps = {0};

    for (u32 i = 0; i < r->steps.n; i++)
        vec_push(&steps, ((asm_step){r->steps.at[i].thread, r->steps.at[i].choice}));
    r->loop = asm_expand(plain, &steps, r->loop);
    vec_clear(&r->steps);
    for (u32 i = 0; i < steps.n; i++)
        vec_push(&r->steps, ((step_taken){.thread = steps.at[i].thread,
                                          .kind = MOVE_RUN,
                                          .choice = steps.at[i].choice}));
    vec_free(&steps);
}

/* The trace of single instructions, as short as that search could make it before. */
static void make_trace(job *j, const search_options *o)
{
    machine_options m = asm_machine(&j->o, true);
    sys *plain;

    plain = asm_open(j->c, &m);
    take_apart(plain, &j->r);
    j->r.shortest = false;
    if (j->r.lasso)
        asm_formulas_cut(&j->formulas, plain, &j->r);
    else if (o->shorten)
        search_shorten(plain, o, &j->r);
    search_trace(plain, &j->r, &j->trace);
    j->trace.system = TRACE_ASM;
    sys_close(plain);
}

/* Partial-order reduction needs to know what a property reads; assertions say it themselves. */
static bool reducing(const job *j)
{
    if (j->o.no_reduction || j->c->arch == ARCH_SMP || j->o.switch_at ||
        (!j->o.no_symmetry && asm_symmetric(j->c)))
        return false;
    for (u32 i = 0; i < j->c->properties.n; i++)
        if (j->c->properties.at[i].kind == PROP_INVARIANT)
            return false;
    return true;
}

/* Engines over the whole system at once: what they find is steps like those of a search. */
static void search_whole(job *j)
{
    search_options o = settings(j);

    if (j->o.asm_engine == ASM_BDD)
        asm_bdd(&j->o, j->c, &o, &j->formulas, &j->r, &j->conditions, &j->report);
    else
        asm_symbolic(&j->o, j->c, &j->r, &j->conditions);
    if (j->r.failed)
        make_trace(j, &o);
    j->r.seconds = clock_seconds() - o.since;
}

static void search(job *j)
{
    machine_options m = asm_machine(&j->o, false);
    search_options o = settings(j);
    sys *s = asm_open(j->c, &m);

    if (reducing(j))
        s = por_open(s, POR_SUPERSTEP | POR_PERSISTENT | (j->o.self_check ? POR_EVENTS : 0u));
    if (j->o.self_check)
        s = selfcheck_open(s);
    if (j->o.asm_engine == ASM_BFS)
        search_bfs(s, &o, &j->r);
    else
        search_dfs(s, &o, &j->r);
    if (j->r.failed)
        search_elementary(s, &j->r);
    search_close(s, &j->r);
    if (j->r.verdict == VERDICT_VERIFIED)
        asm_formulas_check(&j->formulas, &j->o, j->c, &o, &j->r, &j->report);
    if (j->r.failed)
        make_trace(j, &o);
}

static void show(job *j)
{
    report_options o = {.colour = options_colour(&j->o, STDOUT_FILENO),
                        .width = options_width(&j->o, STDOUT_FILENO),
                        .all = j->o.all};
    machine_options m = asm_machine(&j->o, true);
    sys *s = asm_open(j->c, &m);
    const char *problem;

    asm_formulas_letters(&j->formulas, &j->trace, &o);
    problem = report_text(s, &j->trace, &o, &j->report);

    if (!problem && j->o.json)
        problem = report_json(s, &j->trace, &o, &j->steps);
    if (!problem && j->trace.lasso)
        problem = lasso_check(s, &j->trace);
    if (problem)
        die("the counterexample does not replay: %s", problem);
    sys_close(s);
    vec_free(&o.letters);
}

/* How many states there are without the abstraction. */
static void count_plain(job *j, text *out)
{
    casm_options made = j->made;
    machine_options m = asm_machine(&j->o, false);
    search_options o = settings(j);
    result r;
    casm *c;
    sys *s;

    made.collapse = false;
    o.outcomes = NULL;
    o.since = clock_seconds();
    c = casm_read(j->o.front.files.at[0], &made);
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
    const casm *c = j->c;

    text_addf(t, "%s, %u process%s", arch_names[c->arch], c->processes.n,
              c->processes.n == 1 ? "" : "es");
    if (j->o.switch_at)
        text_addf(t, ", switches at %s", j->o.switch_at);
    if (!c->collapsed)
        text_add(t, ", no abstraction");
    else
        text_addf(t, ", abstraction: %u of %u state variables and %u of %u bits removed",
                  c->removed_vars, c->all_vars, c->removed_bits, c->all_bits);
    if (j->o.abstraction == ABSTRACTION_COMPARE)
        count_plain(j, t);
    if (j->o.asm_engine < ASM_SYMBOLIC && !j->o.no_symmetry && asm_symmetric(c))
        text_add(t, ", copies merged");
    if (j->o.asm_engine < ASM_SYMBOLIC && reducing(j))
        text_add(t, ", partial-order reduction");
}

static void describe_proved(const job *j, text *out)
{
    u32 n = j->formulas.branching.n + j->formulas.linear.n;

    text_add(out, "no error in any interleaving");
    if (n)
        text_addf(out, n == 1 ? ", the formula holds" : ", the %u formulas hold", n);
    if (j->formulas.linear.n && properties_fairness(&j->o, true) != FAIR_NONE)
        text_addf(out, " under %s", fairness_words[properties_fairness(&j->o, true)]);
}

/* The properties of the file, then those of the options. */
static void add_stated(const job *j, string_list *out)
{
    for (u32 i = 0; i < j->c->properties.n; i++)
        vec_push(out, j->c->properties.at[i].text);
    for (u32 i = 0; i < j->o.ctl.n; i++)
        vec_push(out, j->o.ctl.at[i]);
    for (u32 i = 0; i < j->o.ltl.n; i++)
        vec_push(out, j->o.ltl.at[i]);
}

static void print(job *j)
{
    static const char *const engines[] = {"dfs", "bfs", "symbolic", "bdd"};
    FILE *to = j->o.json && strcmp(j->o.json, "-") == 0 ? stderr : stdout;
    properties none = {0};
    text proved = {0};
    facts f = {.o = &j->o,
               .r = &j->r,
               .properties = &none,
               .engine = engines[j->o.asm_engine],
               .conditions = text_str(&j->conditions),
               .trace_file = j->trace_file,
               .steps = j->steps.n ? text_str(&j->steps) : NULL};
    text line = {0};

    add_stated(j, &f.stated);
    describe_proved(j, &proved);
    f.proved = text_str(&proved);
    verdict_line(&f, &line);
    if (!j->o.quiet)
        fputs(text_str(&j->report), to);
    fputs(text_str(&j->outcomes), to);
    fputs(text_str(&line), to);
    text_free(&line);
    if (j->o.json)
        verdict_write(&f);
    vec_free(&f.stated);
    text_free(&proved);
}

static void job_free(job *j, string_list *names)
{
    result_free(&j->r);
    trace_free(&j->trace);
    text_free(&j->conditions);
    text_free(&j->report);
    text_free(&j->steps);
    text_free(&j->outcomes);
    mem_free(j->trace_file);
    asm_formulas_free(&j->formulas);
    asm_options_free(&j->made, names);
    casm_free(j->c);
    options_free(&j->o);
}

void asm_part(const options *o, const casm_options *made, asm_part_result *out)
{
    job j = {.o = *o, .made = *made};

    j.o.allow_deadlock = true; /* whoever is above may go on */
    j.o.json = NULL;
    j.c = casm_read(o->front.files.at[0], made);
    search(&j);
    *out = (asm_part_result){.verdict = j.r.verdict, .states = j.r.states};
    if (j.r.failed) {
        check_describe_trace(&j.trace, &j.o, j.c->hash, &j.r);
        show(&j);
        out->trace = j.report;
        j.report = (text){0};
    }
    result_free(&j.r);
    trace_free(&j.trace);
    text_free(&j.report);
    casm_free(j.c);
}

int cmd_asm(int argc, char **argv)
{
    static const int statuses[] = {EXIT_VERIFIED, EXIT_FAILED, EXIT_UNKNOWN};
    string_list names = {0};
    job j = {0};
    int exit_status;

    read_options(&j, argc, argv);
    asm_options(&j.o, &j.made, &names);
    j.c = casm_read(j.o.front.files.at[0], &j.made);
    asm_formulas_read(&j.formulas, &j.o, j.c, &j.made);
    if (j.o.induction) {
        exit_status = asm_induction(&j.o, &j.made, j.c);
        job_free(&j, &names);
        return exit_status;
    }
    if (j.o.asm_engine == ASM_SYMBOLIC && j.formulas.branching.n + j.formulas.linear.n)
        fail(EXIT_USAGE, "heddle asm: --engine symbolic decides assertions, invariants and "
                         "deadlock; formulas need dfs or bdd");
    if (!j.c->processes.n)
        fail(EXIT_INPUT,
             "%s:1: error: the system has no process; families are proved with --induction",
             j.c->files.at[0]);
    interrupt_listen();
    if (j.o.asm_engine >= ASM_SYMBOLIC)
        search_whole(&j);
    else
        search(&j);
    if (j.r.failed) {
        check_describe_trace(&j.trace, &j.o, j.c->hash, &j.r);
        show(&j);
        j.trace_file = check_write_trace(&j.trace, &j.o);
    }
    describe(&j);
    print(&j);
    exit_status = statuses[j.r.verdict];
    job_free(&j, &names);
    return exit_status;
}
