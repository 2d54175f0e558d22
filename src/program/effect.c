/* Reads, writes and successors of instructions.  The roles column of opcodes.def says it for nearly
 * all; the others take a count of registers from their operands (calls), or one or two by the type
 * they work on (conversions, mathematics, atomics of 16 bytes). */
#include "program/effect.h"

#include <string.h>

static void reads(effects *e, u32 reg, u32 count)
{
    for (u32 i = 0; i < count; i++)
        vec_push(&e->reads, reg + i);
}

static void writes(effects *e, u32 reg, u32 count)
{
    if (reg == NO_REGISTER)
        return;
    for (u32 i = 0; i < count; i++)
        vec_push(&e->writes, reg + i);
}

static void by_role(effects *e, char role, u32 reg)
{
    switch (role) {
    case 'd':
        writes(e, reg, 1);
        break;
    case 'D':
        writes(e, reg, 2);
        break;
    case 'u':
        reads(e, reg, 1);
        break;
    case 'U':
        reads(e, reg, 2);
        break;
    case 'm':
        reads(e, reg, 1);
        writes(e, reg, 1);
        break;
    case 'M':
        reads(e, reg, 2);
        writes(e, reg, 2);
        break;
    default:
        break;
    }
}

static void reads_operands(effects *e, const func *f, u32 first, u32 count)
{
    for (u32 i = first; i < first + count && i < f->operands.n; i++)
        reads(e, f->operands.at[i].reg, f->operands.at[i].size > 8 ? 2 : 1);
}

static void conversion(effects *e, const insn *i)
{
    u32 kind = i->x & 0xff, from = i->x >> 8 & 0xff, to = i->x >> 16 & 0xff;
    u32 integer = i->y > 64 ? 2 : 1;
    u32 in = from == FT_LONG ? 2 : 1, out = to == FT_LONG ? 2 : 1;

    if (kind == FCONV_FROM_SIGNED || kind == FCONV_FROM_UNSIGNED)
        in = integer;
    else if (kind != FCONV_FLOAT)
        out = integer;
    reads(e, i->b, in);
    writes(e, i->a, out);
}

static u32 math_arity(u32 function)
{
    static const u8 arity[] = {
#define MATH(name, arguments) arguments,
#include "program/math.def"
    };

    return function < MATH_COUNT ? arity[function] : 0;
}

static void mathematics(effects *e, const insn *i)
{
    u32 words = i->y == FT_LONG ? 2 : 1, arity = math_arity(i->x);

    reads(e, i->b, words);
    if (arity > 1)
        reads(e, i->c, (arity - 1) * words);
    writes(e, i->a, words);
}

static void wide(effects *e, const insn *i)
{
    reads(e, i->b, 2);
    if (wide_does[i->x].pairs == 2)
        reads(e, i->c, 2);
    writes(e, i->a, wide_does[i->x].does == WIDE_COMPARES ? 1 : 2);
}

static void compare_exchange(effects *e, const insn *i)
{
    u32 words = i->x >> 16 == 16 ? 2 : 1;

    reads(e, i->b, 1);
    reads(e, i->c, words);
    reads(e, i->x & 0xffff, words);
    writes(e, i->a, words + 1);
}

static void special(effects *e, const func *f, const insn *i)
{
    u32 words = i->op == OP_RMW && i->x == 16 ? 2 : 1;

    switch (i->op) {
    case OP_CALL:
    case OP_BUILTIN:
        reads_operands(e, f, i->x, i->b);
        writes(e, i->a, i->op == OP_CALL ? i->c : 1);
        break;
    case OP_CALLI:
        reads_operands(e, f, i->x, i->b + 1u);
        writes(e, i->a, i->c);
        break;
    case OP_RET:
        reads(e, i->a, i->b);
        break;
    case OP_FCONV:
        conversion(e, i);
        break;
    case OP_MATH:
        mathematics(e, i);
        break;
    case OP_WIDE:
        wide(e, i);
        break;
    case OP_OVF:
        reads(e, i->b, 1);
        reads(e, i->c, 1);
        writes(e, i->a, 2);
        break;
    case OP_RMW:
        reads(e, i->b, 1);
        reads(e, i->c, words);
        writes(e, i->a, words);
        break;
    case OP_CMPXCHG:
        compare_exchange(e, i);
        break;
    case OP_MEMCPY:
    case OP_MEMSET:
        reads(e, i->b, 1);
        reads(e, i->c, 1);
        reads(e, i->x, 1);
        reads(e, i->a, 2);
        writes(e, i->a, 2);
        break;
    default:
        die("opcode %s has no operands in program/effect.c", opcode_names[i->op]);
    }
}

void effects_of(const func *f, u32 pc, effects *e)
{
    const insn *i = &f->code[pc];
    const char *roles = opcode_roles[i->op];

    vec_clear(&e->reads);
    vec_clear(&e->writes);
    if (roles[0] == '*') {
        special(e, f, i);
        return;
    }
    by_role(e, roles[0], i->a);
    by_role(e, roles[1], i->b);
    by_role(e, roles[2], i->c);
    by_role(e, roles[3], i->x);
    if (i->op == OP_VASTART)
        reads(e, f->va_reg, 1);
}

void effects_free(effects *e)
{
    vec_free(&e->reads);
    vec_free(&e->writes);
}

bool effects_falls_through(const insn *i)
{
    if (i->op == OP_BUILTIN)
        return !strchr(builtin_flags[i->y], 'N');
    return !opcode_does[i->op].control;
}

void effects_targets(const func *f, u32 pc, void (*visit)(void *with, u32 target), void *with)
{
    const insn *i = &f->code[pc];

    if (i->op == OP_JMP) {
        visit(with, i->x);
    } else if (i->op == OP_BR) {
        visit(with, i->x);
        visit(with, i->y);
    } else if (i->op == OP_SWITCH) {
        const switch_table *t = &f->switches.at[i->x];

        visit(with, t->other);
        for (u32 k = 0; k < t->count; k++)
            visit(with, f->cases.at[t->first + k].target);
    }
}
