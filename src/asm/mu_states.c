/* The modal mu-calculus over the states of a system, one by one.
 *
 * The graph is built first: states by number, edges with the process that steps, the atoms of every
 * state.  Then each subformula gets the set of states in which it holds.  A fixpoint is computed as
 * Knaster and Tarski say: its variable begins as the empty set (mu) or as all states (nu), and its
 * body is computed until the set stays.  A body without variables of fixpoints around it is
 * computed once; so formulas without alternation cost no more than one iteration of each fixpoint,
 * and with it an inner one is computed again for each set of the outer.
 *
 * A state in which no process can move has no step: [] holds there of everything, <> of nothing. */
#include "asm/casm.h"
#include "base/map.h"
#include "system.h"

#include <stdio.h>
#include <string.h>

enum { ATOMS_MOST = 64 };

typedef struct edge {
    u32 to;
    u16 thread;
} edge;

typedef struct states {
    sys *s;
    const mu_question *q;
    mu_result *out;
    VEC(u32) keys;
    VEC(u32) first; /* by state: its edges begin there; one more at the end */
    VEC(edge) edges;
    VEC(u64) atoms; /* by state: bits */
    map numbers;
    move_list moves;
    taken taken;
    u8 **sets; /* by subformula: the states in which it holds */
    u8 **vars; /* by fixpoint */
    u64 *free; /* by subformula: fixpoints that it lies in and mentions */
    bool *done;
    bool stopped;
} states;

static void stop(states *g, const char *why)
{
    if (!g->stopped)
        g->out->reason = why;
    g->stopped = true;
}

static u64 read_atoms(states *g)
{
    failure f = {0};
    u64 bits = 0, value;

    for (u32 i = 0; i < g->q->formula->atoms.n; i++) {
        if (!sys_value(g->s, g->q->queries[i], &value, &f)) {
            stop(g, "a proposition has no value");
            return 0;
        }
        bits |= (u64)(value != 0) << i;
    }
    return bits;
}

static u32 number(states *g)
{
    state_key key = sys_save(g->s), match = sys_has_match(g->s) ? sys_match(g->s) : key;
    u32 state = map_number(&g->numbers, match);

    if (state < g->keys.n)
        return state;
    vec_push(&g->keys, key_word(key));
    vec_push(&g->atoms, read_atoms(g));
    return state;
}

static void look_at_limits(states *g)
{
    u64 bytes = sys_memory(g->s) + g->edges.cap * sizeof(edge) + g->keys.cap * 16 +
                map_bytes(&g->numbers) + (u64)g->q->formula->nodes.n * g->keys.n;

    if (bytes > g->out->bytes)
        g->out->bytes = bytes;
    if (g->q->max_states && g->keys.n > g->q->max_states)
        stop(g, "the limit of states was reached (--max-states)");
    if (g->q->max_bytes && bytes > g->q->max_bytes)
        stop(g, "the limit of memory was reached (--max-memory)");
    if (g->q->until > 0 && clock_seconds() > g->q->until)
        stop(g, "the limit of time was reached (--max-time)");
    if (g->q->interrupted && *g->q->interrupted)
        stop(g, "interrupted");
}

static void take(states *g, u32 from, const move *m, u32 choice)
{
    sys_restore(g->s, g->keys.at[from]);
    sys_step(g->s, m->thread, m->kind, choice, &g->taken);
    if (g->taken.outcome == OUT_LIMIT)
        stop(g, g->taken.limit ? g->taken.limit : "a limit of the machine was reached");
    else if (g->taken.outcome != OUT_RAN)
        stop(g, "a step fails; without --mu heddle shows how");
    else
        vec_push(&g->edges, ((edge){number(g), m->thread}));
}

static void expand(states *g, u32 from)
{
    vec_push(&g->first, g->edges.n);
    sys_restore(g->s, g->keys.at[from]);
    sys_moves(g->s, &g->moves);
    for (u32 i = 0; i < g->moves.n && !g->stopped; i++) {
        move m = g->moves.at[i];

        for (u32 c = 0; m.flags & MOVE_ENABLED && c < m.choices && !g->stopped; c++)
            take(g, from, &m, c);
    }
}

static void build(states *g)
{
    sys_reset(g->s);
    number(g);
    for (u32 i = 0; i < g->keys.n && !g->stopped; i++) {
        expand(g, i);
        if (i % 64 == 0)
            look_at_limits(g);
    }
    vec_push(&g->first, g->edges.n);
    g->out->states = g->keys.n;
    g->out->transitions = g->edges.n;
}

/* Subformulas. */

static const u8 *compute(states *g, u32 at);

static bool counts(const states *g, const edge *e, u32 label)
{
    return !label || g->q->labels[label - 1] >> e->thread & 1;
}

/* Every step, or some step, of these processes leads into the set. */
static bool leads(const states *g, u32 from, const mu_node *n, const u8 *into)
{
    bool every = n->op == MU_BOX;

    for (u32 k = g->first.at[from]; k < g->first.at[from + 1]; k++)
        if (counts(g, &g->edges.at[k], n->b) && into[g->edges.at[k].to] != every)
            return !every;
    return every;
}

static void compute_plain(states *g, const mu_node *n, const u8 *a, const u8 *b, u8 *out)
{
    for (u32 i = 0; i < g->keys.n; i++)
        switch (n->op) {
        case MU_ATOM:
        case MU_NO_ATOM:
            out[i] = (g->atoms.at[i] >> n->a & 1) == (n->op == MU_ATOM);
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

static void compute_fixpoint(states *g, const mu_node *n, u8 *out)
{
    const u8 *next;

    memset(g->vars[n->b], n->op == MU_GREATEST, g->keys.n);
    do {
        memcpy(out, g->vars[n->b], g->keys.n);
        next = compute(g, n->a);
        memcpy(g->vars[n->b], next, g->keys.n);
        look_at_limits(g);
    } while (!g->stopped && memcmp(out, next, g->keys.n) != 0);
}

static const u8 *compute(states *g, u32 at)
{
    const mu_node *n = &g->q->formula->nodes.at[at];
    const u8 *a = NULL, *b = NULL;

    if (g->done[at] || g->stopped)
        return g->sets[at];
    if (n->op == MU_LEAST || n->op == MU_GREATEST) {
        compute_fixpoint(g, n, g->sets[at]);
    } else {
        if (n->op >= MU_AND)
            a = compute(g, n->a);
        if (n->op == MU_AND || n->op == MU_OR)
            b = compute(g, n->b);
        compute_plain(g, n, a, b, g->sets[at]);
    }
    g->done[at] = !g->free[at];
    return g->sets[at];
}

static void find_free(states *g)
{
    const mu *f = g->q->formula;

    for (u32 i = 0; i < f->nodes.n; i++) {
        const mu_node *n = &f->nodes.at[i];

        if (n->op == MU_VARIABLE)
            g->free[i] = (u64)1 << n->a;
        else if (n->op >= MU_AND)
            g->free[i] = g->free[n->a];
        if (n->op == MU_AND || n->op == MU_OR)
            g->free[i] |= g->free[n->b];
        if (n->op == MU_LEAST || n->op == MU_GREATEST)
            g->free[i] &= ~((u64)1 << n->b);
    }
}

static bool holds_at_first(const states *g, const u8 *set)
{
    if (!g->q->skip_first)
        return set[0];
    for (u32 k = g->first.at[0]; k < g->first.at[1]; k++)
        if (!set[g->edges.at[k].to])
            return false;
    return true;
}

static void decide(states *g)
{
    const mu *f = g->q->formula;
    u32 n = f->nodes.n;
    const u8 *whole;

    g->sets = mem_alloc(n * sizeof *g->sets);
    g->vars = mem_alloc((f->fixpoints + 1) * sizeof *g->vars);
    g->free = mem_alloc(n * sizeof *g->free);
    g->done = mem_alloc(n * sizeof *g->done);
    for (u32 i = 0; i < n; i++)
        g->sets[i] = mem_alloc(g->keys.n);
    for (u32 i = 0; i < f->fixpoints; i++)
        g->vars[i] = mem_alloc(g->keys.n);
    find_free(g);
    whole = compute(g, n - 1);
    if (!g->stopped)
        g->out->answer = holds_at_first(g, whole) ? REACH_HOLDS : REACH_FAILS;
    for (u32 i = 0; i < n; i++)
        mem_free(g->sets[i]);
    for (u32 i = 0; i < f->fixpoints; i++)
        mem_free(g->vars[i]);
    mem_free(g->sets);
    mem_free(g->vars);
    mem_free(g->free);
    mem_free(g->done);
}

void mu_check(sys *s, const mu_question *q, mu_result *out)
{
    states g = {.s = s, .q = q, .out = out};

    *out = (mu_result){.answer = REACH_OPEN};
    if (q->formula->atoms.n > ATOMS_MOST)
        stop(&g, "a formula has at most 64 propositions");
    if (!g.stopped)
        build(&g);
    if (!g.stopped)
        decide(&g);
    vec_free(&g.keys);
    vec_free(&g.first);
    vec_free(&g.edges);
    vec_free(&g.atoms);
    vec_free(&g.moves);
    taken_free(&g.taken);
    map_free(&g.numbers);
}

u64 casm_threads(const casm *c, const char *label)
{
    u64 bits = 0;
    char name[200];

    for (u32 k = 0; k < c->kinds.n; k++)
        for (u32 i = 0; i < c->kinds.at[k].n; i++) {
            u32 p = c->kinds.at[k].first + i;

            snprintf(name, sizeof name, "%s[%u]", c->kinds.at[k].name, i);
            if (strcmp(label, c->kinds.at[k].name) == 0 || strcmp(label, name) == 0 ||
                strcmp(label, c->processes.at[p].name) == 0)
                bits |= (u64)1 << (p + 1);
        }
    return bits;
}
