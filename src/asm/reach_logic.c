/* Formulas over the reachable states as decision diagrams: computation tree logic by fixpoints,
 * linear logic by the automaton of the runs that violate it. */
#include "asm/reach_sets.h"
#include "ltl/automaton.h"
#include "ltl/ctl.h"

/* Computation tree logic.  A state in which nobody can move is followed by itself. */

static bdd some_next(reach *r, bdd to)
{
    return bdd_or(r->b, reach_all_before(r, to), bdd_and(r->b, r->stuck, to));
}

static bdd inside(reach *r, bdd f)
{
    return bdd_and(r->b, r->all, bdd_not(r->b, f));
}

/* E[a U b], by the steps of one process after the other. */
static bdd until(reach *r, bdd a, bdd b)
{
    bdd x = b, old = 0;

    while (x != old && !reach_over(r)) {
        old = x;
        for (u32 i = 0; i < r->relations.n; i++)
            x = bdd_or(r->b, x, bdd_and(r->b, a, reach_before(r, &r->relations.at[i], x)));
        x = bdd_and(r->b, x, r->all);
    }
    return x;
}

static bdd always_some(reach *r, bdd a)
{
    bdd x = a, old = 0;

    while (x != old && !reach_over(r)) {
        old = x;
        x = bdd_and(r->b, x, some_next(r, x));
    }
    return x;
}

/* Where a step into `to` that carries the mark of the process begins. */
static bdd fair_before(reach *r, bdd to, u32 number)
{
    bdd can = 0, took = 0, any = some_next(r, to);

    for (u32 i = 0; i < r->relations.n; i++)
        if (r->relations.at[i].process == number) {
            can = bdd_or(r->b, can, r->relations.at[i].can);
            took = bdd_or(r->b, took, reach_before(r, &r->relations.at[i], to));
        }
    return bdd_or(r->b, bdd_and(r->b, took, r->all), bdd_and(r->b, any, bdd_not(r->b, can)));
}

/* The states of z from which, inside z, a step with the mark of the process can be reached. */
static bdd fairly_on(reach *r, bdd z, u32 number)
{
    bdd x = bdd_and(r->b, z, fair_before(r, z, number)), old = 0;

    while (x != old && !reach_over(r)) {
        old = x;
        x = bdd_or(r->b, x, bdd_and(r->b, z, some_next(r, x)));
    }
    return x;
}

/* EG a over the runs in which a process that always can move does: the fixpoint of Emerson and Lei.
 * From every state there is such a run, in which the processes take turns; so of the other
 * operators none has to ask whether the run can go on fairly. */
static bdd fairly_always_some(reach *r, bdd a)
{
    bdd x = a, old = 0;

    while (x != old && !reach_over(r)) {
        old = x;
        for (u32 p = 0; p < r->c->processes.n && !reach_over(r); p++)
            x = fairly_on(r, x, p);
    }
    return x;
}

static bdd proposition_bdd(reach *r, u32 query)
{
    expr e = trans_flat(r->c, r->c->watched.at[query]);

    return bdd_and(r->b, r->all, reach_lit(r, circuit_truth(&r->k, e)));
}

static bdd ctl_set(reach *r, const struct ctl *f, u32 at, const u32 *queries, bool fair)
{
    const ctl_node *n = &f->nodes.at[at];
    bdd (*for_ever)(reach *, bdd) = fair ? fairly_always_some : always_some;
    bdd a = 0, b = 0;

    if (ctl_arity[n->op])
        a = ctl_set(r, f, n->a, queries, fair);
    if (ctl_arity[n->op] == 2)
        b = ctl_set(r, f, n->b, queries, fair);
    switch (n->op) {
    case CTL_TRUE:
        return r->all;
    case CTL_FALSE:
        return 0;
    case CTL_ATOM:
        return proposition_bdd(r, queries[n->a]);
    case CTL_NOT:
        return inside(r, a);
    case CTL_AND:
        return bdd_and(r->b, a, b);
    case CTL_OR:
        return bdd_or(r->b, a, b);
    case CTL_EX:
        return some_next(r, a);
    case CTL_AX:
        return inside(r, some_next(r, inside(r, a)));
    case CTL_EF:
        return until(r, r->all, a);
    case CTL_AG:
        return inside(r, until(r, r->all, inside(r, a)));
    case CTL_EG:
        return for_ever(r, a);
    case CTL_AF:
        return inside(r, for_ever(r, inside(r, a)));
    case CTL_EU:
        return until(r, a, b);
    case CTL_AU: /* neither for ever not b, nor not b up to where neither holds */
        return inside(r, bdd_or(r->b,
                                until(r, inside(r, b), bdd_and(r->b, inside(r, a), inside(r, b))),
                                for_ever(r, inside(r, b))));
    }
    return 0;
}

reach_answer reach_ctl(reach *r, const struct ctl *f, const u32 *queries, bool weakly_fair)
{
    bdd holds = reach_over(r) ? 0 : ctl_set(r, f, f->nodes.n - 1, queries, weakly_fair);

    if (reach_over(r))
        return REACH_OPEN;
    return bdd_and(r->b, r->initial, bdd_not(r->b, holds)) ? REACH_FAILS : REACH_HOLDS;
}

/* Linear logic: runs that the automaton accepts, by the fixpoint of Emerson and Lei over pairs of a
 * state and a state of the automaton that has not yet read its letter.  A run must carry each mark
 * again and again: those of the automaton's edges, and with weak fairness one for each process,
 * which a step carries when the process takes it or could not.
 *
 * In the end such a run stays in one component of the automaton whose edges have all of its marks.
 * So the fixpoint begins with these alone, and what leads there is looked for when it is not empty:
 * of G F p, whose opposite waits before it says that p is gone, only states without p take part. */

typedef struct product {
    reach *r;
    const struct automaton *a;
    VEC(bdd_list) letters; /* by state of the automaton and edge: where it may be read */
    bool fair;
} product;

enum { ANY_MARK = 0xffffffff };

static bdd letter_of(reach *r, const edge *e, const u32 *queries)
{
    bdd f = r->all;

    for (u32 i = 0; i < 64; i++) {
        if (e->yes >> i & 1)
            f = bdd_and(r->b, f, proposition_bdd(r, queries[i]));
        if (e->no >> i & 1)
            f = bdd_and(r->b, f, bdd_not(r->b, proposition_bdd(r, queries[i])));
    }
    return f;
}

/* Marks below the automaton's number of sets are its own, the others those of processes. */
static bdd product_before(product *p, const bdd *to, u32 q, u32 mark)
{
    const edges *out = &p->a->states.at[q];
    bool own = mark != ANY_MARK && mark < p->a->sets;
    bdd f = 0;

    for (u32 i = 0; i < out->n; i++) {
        const edge *e = &out->at[i];
        bdd from;

        if (own && !(e->marks >> mark & 1))
            continue;
        from = own || mark == ANY_MARK ? some_next(p->r, to[e->to])
                                       : fair_before(p->r, to[e->to], mark - p->a->sets);
        f = bdd_or(p->r->b, f, bdd_and(p->r->b, from, p->letters.at[q].at[i]));
    }
    return f;
}

/* The pairs of z from which, inside z, a step with the mark can be reached. */
static void reaching(product *p, const bdd *z, u32 mark, bdd *out)
{
    u32 n = p->a->states.n;
    bool changed = true;

    for (u32 q = 0; q < n; q++)
        out[q] = bdd_and(p->r->b, z[q], product_before(p, z, q, mark));
    while (changed && !reach_over(p->r)) {
        changed = false;
        for (u32 q = 0; q < n; q++) {
            bdd more = bdd_or(p->r->b, out[q],
                              bdd_and(p->r->b, z[q], product_before(p, out, q, ANY_MARK)));

            changed |= more != out[q];
            out[q] = more;
        }
    }
}

static void narrow(product *p, bdd *z)
{
    u32 n = p->a->states.n, marks = p->a->sets + (p->fair ? p->r->c->processes.n : 0);
    bdd *kept = mem_alloc((n + 1) * sizeof *kept);
    bool changed = true;

    while (changed && !reach_over(p->r)) {
        changed = false;
        for (u32 m = 0; m < (marks ? marks : 1) && !reach_over(p->r); m++) {
            reaching(p, z, marks ? m : ANY_MARK, kept);
            for (u32 q = 0; q < n; q++) {
                changed |= kept[q] != z[q];
                z[q] = kept[q];
            }
        }
    }
    mem_free(kept);
}

/* By pair of states of the automaton: whether the second can be reached from the first. */
static bool *automaton_paths(const struct automaton *a)
{
    u32 n = a->states.n;
    bool *to = mem_alloc((size_t)n * n + 1);

    for (u32 q = 0; q < n; q++)
        for (u32 i = 0; i < a->states.at[q].n; i++)
            to[q * n + a->states.at[q].at[i].to] = true;
    for (u32 k = 0; k < n; k++)
        for (u32 q = 0; q < n; q++)
            for (u32 j = 0; j < n && to[q * n + k]; j++)
                to[q * n + j] |= to[k * n + j];
    return to;
}

/* Do the edges within the component of q have all marks? */
static bool may_accept(const struct automaton *a, const bool *to, u32 q)
{
    u32 n = a->states.n;
    u64 marks = 0, all = a->sets >= 64 ? UINT64_MAX : ((u64)1 << a->sets) - 1;

    for (u32 p = 0; p < n; p++)
        for (u32 i = 0; to[q * n + p] && to[p * n + q] && i < a->states.at[p].n; i++)
            if (to[a->states.at[p].at[i].to * n + q])
                marks |= a->states.at[p].at[i].marks;
    return to[q * n + q] && (marks & all) == all;
}

static void begin_narrow(const product *p, bdd *z)
{
    bool *to = automaton_paths(p->a);

    for (u32 q = 0; q < p->a->states.n; q++)
        z[q] = may_accept(p->a, to, q) ? p->r->all : 0;
    mem_free(to);
}

static bool all_empty(const bdd *z, u32 n)
{
    for (u32 q = 0; q < n; q++)
        if (z[q])
            return false;
    return true;
}

/* All pairs from which z can be reached. */
static void widen(product *p, bdd *z)
{
    u32 n = p->a->states.n;
    bool changed = !all_empty(z, n);

    while (changed && !reach_over(p->r)) {
        changed = false;
        for (u32 q = 0; q < n; q++) {
            bdd more = bdd_or(p->r->b, z[q], product_before(p, z, q, ANY_MARK));

            changed |= more != z[q];
            z[q] = more;
        }
    }
}

reach_answer reach_ltl(reach *r, const struct automaton *a, const u32 *queries, bool weakly_fair)
{
    product p = {.r = r, .a = a, .fair = weakly_fair};
    u32 n = a->states.n;
    bdd *z = mem_alloc((n + 1) * sizeof *z), found;

    for (u32 q = 0; q < n; q++) {
        vec_push(&p.letters, (bdd_list){0});
        for (u32 i = 0; i < a->states.at[q].n; i++)
            vec_push(&p.letters.at[q], letter_of(r, &a->states.at[q].at[i], queries));
    }
    begin_narrow(&p, z);
    if (!reach_over(r))
        narrow(&p, z);
    if (!reach_over(r))
        widen(&p, z);
    found = bdd_and(r->b, z[a->start], r->initial);
    for (u32 q = 0; q < n; q++)
        vec_free(&p.letters.at[q]);
    vec_free(&p.letters);
    mem_free(z);
    return reach_over(r) ? REACH_OPEN : found ? REACH_FAILS : REACH_HOLDS;
}
