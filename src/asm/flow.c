/* The abstraction of section 3.1: where a process rests, and what of it is state there.
 *
 * A process rests before an instruction that others can see (one that reads or writes shared
 * memory: the published form looks at writes only, and would let a write of another process fall
 * out between two reads), before a choice, at the labels and around the changes of registers that
 * a property speaks of, and once in every loop without such an instruction.  All else belongs to
 * the step before it.  A register, flag or local cell that is written before it is read again is no
 * part of the state there, nor is a part of a register; what is that nowhere is no state variable
 * at all.  On a common clock (SMP) each instruction takes its time, and only the second half of
 * this applies.
 *
 * With store buffers a store is seen by nobody before it reaches memory, and belongs to the step
 * before it like any local instruction; what waits for the buffer is a rest point.  Where the
 * buffer is full a process rests before its next store, so that such places count, too, when it is
 * asked what is part of the state. */
#include "asm/casm.h"
#include "base/mutant.h"

#include <assert.h>
#include <string.h>

typedef struct flow {
    casm *c;
    process *p;
    u32 words;
    u64 *watched; /* variables that properties or others' asserts read */
    place_list next, path;
    u8 *colour;
    /* By instruction of the process: propositions speak of its label, need the process to be there,
     * and belong to a temporal formula. */
    bool *named, *needed, *ordered;
    u64 *asked; /* by node: the bits that are asked for */
} flow;

u32 insn_choices(const instr *i)
{
    return i->settled ? 1 : i->choices;
}

bool insn_buffers(const casm *c, const instr *i)
{
    bool writes = false;

    if (!c->tso || i->flags & (INSN_DRAINS | INSN_ASSERT))
        return false;
    for (u32 k = 0; k < i->touches.n; k++)
        writes |= i->touches.at[k].writes;
    return writes;
}

/* Others see what it does, or it waits. */
static bool visible(const casm *c, const instr *i)
{
    if (i->flags & (INSN_END | INSN_CHOOSE) || i->choices > 1)
        return true;
    if (c->tso && i->flags & INSN_DRAINS)
        return true;
    return i->flags & INSN_GLOBAL && !insn_buffers(c, i);
}

/* Leaves of a choice between places. */
static void add_places(const casm *c, expr e, place_list *out)
{
    const expr_node *n = node_at(&c->pool, e);

    if (n->op == EX_ITE) {
        add_places(c, n->b, out);
        add_places(c, n->c, out);
    } else if (n->op == EX_CONST) {
        vec_push(out, (u32)n->value);
    }
}

/* Where calls return to: the instructions after those that push their own place. */
static void add_returns(const casm *c, const process *p, place_list *out)
{
    for (u32 i = 0; i + 1 < p->code.n; i++) {
        const instr *in = &p->code.at[i];

        for (u32 k = 0; k < in->sets.n; k++) {
            u64 value;

            if (c->arrays.at[in->sets.at[k].array].stack &&
                ex_is_const(&c->pool, in->sets.at[k].value, &value) && value == i + 1)
                vec_push(out, i + 1);
        }
    }
}

void casm_successors(const casm *c, const process *p, u32 at, place_list *out)
{
    const instr *i = &p->code.at[at];

    assert(at < p->code.n);
    vec_clear(out);
    if (i->flags & INSN_END)
        return;
    add_places(c, i->next, out);
    if (!out->n)
        add_returns(c, p, out);
}

static void watch(flow *f, expr e, int except)
{
    expr_list all = {0};

    ex_collect(&f->c->pool, &all, &e, 1);
    for (u32 i = 0; i < all.n; i++) {
        const expr_node *n = node_at(&f->c->pool, all.at[i]);

        if (n->op == EX_VAR && f->c->vars.at[n->extra].owner != except)
            set_bit(f->watched, n->extra);
        for (u32 k = 0; n->op == EX_LOAD && k < f->c->arrays.at[n->extra].n; k++)
            if (f->c->arrays.at[n->extra].owner != except)
                set_bit(f->watched, f->c->arrays.at[n->extra].first + k);
    }
    vec_free(&all);
}

static void find_watched(flow *f)
{
    for (u32 i = 0; i < f->c->properties.n; i++)
        if (f->c->properties.at[i].holds)
            watch(f, f->c->properties.at[i].holds, SHARED - 1);
    for (u32 i = 0; i < f->c->watched.n; i++)
        watch(f, f->c->watched.at[i], SHARED - 1);
    for (u32 i = 0; i < f->c->processes.n; i++)
        for (u32 k = 0; k < f->c->processes.at[i].code.n; k++) {
            const instr *in = &f->c->processes.at[i].code.at[k];

            for (u32 j = 0; in->flags & INSN_ASSERT && j < in->checks.n; j++)
                watch(f, in->checks.at[j].holds, (int)i);
        }
}

/* The labels that propositions speak of: nothing else compares a program counter. */
static void rest_at_labels(flow *f)
{
    const pool *p = &f->c->pool;

    for (u32 i = 1; i < p->nodes.n; i++) {
        const expr_node *n = node_at(p, i);
        u64 at;

        if (n->op == EX_EQ && node_at(p, n->a)->op == EX_VAR &&
            node_at(p, n->a)->extra == f->p->pc && ex_is_const(p, n->b, &at) && at < f->p->code.n)
            f->p->code.at[at].rest = f->named[at] = true;
    }
}

/* Labels that a property may need the process to be at: `P@a || x` does, `!P@a` and `count(P@a) <
 * 2` do not.  What is said in asserts and temporal formulas counts as both. */

enum { SIGN_UP = 1, SIGN_DOWN = 2 };

static u8 turned(u8 sign)
{
    return (u8)((sign & SIGN_UP ? SIGN_DOWN : 0) | (sign & SIGN_DOWN ? SIGN_UP : 0));
}

/* A sum of truth values and small numbers: it grows with each of them, and stays below all that
 * would be less than zero. */
static bool counts(const pool *p, expr e)
{
    const expr_node *n = node_at(p, e);

    return (n->op == EX_CONST && n->value < 1u << 16 && n->width > 32) ||
           (n->op == EX_ZEXT && width_of(p, n->a) == 1 && n->width > 32) ||
           (n->op == EX_ADD && counts(p, n->a) && counts(p, n->b));
}

static void need_labels(flow *f, bool *needed, expr e, u8 sign)
{
    const pool *p = &f->c->pool;
    const expr_node *n = node_at(p, e);
    u64 at;
    bool same = n->op == EX_AND || n->op == EX_OR || n->op == EX_ZEXT,
         less = (n->op == EX_SLT || n->op == EX_ULT) && counts(p, n->a) && counts(p, n->b),
         none = n->op == EX_EQ && counts(p, n->a) && ex_is_const(p, n->b, &at) && !at;
    u8 both = SIGN_UP | SIGN_DOWN;

    if (n->op == EX_EQ && node_at(p, n->a)->op == EX_VAR && node_at(p, n->a)->extra == f->p->pc &&
        ex_is_const(p, n->b, &at) && at < f->p->code.n) {
        needed[at] |= (sign & (MUTANT(LABEL_SIGN) ? SIGN_DOWN : SIGN_UP)) != 0;
        return;
    }
    same |= n->op == EX_ADD && counts(p, e);
    if (n->a)
        need_labels(f, needed, n->a,
                    same                              ? sign
                    : n->op == EX_NOT || less || none ? turned(sign)
                                                      : both);
    if (n->b)
        need_labels(f, needed, n->b, same || less || n->op == EX_ITE ? sign : both);
    if (n->c)
        need_labels(f, needed, n->c, sign);
}

static void find_needed(flow *f)
{
    for (u32 i = 0; i < f->c->properties.n; i++)
        if (f->c->properties.at[i].holds)
            need_labels(f, f->needed, f->c->properties.at[i].holds, SIGN_UP);
    for (u32 i = 0; i < f->c->watched.n; i++)
        need_labels(f, f->ordered, f->c->watched.at[i], SIGN_UP | SIGN_DOWN);
    for (u32 i = 0; i < f->c->processes.n; i++)
        for (u32 k = 0; k < f->c->processes.at[i].code.n; k++) {
            const instr *in = &f->c->processes.at[i].code.at[k];

            for (u32 j = 0; in->flags & INSN_ASSERT && j < in->checks.n; j++)
                need_labels(f, f->needed, in->checks.at[j].holds, SIGN_UP | SIGN_DOWN);
        }
}

/* From here, without a rest point between, to one of these labels. */
static bool comes_to_label(flow *f, u32 at, const bool *labels)
{
    place_list next = {0};
    bool comes = labels[at];

    if (comes || f->p->code.at[at].rest || f->colour[at])
        return comes;
    f->colour[at] = true;
    casm_successors(f->c, f->p, at, &next);
    for (u32 i = 0; i < next.n && !comes; i++)
        comes = comes_to_label(f, next.at[i], labels);
    vec_free(&next);
    return comes;
}

/* What properties see, or what others can read, is another after the instruction than before. */
static bool shows(const flow *f, u32 at)
{
    const instr *i = &f->p->code.at[at];

    for (u32 k = 0; k < i->sets.n; k++) {
        const array *a = &f->c->arrays.at[i->sets.at[k].array];

        if (a->owner == SHARED && !MUTANT(LABEL_WRITTEN))
            return true;
        for (u32 j = 0; j < a->n; j++)
            if (bit_of(f->watched, a->first + j))
                return true;
    }
    return f->named[at];
}

static void rest_on_the_way(flow *f, u32 at, const bool *labels)
{
    place_list next = {0};

    casm_successors(f->c, f->p, at, &next);
    for (u32 i = 0; i < next.n; i++) {
        memset(f->colour, 0, f->p->code.n);
        if (!labels[next.at[i]] && comes_to_label(f, next.at[i], labels))
            f->p->code.at[next.at[i]].rest = true;
    }
    vec_free(&next);
}

/* A process may be on its way to a label, by local instructions alone: it is not there yet, and
 * `P@a || P@b` does not hold between a and b.  Three kinds of states could be lost with its step.
 *
 * Where the step ends at no label that is needed, that state says as much as those on the way.
 * Where it begins without a change that anybody sees, the state before it does: what others have
 * done while the process was on its way they could have done before it set out.  So for invariants
 * and asserts it rests after an instruction that shows, if it comes from there to such a label.
 *
 * A temporal formula also sees in which order things happen, and what may still happen: between a
 * read, or a choice, and a label that it leads to, another process may write what was read, and the
 * label is reached all the same.  There it rests after every instruction that others can see. */
static void rest_before_labels(flow *f)
{
    for (u32 at = 0; at < f->p->code.n; at++) {
        if (shows(f, at))
            rest_on_the_way(f, at, f->needed);
        if (shows(f, at) || (visible(f->c, &f->p->code.at[at]) && !MUTANT(LABEL_ORDER)))
            rest_on_the_way(f, at, f->ordered);
    }
}

static bool writes_watched(const flow *f, const instr *i)
{
    for (u32 k = 0; k < i->sets.n; k++) {
        const assign *s = &i->sets.at[k];
        const array *a = &f->c->arrays.at[s->array];

        for (u32 j = 0; j < a->n; j++)
            if (a->owner != SHARED && (s->index || j == s->at) && bit_of(f->watched, a->first + j))
                return true;
    }
    return false;
}

static void rest_around(flow *f, u32 at)
{
    f->p->code.at[at].rest = true;
    casm_successors(f->c, f->p, at, &f->next);
    for (u32 i = 0; i < f->next.n; i++)
        f->p->code.at[f->next.at[i]].rest = true;
}

enum { WHITE, GREY, BLACK };

/* Every cycle of instructions that are no rest points gets one. */
static void cut_loops(flow *f, u32 at)
{
    place_list next = {0};

    f->colour[at] = GREY;
    casm_successors(f->c, f->p, at, &next);
    for (u32 i = 0; i < next.n && !f->p->code.at[at].rest; i++) {
        instr *to = &f->p->code.at[next.at[i]];

        if (to->rest)
            continue;
        if (f->colour[next.at[i]] == GREY) {
            to->rest = true;
            to->flags |= INSN_SPIN;
        } else if (f->colour[next.at[i]] == WHITE) {
            cut_loops(f, next.at[i]);
        }
    }
    f->colour[at] = BLACK;
    vec_free(&next);
}

static void find_rests(flow *f)
{
    process *p = f->p;

    for (u32 i = 0; i < p->code.n; i++) {
        instr *in = &p->code.at[i];

        in->flags &= ~(u32)INSN_SPIN;
        in->rest = i == 0 || !f->c->collapsed || f->c->arch == ARCH_SMP || visible(f->c, in);
    }
    f->named = mem_alloc(p->code.n * sizeof *f->named);
    f->needed = mem_alloc(p->code.n * sizeof *f->needed);
    f->ordered = mem_alloc(p->code.n * sizeof *f->ordered);
    f->colour = mem_alloc(p->code.n);
    rest_at_labels(f);
    for (u32 i = 0; i < p->code.n; i++)
        if (writes_watched(f, &p->code.at[i]))
            rest_around(f, i);
    find_needed(f);
    rest_before_labels(f);
    memset(f->colour, WHITE, p->code.n);
    for (u32 i = 0; i < p->code.n; i++)
        if (!p->code.at[i].rest && f->colour[i] == WHITE)
            cut_loops(f, i);
    mem_free(f->colour);
    mem_free(f->named);
    mem_free(f->needed);
    mem_free(f->ordered);
}

/* Liveness, bit by bit: `mov al, [x]` leaves the rest of rax alone, and al is dead before it. */

static u64 lowest_to(u64 mask)
{
    return mask ? width_mask(64 - (u32)__builtin_clzll(mask)) : 0;
}

/* The bits of operand a of a node, of so many bits, that decide the bits `mask` of the node; b and
 * c are asked for in turn. */
static u64 asked_of(const pool *p, const expr_node *n, expr operand, expr other, u64 mask)
{
    u64 all = operand ? width_mask(width_of(p, operand)) : 0, value;
    bool fixed = other && ex_is_const(p, other, &value);

    switch ((expr_op)n->op) {
    case EX_AND:
        return fixed ? mask & value : mask;
    case EX_OR:
        return fixed ? mask & ~value : mask;
    case EX_XOR:
    case EX_NOT:
        return mask;
    case EX_ADD:
    case EX_SUB:
        return MUTANT(FLOW_CARRY) ? mask : lowest_to(mask);
    case EX_SHL:
        return !fixed || operand == n->b ? all : value < 64 ? mask >> value : 0;
    case EX_SHR:
        return !fixed || operand == n->b ? all : value < 64 ? mask << value & all : 0;
    case EX_ITE:
        return operand == n->a ? all : mask;
    case EX_CUT:
        return mask << n->extra & all;
    case EX_ZEXT:
        return mask & all;
    case EX_SEXT:
        return (mask & all) | (mask & ~all && !MUTANT(FLOW_SIGN) ? (all >> 1) + 1 : 0);
    default:
        return all;
    }
}

static void ask(flow *f, const expr_node *n, expr operand, expr other, u64 mask)
{
    if (operand)
        f->asked[operand] |= asked_of(&f->c->pool, n, operand, other, mask);
}

/* The bits of variables that decide the bits `mask` of the expression; operands come before what is
 * made of them. */
static void add_reads(flow *f, expr e, u64 mask, u64 *live)
{
    expr_list all = {0};

    if (!e || !mask)
        return;
    ex_collect(&f->c->pool, &all, &e, 1);
    for (u32 i = 0; i < all.n; i++)
        f->asked[all.at[i]] = 0;
    f->asked[e] = mask;
    for (u32 i = all.n; i-- > 0;) {
        const expr_node *n = node_at(&f->c->pool, all.at[i]);
        u64 wanted = f->asked[all.at[i]] & width_mask(n->width);

        if (n->op == EX_VAR)
            live[n->extra] |= wanted;
        for (u32 k = 0; n->op == EX_LOAD && k < f->c->arrays.at[n->extra].n; k++)
            live[f->c->arrays.at[n->extra].first + k] |= wanted;
        if (!wanted)
            continue;
        ask(f, n, n->a, n->b, wanted);
        ask(f, n, n->b, n->a, wanted);
        ask(f, n, n->c, 0, wanted);
    }
    vec_free(&all);
}

/* The bits of an assignment that are read afterwards. */
static u64 assigns_live(const flow *f, const assign *s, const u64 *live)
{
    const array *a = &f->c->arrays.at[s->array];
    u64 bits = 0;

    if (a->owner == SHARED)
        return UINT64_MAX;
    for (u32 k = 0; k < a->n; k++)
        if (s->index || k == s->at)
            bits |= live[a->first + k];
    return bits;
}

/* What is live after the instruction. */
static void live_after(flow *f, u32 at, u64 *out)
{
    for (u32 v = 0; v < f->c->vars.n; v++)
        out[v] = bit_of(f->watched, v) ? UINT64_MAX : 0;
    casm_successors(f->c, f->p, at, &f->next);
    for (u32 i = 0; i < f->next.n; i++)
        for (u32 v = 0; v < f->c->vars.n; v++)
            out[v] |= f->p->code.at[f->next.at[i]].live[v];
}

static void kill(flow *f, const instr *in, u64 *live)
{
    for (u32 k = 0; k < in->sets.n; k++) {
        const assign *s = &in->sets.at[k];
        u32 v = f->c->arrays.at[s->array].first + s->at;

        if (!s->index && !bit_of(f->watched, v))
            live[v] = 0;
    }
}

static void add_all_reads(flow *f, const instr *in, const u64 *after, u64 *before)
{
    for (u32 k = 0; k < in->sets.n; k++) {
        const assign *s = &in->sets.at[k];
        u64 wanted = assigns_live(f, s, after);

        if (!wanted)
            continue;
        add_reads(f, s->value, wanted, before);
        add_reads(f, s->index, UINT64_MAX, before);
        add_reads(f, s->part, UINT64_MAX, before);
        add_reads(f, s->low, UINT64_MAX, before);
    }
    for (u32 k = 0; k < in->checks.n; k++)
        add_reads(f, in->checks.at[k].holds, UINT64_MAX, before);
    for (u32 k = 0; k < in->touches.n; k++) {
        add_reads(f, in->touches.at[k].index, UINT64_MAX, before);
        add_reads(f, in->touches.at[k].low, UINT64_MAX, before);
    }
    add_reads(f, in->guard, UINT64_MAX, before);
    if (!(in->flags & INSN_END))
        add_reads(f, in->next, UINT64_MAX, before);
}

/* Where a process begins a variable is live as a whole, or dead: all engines know what it is then.
 */
static bool update_live(flow *f, u32 at, u64 *after)
{
    instr *in = &f->p->code.at[at];
    u32 n = f->c->vars.n;
    u64 *before = mem_alloc(n * sizeof *before);
    bool changed = false;

    live_after(f, at, after);
    memcpy(before, after, n * sizeof *before);
    kill(f, in, before);
    add_all_reads(f, in, after, before);
    before[f->p->pc] = UINT64_MAX;
    for (u32 v = 0; v < n; v++) {
        u64 now = before[v] && at == 0 ? UINT64_MAX : before[v];

        changed |= (now & ~in->live[v]) != 0;
        in->live[v] |= now;
    }
    mem_free(before);
    return changed;
}

static void find_live(flow *f)
{
    u32 n = f->c->vars.n;
    u64 *after = mem_alloc(n * sizeof *after);
    bool changed = true;

    for (u32 i = 0; i < f->p->code.n; i++) {
        instr *in = &f->p->code.at[i];

        mem_free(in->live);
        in->live = mem_alloc(n * sizeof *in->live);
        if (!f->c->collapsed)
            memset(in->live, 0xff, n * sizeof *in->live);
    }
    while (changed) {
        changed = false;
        for (u32 i = f->p->code.n; i-- > 0;)
            changed |= update_live(f, i, after);
    }
    mem_free(after);
}

/* What a process may still touch. */

static void own_reach(flow *f, instr *in)
{
    mem_free(in->reach);
    in->reach = mem_alloc(f->words * sizeof *in->reach);
    if (in->flags & INSN_OPAQUE)
        memset(in->reach, 0xff, f->words * sizeof *in->reach);
    for (u32 k = 0; k < in->touches.n; k++) {
        const footprint *t = &in->touches.at[k];
        const array *a = &f->c->arrays.at[t->array];

        for (u32 j = 0; j < a->n; j++)
            if (t->index || j == t->at)
                set_bit(in->reach, a->first + j);
    }
}

static bool widen_reach(flow *f, u32 at)
{
    instr *in = &f->p->code.at[at];
    bool changed = false;

    casm_successors(f->c, f->p, at, &f->next);
    for (u32 i = 0; i < f->next.n; i++)
        for (u32 w = 0; w < f->words; w++) {
            u64 more = f->p->code.at[f->next.at[i]].reach[w] & ~in->reach[w];

            changed |= more != 0;
            in->reach[w] |= more;
        }
    return changed;
}

static void find_reach(flow *f)
{
    bool changed = true;

    for (u32 i = 0; i < f->p->code.n; i++)
        own_reach(f, &f->p->code.at[i]);
    while (changed) {
        changed = false;
        for (u32 i = f->p->code.n; i-- > 0;)
            changed |= widen_reach(f, i);
    }
}

/* Which assignments are needed, whether a choice decides anything, what must be computed. */
static void settle(flow *f, u32 at)
{
    instr *in = &f->p->code.at[at];
    u64 *after = mem_alloc(f->c->vars.n * sizeof *after);
    expr_list roots = {0};

    live_after(f, at, after);
    if (!f->c->collapsed)
        memset(after, 0xff, f->c->vars.n * sizeof *after);
    in->settled = in->undefined != 0;
    for (u32 k = 0; k < in->sets.n; k++) {
        assign *s = &in->sets.at[k];

        s->dead = !assigns_live(f, s, after);
        for (u32 g = 0; g < FLAGS && !s->dead; g++)
            if (in->undefined >> g & 1 && f->c->arrays.at[s->array].first == f->p->flags[g])
                in->settled = false;
        if (s->dead)
            continue;
        vec_push(&roots, s->value);
        vec_push(&roots, s->index);
        vec_push(&roots, s->part);
        vec_push(&roots, s->low);
    }
    for (u32 k = 0; k < in->checks.n; k++)
        vec_push(&roots, in->checks.at[k].holds);
    for (u32 k = 0; k < in->touches.n; k++) {
        vec_push(&roots, in->touches.at[k].index);
        vec_push(&roots, in->touches.at[k].low);
    }
    vec_push(&roots, in->guard);
    vec_push(&roots, in->next);
    vec_clear(&in->nodes);
    ex_collect(&f->c->pool, &in->nodes, roots.at, roots.n);
    vec_free(&roots);
    mem_free(after);
}

/* Variables that are live where some process rests. */
static void find_kept(flow *f)
{
    casm *c = f->c;

    mem_free(c->kept);
    c->kept = mem_alloc(f->words * sizeof *c->kept);
    for (u32 v = 0; v < c->vars.n; v++)
        if (c->vars.at[v].owner == SHARED)
            set_bit(c->kept, v);
    for (u32 i = 0; i < c->processes.n; i++)
        for (u32 k = 0; k < c->processes.at[i].code.n; k++) {
            const instr *in = &c->processes.at[i].code.at[k];

            for (u32 v = c->processes.at[i].vars; v < c->processes.at[i].vars_end; v++)
                if ((in->rest || insn_buffers(c, in)) && in->live[v])
                    set_bit(c->kept, v);
        }
    c->all_vars = c->all_bits = c->removed_vars = c->removed_bits = 0;
    for (u32 v = 0; v < c->vars.n; v++) {
        c->all_vars++;
        c->all_bits += c->vars.at[v].width;
        c->removed_vars += !bit_of(c->kept, v);
        c->removed_bits += bit_of(c->kept, v) ? 0 : c->vars.at[v].width;
    }
}

void casm_flow(casm *c, const casm_options *o)
{
    flow f = {.c = c, .words = (c->vars.n + 63) / 64};

    c->collapsed = o->collapse;
    f.watched = mem_alloc((f.words + 1) * sizeof *f.watched);
    f.asked = mem_alloc(c->pool.nodes.n * sizeof *f.asked);
    find_watched(&f);
    for (u32 i = 0; i < c->processes.n; i++) {
        f.p = &c->processes.at[i];
        find_rests(&f);
        find_live(&f);
        find_reach(&f);
        for (u32 k = 0; k < f.p->code.n; k++)
            settle(&f, k);
    }
    find_kept(&f);
    vec_free(&f.next);
    vec_free(&f.path);
    mem_free(f.asked);
    mem_free(f.watched);
}
