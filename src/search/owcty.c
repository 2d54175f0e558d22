/* Cycles by elimination, after Cerna and Pelanek (Distributed explicit fair cycle detection, SPIN
 * 2003), known as OWCTY, one way catch them young.
 *
 * A set of nodes begins as all that the start reaches and becomes smaller: a node without a
 * predecessor in the set leaves it, and so does one that no edge inside the set with a required
 * mark leads to.  With several marks that is done for one after the other (Emerson and Lei,
 * Efficient model checking in fragments of the propositional mu-calculus, 1986), until a pass over
 * all of them changes nothing.  Then one can go back from each node of the set for ever and meet
 * each mark again and again: there is a cycle that carries them all, unless the set is empty.  And
 * no node of such a cycle ever leaves.  A cycle has no edge of a spurious wake-up; these only lead
 * on.
 *
 * The set at the end does not depend on the order in which nodes leave, so neither does the answer.
 *
 * A node is a number, state of the automaton times vertices plus vertex.  A sweep goes through all
 * nodes; `spread` goes on from those of a list: a process takes some of them, goes on from what it
 * finds by itself, and puts what is left after LOCAL nodes behind the end of the list for all.  No
 * node enters the list twice, so there is room for them. */
#include "search/owcty.h"
#include "base/halt.h"
#include "base/mutant.h"

#include <assert.h>
#include <string.h>

enum { REACHED = 1, INSIDE = 2, MET = 4 };

enum { SWEEP = 1 << 13, BATCH = 32, LOCAL = 128 };

typedef VEC(u64) number_list;

typedef struct owcty {
    rounds *d;
    owcty_board *b;
    const owcty_tables *t;
    const product *p;
    explorer *x;
    u64 vertices, nodes, graph_bytes;
    number_list stack; /* found by this process, and not yet gone on from */
    u64 joined, left;  /* by its doing */
    edge_marks common; /* of the edges that it saw */
    edge_marks mark;   /* that is looked for */
} owcty;

typedef void touch(owcty *w, u64 node);

bool owcty_reserve(owcty_tables *t)
{
    t->room = (u64)1 << 35;
    t->flags = shared_reserve(t->room);
    t->before = shared_reserve(t->room * sizeof *t->before);
    t->list = shared_reserve(t->room * sizeof *t->list);
    return t->flags && t->before && t->list;
}

void owcty_release(owcty_tables *t)
{
    if (t->flags)
        shared_release(t->flags, t->room);
    if (t->before)
        shared_release((void *)t->before, t->room * sizeof *t->before);
    if (t->list)
        shared_release(t->list, t->room * sizeof *t->list);
}

static u64 bytes(const owcty *w)
{
    const owcty_tables *t = w->t;

    return (w->b->reached + w->b->joined) *
           (sizeof *t->flags + sizeof *t->before + sizeof *t->list);
}

/* ---- rounds ---- */

static void count(owcty_board *b)
{
    b->reached += b->joined;
    b->size += b->joined - b->left;
    b->joined = b->left = 0;
}

/* What follows is a sweep, */
static void then_sweep(void *with)
{
    owcty_board *b = with;

    count(b);
    b->first = b->end = b->next = b->tail = 0;
}

/* a sweep after all edges were looked at, */
static void then_first(void *with)
{
    owcty_board *b = with;

    b->every = b->common;
    b->common = ~(edge_marks)0;
    then_sweep(b);
}

/* or going on from what this round put into the list. */
static void then_spread(void *with)
{
    owcty_board *b = with;

    b->first = b->end;
    b->end = b->tail;
    b->next = b->first;
    if (b->first == b->end)
        then_sweep(b);
}

/* The list takes what this process has left to go on from. */
static void hand_over(owcty *w)
{
    u32 n = w->stack.n;
    u64 at;

    if (!n)
        return;
    at = atomic_fetch_add(&w->b->tail, n);
    assert(at + n <= w->nodes);
    memcpy(w->t->list + at, w->stack.at, n * sizeof *w->stack.at);
    vec_clear(&w->stack);
}

static bool meet(owcty *w, void (*turn)(void *with))
{
    hand_over(w);
    atomic_fetch_add(&w->b->joined, w->joined);
    atomic_fetch_add(&w->b->left, w->left);
    atomic_fetch_and(&w->b->common, w->common);
    w->joined = w->left = 0;
    w->common = ~(edge_marks)0;
    w->x->engine_bytes = w->graph_bytes + bytes(w);
    if (w->x->stopped)
        rounds_stop(w->d);
    return rounds_meet(w->d, turn, w->b);
}

/* ---- nodes ---- */

static u8 flags_of(const owcty *w, u64 node)
{
    return __atomic_load_n(&w->t->flags[node], __ATOMIC_RELAXED);
}

/* Whether none of the flags was there. */
static bool set(owcty *w, u64 node, u8 flags)
{
    return !(__atomic_fetch_or(&w->t->flags[node], flags, __ATOMIC_RELAXED) & flags);
}

static void take_out(owcty *w, u64 node)
{
    __atomic_fetch_and(&w->t->flags[node], (u8)~INSIDE, __ATOMIC_RELAXED);
    w->left++;
}

static bool next_edge(const owcty *w, u64 node, cursor *c, hop *h, u64 *to)
{
    u32 q;

    if (!product_edge(w->p, (u32)(node % w->vertices), (u32)(node / w->vertices), c, h, &q))
        return false;
    *to = q * w->vertices + h->node;
    return true;
}

/* The next edge that stays in the set and may be part of a cycle. */
static bool next_inside(const owcty *w, u64 node, cursor *c, hop *h, u64 *to)
{
    while (next_edge(w, node, c, h, to))
        if (!h->weak && flags_of(w, *to) & INSIDE)
            return true;
    return false;
}

/* Of the nodes of the set. */
static bool sweep(owcty *w, touch *f, void (*turn)(void *with))
{
    for (u64 from; !w->x->stopped && (from = atomic_fetch_add(&w->b->next, SWEEP)) < w->nodes;) {
        u64 to = from + SWEEP < w->nodes ? from + SWEEP : w->nodes;

        explore_tick(w->x);
        for (u64 node = from; node < to; node++)
            if (flags_of(w, node) & INSIDE)
                f(w, node);
    }
    return meet(w, turn);
}

static void go_on(owcty *w, touch *f)
{
    for (u32 i = 0; w->stack.n && i < LOCAL; i++)
        f(w, vec_pop(&w->stack));
    explore_tick(w->x);
    if (MUTANT(LIVE_EARLY))
        vec_clear(&w->stack);
    hand_over(w);
}

/* From the nodes of the list, and from all that is found then. */
static bool spread(owcty *w, touch *f)
{
    owcty_board *b = w->b;

    while (b->first < b->end) {
        for (u64 i; !w->x->stopped && (i = atomic_fetch_add(&b->next, BATCH)) < b->end;) {
            for (u64 k = i; k < i + BATCH && k < b->end; k++)
                vec_push(&w->stack, w->t->list[k]);
            go_on(w, f);
        }
        if (!meet(w, then_spread))
            return false;
    }
    return true;
}

/* ---- all that the start reaches ---- */

static void reach(owcty *w, u64 node)
{
    cursor c = {0};
    hop h;
    u64 to;

    while (next_edge(w, node, &c, &h, &to))
        if (set(w, to, REACHED | INSIDE)) {
            vec_push(&w->stack, to);
            w->joined++;
        }
}

static bool reach_all(owcty *w)
{
    u64 start = w->p->goal->automaton->start * w->vertices;

    if (shared_self() == 0) {
        set(w, start, REACHED | INSIDE);
        w->joined++;
        vec_push(&w->stack, start);
    }
    return meet(w, then_spread) && spread(w, reach);
}

/* ---- nodes without a predecessor ---- */

static void forget_count(owcty *w, u64 node)
{
    w->t->before[node] = 0;
}

static void count_edges(owcty *w, u64 node)
{
    cursor c = {0};
    hop h;
    u64 to;

    while (next_inside(w, node, &c, &h, &to)) {
        atomic_fetch_add_explicit(&w->t->before[to], 1, memory_order_relaxed);
        w->common &= h.marks;
    }
}

static void find_first(owcty *w, u64 node)
{
    if (w->t->before[node])
        return;
    vec_push(&w->stack, node);
}

/* Its edges were counted, also those to nodes that have left since. */
static void trim(owcty *w, u64 node)
{
    cursor c = {0};
    hop h;
    u64 to;

    take_out(w, node);
    while (next_inside(w, node, &c, &h, &to))
        if (atomic_fetch_sub(&w->t->before[to], 1) == 1 || MUTANT(LIVE_TRIMMED))
            vec_push(&w->stack, to);
}

static bool eliminate(owcty *w)
{
    return sweep(w, forget_count, then_sweep) && sweep(w, count_edges, then_first) &&
           sweep(w, find_first, then_spread) && spread(w, trim);
}

/* ---- nodes that no edge with a mark leads to ---- */

static void find_marked(owcty *w, u64 node)
{
    cursor c = {0};
    hop h;
    u64 to;

    while (next_inside(w, node, &c, &h, &to))
        if (h.marks & w->mark && set(w, to, MET))
            vec_push(&w->stack, to);
}

static void follow(owcty *w, u64 node)
{
    cursor c = {0};
    hop h;
    u64 to;

    while (next_inside(w, node, &c, &h, &to))
        if (set(w, to, MET))
            vec_push(&w->stack, to);
}

static void keep_met(owcty *w, u64 node)
{
    if (!(flags_of(w, node) & MET))
        take_out(w, node);
    else
        __atomic_fetch_and(&w->t->flags[node], (u8)~MET, __ATOMIC_RELAXED);
}

static bool keep_marked(owcty *w, edge_marks mark)
{
    w->mark = mark;
    return sweep(w, find_marked, then_spread) && spread(w, follow) &&
           sweep(w, keep_met, then_sweep);
}

/* ---- the whole ---- */

/* What the mark asks for, and that each node has a predecessor still.  *changed: nodes have left.
 */
static bool shrink_by(owcty *w, edge_marks mark, bool *changed)
{
    u64 before = w->b->size;

    *changed = false;
    if (!(w->p->required & mark & ~w->b->every))
        return true;
    if (!keep_marked(w, mark))
        return false;
    *changed = w->b->size != before;
    return !*changed || eliminate(w);
}

/* Until a pass over all marks changes nothing. */
static bool shrink(owcty *w)
{
    u32 unchanged = 0;
    bool changed;

    for (u32 i = 0; w->b->size && unchanged < 64; i = (i + 1) % 64) {
        if (!shrink_by(w, (edge_marks)1 << i, &changed))
            return false;
        unchanged = changed && !MUTANT(LIVE_ONE_SET) ? 0 : unchanged + 1;
    }
    return true;
}

static void begin(void *with)
{
    *(owcty_board *)with = (owcty_board){.common = ~(edge_marks)0};
}

static void clean(owcty *w)
{
    shared_wipe(w->t->flags, w->nodes * sizeof *w->t->flags);
    shared_wipe((void *)w->t->before, w->nodes * sizeof *w->t->before);
    shared_wipe(w->t->list, w->nodes * sizeof *w->t->list);
}

bool owcty_run(rounds *d, owcty_board *b, const owcty_tables *t, const product *p, bool *found)
{
    owcty w = {.d = d, .b = b, .t = t, .p = p, .x = &p->g->x, .vertices = p->g->at.n};
    bool done;

    w.common = ~(edge_marks)0;
    w.graph_bytes = w.x->engine_bytes;
    w.nodes = w.vertices * p->goal->automaton->states.n;
    if (w.nodes > t->room)
        halt("the product with the automaton has too many nodes");
    done = rounds_meet(d, begin, b) && reach_all(&w) && eliminate(&w) && shrink(&w);
    if (done)
        *found = b->size;
    done = done && rounds_meet(d, then_sweep, b); /* nobody needs the tables any more */
    if (done && shared_self() == 0)
        clean(&w);
    w.x->engine_bytes = w.graph_bytes;
    vec_free(&w.stack);
    return done;
}
