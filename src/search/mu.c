/* The modal mu-calculus over the states of a system, one by one.
 *
 * Each subformula gets the set of states in which it holds.  A fixpoint is computed as
 * Knaster and Tarski say: its variable begins as the empty set (mu) or as all states (nu), and its
 * body is computed until the set stays.  A body without variables of fixpoints around it is
 * computed once; so formulas without alternation cost no more than one iteration of each fixpoint,
 * and with it an inner one is computed again for each set of the outer.
 *
 * A state in which no process can move has no step: [] holds there of everything, <> of nothing. */
#include "search/mu.h"
#include "base/mutant.h"
#include "search/guard.h"
#include "search/state_graph.h"

#include <string.h>

typedef struct mu_search {
    state_graph of;
    const mu_question *q;
    u8 **sets; /* by subformula: the states in which it holds */
    u8 **vars; /* by fixpoint */
    u64 *free; /* by subformula: fixpoints that it lies in and mentions */
    bool *done;
} mu_search;

static const u8 *compute(mu_search *g, u32 at);

static bool counts(const mu_search *g, const graph_arc *e, u32 label)
{
    return !label || g->q->labels[label - 1] >> e->by.thread & 1;
}

/* Every step, or some step, of these processes leads into the set. */
static bool leads(const mu_search *g, u32 from, const mu_node *n, const u8 *into)
{
    bool every = n->op == MU_BOX;

    for (u32 k = g->of.first.at[from]; k < g->of.first.at[from + 1]; k++)
        if (counts(g, &g->of.arcs.at[k], n->b) && into[g->of.arcs.at[k].to] != every)
            return !every;
    return every;
}

static void compute_plain(mu_search *g, const mu_node *n, const u8 *a, const u8 *b, u8 *out)
{
    for (u32 i = 0; i < g->of.keys.n; i++)
        switch (n->op) {
        case MU_ATOM:
        case MU_NO_ATOM:
            out[i] = (g->of.atoms.at[i] >> n->a & 1) == (n->op == MU_ATOM);
            break;
        case MU_VARIABLE:
            out[i] = g->vars[n->a][i];
            break;
        case MU_AND:
            out[i] = a[i] & b[i];
            break;
        case MU_OR:
            out[i] = a[i] | b[i];
            break;
        case MU_BOX:
        case MU_DIAMOND:
            out[i] = leads(g, i, n, a);
            break;
        default:
            out[i] = n->op == MU_TRUE;
        }
}

static void compute_fixpoint(mu_search *g, const mu_node *n, u8 *out)
{
    const u8 *next;

    memset(g->vars[n->b], (n->op == MU_GREATEST) != MUTANT(MU_ALTERNATION), g->of.keys.n);
    do {
        memcpy(out, g->vars[n->b], g->of.keys.n);
        next = compute(g, n->a);
        memcpy(g->vars[n->b], next, g->of.keys.n);
        state_graph_limits(&g->of);
    } while (!g->of.stopped && memcmp(out, next, g->of.keys.n) != 0);
}

static const u8 *compute(mu_search *g, u32 at)
{
    const mu_node *n = &g->q->formula->nodes.at[at];
    const u8 *a = NULL, *b = NULL;

    if (g->done[at] || g->of.stopped)
        return g->sets[at];
    if (n->op == MU_LEAST || n->op == MU_GREATEST) {
        compute_fixpoint(g, n, g->sets[at]);
    } else {
        if (mu_arity[n->op])
            a = compute(g, n->a);
        if (mu_arity[n->op] == 2)
            b = compute(g, n->b);
        compute_plain(g, n, a, b, g->sets[at]);
    }
    g->done[at] = !g->free[at] || MUTANT(MU_NESTING);
    return g->sets[at];
}

static void find_free(mu_search *g)
{
    const mu *f = g->q->formula;

    for (u32 i = 0; i < f->nodes.n; i++) {
        const mu_node *n = &f->nodes.at[i];

        if (n->op == MU_VARIABLE)
            g->free[i] = (u64)1 << n->a;
        else if (mu_arity[n->op])
            g->free[i] = g->free[n->a];
        if (mu_arity[n->op] == 2)
            g->free[i] |= g->free[n->b];
        if (n->op == MU_LEAST || n->op == MU_GREATEST)
            g->free[i] &= ~((u64)1 << n->b);
    }
}

static bool holds_at_first(const mu_search *g, const u8 *set)
{
    if (!g->q->skip_first)
        return set[0];
    for (u32 k = g->of.first.at[0]; k < g->of.first.at[1]; k++)
        if (!set[g->of.arcs.at[k].to])
            return false;
    return true;
}

static void decide(mu_search *g)
{
    const mu *f = g->q->formula;
    u32 n = f->nodes.n;
    const u8 *whole;

    g->sets = mem_alloc(n * sizeof *g->sets);
    g->vars = mem_alloc((f->fixpoints + 1) * sizeof *g->vars);
    g->free = mem_alloc(n * sizeof *g->free);
    g->done = mem_alloc(n * sizeof *g->done);
    for (u32 i = 0; i < n; i++)
        g->sets[i] = mem_alloc(g->of.keys.n);
    for (u32 i = 0; i < f->fixpoints; i++)
        g->vars[i] = mem_alloc(g->of.keys.n);
    find_free(g);
    whole = compute(g, n - 1);
    if (!g->of.stopped && !holds_at_first(g, whole))
        g->of.r->verdict = VERDICT_FAILED;
    for (u32 i = 0; i < n; i++)
        mem_free(g->sets[i]);
    for (u32 i = 0; i < f->fixpoints; i++)
        mem_free(g->vars[i]);
    mem_free(g->sets);
    mem_free(g->vars);
    mem_free(g->free);
    mem_free(g->done);
}

static void search(sys *s, const search_options *o, result *r, void *with)
{
    const mu_question *q = with;
    mu_search g = {.of = {.s = s,
                          .o = o,
                          .r = r,
                          .asked = "--mu",
                          .queries = q->queries,
                          .natoms = q->formula->atoms.n,
                          .more = q->formula->nodes.n + q->formula->fixpoints},
                   .q = q};
    double start = clock_seconds();

    *r = (result){0};
    state_graph_build(&g.of);
    if (!g.of.stopped)
        decide(&g);
    state_graph_free(&g.of);
    r->seconds = clock_seconds() - start;
}

void search_mu(sys *s, const search_options *o, const mu_question *q, result *r)
{
    search_guarded(s, o, r, search, (void *)(uintptr_t)q);
}
