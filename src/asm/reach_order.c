/* The order of the variables of diagrams.
 *
 * A process that touches much of the shared memory comes first, cells that it shares with one other
 * process alone stand with that one: given the state of the first, the others hardly depend on each
 * other, and the diagram grows with their number only linearly.  Words of many bits that meet in a
 * step come before all that, bit by bit. */
#include "asm/reach_sets.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static u32 touched_cells(const reach *r, u32 number, u64 *bits)
{
    const process *p = &r->c->processes.at[number];
    u32 n = 0;

    for (u32 i = 0; i < p->code.n; i++)
        for (u32 w = 0; w < (r->c->vars.n + 63) / 64; w++)
            bits[w] |= p->code.at[i].reach[w];
    for (u32 v = 0; v < r->c->vars.n; v++)
        n += r->c->vars.at[v].owner == SHARED && bit_of(bits, v);
    return n;
}

typedef struct rank {
    u32 number, cells;
    u64 *bits;
} rank;

static int by_cells(const void *a, const void *b)
{
    const rank *x = a, *y = b;

    return x->cells != y->cells ? (x->cells < y->cells) - (x->cells > y->cells)
                                : (x->number > y->number) - (x->number < y->number);
}

/* Bit by bit, so that what copies or compares variables of one group stays small. */
static void put_group(reach *r, const word_list *group)
{
    for (u32 b = 0; b < 64; b++)
        for (u32 i = 0; i < group->n; i++) {
            u32 v = group->at[i], latch = r->k.latch_of[v] + b;

            if (r->k.latch_of[v] && b < r->c->vars.at[v].width && r->constant[latch] == 2)
                r->place[latch] = r->bits++;
        }
}

/* Words of many bits that are added to, or copied to, each other.  The relation of a step that does
 * so is exponential in their width unless they stand bit by bit beside each other, so that all that
 * meet, also of several processes, are a group before all others. */

enum { WIDE = 6, NOWHERE = 0xfffffffe };

static bool is_wide(const reach *r, u32 v)
{
    u32 n = 0;

    for (u32 b = 0; r->k.latch_of[v] && b < r->c->vars.at[v].width; b++)
        n += r->constant[r->k.latch_of[v] + b] == 2;
    return n > WIDE;
}

/* Marks the nodes of the circuit that a literal depends on. */
static void mark(const aig *g, lit l, bool *seen)
{
    u32 n = l / 2, first = aig_first_gate(g);

    if (seen[n])
        return;
    seen[n] = true;
    if (n < first)
        return;
    mark(g, g->gates.at[n - first].a, seen);
    mark(g, g->gates.at[n - first].b, seen);
}

static u32 top_of(const u32 *with, u32 v)
{
    while (with[v] != v)
        v = with[v];
    return v;
}

static void meet(const reach *r, u32 v, const bool *seen, u32 *with)
{
    const aig *g = &r->k.g;

    for (u32 u = 0; u < r->c->vars.n; u++)
        for (u32 b = 0; is_wide(r, u) && b < r->c->vars.at[u].width; b++)
            if (seen[1 + g->inputs + r->k.latch_of[u] + b])
                with[top_of(with, u)] = top_of(with, v);
}

static void find_meeting(reach *r, u32 *with)
{
    const aig *g = &r->k.g;
    bool *seen = mem_alloc(aig_first_gate(g) + g->gates.n + 1);

    for (u32 v = 0; v < r->c->vars.n; v++)
        with[v] = v;
    for (u32 i = 0; i < r->k.steps.n; i++)
        for (u32 v = 0; v < r->c->vars.n; v++) {
            aig_bits w;

            if (!r->k.steps.at[i].after[v] || !is_wide(r, v))
                continue;
            w = aig_word(&r->k.b, r->k.steps.at[i].after[v]);
            memset(seen, 0, aig_first_gate(g) + g->gates.n + 1);
            for (u32 b = 0; b < w.width; b++)
                mark(g, w.bits[b], seen);
            meet(r, v, seen, with);
        }
    mem_free(seen);
}

/* Puts each set of words that meet across groups; `home` of these is NOWHERE from now on. */
static void put_meeting(reach *r, u32 *home)
{
    u32 *with = mem_alloc((r->c->vars.n + 1) * sizeof *with);
    word_list group = {0};

    find_meeting(r, with);
    for (u32 top = 0; top < r->c->vars.n; top++) {
        bool across = false;

        for (u32 v = 0; v < r->c->vars.n; v++)
            if (top_of(with, v) == top) {
                across |= home[v] != home[top];
                vec_push(&group, v);
            }
        if (across) {
            put_group(r, &group);
            for (u32 i = 0; i < group.n; i++)
                home[group.at[i]] = NOWHERE;
        }
        vec_clear(&group);
    }
    vec_free(&group);
    mem_free(with);
}

static u32 varying(const reach *r)
{
    u32 n = 0;

    for (u32 v = 0; v < r->c->vars.n; v++)
        for (u32 b = 0; r->k.latch_of[v] && b < r->c->vars.at[v].width; b++)
            n += r->constant[r->k.latch_of[v] + b] == 2;
    return n;
}

void reach_order(reach *r)
{
    u32 n = r->c->processes.n;
    rank *ranks = mem_alloc((n + 1) * sizeof *ranks);
    word_list group = {0};
    u32 *home = mem_alloc((r->c->vars.n + 1) * sizeof *home); /* rank + 1 */

    r->place = mem_alloc((r->k.g.latches + 1) * sizeof *r->place);
    for (u32 i = 0; i < n; i++) {
        ranks[i] = (rank){.number = i, .bits = mem_alloc((r->c->vars.n / 64 + 1) * sizeof(u64))};
        ranks[i].cells = touched_cells(r, i, ranks[i].bits);
    }
    qsort(ranks, n, sizeof *ranks, by_cells);
    for (u32 v = 0; v < r->c->vars.n; v++) {
        u32 users = 0;

        for (u32 i = 0; i < n; i++)
            if (r->c->vars.at[v].owner == SHARED && bit_of(ranks[i].bits, v))
                users++, home[v] = i + 1;
        if (users > 2)
            home[v] = 0;
        for (u32 i = 0; i < n; i++)
            if (r->c->vars.at[v].owner == (int)ranks[i].number)
                home[v] = i + 1;
    }
    put_meeting(r, home);
    for (u32 v = 0; v < r->c->vars.n; v++)
        if (r->c->vars.at[v].owner == SHARED && !home[v])
            vec_push(&group, v);
    for (u32 i = 0; i < n; i++) {
        for (u32 v = 0; v < r->c->vars.n; v++)
            if (home[v] == i + 1)
                vec_push(&group, v);
        put_group(r, &group);
        vec_clear(&group);
    }
    assert(r->bits == varying(r));
    vec_free(&group);
    for (u32 i = 0; i < n; i++)
        mem_free(ranks[i].bits);
    mem_free(ranks);
    mem_free(home);
}
