/* A session: what every command with a verdict does around its search.
 *
 * A search runs on one system; what it finds becomes a trace whose moves name threads by birth; a
 * second system, which keeps names and all events, replays it for the reader.  A counterexample
 * that does not replay to the error the search saw is a defect of heddle and ends with EXIT_BUG:
 * nobody is shown a failure that was not seen twice.  Then the report, the notes, the verdict line
 * and the JSON are written. */
#include "session/assumed.h"
#include "session/session.h"
#include "base/json.h"
#include "session/coverage.h"
#include "session/formats.h"
#include "session/frames.h"
#include "session/interrupt.h"
#include "session/notes.h"
#include "session/order_calls.h"
#include "session/shown.h"
#include "session/verdict.h"
#include "search/figures.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define MEMORY_SHARE  0.8
#define DEFAULT_DEPTH 2000 /* of a stateless search, which could go round for ever */

/* What the group of processes may use, when the system says so; else 0. */
static u64 group_memory(void)
{
    text in = {0};
    u64 bytes = 0;

    if (text_read_file(&in, "/sys/fs/cgroup/memory.max"))
        bytes = strtoull(text_str(&in), NULL, 10);
    text_free(&in);
    return bytes;
}

u64 session_memory(void)
{
    u64 bytes = (u64)sysconf(_SC_PHYS_PAGES) * (u64)sysconf(_SC_PAGE_SIZE), group = group_memory();
    struct rlimit most;

    if (group && group < bytes)
        bytes = group;
    if (getrlimit(RLIMIT_AS, &most) == 0 && most.rlim_cur < bytes) /* a table grows by copying */
        bytes = most.rlim_cur / 2;
    return (u64)((double)bytes * MEMORY_SHARE);
}

/* The processor's time up to now: at the beginning, what it took to load heddle. */
static double seconds_used(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

void session_begin(session *c, int command, int argc, char **argv)
{
    *c = (session){.command = argv[0],
                   .argc = argc,
                   .argv = argv,
                   .begun = clock_seconds(),
                   .load = seconds_used()};
    options_parse(&c->o, command, argc, argv);
    c->memory_asked = c->o.max.memory != 0;
    if (!c->o.max.memory && command != FOR_PROMELA) /* where SPIN has a limit of its own */
        c->o.max.memory = session_memory();
}

static rank_order rank(const session *c)
{
    if (c->o.context_bound.set)
        return RANK_LEAST;
    return options_reductions(&c->o) & REDUCE_SLEEP ? RANK_MASK : RANK_NONE;
}

static const char *const memory_models[] = {
    [MEMORY_SC] = "sequential consistency",
    [MEMORY_TSO] = "total store order",
    [MEMORY_PSO] = "partial store order",
    [MEMORY_RA] = "release-acquire",
    [MEMORY_RC11] = "RC11",
};

search_options session_settings(session *c)
{
    bool stateless = c->o.engine == ENGINE_STATELESS;
    u64 depth = c->o.max.depth || !stateless ? c->o.max.depth : DEFAULT_DEPTH;

    return (search_options){
        .max = {c->o.max.states, depth, c->o.max.memory, c->o.max.seconds},
        .rank = rank(c),
        .since = c->since ? c->since : clock_seconds(),
        .progress = !c->quiet_search && (c->o.progress || (isatty(STDERR_FILENO) && !c->o.quiet)),
        .shorten = !c->o.no_shorten,
        .allow_deadlock = c->o.rules.allow_deadlock || c->o.family, /* whoever is above may go on */
        .end_counts = c->o.rules.exit_status || c->o.rules.leaks,
        .allow_hang = c->o.rules.allow_hang || c->o.family,
        .interrupted = &interrupted,
        .workers = c->o.engine == ENGINE_BFS ? (u32)c->o.jobs : 1,
        .share = c->share_at ? c->share_at : &c->share,
        .errors = c->o.keep_going,
        .outcomes = c->o.outcomes ? &c->outcomes : NULL,
    };
}

static void find_other(session *c, const found_error *e, void (*find)(session *, void *),
                       void *with)
{
    result mine = c->r;
    trace first = c->trace;

    c->r.error = e->error;
    c->r.steps = e->steps;
    c->r.shortest = false;
    c->trace = (trace){0};
    find(c, with);
    vec_push(&c->others, (session_error){.error = c->r.error,
                                         .shortest = c->r.shortest,
                                         .preemptions = c->r.preemptions,
                                         .trace = c->trace});
    vec_free(&c->r.steps);
    mine.peak_bytes = c->r.peak_bytes;
    c->r = mine;
    c->trace = first;
}

void session_others(session *c, void (*find)(session *c, void *with), void *with)
{
    for (u32 i = 0; i < c->r.others.n; i++)
        find_other(c, &c->r.others.at[i], find, with);
    vec_free(&c->r.others); /* what they hold is the session's */
}

static char *present_folder(void)
{
    char *folder = getcwd(NULL, 0);

    return folder ? folder : mem_strdup(".");
}

/* The moves are there; what belongs to them besides. */
static void describe_trace(session *c)
{
    trace *t = &c->trace;
    const result *r = &c->r;
    char layout[40];

    if (c->o.layouts > 1 && c->o.vm.layout) {
        snprintf(layout, sizeof layout, "--layout=%" PRIu32, c->o.vm.layout);
        vec_push(&t->command, mem_strdup(layout));
    }
    if (c->p && c->o.engine == ENGINE_STATELESS) /* its steps are those of another mode */
        vec_push(&t->command, mem_strdup("--engine=stateless"));
    if (c->o.suggest_orders) /* which stands for it */
        vec_push(&t->command, mem_strdup("--memory=rc11"));
    for (u32 i = 0; i < c->o.shaping.n; i++)
        vec_push(&t->command, mem_strdup(c->o.shaping.at[i]));
    t->folder = present_folder();
    t->program = c->p ? c->p->hash : c->hash;
    t->error = r->error.kind;
    t->file = mem_strdup(r->error.file);
    t->line = r->error.line;
    t->message = mem_strdup(r->error.message);
    t->shortest = r->shortest;
    t->refuted = r->refuted;
    t->lasso = r->lasso;
    t->loop = r->loop;
}

/* `folder/peterson.c` gives `peterson.trace`, in the present folder. */
static char *trace_file(const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file,
               *dot = strrchr(name, '.');
    size_t n = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    char *path = mem_alloc(n + sizeof ".trace");

    memcpy(path, name, n);
    strcpy(path + n, ".trace");
    return path;
}

/* The second error's is `peterson.2.trace`. */
static char *numbered_file(char *path, u32 number)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    text out = {0};

    if (number < 2)
        return path;
    dot = dot ? dot : path + strlen(path);
    text_addf(&out, "%.*s.%" PRIu32 "%s", (int)(dot - path), path, number, dot);
    mem_free(path);
    return out.at;
}

static void write_trace(session *c, u32 number)
{
    const options *o = &c->o;
    char *path;

    if (o->no_trace)
        return;
    path = o->trace ? mem_strdup(o->trace)
                    : trace_file(o->front.files.n ? o->front.files.at[0] : o->front.args.at[0]);
    path = numbered_file(path, number);
    if (trace_write(&c->trace, path)) {
        c->trace_file = path;
        return;
    }
    note("the trace cannot be written to %s: %s", path, strerror(errno));
    c->no_room |= o->trace != NULL;
    mem_free(path);
}

/* What is written of a failure whose report is a list of steps. */
static void find_listed(session *c, const char *report)
{
    const options *o = &c->o;
    text words = {0};

    report_listed_text(report, &c->r.error, options_width(o, STDOUT_FILENO), &words);
    if (o->json || o->html || formats_any(o))
        report_listed_summary(report, &c->r.error, &c->summary);
    if (o->json)
        report_listed(report, &c->r.error, &c->steps);
    if (o->html)
        report_listing(report, &c->r.error, &c->picture);
    if (o->sarif)
        report_listed_flows(report, &c->r.error, &c->flows);
    text_add(&words, text_str(&c->suggested));
    text_free(&c->report);
    c->report = words;
}

/* The search told it already. */
static void replay_execution(session *c)
{
    text again = {0};
    const char *problem;

    describe_trace(c);
    problem = shown_execution(&c->o, c->p, &c->trace, &again);
    if (problem)
        die("the counterexample does not replay: %s", problem);
    find_listed(c, text_str(&again));
    text_free(&again);
}

static void replay_run(session *c)
{
    const char *problem;
    report_options o;
    sys *s;

    if (!c->shown && !c->inlined)
        c->inlined = frames_find(&c->o.front, c->p, clock_seconds() - c->begun);
    s = c->shown ? c->shown(c) : frames_over(shown_machine(&c->o, c->p), c->inlined, false);
    describe_trace(c);
    o = shown_settings(&c->o, &c->properties, &c->trace);
    problem = c->p ? shown_loop(&c->o, &c->properties, c->p, &c->trace) : NULL;
    if (!problem)
        problem = report_text(s, &c->trace, &o, &c->report);
    if (!problem && (c->o.json || c->o.html || formats_any(&c->o)))
        problem = report_summary(s, &c->trace, &o, &c->summary);
    if (!problem && c->o.json)
        problem = report_json(s, &c->trace, &o, &c->steps);
    if (!problem && c->o.html)
        problem = report_picture(s, &c->trace, &o, &c->picture);
    if (!problem && c->o.sarif)
        problem = report_flows(s, &c->trace, &o, &c->flows);
    if (!problem && c->o.witness)
        problem = report_waypoints(s, &c->trace, &o, &c->waypoints);
    if (!problem && !c->p && c->trace.lasso)
        problem = lasso_check(s, &c->trace);
    if (problem)
        die("the counterexample does not replay: %s", problem);
    vec_free(&o.propositions);
    sys_close(s);
}

void session_replay(session *c)
{
    (c->p && memory_by_graphs(c->o.vm.memory) ? replay_execution : replay_run)(c);
}

static void print_times(const session *c)
{
    double compile = c->o.front.seconds_compile, lower = c->o.front.seconds_lower;

    note("load %.3f s, compile %.3f s, lower %.3f s, search %.3f s, the rest %.3f s", c->load,
         compile, lower, c->r.seconds, clock_seconds() - c->begun - compile - lower - c->r.seconds);
}

static void print_counts(const session *c)
{
    if (c->r.forked)
        note("%" PRIu32 " further processes took part", c->r.forked);
    if (!c->live.goals.n)
        note("depth %" PRIu64 ", runs: %" PRIu64 " done, %" PRIu64 " pruned", c->r.depth, c->r.done,
             c->r.pruned);
    if (c->p && c->p->queries.n)
        note("invariants, abstractions and propositions were evaluated %" PRIu64 " times",
             c->evaluations);
    if (c->live.goals.n)
        note("%" PRIu64 " nodes of products with automata", c->live.nodes);
}

FILE *session_output(const session *c)
{
    return c->o.json && strcmp(c->o.json, "-") == 0 ? stderr : stdout;
}

static facts facts_of(const session *c)
{
    return (facts){.o = &c->o,
                   .p = c->p,
                   .r = &c->r,
                   .properties = &c->properties,
                   .reductions = c->p ? options_reductions(&c->o) : 0,
                   .symmetric = c->symmetric,
                   .engine = c->engine,
                   .memory = c->memory ? c->memory : memory_models[c->o.vm.memory],
                   .conditions = c->conditions,
                   .condition = c->condition,
                   .stated = c->stated,
                   .proved = c->proved,
                   .with = c->with,
                   .level = c->level,
                   .bound = c->bound,
                   .share = c->share,
                   .trace_file = c->trace_file,
                   .calmest = c->trace.calmest,
                   .others = c->others.at,
                   .nothers = c->others.n,
                   .summary = c->summary.n ? text_str(&c->summary) : NULL,
                   .steps = c->steps.n ? text_str(&c->steps) : NULL};
}

void session_verdict(const session *c, text *line)
{
    facts f = facts_of(c);

    verdict_line(&f, line);
}

/* Two engines contradict each other: that is no verdict. */
static void die_of_dispute(const session *c)
{
    if (!c->o.quiet)
        fputs(text_str(&c->report), session_output(c));
    die("two engines disagree: %s%s%s; please report this program", c->dispute,
        c->trace_file ? "; the error's trace is in " : "", c->trace_file ? c->trace_file : "");
}

/* All that the program has and the machine does not understand, where the verdict may be for that;
 * the runs that come there are cut. */
static void print_gaps(const session *c)
{
    u32 n = c->p && (c->r.verdict == VERDICT_UNKNOWN || c->o.front.verbose) ? c->p->gaps.n : 0;

    for (u32 i = 0; i < n; i++) {
        const program_gap *g = &c->p->gaps.at[i];

        note("not understood, a run that comes there is cut: %s:%u: %s",
             g->at.line ? c->p->files.at[g->at.file] : "", g->at.line, g->what);
    }
}

static void add_other_reports(session *c)
{
    for (u32 i = 0; i < c->others.n; i++)
        text_addf(&c->report, "%s\n", text_str(&c->others.at[i].report));
}

/* What the page shows of the errors besides the first. */
static void add_other_pages(const session *c, text *out)
{
    json j = {.out = out};

    json_array(&j, NULL);
    for (u32 i = 0; i < c->others.n; i++) {
        const session_error *e = &c->others.at[i];

        json_object(&j, NULL);
        json_object(&j, "report");
        json_object(&j, "error");
        json_string(&j, "kind", error_names[e->error.kind]);
        json_string(&j, "file", e->error.file);
        json_number(&j, "line", e->error.line);
        json_string(&j, "message", e->error.message);
        json_end(&j);
        json_string(&j, "summary", e->summary.n ? text_str(&e->summary) : NULL);
        json_string(&j, "trace_file", e->trace_file);
        json_end(&j);
        json_string(&j, "text", text_str(&e->report));
        json_raw(&j, "picture", e->picture.n ? text_str(&e->picture) : "null");
        json_end(&j);
    }
    json_end(&j);
}

/* The command as it was typed, but for where its results go. */
static void add_command(const session *c, text *out)
{
    text_addf(out, "heddle %s", c->command);
    for (int i = 1; i < c->argc; i++) {
        if (strcmp(c->argv[i], "--html") == 0)
            i++;
        else if (strncmp(c->argv[i], "--html=", 7) != 0) {
            text_addc(out, ' ');
            text_shell(out, c->argv[i]);
        }
    }
}

/* What runs came to, where there is no failing one to show. */
static void add_coverage(const session *c, text *out)
{
    coverage all = {0};

    if (c->r.verdict == VERDICT_FAILED)
        return;
    if (c->reached)
        coverage_program(&all, c->p, c->reached);
    if (c->growth.every == 1)
        coverage_states(&all, &c->growth);
    if (c->covered)
        c->covered(c, &all);
    if (all.files.n || all.said.n)
        coverage_json(&all, out);
    coverage_free(&all);
}

/* What was looked for without being asked for; of assembly systems nothing is. */
static void add_checked(const session *c, text *out)
{
    if (c->p)
        assumed_checked(&c->o, out);
    else if (c->runs)
        assumed_checked_native(&c->o, c->accesses, out);
    else if (c->told)
        assumed_checked_model(&c->o, out);
}

static void write_page(const session *c, const facts *f, const char *line)
{
    FILE *to = fopen(c->o.html, "w");
    text facts_json = {0}, others = {0}, covered = {0}, command = {0}, checked = {0};
    report_page page = {.line = line, .text = text_str(&c->report)};

    verdict_json(f, &facts_json);
    add_other_pages(c, &others);
    add_command(c, &command);
    if (c->r.verdict == VERDICT_VERIFIED)
        add_checked(c, &checked);
    add_coverage(c, &covered);
    page.verdict = text_str(&facts_json);
    page.command = text_str(&command);
    page.others = text_str(&others);
    page.checked = checked.n ? text_str(&checked) : NULL;
    page.coverage = covered.n ? text_str(&covered) : NULL;
    page.picture = c->picture.n ? text_str(&c->picture) : NULL;
    if (!to || !report_html(&page, to))
        fail(EXIT_OUTPUT, "heddle: the page cannot be written to %s: %s", c->o.html,
             strerror(errno));
    text_free(&facts_json);
    text_free(&others);
    text_free(&covered);
    text_free(&command);
    text_free(&checked);
}

static bool anyone_reads_notes(const options *o)
{
    return !o->quiet || o->json || o->html || formats_any(o);
}

void session_print(session *c)
{
    facts f = facts_of(c);
    FILE *to = session_output(c);
    text line = {0}, remarks = {0};

    if (c->line)
        text_add(&line, c->line);
    else
        verdict_line(&f, &line);
    if (!c->line && anyone_reads_notes(&c->o))
        notes_find(c, &f.notes);
    formats_write(c, &f, text_str(&line), &remarks);
    if (!c->o.quiet && !c->line) {
        print_gaps(c);
        add_other_reports(c);
        for (u32 i = 0; i < f.notes.n; i++)
            text_addf(&c->report, "note: %s\n", f.notes.at[i]);
        fputs(text_str(&c->report), to);
    }
    fputs(text_str(&c->outcomes), to);
    fputs(text_str(&remarks), to);
    fputs(text_str(&line), to);
    if (c->o.html)
        write_page(c, &f, text_str(&line));
    text_free(&line);
    text_free(&remarks);
    if (c->o.json)
        verdict_write(&f);
    notes_free(&f.notes);
}

static void free_others(session *c)
{
    for (u32 i = 0; i < c->others.n; i++) {
        session_error *e = &c->others.at[i];

        mem_free((char *)e->error.file);
        mem_free((char *)e->error.message);
        trace_free(&e->trace);
        text_free(&e->report);
        text_free(&e->summary);
        text_free(&e->steps);
        text_free(&e->picture);
        text_free(&e->flows);
        mem_free(e->trace_file);
    }
    vec_free(&c->others);
}

void session_forget(session *c)
{
    result_free(&c->r);
    trace_free(&c->trace);
    text_free(&c->outcomes);
    text_free(&c->report);
    text_free(&c->suggested);
    order_calls_free(c->calls);
    c->calls = NULL;
    text_free(&c->summary);
    text_free(&c->steps);
    text_free(&c->picture);
    text_free(&c->flows);
    text_free(&c->waypoints);
    mem_free(c->trace_file);
    free_others(c);
    growth_free(&c->growth);
    if (c->p)
        coverage_close(c->reached, c->p);
    c->reached = NULL;
    if (c->p)
        program_free(c->p);
    inlined_free(c->inlined);
    c->inlined = NULL;
}

void session_free(session *c)
{
    session_forget(c);
    if (c->pool)
        worker_pool_close(c->pool);
    vec_free(&c->live.goals);
    vec_free(&c->stated);
    properties_free(&c->properties);
    options_free(&c->o);
}

#define EXCHANGE(a, b)            \
    do {                          \
        __typeof__(a) kept = (a); \
        (a) = (b);                \
        (b) = kept;               \
    } while (0)

/* What belongs to one error, of the session and of another one. */
static void exchange(session *c, session_error *e)
{
    EXCHANGE(c->r.error, e->error);
    EXCHANGE(c->r.shortest, e->shortest);
    EXCHANGE(c->r.preemptions, e->preemptions);
    EXCHANGE(c->trace, e->trace);
    EXCHANGE(c->report, e->report);
    EXCHANGE(c->summary, e->summary);
    EXCHANGE(c->steps, e->steps);
    EXCHANGE(c->picture, e->picture);
    EXCHANGE(c->flows, e->flows);
    EXCHANGE(c->trace_file, e->trace_file);
}

static void show_other(session *c, session_error *e, u32 number)
{
    exchange(c, e);
    session_replay(c);
    write_trace(c, number);
    exchange(c, e);
}

void session_show(session *c)
{
    session_replay(c);
    write_trace(c, 1);
    for (u32 i = 0; i < c->others.n; i++)
        show_other(c, &c->others.at[i], i + 2);
}

int session_finish(session *c)
{
    static const int statuses[] = {EXIT_VERIFIED, EXIT_FAILED, EXIT_UNKNOWN};
    int exit_status;

    if (c->r.failed && c->told)
        find_listed(c, text_str(&c->report));
    else if (c->r.failed)
        session_show(c);
    if (c->dispute)
        die_of_dispute(c);
    if (c->o.front.verbose)
        print_counts(c);
    session_print(c);
    if (c->o.front.verbose)
        print_times(c);
    if (c->after)
        c->after(c);
    exit_status = c->no_room ? EXIT_OUTPUT : statuses[c->r.verdict];
    session_free(c);
    return exit_status;
}
