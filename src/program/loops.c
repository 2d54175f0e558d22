/* Natural loops.
 *
 * The blocks of a function are numbered in reverse postorder and their immediate dominators found
 * by going round until nothing changes (Cooper, Harvey and Kennedy, "A simple, fast dominance
 * algorithm", 2001).  An edge to a block that dominates its source closes a loop: the blocks from
 * which the source can be reached without the header.  Edges to one header make one loop.  Two
 * loops with different headers are apart or one is in the other, and in reverse postorder the outer
 * header comes first: so giving each block to the loops in that order leaves it with the innermost.
 *
 * Where a computed goto leads is not known here: to any block, and out of each loop that it is in.
 */
#include "program/loops.h"
#include "base/components.h"
#include "base/mutant.h"
#include "program/effect.h"

#include <string.h>

typedef struct loop {
    u32 outer;  /* number + 1 of the loop around it, 0: none */
    bool exits; /* control may leave it */
} loop;

typedef struct way_out {
    u32 loop, pc; /* number + 1, and the jump */
} way_out;

typedef struct loop_table {
    u32 *inner;        /* by instruction: number + 1 of the innermost loop, 0: none */
    bool *left;        /* by instruction: may control never come back to it? */
    bool *round;       /* and may it? */
    VEC(loop) loops;   /* outer ones first */
    VEC(way_out) ways; /* by which loops are left */
} loop_table;

typedef struct edge {
    u32 from, to; /* blocks */
    u32 pc;       /* what jumps */
    bool passes;  /* an exception that this function does not catch */
} edge;

/* A graph of blocks; those that cannot be reached are in no order. */
typedef struct graph {
    const func *f;
    u32 n;
    u32 *block;          /* by instruction */
    VEC(edge) edges;     /* by source */
    u32 *first, *before; /* by block: its first edge; and, in `into`, its first one backwards */
    u32 *into;           /* sources, by target */
    u32 *order, *at;     /* reverse postorder: the blocks; and where each is + 1, 0: nowhere */
    u32 norder;
    u32 *idom;  /* by place in the order */
    u32 *inner; /* by block */
    bool *dead; /* by block: a run that comes there fails, whatever it does */
    VEC(u32) todo;
    u32 from; /* the instruction whose edges are found */
} graph;

/* ---- the graph ---- */

static void note_target(void *with, u32 target)
{
    ((u32 *)with)[target] = 1;
}

static void find_blocks(graph *g)
{
    const func *f = g->f;

    g->block = mem_alloc(f->ncode * sizeof *g->block);
    for (u32 pc = 0; pc < f->ncode; pc++) {
        effects_targets(f, pc, note_target, g->block);
        if (pc + 1 < f->ncode && !effects_falls_through(&f->code[pc]))
            g->block[pc + 1] = 1;
    }
    g->block[0] = 0;
    for (u32 pc = 0; pc < f->ncode; pc++)
        g->block[pc] = g->n += g->block[pc];
    g->n++;
}

/* Behind a call: the way that its exception takes to what cleans up, and goes on to the callers. */
static bool passes(const func *f, u32 pc, u32 target)
{
    return pc && f->code[pc].op == OP_BR && f->code[pc - 1].op == OP_CATCH && f->code[pc - 1].b &&
           target == f->code[pc].x && !MUTANT(HANG_UNWINDS);
}

static void add_edge(void *with, u32 target)
{
    graph *g = with;

    vec_push(&g->edges,
             (edge){g->block[g->from], g->block[target], g->from, passes(g->f, g->from, target)});
}

static bool goes_anywhere(const insn *i)
{
    return i->op == OP_IBR;
}

static void add_all_edges(graph *g)
{
    for (u32 b = 0; b < g->n; b++)
        vec_push(&g->edges, (edge){g->block[g->from], b, g->from, false});
}

static void find_edges(graph *g)
{
    const func *f = g->f;

    g->first = mem_alloc((g->n + 1) * sizeof *g->first);
    for (u32 pc = 0; pc < f->ncode; pc++) {
        bool last = pc + 1 == f->ncode || g->block[pc + 1] != g->block[pc];

        g->from = pc;
        effects_targets(f, pc, add_edge, g);
        if (goes_anywhere(&f->code[pc]))
            add_all_edges(g);
        if (last && pc + 1 < f->ncode && effects_falls_through(&f->code[pc]))
            add_edge(g, pc + 1);
        if (last)
            g->first[g->block[pc] + 1] = g->edges.n;
    }
}

static void turn_edges(graph *g)
{
    u32 *at = mem_alloc((g->n + 2) * sizeof *at);

    g->into = mem_alloc((g->edges.n + 1) * sizeof *g->into);
    for (u32 i = 0; i < g->edges.n; i++)
        at[g->edges.at[i].to + 2]++;
    for (u32 b = 1; b <= g->n; b++)
        at[b + 1] += at[b];
    for (u32 i = 0; i < g->edges.n; i++)
        g->into[at[g->edges.at[i].to + 1]++] = g->edges.at[i].from;
    g->before = at;
}

/* ---- dominators ---- */

static void find_order(graph *g)
{
    u32 *next = mem_alloc(g->n * sizeof *next);
    u32 left = g->n;

    g->order = mem_alloc(g->n * sizeof *g->order);
    g->at = mem_alloc(g->n * sizeof *g->at);
    g->at[0] = 1;
    vec_push(&g->todo, 0);
    while (g->todo.n) {
        u32 b = vec_last(&g->todo), e = g->first[b] + next[b]++;

        if (e >= g->first[b + 1]) {
            g->order[--left] = vec_pop(&g->todo);
        } else if (!g->at[g->edges.at[e].to]) {
            g->at[g->edges.at[e].to] = 1;
            vec_push(&g->todo, g->edges.at[e].to);
        }
    }
    g->norder = g->n - left;
    for (u32 i = 0; i < g->norder; i++) {
        g->order[i] = g->order[left + i];
        g->at[g->order[i]] = i + 1;
    }
    mem_free(next);
}

static u32 meet(const u32 *idom, u32 a, u32 b)
{
    while (a != b) {
        while (a > b)
            a = idom[a];
        while (b > a)
            b = idom[b];
    }
    return a;
}

static u32 dominator(const graph *g, u32 i)
{
    u32 b = g->order[i], best = UINT32_MAX;

    for (u32 k = g->before[b]; k < g->before[b + 1]; k++) {
        u32 p = g->at[g->into[k]];

        if (p && g->idom[p - 1] != UINT32_MAX)
            best = best == UINT32_MAX ? p - 1 : meet(g->idom, p - 1, best);
    }
    return best;
}

static void find_dominators(graph *g)
{
    bool changed = true;

    g->idom = mem_alloc(g->n * sizeof *g->idom);
    for (u32 i = 1; i < g->norder; i++)
        g->idom[i] = UINT32_MAX;
    while (changed) {
        changed = false;
        for (u32 i = 1; i < g->norder; i++) {
            u32 d = dominator(g, i);

            changed |= d != g->idom[i];
            g->idom[i] = d;
        }
    }
}

static bool dominates(const graph *g, u32 a, u32 b)
{
    while (b > a)
        b = g->idom[b];
    return a == b;
}

/* ---- loops ---- */

/* The block, and what leads to it, belongs to the loop. */
static void take(graph *g, u32 b, u32 number)
{
    if (!g->at[b] || g->inner[b] == number)
        return;
    g->inner[b] = number;
    vec_push(&g->todo, b);
}

static void take_all(graph *g, u32 number)
{
    while (g->todo.n) {
        u32 b = vec_pop(&g->todo);

        for (u32 k = g->before[b]; k < g->before[b + 1]; k++)
            take(g, g->into[k], number);
    }
}

static void find_loop(graph *g, loop_table *t, u32 i)
{
    u32 header = g->order[i], outer = g->inner[header], number = t->loops.n + 1;
    bool any = false;

    for (u32 k = g->before[header]; k < g->before[header + 1]; k++) {
        u32 latch = g->into[k];

        if (!g->at[latch] || !dominates(g, i, g->at[latch] - 1))
            continue;
        any = true;
        g->inner[header] = number;
        take(g, latch, number);
    }
    if (any)
        vec_push(&t->loops, (loop){.outer = outer});
    take_all(g, number);
}

static bool within(const loop_table *t, u32 number, u32 in)
{
    while (number > in)
        number = t->loops.at[number - 1].outer;
    return number == in;
}

/* ---- exits ---- */

static bool fails(const insn *i)
{
    return i->op == OP_TRAP || (i->op == OP_UNREACHABLE && i->x == UNREACHABLE_FAILS);
}

static bool all_dead(const graph *g, u32 b)
{
    for (u32 k = g->first[b]; k < g->first[b + 1]; k++)
        if (!g->dead[g->edges.at[k].to])
            return false;
    return g->first[b] < g->first[b + 1];
}

/* A loop is not left to fail: an assertion in it is no exit.  Nor is what an exception passes that
 * is thrown by what the loop calls; where the loop itself throws one it has an exit. */
static void find_dead(graph *g)
{
    g->dead = mem_alloc((g->n + 1) * sizeof *g->dead);
    for (u32 pc = 0; pc < g->f->ncode; pc++)
        g->dead[g->block[pc]] |= fails(&g->f->code[pc]);
    for (u32 i = g->norder; i-- > 0;)
        g->dead[g->order[i]] |= all_dead(g, g->order[i]);
}

static void leave_all(loop_table *t, u32 number)
{
    for (; number; number = t->loops.at[number - 1].outer)
        t->loops.at[number - 1].exits = true;
}

static void find_exits(const graph *g, loop_table *t)
{
    for (u32 pc = 0; pc < g->f->ncode; pc++)
        if (goes_anywhere(&g->f->code[pc]))
            leave_all(t, g->inner[g->block[pc]]);
    for (u32 i = 0; i < g->edges.n; i++) {
        u32 k = g->inner[g->edges.at[i].from], to = g->inner[g->edges.at[i].to];

        for (; k && !g->edges.at[i].passes && !g->dead[g->edges.at[i].to] && !within(t, to, k);
             k = t->loops.at[k - 1].outer) {
            t->loops.at[k - 1].exits = true;
            vec_push(&t->ways, (way_out){k, g->edges.at[i].pc});
        }
    }
}

/* By a longjmp, which may be anywhere. */
static bool comes_back(const func *f)
{
    for (u32 pc = 0; pc < f->ncode; pc++)
        if (f->code[pc].op == OP_SETJMP)
            return true;
    return false;
}

static bool decides(const func *f)
{
    for (u32 pc = 0; pc < f->ncode; pc++)
        if (opcode_does[f->code[pc].op].control == OPCODE_JUMPS && f->code[pc].op != OP_JMP)
            return true;
    return false;
}

/* Where control goes round with no loop of one entry: what leads to where it was. */
static void find_left(const graph *g, loop_table *t)
{
    u32 *to = mem_alloc((g->edges.n + 1) * sizeof *to),
        *first = mem_alloc((g->n + 1) * sizeof *first);
    bool *round = mem_alloc((g->n + 1) * sizeof *round);
    u32 n = 0;
    components c;

    for (u32 b = 0; b < g->n; b++) {
        for (u32 k = g->first[b]; k < g->first[b + 1]; k++)
            if (!g->dead[g->edges.at[k].to] && !g->edges.at[k].passes)
                to[n++] = g->edges.at[k].to;
        first[b + 1] = n;
    }
    components_find(&c, g->n, first, to);
    for (u32 b = 0; b < g->n; b++)
        for (u32 k = first[b]; k < first[b + 1]; k++)
            round[b] |= c.of[to[k]] == c.of[b];
    for (u32 pc = 0; pc < g->f->ncode; pc++) {
        t->left[pc] = c.left[c.of[g->block[pc]]];
        t->round[pc] = round[g->block[pc]];
    }
    if (comes_back(g->f))
        memset(t->left, decides(g->f), g->f->ncode);
    components_free(&c);
    mem_free(round);
    mem_free(first);
    mem_free(to);
}

/* Loops that an optimiser made endless, or gave the exits of what it inlined, count as they were
 * written. */
static void find_written_exits(const graph *g, loop_table *t)
{
    for (u32 i = 0; i < g->f->endless.n; i++) {
        u32 number = g->inner[g->block[g->f->endless.at[i]]];

        if (number)
            t->loops.at[number - 1].exits = false;
    }
    for (u32 i = 0; i < g->f->exits.n; i++) {
        u32 number = g->inner[g->block[g->f->exits.at[i]]];

        if (number)
            t->loops.at[number - 1].exits = true;
    }
}

static void close_graph(graph *g)
{
    mem_free(g->block);
    mem_free(g->first);
    mem_free(g->before);
    mem_free(g->into);
    mem_free(g->order);
    mem_free(g->at);
    mem_free(g->idom);
    mem_free(g->inner);
    mem_free(g->dead);
    vec_free(&g->edges);
    vec_free(&g->todo);
}

static loop_table *find_loops(const func *f)
{
    graph g = {.f = f};
    loop_table *t = mem_alloc(sizeof *t);

    t->inner = mem_alloc((f->ncode + 1) * sizeof *t->inner);
    t->left = mem_alloc((f->ncode + 1) * sizeof *t->left);
    t->round = mem_alloc((f->ncode + 1) * sizeof *t->round);
    if (!f->ncode)
        return t;
    find_blocks(&g);
    find_edges(&g);
    turn_edges(&g);
    find_order(&g);
    find_dominators(&g);
    g.inner = mem_alloc(g.n * sizeof *g.inner);
    for (u32 i = 0; i < g.norder; i++)
        find_loop(&g, t, i);
    find_dead(&g);
    find_exits(&g, t);
    find_left(&g, t);
    find_written_exits(&g, t);
    for (u32 pc = 0; pc < f->ncode; pc++)
        t->inner[pc] = g.inner[g.block[pc]];
    close_graph(&g);
    return t;
}

void loops_find(func *f)
{
    if (!f->loops)
        f->loops = find_loops(f);
}

void loops_free(func *f)
{
    loop_table *t = f->loops;

    if (!t)
        return;
    mem_free(t->inner);
    mem_free(t->left);
    mem_free(t->round);
    vec_free(&t->loops);
    vec_free(&t->ways);
    mem_free(t);
    f->loops = NULL;
}

bool loops_inside(const func *f, u32 pc)
{
    const loop_table *t = f->loops;

    for (u32 k = t->inner[pc]; k; k = t->loops.at[k - 1].outer)
        if (t->loops.at[k - 1].exits)
            return true;
    return false;
}

bool loops_left(const func *f, u32 from, u32 to)
{
    const loop_table *t = f->loops;

    return t->inner[from] && !within(t, t->inner[to], t->inner[from]);
}

u32 loops_at(const func *f, u32 pc)
{
    const loop_table *t = f->loops;

    return t->inner[pc];
}

u32 loops_around(const func *f, u32 a, u32 b)
{
    const loop_table *t = f->loops;

    while (a && !within(t, b, a))
        a = t->loops.at[a - 1].outer;
    return a;
}

bool loops_exits(const func *f, u32 number, u32 pc)
{
    const loop_table *t = f->loops;

    return number ? t->loops.at[number - 1].exits : t->left[pc];
}

bool loops_round(const func *f, u32 pc)
{
    const loop_table *t = f->loops;

    return t->inner[pc] || t->round[pc];
}

bool loops_left_by(const func *f, bool (*by)(const insn *))
{
    const loop_table *t = f->loops;
    bool any = false, *other = mem_alloc((t->loops.n + 1) * sizeof *other);

    for (u32 i = 0; i < t->ways.n; i++)
        other[t->ways.at[i].loop] |= !by(&f->code[t->ways.at[i].pc]);
    for (u32 i = 0; i < t->ways.n; i++)
        any |= !other[t->ways.at[i].loop];
    mem_free(other);
    return any;
}
