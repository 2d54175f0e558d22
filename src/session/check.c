/* The search of a C program, in the machine's canonical mode. */
#include "session/interrupt.h"
#include "session/check.h"
#include "session/coverage.h"
#include "session/mpi.h"
#include "session/order_calls.h"
#include "session/orders.h"
#include "base/mutant.h"
#include "graph/graph.h"
#include "session/portfolio.h"
#include "session/resume.h"
#include "session/shown.h"
#include "session/simplify.h"
#include "session/workers.h"
#include "search/search.h"
#include "wrap/abstract.h"
#include "wrap/context.h"
#include "wrap/por.h"
#include "wrap/selfcheck.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_RUNS    1000
#define DEFAULT_CHANGES 2

static bool by_chance(const options *o)
{
    return o->stateless.kind == SEARCH_RANDOM || o->stateless.kind == SEARCH_PCT;
}

static void refuse_amounts(const char *command, const options *o)
{
    if (o->jobs > WORKERS_MOST)
        fail(EXIT_USAGE, "heddle %s: -j takes at most %d processes", command, WORKERS_MOST);
    if (o->preemption_bound.low != o->preemption_bound.high)
        fail(EXIT_USAGE, "heddle %s: --preemption-bound takes one number", command);
}

/* Processes that share states share no more than these. */
static void refuse_sharing(const char *command, const session *c)
{
    const options *o = &c->o;
    const char *with = o->context_bound.set                   ? "--context-bound"
                       : options_reductions(o) & REDUCE_SLEEP ? "--reduction sleep"
                       : o->abstract.n                        ? "--abstract"
                       : o->thread_symmetry                   ? "--thread-symmetry"
                       : o->family                            ? "--induction"
                       : c->properties.branches.n             ? "--ctl"
                                                              : NULL;

    if ((o->engine == ENGINE_BFS || o->engine == ENGINE_AUTO) && o->jobs > 1 && with)
        fail(EXIT_USAGE, "heddle %s: -j does not go with %s", command, with);
}

/* Files that another command takes. */
static void refuse_files(const string_list *files)
{
    static const struct {
        const char *ending, *what, *command;
    } others[] = {{".casm", "an assembly system", "asm"},
                  {".litmus", "a litmus test", "litmus"},
                  {".trace", "a trace", "replay"}};

    for (u32 i = 0; i < files->n; i++) {
        const char *dot = strrchr(files->at[i], '.');

        for (u32 k = 0; dot && k < LENGTH(others); k++)
            if (strcmp(dot, others[k].ending) == 0)
                fail(EXIT_INPUT, "%s: this is %s; heddle %s %s takes it", files->at[i],
                     others[k].what, others[k].command, files->at[i]);
    }
}

void check_options(session *c, int command, int argc, char **argv)
{
    mpi_silence(argc, argv);
    session_begin(c, command, argc, argv);
    if (c->o.suggest_orders)
        c->o.vm.memory = MEMORY_RC11;
    if (command == FOR_NATIVE)
        c->o.engine = ENGINE_STATELESS;
    refuse_amounts(argv[0], &c->o);
    if (!c->o.front.files.n && command != FOR_NATIVE)
        fail(EXIT_USAGE, "heddle %s: no file was given; heddle help %s says more", argv[0],
             argv[0]);
    if (command != FOR_NATIVE)
        refuse_files(&c->o.front.files);
    if (c->o.jobs > 1 && c->o.engine == ENGINE_STATELESS && !by_chance(&c->o) &&
        !(c->pool = worker_pool_open((u32)c->o.jobs)))
        fail(EXIT_UNKNOWN, "heddle %s: no room for %" PRIu64 " processes: %s", argv[0], c->o.jobs,
             strerror(errno));
    properties_read(&c->properties, &c->o);
    if (c->properties.stepwise)
        note("a property may speak of single steps (X, or an automaton that does not say it is "
             "stutter-invariant): the reductions are switched off");
    properties_goals(&c->properties, &c->o, &c->live);
    c->live.buffers = c->o.vm.memory != MEMORY_SC;
    refuse_sharing(argv[0], c);
    if (c->o.store != STORE_EXACT && c->o.max.depth && c->o.engine != ENGINE_BFS)
        fail(EXIT_USAGE, "heddle %s: --store %s goes with --max-depth in --engine bfs alone",
             argv[0], c->o.store == STORE_COMPACT ? "compact" : "bitstate");
    if (c->o.mpi)
        c->o.engine = ENGINE_BFS;
    mpi_begin(c);
}

static bool is_stateless(const session *c)
{
    return c->o.engine == ENGINE_STATELESS;
}

/* The reductions that are none of the machine's own, as the wrapper for them knows them.  A
 * stateless search has its own. */
static u32 wrapped_reductions(const session *c)
{
    u32 reductions = options_reductions(&c->o);

    if (is_stateless(c))
        return c->o.stateless.kind == SEARCH_PERSISTENT ? POR_PERSISTENT | POR_EVENTS : 0;

    return (reductions & REDUCE_SUPERSTEP ? POR_SUPERSTEP : 0u) |
           (reductions & REDUCE_PERSISTENT ? POR_PERSISTENT | POR_WHOLE_RUNS : 0u) |
           (reductions & REDUCE_SLEEP ? POR_SLEEP : 0u);
}

static bool bounded(const session *c)
{
    return c->o.context_bound.set;
}

/* Can data races be found by what threads are about to do?  Somebody must look ahead, all states
 * with the same next steps must be the same, and one search must be worth nothing for another to
 * begin in its place. */
static bool races_near(const session *c)
{
    const options *o = &c->o;
    u32 flags = wrapped_reductions(c);

    return o->races == RACES_ERROR && !is_stateless(c) && flags & POR_SUPERSTEP &&
           !(flags & POR_SLEEP) && !bounded(c) && !o->abstract.n && !o->thread_symmetry &&
           !o->rules.no_spurious && o->vm.addresses != ADDRESSES_LAYOUT &&
           o->vm.memory == MEMORY_SC && o->jobs < 2 && o->keep_going < 2 && !o->checkpoint &&
           !c->resume && !o->mpi && !c->live.goals.n && !c->properties.branches.n && !o->family;
}

/* What is searched: the machine, and over it what leaves out some of its runs. */
sys *check_wrap(const session *c, sys *base)
{
    u32 flags = wrapped_reductions(c);
    sys *s = base;

    flags |= c->near ? POR_RACES : 0u;
    if (flags)
        s = por_open(base, flags | (c->o.self_check ? POR_EVENTS | POR_CHECK : 0u));

    s = options_abstract(&c->o, s);
    if (c->o.self_check && !is_stateless(c)) /* which has checks of its own (search/claims.c) */
        s = selfcheck_open(s);
    return bounded(c) ? context_open(s, c->bound) : s;
}

stateless_options check_stateless_settings(const session *c)
{
    stateless_options how = c->o.stateless;

    how.pool = c->pool;
    how.check = c->o.self_check;
    how.bounded = c->o.preemption_bound.set;
    how.preemptions = (u32)c->o.preemption_bound.low;
    how.runs = how.runs ? how.runs : DEFAULT_RUNS;
    how.changes = how.changes ? how.changes : DEFAULT_CHANGES;
    return how;
}

bool check_divided(const session *c)
{
    return c->o.jobs > 1 && by_chance(&c->o);
}

static sys *searched_machine(const session *c)
{
    return check_wrap(c, check_open(c, NULL));
}

static void run(session *c, sys *s, const search_options *o)
{
    stateless_options how = check_stateless_settings(c);

    if (c->live.goals.n)
        search_liveness(s, o, &c->live, &c->r);
    else if (check_divided(c))
        workers_search(c, (u32)c->o.jobs, searched_machine);
    else if (c->o.engine == ENGINE_STATELESS)
        search_stateless(s, o, &how, &c->r);
    else if (c->o.mpi)
        mpi_search(c, s, o);
    else if (c->o.engine == ENGINE_BFS)
        search_bfs(s, o, &c->r);
    else
        search_dfs(s, o, &c->r);
}

/* The verdict within a bound that left something out. */
void check_say_bound(session *c, u32 bound, const char *before)
{
    bool supersteps = options_reductions(&c->o) & REDUCE_SUPERSTEP;
    char reason[sizeof c->r.reason];

    snprintf(reason, sizeof reason, "%s%sno error within %u preemption%s%s", before,
             *before ? "; " : "", bound, bound == 1 ? "" : "s",
             supersteps
                 ? ", counted between supersteps: a run with as few between single steps may "
                   "have been missed"
                 : "");
    memcpy(c->r.reason, reason, sizeof reason);
    c->r.verdict = VERDICT_UNKNOWN;
}

/* Raises the bound until there is an error, nothing is left out, or a limit is reached. */
static void deepen(session *c, sys *s, const search_options *o)
{
    u32 low = (u32)c->o.context_bound.low, high = (u32)c->o.context_bound.high;

    for (c->bound = low;; c->bound++) {
        result_free(&c->r);
        text_clear(&c->outcomes);
        context_bound(s, c->bound);
        run(c, s, o);
        if (c->r.verdict != VERDICT_VERIFIED || !context_cut(s) || c->bound == high)
            break;
    }
    if (c->r.verdict == VERDICT_VERIFIED && context_cut(s))
        check_say_bound(c, c->bound, "");
    else if (c->r.verdict == VERDICT_UNKNOWN && c->bound > low)
        check_say_bound(c, c->bound - 1, c->r.reason);
}

void check_say_abstract(session *c)
{
    c->r.verdict = VERDICT_UNKNOWN;
    snprintf(c->r.reason, sizeof c->r.reason,
             "no error was found, but states were told apart by --abstract alone");
}

/* Nothing is proved where states were dropped that only look like others. */
static void judge_abstract(session *c)
{
    if (c->o.abstract.n && !MUTANT(ABSTRACT_PROVED) && c->r.verdict == VERDICT_VERIFIED)
        check_say_abstract(c);
}

/* The machine, within the bound on preemptions where there is one: a short trace is not to have
 * more.  Abstractions are still evaluated, but states told apart as they are.
 */
static sys *elementary(const session *c, sys *base)
{
    sys *s = options_abstract(&c->o, sys_clone(base));

    if (c->o.abstract.n)
        abstract_exact(s);
    return bounded(c) ? context_open(s, c->bound) : s;
}

/* The steps up to the first failure: an abstraction may have no value in a state that the reduced
 * search passed over. */
static void cut_steps(sys *s, result *r)
{
    taken t = {0};
    u32 n = 0;

    sys_reset(s);
    while (n < r->steps.n && t.outcome == OUT_RAN) {
        step_taken e = r->steps.at[n++];

        sys_step(s, e.thread, e.kind, e.choice, &t);
        if (t.outcome == OUT_RAN)
            sys_save(s);
    }
    r->steps.n = n;
    if (t.outcome == OUT_ERROR)
        result_error(r, &t.error);
    taken_free(&t);
}

/* Where a thread is. */
static bool place_thread(sys *e, u16 thread, failure *f)
{
    frame_shown top = {0};
    bool there = sys_stack(e, thread, 1, &top) && top.line;

    if (there) {
        f->thread = thread;
        f->file = top.file;
        f->line = top.line;
    }
    text_free(&top.locals);
    return there;
}

/* A run that never ends goes wrong nowhere: its place is where its loop begins, or where the thread
 * is that waits for ever; of one that has ended, where it was last. */
static void place_lasso(const session *c, sys *e, result *r)
{
    taken t = {0};
    failure f = r->error;
    bool starves = f.kind == ERR_STARVATION, placed = false;

    f.message = mem_strdup(r->error.message);
    sys_reset(e);
    for (u32 i = 0; i < r->steps.n && (i <= r->loop || !placed); i++) {
        step_taken m = r->steps.at[i];

        placed = place_thread(e, starves && i >= r->loop ? c->live.found.thread : m.thread, &f);
        sys_step(e, m.thread, m.kind, m.choice, &t);
        sys_save(e);
    }
    result_error(r, &f);
    mem_free((char *)f.message);
    taken_free(&t);
}

/* Where the formula is false whatever comes: the run is shown up to there, and its last step is the
 * place. */
static void cut_lasso(const session *c, sys *e, result *r)
{
    u32 n = shown_refuted(&c->properties, r->error.message, e, r);
    failure f = r->error;
    taken t = {0};

    if (!n)
        return;
    f.message = mem_strdup(r->error.message);
    sys_reset(e);
    for (u32 i = 0; i + 1 < n; i++) {
        step_taken m = r->steps.at[i];

        place_thread(e, m.thread, &f);
        if (i + 2 == n)
            break;
        sys_step(e, m.thread, m.kind, m.choice, &t);
        sys_save(e);
    }
    shown_cut(r, n);
    result_error(r, &f);
    mem_free((char *)f.message);
    taken_free(&t);
}

static sys *open_machine(const void *with)
{
    return check_open(with, NULL);
}

/* Nobody asked for another order of runs than that of preemptions. */
static bool simplifies(const session *c, const search_options *o)
{
    return o->shorten && !c->r.lasso && !bounded(c) && !c->o.abstract.n &&
           c->o.engine != ENGINE_BFS;
}

/* The trace of steps of this machine, short where that was asked for.  The least number of steps in
 * a search that leaves out runs is none for the machine. */
static void make_trace(session *c, sys *e, const search_options *o)
{
    search_options plain = *o;

    plain.rank = bounded(c) ? RANK_LEAST : RANK_NONE;
    if (wrapped_reductions(c) || c->o.abstract.n)
        c->r.shortest = false;
    if (c->r.lasso && o->shorten)
        search_shorten_lasso(e, o, &c->live, &c->r);
    if (c->r.lasso) {
        place_lasso(c, e, &c->r);
        cut_lasso(c, e, &c->r);
    } else if (o->shorten) {
        search_shorten(e, &plain, &c->r);
    }
    if (bounded(c))
        c->r.shortest = false;
    search_trace(e, &c->r, &c->trace);
    if (simplifies(c, o))
        simplify_trace(&(simplify_in){open_machine, c, o}, e, &c->r, &c->trace);
}

/* The failure that was found where threads are merged, or without clocks, in a machine that knows
 * all. */
static bool find_trace_apart(session *c, sys *s, sys *base, const search_options *o)
{
    trace found = {0};
    bool ok;

    c->near = false;
    sys *e = check_open(c, NULL);

    search_elementary(s, &c->r);
    search_trace(base, &c->r, &found);
    ok = search_follow(e, &found, &c->r);
    if (ok)
        make_trace(c, e, o);
    trace_free(&found);
    sys_close(e);
    return ok;
}

/* What the search found as steps of the machine, and their trace. */
void check_find_trace(session *c, sys *s, sys *base, const search_options *o)
{
    sys *e;

    if (c->near) {
        if (!find_trace_apart(c, s, base, o))
            die("the failure does not show in a run with clocks");
        return;
    }
    e = elementary(c, base);

    search_elementary(s, &c->r);
    if (c->o.abstract.n)
        cut_steps(e, &c->r);
    make_trace(c, e, o);
    sys_close(e);
}

sys *check_open(const session *c, vm_symmetry *symmetry)
{
    vm_options settings = options_vm(&c->o);

    settings.footprint = is_stateless(c) || wrapped_reductions(c) != 0;
    settings.symmetry = symmetry;
    settings.races_near = c->near;
    settings.reached = c->reached;
    settings.shared = c->o.engine == ENGINE_BFS && c->o.jobs > 1;
    return vm_open(c->p, &settings);
}

/* Everything begins anew. */
static void give_up_symmetry(session *c, const char *why)
{
    note("%s; --thread-symmetry is switched off, the search begins again", why);
    result_free(&c->r);
    text_clear(&c->outcomes);
}

/* False: threads can be told apart, and the search was worth nothing. */
static bool search_symmetric(session *c, const search_options *o)
{
    vm_symmetry symmetry = {0};
    sys *base = check_open(c, &symmetry), *s = check_wrap(c, base);
    const char *problem = NULL;

    run(c, s, o);
    c->evaluations = vm_evaluations(base);
    if (symmetry.leak[0])
        problem = symmetry.leak;
    else if (c->r.failed && !find_trace_apart(c, s, base, o))
        problem = "the failure shows only where threads cannot be told apart";
    search_close(s, &c->r);
    if (problem)
        give_up_symmetry(c, problem);
    return !problem;
}

/* Formulas of computation tree logic: over every step of the machine, none left out. */
static void check_branches(session *c, const search_options *o)
{
    const properties *p = &c->properties;

    for (u32 i = 0; i < p->branches.n && c->r.verdict == VERDICT_VERIFIED; i++)
        properties_check_branch(p, &p->branches.at[i], check_open(c, NULL), o, &c->r, &c->report);
}

/* What traces are made with. */
typedef struct searched {
    sys *s, *base;
    const search_options *o;
} searched;

static void find_other(session *c, void *with)
{
    const searched *in = with;

    check_find_trace(c, in->s, in->base, in->o);
}

/* The systems of a search that was halted in the middle of a step are of no more use. */
static void find_traces(session *c, sys *s, sys *base, const search_options *o)
{
    sys *fresh = c->r.halted ? check_open(c, NULL) : NULL;

    if (fresh) {
        base = fresh;
        s = check_wrap(c, fresh);
    }
    check_find_trace(c, s, base, o);
    session_others(c, find_other, &(searched){s, base, o});
    if (fresh)
        sys_close(s);
}

static sys *run_once(session *c, const search_options *o, sys **base)
{
    *base = check_open(c, NULL);
    sys *s = check_wrap(c, *base);

    if (bounded(c))
        deepen(c, s, o);
    else
        run(c, s, o);
    return s;
}

sys *check_run(session *c, const search_options *o, sys **base)
{
    c->near = races_near(c);
    sys *s = run_once(c, o, base);

    if (!c->near || c->r.failed || !sys_broken(s))
        return s;
    if (c->o.front.verbose)
        note("data races are looked for with clocks (%s); the search begins again", sys_broken(s));
    c->near = false;
    search_close(s, &c->r);
    result_free(&c->r);
    text_clear(&c->outcomes);
    growth_free(&c->growth);
    return run_once(c, o, base);
}

static void search_plain(session *c, const search_options *o)
{
    sys *base, *s = check_run(c, o, &base);

    judge_abstract(c);
    c->evaluations = vm_evaluations(base) + c->elsewhere;
    if (c->r.failed && c->found)
        c->found(c);
    if (c->r.failed)
        find_traces(c, s, base, o);
    search_close(s, &c->r);
    c->near = false;
    check_branches(c, o);
}

static void graphs(session *c, const search_options *o, memory_model model, result *r, trace *t,
                   text *explanation)
{
    sys *s = shown_alone(&c->o, c->p, c->reached);

    graph_search(s, o, model, r, t, explanation);
    search_close(s, r);
}

void orders_check(session *c, double seconds, result *r, text *explanation)
{
    search_options o = session_settings(c);

    o.since = clock_seconds();
    o.max.seconds = seconds;
    o.outcomes = NULL;
    o.progress = false;
    graphs(c, &o, c->o.vm.memory, r, NULL, explanation);
}

/* Under RC11 and RA: over execution graphs. */
static void search_graphs(session *c)
{
    search_options o = session_settings(c);

    c->engine = "graphs";
    c->proved = "no error in any execution";
    graphs(c, &o, c->o.vm.memory, &c->r, &c->trace, &c->report);
    if (c->o.suggest_orders)
        orders_suggest(c);
}

void check_executions(session *c, memory_model model)
{
    search_options o;

    c->p = front_load(&c->o.front);
    c->since = clock_seconds();
    o = session_settings(c);
    graphs(c, &o, model, &c->r, NULL, &c->report);
}

/* Is nothing asked for that only one kind of search has? */
static bool two_engines(const session *c)
{
    const options *o = &c->o;

    return o->engine == ENGINE_AUTO && !program_calls(c->p, BI_reset) && !c->live.goals.n &&
           !c->properties.branches.n && !o->reduction.given && !o->context_bound.set &&
           !o->abstract.n && !o->thread_symmetry && !o->max.states && !o->max.depth &&
           !o->self_check && !o->outcomes && !o->family && o->layouts < 2 && o->keep_going < 2 &&
           o->store == STORE_EXACT && !o->checkpoint && o->vm.memory == MEMORY_SC;
}

/* The table takes half of the memory that there is, if nothing else was said. */
static store_options store_settings(const options *o)
{
    const u64 most = (u64)1 << 30;
    u64 half = o->max.memory / 2;

    return (store_options){.kind = (store_kind)o->store,
                           .bytes = o->store_size ? o->store_size
                                    : half < most ? half
                                                  : most,
                           .seed = o->store_seed};
}

static void search_alone(session *c)
{
    search_options o = session_settings(c);
    checkpoints written = {0};
    byte_list head = {0};

    growth_free(&c->growth);
    o.growth = &c->growth;
    o.store = store_settings(&c->o);
    resume_settings(c, &written, &head);
    o.checkpoints = c->o.checkpoint ? &written : NULL;
    c->symmetric = c->o.thread_symmetry && search_symmetric(c, &o);
    if (!c->symmetric)
        search_plain(c, &o);
    growth_sort(&c->growth);
    vec_free(&head);
}

static void search(session *c)
{
    interrupt_listen();
    c->since = clock_seconds();
    if (memory_by_graphs(c->o.vm.memory)) {
        search_graphs(c);
        return;
    }
    if (two_engines(c)) {
        portfolio(c, search_alone);
        return;
    }
    if (c->o.engine == ENGINE_AUTO)
        c->o.engine = c->o.jobs > 1 ? ENGINE_BFS : ENGINE_DFS;
    search_alone(c);
}

/* The further layouts, while no error is found; the figures are those of all. */
static void search_layouts(session *c)
{
    for (u32 k = 2; k <= c->o.layouts && c->r.verdict == VERDICT_VERIFIED; k++) {
        result before = c->r;

        c->r = (result){0};
        c->o.vm.layout = k;
        text_clear(&c->outcomes);
        search(c);
        c->r.states += before.states;
        c->r.transitions += before.transitions;
        c->r.seconds += before.seconds;
        result_free(&before);
    }
}

/* A search without states takes it for granted that a step of one thread leaves the others' there
 * (vm/reset.c). */
static void refuse_resets(const session *c)
{
    if (is_stateless(c) && program_calls(c->p, BI_reset))
        fail(EXIT_USAGE, "heddle check: --engine stateless does not go with resets of the program "
                         "(heddle_resets); --engine dfs and bfs take them");
}

void check_search(session *c)
{
    if (c->o.mpi)
        mpi_load(c);
    else
        c->p = front_load(&c->o.front);
    refuse_resets(c);
    if (c->resume)
        resume_compare(c->resume, c->p->hash);
    if (c->o.suggest_orders)
        c->calls = order_calls_part(&c->o.front, c->p);
    if (c->o.html || c->o.suggest_orders)
        c->reached = coverage_open(c->p, NULL);
    if (c->o.html)
        c->growth.every = 1;
    search(c);
    search_layouts(c);
}
