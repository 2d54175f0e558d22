/* Explores a system breadth first and keeps every transition.  States are the same where a search
 * takes them for the same (match).  Which edges lie on cycles is told by strongly connected
 * components (Tarjan 1972), without recursion.
 *
 * With an expression to collapse by, all states with one value of it then become one node, and
 * transitions between the same two nodes with the same words one edge.  That is done after cycles
 * were found: a collapsed graph has cycles that no run has.  An edge from a node to itself says
 * something only where it is part of a cycle of the program. */
#include "draw/graph.h"
#include "base/hash.h"
#include "sim/expression.h"

#include <assert.h>
#include <string.h>

typedef struct explorer {
    drawn_graph *g;
    sys *s;
    const graph_settings *o;
    map states;           /* match keys, by the order in which they were met */
    VEC(state_key) saved; /* of each */
    VEC(u32) node_of;     /* of each */
    map ends;             /* nodes of errors and their like, by hash */
    map edges;            /* those that are there, by hash */
    move_list moves;
    taken done;
    source src;
    text label;
    u32 valued;   /* states in which the expression to collapse by has a value */
    text problem; /* why it has none in the last one of the others */
} explorer;

static u32 add_node(drawn_graph *g, drawn_kind kind, const char *label)
{
    vec_push(&g->nodes, (graph_node){.kind = kind, .states = 1, .label = mem_strdup(label)});
    return g->nodes.n - 1;
}

/* What is wider than a key is found by its hash, and the next one tried while it is another's. */
static u32 node_labelled(drawn_graph *g, map *known, drawn_kind kind, const char *label)
{
    u64 key = hash_bytes(label, strlen(label), 7 + (u64)kind), at = 0;

    for (; map_get(known, key, &at); key++)
        if (g->nodes.at[at].kind == kind && strcmp(g->nodes.at[at].label, label) == 0) {
            g->nodes.at[at].states++;
            return (u32)at;
        }
    at = add_node(g, kind, label);
    map_put(known, key, at);
    return (u32)at;
}

static void add_edge(drawn_graph *g, map *known, graph_edge e)
{
    u64 key = hash_bytes(e.label, strlen(e.label), (u64)e.from << 32 | e.to) ^ e.thread, at = 0;

    assert(e.from < g->nodes.n && e.to < g->nodes.n);
    for (; map_get(known, key, &at); key++) {
        graph_edge *o = &g->edges.at[at];

        if (o->from != e.from || o->to != e.to || o->thread != e.thread ||
            strcmp(o->label, e.label) != 0)
            continue;
        o->cycle |= e.cycle;
        return;
    }
    map_put(known, key, g->edges.n);
    e.label = mem_strdup(e.label);
    vec_push(&g->edges, e);
}

/* ---- words ---- */

static void add_event(explorer *x, const event *e, move_kind kind, text *out)
{
    shown v = {0};

    shown_clear(&v);
    sys_show(x->s, e, &v);
    if (e->kind == EV_READ && v.where.n && v.value.n)
        text_addf(out, "%s is %s", text_str(&v.where), text_str(&v.value));
    else if ((e->kind == EV_WRITE || e->kind == EV_UPDATE) && v.where.n && v.value.n)
        text_addf(out, "%s = %s", text_str(&v.where), text_str(&v.value));
    else if (e->kind == EV_BUFFER && v.where.n && v.value.n)
        text_addf(out, "%s = %s (buffered)", text_str(&v.where), text_str(&v.value));
    else if (e->kind == EV_FORWARD && v.where.n && v.value.n)
        text_addf(out, "%s is %s (from its own buffer)", text_str(&v.where), text_str(&v.value));
    else if (v.where.n && v.value.n)
        text_addf(out, "%s %s", text_str(&v.where), text_str(&v.value));
    else if (v.call.n)
        text_add(out, text_str(&v.call));
    else if (v.line)
        source_statement(&x->src, v.file, v.line, v.column, out);
    else
        text_add(out, e->kind == EV_START ? "starts" : event_names[e->kind]);
    if (kind == MOVE_FLUSH)
        text_add(out, " reaches memory");
    shown_free(&v);
}

static bool worth_saying(const event *e, u32 i)
{
    return i == 0 || ((e->kind == EV_WRITE || e->kind == EV_UPDATE || e->kind == EV_BUFFER) &&
                      !(e->flags & (EVF_OWN | EVF_RUNTIME)) && e->flags & EVF_VISIBLE);
}

/* "T1: flag[0] = 1". */
static const char *step_label(explorer *x, u16 thread, move_kind kind)
{
    enum { SAID = 3 };
    u32 said = 0;

    text_clear(&x->label);
    text_addf(&x->label, "T%u: ", thread);
    for (u32 i = 0; i < x->done.events.n && said < SAID; i++)
        if (worth_saying(&x->done.events.at[i], i)) {
            text_add(&x->label, said++ ? ", " : "");
            add_event(x, &x->done.events.at[i], kind, &x->label);
        }
    if (!said)
        text_add(&x->label, "goes on");
    return text_str(&x->label);
}

/* ---- states ---- */

static bool hangs(explorer *x)
{
    failure f = {0};

    return !x->o->allow_hang && sys_hang(x->s, &f) == HANG_FOUND;
}

static drawn_kind kind_of(explorer *x)
{
    switch (sys_status(x->s)) {
    case ST_DONE:
        return NODE_DONE;
    case ST_DEADLOCK:
        return x->o->allow_deadlock ? NODE_DONE : NODE_STUCK;
    case ST_PRUNED:
        return NODE_PRUNED;
    case ST_ERROR:
        return NODE_ERROR;
    default:
        return hangs(x) ? NODE_STUCK : NODE_PLAIN;
    }
}

/* The value of the expression in the present state, as text. */
static void add_value(explorer *x, text *out)
{
    expr_scope at = {.s = x->s, .thread = NO_THREAD};

    text_addf(out, "%s = ", x->o->collapse);
    text_clear(&x->problem);
    if (expression_print(&at, x->o->collapse, out, &x->problem))
        x->valued++;
    else
        text_addf(out, "? (%s)", text_str(&x->problem));
}

static u32 node_for_state(explorer *x)
{
    drawn_kind kind = kind_of(x);
    text label = {0};
    u32 node;

    if (x->o->collapse)
        add_value(x, &label);
    else if (kind == NODE_STUCK)
        text_add(&label, sys_status(x->s) == ST_DEADLOCK ? "deadlock" : "hang");
    node = add_node(x->g, kind, text_str(&label));
    text_free(&label);
    return node;
}

/* The node of the present state, which may be new. */
static u32 meet(explorer *x)
{
    u32 before = x->states.keys.n, number = map_number(&x->states, sys_match(x->s));

    if (number == before) {
        vec_push(&x->saved, sys_save(x->s));
        vec_push(&x->node_of, node_for_state(x));
    }
    assert(x->saved.n == x->states.keys.n && x->node_of.n == x->saved.n);
    return x->node_of.at[number];
}

static void note_step(explorer *x, u32 from, u16 thread, move_kind kind)
{
    const char *label = step_label(x, thread, kind);
    char *copy = mem_strdup(label);
    u32 to;

    if (x->done.outcome == OUT_ERROR)
        to = node_labelled(x->g, &x->ends, NODE_ERROR, x->done.error.message);
    else if (x->done.outcome == OUT_PRUNED)
        to = node_labelled(x->g, &x->ends, NODE_PRUNED, "does not count");
    else if (x->done.outcome == OUT_LIMIT)
        to = node_labelled(x->g, &x->ends, NODE_CUT, "a limit was reached");
    else
        to = meet(x);
    if (x->done.outcome != OUT_RAN)
        x->g->nodes.at[to].states = 1; /* it stands for what happened, not for states */
    x->g->cut |= x->done.outcome == OUT_LIMIT;
    add_edge(x->g, &x->edges,
             (graph_edge){.from = from, .to = to, .thread = thread, .label = copy});
    mem_free(copy);
}

static void expand(explorer *x, u32 number)
{
    u32 from = x->node_of.at[number];

    sys_restore(x->s, x->saved.at[number]);
    sys_moves(x->s, &x->moves);
    for (u32 i = 0; i < x->moves.n; i++) {
        move m = x->moves.at[i];

        for (u32 c = 0; m.flags & MOVE_ENABLED && c < m.choices; c++) {
            sys_restore(x->s, x->saved.at[number]);
            sys_step(x->s, m.thread, (move_kind)m.kind, c, &x->done);
            note_step(x, from, m.thread, (move_kind)m.kind);
        }
    }
}

/* ---- cycles ---- */

typedef struct finder {
    drawn_graph *g;
    VEC(u32) first, next; /* edges by their source: where they begin, and one after the other */
    VEC(u32) index, low, stack, calls, at;
    VEC(u8) on;
    u32 count, components;
} finder;

static void visit(finder *f, u32 node)
{
    f->index.at[node] = f->low.at[node] = ++f->count;
    vec_push(&f->stack, node);
    f->on.at[node] = 1;
    vec_push(&f->calls, node);
    f->at.at[node] = f->first.at[node];
}

static void close_component(finder *f, u32 node)
{
    u32 from = f->stack.n;

    do
        assert(from); /* every node that was met is on the stack until its component is closed */
    while (f->stack.at[--from] != node);
    for (u32 i = from; i < f->stack.n; i++) {
        graph_node *n = &f->g->nodes.at[f->stack.at[i]];

        f->on.at[f->stack.at[i]] = 0;
        n->component = f->components;
    }
    f->stack.n = from;
    f->components++;
}

static u32 lesser(u32 a, u32 b)
{
    return a < b ? a : b;
}

static void walk_edges(finder *f)
{
    while (f->calls.n) {
        u32 node = vec_last(&f->calls), edge = f->at.at[node];

        if (edge) {
            u32 to = f->g->edges.at[edge - 1].to;

            f->at.at[node] = f->next.at[edge - 1];
            if (!f->index.at[to])
                visit(f, to);
            else if (f->on.at[to])
                f->low.at[node] = lesser(f->low.at[node], f->index.at[to]);
            continue;
        }
        f->calls.n--;
        if (f->calls.n)
            f->low.at[vec_last(&f->calls)] =
                lesser(f->low.at[vec_last(&f->calls)], f->low.at[node]);
        if (f->low.at[node] == f->index.at[node])
            close_component(f, node);
    }
}

static void list_edges(finder *f)
{
    for (u32 i = 0; i < f->g->nodes.n; i++) {
        vec_push(&f->first, 0);
        vec_push(&f->index, 0);
        vec_push(&f->low, 0);
        vec_push(&f->at, 0);
        vec_push(&f->on, 0);
    }
    for (u32 i = 0; i < f->g->edges.n; i++) {
        graph_edge *e = &f->g->edges.at[i];

        vec_push(&f->next, f->first.at[e->from]);
        f->first.at[e->from] = i + 1;
    }
}

static void find_cycles(drawn_graph *g)
{
    finder f = {.g = g, .components = 1};

    list_edges(&f);
    for (u32 i = 0; i < g->nodes.n; i++)
        if (!f.index.at[i]) {
            visit(&f, i);
            walk_edges(&f);
        }
    assert(!f.stack.n && f.count == g->nodes.n);
    for (u32 i = 0; i < g->edges.n; i++) {
        graph_edge *e = &g->edges.at[i];

        e->cycle = g->nodes.at[e->from].component == g->nodes.at[e->to].component;
        g->nodes.at[e->from].cycle |= e->cycle;
    }
    vec_free(&f.first);
    vec_free(&f.next);
    vec_free(&f.index);
    vec_free(&f.low);
    vec_free(&f.at);
    vec_free(&f.on);
    vec_free(&f.stack);
    vec_free(&f.calls);
}

/* ---- the whole ---- */

static void explorer_free(explorer *x)
{
    map_free(&x->states);
    map_free(&x->ends);
    map_free(&x->edges);
    vec_free(&x->saved);
    vec_free(&x->node_of);
    vec_free(&x->moves);
    taken_free(&x->done);
    source_free(&x->src);
    text_free(&x->label);
    text_free(&x->problem);
}

/* States that are left when there are too many are marked. */
static void mark_rest(explorer *x, u32 from)
{
    for (u32 i = from; i < x->saved.n; i++) {
        graph_node *n = &x->g->nodes.at[x->node_of.at[i]];

        if (n->kind == NODE_PLAIN)
            n->kind = NODE_CUT;
    }
}

/* Nodes with the same label become one. */
static void collapse(drawn_graph *g)
{
    drawn_graph out = {.states = g->states, .cut = g->cut};
    map nodes = {0}, edges = {0};
    VEC(u32) to = {0};

    for (u32 i = 0; i < g->nodes.n; i++) {
        const graph_node *n = &g->nodes.at[i];
        u32 node = node_labelled(&out, &nodes, n->kind, n->label);

        out.nodes.at[node].cycle |= n->cycle;
        vec_push(&to, node);
    }
    for (u32 i = 0; i < g->edges.n; i++) {
        graph_edge e = g->edges.at[i];

        e.from = to.at[e.from];
        e.to = to.at[e.to];
        if (e.from != e.to || e.cycle)
            add_edge(&out, &edges, e);
    }
    map_free(&nodes);
    map_free(&edges);
    vec_free(&to);
    draw_free(g);
    *g = out;
}

void draw_make(drawn_graph *g, sys *s, const graph_settings *o)
{
    explorer x = {.g = g, .s = s, .o = o};
    u32 number = 0;

    *g = (drawn_graph){0};
    sys_reset(s);
    meet(&x);
    for (; number < x.saved.n && x.saved.n <= o->most; number++)
        expand(&x, number);
    g->states = x.saved.n;
    if (number < x.saved.n) {
        g->cut = true;
        mark_rest(&x, number);
    }
    if (o->collapse && !x.valued)
        fail(EXIT_USAGE, "heddle draw: --collapse %s has a value in no state: %s", o->collapse,
             text_str(&x.problem));
    find_cycles(g);
    if (o->collapse)
        collapse(g);
    explorer_free(&x);
}

void draw_free(drawn_graph *g)
{
    for (u32 i = 0; i < g->nodes.n; i++)
        mem_free(g->nodes.at[i].label);
    for (u32 i = 0; i < g->edges.n; i++)
        mem_free(g->edges.at[i].label);
    vec_free(&g->nodes);
    vec_free(&g->edges);
}
