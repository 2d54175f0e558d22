/* Symbolic reachability with decision diagrams.
 *
 * Each step from rest point to rest point is a relation of its own, over only those bits that it
 * changes.  The reachable states are found by applying the relations until nothing is new: those of
 * one process until they add nothing, then those of the next.  Bits that never change are no
 * variables.  reach_order.c decides in which order the variables lie in the diagrams. */
#include "asm/casm.h"
#include "asm/reach_sets.h"
#include "asm/trail.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWN_YET = 0xffffffff, RANGE_MOST = 65536, GUESS_FROM = 3 };

/* Limits. */

static bool out_of_time(void *whom)
{
    reach *r = whom;

    if (*r->reason)
        return true;
    if (r->limits.seconds > 0 && clock_seconds() - r->since > r->limits.seconds)
        snprintf(r->reason, sizeof r->reason, "the time is up (--max-time)");
    else if (r->limits.interrupted && *r->limits.interrupted)
        snprintf(r->reason, sizeof r->reason, "it was interrupted");
    return *r->reason != 0;
}

bool reach_over(reach *r)
{
    if (!out_of_time(r) && bdd_full(r->b))
        snprintf(r->reason, sizeof r->reason,
                 "the decision diagrams need too much memory (--max-memory)");
    return *r->reason != 0;
}

static void collect(reach *r)
{
    bdd_list roots = {0};

    for (u32 i = 0; i < r->relations.n; i++) {
        const relation *t = &r->relations.at[i];

        vec_push(&roots, t->holds);
        vec_push(&roots, t->now);
        vec_push(&roots, t->next);
        vec_push(&roots, t->can);
        vec_push(&roots, t->fails);
        vec_push(&roots, t->done);
    }
    for (u32 i = 0; i < r->memo.n; i++)
        if (r->memo.at[i] != UNKNOWN_YET)
            vec_push(&roots, r->memo.at[i]);
    for (u32 i = 0; i < r->breaches.n; i++)
        vec_push(&roots, r->breaches.at[i].when);
    vec_push(&roots, r->choice);
    vec_push(&roots, r->initial);
    vec_push(&roots, r->all);
    vec_push(&roots, r->stuck);
    bdd_collect(r->b, roots.at, roots.n);
    vec_free(&roots);
}

/* Bits that never change: their first value, and no step gives them another one, as far as can be
 * told from each step alone with 0, 1 and unknown. */

static u8 ternary(const u8 *values, lit l)
{
    u8 v = values[l / 2];

    return v == 2 ? 2 : v ^ (l & 1);
}

static void compute_ternary(const aig *g, u8 *values)
{
    u32 first = aig_first_gate(g);

    for (u32 i = 0; i < g->gates.n; i++) {
        u8 x = ternary(values, g->gates.at[i].a), y = ternary(values, g->gates.at[i].b);

        values[first + i] = !x || !y ? 0 : x == 1 && y == 1 ? 1 : 2;
    }
}

static void first_bits(reach *r)
{
    for (u32 v = 0; v < r->c->vars.n; v++) {
        const var *x = &r->c->vars.at[v];
        bool dead = x->owner != SHARED && !r->c->processes.at[x->owner].code.at[0].live[v];

        for (u32 b = 0; r->k.latch_of[v] && b < x->width; b++)
            r->constant[r->k.latch_of[v] + b] = (u8)(dead                ? 0
                                                     : x->low != x->high ? 2
                                                                         : x->low >> b & 1);
    }
}

static bool loosen(reach *r, const sym_step *s, const u8 *values)
{
    bool changed = false;

    for (u32 v = 0; v < r->c->vars.n; v++) {
        aig_bits w;

        if (!s->after[v] || !r->k.latch_of[v])
            continue;
        w = aig_word(&r->k.b, s->after[v]);
        for (u32 b = 0; b < w.width; b++) {
            u8 *now = &r->constant[r->k.latch_of[v] + b];

            if (*now != 2 && ternary(values, w.bits[b]) != *now) {
                *now = 2;
                changed = true;
            }
        }
    }
    return changed;
}

static void find_constants(reach *r)
{
    const aig *g = &r->k.g;
    bool changed = true;
    u32 gates;
    u8 *values;

    r->constant = mem_alloc(g->latches + 1);
    first_bits(r);
    for (u32 i = 0; i < r->k.steps.n; i++)
        for (u32 v = 0; v < r->c->vars.n; v++)
            if (r->k.steps.at[i].after[v])
                aig_word(&r->k.b, r->k.steps.at[i].after[v]);
    gates = g->gates.n;
    values = mem_alloc(aig_first_gate(g) + gates + 1);
    memset(values + 1, 2, g->inputs);
    while (changed) {
        changed = false;
        memcpy(values + 1 + g->inputs, r->constant, g->latches);
        compute_ternary(g, values);
        for (u32 i = 0; i < r->k.steps.n; i++)
            changed |= loosen(r, &r->k.steps.at[i], values);
        assert(g->gates.n == gates); /* all of the steps were built above: values has room */
    }
    mem_free(values);
}

/* High bits of registers seldom change at all: they are guessed not to, and become variables when a
 * step from a reached state would change one.  What is left holds by induction over the steps. */
static void guess(reach *r)
{
    u8 *known = mem_alloc(r->k.g.latches + 1);

    r->guessed = mem_alloc(r->k.g.latches + 1);
    memcpy(known, r->constant, r->k.g.latches);
    first_bits(r);
    for (u32 v = 0; v < r->c->vars.n; v++)
        for (u32 b = 0; r->k.latch_of[v] && b < r->c->vars.at[v].width; b++) {
            u32 latch = r->k.latch_of[v] + b;

            r->guessed[latch] = b >= GUESS_FROM && known[latch] == 2 && r->constant[latch] != 2;
            if (!r->guessed[latch])
                r->constant[latch] = known[latch];
        }
    mem_free(known);
}

/* From the circuit to diagrams. */

bdd reach_lit(reach *r, lit l)
{
    const aig *g = &r->k.g;
    u32 n = l / 2, latch = n - 1 - g->inputs;
    bdd f;

    while (r->memo.n <= n)
        vec_push(&r->memo, UNKNOWN_YET);
    f = r->memo.at[n];
    if (f == UNKNOWN_YET) {
        if (!n)
            f = 0;
        else if (n < 1 + g->inputs)
            f = bdd_var(r->b, 2 * (r->bits + n - 1));
        else if (n < aig_first_gate(g))
            f = !latch                    ? 1
                : r->constant[latch] != 2 ? r->constant[latch]
                                          : bdd_var(r->b, 2 * r->place[latch]);
        else
            f = bdd_and(r->b, reach_lit(r, g->gates.at[n - aig_first_gate(g)].a),
                        reach_lit(r, g->gates.at[n - aig_first_gate(g)].b));
        r->memo.at[n] = f;
    }
    return l & 1 ? bdd_not(r->b, f) : f;
}

static bdd cube_with(bdds *b, bdd cube, u32 variable)
{
    return bdd_and(b, cube, bdd_var(b, variable));
}

/* The changed bits of one variable. */
static void add_changes(reach *r, const sym_step *s, u32 v, relation *t)
{
    aig_bits w = aig_word(&r->k.b, s->after[v]);

    for (u32 b = w.width; b-- > 0;) {
        u32 latch = r->k.latch_of[v] + b, at = 2 * r->place[latch];
        bdd f, after;

        if (r->constant[latch] != 2 && !r->guessed[latch])
            continue;
        f = reach_lit(r, w.bits[b]);
        if (r->guessed[latch]) {
            f = bdd_and(r->b, t->can, r->constant[latch] ? bdd_not(r->b, f) : f);
            if (f)
                vec_push(&r->breaches, ((breach){latch, f}));
            continue;
        }
        if (f == bdd_var(r->b, at))
            continue;
        after = bdd_var(r->b, at + 1);
        t->holds = bdd_and(r->b, t->holds, bdd_ite(r->b, after, f, bdd_not(r->b, f)));
        t->now = cube_with(r->b, t->now, at);
        t->next = cube_with(r->b, t->next, at + 1);
    }
}

static void add_relation(reach *r, const sym_step *s)
{
    bdd can = reach_lit(r, circuit_can(&r->k, s));
    bdd fails = bdd_and(r->b, can, reach_lit(r, circuit_truth(&r->k, s->fails)));
    bdd goes_on = bdd_and(r->b, can, bdd_not(r->b, fails)); /* what fails leads nowhere */
    relation t = {.process = s->process, .now = 1, .next = 1, .holds = goes_on, .can = goes_on};

    for (u32 v = r->c->vars.n; v-- > 0;)
        if (s->after[v] && r->k.latch_of[v])
            add_changes(r, s, v, &t);
    t.holds = bdd_and_exists(r->b, t.holds, 1, r->choice);
    t.can = bdd_and_exists(r->b, can, 1, r->choice);
    t.fails = bdd_and_exists(r->b, fails, 1, r->choice);
    vec_push(&r->relations, t);
}

/* The states to begin in. */
static bdd initial_of(reach *r, u32 v)
{
    const var *x = &r->c->vars.at[v];
    bool dead = x->owner != SHARED && !r->c->processes.at[x->owner].code.at[0].live[v];
    u64 low = dead ? 0 : x->low, high = dead ? 0 : x->high;
    bdd any = 0;

    if (high - low > RANGE_MOST) {
        snprintf(r->reason, sizeof r->reason, "the range of %s is too wide for decision diagrams",
                 x->name);
        return 0;
    }
    for (u64 value = low;; value++) {
        bdd one = 1;

        for (u32 b = x->width; b-- > 0;) {
            u32 latch = r->k.latch_of[v] + b;
            bdd bit;

            if (r->constant[latch] != 2)
                continue;
            bit = bdd_var(r->b, 2 * r->place[latch]);
            one = bdd_and(r->b, one, value >> b & 1 ? bit : bdd_not(r->b, bit));
        }
        any = bdd_or(r->b, any, one);
        if (value == high)
            return any;
    }
}

static void find_initial(reach *r)
{
    r->initial = 1;
    for (u32 v = r->c->vars.n; v-- > 0;)
        if (r->k.latch_of[v])
            r->initial = bdd_and(r->b, r->initial, initial_of(r, v));
}

/* Steps. */

static bdd image(reach *r, const relation *t, bdd from)
{
    return bdd_shift(r->b, bdd_and_exists(r->b, from, t->holds, t->now), t->now, false);
}

bdd reach_before(reach *r, const relation *t, bdd to)
{
    return bdd_and_exists(r->b, t->holds, bdd_shift(r->b, to, t->now, true), t->next);
}

/* Applies the steps of a process until they add nothing. */
static bool saturate(reach *r, u32 number)
{
    bool any = false, changed = true;

    while (changed && !reach_over(r)) {
        changed = false;
        for (u32 i = 0; i < r->relations.n && !reach_over(r); i++) {
            relation *t = &r->relations.at[i];
            bdd fresh, more;

            if (t->process != number || t->done == r->all)
                continue;
            fresh = bdd_and(r->b, r->all, bdd_not(r->b, t->done));
            t->done = r->all;
            more = bdd_or(r->b, r->all, image(r, t, fresh));
            changed |= more != r->all;
            r->all = more;
            collect(r);
        }
        any |= changed;
    }
    return any;
}

static void explore(reach *r)
{
    bool changed = true;

    r->all = r->initial;
    while (changed && !reach_over(r)) {
        changed = false;
        for (u32 p = 0; p < r->c->processes.n; p++)
            changed |= saturate(r, p);
    }
    r->stuck = r->all;
    for (u32 i = 0; i < r->relations.n; i++)
        r->stuck = bdd_and(r->b, r->stuck, bdd_not(r->b, r->relations.at[i].can));
}

/* The bits that were guessed wrong become variables; false: there are none. */
static bool correct(reach *r)
{
    bool any = false;

    for (u32 i = 0; i < r->breaches.n && !reach_over(r); i++) {
        u32 latch = r->breaches.at[i].latch;

        if (!r->guessed[latch] || !bdd_and(r->b, r->all, r->breaches.at[i].when))
            continue;
        r->guessed[latch] = false;
        r->constant[latch] = 2;
        any = true;
    }
    return any;
}

static void build(reach *r)
{
    r->bits = 0;
    reach_order(r);
    r->b = bdd_open(r->limits.nodes, out_of_time, r);
    r->choice = 1;
    r->stuck = 0;
    for (u32 i = r->k.g.inputs; i-- > 0;)
        r->choice = cube_with(r->b, r->choice, 2 * (r->bits + i));
    for (u32 i = 0; i < r->k.steps.n && !reach_over(r); i++)
        add_relation(r, &r->k.steps.at[i]);
    find_initial(r);
    explore(r);
}

static void discard(reach *r)
{
    bdd_close(r->b);
    mem_free(r->place);
    vec_clear(&r->memo);
    vec_clear(&r->relations);
    vec_clear(&r->breaches);
}

reach *reach_open(casm *c, bool allow_deadlock, const reach_limits *limits)
{
    reach *r = mem_alloc(sizeof *r);

    r->c = c;
    r->limits = *limits;
    r->allow_deadlock = allow_deadlock;
    r->since = clock_seconds();
    circuit_open(&r->k, c, allow_deadlock);
    find_constants(r);
    guess(r);
    build(r);
    while (correct(r)) {
        discard(r);
        build(r);
    }
    return r;
}

/* Safety. */

static bdd bad_states(reach *r)
{
    bdd bad = 0;

    for (u32 i = 0; i < r->relations.n; i++)
        bad = bdd_or(r->b, bad, r->relations.at[i].fails);
    for (u32 i = 0; i < r->c->properties.n; i++)
        if (r->c->properties.at[i].kind == PROP_INVARIANT)
            bad = bdd_or(
                r->b, bad,
                bdd_not(r->b,
                        reach_lit(r, circuit_truth(
                                         &r->k, trans_flat(r->c, r->c->properties.at[i].holds)))));
    if (!r->allow_deadlock)
        bad = bdd_or(r->b, bad, reach_lit(r, circuit_deadlock(&r->k)));
    return bdd_and(r->b, bad, r->all);
}

bdd reach_all_before(reach *r, bdd to)
{
    bdd some = 0;

    for (u32 i = 0; i < r->relations.n; i++)
        some = bdd_or(r->b, some, reach_before(r, &r->relations.at[i], to));
    return bdd_and(r->b, some, r->all);
}

static void note_state(const reach *r, const bool *values, trail *t)
{
    for (u32 v = 0; v < r->c->vars.n; v++) {
        u64 value = 0;

        for (u32 b = 0; r->k.latch_of[v] && b < r->c->vars.at[v].width; b++) {
            u32 latch = r->k.latch_of[v] + b;
            bool bit = r->constant[latch] == 2 ? values[2 * r->place[latch]] : r->constant[latch];

            value |= (u64)bit << b;
        }
        vec_push(&t->values, value);
    }
    t->n++;
}

/* One state of the set, as a set of its own. */
static bdd one_of(reach *r, bdd set, trail *t)
{
    bool *values = mem_alloc(2 * (r->bits + 1) * sizeof *values);
    bdd one = 1;

    bdd_pick(r->b, set, values);
    note_state(r, values, t);
    for (u32 i = r->bits; i-- > 0;) {
        bdd bit = bdd_var(r->b, 2 * i);

        one = bdd_and(r->b, one, values[2 * i] ? bit : bdd_not(r->b, bit));
    }
    mem_free(values);
    return one;
}

/* Layers backwards from the bad states to the beginning, then one state of each forwards. */
static void find_trail(reach *r, bdd bad, trail *t)
{
    bdd_list layers = {0};
    bdd met = bad, one;

    vec_push(&layers, bad);
    while (!bdd_and(r->b, layers.at[layers.n - 1], r->initial) && !reach_over(r)) {
        bdd more = bdd_and(r->b, reach_all_before(r, layers.at[layers.n - 1]), bdd_not(r->b, met));

        if (reach_over(r)) /* nothing that was computed counts */
            break;
        if (!more)
            die("no way leads to a state that was reached");
        met = bdd_or(r->b, met, more);
        vec_push(&layers, more);
    }
    one = reach_over(r) ? 0 : one_of(r, bdd_and(r->b, layers.at[layers.n - 1], r->initial), t);
    for (u32 i = layers.n - 1; i-- > 0 && !reach_over(r);) {
        bdd next = 0;

        for (u32 k = 0; k < r->relations.n && !next; k++)
            next = bdd_and(r->b, image(r, &r->relations.at[k], one), layers.at[i]);
        if (!reach_over(r))
            one = one_of(r, next, t);
    }
    vec_free(&layers);
}

reach_answer reach_safety(reach *r, asm_steps *steps)
{
    trail t = {.c = r->c};
    bdd bad;
    bool followed;

    if (reach_over(r))
        return REACH_OPEN;
    bad = bad_states(r);
    if (reach_over(r))
        return REACH_OPEN;
    if (!bad)
        return REACH_HOLDS;
    find_trail(r, bad, &t);
    followed = !reach_over(r) && trail_follow(r->c, &t, steps);
    vec_free(&t.values);
    if (!followed && !reach_over(r))
        snprintf(r->reason, sizeof r->reason, "the counterexample does not replay");
    return followed ? REACH_FAILS : REACH_OPEN;
}

const char *reach_reason(const reach *r)
{
    return r->reason;
}

double reach_states(const reach *r)
{
    return bdd_count(r->b, r->all, 2 * (r->bits + r->k.g.inputs)) /
           bdd_count(r->b, 1, r->bits + 2 * r->k.g.inputs);
}

u32 reach_nodes(const reach *r)
{
    return bdd_nodes(r->b);
}

void reach_close(reach *r)
{
    bdd_close(r->b);
    circuit_free(&r->k);
    vec_free(&r->memo);
    vec_free(&r->relations);
    vec_free(&r->breaches);
    mem_free(r->guessed);
    mem_free(r->constant);
    mem_free(r->place);
    mem_free(r);
}
