/* Computation tree logic by labelling (Clarke, Emerson, Sistla 1986).
 *
 * The whole graph is built first: states by number, edges with the step that makes them, and the
 * atoms of every state.  Then each subformula, operands first, gets the set of states in which it
 * holds: EU by a search backwards from its goal, AU by counting how many successors are still out,
 * the others by these two.  A state without successors is its own successor.
 *
 * Runs are not fair: a process that could go on may never do so. */
#include "search/ctl.h"
#include "search/figures.h"
#include "search/guard.h"
#include "search/state_graph.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef graph_arc arc;

typedef struct graph {
    state_graph of;
    const ctl_question *q;
    u32 *back, *back_first; /* predecessors */
    u8 **sets;              /* by subformula and state */
    VEC(u32) starts;
    shown view;
} graph;

static void find_starts(graph *g)
{
    if (!g->q->skip_first) {
        vec_push(&g->starts, 0);
        return;
    }
    for (u32 k = g->of.first.at[0]; k < g->of.first.at[1]; k++)
        vec_push(&g->starts, g->of.arcs.at[k].to);
}

static void turn_around(graph *g)
{
    u32 n = g->of.keys.n, *at = mem_alloc((n + 1) * sizeof *at);

    g->back = mem_alloc((g->of.arcs.n + 1) * sizeof *g->back);
    g->back_first = mem_alloc((n + 1) * sizeof *g->back_first);
    for (u32 k = 0; k < g->of.arcs.n; k++)
        at[g->of.arcs.at[k].to]++;
    for (u32 i = 0; i < n; i++)
        g->back_first[i + 1] = g->back_first[i] + at[i];
    memcpy(at, g->back_first, n * sizeof *at);
    for (u32 i = 0; i < n; i++)
        for (u32 k = g->of.first.at[i]; k < g->of.first.at[i + 1]; k++)
            g->back[at[g->of.arcs.at[k].to]++] = i;
    mem_free(at);
}

/* Labelling. */

typedef VEC(u32) state_list;

/* E[f U g]: backwards from g through f; f NULL is true.  A[f U g]: a state is in only when its last
 * successor has come in. */
static void until(graph *g, const u8 *f, const u8 *goal, bool all, u8 *out)
{
    u32 *left = mem_alloc((g->of.keys.n + 1) * sizeof *left);
    state_list work = {0};

    for (u32 i = 0; i < g->of.keys.n; i++) {
        left[i] = all ? g->of.first.at[i + 1] - g->of.first.at[i] : 1;
        out[i] = goal[i];
        if (goal[i])
            vec_push(&work, i);
    }
    while (work.n) {
        u32 to = vec_pop(&work);

        for (u32 k = g->back_first[to]; k < g->back_first[to + 1]; k++) {
            u32 from = g->back[k];

            if (--left[from] || out[from] || (f && !f[from]))
                continue;
            out[from] = 1;
            vec_push(&work, from);
        }
    }
    mem_free(left);
    vec_free(&work);
}

static void next(graph *g, const u8 *f, bool all, u8 *out)
{
    for (u32 i = 0; i < g->of.keys.n; i++) {
        bool some = false, every = true;

        for (u32 k = g->of.first.at[i]; k < g->of.first.at[i + 1]; k++) {
            some |= f[g->of.arcs.at[k].to];
            every &= f[g->of.arcs.at[k].to];
        }
        out[i] = all ? every : some;
    }
}

static void invert(const graph *g, const u8 *in, u8 *out)
{
    for (u32 i = 0; i < g->of.keys.n; i++)
        out[i] = !in[i];
}

/* AG f is no EF of the opposite, EG f no AF of it. */
static void globally(graph *g, const u8 *f, bool all, u8 *out)
{
    u8 *not_f = mem_alloc(g->of.keys.n + 1), *reach = mem_alloc(g->of.keys.n + 1);

    invert(g, f, not_f);
    until(g, NULL, not_f, !all, reach);
    invert(g, reach, out);
    mem_free(not_f);
    mem_free(reach);
}

static bool connected(const graph *g, const ctl_node *n, u32 i)
{
    const u8 *a = n->op == CTL_ATOM ? NULL : g->sets[n->a], *b = g->sets[n->b];

    return n->op == CTL_ATOM  ? g->of.atoms.at[i] >> n->a & 1
           : n->op == CTL_NOT ? !a[i]
           : n->op == CTL_AND ? a[i] && b[i]
           : n->op == CTL_OR  ? a[i] || b[i]
                              : n->op == CTL_TRUE;
}

static void label(graph *g, u32 at)
{
    const ctl_node *n = &g->q->formula->nodes.at[at];
    u8 *out = g->sets[at] = mem_alloc(g->of.keys.n + 1);

    switch (n->op) {
    case CTL_AX:
    case CTL_EX:
        next(g, g->sets[n->a], n->op == CTL_AX, out);
        break;
    case CTL_AF:
    case CTL_EF:
        until(g, NULL, g->sets[n->a], n->op == CTL_AF, out);
        break;
    case CTL_AG:
    case CTL_EG:
        globally(g, g->sets[n->a], n->op == CTL_AG, out);
        break;
    case CTL_AU:
    case CTL_EU:
        until(g, g->sets[n->a], g->sets[n->b], n->op == CTL_AU, out);
        break;
    default:
        for (u32 i = 0; i < g->of.keys.n; i++)
            out[i] = connected(g, n, i);
    }
}

/* The tree. */

typedef struct path {
    VEC(u32) states;
    VEC(u32) arcs;
    bool loop; /* the last state is one of those before it */
} path;

static void add_step(graph *g, u32 from, const arc *a, u32 depth, text *out)
{
    text name = {0};

    if (a->by.thread == NO_THREAD) {
        text_addf(out, "%*s(nothing happens any more)\n", (int)depth * 2, "");
        return;
    }
    sys_restore(g->of.s, g->of.keys.at[from]);
    sys_thread_name(g->of.s, a->by.thread, &name);
    sys_step(g->of.s, a->by.thread, a->by.kind, a->by.choice, &g->of.taken);
    for (u32 i = 0; i < g->of.taken.events.n || i == 0; i++) {
        event none = {0}, *e = g->of.taken.events.n ? &g->of.taken.events.at[i] : &none;

        if (i && e->flags & EVF_RUNTIME)
            continue;
        shown_clear(&g->view);
        if (e->kind != EV_CREATE && e->kind != EV_NONE)
            sys_show(g->of.s, e, &g->view);
        text_addf(out, "%*s%-10s", (int)depth * 2, "", text_str(&name));
        if (g->view.line && e->kind != EV_CREATE && e->kind != EV_NONE)
            text_addf(out, "%4u  ", g->view.line);
        if (e->kind == EV_READ || (!g->view.call.n && g->view.where.n))
            text_addf(out, "%s is %s", text_str(&g->view.where), text_str(&g->view.value));
        else if (g->view.call.n)
            text_add(out, text_str(&g->view.call));
        else
            text_add(out, e->kind == EV_CREATE ? "begins" : "goes on");
        if ((e->kind == EV_WRITE || e->kind == EV_UPDATE) && g->view.where.n)
            text_addf(out, "    %s = %s", text_str(&g->view.where), text_str(&g->view.value));
        text_addc(out, '\n');
        if (e->kind == EV_CREATE)
            break;
    }
    text_free(&name);
}

static void add_path(graph *g, const path *p, u32 depth, text *out)
{
    for (u32 i = 0; i < p->arcs.n; i++)
        add_step(g, p->states.at[i], &g->of.arcs.at[p->arcs.at[i]], depth, out);
    if (p->loop)
        text_addf(out, "%*sand again from a state above\n", (int)depth * 2, "");
}

/* A shortest path from a state, through states of `through`, to one of `goal`. */
static u32 shortest(graph *g, u32 from, const u8 *through, const u8 *goal, bool inverted, path *p)
{
    u32 *came = mem_alloc(g->of.keys.n * sizeof *came), *by = mem_alloc(g->of.keys.n * sizeof *by),
        end = UINT32_MAX;
    state_list queue = {0}, turned = {0};

    came[from] = from + 1;
    vec_push(&queue, from);
    for (u32 i = 0; i < queue.n && end == UINT32_MAX; i++) {
        u32 at = queue.at[i];

        if ((goal[at] != 0) != inverted)
            end = at;
        for (u32 k = g->of.first.at[at]; k < g->of.first.at[at + 1] && end == UINT32_MAX; k++) {
            u32 to = g->of.arcs.at[k].to;

            if (came[to] || (through && !through[at]))
                continue;
            came[to] = at + 1;
            by[to] = k;
            vec_push(&queue, to);
        }
    }
    for (u32 at = end; end != UINT32_MAX && at != from; at = came[at] - 1)
        vec_push(&turned, by[at]);
    for (u32 i = turned.n, at = from; i-- > 0;) {
        vec_push(&p->states, at);
        vec_push(&p->arcs, turned.at[i]);
        at = g->of.arcs.at[turned.at[i]].to;
    }
    vec_free(&queue);
    vec_free(&turned);
    mem_free(came);
    mem_free(by);
    return end;
}

/* A run without end through the states that are not (inverted) in the set. */
static void lasso(graph *g, u32 from, const u8 *in, bool inverted, path *p)
{
    u8 *seen = mem_alloc(g->of.keys.n + 1);
    u32 at = from;

    while (!seen[at]) {
        u32 k = g->of.first.at[at];

        seen[at] = 1;
        while (k + 1 < g->of.first.at[at + 1] && (in[g->of.arcs.at[k].to] != 0) == inverted)
            k++;
        vec_push(&p->states, at);
        vec_push(&p->arcs, k);
        at = g->of.arcs.at[k].to;
    }
    p->loop = true;
    mem_free(seen);
}

static void path_free(path *p)
{
    vec_free(&p->states);
    vec_free(&p->arcs);
}

/* Why a subformula holds (or not) in a state. */
static void explain(graph *g, u32 at, u32 state, bool holds, u32 depth, text *out);

static void say(graph *g, u32 at, bool holds, u32 depth, text *out)
{
    text_addf(out, "%*s", (int)depth * 2, "");
    ctl_print(g->q->formula, at, out);
    text_add(out, holds ? " holds here:\n" : " does not hold here:\n");
}

static void explain_path(graph *g, u32 at, u32 state, bool holds, u32 depth, text *out)
{
    const ctl_node *n = &g->q->formula->nodes.at[at];
    bool until = n->op == CTL_AU || n->op == CTL_EU;
    u32 goal = until ? n->b : n->a, end = UINT32_MAX;
    path p = {0};

    if (holds && (n->op == CTL_EF || n->op == CTL_EU))
        end = shortest(g, state, until ? g->sets[n->a] : NULL, g->sets[goal], false, &p);
    else if (!holds && n->op == CTL_AG)
        end = shortest(g, state, NULL, g->sets[goal], true, &p);
    else if (holds && n->op == CTL_EG)
        lasso(g, state, g->sets[at], false, &p);
    else if (!holds && (n->op == CTL_AF || n->op == CTL_AU))
        lasso(g, state, g->sets[at], true, &p);
    else
        text_addf(out, "%*s(%s)\n", (int)depth * 2, "",
                  holds ? "on every path" : "on no path from this state, whatever happens");
    add_path(g, &p, depth, out);
    if (end != UINT32_MAX)
        explain(g, goal, end, holds, depth + 1, out);
    path_free(&p);
}

static void explain(graph *g, u32 at, u32 state, bool holds, u32 depth, text *out)
{
    const ctl_node *n = &g->q->formula->nodes.at[at];

    say(g, at, holds, depth, out);
    switch (n->op) {
    case CTL_TRUE:
    case CTL_FALSE:
    case CTL_ATOM:
        break;
    case CTL_NOT:
        explain(g, n->a, state, !holds, depth + 1, out);
        break;
    case CTL_AND:
    case CTL_OR: /* one operand decides, or both */
        if (g->sets[n->a][state] == holds)
            explain(g, n->a, state, holds, depth + 1, out);
        if (g->sets[n->b][state] == holds &&
            ((n->op == CTL_AND) == holds || g->sets[n->a][state] != holds))
            explain(g, n->b, state, holds, depth + 1, out);
        break;
    case CTL_AX:
    case CTL_EX:
        for (u32 k = g->of.first.at[state]; k < g->of.first.at[state + 1]; k++)
            if (g->sets[n->a][g->of.arcs.at[k].to] == holds && (n->op == CTL_EX) == holds) {
                add_step(g, state, &g->of.arcs.at[k], depth, out);
                explain(g, n->a, g->of.arcs.at[k].to, holds, depth + 1, out);
                break;
            }
        break;
    default:
        explain_path(g, at, state, holds, depth, out);
    }
}

static bool existential(ctl_op op)
{
    return op == CTL_EX || op == CTL_EF || op == CTL_EG || op == CTL_EU;
}

static void judge(graph *g, text *tree)
{
    u32 top = g->q->formula->nodes.n - 1;

    for (u32 i = 0; i <= top; i++)
        label(g, i);
    for (u32 i = 0; i < g->starts.n && g->of.r->verdict == VERDICT_VERIFIED; i++)
        if (!g->sets[top][g->starts.at[i]]) {
            g->of.r->verdict = VERDICT_FAILED;
            explain(g, top, g->starts.at[i], false, 1, tree);
        }
    if (g->of.r->verdict == VERDICT_VERIFIED && existential(g->q->formula->nodes.at[top].op) &&
        g->starts.n)
        explain(g, top, g->starts.at[0], true, 1, tree);
}

static void graph_free(graph *g)
{
    for (u32 i = 0; g->sets && i < g->q->formula->nodes.n; i++)
        mem_free(g->sets[i]);
    mem_free(g->sets);
    mem_free(g->back);
    mem_free(g->back_first);
    vec_free(&g->starts);
    shown_free(&g->view);
    state_graph_free(&g->of);
}

typedef struct asked {
    const ctl_question *q;
    text *tree;
} asked;

static void search(sys *s, const search_options *o, result *r, void *with)
{
    const asked *a = with;
    graph g = {.of = {.s = s,
                      .o = o,
                      .r = r,
                      .asked = "--ctl",
                      .queries = a->q->queries,
                      .natoms = a->q->formula->atoms.n,
                      .stays = true,
                      .more = a->q->formula->nodes.n},
               .q = a->q};
    double start = clock_seconds();

    *r = (result){0};
    state_graph_build(&g.of);
    if (!g.of.stopped) {
        find_starts(&g);
        turn_around(&g);
        g.sets = mem_alloc(a->q->formula->nodes.n * sizeof *g.sets);
        judge(&g, a->tree);
    }
    graph_free(&g);
    r->seconds = clock_seconds() - start;
}

void search_ctl(sys *s, const search_options *o, const ctl_question *q, result *r, text *tree)
{
    search_guarded(s, o, r, search, &(asked){q, tree});
}
