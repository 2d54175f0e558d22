/* Products and quotients, made of sums, shifts and comparisons: so every engine knows them.
 *
 * A product is the sum of one operand shifted by each bit of the other; 64 bits by 64 are four
 * products of halves.  A quotient is found bit by bit, as on paper.  Signed division is the
 * division of magnitudes: the remainder has the sign of the dividend.  #DE, for a divisor of zero
 * or a quotient that does not fit, is an error of the process. */
#include "asm/insn_build.h"

/* Twice as many bits as the operands have. */
typedef struct wide {
    expr low, high;
} wide;

static expr add(pool *p, expr a, expr b)
{
    return ex_binary(p, EX_ADD, a, b);
}

static expr negated(pool *p, expr a)
{
    return ex_binary(p, EX_SUB, ex_const(p, width_of(p, a), 0), a);
}

static expr shifted_left(pool *p, expr a, u32 by)
{
    return ex_binary(p, EX_SHL, a, ex_const(p, width_of(p, a), by));
}

static expr is_zero(pool *p, expr a)
{
    return ex_not(p, ex_truth(p, a));
}

/* Of operands of at most 32 bits, as one number. */
static expr product(pool *p, expr x, expr y)
{
    u32 size = width_of(p, x);
    expr sum = ex_const(p, 2 * size, 0), factor = ex_zext(p, x, 2 * size);

    for (u32 i = 0; i < size; i++)
        sum = add(
            p, sum,
            ex_ite(p, ex_cut(p, y, i, 1), shifted_left(p, factor, i), ex_const(p, 2 * size, 0)));
    return sum;
}

static wide product_of_halves(pool *p, expr x, expr y)
{
    expr low = product(p, ex_cut(p, x, 0, 32), ex_cut(p, y, 0, 32)),
         left = product(p, ex_cut(p, x, 32, 32), ex_cut(p, y, 0, 32)),
         right = product(p, ex_cut(p, x, 0, 32), ex_cut(p, y, 32, 32)),
         high = product(p, ex_cut(p, x, 32, 32), ex_cut(p, y, 32, 32)), middle;

    middle = add(
        p, ex_zext(p, ex_cut(p, low, 32, 32), 64),
        add(p, ex_zext(p, ex_cut(p, left, 0, 32), 64), ex_zext(p, ex_cut(p, right, 0, 32), 64)));
    high = add(p, high, ex_zext(p, ex_cut(p, left, 32, 32), 64));
    high = add(p, high, ex_zext(p, ex_cut(p, right, 32, 32), 64));
    high = add(p, high, ex_zext(p, ex_cut(p, middle, 32, 32), 64));
    return (wide){ex_or(p, ex_zext(p, ex_cut(p, low, 0, 32), 64), shifted_left(p, middle, 32)),
                  high};
}

/* The upper half of a signed product lacks each operand where the other one is negative. */
static wide multiply(builder *b, expr x, expr y, bool is_signed)
{
    pool *p = b->p;
    u32 size = width_of(p, x);
    expr all, none = ex_const(p, size, 0);
    wide out;

    if (size == 64) {
        out = product_of_halves(p, x, y);
    } else {
        all = product(p, x, y);
        out = (wide){ex_cut(p, all, 0, size), ex_cut(p, all, size, size)};
    }
    if (is_signed) {
        out.high = ex_binary(p, EX_SUB, out.high, ex_ite(p, insn_top_bit(b, x), y, none));
        out.high = ex_binary(p, EX_SUB, out.high, ex_ite(p, insn_top_bit(b, y), x, none));
    }
    return out;
}

/* CF and OF: the upper half says something. */
static void product_flags(builder *b, const wide *w, bool is_signed)
{
    pool *p = b->p;
    u32 size = width_of(p, w->low);
    expr sign = is_signed ? ex_sext(p, insn_top_bit(b, w->low), size) : ex_const(p, size, 0);

    b->flags[FLAG_CF] = b->flags[FLAG_OF] = ex_not(p, ex_binary(p, EX_EQ, w->high, sign));
    b->flags[FLAG_SF] = insn_undefined_bit(b, FLAG_SF);
    b->flags[FLAG_ZF] = insn_undefined_bit(b, FLAG_ZF);
    b->flags[FLAG_PF] = insn_undefined_bit(b, FLAG_PF);
}

static u32 checked_size(builder *b, const asm_operand *x, const asm_operand *y)
{
    u32 size = insn_common_size(b, x, y);

    if (!insn_standard(size))
        insn_wrong(b, x, "this needs operands of 8, 16, 32 or 64 bits");
    return size;
}

/* rdx:rax, or ax. */
static void put_pair(builder *b, expr low, expr high)
{
    bool bytes = width_of(b->p, low) == 8;

    insn_set_register(b, 0, low, false);
    insn_set_register(b, bytes ? 0 : 2, high, bytes);
}

static void multiply_accumulator(builder *b, const asm_operand *o, bool is_signed)
{
    u32 size = checked_size(b, o, NULL);
    wide w;

    if (o->kind == OPD_IMM)
        insn_wrong(b, o, "this needs a register or a cell");
    w = multiply(b, insn_get_register(b, 0, size, false), insn_get(b, o, size), is_signed);
    product_flags(b, &w, is_signed);
    put_pair(b, w.low, w.high);
}

void insn_multiply(builder *b, bool is_signed, const asm_operand *ops, u32 n)
{
    const asm_operand *x = n == 3 ? &ops[1] : &ops[0], *y = &ops[n - 1];
    u32 size;
    wide w;

    if (n == 1) {
        multiply_accumulator(b, &ops[0], is_signed);
        return;
    }
    size = checked_size(b, &ops[0], n == 3 || y->kind != OPD_IMM ? &ops[1] : NULL);
    if (ops[0].kind != OPD_REG || size == 8)
        insn_wrong(b, &ops[0], "the product goes to a register of 16, 32 or 64 bits");
    if (n == 3 && (x->kind == OPD_IMM || y->kind != OPD_IMM))
        insn_wrong(b, y, "the second operand is a register or a cell, the third a number");
    w = multiply(b, insn_get(b, x, size), insn_get(b, y, size), true);
    product_flags(b, &w, true);
    insn_put(b, &ops[0], w.low);
}

/* Quotient and remainder of high:low, where high < by. */
static wide divide(pool *p, expr high, expr low, expr by)
{
    u32 size = width_of(p, by);
    expr left = high, quotient = ex_const(p, size, 0);

    for (u32 i = size; i-- > 0;) {
        expr beyond = ex_cut(p, left, size - 1, 1), fits;

        left = ex_or(p, shifted_left(p, left, 1), ex_zext(p, ex_cut(p, low, i, 1), size));
        fits = ex_or(p, beyond, ex_not(p, ex_binary(p, EX_ULT, left, by)));
        left = ex_ite(p, fits, ex_binary(p, EX_SUB, left, by), left);
        quotient = ex_or(p, quotient, shifted_left(p, ex_zext(p, fits, size), i));
    }
    return (wide){quotient, left};
}

static void need_quotient(builder *b, expr fits, u32 size)
{
    insn_need(b, fits, ERR_DIVISION,
              keep_message(b->s->c, "#DE: the quotient does not fit into %u bits", size));
}

static wide divide_signed(builder *b, expr high, expr low, expr by)
{
    pool *p = b->p;
    u32 size = width_of(p, by);
    expr minus = insn_top_bit(b, high), differ = ex_binary(p, EX_XOR, minus, insn_top_bit(b, by)),
         borrow = ex_zext(p, is_zero(p, low), size),
         smallest = shifted_left(p, ex_const(p, size, 1), size - 1), below;
    wide w;

    high = ex_ite(p, minus, add(p, ex_not(p, high), borrow), high);
    low = ex_ite(p, minus, negated(p, low), low);
    by = ex_ite(p, insn_top_bit(b, by), negated(p, by), by);
    w = divide(p, high, low, by);
    below = ex_binary(p, EX_ULT, w.low, smallest);
    need_quotient(b,
                  ex_and(p, ex_binary(p, EX_ULT, high, by),
                         ex_or(p, below, ex_and(p, differ, ex_binary(p, EX_EQ, w.low, smallest)))),
                  size);
    return (wide){ex_ite(p, differ, negated(p, w.low), w.low),
                  ex_ite(p, minus, negated(p, w.high), w.high)};
}

void insn_divide(builder *b, bool is_signed, const asm_operand *ops)
{
    u32 size = checked_size(b, &ops[0], NULL);
    expr by,
        low = insn_get_register(b, 0, size, false),
        high = size == 8 ? insn_get_register(b, 0, 8, true) : insn_get_register(b, 2, size, false);
    wide w;

    if (ops[0].kind == OPD_IMM)
        insn_wrong(b, &ops[0], "this needs a register or a cell");
    by = insn_get(b, &ops[0], size);
    insn_need(b, ex_truth(b->p, by), ERR_DIVISION, "#DE: division by zero");
    if (is_signed) {
        w = divide_signed(b, high, low, by);
    } else {
        need_quotient(b, ex_binary(b->p, EX_ULT, high, by), size);
        w = divide(b->p, high, low, by);
    }
    for (u32 i = 0; i < FLAGS; i++)
        b->flags[i] = insn_undefined_bit(b, i);
    put_pair(b, w.low, w.high);
}

/* The accumulator's sign in rdx. */
void insn_spread(builder *b, u32 size)
{
    expr sign = insn_top_bit(b, insn_get_register(b, 0, size, false));

    insn_set_register(b, 2, ex_sext(b->p, sign, size), false);
}
