/* Following values and control through a function.
 *
 * The sites of a register are the instructions that read or write it, in order, so that following a
 * value looks at its uses alone and jumps from one transfer of control to the next.  A register
 * that no block reads before writing it holds nothing between blocks.
 *
 * Branches are decided where their own block tells: the condition compares a number with what was
 * loaded from an object that is zero for ever, or asks whether all other threads are over.  The
 * runtime is written so that what a program does not use is guarded by such a branch. */
#include "program/flow.h"
#include "program/effect.h"

#include <string.h>

/* ---- control ---- */

static void mark_leader(void *with, u32 target)
{
    ((u32 *)with)[target] = 1;
}

static void find_leaders(flow *w)
{
    const func *f = w->f;

    w->leader[0] = 1;
    for (u32 pc = 0; pc < f->ncode; pc++) {
        effects_targets(f, pc, mark_leader, w->leader);
        if (pc + 1 < f->ncode && !effects_falls_through(&f->code[pc]))
            w->leader[pc + 1] = 1;
    }
    for (u32 pc = 0, begin = 0; pc < f->ncode; pc++)
        begin = w->leader[pc] = w->leader[pc] ? pc : begin;
}

static void find_controls(flow *w)
{
    const func *f = w->f;

    for (u32 pc = f->ncode, next = f->ncode - 1; pc-- > 0;) {
        if (!effects_falls_through(&f->code[pc]))
            next = pc;
        w->control[pc] = next;
        w->anywhere |= f->code[pc].op == OP_SETJMP || f->code[pc].op == OP_IBR;
    }
}

void flow_follow(const flow *w, u32 pc, bool last, flow_visit visit, void *with)
{
    const insn *i = &w->f->code[pc];
    u8 ways = w->ways ? w->ways[pc] : 0;

    if (i->op != OP_BR || !ways || (last && ways & WAY_LAST)) {
        effects_targets(w->f, pc, visit, with);
        if (effects_falls_through(i))
            visit(with, pc + 1);
        return;
    }
    visit(with, ways & WAY_X ? i->x : i->y);
}

/* ---- registers ---- */

static bool is_pointer(const flow *w, u32 reg)
{
    return w->f->regclass[reg] == REG_PTR;
}

static void count_sites(flow *w, effects *e)
{
    for (u32 pc = 0; pc < w->f->ncode; pc++) {
        effects_of(w->f, pc, e);
        for (u32 k = 0; k < e->reads.n; k++)
            w->first[e->reads.at[k] + 1] += is_pointer(w, e->reads.at[k]);
        for (u32 k = 0; k < e->writes.n; k++)
            w->first[e->writes.at[k] + 1] += is_pointer(w, e->writes.at[k]);
    }
    for (u32 r = 0; r < w->f->nregs; r++)
        w->first[r + 1] += w->first[r];
}

static void fill_sites(flow *w, effects *e)
{
    u32 *at = mem_alloc((w->f->nregs + 1) * sizeof *at);

    memcpy(at, w->first, w->f->nregs * sizeof *at);
    for (u32 pc = 0; pc < w->f->ncode; pc++) {
        effects_of(w->f, pc, e);
        for (u32 k = 0; k < e->reads.n; k++)
            if (is_pointer(w, e->reads.at[k]))
                w->sites[at[e->reads.at[k]]++] = pc * 2;
        for (u32 k = 0; k < e->writes.n; k++)
            if (is_pointer(w, e->writes.at[k]))
                w->sites[at[e->writes.at[k]]++] = pc * 2 + 1;
    }
    mem_free(at);
}

/* A read is covered when the site before it, in its own block, is a write or another read. */
static bool read_crosses(const flow *w, u32 reg, u32 site)
{
    return !(w->sites[site] & 1) &&
           (site == w->first[reg] || w->sites[site - 1] >> 1 < w->leader[w->sites[site] >> 1]);
}

static void find_crossing(flow *w)
{
    for (u32 r = 0; r < w->f->nregs; r++)
        for (u32 k = w->first[r]; k < w->first[r + 1]; k++)
            w->crosses[r] |= w->anywhere || read_crosses(w, r, k);
}

void flow_open(flow *w, const func *f)
{
    effects e = {0};

    *w = (flow){.f = f};
    w->control = mem_alloc(f->ncode * sizeof *w->control);
    w->leader = mem_alloc(f->ncode * sizeof *w->leader);
    w->first = mem_alloc((f->nregs + 1) * sizeof *w->first);
    w->crosses = mem_alloc(f->nregs + 1);
    find_leaders(w);
    find_controls(w);
    count_sites(w, &e);
    w->sites = mem_alloc((w->first[f->nregs] + 1) * sizeof *w->sites);
    fill_sites(w, &e);
    find_crossing(w);
    effects_free(&e);
}

void flow_shrink(flow *w)
{
    mem_free(w->leader);
    mem_free(w->first);
    mem_free(w->sites);
    mem_free(w->crosses);
    mem_free(w->reached);
    w->leader = w->first = w->sites = NULL;
    w->crosses = w->reached = NULL;
}

void flow_close(flow *w)
{
    flow_shrink(w);
    mem_free(w->control);
    mem_free(w->ways);
}

/* ---- decided branches ---- */

typedef struct known {
    enum { KNOWN_NOT, KNOWN_NUMBER, KNOWN_OBJECT } kind;
    u64 value;
    bool last; /* unless the thread is the last one */
} known;

typedef struct looker {
    const flow *w;
    const u64 *zero; /* may be NULL */
    effects e;
} looker;

static known value_before(looker *l, u32 pc, u32 reg);

static known number(u64 value)
{
    return (known){KNOWN_NUMBER, value, false};
}

static known of_option(looker *l, u32 pc, const insn *i)
{
    known which = value_before(l, pc, l->w->f->operands.at[i->x].reg);

    if (which.kind != KNOWN_NUMBER || which.value != OPTION_LAST_THREAD)
        return (known){0};
    return (known){KNOWN_NUMBER, 0, true};
}

static known of_load(looker *l, u32 pc, const insn *i)
{
    known base = value_before(l, pc, i->b);

    if (base.kind != KNOWN_OBJECT || !l->zero || !flow_bit(l->zero, (u32)base.value))
        return (known){0};
    return number(0);
}

static known of_pointer(const insn *i)
{
    return POINTER_IS(i->imm) ? (known){KNOWN_OBJECT, POINTER_OBJECT(i->imm), false}
                              : number(i->imm);
}

static known of_number(looker *l, u32 pc, const insn *i)
{
    known b = value_before(l, pc, i->b);

    if (b.kind != KNOWN_NUMBER)
        return (known){0};
    switch (i->op) {
    case OP_EQI:
        b.value = b.value == i->imm;
        return b;
    case OP_NEI:
        b.value = b.value != i->imm;
        return b;
    case OP_AND32I:
    case OP_AND64I:
        b.value &= i->imm;
        return b;
    default: /* TRUNC, SEXT */
        return b.value ? (known){0} : b;
    }
}

static known result_of(looker *l, u32 pc)
{
    const insn *i = &l->w->f->code[pc];

    switch (i->op) {
    case OP_CONST:
        return l->w->f->regclass[i->a] == REG_PTR ? of_pointer(i) : number(i->imm);
    case OP_MOV:
        return value_before(l, pc, i->b);
    case OP_EQI:
    case OP_NEI:
    case OP_AND32I:
    case OP_AND64I:
    case OP_TRUNC:
    case OP_SEXT:
        return of_number(l, pc, i);
    case OP_PADDI:
    case OP_PADD: {
        known base = value_before(l, pc, i->b);

        return base.kind == KNOWN_OBJECT ? base : (known){0};
    }
    case OP_BUILTIN:
        return i->y == BI_option ? of_option(l, pc, i) : (known){0};
    default:
        return opcode_does[i->op].access == OPCODE_LOADS ? of_load(l, pc, i) : (known){0};
    }
}

static bool writes(looker *l, u32 pc, u32 reg)
{
    effects_of(l->w->f, pc, &l->e);
    for (u32 k = 0; k < l->e.writes.n; k++)
        if (l->e.writes.at[k] == reg)
            return true;
    return false;
}

static known value_before(looker *l, u32 pc, u32 reg)
{
    u32 leader = l->w->anywhere ? pc : l->w->leader[pc];

    while (pc > leader)
        if (writes(l, --pc, reg))
            return result_of(l, pc);
    return (known){0};
}

typedef struct walk {
    flow *w;
    VEC(u32) todo;
} walk;

static void reach(void *with, u32 target)
{
    walk *k = with;

    if (!k->w->reached[target])
        vec_push(&k->todo, target);
}

/* What is left when some branches go one way only, whoever takes them. */
static void find_reached(flow *w)
{
    walk k = {.w = w};

    w->reached = mem_alloc(w->f->ncode);
    reach(&k, 0);
    while (k.todo.n) {
        u32 pc = vec_pop(&k.todo), end = w->control[pc];

        for (; pc <= end && !w->reached[pc]; pc++)
            w->reached[pc] = true;
        if (pc > end)
            flow_follow(w, end, true, reach, &k);
    }
    vec_free(&k.todo);
}

void flow_decide(flow *w, const u64 *zero)
{
    looker l = {.w = w, .zero = zero};
    bool less = false;

    for (u32 pc = 0; pc < w->f->ncode; pc++) {
        known v;

        if (w->f->code[pc].op != OP_BR)
            continue;
        v = value_before(&l, pc, w->f->code[pc].b);
        if (v.kind != KNOWN_NUMBER)
            continue;
        if (!w->ways)
            w->ways = mem_alloc(w->f->ncode);
        w->ways[pc] = (u8)((v.value ? WAY_X : WAY_Y) | (v.last ? WAY_LAST : 0));
        less |= !v.last;
    }
    effects_free(&l.e);
    if (less)
        find_reached(w);
}

bool flow_number(const flow *w, u32 pc, u32 reg, u64 *value)
{
    looker l = {.w = w};
    known v = value_before(&l, pc, reg);

    effects_free(&l.e);
    *value = v.value;
    return v.kind == KNOWN_NUMBER && !v.last;
}
