/* Where the machine was along the present execution, so that another one does not begin anew.
 *
 * A snapshot with stamp s is the machine after the events of the graph that were added before s,
 * and no others.  An alternative leaves all events before some stamp as they are, and so does a
 * revisit before the stamp of its read: a snapshot that is not later still holds, and only what
 * follows it is taken again.
 *
 * Snapshots of a graph are a chain, from the last one back.  A revisit explores a copy of its
 * graph, whose chain begins with an earlier part of the same one, while the rest is needed again
 * when it is over: what a copy adds lies behind that (`floor`), and goes with it.
 *
 * States that come again are kept once.  When they take much memory all the same, no more are kept,
 * and executions are taken again from where the last one was. */
#include "graph/engine.h"

#include "base/map.h"

#include <assert.h>

enum { MOST_SAVED = 256 << 20 }; /* bytes */

/* What is known of a thread besides the machine. */
typedef struct mark {
    run_fate fate;
    u32 done, spins_from, moment;
} mark;

typedef struct snapshot {
    u32 stamp;
    state_key key;
    u32 before; /* the one before it, counted from 1 */
    u32 marks;  /* of its threads: where they begin, */
    u32 nmarks; /* and how many */
    extent end; /* what there was then, with itself */
} snapshot;

struct snapshots {
    VEC(snapshot) all;
    VEC(mark) marks;
    extent floor;
};

static extent extent_now(const engine *n)
{
    return (extent){.snapshots = n->snapshots->all.n,
                    .marks = n->snapshots->marks.n,
                    .moments = n->moments.n,
                    .words = n->moment_words.n};
}

static void cut_back(engine *n, extent to)
{
    assert(to.snapshots <= n->snapshots->all.n && to.moments <= n->moments.n);
    n->snapshots->all.n = to.snapshots;
    n->snapshots->marks.n = to.marks;
    n->moments.n = to.moments;
    n->moment_words.n = to.words;
}

void snapshot_open(engine *n)
{
    n->snapshots = mem_alloc(sizeof *n->snapshots);
}

void snapshot_close(engine *n)
{
    if (!n->snapshots)
        return;
    vec_free(&n->snapshots->all);
    vec_free(&n->snapshots->marks);
    mem_free(n->snapshots);
}

static const snapshot *last(const engine *n)
{
    return n->g->snapshot ? &n->snapshots->all.at[n->g->snapshot - 1] : NULL;
}

void snapshot_take(engine *n)
{
    struct snapshots *all = n->snapshots;
    const snapshot *l = last(n);

    assert(!l || l->stamp <= n->g->stamp);
    if ((l && l->stamp == n->g->stamp) || vm_started(n->s) <= 1 || sys_memory(n->s) > MOST_SAVED)
        return;
    snapshot s = {.stamp = n->g->stamp,
                  .key = sys_save(n->s),
                  .before = n->g->snapshot,
                  .marks = all->marks.n,
                  .nmarks = n->g->threads.n};

    for (u32 t = 0; t < n->g->threads.n; t++) {
        const runner *u = run_of(n, (u16)t);

        vec_push(&all->marks, (mark){.fate = u->fate,
                                     .done = u->done,
                                     .spins_from = u->spins_from,
                                     .moment = u->moment});
    }
    vec_push(&all->all, s);
    n->g->snapshot = all->all.n;
    all->all.at[all->all.n - 1].end = extent_now(n);
}

void snapshot_cut(engine *n, graph *g, u32 stamp)
{
    while (g->snapshot && n->snapshots->all.at[g->snapshot - 1].stamp > stamp)
        g->snapshot = n->snapshots->all.at[g->snapshot - 1].before;
}

bool snapshot_return(engine *n)
{
    const snapshot *l = last(n);
    bool own = l && n->g->snapshot > n->snapshots->floor.snapshots;

    if (!l) {
        cut_back(n, n->snapshots->floor);
        return false;
    }
    vm_back(n->s, l->key);
    for (u32 t = 0; t < n->runners.n; t++) {
        runner *u = &n->runners.at[t];
        mark m = t < l->nmarks ? n->snapshots->marks.at[l->marks + t] : (mark){0};

        u->fate = m.fate == FATE_SPINS ? FATE_RUNS : m.fate; /* it is found to spin again */
        u->done = m.done;
        u->spins_from = m.spins_from;
        u->moment = m.moment;
    }
    cut_back(n, own ? l->end : n->snapshots->floor);
    return true;
}

extent snapshot_enter(engine *n)
{
    extent outer = n->snapshots->floor;

    n->snapshots->floor = extent_now(n);
    return outer;
}

void snapshot_leave(engine *n, extent outer)
{
    cut_back(n, n->snapshots->floor);
    n->snapshots->floor = outer;
}
