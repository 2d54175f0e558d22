/* String instructions: movs, stos, lods, cmps, scas, with and without rep.
 *
 * One of them reads at rsi, writes or reads at rdi, and moves both by the size of the element, down
 * where DF is set.  On several processors two accesses to memory are two instructions here, as
 * everywhere.  `rep` is a loop: a test of rcx, an instruction of its own, and the string
 * instruction, which counts rcx down and goes back to the test; others may come between any two of
 * them, as an interrupt may on the processor. */
#include "asm/insn_build.h"

enum { COUNT = 1, SOURCE = 6, TARGET = 7 };

static asm_operand at_register(const builder *b, int reg, u32 size)
{
    return (asm_operand){.kind = OPD_MEM,
                         .at = b->at,
                         .size = size,
                         .symbol = -1,
                         .base = reg,
                         .index = -1,
                         .scale = 1,
                         .address_size = 64};
}

static void move_on(builder *b, u32 reg, u32 size)
{
    pool *p = b->p;
    expr by = ex_const(p, 64, size / 8);

    by = ex_ite(p, ex_var(p, 1, insn_direction(b->s)), ex_binary(p, EX_SUB, ex_const(p, 64, 0), by),
                by);
    insn_set_register(b, reg, ex_binary(p, EX_ADD, insn_full_register(b, reg), by), false);
}

static void compare(builder *b, expr x, expr y)
{
    insn_arithmetic_flags(b, EX_SUB, x, y, ex_binary(b->p, EX_SUB, x, y));
}

/* What was read first, where another access follows. */
static expr first_of_two(builder *b, const asm_operand *o, u32 size)
{
    if (b->s->split)
        return insn_read_apart(b, o, size);
    b->now.flags |= INSN_OPAQUE;
    return insn_get(b, o, size);
}

static void once(builder *b, string_kind kind, u32 size)
{
    asm_operand from = at_register(b, SOURCE, size), to = at_register(b, TARGET, size);
    expr first;

    switch (kind) {
    case STRING_MOVS:
        insn_put(b, &to, first_of_two(b, &from, size));
        break;
    case STRING_STOS:
        insn_put(b, &to, insn_get_register(b, 0, size, false));
        break;
    case STRING_LODS:
        insn_set_register(b, 0, insn_get(b, &from, size), false);
        break;
    case STRING_CMPS:
        first = first_of_two(b, &from, size);
        compare(b, first, insn_get(b, &to, size));
        break;
    case STRING_SCAS:
        compare(b, insn_get_register(b, 0, size, false), insn_get(b, &to, size));
        break;
    }
    if (kind != STRING_STOS && kind != STRING_SCAS)
        move_on(b, SOURCE, size);
    if (kind != STRING_LODS)
        move_on(b, TARGET, size);
}

static bool compares(string_kind kind)
{
    return kind == STRING_CMPS || kind == STRING_SCAS;
}

/* The processor may let the stores of one rep become visible in any order. */
static void refuse_buffered(builder *b, string_kind kind)
{
    if (b->s->c->tso && (kind == STRING_MOVS || kind == STRING_STOS))
        insn_wrong(b, NULL,
                   "with --memory tso there is no rep movs and no rep stos: their stores may "
                   "become visible in any order, which is not modelled; write a loop");
}

/* Counts down, and back to the test while it goes on; what leaves the test goes behind this. */
static void end_loop(builder *b, u32 head, bool compared)
{
    pool *p = b->p;
    expr again = b->flags[FLAG_ZF];

    insn_set_register(
        b, COUNT, ex_binary(p, EX_SUB, insn_full_register(b, COUNT), ex_const(p, 64, 1)), false);
    b->to.place = head + 1;
    if (compared)
        b->to.when = b->rep == REP_NE ? ex_not(p, again) : again;
    b->s->jumps.at[head].place = b->s->p->code.n + 2;
}

/* The test of rcx, an instruction of its own. */
static u32 begin_loop(builder *b)
{
    u32 head = b->s->p->code.n;

    b->to.when = ex_not(b->p, ex_truth(b->p, insn_full_register(b, COUNT)));
    insn_end(b);
    insn_begin(b);
    return head;
}

void insn_string(builder *b, string_kind kind, u32 size)
{
    u32 head = 0;

    if (b->rep == REP_NE && !compares(kind))
        insn_wrong(b, NULL, "repne goes with cmps and scas");
    if (b->rep) {
        refuse_buffered(b, kind);
        head = begin_loop(b);
    }
    once(b, kind, size);
    if (b->rep)
        end_loop(b, head, compares(kind));
}

void insn_set_direction(builder *b, u32 down)
{
    insn_set_var(b, insn_direction(b->s), ex_const(b->p, 1, down));
}
