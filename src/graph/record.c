/* An execution as a trace, and taken again from one.
 *
 * The moves are the steps in the order in which their events were added: in that order every read
 * finds the write that it reads from, and each beginning is a consistent graph of its own.  Which
 * write a step reads from, or where its own write goes, is a place in modification order as far
 * as there is one by then.  To take the execution again is to settle each event so; the axioms are
 * asked of each as in the search.  That a thread spins is no move: it is found when the moves are
 * over. */
#include "graph/engine.h"

#include "base/map.h"

#include <string.h>

/* ---- names ---- */

static void add_birth(const graph *g, u32 thread, text *out)
{
    if (!thread) {
        text_addc(out, '0');
        return;
    }
    add_birth(g, g->threads.at[thread].creator, out);
    text_addf(out, ".%u", g->threads.at[thread].ordinal);
}

/* The thread of that name; the graph's count: there is none. */
static u32 thread_named(const graph *g, const char *birth)
{
    u32 t = 0;

    for (bool found = false; t < g->threads.n && !found; t += !found) {
        text its = {0};

        add_birth(g, t, &its);
        found = strcmp(text_str(&its), birth) == 0;
        text_free(&its);
    }
    return t;
}

/* ---- an execution becomes a trace ---- */

/* Of the write in modification order, when the event was added. */
static u32 place_then(const graph *g, const location *l, name write, u32 added)
{
    u32 n = 0;

    for (u32 k = 0; l->mo.at[k] != write; k++)
        n += l->mo.at[k] == NO_NAME || graph_node(g, l->mo.at[k])->added < added;
    return n;
}

/* Counted from 1; 0: it has none. */
static u32 place_of(const graph *g, name e)
{
    const node *n = graph_node(g, e);

    if (n->location == NO_NUMBER || !n->order || (!node_reads(n) && !node_writes(n)))
        return 0;
    return 1 + place_then(g, &g->locations.at[n->location], node_reads(n) ? n->from : e, n->added);
}

static void add_step(const graph *g, name e, trace *out)
{
    const node *n = graph_node(g, e);
    text birth = {0};

    add_birth(g, name_thread(e), &birth);
    vec_push(&out->moves, (trace_move){mem_strdup(text_str(&birth)), n->move, n->choice});
    vec_push(&out->places, place_of(g, e));
    text_free(&birth);
}

void record_execution(const graph *g, trace *out)
{
    u32 *at = mem_alloc((g->threads.n + 1) * sizeof *at);

    out->system = TRACE_GRAPHS;
    for (u32 t; (t = graph_first_added(g, at)) < g->threads.n; at[t]++)
        if (g->threads.at[t].all.at[at[t]].first)
            add_step(g, name_of(t, at[t]), out);
    mem_free(at);
}

/* ---- and is taken again ---- */

static bool has_place(engine *n, const event *next)
{
    event_sort what = sort_of(next);

    return vm_started(n->s) > 1 && (what == SORT_ATOMIC || what == SORT_OPERATION);
}

/* What the place means for the thread's next event; false: nothing. */
static bool settle_place(engine *n, u16 thread, const event *next, u32 place, settled *how)
{
    u32 k = place && has_place(n, next) ? add_location(n, thread, next) : NO_NUMBER;
    const location *l = k == NO_NUMBER ? NULL : &n->g->locations.at[k];

    if (!l) /* none, or the access fails */
        return true;
    if (sort_of(next) == SORT_ATOMIC && next->kind == EV_WRITE) {
        how->places = true;
        how->place = place - 1;
        return how->place > rc11_least(n->g, l, thread) && how->place <= l->mo.n &&
               rc11_gap(n->g, l, how->place);
    }
    how->reads = place <= l->mo.n;
    how->from = how->reads ? l->mo.at[place - 1] : NO_NAME;
    return how->reads;
}

static bool follow(engine *n, const trace_move *m, u32 place)
{
    u32 thread = thread_named(n->g, m->thread);
    settled how = {.follows = true, .revisits_none = true, .chooses = true, .choice = m->choice};
    move mv;

    if (thread == n->g->threads.n || run_of(n, (u16)thread)->fate != FATE_RUNS ||
        !sys_peek(n->s, (u16)thread, &mv) || !settle_place(n, (u16)thread, &mv.next, place, &how))
        return false;
    return explore_advance(n, (u16)thread, &how);
}

static const char *follow_all(engine *n, const trace *t)
{
    u32 i = 0;

    while (i < t->moves.n && follow(n, &t->moves.at[i], t->places.at[i]))
        i++;
    if (n->r->failed && i + 1 == t->moves.n)
        return NULL;
    if (n->r->failed || i < t->moves.n)
        return "its execution goes another way";
    explore_extend(n);
    return n->r->failed ? NULL : "its execution has no error";
}

static bool same_error(const failure *f, const trace *t)
{
    return f->kind == t->error && f->line == t->line && strcmp(f->file, t->file) == 0 &&
           strcmp(f->message, t->message) == 0;
}

const char *graph_replay(sys *s, const trace *t, memory_model model, text *explanation)
{
    graph g = {.word_bytes = (u8)vm_word_bytes(s), .lets = spin_lets};
    search_options o = {0};
    result r = {0};
    engine n = {.s = s,
                .o = &o,
                .r = &r,
                .g = &g,
                .explanation = explanation,
                .depth = UINT64_MAX,
                .model = model,
                .recorded = true};
    const char *problem;

    g.of = &n;
    snapshot_open(&n);
    graph_thread(&g, 0);
    problem = follow_all(&n, t);
    if (!problem && !same_error(&r.error, t))
        problem = "its execution has another error";
    result_free(&r);
    graph_free(&g);
    run_close(&n);
    taken_free(&n.t);
    return problem;
}
