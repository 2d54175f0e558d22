/* Which registers are live at an instruction: a backward dataflow analysis.
 *
 * A function is cut into blocks at jumps, jump targets and after BLOCK_MAX instructions.  Only
 * registers that some block reads before writing them can be live between blocks; these "names" are
 * numbered densely and the equations are solved over them with bit sets.  The set at one
 * instruction is found on demand by walking back from the end of its block, at most BLOCK_MAX
 * instructions, and kept: asking again is one load.  Sets are published atomically, so that several
 * machines may share a function.
 *
 * In a function that calls setjmp control may come back to any such call from anywhere, so there
 * every register is live everywhere. */
#include "program/effect.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_MAX = 64 };

typedef struct block {
    u32 first, end;            /* instructions */
    u32 successor, successors; /* in `edges` */
} block;

typedef struct live {
    live_set **before, **after; /* by pc; NULL not asked for yet */
    block *blocks;
    u32 nblocks;
    u32 *block_of; /* by pc */
    u32 *names;    /* register of each name */
    u32 nnames;
    u32 words;      /* of a bit set over the names */
    u64 *in;        /* live on entry, by block */
    VEC(u32) edges; /* blocks */
    bool everything;
} live;

/* What is needed only while the equations are solved. */
typedef struct solver {
    func *f;
    live *l;
    bool *leader; /* by pc: a jump goes there, or control cannot fall into it */
    u32 *name_of; /* by register: its name + 1, or 0 */
    u64 *defines; /* by block: names written before read */
    effects e;
} solver;

static bool bit(const u64 *set, u32 i)
{
    return set[i >> 6] >> (i & 63) & 1;
}

static void bit_set(u64 *set, u32 i)
{
    set[i >> 6] |= 1ull << (i & 63);
}

static void bit_clear(u64 *set, u32 i)
{
    set[i >> 6] &= ~(1ull << (i & 63));
}

static void mark_leader(void *with, u32 target)
{
    ((solver *)with)->leader[target] = true;
}

static void find_leaders(solver *s)
{
    const func *f = s->f;

    s->leader[0] = true;
    for (u32 pc = 0; pc < f->ncode; pc++) {
        effects_targets(f, pc, mark_leader, s);
        if (pc + 1 < f->ncode && !effects_falls_through(&f->code[pc]))
            s->leader[pc + 1] = true;
        if (f->code[pc].op == OP_SETJMP)
            s->l->everything = true;
    }
}

static bool ends_block(const solver *s, u32 first, u32 pc)
{
    return pc + 1 == s->f->ncode || s->leader[pc + 1] || pc + 1 - first == BLOCK_MAX;
}

static void cut_blocks(solver *s)
{
    live *l = s->l;
    VEC(block) blocks = {0};
    u32 first = 0;

    for (u32 pc = 0; pc < s->f->ncode; pc++) {
        l->block_of[pc] = blocks.n;
        if (!ends_block(s, first, pc))
            continue;
        vec_push(&blocks, (block){first, pc + 1, 0, 0});
        assert(pc + 1 - first <= BLOCK_MAX);
        first = pc + 1;
    }
    assert(first == s->f->ncode);
    l->blocks = blocks.at;
    l->nblocks = blocks.n;
}

static void add_edge(void *with, u32 target)
{
    live *l = ((solver *)with)->l;

    assert(l->blocks[l->block_of[target]].first == target);
    vec_push(&l->edges, l->block_of[target]);
}

/* A computed goto may go wherever a jump could. */
static void add_all_edges(solver *s)
{
    for (u32 b = 0; b < s->l->nblocks; b++)
        if (s->leader[s->l->blocks[b].first])
            vec_push(&s->l->edges, b);
}

static void find_edges(solver *s)
{
    for (u32 b = 0; b < s->l->nblocks; b++) {
        block *k = &s->l->blocks[b];
        u32 last = k->end - 1;

        k->successor = s->l->edges.n;
        if (s->f->code[last].op == OP_IBR)
            add_all_edges(s);
        effects_targets(s->f, last, add_edge, s);
        if (effects_falls_through(&s->f->code[last]) && b + 1 < s->l->nblocks)
            vec_push(&s->l->edges, b + 1);
        k->successors = s->l->edges.n - k->successor;
    }
}

/* Gives a name to every register that a block reads before it writes it. */
static void find_names(solver *s)
{
    live *l = s->l;
    u32 *written = mem_alloc(s->f->nregs * sizeof *written); /* by register: block + 1 */
    VEC(u32) names = {0};

    for (u32 pc = 0; pc < s->f->ncode; pc++) {
        u32 here = l->block_of[pc] + 1;

        effects_of(s->f, pc, &s->e);
        for (u32 i = 0; i < s->e.reads.n; i++) {
            u32 reg = s->e.reads.at[i];

            if (written[reg] == here || s->name_of[reg])
                continue;
            vec_push(&names, reg);
            s->name_of[reg] = names.n;
        }
        for (u32 i = 0; i < s->e.writes.n; i++)
            written[s->e.writes.at[i]] = here;
    }
    mem_free(written);
    l->names = names.at;
    l->nnames = names.n;
    l->words = (names.n + 63) / 64;
}

/* in := what the block reads before writing, defines := what it writes first. */
static void block_effects(solver *s, u32 b)
{
    const live *l = s->l;
    u64 *in = l->in + (size_t)b * l->words, *defines = s->defines + (size_t)b * l->words;

    for (u32 pc = l->blocks[b].first; pc < l->blocks[b].end; pc++) {
        effects_of(s->f, pc, &s->e);
        for (u32 i = 0; i < s->e.reads.n; i++) {
            u32 name = s->name_of[s->e.reads.at[i]];

            if (name && !bit(defines, name - 1))
                bit_set(in, name - 1);
        }
        for (u32 i = 0; i < s->e.writes.n; i++) {
            u32 name = s->name_of[s->e.writes.at[i]];

            if (name)
                bit_set(defines, name - 1);
        }
    }
}

/* in |= out & ~defines; did it grow? */
static bool transfer(solver *s, u32 b)
{
    const live *l = s->l;
    const block *k = &l->blocks[b];
    u64 *in = l->in + (size_t)b * l->words, *defines = s->defines + (size_t)b * l->words;
    u64 grown = 0;

    for (u32 e = 0; e < k->successors; e++) {
        const u64 *out = l->in + (size_t)l->edges.at[k->successor + e] * l->words;

        for (u32 w = 0; w < l->words; w++) {
            u64 more = out[w] & ~defines[w] & ~in[w];

            grown |= more;
            in[w] |= more;
        }
    }
    return grown != 0;
}

static void solve(solver *s)
{
    live *l = s->l;
    bool again = true;

    for (u32 b = 0; b < l->nblocks; b++)
        block_effects(s, b);
    while (again) {
        again = false;
        for (u32 b = l->nblocks; b-- > 0;)
            again |= transfer(s, b);
    }
}

static void live_compute(func *f)
{
    live *l;
    solver s = {.f = f};

    if (f->live)
        return;
    l = s.l = mem_alloc(sizeof *l);
    l->before = mem_alloc(f->ncode * sizeof *l->before);
    l->after = mem_alloc(f->ncode * sizeof *l->after);
    l->block_of = mem_alloc(f->ncode * sizeof *l->block_of);
    s.leader = mem_alloc(f->ncode);
    find_leaders(&s);
    if (!l->everything) {
        cut_blocks(&s);
        find_edges(&s);
        s.name_of = mem_alloc(f->nregs * sizeof *s.name_of);
        find_names(&s);
        l->in = mem_alloc((size_t)l->nblocks * l->words * sizeof *l->in);
        s.defines = mem_alloc((size_t)l->nblocks * l->words * sizeof *s.defines);
        solve(&s);
    }
    mem_free(s.leader);
    mem_free(s.name_of);
    mem_free(s.defines);
    effects_free(&s.e);
    f->live = l;
}

/* The names live at the end of the block, as registers. */
static void add_live_out(const live *l, const block *k, u64 *set)
{
    for (u32 e = 0; e < k->successors; e++) {
        const u64 *in = l->in + (size_t)l->edges.at[k->successor + e] * l->words;

        for (u32 w = 0; w < l->words; w++)
            for (u64 left = in[w]; left; left &= left - 1)
                bit_set(set, l->names[w * 64 + (u32)__builtin_ctzll(left)]);
    }
}

static void undo_writes(u64 *set, const effects *e)
{
    for (u32 i = 0; i < e->writes.n; i++)
        bit_clear(set, e->writes.at[i]);
}

static void add_reads(u64 *set, const effects *e)
{
    for (u32 i = 0; i < e->reads.n; i++)
        bit_set(set, e->reads.at[i]);
}

static void walk_back(const func *f, u32 pc, bool after_call, u64 *set)
{
    const live *l = f->live;
    const block *k = &l->blocks[l->block_of[pc]];
    effects e = {0};

    assert(k->first <= pc && pc < k->end);
    add_live_out(l, k, set);
    for (u32 at = k->end; at-- > pc;) {
        effects_of(f, at, &e);
        undo_writes(set, &e);
        if (at != pc || !after_call)
            add_reads(set, &e);
    }
    effects_free(&e);
}

static live_set *set_of_bits(const u64 *bits, u32 words)
{
    live_set *set;
    u32 n = 0;

    for (u32 w = 0; w < words; w++)
        n += (u32)__builtin_popcountll(bits[w]);
    set = mem_alloc(sizeof *set + n * sizeof *set->regs);
    set->regs = (u16 *)(set + 1);
    for (u32 w = 0; w < words; w++)
        for (u64 left = bits[w]; left; left &= left - 1)
            set->regs[set->n++] = (u16)(w * 64 + (u32)__builtin_ctzll(left));
    return set;
}

static live_set *compute(const func *f, u32 pc, bool after_call)
{
    const live *l = f->live;
    u32 words = (f->nregs + 63) / 64;
    u64 *bits = mem_alloc(words * sizeof *bits);
    live_set *set;

    if (l->everything)
        for (u32 r = 0; r < f->nregs; r++)
            bit_set(bits, r);
    else
        walk_back(f, pc, after_call, bits);
    set = set_of_bits(bits, words);
    mem_free(bits);
    return set;
}

static const live_set *publish(live_set **slot, live_set *fresh)
{
    live_set *none = NULL;

    if (__atomic_compare_exchange_n(slot, &none, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return fresh;
    mem_free(fresh);
    return none;
}

const live_set *live_at(func *f, u32 pc, bool after_call)
{
    live *l = f->live;
    live_set **slot, *set;

    if (UNLIKELY(!l)) {
        live_compute(f);
        l = f->live;
    }
    slot = (after_call ? l->after : l->before) + pc;
    set = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
    return LIKELY(set != NULL) ? set : publish(slot, compute(f, pc, after_call));
}

void live_free(func *f)
{
    live *l = f->live;

    if (!l)
        return;
    for (u32 pc = 0; pc < f->ncode; pc++) {
        mem_free(l->before[pc]);
        mem_free(l->after[pc]);
    }
    mem_free(l->before);
    mem_free(l->after);
    mem_free(l->blocks);
    mem_free(l->block_of);
    mem_free(l->names);
    mem_free(l->in);
    vec_free(&l->edges);
    mem_free(l);
    f->live = NULL;
}
