/* The axioms of RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing sequential consistency in
 * C/C++11, PLDI 2017), asked of the event that is added.
 *
 * An event is added at the end of its thread: nothing comes after it in happens-before.  So
 * coherence says from which place in modification order on it may read or write, atomicity says
 * between which writes nothing may come, and that program order and reads-from have no cycle holds
 * since a read reads from what is there already. */
#include "graph/events.h"

#include "base/mutant.h"

u32 rc11_least(const graph *g, const location *l, u32 thread)
{
    u32 least = 0;

    for (u32 k = l->mo.n; k-- > 1 && !least;)
        if (known_to(g, l->mo.at[k], thread))
            least = k;
    for (u32 k = 0; k < l->from.n; k++) {
        const node *r = graph_node(g, l->from.at[k]);
        u32 place;

        if (!known_to(g, l->from.at[k], thread))
            continue;
        place = location_place(g, l, r->from);
        least = place > least ? place : least;
    }
    return least;
}

name rc11_updater(const graph *g, const location *l, name write, name but)
{
    for (u32 k = 0; k < l->from.n; k++) {
        const node *r = graph_node(g, l->from.at[k]);

        if (r->kind == NODE_UPDATE && r->from == write && l->from.at[k] != but)
            return l->from.at[k];
    }
    return NO_NAME;
}

bool rc11_gap(const graph *g, const location *l, u32 place)
{
    const node *next = place < l->mo.n ? graph_node(g, l->mo.at[place]) : NULL;

    return !next || next->kind != NODE_UPDATE || next->from != l->mo.at[place - 1] ||
           MUTANT(GRAPH_ATOMICITY);
}

static bool overlap(const node *a, const node *b)
{
    return a->offset < (u64)b->offset + b->size && b->offset < (u64)a->offset + a->size;
}

name rc11_race(graph *g, name e)
{
    const node *n = graph_node(g, e);
    const name_list *all = &graph_accesses(g, n->object)->all;

    for (u32 k = all->n; k--;) {
        const node *o = graph_node(g, all->at[k]);

        if (name_thread(all->at[k]) == name_thread(e) || (n->order && o->order) || !overlap(n, o) ||
            (!node_writes(n) && !node_writes(o)))
            continue;
        if (!happens_before(g, all->at[k], e))
            return all->at[k];
    }
    return NO_NAME;
}
