/* All states of a system and the steps between them: states by number, arcs with the step that
 * makes them, and the atoms of every state.  A step that fails, is cut or dropped leaves no arc
 * that could be spoken of, so the question then has no answer. */
#include "search/state_graph.h"
#include "search/figures.h"

#include <stdio.h>

enum { ATOMS_MOST = 64 };

void state_graph_stop(state_graph *g, const char *why)
{
    if (g->stopped)
        return;
    g->stopped = true;
    g->r->verdict = VERDICT_UNKNOWN;
    snprintf(g->r->reason, sizeof g->r->reason, "%s", why);
}

static u64 read_atoms(state_graph *g)
{
    failure f = {0};
    u64 bits = 0, value;

    for (u32 i = 0; i < g->natoms; i++) {
        if (!sys_has_queries(g->s) || !sys_value(g->s, g->queries[i], &value, &f)) {
            state_graph_stop(g, f.message ? f.message : "a proposition has no value");
            return 0;
        }
        bits |= (u64)(value != 0) << i;
    }
    return bits;
}

/* The number of the present state. */
static u32 number(state_graph *g)
{
    state_key key = sys_save(g->s), match = sys_has_match(g->s) ? sys_match(g->s) : key;
    u32 state = map_number(&g->states, match);

    if (state < g->keys.n)
        return state;
    vec_push(&g->keys, key_word(key));
    vec_push(&g->atoms, read_atoms(g));
    return state;
}

void state_graph_limits(state_graph *g)
{
    const limits *most = &g->o->max;
    u64 bytes = sys_memory(g->s) + g->arcs.cap * sizeof(graph_arc) + g->keys.cap * 16 +
                g->keys.n * g->more + map_bytes(&g->states);

    if (bytes > g->r->peak_bytes)
        g->r->peak_bytes = bytes;
    if (most->states && g->keys.n > most->states)
        state_graph_stop(g, "the limit of states was reached (--max-states)");
    if (most->memory && bytes > most->memory)
        state_graph_stop(g, "the limit of memory was reached (--max-memory)");
    if (most->seconds > 0 && clock_seconds() - g->o->since > most->seconds)
        state_graph_stop(g, "the limit of time was reached (--max-time)");
    if (g->o->interrupted && *g->o->interrupted)
        state_graph_stop(g, "interrupted");
}

/* Whether the step leads to a state; else why not. */
static bool leads(state_graph *g)
{
    char why[100];

    switch (g->taken.outcome) {
    case OUT_RAN:
        return true;
    case OUT_LIMIT:
        state_graph_stop(g, g->taken.limit ? g->taken.limit : "a limit of the machine was reached");
        return false;
    case OUT_PRUNED:
        snprintf(why, sizeof why, "an assumption cuts runs; %s needs a system without", g->asked);
        break;
    default:
        snprintf(why, sizeof why, "a step fails; without %s heddle shows how", g->asked);
    }
    state_graph_stop(g, why);
    return false;
}

static void take(state_graph *g, u32 from, const move *m, u32 choice)
{
    graph_arc a = {.by = {m->thread, m->kind, choice}};

    sys_restore(g->s, g->keys.at[from]);
    sys_step(g->s, m->thread, m->kind, choice, &g->taken);
    g->r->transitions++;
    if (!leads(g))
        return;
    a.to = number(g);
    vec_push(&g->arcs, a);
}

static void expand(state_graph *g, u32 from)
{
    u32 before = g->arcs.n;

    vec_push(&g->first, g->arcs.n);
    sys_restore(g->s, g->keys.at[from]);
    sys_moves(g->s, &g->moves);
    for (u32 i = 0; i < g->moves.n && !g->stopped; i++) {
        move m = g->moves.at[i];

        for (u32 c = 0; m.flags & MOVE_ENABLED && c < m.choices && !g->stopped; c++)
            take(g, from, &m, c);
    }
    if (g->arcs.n == before && g->stays)
        vec_push(&g->arcs, (graph_arc){.to = from, .by = {.thread = NO_THREAD}});
}

void state_graph_build(state_graph *g)
{
    if (g->natoms > ATOMS_MOST) {
        state_graph_stop(g, "a formula has at most 64 propositions");
        return;
    }
    sys_reset(g->s);
    number(g);
    for (u32 i = 0; i < g->keys.n && !g->stopped; i++) {
        expand(g, i);
        if (i % 64 == 0)
            state_graph_limits(g);
    }
    vec_push(&g->first, g->arcs.n);
    g->r->states = g->keys.n;
}

void state_graph_free(state_graph *g)
{
    map_free(&g->states);
    vec_free(&g->keys);
    vec_free(&g->first);
    vec_free(&g->arcs);
    vec_free(&g->atoms);
    vec_free(&g->moves);
    taken_free(&g->taken);
}
