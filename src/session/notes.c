/* What a proof of this program did not look at, one line each, with the command that looks: memory
 * orders, data races, what an optimiser makes of them, input, exit status.  And what any verdict
 * rests on: thread functions of another shape.  A line is there only where the program gives a
 * reason for it. */
#include "session/notes.h"
#include "session/advice.h"
#include "search/search.h"
#include "session/check.h"
#include "session/shown.h"

#include <inttypes.h>
#include <string.h>

/* The search for races may take this part of the proof's time, or so long. */
#define RACE_SHARE   0.3
#define RACE_SECONDS 0.5

/* The functions of the library that read the standard input, which is empty. */
static const char *const readers[] = {
    "getchar", "getchar_unlocked", "getc",  "getc_unlocked", "fgetc",  "fgets",   "fread",
    "getline", "getdelim",         "scanf", "fscanf",        "vscanf", "vfscanf", "read",
};

/* And those that tell the time, which stands still. */
static const char *const watches[] = {"time", "clock_gettime", "gettimeofday", "clock",
                                      "timespec_get"};

/* And those that free memory. */
static const char *const frees[] = {"free", "_ZdlPv", "_ZdlPvm", "_ZdaPv"};

/* Has the program one of these functions of the library? */
static bool may_call(const program *p, const char *const *names, u32 n)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        for (u32 k = 0; p->funcs.at[i]->runtime && k < n; k++)
            if (!strcmp(p->funcs.at[i]->name, names[k]))
                return true;
    return false;
}

/* ---- races ---- */

/* The same program, for data races alone: by the default search of its memory model, whichever the
 * proof was by. */
static session for_races(const session *c)
{
    session s = {.p = c->p, .o = c->o, .quiet_search = true};

    s.o.races = RACES_ERROR;
    s.o.engine = ENGINE_DFS;
    s.o.jobs = 1;
    s.o.mpi = s.o.family = false;
    s.o.reduction.given = s.o.self_check = s.o.context_bound.set = s.o.outcomes = false;
    s.o.rules.allow_deadlock = s.o.rules.allow_hang = true;
    s.o.abstract.n = 0;
    s.o.max.states = s.o.max.depth = 0;
    s.o.max.seconds =
        c->r.seconds * RACE_SHARE > RACE_SECONDS ? c->r.seconds * RACE_SHARE : RACE_SECONDS;
    return s;
}

/* The steps to the race, in a machine that knows what to say of it. */
static void tell(session *s, sys *searched, sys *base)
{
    trace found = {0};
    sys *e = shown_machine(&s->o, s->p);

    search_elementary(searched, &s->r);
    search_trace(base, &s->r, &found);
    search_follow(e, &found, &s->r);
    trace_free(&found);
    sys_close(e);
}

/* What a search for races found, to be freed with result_free. */
static result look_for_races(const session *c)
{
    session s = for_races(c);
    search_options o = session_settings(&s);
    sys *base, *searched;

    o.since = clock_seconds();
    searched = check_run(&s, &o, &base);
    if (s.r.failed && s.r.error.kind == ERR_RACE)
        tell(&s, searched, base);
    search_close(searched, &s.r);
    return s.r;
}

/* ---- lines ---- */

static void push(text *line, note_list *out)
{
    vec_push(out, mem_strdup(text_str(line)));
    text_free(line);
}

static void add_files(const options *o, text *line)
{
    for (u32 i = 0; i < o->front.files.n; i++)
        text_addf(line, " %s", o->front.files.at[i]);
}

/* What has another race, or none, without it. */
static void add_model(const options *o, text *line)
{
    if (o->vm.memory == MEMORY_TSO || o->vm.memory == MEMORY_PSO)
        text_addf(line, " --memory %s", o->vm.memory == MEMORY_TSO ? "tso" : "pso");
}

static void add_race(const options *o, const failure *f, note_list *out)
{
    text line = {0};

    text_addf(&line, "%s; as an error: heddle check --races error", f->message);
    add_model(o, &line);
    add_files(o, &line);
    push(&line, out);
}

static void add_races_unsure(const options *o, note_list *out)
{
    text line = {0};

    text_add(&line, "data races were not looked for to the end: heddle check --races error");
    add_model(o, &line);
    add_files(o, &line);
    push(&line, out);
}

static void add_level(const options *o, note_list *out)
{
    text line = {0};

    text_add(&line, "what races may be another program when it is optimised: heddle check -O2");
    add_files(o, &line);
    push(&line, out);
}

static void add_status(const options *o, u32 code, note_list *out)
{
    text line = {0};

    text_addf(&line,
              "a run ends with exit status %u, which is no error without: "
              "heddle check --exit-status",
              code);
    add_files(o, &line);
    push(&line, out);
}

/* Store buffers have more runs than sequential consistency, and fewer than C: what is read is what
 * some x86 or SPARC reads, and a release that was left out orders there all the same. */
static void add_orders(const options *o, const program *p, note_list *out)
{
    bool buffers = o->vm.memory != MEMORY_SC;
    text line = {0};

    text_addf(&line,
              "orders weaker than seq_cst, as at %s:%u, were taken for %s; "
              "what %s: heddle check --memory rc11",
              p->files.at[p->weak_order.file], p->weak_order.line,
              buffers ? "what store buffers give" : "seq_cst",
              buffers ? "else they allow, races too" : "they allow");
    add_files(o, &line);
    push(&line, out);
}

/* ABA: a compare-exchange that takes another object for the one that was there. */
static void add_reuse(const options *o, note_list *out)
{
    text line = {0};

    text_add(&line,
             "addresses of freed memory were not given out again, so that a compare-exchange "
             "never takes a new object for an old one: heddle check --addresses layout "
             "--layouts 4");
    add_files(o, &line);
    push(&line, out);
}

static void add_input(note_list *out)
{
    vec_push(out, mem_strdup("standard input was taken as empty"));
}

/* The thread functions of another shape that came from variables (front/shapes.c). */
static void add_shapes(const program *p, note_list *out)
{
    for (u32 i = 0; i < p->funcs.n; i++) {
        const func *f = p->funcs.at[i];
        text line = {0};

        if (!f->adapts || !f->started)
            continue;
        text_addf(&line,
                  "'%s' is started as a thread, but is no void *(void *); it runs as the "
                  "processor's calling convention has it",
                  f->name);
        push(&line, out);
    }
}

static void add_hangs(const session *c, note_list *out)
{
    u64 most = c->o.vm.hang_states ? c->o.vm.hang_states : VM_HANG_STATES;
    text line = {0};

    text_addf(&line,
              "whether some state is a hang would need more than %" PRIu64 " states to see: "
              "heddle check --hang-states %" PRIu64,
              most, 16 * most);
    add_files(&c->o, &line);
    push(&line, out);
}

/* Where there is one, an optimiser may make another program of it. */
static void add_races(const session *c, note_list *out)
{
    result r = look_for_races(c);
    bool race = r.failed && r.error.kind == ERR_RACE;

    if (race)
        add_race(&c->o, &r.error, out);
    else if (r.verdict == VERDICT_UNKNOWN)
        add_races_unsure(&c->o, out);
    if (race && strcmp(c->p->level, "-O0") == 0)
        add_level(&c->o, out);
    result_free(&r);
}

/* What a proof did not look at. */
static void add_unseen(const session *c, note_list *out)
{
    const program *p = c->p;

    if (memory_by_graphs(c->o.vm.memory))
        return;
    if (p->weak_order.line)
        add_orders(&c->o, p, out);
    if (c->o.races == RACES_NOTE && program_calls(p, BI_spawn))
        add_races(c, out);
    if (c->o.vm.addresses != ADDRESSES_LAYOUT && program_exchanges_pointers(p) &&
        may_call(p, frees, LENGTH(frees)))
        add_reuse(&c->o, out);
    if (may_call(p, readers, LENGTH(readers)))
        add_input(out);
    if (may_call(p, watches, LENGTH(watches)))
        vec_push(out, mem_strdup("clocks stood still: what depends on how much time passes was not "
                                 "looked at"));
    if (c->r.hangs_unsure)
        add_hangs(c, out);
    if (c->r.exit_status)
        add_status(&c->o, c->r.exit_status, out);
}

/* Of a program that runs. */
static void add_running(const session *c, note_list *out)
{
    text orders = {0}, reuse = {0}, ends = {0};

    if (c->weak_order) {
        text_addf(&orders, "orders weaker than seq_cst, as at %s, were taken for seq_cst",
                  c->weak_order);
        push(&orders, out);
    }
    if (c->reused) {
        text_addf(&reuse,
                  "freed memory was given out again, as at %s: a use of it through a pointer from "
                  "before is not seen; heddle check sees it",
                  c->reused);
        push(&reuse, out);
    }
    if (c->reads_input)
        add_input(out);
    for (u32 i = 0; i < c->unseen.n; i++)
        vec_push(out, mem_strdup(c->unseen.at[i]));
    if (!c->r.exit_status || c->o.rules.exit_status)
        return;
    text_addf(&ends,
              "a run ends with exit status %u, which is no error without: "
              "heddle native --exit-status --",
              c->r.exit_status);
    for (u32 i = 0; i < c->o.front.args.n; i++)
        text_addf(&ends, " %s", c->o.front.args.at[i]);
    push(&ends, out);
}

/* An old value was read (graph/explain.c). */
static void add_old_value(const session *c, note_list *out)
{
    text line = {0};

    if (c->o.vm.memory != MEMORY_RC11 || c->o.suggest_orders ||
        !strstr(text_str(&c->report), "an old value: "))
        return;
    text_add(&line,
             "which memory orders would forbid the old value: heddle check --suggest-orders");
    add_files(&c->o, &line);
    push(&line, out);
}

void notes_find(const session *c, note_list *out)
{
    if (c->p && c->r.verdict == VERDICT_FAILED)
        add_old_value(c, out);
    if (c->runs && c->r.verdict == VERDICT_VERIFIED)
        add_running(c, out);
    if (c->o.family)
        return;
    if (c->p && c->r.verdict == VERDICT_VERIFIED)
        add_unseen(c, out);
    if (c->r.verdict == VERDICT_UNKNOWN)
        advice_find(c, out);
    if (c->p)
        add_shapes(c->p, out);
}

void notes_free(note_list *list)
{
    vec_free_items(list);
}
