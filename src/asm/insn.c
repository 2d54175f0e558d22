/* From mnemonics to assignments.
 *
 * An instruction is read against the state before it: all its values are expressions over that
 * state, and all its assignments happen at once.  Flags are those of the processor, without AF,
 * which no instruction here reads; a flag that the processor's manual leaves undefined becomes a
 * choice, which flow.c takes away again where nobody reads the flag.
 *
 * On several processors an instruction that reads and writes the shared memory without `lock` is
 * two accesses, and two instructions here: the first keeps what it read. */
#include "asm/insn_build.h"
#include "base/mutant.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The forms of instructions, and what makes one: b is the builder, r its row, ops its n operands.
 */
#define FORMS(FORM)                                            \
    FORM(MOVE, form_move(b, ops))                              \
    FORM(ARITH, form_binary(b, r, ops))                        \
    FORM(LOGIC, form_binary(b, r, ops))                        \
    FORM(TEST, form_binary(b, r, ops))                         \
    FORM(COMPARE, form_binary(b, r, ops))                      \
    FORM(STEP, form_step(b, r, ops))                           \
    FORM(NOT, form_not(b, ops))                                \
    FORM(NEG, form_neg(b, ops))                                \
    FORM(SHIFT, form_shift(b, r, ops, n))                      \
    FORM(LEA, form_lea(b, ops))                                \
    FORM(EXTEND, form_extend(b, r, ops))                       \
    FORM(EXCHANGE, form_exchange(b, ops))                      \
    FORM(CMPXCHG, form_cmpxchg(b, ops))                        \
    FORM(CMPXCHG2, form_cmpxchg2(b, r->op, ops))               \
    FORM(XADD, form_xadd(b, ops))                              \
    FORM(BIT, form_bit(b, r, ops))                             \
    FORM(JUMP, form_jump(b, ops, 0))                           \
    FORM(PUSH, form_push(b, ops))                              \
    FORM(POP, form_pop(b, ops))                                \
    FORM(CALL, form_call(b, ops))                              \
    FORM(RET, form_ret(b))                                     \
    FORM(LEAVE, form_leave(b))                                 \
    FORM(NOTHING, (void)b)                                     \
    FORM(FENCE, form_fence(b))                                 \
    FORM(HALT, form_halt(b))                                   \
    FORM(SLEEP, form_sleep(b))                                 \
    FORM(WAKE, form_wake(b))                                   \
    FORM(ASSERT, form_assert(b))                               \
    FORM(CHOOSE, form_choose(b))                               \
    FORM(WIDEN, form_widen(b, r->op))                          \
    FORM(MUL, insn_multiply(b, r->op, ops, n))                 \
    FORM(DIV, insn_divide(b, r->op, ops))                      \
    FORM(SPREAD, insn_spread(b, r->op))                        \
    FORM(MOVS, insn_string(b, STRING_MOVS, r->op))             \
    FORM(STOS, insn_string(b, STRING_STOS, r->op))             \
    FORM(LODS, insn_string(b, STRING_LODS, r->op))             \
    FORM(CMPS, insn_string(b, STRING_CMPS, r->op))             \
    FORM(SCAS, insn_string(b, STRING_SCAS, r->op))             \
    FORM(DIRECTION, insn_set_direction(b, r->op))              \
    FORM(JUMP_IF, form_jump(b, ops, insn_condition(b, r->op))) \
    FORM(SET_IF, form_set(b, ops, r->op))                      \
    FORM(MOVE_IF, form_move_if(b, ops, r->op))

typedef enum form {
#define FORM(name, call) name,
    FORMS(FORM)
#undef FORM
} form;

typedef struct row {
    const char *name;
    form form;
    u32 op;
} row;

static const row rows[] = {
#define INSN(name, form, op) {name, form, op},
#include "asm/insns.def"
};

static const struct {
    const char *name;
    u32 code;
} conditions[] = {
#define CONDITION(name, code) {name, code},
#include "asm/conditions.def"
};

static bool condition_named(const char *s, u32 n, u32 *code)
{
    for (u32 i = 0; i < LENGTH(conditions); i++) {
        if (strlen(conditions[i].name) == n && strncasecmp(conditions[i].name, s, n) == 0) {
            *code = conditions[i].code;
            return true;
        }
    }
    return false;
}

static bool conditional(const char *s, u32 n, row *out)
{
    static const struct {
        const char *prefix;
        form form;
    } kinds[] = {{"j", JUMP_IF}, {"set", SET_IF}, {"cmov", MOVE_IF}};

    for (u32 i = 0; i < LENGTH(kinds); i++) {
        u32 k = (u32)strlen(kinds[i].prefix);

        if (n > k && strncasecmp(s, kinds[i].prefix, k) == 0 &&
            condition_named(s + k, n - k, &out->op)) {
            out->form = kinds[i].form;
            return true;
        }
    }
    return false;
}

static bool find_row(const char *s, u32 n, row *out)
{
    for (u32 i = 0; i < LENGTH(rows); i++) {
        if (strlen(rows[i].name) == n && strncasecmp(rows[i].name, s, n) == 0) {
            *out = rows[i];
            return true;
        }
    }
    return conditional(s, n, out);
}

bool insn_known(const char *s, u32 n)
{
    row r;

    return find_row(s, n, &r);
}

/* Forms. */

static void form_move(builder *b, const asm_operand *ops)
{
    insn_two_memory(b, &ops[0], &ops[1]);
    if (!insn_writable(&ops[0]))
        insn_no_label(b, &ops[0]), insn_wrong(b, &ops[0], "this operand cannot be written");
    insn_put(b, &ops[0], insn_get(b, &ops[1], insn_common_size(b, &ops[0], &ops[1])));
}

static void form_binary(builder *b, const row *r, const asm_operand *ops)
{
    u32 size;
    bool writes = r->form == ARITH || r->form == LOGIC;
    expr x, y, value;

    insn_no_label(b, &ops[0]);
    insn_two_memory(b, &ops[0], &ops[1]);
    size = insn_common_size(b, &ops[0], &ops[1]);
    x = writes ? insn_get_to_change(b, &ops[0], size) : insn_get(b, &ops[0], size);
    y = insn_get(b, &ops[1], size);
    value = ex_binary(b->p, (expr_op)r->op, x, y);
    if (r->form == LOGIC || r->form == TEST)
        insn_logic_flags(b, value);
    else
        insn_arithmetic_flags(b, (expr_op)r->op, x, y, value);
    if (writes)
        insn_put(b, &ops[0], value);
}

static void form_step(builder *b, const row *r, const asm_operand *ops)
{
    u32 size = insn_common_size(b, &ops[0], NULL);
    expr x = insn_get_to_change(b, &ops[0], size), one = ex_const(b->p, size, 1),
         value = ex_binary(b->p, (expr_op)r->op, x, one);

    insn_arithmetic_flags(b, (expr_op)r->op, x, one, value);
    b->flags[FLAG_CF] = 0;
    insn_put(b, &ops[0], value);
}

static void form_not(builder *b, const asm_operand *ops)
{
    u32 size = insn_common_size(b, &ops[0], NULL);

    insn_put(b, &ops[0], ex_not(b->p, insn_get_to_change(b, &ops[0], size)));
}

static void form_neg(builder *b, const asm_operand *ops)
{
    u32 size = insn_common_size(b, &ops[0], NULL);
    expr x = insn_get_to_change(b, &ops[0], size), zero = ex_const(b->p, size, 0),
         value = ex_binary(b->p, EX_SUB, zero, x);

    insn_arithmetic_flags(b, EX_SUB, zero, x, value);
    insn_put(b, &ops[0], value);
}

static expr shift_right_signed(pool *p, expr x, expr count)
{
    expr sign = ex_cut(p, x, width_of(p, x) - 1, 1);

    return ex_ite(p, sign, ex_not(p, ex_binary(p, EX_SHR, ex_not(p, x), count)),
                  ex_binary(p, EX_SHR, x, count));
}

static expr shifted(pool *p, u32 op, expr x, expr count)
{
    return op == EX_SEXT ? shift_right_signed(p, x, count) : ex_binary(p, (expr_op)op, x, count);
}

/* The last bit that was shifted out, for a count from 1 on. */
static expr shifted_out(builder *b, u32 op, expr x, expr count)
{
    pool *p = b->p;
    u32 width = width_of(p, x);
    expr one = ex_const(p, width, 1);

    if (op == EX_SHL)
        return insn_bit(
            b, ex_binary(p, EX_SHR, x, ex_binary(p, EX_SUB, ex_const(p, width, width), count)), 0);
    return insn_bit(b, shifted(p, op, x, ex_binary(p, EX_SUB, count, one)), 0);
}

/* OF of a shift by one. */
static expr shift_overflow(builder *b, u32 op, expr x, expr value)
{
    if (op == EX_SHL)
        return ex_binary(b->p, EX_XOR, insn_top_bit(b, value), insn_top_bit(b, x));
    return op == EX_SHR ? insn_top_bit(b, x) : ex_const(b->p, 1, 0);
}

/* A count of 0 leaves all flags as they are. */
static void form_shift(builder *b, const row *r, const asm_operand *ops, u32 n)
{
    pool *p = b->p;
    asm_operand one = {.kind = OPD_IMM, .imm = 1};
    const asm_operand *by = n == 2 ? &ops[1] : &one;
    u32 size = insn_common_size(b, &ops[0], NULL);
    expr x, count, value, some, single, out, beyond;

    if (by->kind == OPD_MEM || by->kind == OPD_LABEL ||
        (by->kind == OPD_REG && (by->reg != 1 || by->size != 8 || by->high)))
        insn_wrong(b, by, "a shift is by a number or by cl");
    if (!insn_standard(size))
        insn_wrong(b, &ops[0], "shifts need an operand of 8, 16, 32 or 64 bits");
    x = insn_get_to_change(b, &ops[0], size);
    count =
        ex_and(p, ex_zext(p, insn_get(b, by, 8), size), ex_const(p, size, size == 64 ? 63 : 31));
    some = ex_truth(p, count);
    single = ex_binary(p, EX_EQ, count, ex_const(p, size, 1));
    value = shifted(p, r->op, x, count);
    insn_result_flags(b, value);
    out = shifted_out(b, r->op, x, count);
    beyond = ex_binary(p, EX_ULT, ex_const(p, size, size), count);
    if (r->op != EX_SEXT && beyond != ex_const(p, 1, 0))
        out = ex_ite(p, beyond, insn_undefined_bit(b, FLAG_CF), out);
    b->flags[FLAG_CF] = out;
    b->flags[FLAG_OF] = shift_overflow(b, r->op, x, value);
    if (single != ex_const(p, 1, 1))
        b->flags[FLAG_OF] = ex_ite(p, single, b->flags[FLAG_OF], insn_undefined_bit(b, FLAG_OF));
    for (u32 i = 0; i < FLAGS; i++)
        b->flags[i] = ex_ite(p, some, b->flags[i], insn_get_flag(b, i));
    insn_put(b, &ops[0], value);
}

static void form_lea(builder *b, const asm_operand *ops)
{
    if (ops[0].kind != OPD_REG || ops[0].size == 8)
        insn_wrong(b, &ops[0], "lea writes a register of 16, 32 or 64 bits");
    if (ops[1].kind != OPD_MEM)
        insn_wrong(b, &ops[1], "lea needs an address in brackets");
    insn_put(b, &ops[0], ex_zext(b->p, insn_address(b, &ops[1]), ops[0].size));
}

static void form_extend(builder *b, const row *r, const asm_operand *ops)
{
    u32 from;
    expr value;

    insn_no_label(b, &ops[1]);
    from = insn_own_size(b, &ops[1]) ? insn_own_size(b, &ops[1]) : insn_odd_size(b, &ops[1]);
    if (ops[0].kind != OPD_REG || ops[1].kind == OPD_IMM)
        insn_wrong(b, NULL, "this needs a register and a register or cell");
    if (!from || from >= ops[0].size)
        insn_wrong(b, &ops[1],
                   from ? "the source is not smaller than the register"
                        : "the size is not known; write byte, word or dword before it");
    value = insn_get(b, &ops[1], from);
    insn_put(b, &ops[0],
             r->op == EX_SEXT ? ex_sext(b->p, value, ops[0].size)
                              : ex_zext(b->p, value, ops[0].size));
}

static void form_widen(builder *b, u32 size)
{
    insn_set_register(b, 0, ex_sext(b->p, insn_get_register(b, 0, size / 2, false), size), false);
}

static void form_exchange(builder *b, const asm_operand *ops)
{
    u32 size;
    expr x, y;

    insn_two_memory(b, &ops[0], &ops[1]);
    if (!insn_writable(&ops[0]) || !insn_writable(&ops[1]))
        insn_wrong(b, NULL, "xchg needs two registers, or one and a cell");
    size = insn_common_size(b, &ops[0], &ops[1]);
    b->lock = ops[0].kind == OPD_MEM || ops[1].kind == OPD_MEM;
    x = ops[0].kind == OPD_MEM ? insn_get_to_change(b, &ops[0], size) : insn_get(b, &ops[0], size);
    y = ops[1].kind == OPD_MEM ? insn_get_to_change(b, &ops[1], size) : insn_get(b, &ops[1], size);
    insn_put(b, &ops[0], y);
    insn_put(b, &ops[1], x);
}

/* The accumulator is compared; the destination is written either way. */
static void form_cmpxchg(builder *b, const asm_operand *ops)
{
    pool *p = b->p;
    u32 size = insn_common_size(b, &ops[0], &ops[1]);
    expr x, acc, same;

    if (ops[1].kind != OPD_REG)
        insn_wrong(b, &ops[1], "the second operand of cmpxchg is a register");
    x = insn_get_to_change(b, &ops[0], size);
    acc = insn_get_register(b, 0, size, false);
    insn_arithmetic_flags(b, EX_SUB, acc, x, ex_binary(p, EX_SUB, acc, x));
    same = ex_binary(p, EX_EQ, acc, x);
    insn_put(b, &ops[0], ex_ite(p, same, insn_get(b, &ops[1], size), x));
    if (ops[0].kind == OPD_REG) /* a register that is not exchanged keeps its upper half, too */
        b->regs[ops[0].reg] =
            ex_ite(p, same, b->regs[ops[0].reg], insn_full_register(b, ops[0].reg));
    if (size == 32) /* the upper half is cleared only where the accumulator is loaded */
        b->regs[0] =
            ex_ite(p, same, b->regs[0] ? b->regs[0] : insn_full_register(b, 0), ex_zext(p, x, 64));
    else
        insn_set_register(
            b, 0, ex_ite(p, same, b->regs[0] ? ex_cut(p, b->regs[0], 0, size) : acc, x), false);
}

/* edx:eax, or rdx:rax, against two neighbouring cells. */
static void form_cmpxchg2(builder *b, u32 size, const asm_operand *ops)
{
    pool *p = b->p;
    asm_operand low = ops[0], high = ops[0];
    expr x, y, same;

    if (ops[0].kind != OPD_MEM)
        insn_wrong(b, &ops[0], "this needs an operand in memory");
    if (!b->lock && b->s->split)
        insn_wrong(
            b, NULL,
            "without lock this is no single access on several processors; write lock before it");
    low.size = high.size = size;
    high.disp += size / 8;
    b->now.flags |= INSN_LOCKED | INSN_OPAQUE; /* an event tells of one cell */
    x = insn_get(b, &low, size);
    y = insn_get(b, &high, size);
    same = ex_and(p, ex_binary(p, EX_EQ, insn_get_register(b, 0, size, false), x),
                  ex_binary(p, EX_EQ, insn_get_register(b, 2, size, false), y));
    b->flags[FLAG_ZF] = same;
    insn_put(b, &low, ex_ite(p, same, insn_get_register(b, 3, size, false), x));
    insn_put(b, &high, ex_ite(p, same, insn_get_register(b, 1, size, false), y));
    b->regs[0] = ex_ite(p, same, insn_full_register(b, 0), ex_zext(p, x, 64));
    b->regs[2] = ex_ite(p, same, insn_full_register(b, 2), ex_zext(p, y, 64));
}

static void form_xadd(builder *b, const asm_operand *ops)
{
    u32 size = insn_common_size(b, &ops[0], &ops[1]);
    expr x, y, sum;

    if (ops[1].kind != OPD_REG)
        insn_wrong(b, &ops[1], "the second operand of xadd is a register");
    x = insn_get_to_change(b, &ops[0], size);
    y = insn_get(b, &ops[1], size);
    sum = ex_binary(b->p, EX_ADD, x, y);
    insn_arithmetic_flags(b, EX_ADD, x, y, sum);
    insn_put(b, &ops[1], x);
    insn_put(b, &ops[0], sum);
}

/* Only CF is defined; ZF stays. */
static void form_bit(builder *b, const row *r, const asm_operand *ops)
{
    pool *p = b->p;
    u32 size = insn_common_size(b, &ops[0], ops[1].kind == OPD_REG ? &ops[1] : NULL);
    bool writes = r->op != EX_CONST;
    expr x, at, mask;

    if (ops[0].kind == OPD_MEM && ops[1].kind == OPD_REG)
        insn_wrong(b, &ops[1],
                   "a bit in memory by a register's number may lie outside the cell; use a number");
    if (ops[1].kind != OPD_REG && ops[1].kind != OPD_IMM)
        insn_wrong(b, &ops[1], "a bit is named by a number or a register");
    if (size == 8 || !insn_standard(size))
        insn_wrong(b, &ops[0], "this needs an operand of 16, 32 or 64 bits");
    x = writes ? insn_get_to_change(b, &ops[0], size) : insn_get(b, &ops[0], size);
    at = ex_and(p, insn_get(b, &ops[1], size), ex_const(p, size, size - 1));
    mask = ex_binary(p, EX_SHL, ex_const(p, size, 1), at);
    b->flags[FLAG_CF] = ex_truth(p, ex_and(p, x, mask));
    b->flags[FLAG_OF] = insn_undefined_bit(b, FLAG_OF);
    b->flags[FLAG_SF] = insn_undefined_bit(b, FLAG_SF);
    b->flags[FLAG_PF] = insn_undefined_bit(b, FLAG_PF);
    if (writes)
        insn_put(b, &ops[0],
                 r->op == EX_OR    ? ex_or(p, x, mask)
                 : r->op == EX_AND ? ex_and(p, x, ex_not(p, mask))
                                   : ex_binary(p, EX_XOR, x, mask));
}

static void form_jump(builder *b, const asm_operand *ops, expr when)
{
    if (ops[0].table.kind && !when) {
        b->to.table = ops[0].table;
        b->to.in_table = insn_address(b, &ops[0]);
        return;
    }
    if (ops[0].kind != OPD_LABEL)
        insn_wrong(b, &ops[0], "a jump needs a label of this process, or a table of labels");
    b->to.label = ops[0].at;
    b->to.when = when;
}

static void form_set(builder *b, const asm_operand *ops, u32 code)
{
    u32 size = insn_own_size(b, &ops[0]) ? insn_own_size(b, &ops[0]) : insn_odd_size(b, &ops[0]);

    if (!insn_writable(&ops[0]) || size > 8)
        insn_wrong(b, &ops[0], "this needs a register or cell of 8 bits");
    insn_put(b, &ops[0], ex_zext(b->p, insn_condition(b, code), size));
}

static void form_move_if(builder *b, const asm_operand *ops, u32 code)
{
    u32 size = insn_common_size(b, &ops[0], &ops[1]);

    if (ops[0].kind != OPD_REG || ops[1].kind == OPD_IMM || size == 8)
        insn_wrong(b, NULL, "cmov needs a register and a register or cell of 16, 32 or 64 bits");
    insn_put(b, &ops[0],
             ex_ite(b->p, insn_condition(b, code), insn_get(b, &ops[1], size),
                    insn_get(b, &ops[0], size)));
}

/* The stack. */

static asm_operand stack_operand(const builder *b, i64 disp)
{
    return (asm_operand){.kind = OPD_MEM,
                         .at = b->at,
                         .size = 64,
                         .symbol = -1,
                         .base = STACK,
                         .index = -1,
                         .scale = 1,
                         .disp = disp,
                         .address_size = 64};
}

static void move_stack(builder *b, i64 by)
{
    insn_set_register(
        b, STACK,
        ex_binary(b->p, EX_ADD, insn_full_register(b, STACK), ex_const(b->p, 64, (u64)by)), false);
}

static void push_value(builder *b, expr value)
{
    asm_operand top = stack_operand(b, -8);

    insn_put(b, &top, value);
    move_stack(b, -8);
}

static expr pop_value(builder *b)
{
    asm_operand top = stack_operand(b, 0);
    expr value = insn_get(b, &top, 64);

    move_stack(b, 8);
    return value;
}

static void form_push(builder *b, const asm_operand *ops)
{
    u32 size = ops[0].kind == OPD_IMM ? 64 : insn_common_size(b, &ops[0], NULL);

    if (size != 64)
        insn_wrong(b, &ops[0], "push and pop have operands of 64 bits");
    push_value(b, insn_get(b, &ops[0], 64));
}

/* An address with rsp is that after the word was taken off. */
static void form_pop(builder *b, const asm_operand *ops)
{
    asm_operand to = ops[0];
    expr value;

    if (!insn_writable(&to) || insn_common_size(b, &to, NULL) != 64)
        insn_wrong(b, &to, "push and pop have operands of 64 bits");
    if (to.kind == OPD_MEM && to.base == STACK)
        to.disp += 8;
    value = pop_value(b);
    insn_put(b, &to, value);
}

static void form_call(builder *b, const asm_operand *ops)
{
    form_jump(b, ops, 0);
    push_value(b, ex_const(b->p, 64, b->s->p->code.n + 1));
}

static void form_ret(builder *b)
{
    b->to.value = pop_value(b);
}

static void form_leave(builder *b)
{
    asm_operand frame = {.kind = OPD_MEM,
                         .at = b->at,
                         .size = 64,
                         .symbol = -1,
                         .base = BASE,
                         .index = -1,
                         .scale = 1,
                         .address_size = 64};
    expr base = insn_full_register(b, BASE);

    insn_set_register(b, BASE, insn_get(b, &frame, 64), false);
    insn_set_register(b, STACK, ex_binary(b->p, EX_ADD, base, ex_const(b->p, 64, 8)), false);
}

/* Without store buffers it does nothing. */
static void form_fence(builder *b)
{
    if (!MUTANT(TSO_FENCE))
        b->now.flags |= INSN_DRAINS;
}

/* What tells tasks and searches apart from processors.  Both are calls of a kernel, which wait for
 * the store buffer. */

static void form_sleep(builder *b)
{
    u32 own = b->s->p->token, tokens = b->s->c->vars.at[own].array,
        at = own - b->s->c->arrays.at[tokens].first;

    b->now.flags |= INSN_GLOBAL | INSN_SLEEP | INSN_DRAINS;
    b->now.guard = ex_var(b->p, 1, own);
    vec_push(&b->now.sets, (assign){.array = tokens, .at = at, .value = ex_const(b->p, 1, 0)});
    vec_push(&b->now.touches,
             (footprint){.array = tokens, .at = at, .reads = true, .writes = true});
}

/* `wake P`, `wake P[expression]`. */
static void form_wake(builder *b)
{
    parser *s = b->s;
    token name = s->x.now;
    const process_kind *k = NULL;
    assign set = {.value = ex_const(b->p, 1, 1)};

    for (u32 i = 0; i < s->c->kinds.n; i++)
        if (token_is(&name, s->c->kinds.at[i].name))
            k = &s->c->kinds.at[i];
    if (!k)
        lex_fail(&s->x, &name, "there is no process %.*s to wake", (int)name.n, name.at);
    lex_next(&s->x);
    if (k->tokens == NO_VAR)
        lex_fail(&s->x, &name, "process %s never sleeps", k->name);
    set.array = k->tokens;
    if (lex_take(&s->x, "[")) {
        set.index = parse_expression(s);
        lex_expect(&s->x, "]");
        insn_need(b, ex_binary(b->p, EX_ULT, set.index, ex_const(b->p, 64, k->n)),
                  ERR_OUT_OF_BOUNDS,
                  keep_message(s->c, "wake: there are %u copies of %s, from 0 on", k->n, k->name));
    } else if (k->n > 1) {
        lex_fail(&s->x, &name, "there are %u copies of %s; say which: wake %s[0]", k->n, k->name,
                 k->name);
    }
    if (k->n > 1)
        s->c->apart = true;
    b->now.flags |= INSN_GLOBAL | INSN_WAKE | INSN_DRAINS;
    vec_push(&b->now.sets, set);
    vec_push(&b->now.touches,
             (footprint){.array = set.array, .index = set.index, .at = set.at, .writes = true});
}

/* The shared cells that an expression reads. */
static void touch_reads(builder *b, expr e)
{
    const casm *c = b->s->c;
    expr_list all = {0};

    ex_collect(b->p, &all, &e, 1);
    for (u32 i = 0; i < all.n; i++) {
        const expr_node *n = node_at(b->p, all.at[i]);
        bool load = n->op == EX_LOAD;
        int owner = n->op == EX_VAR ? c->vars.at[n->extra].owner
                    : load          ? c->arrays.at[n->extra].owner
                                    : (int)b->s->self;
        u32 a = load ? n->extra : n->op == EX_VAR ? c->vars.at[n->extra].array : 0;

        if (owner == SHARED)
            vec_push(&b->now.touches, (footprint){.array = a,
                                                  .index = load ? n->a : 0,
                                                  .at = load ? 0 : n->extra - c->arrays.at[a].first,
                                                  .reads = true});
        else if (owner != (int)b->s->self)
            b->now.flags |= INSN_OPAQUE;
    }
    vec_free(&all);
}

static void form_assert(builder *b)
{
    const char *start = b->s->x.now.at;
    expr holds = ex_truth(b->p, parse_expression(b->s));
    const char *stop = start + strlen(b->now.text) - (size_t)(start - b->at.at);

    while (stop > start && (stop[-1] == ' ' || stop[-1] == '\n' || stop[-1] == '\t'))
        stop--;
    b->now.flags |= INSN_ASSERT | INSN_GLOBAL;
    touch_reads(b, holds);
    insn_need(b, holds, ERR_ASSERTION,
              keep_message(b->s->c, "assertion failed: %.*s", (int)(stop - start), start));
}

/* `choose eax, 3` is 0 to 2, `choose eax, 1..3` what it says. */
static void form_choose(builder *b)
{
    asm_operand to = parse_operand(b->s);
    u32 size = insn_common_size(b, &to, NULL);
    i64 low = 0, high;
    token at;

    if (!insn_writable(&to))
        insn_wrong(b, &to, "this operand cannot be written");
    lex_take(&b->s->x, ",");
    at = b->s->x.now;
    high = parse_constant(b->s) - 1;
    if (lex_take(&b->s->x, "..")) {
        low = high + 1;
        high = parse_constant(b->s);
    }
    if (high < low || (u64)(high - low) >= 1u << 20)
        lex_fail(&b->s->x, &at, "a choice has between 1 and 2^20 values");
    b->now.choices = (u32)(high - low) + 1;
    b->now.flags |= INSN_CHOOSE;
    insn_put(b, &to,
             ex_binary(b->p, EX_ADD, ex_zext(b->p, ex_choice(b->p), size),
                       ex_const(b->p, size, (u64)low)));
}

static bool may_lock(const row *r, const asm_operand *ops)
{
    switch (r->form) {
    case ARITH:
    case LOGIC:
    case STEP:
    case NOT:
    case NEG:
    case EXCHANGE:
    case CMPXCHG:
    case CMPXCHG2:
    case XADD:
        return true;
    case BIT:
        return r->op != EX_CONST && ops[0].kind == OPD_MEM;
    default:
        return false;
    }
}

static u32 operand_count(const row *r, u32 n)
{
    switch (r->form) {
    case MOVE:
    case ARITH:
    case LOGIC:
    case TEST:
    case COMPARE:
    case LEA:
    case EXTEND:
    case EXCHANGE:
    case CMPXCHG:
    case XADD:
    case BIT:
    case MOVE_IF:
        return 2;
    case STEP:
    case NOT:
    case NEG:
    case CMPXCHG2:
    case JUMP:
    case JUMP_IF:
    case SET_IF:
    case PUSH:
    case POP:
    case CALL:
        return 1;
    case SHIFT:
        return n == 1 ? 1 : 2;
    case DIV:
        return 1;
    case MUL:
        return r->op && n ? n : 1;
    default:
        return 0;
    }
}

static void form_halt(builder *b)
{
    b->now.flags |= INSN_END;
    b->now.guard = ex_const(b->p, 1, 0);
}

static void make(builder *b, const row *r, asm_operand *ops, u32 n)
{
    switch (r->form) {
#define FORM(name, call) \
    case name:           \
        call;            \
        break;
        FORMS(FORM)
#undef FORM
    }
}

bool insn_special(const token *name)
{
    row r;

    return find_row(name->at, name->n, &r) &&
           (r.form == WAKE || r.form == ASSERT || r.form == CHOOSE);
}

bool insn_jumps(const token *name)
{
    row r;

    return find_row(name->at, name->n, &r) && (r.form == JUMP || r.form == CALL);
}

static bool may_repeat(const row *r)
{
    return r->form == MOVS || r->form == STOS || r->form == LODS || r->form == CMPS ||
           r->form == SCAS;
}

void insn_emit(parser *s, const token *name, const insn_prefix *with, asm_operand *ops, u32 n)
{
    builder b = {.s = s,
                 .p = &s->c->pool,
                 .at = *name,
                 .lock = with->lock,
                 .rep = with->rep,
                 .prefix_at = with->at};
    row r;

    if (!find_row(name->at, name->n, &r))
        lex_fail(&s->x, name, "unknown mnemonic %.*s; docs/asm.md lists those that are known",
                 (int)name->n, name->at);
    insn_operands(&b, ops, n, operand_count(&r, n));
    for (u32 i = 0; i < n && r.form != JUMP && r.form != JUMP_IF && r.form != CALL; i++)
        insn_no_label(&b, &ops[i]);
    if (with->lock && !may_lock(&r, ops))
        lex_fail(&s->x, name, "lock does not go with %.*s", (int)name->n, name->at);
    if (with->rep && !may_repeat(&r))
        lex_fail(&s->x, name, "rep goes with string instructions, not with %.*s", (int)name->n,
                 name->at);
    insn_begin(&b);
    make(&b, &r, ops, n);
    insn_end(&b);
}

/* Falling off the end, and the end itself. */
void insn_finish(parser *s)
{
    builder b = {.s = s, .p = &s->c->pool, .at = s->x.now};

    insn_begin(&b);
    b.now.text = "end";
    b.now.flags |= INSN_END;
    b.now.guard = ex_const(b.p, 1, 0);
    insn_end(&b);
}
