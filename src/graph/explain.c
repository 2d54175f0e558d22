/* What a failure is told by: the events of its execution in an order in which they could happen but
 * for the values that are read, and of each read from which write it reads.  A read of an old value
 * is explained: the later writes do not happen before it. */
#include "graph/engine.h"

#include "base/map.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct teller {
    engine e; /* first: one of its own, for the run that is told */
    map rows; /* of events, by name */
    u32 row;
    u16 thread; /* of the last row, and of which instruction; NO_NUMBER: it is of no call */
    u32 func, pc;
    text *out;
} teller;

static event event_of(const graph *g, name e)
{
    const node *n = graph_node(g, e);
    u8 kind = n->kind == NODE_READ ? EV_READ : n->kind == NODE_UPDATE ? EV_UPDATE : EV_WRITE;

    return (event){.kind = kind,
                   .thread = (u16)name_thread(e),
                   .flags = n->flags,
                   .object = n->object,
                   .offset = n->offset,
                   .size = n->size,
                   .func = n->func,
                   .pc = n->pc,
                   .value = n->value,
                   .old = n->old};
}

/* C++'s library does something in its threads outside of the program's functions. */
static void add_place(const shown *s, text *out)
{
    if (s->file && *s->file)
        text_addf(out, " at %s:%u", s->file, s->line);
    else
        text_add(out, " in the library");
}

/* "T1's write of 3 at a.c:12". */
static void add_write(teller *t, name w, text *out)
{
    event e = event_of(t->e.g, w);
    shown s = {0};

    sys_show(t->e.s, &e, &s);
    text_addf(out, "T%u's write", name_thread(w));
    if (s.value.n)
        text_addf(out, " of %s", text_str(&s.value));
    add_place(&s, out);
    shown_free(&s);
}

static void add_source(teller *t, const node *r, text *out)
{
    u64 row;

    if (r->from == NO_NAME)
        text_add(out, "  (its first value)");
    else if (map_get(&t->rows, r->from, &row))
        text_addf(out, "  (written by T%u at %u)", name_thread(r->from), (u32)row);
}

/* The first write that it could have seen and did not. */
static void add_why_old(teller *t, const node *r, text *out)
{
    const location *l = &t->e.g->locations.at[r->location];
    u32 place = location_place(t->e.g, l, r->from) + 1;
    u64 row;

    while (place < l->mo.n && !map_get(&t->rows, l->mo.at[place], &row))
        place++;
    if (place == l->mo.n || r->kind == NODE_UPDATE)
        return;
    text_add(out, ", an old value: ");
    add_write(t, l->mo.at[place], out);
    text_addf(out, " (%u) does not happen before this read", (u32)row);
}

/* Members of C++'s library, and what it allocated, have no names that its users know. */
static bool users_place(const char *where)
{
    return *where && !strstr(where, "_M_") && !strstr(where, "malloc#") && !strstr(where, "local#");
}

/* Is an access told by the call of the library that makes it?  Those of std::atomic are the
 * program's own, as operators of C are. */
static bool told_by_call(const node *n, const shown *s)
{
    const char *call = text_str(&s->call);
    bool atomic = text_starts(call, "std::atomic") || text_starts(call, "std::__atomic");

    if (!*call || n->operates || !text_starts(call, "std::"))
        return *call != 0;
    return n->kind != NODE_FENCE && !(atomic && s->where.n) && !users_place(text_str(&s->where));
}

static void add_deed(const node *n, const shown *s, text *out)
{
    if (told_by_call(n, s))
        text_add(out, text_str(&s->call));
    else if (n->kind == NODE_FENCE)
        text_add(out, "fence");
    else
        text_addf(out, "%s %s %s", text_str(&s->where), node_writes(n) ? "=" : "is",
                  text_str(&s->value));
}

/* One more plain access of the call that the last row is of. */
static bool goes_on(const teller *t, const node *n, u16 thread, const shown *s)
{
    return !n->order && !n->operates && text_starts(text_str(&s->call), "std::") &&
           told_by_call(n, s) && t->thread == thread && t->func == n->func && t->pc == n->pc;
}

static void tell_event(teller *t, u16 thread, u32 index, const event *of)
{
    const graph *g = t->e.g;
    const node *n = &g->threads.at[thread].all.at[index];
    event e = of ? *of : event_of(g, name_of(thread, index));
    shown s = {0};

    sys_show(t->e.s, &e, &s);
    if (s.file && *s.file && !goes_on(t, n, thread, &s)) {
        text_addf(t->out, "%5u  T%-3u%s:%-5u ", ++t->row, thread, s.file, s.line);
        add_deed(n, &s, t->out);
        if (node_reads(n) && n->location != NO_NUMBER) {
            add_source(t, n, t->out);
            add_why_old(t, n, t->out);
        }
        text_add(t->out, n->blocked ? "  waits\n" : "\n");
        t->thread = thread;
        t->func = told_by_call(n, &s) ? n->func : NO_NUMBER;
        t->pc = n->pc;
    }
    if (s.file && *s.file)
        map_put(&t->rows, name_of(thread, index), t->row);
    shown_free(&s);
}

static bool worth_a_row(const sys *s, const node *n)
{
    return !vm_hidden(s, n->object) &&
           (n->kind == NODE_FENCE || ((node_reads(n) || node_writes(n)) && !(n->flags & EVF_OWN)));
}

static const event *machine_event(const taken *t, u32 skip)
{
    for (u32 k = 0; k < t->events.n; k++)
        if (sort_of(&t->events.at[k]) == SORT_OPERATION && !skip)
            return &t->events.at[k];
    return NULL;
}

static void tell_step(engine *n, u16 thread, u32 first)
{
    teller *t = (teller *)n;

    for (u32 i = first; i < run_of(n, thread)->done; i++) {
        const node *e = &n->g->threads.at[thread].all.at[i];

        if (!worth_a_row(n->s, e))
            continue;
        tell_event(t, thread, i,
                   e->operates && !e->blocked ? machine_event(&n->t, i - first) : NULL);
    }
}

static void tell_execution(engine *n)
{
    result scratch = {0};
    teller t = {.e = {.s = n->s, .o = n->o, .r = &scratch, .g = n->g, .watch = tell_step},
                .out = n->explanation,
                .func = NO_NUMBER};

    text_add(n->explanation, "\n");
    run_replay(&t.e);
    run_close(&t.e);
    taken_free(&t.e.t);
    map_free(&t.rows);
}

static void found(engine *n, const failure *f)
{
    n->stop = true;
    n->r->failed = true;
    n->r->verdict = VERDICT_FAILED;
    result_error(n->r, f);
    text_addf(n->explanation, "%s:%u: error: %s\n", n->r->error.file, n->r->error.line,
              n->r->error.message);
    tell_execution(n);
    if (n->trace)
        record_execution(n->g, n->trace);
}

void explain_fail(engine *n, const failure *f)
{
    found(n, f);
}

static void add_access(engine *n, name a, text *out, shown *s)
{
    const node *d = graph_node(n->g, a);
    event e = event_of(n->g, a);

    sys_show(n->s, &e, s);
    text_addf(out, "%s%s", d->order ? "atomic " : "", node_writes(d) ? "write" : "read");
    if (s->value.n && d->flags & EVF_VALUE)
        text_addf(out, " of %s", text_str(&s->value));
    text_addf(out, " by T%u", name_thread(a));
    add_place(s, out);
}

void explain_race(engine *n, name a, name b)
{
    shown x = {0}, y = {0};
    text first = {0}, second = {0}, message = {0};

    add_access(n, b, &second, &y);
    add_access(n, a, &first, &x);
    shown_drop_members(&y.where);
    text_addf(&message,
              "data race at %s: %s, not ordered with %s; a lock that both hold, a join, or a "
              "release that is acquired would order them",
              text_str(&y.where), text_str(&second), text_str(&first));
    found(n, &(failure){.kind = ERR_RACE,
                        .thread = (u16)name_thread(b),
                        .file = y.file ? y.file : "",
                        .line = y.line,
                        .message = text_str(&message)});
    shown_free(&x);
    shown_free(&y);
    text_free(&first);
    text_free(&second);
    text_free(&message);
}

void explain_in_use(engine *n, name by, const char *message)
{
    event e = event_of(n->g, by);
    shown s = {0};

    sys_show(n->s, &e, &s);
    found(n, &(failure){.kind = ERR_IN_USE,
                        .thread = (u16)name_thread(by),
                        .file = s.file ? s.file : "",
                        .line = s.line,
                        .message = message});
    shown_free(&s);
}

/* Did the thread go round because a weak compare-exchange failed though the value was the one that
 * was expected?  Then it need not, and the runs in which it does not are others. */
static bool failed_spuriously(engine *n, u16 thread)
{
    u32 i = run_of(n, thread)->spins_from;

    while (i < graph_count(n->g, thread) && !n->g->threads.at[thread].all.at[i].choice)
        i++;
    return i < graph_count(n->g, thread);
}

/* Does the thread, which spins, wake those that sleep there in each of its rounds? */
static bool wakes(engine *n, u16 thread, u32 place)
{
    const node *all = n->g->threads.at[thread].all.at;

    for (u32 i = run_of(n, thread)->spins_from; i < graph_count(n->g, thread); i++)
        if ((node_op(&all[i], EV_SIGNAL) || node_op(&all[i], EV_BROADCAST)) &&
            all[i].location == place)
            return true;
    return false;
}

static bool others_wake(engine *n, u16 thread, u32 place)
{
    for (u32 t = 0; t < n->g->threads.n; t++)
        if (t != thread && run_of(n, (u16)t)->fate == FATE_SPINS && wakes(n, (u16)t, place))
            return true;
    return false;
}

/* A wait of the round timed out, and could have ended by a signal of one who spins too: whether the
 * thread would go on then is not known.  (A wait is three events, of which this is the last.) */
static bool may_be_signalled(engine *n, u16 thread)
{
    const node *all = n->g->threads.at[thread].all.at;

    for (u32 i = run_of(n, thread)->spins_from; i < graph_count(n->g, thread); i++)
        if (all[i].kind == NODE_WAKE && all[i].move == MOVE_TIMEOUT && i >= 2 &&
            node_op(&all[i - 2], EV_WAIT) && others_wake(n, thread, all[i - 2].location))
            return true;
    return false;
}

/* Every thread that is left waits for what will not come. */
void explain_stuck(engine *n)
{
    bool spins = false;
    frame_shown top = {0};
    failure f = {.file = ""};
    u16 at = NO_THREAD;

    for (u32 t = 0; t < n->g->threads.n; t++) {
        run_fate how = run_of(n, (u16)t)->fate;

        if (how == FATE_SPINS && failed_spuriously(n, (u16)t)) {
            n->r->pruned++;
            return;
        }
        if (how == FATE_SPINS && may_be_signalled(n, (u16)t)) {
            n->r->hangs_unsure = true;
            n->r->pruned++;
            return;
        }
        spins |= how == FATE_SPINS;
        if (at == NO_THREAD && (how == FATE_SPINS || how == FATE_BLOCKED || how == FATE_SLEEPS ||
                                (how == FATE_RUNS && sleep_is_barrier(n, (u16)t))))
            at = (u16)t;
    }
    if (spins ? n->o->allow_hang : n->o->allow_deadlock) {
        n->r->deadlocks++;
        return;
    }
    if (at != NO_THREAD && sys_stack(n->s, at, 1, &top)) {
        f.file = top.file;
        f.line = top.line;
    }
    f.kind = spins ? ERR_HANG : ERR_DEADLOCK;
    f.thread = at;
    f.message = spins ? "hang: a thread spins, and nothing that it reads can change any more"
                      : "deadlock: every thread that is left is blocked";
    found(n, &f);
    text_free(&top.locals);
}
