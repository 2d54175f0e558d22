/* Explores all execution graphs of a program that are consistent under RC11, each once (revisit.c
 * has the paper).  Memory is linear in the length of an execution: what is to be tried is a list
 * of alternatives to the events of one graph, and a revisit works on a copy, which is done with
 * before the search goes on.
 *
 * The thread that moves next is the first one by birth that can, so that it depends on the graph
 * alone. */
#include "graph/engine.h"

#include "base/map.h"
#include "base/mutant.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- limits ---- */

static void unknown(engine *n, const char *reason)
{
    n->r->verdict = VERDICT_UNKNOWN;
    snprintf(n->r->reason, sizeof n->r->reason, "%s", reason);
    n->stop = true;
}

static void look(engine *n)
{
    double now = clock_seconds();

    if (n->o->interrupted && *n->o->interrupted)
        unknown(n, "interrupted");
    else if (n->o->max.seconds > 0 && now - n->o->since > n->o->max.seconds)
        unknown(n, "time limit reached (--max-time)");
    if (n->o->progress && now > n->next_look) {
        fprintf(stderr, "\r%" PRIu64 " executions, %" PRIu64 " dropped ", n->r->done, n->r->pruned);
        n->next_look = now + 1;
    }
}

/* ---- one event more ---- */

/* With what it would read, can the operation go on? */
static bool lets(engine *n, u16 thread, u32 k, name from, move *mv)
{
    run_answer(n, &n->g->locations.at[k], from);
    return sys_peek(n->s, thread, mv) && mv->flags & MOVE_ENABLED;
}

static bool is_timed(const event *next)
{
    return next->flags & EVF_GUARD && next->value >> 32 & GUARD_TIMED;
}

/* A thread that would only go round with the old value is not tried with it: no later write could
 * answer the read anew. */
static bool worth_reading(engine *n, u16 thread, u32 k, const event *next, name old)
{
    move mv;

    if (next->flags & EVF_GUARD && !is_timed(next) && !lets(n, thread, k, old, &mv))
        return false;
    return !spin_idle(n, thread, next, &n->g->locations.at[k], old);
}

/* A read that waited is to be answered by a write that has it wait: see revisit.c.  (An update that
 * keeps what it read goes on with that.) */
static bool answers_nothing(engine *n, u16 thread, u32 k, const event *next, const settled *how)
{
    return how->waited && spin_idle(n, thread, next, &n->g->locations.at[k], how->from) &&
           !MUTANT(GRAPH_ANSWERED);
}

/* The last write is read first; an operation that others block is not tried with what it cannot go
 * on with, unless that is the last write. */
static name choose_read(engine *n, u16 thread, u32 k, const event *next)
{
    const location *l = &n->g->locations.at[k];
    u32 least = rc11_least(n->g, l, thread);

    for (u32 p = MUTANT(GRAPH_COHERENCE) ? 0 : least; p + 1 < l->mo.n; p++)
        if (worth_reading(n, thread, k, next, l->mo.at[p]))
            add_later(n, thread, TODO_READ, true, l->mo.at[p], 0);
    return vec_last(&l->mo);
}

static bool may_read(engine *n, u16 thread, u32 k, name from)
{
    const location *l = &n->g->locations.at[k];

    return location_place(n->g, l, from) >= rc11_least(n->g, l, thread);
}

static u32 choose(engine *n, u16 thread, const move *mv, const settled *how)
{
    if (how->chooses)
        return how->choice;
    for (u32 c = 1; c < mv->choices; c++)
        add_later(n, thread, TODO_CHOICE, how->reads, how->from, c);
    return 0;
}

/* The thread goes no further; is there any use in what others do? */
static bool stays_possible(engine *n, u16 thread)
{
    if (n->recorded || !revisit_never(n->g, thread))
        return true;
    n->r->pruned++;
    return false;
}

/* The thread spins: is its round one read, and nothing else that could change?  Then it waits for
 * that. */
static void note_wait(engine *n, u16 thread)
{
    u32 from = run_of(n, thread)->spins_from;
    node *all = n->g->threads.at[thread].all.at;

    if (all[from].kind != NODE_READ || !all[from].order || all[from].added != all[from].stamp)
        return;
    for (u32 i = from + 1; i < graph_count(n->g, thread); i++)
        if (all[i].kind != NODE_FENCE && !(all[i].flags & EVF_OWN))
            return;
    all[from].waits = true;
    if (spin_lets(n, name_of(thread, from),
                  all[from].from)) /* a round that cannot be taken again */
        n->g->threads.at[thread].all.at[from].waits = false;
}

static bool advance_read(engine *n, u16 thread, move *mv, settled *how)
{
    u32 k = add_location(n, thread, &mv->next);

    if (run_of(n, thread)->fate == FATE_CUT)
        return true;
    if (k == NO_NUMBER)
        return run_step(n, thread, mv, 0, how);
    snapshot_take(n); /* before it is known that the thread was here */
    if (spins(n, thread) && !how->follows) {
        run_of(n, thread)->fate = FATE_SPINS;
        note_wait(n, thread);
        spin_note(n, &mv->next);
        return !how->reads && stays_possible(n, thread);
    }
    if (how->reads &&
        (!may_read(n, thread, k, how->from) || answers_nothing(n, thread, k, &mv->next, how)))
        return false;
    if (!how->reads)
        how->from = choose_read(n, thread, k, &mv->next);
    how->reads = true;
    bool can = lets(n, thread, k, how->from, mv);

    if (!can && is_timed(&mv->next)) {
        mv->kind = MOVE_TIMEOUT;
    } else if (!can) {
        add_blocked(n, thread, &mv->next, k, how);
        run_of(n, thread)->fate = FATE_BLOCKED;
        return !how->keeps_stamp ||
               rc11_sequential(n->g, name_of(thread, graph_count(n->g, thread) - 1));
    }
    return run_step(n, thread, mv, choose(n, thread, mv, how), how);
}

/* What is settled of the thread's next event. */
static settled settled_next(engine *n, u16 thread)
{
    settled how = {0}, once = {0};

    if (thread < n->g->threads.n) {
        const thread_nodes *t = &n->g->threads.at[thread];

        if (t->planned && t->plan_at == t->all.n)
            how = t->plan;
    }
    if (n->once_set && n->once_thread == thread) {
        once = n->once;
        n->once_set = false;
    }
    if (once.reads) {
        how.reads = true;
        how.from = once.from;
    }
    if (once.places) {
        how.places = true;
        how.place = once.place;
    }
    if (once.chooses) {
        how.chooses = true;
        how.choice = once.choice;
    }
    how.follows = once.follows;
    how.revisits_none |= once.revisits_none;
    return how;
}

/* False: the execution goes no further. */
static bool advance(engine *n, u16 thread)
{
    settled how = settled_next(n, thread);
    move mv;
    event_sort what;

    if (!sys_peek(n->s, thread, &mv))
        die("a thread that is to go on is over");
    what = sort_of(&mv.next);
    if (vm_started(n->s) <= 1 && what != SORT_WAKE) /* nobody sees it */
        what = SORT_OTHER;
    if (graph_count(n->g, thread) >= n->depth) {
        run_cut(n, thread, "a thread has more events than --max-depth allows");
        return true;
    }
    if (mv.flags & MOVE_ENDLESS) {
        run_cut(n, thread, "a loop that does nothing others can see");
        return true;
    }
    if (what == SORT_ATOMIC && mv.next.size > 8) {
        run_cut(n, thread, "an atomic access of more than 8 bytes");
        return true;
    }
    if (what == SORT_UNKNOWN) {
        run_refuse(n, thread, event_names[mv.next.kind]);
        return true;
    }
    if (what == SORT_WAKE)
        return sleep_over(n, thread, &mv, &how);
    if ((what == SORT_ATOMIC && mv.next.kind != EV_WRITE) || what == SORT_OPERATION)
        return advance_read(n, thread, &mv, &how);
    if (what == SORT_ATOMIC) {
        u32 k = add_location(n, thread, &mv.next);

        if (run_of(n, thread)->fate == FATE_CUT)
            return true;
        (void)k;
        snapshot_take(n);
        return run_step(n, thread, &mv, 0, &how);
    }
    if (run_may_spin(n, &mv) && spins(n, thread) && !how.follows) {
        run_of(n, thread)->fate = FATE_SPINS;
        return stays_possible(n, thread);
    }
    if (what == SORT_PLAIN)
        run_settle(n, mv.next.object, mv.next.offset, mv.next.size);
    if (!run_step(n, thread, &mv, choose(n, thread, &mv, &how), &how))
        return false;
    return run_of(n, thread)->fate != FATE_PRUNED || stays_possible(n, thread);
}

/* ---- ends ---- */

/* Is the write part of the round that its thread spins in?  The round gave back what it took. */
static bool in_round(engine *n, name w)
{
    const runner *u = w == NO_NAME ? NULL : run_of(n, (u16)name_thread(w));

    return u && u->fate == FATE_SPINS && name_index(w) >= u->spins_from;
}

/* Does the later write, of the thread itself or of a round of another one that spins, leave the
 * lock as the operation found it?  In the middle of such a round the lock is not as it was. */
static bool leaves_lock(engine *n, const node *e, u32 thread, name later)
{
    if (!e->operates || MUTANT(GRAPH_ROUNDS))
        return e->operates && name_thread(later) == thread;
    return name_thread(later) == thread ||
           (in_round(n, later) &&
            !(in_round(n, e->from) && name_thread(e->from) == name_thread(later)));
}

/* Is nothing written after what the event reads, but the same again? */
static bool reads_newest(engine *n, const node *e, u32 thread)
{
    const location *l;

    if (!node_reads(e) || !e->order || e->location == NO_NUMBER)
        return true;
    l = &n->g->locations.at[e->location];
    for (u32 k = location_place(n->g, l, e->from) + 1; k < l->mo.n; k++)
        if (!node_idle(graph_node(n->g, l->mo.at[k])) && !leaves_lock(n, e, thread, l->mo.at[k]))
            return false;
    return true;
}

static bool all_newest(engine *n, u32 thread, u32 from)
{
    for (u32 i = from; i < graph_count(n->g, thread); i++)
        if (!reads_newest(n, &n->g->threads.at[thread].all.at[i], thread))
            return false;
    return true;
}

/* A thread that waits for what has come already, had it but looked, does not wait for ever. */
static bool waits_in_vain(engine *n, u32 thread)
{
    const runner *u = run_of(n, (u16)thread);
    u32 count = graph_count(n->g, thread), at = u->spins_from;

    if (u->fate == FATE_SPINS && n->g->threads.at[thread].all.at[at].waits) {
        u32 k = n->g->threads.at[thread].all.at[at].location;

        return !spin_lets(n, name_of(thread, at), vec_last(&n->g->locations.at[k].mo));
    }

    if (u->fate == FATE_BLOCKED)
        return all_newest(n, thread, count - 1);
    if (u->fate == FATE_SPINS && spin_naps(n, (u16)thread))
        return false;
    return u->fate != FATE_SPINS || all_newest(n, thread, u->spins_from);
}

static bool any_with(engine *n, run_fate f)
{
    for (u32 t = 0; t < n->g->threads.n; t++)
        if (run_of(n, (u16)t)->fate == f)
            return true;
    return false;
}

static bool all_in_vain(engine *n)
{
    for (u32 t = 0; t < n->g->threads.n; t++)
        if (!waits_in_vain(n, t))
            return false;
    return true;
}

static int by_line(const void *a, const void *b)
{
    return strcmp(((const outcome_count *)a)->line, ((const outcome_count *)b)->line);
}

static void note_outcome(engine *n)
{
    text line = {0};
    u32 k = 0;

    if (!n->o->outcomes)
        return;
    for (u32 i = 0; i < n->g->locations.n; i++) {
        const location *l = &n->g->locations.at[i];

        run_answer(n, l, vec_last(&l->mo));
    }
    sys_outcome(n->s, &line);
    while (k < n->outcomes.n && strcmp(n->outcomes.at[k].line, text_str(&line)) != 0)
        k++;
    if (k == n->outcomes.n)
        vec_push(&n->outcomes, (outcome_count){.line = mem_strdup(text_str(&line))});
    n->outcomes.at[k].n++;
    text_free(&line);
}

static void complete(engine *n)
{
    if (!buffers_allow(n->g, n->model)) {
        n->r->pruned++;
        return;
    }
    n->r->done++;
    note_outcome(n);
}

/* Something in it is told by other executions, or by none. */
static bool dropped(engine *n)
{
    return any_with(n, FATE_PRUNED) || any_with(n, FATE_CUT) || !all_in_vain(n) || !sleep_holds(n);
}

/* No thread can go on. */
static void finish(engine *n, bool over)
{
    if (any_with(n, FATE_CUT))
        n->r->limited++;
    if (dropped(n)) {
        n->r->pruned++;
    } else if (sleep_disturbed(n)) {
        return;
    } else if (over) {
        complete(n);
    } else {
        explain_stuck(n);
    }
}

/* ---- executions ---- */

static bool can_go_on(engine *n, u16 thread, move *mv)
{
    spin_rouse(n, thread);
    if (run_of(n, thread)->fate != FATE_RUNS || !sys_peek(n->s, thread, mv))
        return false;
    if (mv->next.kind == EV_WOKEN)
        return sleep_ready(n, thread);
    return mv->flags & MOVE_ENABLED || sort_of(&mv->next) == SORT_OPERATION ||
           sort_of(&mv->next) == SORT_UNKNOWN;
}

static bool is_planned(const graph *g, u32 thread)
{
    const thread_nodes *t = &g->threads.at[thread];

    return t->planned && t->plan_at == t->all.n;
}

/* Who goes on: reads that are settled come first; who sleeps wakes up when nobody else can go on;
 * the end of the process comes last.  -1: nobody. */
static int pick(engine *n, bool *ends)
{
    int last = -1, found = -1, wakes = -1;
    move mv;

    *ends = false;
    for (u32 k = 0; k < n->g->order.n; k++) {
        u32 t = n->g->order.at[k];

        if (!can_go_on(n, (u16)t, &mv))
            continue;
        if (is_planned(n->g, t))
            return (int)t;
        if (mv.next.kind == EV_EXIT)
            last = (int)t;
        else if (mv.next.kind == EV_WOKEN && !sleep_is_barrier(n, (u16)t))
            wakes = wakes < 0 ? (int)t : wakes;
        else if (found < 0)
            found = (int)t;
    }
    found = found < 0 ? wakes : found;
    *ends = found < 0 && last >= 0;
    return found >= 0 ? found : last;
}

static bool begin_revisit(engine *n)
{
    graph *g = n->g;

    if (!g->revisits || !is_planned(g, g->writer))
        return true;
    return advance(n, g->writer) && advance(n, g->reader);
}

bool explore_advance(engine *n, u16 thread, const settled *how)
{
    n->once_thread = thread;
    n->once_set = true;
    n->once = *how;
    return advance(n, thread);
}

void explore_extend(engine *n)
{
    bool ends = false;
    int t;

    if (!begin_revisit(n) || (n->once_set && !advance(n, n->once_thread)))
        return;
    assert(!n->once_set);
    while ((t = pick(n, &ends)) >= 0 && !n->stop) {
        if (ends && dropped(n))
            break;
        if (!advance(n, (u16)t))
            return;
        if (ends || sys_status(n->s) == ST_DONE) {
            finish(n, true);
            return;
        }
    }
    if (!n->stop)
        finish(n, sys_status(n->s) == ST_DONE);
}

/* Leaves what was added before the stamp, or up to it. */
static void cut_to(engine *n, graph *g, u32 stamp)
{
    u32 *keep = mem_alloc((g->threads.n + 1) * sizeof *keep);

    for (u32 t = 0; t < g->threads.n; t++)
        while (keep[t] < g->threads.at[t].all.n && g->threads.at[t].all.at[keep[t]].added < stamp)
            keep[t]++;
    graph_cut(g, keep);
    g->stamp = stamp;
    snapshot_cut(n, g, stamp);
    mem_free(keep);
}

static void explore(engine *n, graph *g);

static void revisit(engine *n, graph *g, const todo *d)
{
    graph copy = n->spare.n ? vec_pop(&n->spare) : (graph){0};
    name w;
    extent outer;

    cut_to(n, g, d->stamp + 1);
    w = name_of(d->thread, graph_count(g, d->thread) - 1);
    assert(graph_node(g, w)->added == d->stamp);
    graph_copy(g, &copy);
    snapshot_cut(n, &copy, graph_node(g, d->from)->stamp);
    revisit_begin(&copy, w, d->from);
    copy.stamp = d->stamp;
    outer = snapshot_enter(n);
    explore(n, &copy);
    snapshot_leave(n, outer);
    vec_push(&n->spare, copy);
    n->g = g;
}

/* The next alternative: true when the graph is to be extended. */
static bool next(engine *n, graph *g)
{
    while (g->todo.n && !n->stop) {
        todo d = vec_pop(&g->todo);

        if (d.kind == TODO_REVISIT) {
            revisit(n, g, &d);
            continue;
        }
        cut_to(n, g, d.stamp);
        n->once_thread = d.thread;
        n->once_set = true;
        n->once = (settled){.reads = d.reads,
                            .from = d.from,
                            .places = d.kind == TODO_PLACE,
                            .place = d.number,
                            .chooses = d.kind == TODO_CHOICE,
                            .choice = d.number};
        return true;
    }
    return false;
}

/* The event that `once` settles is its thread's: it has to come first. */
static void explore(engine *n, graph *g)
{
    n->once_set = false;
    do {
        n->g = g;
        look(n);
        if (n->stop)
            return;
        run_replay(n);
        explore_extend(n);
    } while (next(n, g));
}

static void say_outcomes(engine *n)
{
    if (n->outcomes.n)
        qsort(n->outcomes.at, n->outcomes.n, sizeof *n->outcomes.at, by_line);
    for (u32 k = 0; k < n->outcomes.n; k++) {
        text_addf(n->o->outcomes, "%s; %" PRIu64 " execution%s\n", n->outcomes.at[k].line,
                  n->outcomes.at[k].n, n->outcomes.at[k].n == 1 ? "" : "s");
        mem_free(n->outcomes.at[k].line);
    }
    vec_free(&n->outcomes);
}

void graph_search(sys *s, const search_options *o, memory_model model, result *r, trace *t,
                  text *explanation)
{
    graph g = {.word_bytes = (u8)vm_word_bytes(s), .lets = spin_lets};
    engine n = {.s = s,
                .o = o,
                .r = r,
                .explanation = explanation,
                .trace = t,
                .depth = o->max.depth ? o->max.depth : GRAPH_DEPTH,
                .model = model};
    double start = clock_seconds();

    g.of = &n;
    snapshot_open(&n);
    graph_thread(&g, 0);
    if (vm_alone_lacks(s))
        run_refuse(&n, 0, vm_alone_lacks(s));
    else
        explore(&n, &g);
    if (!r->failed && !n.stop && r->cut[0] && !MUTANT(GRAPH_CUT))
        unknown(&n, r->cut);
    if (!r->failed && !n.stop && !r->done && !r->pruned && !r->deadlocks)
        unknown(&n, "no execution came to an end");
    if (!r->failed && !n.stop && r->hangs_unsure && !result_complete(r))
        unknown(&n, "no execution comes to its end, and whether one hangs is not known");
    r->ends_counted = true;
    r->seconds = clock_seconds() - start;
    r->peak_bytes = sys_memory(s);
    say_outcomes(&n);
    graph_free(&g);
    run_close(&n);
    taken_free(&n.t);
}
