/* The search for runs that never end: one graph, a product with it for each goal.
 *
 * A product need not reach every state of the system: the automaton may have no edge for a letter.
 * What is left is expanded afterwards, so that VERIFIED also says that there is no error.
 * live_workers.c is the same by several processes. */
#include "search/liveness.h"
#include "search/guard.h"
#include "search/live_workers.h"
#include "search/product.h"

/* What may be spent on a shorter run. */
#define SHORT_STATES  100000
#define SHORT_SECONDS 5.0

struct automaton *liveness_automaton(void)
{
    automaton *a = automaton_open(1);

    automaton_add_state(a);
    automaton_add_state(a);
    vec_push(&a->states.at[0], (edge){.to = 0});
    vec_push(&a->states.at[0], (edge){.to = 1, .marks = 1});
    vec_push(&a->states.at[1], (edge){.to = 1, .marks = 1});
    return a;
}

/* Finds nothing new when the graph is frozen. */
static bool look_for(explored_graph *g, liveness_question *l, const goal *to, result *r)
{
    product p;
    bool got;

    l->found = *to;
    product_open(&p, g, to);
    got = l->engine == LIVENESS_NDFS ? ndfs_search(&p, r) : scc_search(&p, r);
    l->nodes += p.nodes.keys.n;
    product_free(&p);
    return got;
}

/* For each thread that waits somewhere. */
static bool look_for_starving(explored_graph *g, liveness_question *l, goal to, result *r)
{
    u32 waits = 0;

    graph_complete(g);
    for (u32 v = 0; v < g->at.n; v++)
        waits |= g->at.at[v].waits;
    for (u16 t = 0; t < GRAPH_THREADS && !g->x.stopped; t++) {
        to.thread = t;
        if (waits >> t & 1 && look_for(g, l, &to, r))
            return true;
    }
    return false;
}

void liveness_fail(explored_graph *g, const goal *to)
{
    failure f = {.kind = to->error, .message = to->message, .file = ""};

    g->x.r->failed = false; /* as explore_fail finds it */
    explore_fail(&g->x, &f);
}

static bool look_for_any(explored_graph *g, liveness_question *l, result *r)
{
    for (u32 i = 0; i < l->goals.n && !g->x.stopped; i++) {
        const goal *to = &l->goals.at[i];

        if (to->kind == GOAL_STARVES ? look_for_starving(g, l, *to, r) : look_for(g, l, to, r)) {
            liveness_fail(g, to);
            return true;
        }
    }
    return false;
}

bool liveness_needs_threads(const liveness_question *l)
{
    if (l->buffers)
        return true;
    for (u32 i = 0; i < l->goals.n; i++)
        if (l->goals.at[i].fair != FAIR_NONE || l->goals.at[i].kind == GOAL_STARVES)
            return true;
    return false;
}

/* Takes over a lasso that is shorter than the one there is. */
static void take_over(result *r, result *shorter)
{
    step_list steps = r->steps;

    if (!shorter->lasso || shorter->steps.n >= r->steps.n)
        return;
    r->steps = shorter->steps;
    r->loop = shorter->loop;
    shorter->steps = steps;
}

/* Vertices are numbered as they are found, so expanding them by number is breadth first. */
void search_shorten_lasso(sys *s, const search_options *o, const liveness_question *l, result *r)
{
    search_options budget = {.max = {.states = SHORT_STATES, .seconds = SHORT_SECONDS},
                             .allow_deadlock = true,
                             .allow_hang = true,
                             .interrupted = o->interrupted};
    liveness_question one = {.queries = l->queries, .nqueries = l->nqueries};
    explored_graph g = {.queries = l->queries, .nqueries = l->nqueries, .buffers = l->buffers};
    result shorter = {0};
    goal to = l->found;
    bool got = !graph_open(&g, s, &budget, &shorter);

    for (u32 v = 0, next = 64; v < g.at.n && !got && graph_expand(&g, v); v++) {
        if (v + 1 < next && v + 1 < g.at.n)
            continue;
        next *= 2;
        g.frozen = true;
        got = look_for(&g, &one, &to, &shorter);
        g.frozen = false;
    }
    take_over(r, &shorter);
    graph_close(&g);
    result_free(&shorter);
}

static void search(sys *s, const search_options *o, result *r, void *with)
{
    liveness_question *l = with;
    explored_graph g = {.queries = l->queries,
                        .nqueries = l->nqueries,
                        .threads_told = liveness_needs_threads(l),
                        .buffers = l->buffers};

    if (o->workers > 1) {
        liveness_by_several(s, o, l, r);
        return;
    }
    l->nodes = 0;
    if (graph_open(&g, s, o, r) && !look_for_any(&g, l, r)) {
        graph_complete(&g);
        graph_hangs(&g);
    }
    graph_close(&g);
}

void search_liveness(sys *s, const search_options *o, liveness_question *l, result *r)
{
    search_guarded(s, o, r, search, l);
}
