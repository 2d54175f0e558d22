/* Runs that never end, by several processes (rounds.c).
 *
 * The graph is explored as bfs_workers.c explores states: level by level, each process with a
 * system of its own and a batch of vertices at a time.  Vertices, their arcs and the numbers of
 * keys lie in shared memory.  While a level is explored the arcs that leave it lead to keys; when
 * it is over these become numbers of vertices.  Then the products with the automata are looked
 * through by all processes too (owcty.c), and run no step of the system.  That is done when all is
 * explored, and before whenever the graph has become GROWTH times as large, so that a run that is
 * near is found early; where there is a cycle the first process makes a run of it, by components.
 *
 * Nested searches, and components on the fly, depend on depth first order, which processes that
 * share a graph do not have; and steps of a system cost far more than edges of a product.
 *
 * Persistent sets: each cycle needs a vertex that leaves nothing out.  On each cycle an arc leads
 * to a vertex that is not of a deeper level than the one that it comes from; such a vertex is
 * expanded wholly (graph_look).  That depends on no order within the level, so that the graph, and
 * with it the verdict and the numbers of states and transitions, are the same however many
 * processes there are.  It leaves out less than depth first, where an arc to the path alone counts.
 */
#include "search/live_workers.h"
#include "base/halt.h"
#include "base/mutant.h"
#include "search/owcty.h"

#include <assert.h>
#include <string.h>

enum { BATCH = 32, FIRST_LOOK = 2000, GROWTH = 4 };

typedef enum stage { EXPLORING, HANGS } stage;

typedef struct board {
    rounds rounds;
    owcty_board owcty;
    u32 settled, first, end; /* of the level; arcs of vertices before `settled` lead to numbers */
    u64 depth;               /* of its states */
    u32 look_at;             /* so many explored vertices are looked through, */
    bool look;               /* which is due now */
    bool found;              /* a run */
    stage stage;
    _Atomic u32 next; /* vertex that nobody took yet */
    _Atomic u32 tail; /* behind the last vertex */
    _Atomic u32 keys; /* behind the largest key */
    _Atomic u64 arcs; /* behind the last arc */
} board;

typedef struct live_worker {
    explored_graph g;
    liveness_question *l;
    board *board;
    vertex *vertices; /* by number, as below */
    u32 *keys;
    u32 *numbers; /* by key */
    arc *arcs;
    u64 room; /* of each */
    owcty_tables tables;
    arc_vector own; /* of the vertex that is expanded */
} live_worker;

/* ---- between two rounds ---- */

static void begin_level(void *with)
{
    board *d = with;

    d->next = d->first;
    d->settled = d->first;
    d->look = d->first >= d->look_at || d->first == d->end;
    if (d->look)
        d->look_at = d->first * GROWTH;
}

static void end_level(void *with)
{
    board *d = with;

    d->first = d->end;
    d->end = d->tail;
    d->next = d->settled;
    d->depth++;
}

static void begin_hangs(void *with)
{
    board *d = with;

    d->stage = HANGS;
    d->next = 0;
}

static void nothing(void *with)
{
    (void)with;
}

/* The next vertices that are this process's, from *from to *to. */
static bool take_batch(board *d, u32 *from, u32 *to)
{
    *from = atomic_fetch_add(&d->next, BATCH);
    *to = *from + BATCH < d->end ? *from + BATCH : d->end;
    return !d->rounds.stop && *from < d->end;
}

/* ---- exploring ---- */

static void raise_to(_Atomic u32 *at, u32 least)
{
    u32 now = *at;

    while (now < least && !atomic_compare_exchange_weak(at, &now, least))
        ;
}

/* The vertices that were found get their numbers. */
static void put_found(live_worker *w)
{
    const successor_list *found = &w->g.found;
    board *d = w->board;
    u32 at = atomic_fetch_add(&d->tail, found->n);

    if ((u64)at + found->n > w->room)
        halt("the graph of states is full");
    for (u32 i = 0; i < found->n; i++) {
        w->keys[at + i] = found->at[i].key;
        w->numbers[found->at[i].key] = at + i;
        raise_to(&d->keys, found->at[i].key + 1);
    }
}

static u32 put_arcs(live_worker *w)
{
    const arc_vector *own = &w->g.arcs;
    u64 at = atomic_fetch_add(&w->board->arcs, own->n);

    if (at + own->n > w->room)
        halt("the graph of states is full");
    memcpy(w->arcs + at, own->at, own->n * sizeof *own->at);
    return (u32)at;
}

static void expand(live_worker *w, u32 v)
{
    explored_graph *g = &w->g;
    vertex found;

    vec_clear(&g->arcs);
    vec_clear(&g->found);
    if (!graph_look(g, w->keys[v], &found) || g->x.stopped) {
        rounds_note(&w->board->rounds, &g->x, v);
        return;
    }
    put_found(w);
    found.first = put_arcs(w);
    found.holds_back = false; /* what is put off is put off for good */
    w->vertices[v] = found;
}

static u64 graph_bytes(const live_worker *w)
{
    const board *d = w->board;

    return d->tail * (sizeof *w->vertices + sizeof *w->keys) + d->arcs * sizeof *w->arcs +
           d->keys * sizeof *w->numbers;
}

static void expand_level(live_worker *w)
{
    w->g.depth = w->board->depth;
    for (u32 i, to; !w->g.x.stopped && take_batch(w->board, &i, &to);) {
        w->g.x.engine_bytes = graph_bytes(w);
        for (; i < to && !w->g.x.stopped; i++)
            expand(w, i);
    }
}

static void settle_arcs(const live_worker *w, const vertex *v)
{
    for (u32 i = v->first; i < v->first + v->count; i++)
        w->arcs[i].to = w->numbers[w->arcs[i].to];
}

/* The arcs that leave the last level, and the marks of those that are explored from now on. */
static void settle_level(live_worker *w)
{
    board *d = w->board;

    for (u32 i, to; take_batch(d, &i, &to);)
        for (; i < to; i++)
            if (i < d->first)
                settle_arcs(w, &w->vertices[i]);
            else
                visited_drop(&w->g.x.next, w->keys[i]);
}

/* ---- looking for runs ---- */

/* The graph as it is known, for whoever reads it. */
static void show(live_worker *w)
{
    explored_graph *g = &w->g;

    w->own = g->arcs;
    g->arcs.at = w->arcs;
    g->arcs.n = (u32)w->board->arcs;
    g->at.at = w->vertices;
    g->at.n = w->board->end;
    g->frozen = true;
}

static void hide(live_worker *w)
{
    explored_graph *g = &w->g;

    g->arcs = w->own;
    g->at.at = NULL;
    g->at.n = 0;
}

/* By the first process; of strong fairness there may be none. */
static void make_run(live_worker *w, product *p, const goal *to)
{
    explored_graph *g = &w->g;

    w->l->found = *to;
    if (scc_search(p, g->x.r)) {
        w->board->found = true;
        liveness_fail(g, to);
        rounds_stop(&w->board->rounds);
    } else if (g->x.stopped) {
        rounds_stop(&w->board->rounds);
    } else if (to->fair != FAIR_STRONG) {
        die("a cycle that the processes of the search found is not there");
    }
}

/* False: all are to leave. */
static bool look_for(live_worker *w, const goal *to)
{
    board *d = w->board;
    bool found = false, on;
    product p;

    product_open(&p, &w->g, to);
    on = owcty_run(&d->rounds, &d->owcty, &w->tables, &p, &found);
    w->l->nodes += d->owcty.reached;
    if (on && found && shared_self() == 0)
        make_run(w, &p, to);
    product_free(&p);
    return on && rounds_meet(&d->rounds, nothing, d);
}

/* For each thread that waits somewhere. */
static bool look_for_starving(live_worker *w, goal to)
{
    u32 waits = 0;

    for (u32 v = 0; v < w->g.at.n; v++)
        waits |= w->g.at.at[v].waits;
    for (u16 t = 0; t < GRAPH_THREADS; t++) {
        to.thread = t;
        if (waits >> t & 1 && !look_for(w, &to))
            return false;
    }
    return true;
}

static bool look_for_any(live_worker *w)
{
    const goal_list *goals = &w->l->goals;
    bool on = true;

    show(w);
    for (u32 i = 0; on && i < goals->n; i++)
        on = goals->at[i].kind == GOAL_STARVES ? look_for_starving(w, goals->at[i])
                                               : look_for(w, &goals->at[i]);
    hide(w);
    return on;
}

static void look_for_hang(live_worker *w, u32 v)
{
    explorer *x = &w->g.x;

    explore_tick(x);
    if (w->vertices[v].last && !x->stopped && !MUTANT(LIVE_HANGS)) {
        explore_goto(x, w->keys[v], 0);
        explore_hang(x);
    }
    if (x->stopped)
        rounds_note(&w->board->rounds, x, v);
}

static void look_for_hangs(live_worker *w)
{
    for (u32 i, to; !w->g.x.stopped && take_batch(w->board, &i, &to);)
        for (; i < to && !w->g.x.stopped; i++)
            look_for_hang(w, i);
}

/* ---- the whole ---- */

static void search(void *with)
{
    live_worker *w = with;
    board *d = w->board;

    for (;;) {
        settle_level(w);
        if (!rounds_meet(&d->rounds, begin_level, d) || (d->look && !look_for_any(w)))
            return;
        if (d->first == d->end)
            break;
        expand_level(w);
        if (!rounds_meet(&d->rounds, end_level, d))
            return;
    }
    if (rounds_meet(&d->rounds, begin_hangs, d))
        look_for_hangs(w);
}

/* The error that some process found at a vertex, by this one. */
static void find_again(live_worker *w)
{
    explorer *x = &w->g.x;
    u32 v = w->board->rounds.failed - 1;
    u64 transitions = x->r->transitions, states = x->r->states;
    vertex found;

    x->common = NULL;
    x->stopped = false;
    if (x->r->failed) /* by this one, perhaps at another vertex */
        mem_free((char *)x->r->error.file), mem_free((char *)x->r->error.message);
    x->r->failed = false;
    if (w->board->stage == HANGS) {
        explore_goto(x, w->keys[v], 0);
        explore_hang(x);
    } else {
        graph_look(&w->g, w->keys[v], &found);
    }
    if (!x->r->failed && x->stopped)
        return; /* a limit, or an interrupt, that came meanwhile */
    if (!x->r->failed)
        die("an error that a process of the search found cannot be found again");
    x->r->transitions = transitions;
    x->r->states = states;
    show(w);
    if (v)
        graph_way(&w->g, v, &x->r->steps);
    hide(w);
    if (x->by_step)
        vec_push(&x->r->steps, x->last);
}

static void *reserve(u64 n, size_t each)
{
    void *at = shared_reserve(n * each);

    if (!at)
        halt("no addresses are left for the graph of several processes");
    return at;
}

static void open_shared(live_worker *w, u32 workers)
{
    w->room = UINT32_MAX;
    w->board = reserve(1, sizeof *w->board);
    w->vertices = reserve(w->room, sizeof *w->vertices);
    w->keys = reserve(w->room, sizeof *w->keys);
    w->numbers = reserve(w->room, sizeof *w->numbers);
    w->arcs = reserve(w->room, sizeof *w->arcs);
    if (!owcty_reserve(&w->tables) || !visited_open_shared(&w->g.x.seen) ||
        !visited_open_shared(&w->g.x.next))
        halt("no addresses are left for the graph of several processes");
    w->board->rounds.processes = workers;
}

static void close_shared(live_worker *w)
{
    owcty_release(&w->tables);
    shared_release(w->vertices, w->room * sizeof *w->vertices);
    shared_release(w->keys, w->room * sizeof *w->keys);
    shared_release(w->numbers, w->room * sizeof *w->numbers);
    shared_release(w->arcs, w->room * sizeof *w->arcs);
    shared_release(w->board, sizeof *w->board);
}

static void run(live_worker *w, state_key start)
{
    board *d = w->board;
    explorer *x = &w->g.x;

    x->marks = true;
    x->common = &d->rounds.all;
    d->rounds.all.states = 1;
    w->keys[0] = key_word(start);
    d->keys = w->keys[0] + 1;
    d->tail = d->end = 1;
    d->look_at = FIRST_LOOK;
    rounds_start(&d->rounds, x, search, w);
    search(w);
    rounds_gather(&d->rounds, x);
    if (d->rounds.failed && !d->found)
        find_again(w);
}

void liveness_by_several(sys *s, const search_options *o, liveness_question *l, result *r)
{
    live_worker w = {.l = l,
                     .g = {.queries = l->queries,
                           .nqueries = l->nqueries,
                           .threads_told = liveness_needs_threads(l),
                           .buffers = l->buffers,
                           .by_levels = true}};
    state_key key;

    assert(o->workers <= SHARED_MOST && o->rank == RANK_NONE);
    l->nodes = 0;
    open_shared(&w, o->workers);
    key = explore_open(&w.g.x, s, o, r);
    if (key)
        run(&w, key);
    w.g.x.engine_bytes = graph_bytes(&w);
    explore_close(&w.g.x);
    vec_free(&w.g.arcs);
    vec_free(&w.g.found);
    close_shared(&w);
}
