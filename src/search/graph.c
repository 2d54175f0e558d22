/* The graph of a system.
 *
 * A vertex is a saved state; its arcs are found when it is expanded and stay, so that a product
 * with an automaton, or several of them, runs each step of the system once.  What is not expanded
 * for a limit's sake leaves a trace in the explorer, whose verdict then is at best UNKNOWN.
 *
 * Invariant: an arc's target has a number; a vertex that is not expanded has no arcs. */
#include "search/graph.h"
#include "base/mutant.h"

static u64 bytes(const explored_graph *g)
{
    return map_bytes(&g->keys) + g->at.cap * sizeof *g->at.at + g->arcs.cap * sizeof *g->arcs.at +
           g->seen.cap;
}

static u32 vertex_of(explored_graph *g, state_key key)
{
    u32 v = map_number(&g->keys, key);

    if (v == g->at.n) {
        vec_push(&g->at, (vertex){0});
        explore_count(&g->x, 0);
    }
    return v;
}

bool graph_open(explored_graph *g, sys *s, const search_options *o, result *r)
{
    state_key start;

    g->x = (explorer){.every = true};
    start = explore_open(&g->x, s, o, r);
    if (r->failed || !start)
        return false;
    g->x.r->states = 0;
    vertex_of(g, start);
    return true;
}

/* The propositions that hold in the present state. */
static bool read_letter(explored_graph *g, u64 *letter)
{
    sys *s = g->x.s;

    *letter = 0;
    for (u32 i = 0; i < g->nqueries; i++) {
        failure f = {0};
        u64 value;

        if (!sys_value(s, g->queries[i], &value, &f)) {
            explore_fail(&g->x, &f);
            return false;
        }
        *letter |= (u64)(value != 0) << i;
    }
    return true;
}

static bool waiting(const move *m)
{
    switch (m->next.kind) {
    case EV_LOCK:
    case EV_READ_LOCK:
    case EV_WAIT:
    case EV_WOKEN:
    case EV_SEM_WAIT:
        return m->kind == MOVE_RUN;
    default:
        return false;
    }
}

static void look_at_threads(explored_graph *g, vertex *v)
{
    for (u32 i = 0; i < g->x.moves.n; i++) {
        const move *m = &g->x.moves.at[i];

        if (m->thread >= (g->buffers ? GRAPH_BUFFERS : GRAPH_THREADS)) {
            if (g->threads_told)
                explore_stop(&g->x, g->buffers ? "with store buffers fairness and waiting are "
                                                 "followed for at most 16 threads"
                                               : "fairness and waiting are followed for at most "
                                                 "32 threads");
            continue;
        }
        if (explore_strong(m))
            v->strong |= 1u << graph_agent(m->thread, (move_kind)m->kind);
        if (waiting(m))
            v->waits |= 1u << m->thread;
    }
}

static void stay(explored_graph *g, u32 to)
{
    vec_push(&g->arcs, (arc){.to = to, .thread = NO_THREAD, .flags = ARC_STAYS});
}

/* Nor does a weak compare-exchange fail again and again where it could succeed. */
static bool fails_weakly(const move *m, u32 choice)
{
    return move_fails_weakly(m, choice) && !MUTANT(LIVE_WEAK);
}

static u8 flags_of(const explored_graph *g, const move *m, u32 choice)
{
    bool weak = m->flags & MOVE_WEAK || fails_weakly(m, choice);

    return (u8)((weak ? ARC_WEAK : 0) | (g->x.taken.progress ? ARC_PROGRESS : 0));
}

static void keep_arcs(explored_graph *g, const move *m, u32 choice)
{
    u8 flags = flags_of(g, m, choice);

    for (u32 i = 0; i < g->found.n; i++) {
        const successor *e = &g->found.at[i];
        u32 known = g->at.n;

        vec_push(&g->arcs, (arc){vertex_of(g, e->key), e->choice, e->thread, e->kind, flags});
        g->strongly |= g->at.n > known && !(flags & ARC_WEAK);
        assert(vec_last(&g->arcs).to < g->at.n);
    }
    vec_clear(&g->found);
}

/* By levels: what is new is in `found`, and the explorer was led on where the target is of the next
 * level. */
static void keep_key(explored_graph *g, const move *m, u32 choice)
{
    const explorer *x = &g->x;
    u8 flags = flags_of(g, m, choice);

    if (x->stopped || x->taken.outcome != OUT_RAN)
        return;
    vec_push(&g->arcs, (arc){key_word(x->at), choice, m->thread, m->kind, flags});
    g->strongly |= x->found && !(flags & ARC_WEAK);
    g->back |= !x->found;
}

/* Takes the moves of the state that have, or have not, MOVE_LATER. */
static void take(explored_graph *g, state_key key, u8 later)
{
    explorer *x = &g->x;

    assert(g->by_levels || !g->found.n);
    for (u32 i = 0; i < x->moves.n && !x->stopped; i++) {
        const move m = x->moves.at[i];

        for (u32 choice = 0; (m.flags & MOVE_LATER) == later && choice < m.choices && !x->stopped;
             choice++) {
            explore_goto(x, key, 0);
            x->found = false;
            explore_take(x, &m, choice, g->depth, &g->found);
            if (g->by_levels)
                keep_key(g, &m, choice);
            else
                keep_arcs(g, &m, choice);
        }
    }
}

static bool any_later(const move_list *moves)
{
    for (u32 i = 0; i < moves->n; i++)
        if (moves->at[i].flags & MOVE_LATER)
            return true;
    return false;
}

/* Is one of the arcs from this one on no spurious wake-up?  Steps that are pruned have none: what
 * the others do without them is then found nowhere else. */
static bool goes_on(const explored_graph *g, u32 first)
{
    for (u32 i = first; i < g->arcs.n; i++)
        if (!(g->arcs.at[i].flags & ARC_WEAK))
            return true;
    return false;
}

/* Each cycle needs a vertex that leaves nothing out.  By levels: it has an arc that leads to no
 * deeper level than the one that it comes from. */
static bool all_needed(const explored_graph *g, const vertex *found)
{
    return (!goes_on(g, found->first) && !MUTANT(LIVE_PRUNED)) || (g->back && !MUTANT(LIVE_LEVELS));
}

bool graph_look(explored_graph *g, state_key key, vertex *found)
{
    explorer *x = &g->x;
    status s;

    *found = (vertex){.expanded = true, .first = g->arcs.n};
    explore_goto(x, key, 0);
    if (!read_letter(g, &found->letter))
        return false;
    sys_moves(x->s, &x->moves);
    look_at_threads(g, found);
    s = explore_status(x);
    found->holds_back = any_later(&x->moves);
    g->strongly = g->back = false;
    take(g, key, 0);
    if (found->holds_back && all_needed(g, found)) {
        take(g, key, MOVE_LATER);
        found->holds_back = false;
    }
    if ((s == ST_DONE || s == ST_DEADLOCK) && !MUTANT(LIVE_STAY))
        stay(g, g->by_levels ? key_word(key) : g->failed_at);
    found->count = g->arcs.n - found->first;
    found->last = s == ST_RUNNING && !g->strongly;
    return true;
}

bool graph_expand(explored_graph *g, u32 v)
{
    explorer *x = &g->x;
    vertex found;

    if (g->at.at[v].expanded || x->stopped)
        return !x->stopped;
    assert(!g->at.at[v].count && !g->at.at[v].later_count);
    g->failed_at = v;
    x->engine_bytes = bytes(g);
    if (!graph_look(g, g->keys.keys.at[v], &found))
        return false;
    g->at.at[v] = found;
    return !x->stopped;
}

bool graph_expand_later(explored_graph *g, u32 v)
{
    explorer *x = &g->x;
    u32 later;

    if (!graph_expand(g, v) || !g->at.at[v].holds_back)
        return !x->stopped;
    assert(!g->at.at[v].later_count);
    later = g->arcs.n;
    g->failed_at = v;
    explore_goto(x, g->keys.keys.at[v], 0);
    sys_moves(x->s, &x->moves);
    explore_status(x);
    take(g, g->keys.keys.at[v], MOVE_LATER);
    g->at.at[v].later = later;
    g->at.at[v].later_count = g->arcs.n - later;
    g->at.at[v].holds_back = false;
    return !x->stopped;
}

void graph_hangs(explored_graph *g)
{
    explorer *x = &g->x;

    for (u32 v = 0; v < g->at.n && !x->stopped; v++) {
        if (!g->at.at[v].last)
            continue;
        g->failed_at = v;
        explore_goto(x, g->keys.keys.at[v], 0);
        explore_hang(x);
    }
}

enum { UNSEEN, ON_PATH, LEFT };

typedef struct visit {
    u32 v, next; /* arc */
} visit;

static u8 *seen_of(explored_graph *g, u32 v)
{
    while (g->seen.n < g->at.n)
        vec_push(&g->seen, UNSEEN);
    return &g->seen.at[v];
}

/* Depth first, so that each cycle has a vertex that is expanded wholly: the product's own cycles
 * are fewer, since an automaton may have no edge for a letter. */
void graph_complete(explored_graph *g)
{
    VEC(visit) path = {0};

    vec_clear(&g->seen);
    vec_push(&path, (visit){0});
    while (path.n && !g->x.stopped) {
        visit *top = &vec_last(&path);
        u32 v = top->v;

        *seen_of(g, v) = ON_PATH;
        if (!graph_expand(g, v))
            break;
        if (top->next == g->at.at[v].count + g->at.at[v].later_count) {
            *seen_of(g, v) = LEFT;
            (void)vec_pop(&path);
            continue;
        }
        u32 to = graph_arc(g, v, top->next++)->to;

        if (*seen_of(g, to) == UNSEEN)
            vec_push(&path, (visit){.v = to});
        else if (*seen_of(g, to) == ON_PATH && !MUTANT(LIVE_COMPLETE))
            graph_expand_later(g, v);
    }
    vec_free(&path);
}

void graph_way(const explored_graph *g, u32 to, step_list *out)
{
    u32 *from = mem_alloc(g->at.n * sizeof *from); /* number of the arc + 1 */
    u32 *source = mem_alloc(g->at.n * sizeof *source);
    VEC(u32) queue = {0};
    step_list back = {0};

    vec_push(&queue, 0);
    for (u32 i = 0; i < queue.n && !from[to]; i++) {
        u32 v = queue.at[i];

        for (u32 k = 0; k < g->at.at[v].count + g->at.at[v].later_count; k++) {
            const arc *a = graph_arc(g, v, k);

            if (!a->to || from[a->to])
                continue;
            from[a->to] = (u32)(a - g->arcs.at) + 1;
            source[a->to] = v;
            vec_push(&queue, a->to);
        }
    }
    for (u32 v = to; v; v = source[v]) {
        const arc *a = &g->arcs.at[from[v] - 1];

        vec_push(&back, (step_taken){a->thread, a->kind, a->choice, 0});
    }
    while (back.n)
        vec_push(out, vec_pop(&back));
    vec_free(&back);
    vec_free(&queue);
    mem_free(from);
    mem_free(source);
}

void graph_close(explored_graph *g)
{
    result *r = g->x.r;

    if (r->failed && !r->lasso) {
        if (g->failed_at)
            graph_way(g, g->failed_at, &r->steps);
        if (g->x.by_step)
            vec_push(&r->steps, g->x.last);
    }
    g->x.engine_bytes = bytes(g);
    explore_close(&g->x);
    map_free(&g->keys);
    vec_free(&g->at);
    vec_free(&g->arcs);
    vec_free(&g->found);
    vec_free(&g->seen);
}
