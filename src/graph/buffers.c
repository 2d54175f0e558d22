/* Sequential consistency and store buffers as axioms on an execution graph (Alglave, Maranget,
 * Tautschnig: Herding cats, 2014), to count executions under them.
 *
 * Of program order sc keeps all, tso all but a store before a load, pso all but a store before
 * anything else.  A seq_cst fence between two accesses, a seq_cst store, an update and a
 * compare-exchange that fails at either end keep any pair; with pso a release store stays behind
 * earlier stores, and a release fence keeps stores on both sides apart.  What is kept has no cycle
 * with reads-from, modification order and from-reads; reads of a thread's own stores, which may
 * come from its buffer, count under sc alone.
 *
 * The search takes accesses for relaxed and fences for nothing then: RC11 allows all of these
 * executions.  (Coherence and atomicity are the same.  In a cycle of program order and reads-from
 * each part in a thread goes from a load to a store, which all three keep.)  What the model forbids
 * is dropped when it is complete. */
#include "graph/engine.h"

#include "base/map.h"
#include "base/mutant.h"

typedef struct buffers {
    const graph *g;
    memory_model model;
    name_list all;
    u8 *state; /* by number: 0 new, 1 on the present path, 2 done */
} buffers;

static bool strong(const node *e)
{
    return e->kind == NODE_UPDATE || e->operates || e->flags & EVF_FAILED ||
           (e->kind == NODE_WRITE && e->asked & EVO_SEQ_CST);
}

static bool fenced(const graph *g, u32 thread, u32 from, u32 to, u8 orders)
{
    for (u32 i = from + 1; i < to; i++) {
        const node *e = &g->threads.at[thread].all.at[i];

        if (e->kind == NODE_FENCE && e->asked & orders)
            return true;
    }
    return false;
}

/* Two accesses of a thread, in program order. */
static bool kept(const buffers *b, name first, name second)
{
    const node *x = graph_node(b->g, first), *y = graph_node(b->g, second);
    u32 t = name_thread(first), i = name_index(first), k = name_index(second);

    if (b->model == MEMORY_SC || x->kind != NODE_WRITE || strong(x) || strong(y) ||
        fenced(b->g, t, i, k, EVO_SEQ_CST))
        return true;
    if (y->kind != NODE_WRITE)
        return false;
    return b->model == MEMORY_TSO || x->location == y->location ||
           y->asked & (EVO_RELEASE | EVO_SEQ_CST) ||
           fenced(b->g, t, i, k, EVO_RELEASE | EVO_SEQ_CST);
}

/* Is what the first reads overwritten by the second, or by what comes before it? */
static bool from_reads(const buffers *b, const node *x, name second)
{
    const location *l = &b->g->locations.at[x->location];

    return location_place(b->g, l, x->from) < location_place(b->g, l, second);
}

static bool precedes(const buffers *b, name first, name second)
{
    const node *x = graph_node(b->g, first), *y = graph_node(b->g, second);
    bool same = name_thread(first) == name_thread(second);

    if (first == second)
        return false;
    if (same && name_index(first) < name_index(second) && kept(b, first, second))
        return true;
    if (x->location != y->location)
        return false;
    if (node_reads(y) && y->from == first && (!same || b->model == MEMORY_SC))
        return true;
    if (!node_writes(y))
        return false;
    const location *l = &b->g->locations.at[x->location];

    return (node_writes(x) && location_place(b->g, l, first) < location_place(b->g, l, second)) ||
           (node_reads(x) && from_reads(b, x, second));
}

static bool is_cyclic(buffers *b, u32 at)
{
    bool cycle = false;

    b->state[at] = 1;
    for (u32 k = 0; k < b->all.n && !cycle; k++)
        if (b->state[k] < 2 && precedes(b, b->all.at[at], b->all.at[k]))
            cycle = b->state[k] == 1 || is_cyclic(b, k);
    b->state[at] = 2;
    return cycle;
}

static void collect(const graph *g, name_list *all)
{
    for (u32 t = 0; t < g->threads.n; t++)
        for (u32 i = 0; i < graph_count(g, t); i++) {
            const node *e = &g->threads.at[t].all.at[i];

            if ((node_reads(e) || node_writes(e)) && e->order && e->location != NO_NUMBER)
                vec_push(all, name_of(t, i));
        }
}

bool buffers_allow(const graph *g, memory_model model)
{
    buffers b = {.g = g, .model = model};
    bool cycle = false;

    if (memory_by_graphs(model) || MUTANT(GRAPH_COUNTS))
        return true;
    collect(g, &b.all);
    b.state = mem_alloc(b.all.n + 1);
    for (u32 k = 0; k < b.all.n && !cycle; k++)
        cycle = !b.state[k] && is_cyclic(&b, k);
    mem_free(b.state);
    vec_free(&b.all);
    return !cycle;
}
