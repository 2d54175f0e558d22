/* From mnemonics to assignments.
 *
 * An instruction is read against the state before it: all its values are expressions over that
 * state, and all its assignments happen at once.  Flags are those of the processor, without AF,
 * which no instruction here reads; a flag that the processor's manual leaves undefined becomes a
 * choice, which flow.c takes away again where nobody reads the flag.
 *
 * On several processors an instruction that reads and writes the shared memory without `lock` is
 * two accesses, and two instructions here: the first keeps what it read. */
#include "asm/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef enum form {
    MOVE,
    ARITH,
    LOGIC,
    TEST,
    COMPARE,
    STEP,
    NOT,
    NEG,
    SHIFT,
    LEA,
    EXTEND,
    EXCHANGE,
    CMPXCHG,
    CMPXCHG2,
    XADD,
    BIT,
    JUMP,
    PUSH,
    POP,
    CALL,
    RET,
    LEAVE,
    NOTHING,
    HALT,
    SLEEP,
    WAKE,
    ASSERT,
    CHOOSE,
    WIDEN,
    JUMP_IF,
    SET_IF,
    MOVE_IF
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

/* One instruction being made. */
typedef struct builder {
    parser *s;
    pool *p;
    token at; /* the mnemonic */
    bool lock;
    const char *lock_at; /* where a prefix stands, NULL none */
    instr now;
    expr regs[16]; /* values after it; 0 unchanged */
    expr flags[FLAGS];
    u32 bits; /* of the choice that are used */
    jump to;
} builder;

enum { STACK = 4, BASE = 5, MOST_CYCLES = 1000 };

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

const char *keep_message(casm *c, const char *format, ...)
{
    char message[256];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    vec_push(&c->messages, mem_strdup(message));
    return vec_last(&c->messages);
}

/* Registers and flags. */

u32 process_register(parser *s, u32 reg)
{
    static const char *const names[16] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
                                          "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};

    if (s->p->registers[reg] == NO_VAR)
        s->p->registers[reg] = casm_add_var(s->c, names[reg], 64, (int)s->self, VAR_REGISTER);
    return s->p->registers[reg];
}

u32 process_flag(parser *s, u32 flag)
{
    static const char *const names[FLAGS] = {"cf", "pf", "zf", "sf", "of"};

    if (s->p->flags[flag] == NO_VAR)
        s->p->flags[flag] = casm_add_var(s->c, names[flag], 1, (int)s->self, VAR_FLAG);
    return s->p->flags[flag];
}

static expr full_register(builder *b, u32 reg)
{
    return ex_var(b->p, 64, process_register(b->s, reg));
}

static expr get_register(builder *b, u32 reg, u32 size, bool high)
{
    return ex_cut(b->p, full_register(b, reg), high ? 8 : 0, size);
}

/* `value` in the place of the bits [low, low + its width) of `whole`. */
static expr insert(pool *p, expr whole, expr value, expr low)
{
    u32 width = width_of(p, whole);
    expr mask = ex_zext(p, ex_const(p, width_of(p, value), UINT64_MAX), width);
    expr keep = ex_not(p, ex_binary(p, EX_SHL, mask, low));

    return ex_or(p, ex_and(p, whole, keep), ex_binary(p, EX_SHL, ex_zext(p, value, width), low));
}

static void set_register(builder *b, u32 reg, expr value, bool high)
{
    u32 width = width_of(b->p, value);
    expr old = b->regs[reg] ? b->regs[reg] : full_register(b, reg);

    if (width >= 32)
        b->regs[reg] = ex_zext(b->p, value, 64);
    else
        b->regs[reg] = insert(b->p, old, value, ex_const(b->p, 64, high ? 8 : 0));
}

static expr get_flag(builder *b, u32 flag)
{
    return ex_var(b->p, 1, process_flag(b->s, flag));
}

static expr bit(builder *b, expr value, u32 at)
{
    return ex_cut(b->p, value, at, 1);
}

static expr top_bit(builder *b, expr value)
{
    return bit(b, value, width_of(b->p, value) - 1);
}

/* A bit of the step's choice. */
static expr undefined_bit(builder *b, u32 flag)
{
    b->now.undefined |= 1u << flag;
    return bit(b, ex_choice(b->p), b->bits++);
}

static expr even_parity(builder *b, expr value)
{
    expr low = ex_zext(b->p, value, 8), odd = bit(b, low, 0);

    for (u32 i = 1; i < 8; i++)
        odd = ex_binary(b->p, EX_XOR, odd, bit(b, low, i));
    return ex_not(b->p, odd);
}

/* ZF, SF and PF of a result. */
static void result_flags(builder *b, expr value)
{
    b->flags[FLAG_ZF] = ex_not(b->p, ex_truth(b->p, value));
    b->flags[FLAG_SF] = top_bit(b, value);
    b->flags[FLAG_PF] = even_parity(b, value);
}

static expr overflow(builder *b, expr_op op, expr x, expr y, expr r)
{
    expr differ = ex_binary(b->p, EX_XOR, x, op == EX_ADD ? r : y);
    expr other = ex_binary(b->p, EX_XOR, op == EX_ADD ? y : x, r);

    return top_bit(b, ex_and(b->p, differ, other));
}

static void arithmetic_flags(builder *b, expr_op op, expr x, expr y, expr r)
{
    result_flags(b, r);
    b->flags[FLAG_CF] =
        op == EX_ADD ? ex_binary(b->p, EX_ULT, r, x) : ex_binary(b->p, EX_ULT, x, y);
    b->flags[FLAG_OF] = overflow(b, op, x, y, r);
}

static void logic_flags(builder *b, expr r)
{
    result_flags(b, r);
    b->flags[FLAG_CF] = b->flags[FLAG_OF] = ex_const(b->p, 1, 0);
}

static expr condition(builder *b, u32 code)
{
    pool *p = b->p;
    expr less, c;

    switch (code >> 1) {
    case 0:
        c = get_flag(b, FLAG_OF);
        break;
    case 1:
        c = get_flag(b, FLAG_CF);
        break;
    case 2:
        c = get_flag(b, FLAG_ZF);
        break;
    case 3:
        c = ex_or(p, get_flag(b, FLAG_CF), get_flag(b, FLAG_ZF));
        break;
    case 4:
        c = get_flag(b, FLAG_SF);
        break;
    case 5:
        c = get_flag(b, FLAG_PF);
        break;
    default:
        less = ex_binary(p, EX_XOR, get_flag(b, FLAG_SF), get_flag(b, FLAG_OF));
        c = code >> 1 == 6 ? less : ex_or(p, get_flag(b, FLAG_ZF), less);
    }
    return code & 1 ? ex_not(p, c) : c;
}

/* Making and ending instructions. */

/* The statement as it stands in the source, without comments. */
static const char *statement(builder *b)
{
    const char *start = b->lock_at ? b->lock_at : b->at.at, *end = start;

    while (*end && !strchr(";\n}", *end) && !(end[0] == '/' && end[1] == '/') && *end != '#')
        end++;
    while (end > start && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    return keep_message(b->s->c, "%.*s", (int)(end - start), start);
}

static void begin(builder *b)
{
    b->now = (instr){.file = b->s->file,
                     .line = b->at.line,
                     .column = 1,
                     .choices = 1,
                     .cycles = 1,
                     .text = statement(b),
                     .guard = ex_const(b->p, 1, 1)};
    for (const char *c = b->at.at; c > b->s->x.source && c[-1] != '\n'; c--)
        b->now.column++;
    memset(b->regs, 0, sizeof b->regs);
    memset(b->flags, 0, sizeof b->flags);
    b->bits = 0;
    b->to = (jump){0};
}

static void set_var(builder *b, u32 v, expr value)
{
    vec_push(&b->now.sets, (assign){.array = b->s->c->vars.at[v].array, .value = value});
}

static void end(builder *b)
{
    for (u32 i = 0; i < 16; i++)
        if (b->regs[i])
            set_var(b, process_register(b->s, i), b->regs[i]);
    for (u32 i = 0; i < FLAGS; i++)
        if (b->flags[i])
            set_var(b, process_flag(b->s, i), b->flags[i]);
    if (b->bits)
        b->now.choices = 1u << b->bits;
    b->to.instr = b->s->p->code.n;
    vec_push(&b->s->jumps, b->to);
    vec_push(&b->s->p->code, b->now);
}

static void need(builder *b, expr holds, error_kind kind, const char *message)
{
    u64 value;

    if (!ex_is_const(b->p, holds, &value) || !value)
        vec_push(&b->now.checks, (check_row){holds, kind, message});
}

/* Memory. */

/* One array that an address may lie in. */
typedef struct spot {
    u32 array;
    expr index; /* 0: the element `at` */
    u32 at;
    expr shift; /* bits to the part that is meant, 0: the whole element */
} spot;

typedef struct place {
    VEC(spot) spots;
    u32 size;
    bool shared;
} place;

static u32 log2_of(u32 n)
{
    u32 k = 0;

    while (1u << k < n)
        k++;
    return k;
}

static expr address(builder *b, const operand *o)
{
    pool *p = b->p;
    u32 size = o->address_size ? o->address_size : 64;
    u64 disp = (u64)o->disp + (o->symbol >= 0 ? b->s->c->arrays.at[o->symbol].address : 0);
    expr sum = ex_const(p, size, disp);

    if (o->base >= 0)
        sum = ex_binary(p, EX_ADD, get_register(b, (u32)o->base, size, false), sum);
    if (o->index >= 0)
        sum = ex_binary(p, EX_ADD, sum,
                        ex_binary(p, EX_SHL, get_register(b, (u32)o->index, size, false),
                                  ex_const(p, size, log2_of(o->scale))));
    return ex_zext(p, sum, 64);
}

static bool standard(u32 width)
{
    return width == 8 || width == 16 || width == 32 || width == 64;
}

/* A cell known by name: the array and element of the address, which must be one of its size. */
static void fixed_place(builder *b, const operand *o, u32 size, place *out)
{
    const casm *c = b->s->c;
    u64 at = c->arrays.at[o->symbol].address + (u64)o->disp;

    for (u32 i = 0; i < c->arrays.n; i++) {
        const array *a = &c->arrays.at[i];

        if (!a->stride || (a->owner != SHARED && a->owner != (int)b->s->self) || at < a->address ||
            at >= a->address + (u64)a->n * a->stride || (at - a->address) % a->stride)
            continue;
        if (standard(a->width) && size != a->width)
            lex_fail(&b->s->x, &o->at, "%s has cells of %u bits, the access has %u", a->name,
                     a->width, size);
        out->shared = a->owner == SHARED;
        vec_push(&out->spots, (spot){.array = i, .at = (u32)((at - a->address) / a->stride)});
        return;
    }
    lex_fail(&b->s->x, &o->at, "this address lies in no declared cell");
}

static bool candidate(const builder *b, const operand *o, u32 i, u32 size)
{
    const array *a = &b->s->c->arrays.at[i];
    bool stack_only = o->base == STACK;

    if (!a->stride || (a->owner != SHARED && a->owner != (int)b->s->self) ||
        (stack_only && !a->stack))
        return false;
    if (o->symbol >= 0)
        return (u32)o->symbol == i;
    return a->stack || a->width == size;
}

/* Adds one array; the condition that the address lies in it. */
static expr add_spot(builder *b, place *out, u32 i, expr at, u32 size)
{
    pool *p = b->p;
    const array *a = &b->s->c->arrays.at[i];
    expr from = ex_binary(p, EX_SUB, at, ex_const(p, 64, a->address));
    expr low = ex_and(p, from, ex_const(p, 64, a->stride - 1u));
    expr inside = ex_binary(p, EX_ULT, from, ex_const(p, 64, (u64)a->n * a->stride));
    spot s = {.array = i};

    if (a->stack && size < 64) {
        inside = ex_and(p, inside, ex_binary(p, EX_ULT, low, ex_const(p, 64, 8 - size / 8 + 1)));
        s.shift = ex_binary(p, EX_SHL, low, ex_const(p, 64, 3));
    } else {
        inside = ex_and(p, inside, ex_not(p, ex_truth(p, low)));
    }
    s.index = ex_ite(p, inside, ex_binary(p, EX_SHR, from, ex_const(p, 64, log2_of(a->stride))),
                     ex_const(p, 64, a->n));
    out->shared |= a->owner == SHARED;
    vec_push(&out->spots, s);
    return inside;
}

static void computed_place(builder *b, const operand *o, u32 size, place *out)
{
    expr at = address(b, o), inside = ex_const(b->p, 1, 0);

    for (u32 i = 0; i < b->s->c->arrays.n; i++)
        if (candidate(b, o, i, size))
            inside = ex_or(b->p, inside, add_spot(b, out, i, at, size));
    if (!out->spots.n)
        lex_fail(&b->s->x, &o->at, "there is no cell of %u bits that this address could lie in%s",
                 size,
                 o->base == STACK ? "; give the process a stack: process P stack 8 { ... }" : "");
    need(b, inside, ERR_OUT_OF_BOUNDS,
         keep_message(b->s->c, "%.*s lies in no declared cell of %u bits",
                      (int)strcspn(o->at.at, "],;\n") + 1, o->at.at, size));
}

static place find_place(builder *b, const operand *o, u32 size)
{
    place out = {.size = size};

    if (o->symbol >= 0 && standard(b->s->c->arrays.at[o->symbol].width) &&
        !b->s->c->arrays.at[o->symbol].stack && size != b->s->c->arrays.at[o->symbol].width)
        lex_fail(&b->s->x, &o->at, "%s has cells of %u bits, the access has %u",
                 b->s->c->arrays.at[o->symbol].name, b->s->c->arrays.at[o->symbol].width, size);
    if (o->symbol >= 0 && o->base < 0 && o->index < 0)
        fixed_place(b, o, size, &out);
    else
        computed_place(b, o, size, &out);
    return out;
}

static expr element(builder *b, const spot *s)
{
    const array *a = &b->s->c->arrays.at[s->array];

    if (!s->index)
        return ex_var(b->p, a->width, a->first + s->at);
    return ex_load(b->p, a->width, s->array, s->index);
}

static void touch(builder *b, const place *at, bool reads, bool writes)
{
    for (u32 i = 0; i < at->spots.n; i++) {
        const spot *s = &at->spots.at[i];

        if (b->s->c->arrays.at[s->array].owner == SHARED)
            vec_push(&b->now.touches, (footprint){s->array, s->index, s->at, reads, writes});
    }
    if (at->shared)
        b->now.flags |= INSN_GLOBAL;
}

/* The value at a place; exactly one of the spots is where the address lies. */
static expr load(builder *b, const place *at)
{
    pool *p = b->p;
    expr value = 0;

    for (u32 i = 0; i < at->spots.n; i++) {
        const spot *s = &at->spots.at[i];
        const array *a = &b->s->c->arrays.at[s->array];
        expr e = element(b, s);

        if (s->shift)
            e = ex_binary(p, EX_SHR, e, s->shift);
        e = ex_zext(p, e, at->size);
        if (s->index)
            e = value ? ex_ite(p, ex_binary(p, EX_ULT, s->index, ex_const(p, 64, a->n)), e, value)
                      : e;
        value = e;
    }
    return value;
}

static void store(builder *b, const place *at, expr value)
{
    pool *p = b->p;

    for (u32 i = 0; i < at->spots.n; i++) {
        const spot *s = &at->spots.at[i];
        const array *a = &b->s->c->arrays.at[s->array];
        expr v = s->shift ? insert(p, element(b, s), value, s->shift) : ex_zext(p, value, a->width);

        vec_push(&b->now.sets, (assign){s->array, s->index, s->at, v, false});
    }
}

/* Operands. */

static _Noreturn void wrong(builder *b, const operand *o, const char *what)
{
    lex_fail(&b->s->x, o ? &o->at : &b->at, "%s", what);
}

static void operands(builder *b, const operand *ops, u32 n, u32 wanted)
{
    if (n != wanted)
        lex_fail(&b->s->x, n > wanted ? &ops[wanted].at : &b->at,
                 "%.*s takes %u operand%s, here are %u", (int)b->at.n, b->at.at, wanted,
                 wanted == 1 ? "" : "s", n);
}

static u32 own_size(const builder *b, const operand *o)
{
    u32 width;

    if (o->kind == OPD_REG)
        return o->size;
    if (o->kind != OPD_MEM)
        return 0;
    if (o->size)
        return o->size;
    width = o->symbol >= 0 ? b->s->c->arrays.at[o->symbol].width : 0;
    return standard(width) ? width : 0;
}

/* The width of a cell that is none of a register's: an access without other size has it. */
static u32 odd_size(const builder *b, const operand *o)
{
    return o->kind == OPD_MEM && o->symbol >= 0 ? b->s->c->arrays.at[o->symbol].width : 0;
}

/* The size of an operation on one or two operands. */
static u32 common_size(builder *b, const operand *x, const operand *y)
{
    u32 a = own_size(b, x), c = y ? own_size(b, y) : 0, size = a ? a : c;

    if (a && c && a != c)
        lex_fail(&b->s->x, &y->at, "operands of %u and %u bits", a, c);
    if (!size)
        size = odd_size(b, x) ? odd_size(b, x) : y ? odd_size(b, y) : 0;
    if (!size)
        wrong(b, x, "the size is not known; write byte, word, dword or qword before it");
    if (size > 64)
        wrong(b, x, "an access of more than 64 bits; only cmpxchg16b has one");
    return size;
}

static bool fits(u64 imm, u32 size)
{
    u64 high = size >= 64 ? 0 : imm >> (size - 1);

    return size >= 64 || imm <= width_mask(size) || high == UINT64_MAX >> (size - 1);
}

static expr immediate(builder *b, const operand *o, u32 size)
{
    if (!fits(o->imm, size))
        lex_fail(&b->s->x, &o->at, "the number does not fit into %u bits", size);
    return ex_const(b->p, size, o->imm);
}

static void no_label(builder *b, const operand *o)
{
    if (o->kind == OPD_LABEL)
        lex_fail(&b->s->x, &o->at,
                 "there is no cell, register or constant %.*s; declare it with shared or local",
                 (int)o->at.n, o->at.at);
}

static bool writable(const operand *o)
{
    return o->kind == OPD_REG || o->kind == OPD_MEM;
}

static void two_memory(builder *b, const operand *x, const operand *y)
{
    if (x->kind == OPD_MEM && y->kind == OPD_MEM)
        wrong(b, y, "an instruction has at most one operand in memory");
}

/* The value of an operand that is only read. */
static expr get(builder *b, const operand *o, u32 size)
{
    place at;
    expr value;

    no_label(b, o);
    if (o->kind == OPD_IMM)
        return immediate(b, o, size);
    if (o->kind == OPD_REG)
        return get_register(b, o->reg, size, o->high);
    at = find_place(b, o, size);
    touch(b, &at, true, false);
    value = load(b, &at);
    vec_free(&at.spots);
    return value;
}

static void put(builder *b, const operand *o, expr value)
{
    place at;

    if (o->kind == OPD_REG) {
        set_register(b, o->reg, value, o->high);
        return;
    }
    at = find_place(b, o, width_of(b->p, value));
    touch(b, &at, false, true);
    store(b, &at, value);
    vec_free(&at.spots);
}

static u32 temporary(parser *s)
{
    if (s->p->temp == NO_VAR)
        s->p->temp = casm_add_var(s->c, "temp", 64, (int)s->self, VAR_TEMP);
    return s->p->temp;
}

/* The first of two accesses becomes an instruction of its own. */
static expr read_apart(builder *b, const operand *o, u32 size)
{
    u32 temp = temporary(b->s);
    expr value = get(b, o, size);

    set_var(b, temp, ex_zext(b->p, value, 64));
    b->now.flags |= INSN_HALF;
    end(b);
    begin(b);
    return ex_zext(b->p, ex_var(b->p, 64, temp), size);
}

/* The value of an operand that is written afterwards. */
static expr get_to_change(builder *b, const operand *o, u32 size)
{
    place at;
    bool shared;

    if (!writable(o))
        wrong(b, o, "this operand cannot be written");
    if (o->kind != OPD_MEM) {
        if (b->lock)
            wrong(b, o, "lock needs an operand in memory here");
        return get(b, o, size);
    }
    at = find_place(b, o, size);
    shared = at.shared;
    vec_free(&at.spots);
    b->now.checks.n = 0;
    if (shared && b->s->split && !b->lock)
        return read_apart(b, o, size);
    if (shared && b->lock)
        b->now.flags |= INSN_LOCKED;
    return get(b, o, size);
}

/* Forms. */

static void form_move(builder *b, const operand *ops)
{
    two_memory(b, &ops[0], &ops[1]);
    if (!writable(&ops[0]))
        no_label(b, &ops[0]), wrong(b, &ops[0], "this operand cannot be written");
    put(b, &ops[0], get(b, &ops[1], common_size(b, &ops[0], &ops[1])));
}

static void form_binary(builder *b, const row *r, const operand *ops)
{
    u32 size;
    bool writes = r->form == ARITH || r->form == LOGIC;
    expr x, y, value;

    no_label(b, &ops[0]);
    two_memory(b, &ops[0], &ops[1]);
    size = common_size(b, &ops[0], &ops[1]);
    x = writes ? get_to_change(b, &ops[0], size) : get(b, &ops[0], size);
    y = get(b, &ops[1], size);
    value = ex_binary(b->p, (expr_op)r->op, x, y);
    if (r->form == LOGIC || r->form == TEST)
        logic_flags(b, value);
    else
        arithmetic_flags(b, (expr_op)r->op, x, y, value);
    if (writes)
        put(b, &ops[0], value);
}

static void form_step(builder *b, const row *r, const operand *ops)
{
    u32 size = common_size(b, &ops[0], NULL);
    expr x = get_to_change(b, &ops[0], size), one = ex_const(b->p, size, 1),
         value = ex_binary(b->p, (expr_op)r->op, x, one);

    arithmetic_flags(b, (expr_op)r->op, x, one, value);
    b->flags[FLAG_CF] = 0;
    put(b, &ops[0], value);
}

static void form_not(builder *b, const operand *ops)
{
    u32 size = common_size(b, &ops[0], NULL);

    put(b, &ops[0], ex_not(b->p, get_to_change(b, &ops[0], size)));
}

static void form_neg(builder *b, const operand *ops)
{
    u32 size = common_size(b, &ops[0], NULL);
    expr x = get_to_change(b, &ops[0], size), zero = ex_const(b->p, size, 0),
         value = ex_binary(b->p, EX_SUB, zero, x);

    arithmetic_flags(b, EX_SUB, zero, x, value);
    put(b, &ops[0], value);
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
        return bit(
            b, ex_binary(p, EX_SHR, x, ex_binary(p, EX_SUB, ex_const(p, width, width), count)), 0);
    return bit(b, shifted(p, op, x, ex_binary(p, EX_SUB, count, one)), 0);
}

/* OF of a shift by one. */
static expr shift_overflow(builder *b, u32 op, expr x, expr value)
{
    if (op == EX_SHL)
        return ex_binary(b->p, EX_XOR, top_bit(b, value), top_bit(b, x));
    return op == EX_SHR ? top_bit(b, x) : ex_const(b->p, 1, 0);
}

/* A count of 0 leaves all flags as they are. */
static void form_shift(builder *b, const row *r, const operand *ops, u32 n)
{
    pool *p = b->p;
    operand one = {.kind = OPD_IMM, .imm = 1};
    const operand *by = n == 2 ? &ops[1] : &one;
    u32 size = common_size(b, &ops[0], NULL);
    expr x, count, value, some, single, out, beyond;

    if (by->kind == OPD_MEM || by->kind == OPD_LABEL ||
        (by->kind == OPD_REG && (by->reg != 1 || by->size != 8 || by->high)))
        wrong(b, by, "a shift is by a number or by cl");
    if (!standard(size))
        wrong(b, &ops[0], "shifts need an operand of 8, 16, 32 or 64 bits");
    x = get_to_change(b, &ops[0], size);
    count = ex_and(p, ex_zext(p, get(b, by, 8), size), ex_const(p, size, size == 64 ? 63 : 31));
    some = ex_truth(p, count);
    single = ex_binary(p, EX_EQ, count, ex_const(p, size, 1));
    value = shifted(p, r->op, x, count);
    result_flags(b, value);
    out = shifted_out(b, r->op, x, count);
    beyond = ex_binary(p, EX_ULT, ex_const(p, size, size), count);
    if (r->op != EX_SEXT && beyond != ex_const(p, 1, 0))
        out = ex_ite(p, beyond, undefined_bit(b, FLAG_CF), out);
    b->flags[FLAG_CF] = out;
    b->flags[FLAG_OF] = shift_overflow(b, r->op, x, value);
    if (single != ex_const(p, 1, 1))
        b->flags[FLAG_OF] = ex_ite(p, single, b->flags[FLAG_OF], undefined_bit(b, FLAG_OF));
    for (u32 i = 0; i < FLAGS; i++)
        b->flags[i] = ex_ite(p, some, b->flags[i], get_flag(b, i));
    put(b, &ops[0], value);
}

static void form_lea(builder *b, const operand *ops)
{
    if (ops[0].kind != OPD_REG || ops[0].size == 8)
        wrong(b, &ops[0], "lea writes a register of 16, 32 or 64 bits");
    if (ops[1].kind != OPD_MEM)
        wrong(b, &ops[1], "lea needs an address in brackets");
    put(b, &ops[0], ex_zext(b->p, address(b, &ops[1]), ops[0].size));
}

static void form_extend(builder *b, const row *r, const operand *ops)
{
    u32 from;
    expr value;

    no_label(b, &ops[1]);
    from = own_size(b, &ops[1]) ? own_size(b, &ops[1]) : odd_size(b, &ops[1]);
    if (ops[0].kind != OPD_REG || ops[1].kind == OPD_IMM)
        wrong(b, NULL, "this needs a register and a register or cell");
    if (!from || from >= ops[0].size)
        wrong(b, &ops[1],
              from ? "the source is not smaller than the register"
                   : "the size is not known; write byte, word or dword before it");
    value = get(b, &ops[1], from);
    put(b, &ops[0],
        r->op == EX_SEXT ? ex_sext(b->p, value, ops[0].size) : ex_zext(b->p, value, ops[0].size));
}

static void form_widen(builder *b, u32 size)
{
    set_register(b, 0, ex_sext(b->p, get_register(b, 0, size / 2, false), size), false);
}

static void form_exchange(builder *b, const operand *ops)
{
    u32 size;
    expr x, y;

    two_memory(b, &ops[0], &ops[1]);
    if (!writable(&ops[0]) || !writable(&ops[1]))
        wrong(b, NULL, "xchg needs two registers, or one and a cell");
    size = common_size(b, &ops[0], &ops[1]);
    b->lock = ops[0].kind == OPD_MEM || ops[1].kind == OPD_MEM;
    x = ops[0].kind == OPD_MEM ? get_to_change(b, &ops[0], size) : get(b, &ops[0], size);
    y = ops[1].kind == OPD_MEM ? get_to_change(b, &ops[1], size) : get(b, &ops[1], size);
    put(b, &ops[0], y);
    put(b, &ops[1], x);
}

/* The accumulator is compared; the destination is written either way. */
static void form_cmpxchg(builder *b, const operand *ops)
{
    pool *p = b->p;
    u32 size = common_size(b, &ops[0], &ops[1]);
    expr x, acc, same;

    if (ops[1].kind != OPD_REG)
        wrong(b, &ops[1], "the second operand of cmpxchg is a register");
    x = get_to_change(b, &ops[0], size);
    acc = get_register(b, 0, size, false);
    arithmetic_flags(b, EX_SUB, acc, x, ex_binary(p, EX_SUB, acc, x));
    same = ex_binary(p, EX_EQ, acc, x);
    put(b, &ops[0], ex_ite(p, same, get(b, &ops[1], size), x));
    if (ops[0].kind == OPD_REG) /* a register that is not exchanged keeps its upper half, too */
        b->regs[ops[0].reg] = ex_ite(p, same, b->regs[ops[0].reg], full_register(b, ops[0].reg));
    if (size == 32) /* the upper half is cleared only where the accumulator is loaded */
        b->regs[0] =
            ex_ite(p, same, b->regs[0] ? b->regs[0] : full_register(b, 0), ex_zext(p, x, 64));
    else
        set_register(b, 0, ex_ite(p, same, b->regs[0] ? ex_cut(p, b->regs[0], 0, size) : acc, x),
                     false);
}

/* edx:eax, or rdx:rax, against two neighbouring cells. */
static void form_cmpxchg2(builder *b, u32 size, const operand *ops)
{
    pool *p = b->p;
    operand low = ops[0], high = ops[0];
    expr x, y, same;

    if (ops[0].kind != OPD_MEM)
        wrong(b, &ops[0], "this needs an operand in memory");
    if (!b->lock && b->s->split)
        wrong(b, NULL,
              "without lock this is no single access on several processors; write lock before it");
    low.size = high.size = size;
    high.disp += size / 8;
    b->now.flags |= INSN_LOCKED;
    x = get(b, &low, size);
    y = get(b, &high, size);
    same = ex_and(p, ex_binary(p, EX_EQ, get_register(b, 0, size, false), x),
                  ex_binary(p, EX_EQ, get_register(b, 2, size, false), y));
    b->flags[FLAG_ZF] = same;
    put(b, &low, ex_ite(p, same, get_register(b, 3, size, false), x));
    put(b, &high, ex_ite(p, same, get_register(b, 1, size, false), y));
    b->regs[0] = ex_ite(p, same, full_register(b, 0), ex_zext(p, x, 64));
    b->regs[2] = ex_ite(p, same, full_register(b, 2), ex_zext(p, y, 64));
}

static void form_xadd(builder *b, const operand *ops)
{
    u32 size = common_size(b, &ops[0], &ops[1]);
    expr x, y, sum;

    if (ops[1].kind != OPD_REG)
        wrong(b, &ops[1], "the second operand of xadd is a register");
    x = get_to_change(b, &ops[0], size);
    y = get(b, &ops[1], size);
    sum = ex_binary(b->p, EX_ADD, x, y);
    arithmetic_flags(b, EX_ADD, x, y, sum);
    put(b, &ops[1], x);
    put(b, &ops[0], sum);
}

/* Only CF is defined; ZF stays. */
static void form_bit(builder *b, const row *r, const operand *ops)
{
    pool *p = b->p;
    u32 size = common_size(b, &ops[0], ops[1].kind == OPD_REG ? &ops[1] : NULL);
    bool writes = r->op != EX_CONST;
    expr x, at, mask;

    if (ops[0].kind == OPD_MEM && ops[1].kind == OPD_REG)
        wrong(b, &ops[1],
              "a bit in memory by a register's number may lie outside the cell; use a number");
    if (ops[1].kind != OPD_REG && ops[1].kind != OPD_IMM)
        wrong(b, &ops[1], "a bit is named by a number or a register");
    if (size == 8 || !standard(size))
        wrong(b, &ops[0], "this needs an operand of 16, 32 or 64 bits");
    x = writes ? get_to_change(b, &ops[0], size) : get(b, &ops[0], size);
    at = ex_and(p, get(b, &ops[1], size), ex_const(p, size, size - 1));
    mask = ex_binary(p, EX_SHL, ex_const(p, size, 1), at);
    b->flags[FLAG_CF] = ex_truth(p, ex_and(p, x, mask));
    b->flags[FLAG_OF] = undefined_bit(b, FLAG_OF);
    b->flags[FLAG_SF] = undefined_bit(b, FLAG_SF);
    b->flags[FLAG_PF] = undefined_bit(b, FLAG_PF);
    if (writes)
        put(b, &ops[0],
            r->op == EX_OR    ? ex_or(p, x, mask)
            : r->op == EX_AND ? ex_and(p, x, ex_not(p, mask))
                              : ex_binary(p, EX_XOR, x, mask));
}

static void form_jump(builder *b, const operand *ops, expr when)
{
    if (ops[0].kind != OPD_LABEL)
        wrong(b, &ops[0], "a jump needs a label of this process");
    b->to.label = ops[0].at;
    b->to.when = when;
}

static void form_set(builder *b, const operand *ops, u32 code)
{
    u32 size = own_size(b, &ops[0]) ? own_size(b, &ops[0]) : odd_size(b, &ops[0]);

    if (!writable(&ops[0]) || size > 8)
        wrong(b, &ops[0], "this needs a register or cell of 8 bits");
    put(b, &ops[0], ex_zext(b->p, condition(b, code), size));
}

static void form_move_if(builder *b, const operand *ops, u32 code)
{
    u32 size = common_size(b, &ops[0], &ops[1]);

    if (ops[0].kind != OPD_REG || ops[1].kind == OPD_IMM || size == 8)
        wrong(b, NULL, "cmov needs a register and a register or cell of 16, 32 or 64 bits");
    put(b, &ops[0], ex_ite(b->p, condition(b, code), get(b, &ops[1], size), get(b, &ops[0], size)));
}

/* The stack. */

static operand stack_operand(const builder *b, i64 disp)
{
    return (operand){.kind = OPD_MEM,
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
    set_register(b, STACK,
                 ex_binary(b->p, EX_ADD, full_register(b, STACK), ex_const(b->p, 64, (u64)by)),
                 false);
}

static void push_value(builder *b, expr value)
{
    operand top = stack_operand(b, -8);

    put(b, &top, value);
    move_stack(b, -8);
}

static expr pop_value(builder *b)
{
    operand top = stack_operand(b, 0);
    expr value = get(b, &top, 64);

    move_stack(b, 8);
    return value;
}

static void form_push(builder *b, const operand *ops)
{
    u32 size = ops[0].kind == OPD_IMM ? 64 : common_size(b, &ops[0], NULL);

    if (size != 64)
        wrong(b, &ops[0], "push and pop have operands of 64 bits");
    push_value(b, get(b, &ops[0], 64));
}

/* An address with rsp is that after the word was taken off. */
static void form_pop(builder *b, const operand *ops)
{
    operand to = ops[0];
    expr value;

    if (!writable(&to) || common_size(b, &to, NULL) != 64)
        wrong(b, &to, "push and pop have operands of 64 bits");
    if (to.kind == OPD_MEM && to.base == STACK)
        to.disp += 8;
    value = pop_value(b);
    put(b, &to, value);
}

static void form_call(builder *b, const operand *ops)
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
    operand frame = {.kind = OPD_MEM,
                     .at = b->at,
                     .size = 64,
                     .symbol = -1,
                     .base = BASE,
                     .index = -1,
                     .scale = 1,
                     .address_size = 64};
    expr base = full_register(b, BASE);

    set_register(b, BASE, get(b, &frame, 64), false);
    set_register(b, STACK, ex_binary(b->p, EX_ADD, base, ex_const(b->p, 64, 8)), false);
}

/* What tells tasks and searches apart from processors. */

static void form_sleep(builder *b)
{
    u32 own = b->s->p->token, tokens = b->s->c->vars.at[own].array,
        at = own - b->s->c->arrays.at[tokens].first;

    b->now.flags |= INSN_GLOBAL | INSN_SLEEP;
    b->now.guard = ex_var(b->p, 1, own);
    vec_push(&b->now.sets, (assign){.array = tokens, .at = at, .value = ex_const(b->p, 1, 0)});
    vec_push(&b->now.touches, (footprint){tokens, 0, at, true, true});
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
        need(b, ex_binary(b->p, EX_ULT, set.index, ex_const(b->p, 64, k->n)), ERR_OUT_OF_BOUNDS,
             keep_message(s->c, "wake: there are %u copies of %s, from 0 on", k->n, k->name));
    } else if (k->n > 1) {
        lex_fail(&s->x, &name, "there are %u copies of %s; say which: wake %s[0]", k->n, k->name,
                 k->name);
    }
    if (k->n > 1)
        s->c->apart = true;
    b->now.flags |= INSN_GLOBAL | INSN_WAKE;
    vec_push(&b->now.sets, set);
    vec_push(&b->now.touches, (footprint){set.array, set.index, set.at, false, true});
}

/* The shared cells that an expression reads. */
static void touch_reads(builder *b, expr e)
{
    const casm *c = b->s->c;
    expr_list all = {0};

    ex_collect(b->p, &all, &e, 1);
    for (u32 i = 0; i < all.n; i++) {
        const node *n = node_at(b->p, all.at[i]);
        bool load = n->op == EX_LOAD;
        int owner = n->op == EX_VAR ? c->vars.at[n->extra].owner
                    : load          ? c->arrays.at[n->extra].owner
                                    : (int)b->s->self;
        u32 a = load ? n->extra : n->op == EX_VAR ? c->vars.at[n->extra].array : 0;

        if (owner == SHARED)
            vec_push(&b->now.touches,
                     (footprint){a, load ? n->a : 0, load ? 0 : n->extra - c->arrays.at[a].first,
                                 true, false});
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
    need(b, holds, ERR_ASSERTION,
         keep_message(b->s->c, "assertion failed: %.*s", (int)(stop - start), start));
}

/* `choose eax, 3` is 0 to 2, `choose eax, 1..3` what it says. */
static void form_choose(builder *b)
{
    operand to = parse_operand(b->s);
    u32 size = common_size(b, &to, NULL);
    i64 low = 0, high;
    token at;

    if (!writable(&to))
        wrong(b, &to, "this operand cannot be written");
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
    put(b, &to,
        ex_binary(b->p, EX_ADD, ex_zext(b->p, ex_choice(b->p), size),
                  ex_const(b->p, size, (u64)low)));
}

static bool may_lock(const row *r, const operand *ops)
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
    default:
        return 0;
    }
}

static void make(builder *b, const row *r, operand *ops, u32 n)
{
    switch (r->form) {
    case MOVE:
        form_move(b, ops);
        break;
    case ARITH:
    case LOGIC:
    case TEST:
    case COMPARE:
        form_binary(b, r, ops);
        break;
    case STEP:
        form_step(b, r, ops);
        break;
    case NOT:
        form_not(b, ops);
        break;
    case NEG:
        form_neg(b, ops);
        break;
    case SHIFT:
        form_shift(b, r, ops, n);
        break;
    case LEA:
        form_lea(b, ops);
        break;
    case EXTEND:
        form_extend(b, r, ops);
        break;
    case WIDEN:
        form_widen(b, r->op);
        break;
    case EXCHANGE:
        form_exchange(b, ops);
        break;
    case CMPXCHG:
        form_cmpxchg(b, ops);
        break;
    case CMPXCHG2:
        form_cmpxchg2(b, r->op, ops);
        break;
    case XADD:
        form_xadd(b, ops);
        break;
    case BIT:
        form_bit(b, r, ops);
        break;
    case JUMP:
        form_jump(b, ops, 0);
        break;
    case JUMP_IF:
        form_jump(b, ops, condition(b, r->op));
        break;
    case SET_IF:
        form_set(b, ops, r->op);
        break;
    case MOVE_IF:
        form_move_if(b, ops, r->op);
        break;
    case PUSH:
        form_push(b, ops);
        break;
    case POP:
        form_pop(b, ops);
        break;
    case CALL:
        form_call(b, ops);
        break;
    case RET:
        form_ret(b);
        break;
    case LEAVE:
        form_leave(b);
        break;
    case HALT:
        b->now.flags |= INSN_END;
        b->now.guard = ex_const(b->p, 1, 0);
        break;
    case SLEEP:
        form_sleep(b);
        break;
    case WAKE:
        form_wake(b);
        break;
    case ASSERT:
        form_assert(b);
        break;
    case CHOOSE:
        form_choose(b);
        break;
    case NOTHING:
        break;
    }
}

bool insn_special(const token *name)
{
    row r;

    return find_row(name->at, name->n, &r) &&
           (r.form == WAKE || r.form == ASSERT || r.form == CHOOSE);
}

/* Where the word `lock` before the mnemonic begins. */
static const char *prefix_before(const token *name)
{
    const char *at = name->at;

    while ((at[-1] | 32) != 'k')
        at--;
    return at - 4;
}

void insn_emit(parser *s, const token *name, bool lock, operand *ops, u32 n)
{
    builder b = {.s = s, .p = &s->c->pool, .at = *name, .lock = lock};
    row r;

    if (!find_row(name->at, name->n, &r))
        lex_fail(&s->x, name, "unknown mnemonic %.*s; docs/asm.md lists those that are known",
                 (int)name->n, name->at);
    operands(&b, ops, n, operand_count(&r, n));
    for (u32 i = 0; i < n && r.form != JUMP && r.form != JUMP_IF && r.form != CALL; i++)
        no_label(&b, &ops[i]);
    if (lock)
        b.lock_at = prefix_before(name);
    if (lock && !may_lock(&r, ops))
        lex_fail(&s->x, name, "lock does not go with %.*s", (int)name->n, name->at);
    begin(&b);
    make(&b, &r, ops, n);
    end(&b);
}

/* Falling off the end, and the end itself. */
void insn_finish(parser *s)
{
    builder b = {.s = s, .p = &s->c->pool, .at = s->x.now};

    begin(&b);
    b.now.text = "end";
    b.now.flags |= INSN_END;
    b.now.guard = ex_const(b.p, 1, 0);
    end(&b);
}
