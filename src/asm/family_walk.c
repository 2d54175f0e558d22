/* Enumerating the states of a net breadth first, with every value of every free signal. */
#include "asm/family_parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Enumeration. */

static void spread(net_walk *w, u64 bits, u32 inputs)
{
    for (u32 i = 0; i < w->n->states.n; i++) {
        w->values[w->n->states.at[i].number] = bits & width_mask(w->n->states.at[i].width);
        bits >>= w->n->states.at[i].width;
    }
    for (u32 i = 0; i < w->n->inputs.n; i++)
        w->values[node_at(w->n->p, w->n->inputs.at[i].value)->extra] = inputs >> i & 1;
}

static void compute(net_walk *w)
{
    const expr_node *all = w->n->p->nodes.at;
    u64 *x = w->scratch;

    for (u32 i = 0; i < w->nodes.n; i++) {
        const expr_node *e = &all[w->nodes.at[i]];

        x[w->nodes.at[i]] = e->op == EX_VAR
                                ? w->values[e->extra]
                                : ex_apply(e, x[e->a], x[e->b], x[e->c], all[e->a].width);
    }
}

u64 family_walk_next(const net_walk *w)
{
    u64 bits = 0;
    u32 at = 0;

    for (u32 i = 0; i < w->n->states.n; i++) {
        u64 value = w->scratch[w->n->states.at[i].next];

        assert(!(value & ~width_mask(w->n->states.at[i].width)));
        bits |= value << at;
        at += w->n->states.at[i].width;
    }
    return bits;
}

static u64 first_bits(const net_walk *w)
{
    u64 bits = 0;
    u32 at = 0;

    for (u32 i = 0; i < w->n->states.n; i++) {
        bits |= w->n->states.at[i].start << at;
        at += w->n->states.at[i].width;
    }
    return bits;
}

void family_walk_at(net_walk *w, u64 bits, u32 inputs)
{
    spread(w, bits, inputs);
    compute(w);
}

/* The number of the state. */
u32 family_walk_meet(net_walk *w, u64 bits, u32 from, u32 inputs)
{
    u32 state = map_number(&w->numbers, bits);

    if (state == w->states.n)
        vec_push(&w->states, (found){bits, from, inputs});
    return state;
}

void family_walk_show(net_walk *w, u32 number, u64 bits, u32 inputs)
{
    text *t = &w->out->trace;

    family_walk_at(w, bits, inputs);
    text_addf(t, "  step %u:", number);
    for (u32 i = 0; i < w->n->states.n; i++)
        text_addf(t, " %s=%" PRIu64, w->n->states.at[i].name, w->values[w->n->states.at[i].number]);
    text_add(t, "\n         ");
    for (u32 i = 0; i < w->n->inputs.n; i++)
        if (inputs >> i & 1)
            text_addf(t, " %s", w->n->inputs.at[i].name);
    for (u32 i = 0; i < w->n->shown.n; i++)
        text_addf(t, " %s%s", w->scratch[w->n->shown.at[i].value] ? "" : "!",
                  w->n->shown.at[i].name);
    text_add(t, "\n");
}

static void show_trace(net_walk *w, u32 end, u32 inputs)
{
    VEC(u32) way = {0};

    for (u32 i = end; i != UINT32_MAX; i = w->states.at[i].from)
        vec_push(&way, i);
    for (u32 i = way.n; i-- > 0;)
        family_walk_show(w, way.n - i, w->states.at[way.at[i]].bits,
                         i ? w->states.at[way.at[i - 1]].inputs : inputs);
    vec_free(&way);
}

static void expand(net_walk *w, u32 at)
{
    for (u32 inputs = 0; inputs < 1u << w->n->inputs.n && w->out->holds; inputs++) {
        family_walk_at(w, w->states.at[at].bits, inputs);
        if (!w->scratch[w->n->good]) {
            w->out->holds = false;
            show_trace(w, at, inputs);
        } else if (w->scratch[w->n->stays]) {
            family_walk_meet(w, family_walk_next(w), at, inputs);
        }
    }
}

/* Every signal was given something to stand for. */
static void check_known(const net *n, u32 number)
{
    bool known = false;

    for (u32 i = 0; i < n->states.n; i++)
        known |= n->states.at[i].number == number;
    for (u32 i = 0; i < n->inputs.n; i++)
        known |= node_at(n->p, n->inputs.at[i].value)->extra == number;
    if (!known)
        die("a signal of the family stands for nothing");
}

static void collect_nodes(net_walk *w)
{
    expr_list roots = {0};

    vec_push(&roots, w->n->good);
    vec_push(&roots, w->n->stays);
    for (u32 i = 0; i < w->n->states.n; i++)
        vec_push(&roots, w->n->states.at[i].next);
    for (u32 i = 0; i < w->n->shown.n; i++)
        vec_push(&roots, w->n->shown.at[i].value);
    for (u32 i = 0; i < w->n->justice.n; i++)
        vec_push(&roots, w->n->justice.at[i]);
    for (u32 i = 0; i < w->n->to.n; i++) {
        vec_push(&roots, w->n->from.at[i]);
        vec_push(&roots, w->n->to.at[i]);
    }
    ex_collect(w->n->p, &w->nodes, roots.at, roots.n);
    vec_free(&roots);
    for (u32 i = 0; i < w->nodes.n; i++)
        if (node_at(w->n->p, w->nodes.at[i])->op == EX_VAR)
            check_known(w->n, node_at(w->n->p, w->nodes.at[i])->extra);
}

u32 family_state_bits(const net *n)
{
    u32 bits = 0;

    for (u32 i = 0; i < n->states.n; i++)
        bits += n->states.at[i].width;
    return bits;
}

void family_walk_open(net_walk *w, net *n, family_result *out)
{
    assert(family_state_bits(n) <= 64 && n->inputs.n < 32);
    *w = (net_walk){.n = n, .out = out};
    w->values = mem_alloc(n->f->variables * sizeof *w->values);
    w->scratch = mem_alloc(n->p->nodes.n * sizeof *w->scratch);
    collect_nodes(w);
    family_walk_meet(w, first_bits(w), UINT32_MAX, 0);
}

void family_walk_close(net_walk *w)
{
    mem_free(w->values);
    mem_free(w->scratch);
    map_free(&w->numbers);
    vec_free(&w->nodes);
    vec_free(&w->states);
}

void family_enumerate(net *n, u64 max_states, family_result *out)
{
    net_walk w;

    family_walk_open(&w, n, out);
    for (u32 i = 0; i < w.states.n && out->holds && !out->cut; i++) {
        expand(&w, i);
        out->cut = w.states.n > max_states;
    }
    out->states = w.states.n;
    family_walk_close(&w);
}
