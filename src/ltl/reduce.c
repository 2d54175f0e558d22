/* Smaller automata for the same words, by rounds of
 *   - leaving out states from which nothing is accepted or that cannot be reached,
 *   - marks: none where they cannot matter, every mark in a component all of whose cycles carry it,
 *     and no acceptance set that another one makes superfluous (Somenzi and Bloem, CAV 2000),
 *   - direct simulation: states that simulate each other become one, and an edge loses the letters
 *     for which a better one leaves the same state,
 *   - a state becomes one with a state of a later component that has edges as good but for marks.
 */
#include "ltl/automaton.h"
#include "ltl/cube.h"

#include <string.h>

enum {
    ROUNDS = 20,
    MOST_STATES = 2000,    /* for simulation */
    MOST_WORK = 200000000, /* edges and labels looked at, for simulation */
};

typedef struct reduction {
    automaton *a;
    u32 *component; /* of each state */
    u32 components;
    bool *cycle;     /* of each component: whether it has one */
    bool *accepting; /* of each component */
    bool *similar;   /* n times n: [p][q] when q simulates p; NULL when too dear */
    cubes by;        /* scratch */
    u64 work;
} reduction;

static u32 all_marks(const automaton *a)
{
    return (u32)((1ull << a->sets) - 1);
}

static bool inside(const reduction *r, u32 from, const edge *e)
{
    return r->component[from] == r->component[e->to];
}

static void find_components(reduction *r)
{
    u32 n = r->a->states.n;
    u32 *marks = mem_alloc(n * sizeof *marks);

    memset(r->cycle, 0, n);
    r->components = automaton_components(r->a, r->component);
    for (u32 q = 0; q < n; q++)
        for (u32 i = 0; i < r->a->states.at[q].n; i++) {
            const edge *e = &r->a->states.at[q].at[i];

            if (inside(r, q, e)) {
                marks[r->component[q]] |= e->marks;
                r->cycle[r->component[q]] = true;
            }
        }
    for (u32 c = 0; c < r->components; c++)
        r->accepting[c] = r->cycle[c] && marks[c] == all_marks(r->a);
    mem_free(marks);
}

/* Removes the edges for which `keep` of their target is 0. */
static void keep_edges(edges *out, const u32 *keep)
{
    u32 kept = 0;

    for (u32 i = 0; i < out->n; i++)
        if (keep[out->at[i].to])
            out->at[kept++] = out->at[i];
    out->n = kept;
}

/* Numbers the states from the start on, in the order they are met; those not met go. */
static void renumber(automaton *a)
{
    u32 *number = mem_alloc(a->states.n * sizeof *number), met = 1; /* 0: not met, else plus 1 */
    VEC(u32) order = {0};
    VEC(edges) states = {0};

    vec_push(&order, a->start);
    number[a->start] = met;
    for (u32 k = 0; k < order.n; k++) {
        edges *out = &a->states.at[order.at[k]];

        for (u32 i = 0; i < out->n; i++) {
            u32 to = out->at[i].to;

            if (!number[to]) {
                number[to] = ++met;
                vec_push(&order, to);
            }
            out->at[i].to = number[to] - 1;
        }
        vec_push(&states, *out);
    }
    for (u32 q = 0; q < a->states.n; q++)
        if (!number[q])
            vec_free(&a->states.at[q]);
    vec_free(&a->states);
    a->states.at = states.at;
    a->states.n = states.n;
    a->states.cap = states.cap;
    a->start = 0;
    mem_free(number);
    vec_free(&order);
}

/* Leaves out what cannot accept or cannot be reached. */
static void prune(reduction *r)
{
    automaton *a = r->a;
    u32 *alive = mem_alloc(a->states.n * sizeof *alive); /* by state */
    bool *live = mem_alloc(a->states.n);                 /* by component */

    find_components(r);
    for (u32 c = 0; c < r->components; c++)
        live[c] = r->accepting[c];
    for (bool more = true; more;) {
        more = false;
        for (u32 q = a->states.n; q-- > 0;)
            for (u32 i = 0; i < a->states.at[q].n && !live[r->component[q]]; i++)
                if (live[r->component[a->states.at[q].at[i].to]])
                    more = live[r->component[q]] = true;
    }
    for (u32 q = 0; q < a->states.n; q++)
        alive[q] = live[r->component[q]];
    for (u32 q = 0; q < a->states.n; q++)
        keep_edges(&a->states.at[q], alive);
    renumber(a);
    find_components(r);
    mem_free(alive);
    mem_free(live);
}

/* Whether a cycle of each component avoids the mark. */
static void find_avoiding(const reduction *r, u32 mark, bool *avoids)
{
    u32 n = r->a->states.n;
    u32 *inner = mem_alloc(n * sizeof *inner);

    automaton_components_within(r->a, r->component, mark, inner);
    memset(avoids, 0, r->components);
    for (u32 q = 0; q < n; q++)
        for (u32 i = 0; i < r->a->states.at[q].n; i++) {
            const edge *e = &r->a->states.at[q].at[i];

            if (inside(r, q, e) && inner[q] == inner[e->to] && !(e->marks & mark))
                avoids[r->component[q]] = true;
        }
    mem_free(inner);
}

/* Clears marks outside accepting components; completes those that every cycle carries. */
static void settle_marks(reduction *r)
{
    bool *avoids = mem_alloc(r->components);

    for (u32 q = 0; q < r->a->states.n; q++)
        for (u32 i = 0; i < r->a->states.at[q].n; i++) {
            edge *e = &r->a->states.at[q].at[i];

            if (!inside(r, q, e) || !r->accepting[r->component[q]])
                e->marks = 0;
        }
    for (u32 k = 0; k < r->a->sets; k++) {
        find_avoiding(r, 1u << k, avoids);
        for (u32 q = 0; q < r->a->states.n; q++)
            for (u32 i = 0; i < r->a->states.at[q].n; i++) {
                edge *e = &r->a->states.at[q].at[i];

                if (inside(r, q, e) && !avoids[r->component[q]])
                    e->marks |= 1u << k;
            }
    }
    mem_free(avoids);
}

/* For each component and set j: the sets that occur on every edge with mark j, and, in the last
 * place, those that occur on every edge. */
static void find_implied(const reduction *r, u32 *implied)
{
    u32 sets = r->a->sets;

    memset(implied, 0xff, r->components * (sets + 1) * sizeof *implied);
    for (u32 q = 0; q < r->a->states.n; q++)
        for (u32 i = 0; i < r->a->states.at[q].n; i++) {
            const edge *e = &r->a->states.at[q].at[i];
            u32 *mine = &implied[r->component[q] * (sets + 1)];

            if (!inside(r, q, e))
                continue;
            for (u32 j = 0; j <= sets; j++)
                if (j == sets || e->marks >> j & 1)
                    mine[j] &= e->marks;
        }
}

/* The sets of a component that are needed: those that no other one implies. */
static u32 needed_sets(const u32 *implied, u32 sets)
{
    u32 needed = 0;

    for (u32 i = 0; i < sets; i++) {
        bool superfluous = implied[sets] >> i & 1;

        for (u32 j = 0; j < sets && !superfluous; j++)
            superfluous = j != i && implied[j] >> i & 1 && (j < i || !(implied[i] >> j & 1));
        if (!superfluous)
            needed |= 1u << i;
    }
    return needed;
}

/* The marks in `needed`, moved to the lowest bits; the bits above up to `sets` are set. */
static u32 compress(u32 marks, u32 needed, u32 sets)
{
    u32 out = 0, k = 0;

    for (u32 i = 0; i < 32; i++)
        if (needed >> i & 1)
            out |= (marks >> i & 1) << k++;
    for (; k < sets; k++)
        out |= 1u << k;
    return out;
}

static void renumber_marks(reduction *r, const u32 *needed, u32 sets)
{
    for (u32 q = 0; q < r->a->states.n; q++)
        for (u32 i = 0; i < r->a->states.at[q].n; i++) {
            edge *e = &r->a->states.at[q].at[i];
            u32 c = r->component[q];

            if (inside(r, q, e) && r->accepting[c])
                e->marks = compress(e->marks, needed[c], sets);
        }
    r->a->sets = sets;
}

/* Numbers the sets that each component needs from 0 on. */
static void merge_sets(reduction *r)
{
    u32 sets = r->a->sets, most = 0;
    u32 *implied, *needed;

    if (!sets)
        return;
    implied = mem_alloc(r->components * (sets + 1) * sizeof *implied);
    needed = mem_alloc(r->components * sizeof *needed);
    find_implied(r, implied);
    for (u32 c = 0; c < r->components; c++) {
        u32 n;

        needed[c] = r->accepting[c] ? needed_sets(&implied[c * (sets + 1)], sets) : 0;
        n = (u32)__builtin_popcount(needed[c]);
        if (!r->accepting[c] && r->cycle[c])
            n = 1;
        most = n > most ? n : most;
    }
    renumber_marks(r, needed, most);
    mem_free(implied);
    mem_free(needed);
}

/* Joins two labels that differ in the sign of one proposition, or of which one has all of the
 * other; the result is in *a. */
static bool join_labels(edge *a, const edge *b)
{
    u64 differ = (a->yes ^ b->yes) | (a->no ^ b->no);

    if (!(a->yes & ~b->yes) && !(a->no & ~b->no))
        return true;
    if (!(b->yes & ~a->yes) && !(b->no & ~a->no)) {
        a->yes = b->yes;
        a->no = b->no;
        return true;
    }
    if ((differ & (differ - 1)) || (a->yes | a->no) != (b->yes | b->no))
        return false;
    a->yes &= ~differ;
    a->no &= ~differ;
    return true;
}

static bool join_some_edges(edges *out)
{
    u32 before = out->n;

    for (u32 i = 0; i < out->n; i++)
        for (u32 j = 0; j < out->n;) {
            edge *a = &out->at[i], *b = &out->at[j];

            if (i != j && a->to == b->to && a->marks == b->marks && join_labels(a, b)) {
                *b = vec_pop(out);
                if (i == out->n)
                    break;
            } else {
                j++;
            }
        }
    return out->n < before;
}

static void join_edges(automaton *a)
{
    for (u32 q = 0; q < a->states.n; q++)
        while (join_some_edges(&a->states.at[q]))
            ;
}

static bool similar(const reduction *r, u32 p, u32 q)
{
    return p == q || r->similar[(size_t)p * r->a->states.n + q];
}

/* Collects the labels of edges from q, other than `not`, that are at least as good as e. */
static void collect_better(reduction *r, const edge *e, u32 q, const edge * not, bool marks)
{
    vec_clear(&r->by);
    r->work += r->a->states.at[q].n;
    for (u32 i = 0; i < r->a->states.at[q].n; i++) {
        const edge *f = &r->a->states.at[q].at[i];

        if (f != not&&(!marks || !(e->marks & ~f->marks)) && similar(r, e->to, f->to))
            vec_push(&r->by, (cube){f->yes, f->no});
    }
}

/* Whether q can answer each edge of p, by the present relation. */
static bool answers(reduction *r, u32 p, u32 q, bool marks)
{
    for (u32 i = 0; i < r->a->states.at[p].n; i++) {
        const edge *e = &r->a->states.at[p].at[i];

        collect_better(r, e, q, NULL, marks);
        if (!cubes_cover(&r->by, (cube){e->yes, e->no}, &r->work))
            return false;
    }
    return true;
}

static bool tired(const reduction *r)
{
    return r->work > MOST_WORK;
}

/* Drops pairs that have no answer; false when none is left to drop.  Targets of edges mostly have
 * higher numbers, so they come first. */
static bool refine_simulation(reduction *r)
{
    u32 n = r->a->states.n;
    bool changed = false;

    for (u32 p = n; p-- > 0;)
        for (u32 q = n; q-- > 0 && !tired(r);)
            if (p != q && similar(r, p, q) && !answers(r, p, q, true)) {
                r->similar[(size_t)p * n + q] = false;
                changed = true;
            }
    return changed;
}

/* The largest simulation, from all pairs down; none when the automaton is too large. */
static void find_simulation(reduction *r)
{
    u32 n = r->a->states.n;

    r->similar = NULL;
    if (n > MOST_STATES || tired(r))
        return;
    r->similar = mem_alloc((size_t)n * n);
    memset(r->similar, true, (size_t)n * n);
    while (!tired(r) && refine_simulation(r))
        ;
    if (tired(r)) {
        mem_free(r->similar);
        r->similar = NULL;
    }
}

static void redirect(automaton *a, const u32 *instead)
{
    for (u32 q = 0; q < a->states.n; q++)
        for (u32 i = 0; i < a->states.at[q].n; i++)
            a->states.at[q].at[i].to = instead[a->states.at[q].at[i].to];
    a->start = instead[a->start];
}

/* Of states that simulate each other one stays, of the component reached last, so that no edge
 * between components comes to lie inside one. */
static void merge_similar(reduction *r)
{
    u32 n = r->a->states.n;
    u32 *instead = mem_alloc(n * sizeof *instead);

    for (u32 p = 0; p < n; p++) {
        instead[p] = p;
        for (u32 q = 0; q < n; q++)
            if (similar(r, p, q) && similar(r, q, p) && r->component[q] < r->component[instead[p]])
                instead[p] = q;
        for (u32 q = 0; q < p; q++)
            if (similar(r, p, q) && similar(r, q, p) &&
                r->component[q] == r->component[instead[p]]) {
                instead[p] = q;
                break;
            }
    }
    redirect(r->a, instead);
    mem_free(instead);
}

/* Takes letters away from e that the collected labels cover; those left lie in one cube. */
static void shrink(reduction *r, edge *e)
{
    u64 used = 0;

    for (u32 i = 0; i < r->by.n; i++)
        used |= r->by.at[i].yes | r->by.at[i].no;
    for (used &= ~(e->yes | e->no); used && !tired(r); used &= used - 1) {
        u64 bit = used & -used;

        if (cubes_cover(&r->by, (cube){e->yes | bit, e->no}, &r->work))
            e->no |= bit;
        else if (cubes_cover(&r->by, (cube){e->yes, e->no | bit}, &r->work))
            e->yes |= bit;
    }
}

static bool same_edge(const edge *a, const edge *b)
{
    return a->to == b->to && a->marks == b->marks;
}

/* Whether a better edge of the same state leads elsewhere; only such ones make e smaller, since
 * disjoint labels of edges that differ in nothing else are no gain. */
static void collect_better_elsewhere(reduction *r, const edge *e, u32 q)
{
    vec_clear(&r->by);
    for (u32 i = 0; i < r->a->states.at[q].n; i++) {
        const edge *f = &r->a->states.at[q].at[i];

        if (!same_edge(e, f) && !(e->marks & ~f->marks) && similar(r, e->to, f->to))
            vec_push(&r->by, (cube){f->yes, f->no});
    }
}

static void trim(reduction *r, u32 q)
{
    edges *out = &r->a->states.at[q];

    for (u32 i = 0; i < out->n && !tired(r);) {
        edge *e = &out->at[i];

        collect_better(r, e, q, e, true);
        if (cubes_cover(&r->by, (cube){e->yes, e->no}, &r->work)) {
            *e = vec_pop(out);
            continue;
        }
        collect_better_elsewhere(r, e, q);
        shrink(r, e);
        i++;
    }
}

/* A state and one of a later component whose edges answer each other but for marks: as marks on the
 * first edge of a run do not matter, they accept the same words, and from the later one no run
 * comes back to take part in the exchange. */
static void merge_later(reduction *r)
{
    u32 n = r->a->states.n;
    u32 *instead = mem_alloc(n * sizeof *instead);

    for (u32 p = 0; p < n; p++) {
        instead[p] = p;
        for (u32 q = 0; q < n && instead[p] == p && !tired(r); q++)
            if (r->component[q] < r->component[p] && answers(r, p, q, false) &&
                answers(r, q, p, false))
                instead[p] = q;
    }
    for (u32 p = 0; p < n; p++)
        while (instead[p] != instead[instead[p]])
            instead[p] = instead[instead[p]];
    redirect(r->a, instead);
    mem_free(instead);
}

static void use_simulation(reduction *r)
{
    for (u32 q = 0; q < r->a->states.n; q++)
        trim(r, q);
    merge_similar(r);
    merge_later(r);
    mem_free(r->similar);
}

static void reduce_round(reduction *r)
{
    prune(r);
    settle_marks(r);
    merge_sets(r);
    join_edges(r->a);
    find_simulation(r);
    if (r->similar)
        use_simulation(r);
    prune(r);
}

void automaton_reduce(automaton *a)
{
    reduction r = {.a = a};
    u32 states, count;

    r.component = mem_alloc(a->states.n * sizeof *r.component);
    r.cycle = mem_alloc(a->states.n);
    r.accepting = mem_alloc(a->states.n);
    for (u32 round = 0; round < ROUNDS; round++) {
        states = a->states.n;
        count = automaton_count_edges(a);
        reduce_round(&r);
        if (a->states.n == states && automaton_count_edges(a) == count)
            break;
    }
    mem_free(r.component);
    mem_free(r.cycle);
    mem_free(r.accepting);
    vec_free(&r.by);
}
