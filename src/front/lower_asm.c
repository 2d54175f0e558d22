/* Inline assembly: the idioms of atomic operations on x86, and barriers.
 *
 * The template is a few statements of AT&T syntax.  Operands in registers are the result's
 * registers (outputs) or the arguments' (inputs); operands in memory are addresses.  The statements
 * are carried out one after the other on those, each becoming an atomic update, a plain access or a
 * move; the flags are known as the value that set them.  Anything else is named and refused. */
#include "front/lower_state.h"

#include <ctype.h>
#include <stdlib.h>

typedef enum place_kind { PLACE_REGISTER, PLACE_MEMORY, PLACE_NUMBER } place_kind;

/* An operand of the template, or a number written in it. */
typedef struct place {
    place_kind kind;
    u32 reg; /* the value, or the address */
    u64 number;
    u32 bits; /* of the value; 0 unknown */
    bool pointer;
    char fixed; /* the register it must be in: 'a' for eax, rax, ...; 0 any */
    bool output;
    bool tied;         /* an output that starts with an input's value */
    char condition[8]; /* an output that is a flag: "e", "ne", ... */
} place;

typedef struct assembly {
    fn *f;
    val *x;
    place places[16];
    u32 n;
    bool locked; /* the statement has the prefix */
    u32 new;     /* register with the value that set the flags; NO_REG none */
    u32 new_bits;
    u32 equal; /* register: did the compare-exchange succeed; NO_REG none */
    u32 carry; /* register: the carry flag, where it is known; NO_REG */
    bool failed;
} assembly;

/* ---- operands ---- */

static const piece *result_piece(const assembly *s, u32 output)
{
    return s->x->shape && output < s->x->shape->n ? &s->x->shape->at[output] : NULL;
}

static LLVMTypeRef element_type(const assembly *s, u32 argument)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(s->x->v, argument + 1, kind);

    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

static void memory_place(assembly *s, place *p, u32 argument)
{
    LLVMTypeRef t = element_type(s, argument);

    p->kind = PLACE_MEMORY;
    p->reg = emit_reg(s->f, LLVMGetOperand(s->x->v, argument));
    p->bits = t ? (u32)LLVMSizeOfTypeInBits(s->f->l->layout, t) : 0;
}

static void input_place(assembly *s, place *p, u32 argument)
{
    LLVMValueRef v = LLVMGetOperand(s->x->v, argument);
    const shape *k = shape_of(s->f->l, LLVMTypeOf(v));
    arg a = {0};

    if (k->n != 1 || k->nregs != 1) {
        s->failed = true;
        return;
    }
    a = emit_arg(s->f, v, 0);
    p->kind = a.constant ? PLACE_NUMBER : PLACE_REGISTER;
    p->reg = a.reg;
    p->number = a.imm;
    p->bits = k->at[0].bits;
    p->pointer = k->at[0].kind == PIECE_PTR;
}

static u32 value_reg(assembly *s, const place *p)
{
    return p->kind == PLACE_NUMBER ? emit_arg_reg(s->f, arg_imm(p->number)) : p->reg;
}

/* A move is what an atomic access that acquires or releases compiles to on this processor. */
enum { plain_flags = ACCESS_VOLATILE | ACCESS_ATOMIC };

static void store_place(assembly *s, const place *p, u32 from, u32 bits, bool pointer)
{
    u32 op = bits == 8 ? OP_STORE8 : bits == 16 ? OP_STORE16 : bits == 32 ? OP_STORE32 : OP_STORE64;

    emit(s->f, pointer ? OP_STOREP : op, from, p->reg, plain_flags | ACCESS_RELEASE, 0);
}

/* Input number `argument` starts out in output `k`. */
static void tie(assembly *s, u32 argument, u32 k, place *p)
{
    place value = {0};

    if (k < s->n && s->places[k].kind == PLACE_MEMORY) { /* "+g": it may be either */
        input_place(s, &value, argument);
        if (!s->failed)
            store_place(s, &s->places[k], value_reg(s, &value), value.bits, value.pointer);
        *p = s->places[k];
        return;
    }
    if (k >= s->n || s->places[k].kind != PLACE_REGISTER || !s->places[k].output) {
        s->failed = true;
        return;
    }
    emit_value(s->f, s->places[k].reg, LLVMGetOperand(s->x->v, argument));
    s->places[k].tied = true;
    *p = s->places[k];
    p->output = false;
}

static void add_output(assembly *s, const char *c, place *p, u32 *outputs, u32 *arguments)
{
    if (*c == '*') {
        memory_place(s, p, (*arguments)++);
        return;
    }
    const piece *k = result_piece(s, (*outputs)++);
    if (!k || k->regs != 1) {
        s->failed = true;
        return;
    }
    p->output = true;
    p->reg = s->x->reg + k->reg;
    p->bits = k->bits;
    p->pointer = k->kind == PIECE_PTR;
    if (strncmp(c, "{@cc", 4) == 0)
        for (u32 i = 0; c[4 + i] != '}' && i + 1 < sizeof p->condition; i++)
            p->condition[i] = c[4 + i];
}

/* 'a' to 'd' of {ax}, {edx}, {rcx}, {bl}; else 0. */
static char fixed_register(const char *c)
{
    const char *name = c + 1;

    if (*c != '{')
        return 0;
    name += *name == 'e' || *name == 'r';
    return strchr("abcd", *name) && *name && (name[1] == 'x' || name[1] == 'l') && name[2] == '}'
               ? *name
               : 0;
}

static void add_constraint(assembly *s, const char *c, u32 *outputs, u32 *arguments)
{
    place p = {0};
    bool output = *c == '=';

    while (*c == '=' || *c == '&' || *c == '%' || *c == '+')
        c++;
    if (s->n == LENGTH(s->places)) {
        s->failed = true;
        return;
    }
    p.fixed = fixed_register(c);
    if (output)
        add_output(s, c, &p, outputs, arguments);
    else if (*c == '*')
        memory_place(s, &p, (*arguments)++);
    else if (isdigit((unsigned char)*c))
        tie(s, (*arguments)++, (u32)(*c - '0'), &p);
    else
        input_place(s, &p, (*arguments)++);
    s->places[s->n++] = p;
}

static void read_constraints(assembly *s, const char *c)
{
    u32 outputs = 0, arguments = 0;
    char one[64];

    while (*c && !s->failed) {
        size_t n = strcspn(c, ",");
        if (n >= sizeof one) {
            s->failed = true;
            return;
        }
        memcpy(one, c, n);
        one[n] = 0;
        if (*one && *one != '~')
            add_constraint(s, one, &outputs, &arguments);
        c += n + (c[n] == ',');
    }
}

/* ---- statements ---- */

typedef struct statement {
    char name[16];
    place operands[3];
    u32 n;
    u32 bits; /* by suffix or by the operands */
} statement;

static const struct {
    const char *name;
    u32 update; /* RMW_ */
    LLVMOpcode op;
    u32 operands;
} updates[] = {
    {"add", RMW_ADD, LLVMAdd, 2}, {"sub", RMW_SUB, LLVMSub, 2}, {"and", RMW_AND, LLVMAnd, 2},
    {"or", RMW_OR, LLVMOr, 2},    {"xor", RMW_XOR, LLVMXor, 2}, {"inc", RMW_ADD, LLVMAdd, 1},
    {"dec", RMW_SUB, LLVMSub, 1},
};

static void set_flags(assembly *s, u32 reg, u32 bits)
{
    s->new = reg;
    s->new_bits = bits;
    s->equal = s->carry = NO_REG;
}

static u32 scratch_like(assembly *s, const place *p)
{
    return regs_scratch(s->f, p->pointer ? REG_PTR : REG_INT);
}

static u32 load_place(assembly *s, const place *p, u32 bits, bool pointer)
{
    u32 reg = regs_scratch(s->f, pointer ? REG_PTR : REG_INT);
    u32 op = bits == 8 ? OP_LOAD8 : bits == 16 ? OP_LOAD16 : bits == 32 ? OP_LOAD32 : OP_LOAD64;

    emit(s->f, pointer ? OP_LOADP : op, reg, p->reg, plain_flags | ACCESS_ACQUIRE, 0);
    return reg;
}

/* memory op= source, or register op= source. */
static bool do_update(assembly *s, const statement *t, u32 k)
{
    const place *to = &t->operands[t->n - 1];
    place one = {.kind = PLACE_NUMBER, .number = 1};
    const place *from = updates[k].operands == 2 ? &t->operands[0] : &one;
    u32 new = regs_scratch(s->f, REG_INT), old;

    if (t->n != updates[k].operands || to->kind == PLACE_NUMBER || from->kind == PLACE_MEMORY)
        return false;
    u32 value = value_reg(s, from);
    if (to->kind == PLACE_REGISTER) {
        insn_integer(s->f, updates[k].op, t->bits, new, arg_reg(to->reg), arg_reg(value));
        emit_mov(s->f, to->reg, new, 1);
    } else if (s->locked) {
        old = regs_scratch(s->f, REG_INT);
        emit_xy(s->f, OP_RMW, old, to->reg, value, t->bits / 8,
                updates[k].update | ORDER_PUT(ACCESS_SEQ_CST, ORDER_AT));
        insn_integer(s->f, updates[k].op, t->bits, new, arg_reg(old), arg_reg(value));
    } else {
        old = load_place(s, to, t->bits, false);
        insn_integer(s->f, updates[k].op, t->bits, new, arg_reg(old), arg_reg(value));
        store_place(s, to, new, t->bits, false);
    }
    set_flags(s, new, t->bits);
    return true;
}

/* Exchanges a register with memory; xadd adds to what stays there. */
static bool do_exchange(assembly *s, const statement *t, u32 update)
{
    const place *a = &t->operands[0], *b = &t->operands[1];

    if (t->n == 2 && a->kind == PLACE_MEMORY && update == RMW_XCHG) {
        const place *c = a;
        a = b;
        b = c;
    }
    if (t->n != 2 || a->kind != PLACE_REGISTER || b->kind != PLACE_MEMORY)
        return false;
    u32 old = scratch_like(s, a);
    emit_xy(s->f, OP_RMW, old, b->reg, a->reg, t->bits / 8,
            update | (a->pointer ? RMW_POINTER : 0) | ORDER_PUT(ACCESS_SEQ_CST, ORDER_AT));
    emit_mov(s->f, a->reg, old, 1);
    return true;
}

/* Outputs in this register take what it holds afterwards. */
static void put_fixed(assembly *s, char name, u32 value)
{
    for (u32 i = 0; i < s->n; i++)
        if (s->places[i].fixed == name && s->places[i].output)
            emit_mov(s->f, s->places[i].reg, value, 1);
}

/* What is in the register before the statement: the input there, else the output tied to one. */
static const place *get_fixed(const assembly *s, char name)
{
    const place *found = NULL;

    for (u32 i = 0; i < s->n; i++) {
        const place *p = &s->places[i];

        if (p->fixed == name && p->kind != PLACE_MEMORY && (!found || !p->output))
            found = p;
    }
    return found;
}

static bool do_compare_exchange(assembly *s, const statement *t)
{
    const place *new = &t->operands[0], *to = &t->operands[1], *old = get_fixed(s, 'a');
    u32 flags = (new->pointer ? CAS_POINTER : 0) | ORDER_PUT(ACCESS_SEQ_CST, ORDER_AT) |
                ORDER_PUT(ACCESS_SEQ_CST, ORDER_FAILS_AT);
    u8 classes[2] = {new->pointer ? REG_PTR : REG_INT, REG_INT};

    if (t->n != 2 || to->kind != PLACE_MEMORY || new->kind == PLACE_MEMORY || !old ||
        (old->pointer != new->pointer))
        return false;
    u32 pair = regs_scratch_run(s->f, classes, 2), want = value_reg(s, old),
        value = value_reg(s, new);
    emit_xy(s->f, OP_CMPXCHG, pair, to->reg, want, value | (t->bits / 8) << 16, flags);
    put_fixed(s, 'a', pair);
    s->equal = pair + 1;
    s->new = s->carry = NO_REG;
    return true;
}

/* Two registers as one wide integer; false: one of them is not there, or holds a pointer. */
static bool put_pair(assembly *s, u32 at, const place *low, const place *high)
{
    if (!low || !high || low->pointer || high->pointer)
        return false;
    emit_mov(s->f, at, value_reg(s, low), 1);
    emit_mov(s->f, at + 1, value_reg(s, high), 1);
    return true;
}

/* cmpxchg16b: memory is compared with d:a and becomes c:b. */
static bool do_compare_exchange_wide(assembly *s, const statement *t)
{
    const place *to = &t->operands[0];
    u32 want = regs_scratch_ints(s->f, 2), new = regs_scratch_ints(s->f, 2),
        old = regs_scratch_ints(s->f, 3);

    if (!s->locked || t->n != 1 || to->kind != PLACE_MEMORY || s->f->l->pointer_bits != 64 ||
        !put_pair(s, want, get_fixed(s, 'a'), get_fixed(s, 'd')) ||
        !put_pair(s, new, get_fixed(s, 'b'), get_fixed(s, 'c')))
        return false;
    emit_xy(s->f, OP_CMPXCHG, old, to->reg, want, new | 16u << 16,
            ORDER_PUT(ACCESS_SEQ_CST, ORDER_AT) | ORDER_PUT(ACCESS_SEQ_CST, ORDER_FAILS_AT));
    put_fixed(s, 'a', old);
    put_fixed(s, 'd', old + 1);
    s->equal = old + 2;
    s->new = s->carry = NO_REG;
    return true;
}

static const struct {
    const char *name;
    u32 update; /* RMW_ */
    LLVMOpcode op;
    bool inverted;
} bit_updates[] = {{"bts", RMW_OR, LLVMOr, false},
                   {"btr", RMW_AND, LLVMAnd, true},
                   {"btc", RMW_XOR, LLVMXor, false}};

/* The word of a bit string in memory that the bit is in, and which of its bits; a bit that is
 * written as a number is one of the operand's own. */
static u32 find_bit(assembly *s, const statement *t, place *word)
{
    const place *bit = &t->operands[0];
    u32 within = regs_scratch(s->f, REG_INT), index = value_reg(s, bit),
        shift = t->bits == 64 ? 6 : 5;

    insn_integer(s->f, LLVMAnd, t->bits, within, arg_reg(index), arg_imm(t->bits - 1));
    if (word->kind == PLACE_MEMORY && bit->kind == PLACE_REGISTER) {
        u32 wide = regs_scratch(s->f, REG_INT), words = regs_scratch(s->f, REG_INT),
            at = regs_scratch(s->f, REG_PTR);

        emit_xy(s->f, OP_SEXT, wide, index, 0, t->bits, 64);
        insn_integer(s->f, LLVMAShr, 64, words, arg_reg(wide), arg_imm(shift));
        emit_xy(s->f, OP_PADD, at, word->reg, words, t->bits / 8, 0);
        word->reg = at;
    }
    return within;
}

/* Sets, clears or flips a bit; the carry flag is what it was. */
static bool do_bit(assembly *s, const statement *t, u32 k)
{
    place to = t->operands[1];

    if (t->n != 2 || to.kind == PLACE_NUMBER || t->operands[0].kind == PLACE_MEMORY ||
        (t->bits != 32 && t->bits != 64))
        return false;
    u32 bit = find_bit(s, t, &to), mask = regs_scratch(s->f, REG_INT),
        old = regs_scratch(s->f, REG_INT), shifted = regs_scratch(s->f, REG_INT),
        carry = regs_scratch(s->f, REG_INT), new = regs_scratch(s->f, REG_INT);

    insn_integer(s->f, LLVMShl, t->bits, mask, arg_imm(1), arg_reg(bit));
    if (bit_updates[k].inverted)
        insn_integer(s->f, LLVMXor, t->bits, mask, arg_reg(mask),
                     arg_imm(t->bits == 64 ? ~(u64)0 : 0xffffffffu));
    if (to.kind == PLACE_MEMORY && s->locked)
        emit_xy(s->f, OP_RMW, old, to.reg, mask, t->bits / 8,
                bit_updates[k].update | ORDER_PUT(ACCESS_SEQ_CST, ORDER_AT));
    else if (to.kind == PLACE_MEMORY)
        emit_mov(s->f, old, load_place(s, &to, t->bits, false), 1);
    else
        emit_mov(s->f, old, to.reg, 1);
    insn_integer(s->f, bit_updates[k].op, t->bits, new, arg_reg(old), arg_reg(mask));
    if (to.kind == PLACE_REGISTER)
        emit_mov(s->f, to.reg, new, 1);
    else if (!s->locked)
        store_place(s, &to, new, t->bits, false);
    insn_integer(s->f, LLVMLShr, t->bits, shifted, arg_reg(old), arg_reg(bit));
    insn_integer(s->f, LLVMAnd, t->bits, carry, arg_reg(shifted), arg_imm(1));
    s->new = s->equal = NO_REG;
    s->carry = carry;
    return true;
}

/* sbb of a register with itself: 0 or -1, as the carry flag says. */
static bool do_borrow(assembly *s, const statement *t)
{
    const place *a = &t->operands[0], *b = &t->operands[1];

    if (t->n != 2 || a->kind != PLACE_REGISTER || b->kind != PLACE_REGISTER || a->reg != b->reg ||
        s->carry == NO_REG)
        return false;
    insn_integer(s->f, LLVMSub, t->bits, b->reg, arg_imm(0), arg_reg(s->carry));
    return true;
}

/* A processor that has nothing but what every one has: all answers are 0. */
static bool do_cpuid(assembly *s, const statement *t)
{
    u32 zero = emit_arg_reg(s->f, arg_imm(0));

    for (const char *name = "abcd"; *name; name++)
        put_fixed(s, *name, zero);
    return t->n == 0;
}

static bool do_move(assembly *s, const statement *t)
{
    const place *from = &t->operands[0], *to = &t->operands[1];
    u32 reg;

    if (t->n != 2 || to->kind == PLACE_NUMBER)
        return false;
    bool pointer = from->pointer || to->pointer;
    if (from->kind == PLACE_MEMORY)
        reg = load_place(s, from, t->bits, pointer);
    else
        reg = value_reg(s, from);
    if (to->kind == PLACE_MEMORY)
        store_place(s, to, reg, t->bits, pointer);
    else
        emit_mov(s->f, to->reg, reg, 1);
    return true;
}

/* reg := the condition, 0 or 1. */
static bool put_condition(assembly *s, const char *c, u32 reg)
{
    bool zero = !strcmp(c, "e") || !strcmp(c, "z"), not_zero = !strcmp(c, "ne") || !strcmp(c, "nz");

    if (s->equal != NO_REG && (zero || not_zero))
        emit(s->f, OP_XOR64I, reg, s->equal, 0, not_zero);
    else if (s->new != NO_REG && (zero || not_zero))
        emit(s->f, zero ? OP_EQI : OP_NEI, reg, s->new, 0, 0);
    else if (s->carry != NO_REG && (!strcmp(c, "c") || !strcmp(c, "nc")))
        emit(s->f, OP_XOR64I, reg, s->carry, 0, *c == 'n');
    else if (s->new != NO_REG && (!strcmp(c, "s") || !strcmp(c, "ns")))
        compare_numbers(s->f, *c == 's' ? LLVMIntSLT : LLVMIntSGE, s->new_bits, reg,
                        arg_reg(s->new), arg_imm(0));
    else
        return false;
    return true;
}

static bool do_set(assembly *s, const statement *t, const char *condition)
{
    const place *to = &t->operands[0];

    if (t->n != 1 || to->kind == PLACE_NUMBER)
        return false;
    u32 reg = to->kind == PLACE_REGISTER ? to->reg : regs_scratch(s->f, REG_INT);
    if (!put_condition(s, condition, reg))
        return false;
    if (to->kind == PLACE_MEMORY)
        store_place(s, to, reg, 8, false);
    return true;
}

static void emit_fence(assembly *s)
{
    emit_xy(s->f, OP_FENCE, 0, 0, ACCESS_ATOMIC | ACCESS_SEQ_CST, 0, 0);
}

static bool is_barrier(const statement *t)
{
    static const char *const names[] = {"pause",  "nop",    "rep",   "repz",
                                        "mfence", "lfence", "sfence"};

    for (u32 i = 0; i < LENGTH(names); i++)
        if (strcmp(t->name, names[i]) == 0)
            return t->n == 0;
    return false;
}

/* The name of the statement without its suffix of size; the suffix gives the bits. */
static bool named(statement *t, const char *name)
{
    static const struct {
        char suffix;
        u32 bits;
    } suffixes[] = {{'b', 8}, {'w', 16}, {'l', 32}, {'q', 64}};
    size_t n = strlen(name);

    if (strncmp(t->name, name, n) != 0)
        return false;
    if (!t->name[n])
        return true;
    for (u32 i = 0; i < LENGTH(suffixes); i++)
        if (t->name[n] == suffixes[i].suffix && !t->name[n + 1]) {
            t->bits = suffixes[i].bits;
            return true;
        }
    return false;
}

static bool do_statement(assembly *s, statement *t)
{
    if (is_barrier(t)) {
        if (!strcmp(t->name, "mfence"))
            emit_fence(s);
        return true;
    }
    for (u32 i = 0; i < t->n && !t->bits; i++)
        t->bits = t->operands[i].bits;
    if (!strcmp(t->name, "cmpxchg16b"))
        return do_compare_exchange_wide(s, t);
    if (!strcmp(t->name, "cpuid"))
        return do_cpuid(s, t);
    for (u32 k = 0; k < LENGTH(bit_updates); k++)
        if (named(t, bit_updates[k].name))
            return t->bits && do_bit(s, t, k);
    if (named(t, "sbb"))
        return t->bits && do_borrow(s, t);
    if (named(t, "cmpxchg"))
        return s->locked && t->bits && do_compare_exchange(s, t);
    if (named(t, "xadd"))
        return s->locked && t->bits && do_exchange(s, t, RMW_ADD);
    if (named(t, "xchg"))
        return t->bits && do_exchange(s, t, RMW_XCHG);
    if (named(t, "mov"))
        return t->bits && !s->locked && do_move(s, t);
    if (strncmp(t->name, "set", 3) == 0)
        return do_set(s, t, t->name + 3);
    for (u32 k = 0; k < LENGTH(updates); k++)
        if (named(t, updates[k].name))
            return t->bits && do_update(s, t, k);
    return false;
}

/* ---- the template ---- */

/* "lock; addl $$0,0(%rsp)": an old way to write a fence. */
static bool is_stack_fence(const char *line)
{
    return (strstr(line, "(%esp)") || strstr(line, "(%rsp)")) && strstr(line, "$$0");
}

/* What says where the code shall lie and nothing about what it does. */
static bool is_directive(const char *line)
{
    static const char *const names[] = {".p2align", ".align", ".balign"};

    for (u32 i = 0; i < LENGTH(names); i++)
        if (strncmp(line, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static bool read_operand(assembly *s, const char **line, place *out)
{
    const char *c = *line;
    u32 index = 0;
    bool brace, indirect = *c == '(';

    c += indirect;
    if (c[0] == '$' && c[1] == '$') {
        char *end;
        *out = (place){.kind = PLACE_NUMBER, .number = (u64)strtoll(c + 2, &end, 0)};
        *line = end;
        return end != c + 2;
    }
    brace = c[0] == '$' && c[1] == '{';
    c += brace ? 2 : 1;
    if ((*line)[indirect] != '$' || !isdigit((unsigned char)*c))
        return false;
    while (isdigit((unsigned char)*c))
        index = index * 10 + (u32)(*c++ - '0');
    if (brace) {
        c += strcspn(c, "}");
        c += *c == '}';
    }
    if (index >= s->n)
        return false;
    *out = s->places[index];
    if (indirect) {
        if (*c++ != ')' || out->kind != PLACE_REGISTER || !out->pointer)
            return false;
        *out = (place){.kind = PLACE_MEMORY, .reg = out->reg};
    }
    *line = c;
    return true;
}

static bool read_statement(assembly *s, const char *line, statement *t)
{
    u32 n = 0;

    while (isalnum((unsigned char)*line) && n + 1 < sizeof t->name)
        t->name[n++] = (char)tolower((unsigned char)*line++);
    for (;;) {
        line += text_blanks(line);
        if (!*line)
            return n > 0;
        if (t->n == LENGTH(t->operands) || !read_operand(s, &line, &t->operands[t->n]))
            return false;
        t->n++;
        line += text_blanks(line);
        if (*line && *line++ != ',')
            return false;
    }
}

/* One statement, perhaps with a comment; "lock" is a prefix of what comes after it, on the same
 * line or the next. */
static bool do_line(assembly *s, char *line)
{
    statement t = {0};

    line[strcspn(line, "#")] = 0;
    line = text_trim(line);
    if (!*line)
        return true;
    if (strncmp(line, "lock", 4) == 0 && !isalnum((unsigned char)line[4])) {
        s->locked = true;
        return do_line(s, line + 4);
    }
    if (is_directive(line))
        return true;
    if (strncmp(line, "rep", 3) == 0 && isspace((unsigned char)line[3]))
        line += 4;
    if (is_stack_fence(line))
        emit_fence(s);
    bool ok = is_stack_fence(line) || (read_statement(s, line, &t) && do_statement(s, &t));
    s->locked = false;
    return ok;
}

static bool do_template(assembly *s, const char *template)
{
    bool ok = true;

    while (*template && ok) {
        size_t n = strcspn(template, ";\n");
        char *line = mem_strndup(template, n);
        ok = do_line(s, line);
        mem_free(line);
        template += n + (template[n] != 0);
    }
    return ok;
}

/* A barrier gives its outputs no value. */
static void undefine_outputs(assembly *s)
{
    for (u32 i = 0; i < s->n; i++)
        if (s->places[i].output && !s->places[i].tied && !s->places[i].condition[0])
            emit(s->f, OP_UNDEF, s->places[i].reg, 0, 0, 0);
}

static bool put_conditions(assembly *s)
{
    bool ok = true;

    for (u32 i = 0; i < s->n; i++)
        if (s->places[i].condition[0])
            ok &= put_condition(s, s->places[i].condition, s->places[i].reg);
    return ok;
}

/* The message shows the template with its tabs and line ends as single spaces. */
static void refuse(fn *f, const char *template)
{
    text shown = {0};

    for (const char *c = template; *c; c++)
        if (!isspace((unsigned char)*c))
            text_addc(&shown, *c);
        else if (c[1] && !isspace((unsigned char)c[1]) && shown.n)
            text_addc(&shown, ' ');
    lower_reject(f->l, "inline assembly \"%s\" is not supported; use C or the __atomic builtins",
                 text_str(&shown));
    text_free(&shown);
}

void asm_lower(fn *f, val *x)
{
    LLVMValueRef code = LLVMGetCalledValue(x->v);
    size_t n;
    const char *template = LLVMGetInlineAsmAsmString(code, &n);
    const char *constraints = LLVMGetInlineAsmConstraintString(code, &n);
    assembly s = {.f = f, .x = x, .new = NO_REG, .equal = NO_REG, .carry = NO_REG};

    if (x->shape && x->shape->nregs)
        regs_dest(f, x);
    read_constraints(&s, constraints);
    if (!strchr(template, '$'))
        undefine_outputs(&s);
    if (s.failed || !do_template(&s, template) || !put_conditions(&s)) {
        refuse(f, template);
    }
}
