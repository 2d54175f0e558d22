/* What instructions are made of: registers and flags with their values before and after, addresses
 * and the cells they may lie in, operands that are read and written. */
#include "asm/insn_build.h"
#include "base/mutant.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

static u32 process_flag(parser *s, u32 flag)
{
    static const char *const names[FLAGS] = {"cf", "pf", "zf", "sf", "of"};

    if (s->p->flags[flag] == NO_VAR)
        s->p->flags[flag] = casm_add_var(s->c, names[flag], 1, (int)s->self, VAR_FLAG);
    return s->p->flags[flag];
}

expr insn_full_register(builder *b, u32 reg)
{
    return ex_var(b->p, 64, process_register(b->s, reg));
}

expr insn_get_register(builder *b, u32 reg, u32 size, bool high)
{
    return ex_cut(b->p, insn_full_register(b, reg), high ? 8 : 0, size);
}

/* `value` in the place of the bits [low, low + its width) of `whole`. */
static expr insert(pool *p, expr whole, expr value, expr low)
{
    u32 width = width_of(p, whole);
    expr mask = ex_zext(p, ex_const(p, width_of(p, value), UINT64_MAX), width);
    expr keep = ex_not(p, ex_binary(p, EX_SHL, mask, low));

    return ex_or(p, ex_and(p, whole, keep), ex_binary(p, EX_SHL, ex_zext(p, value, width), low));
}

void insn_set_register(builder *b, u32 reg, expr value, bool high)
{
    u32 width = width_of(b->p, value);
    expr old = b->regs[reg] ? b->regs[reg] : insn_full_register(b, reg);

    if (width >= 32)
        b->regs[reg] = ex_zext(b->p, value, 64);
    else
        b->regs[reg] = insert(b->p, old, value, ex_const(b->p, 64, high ? 8 : 0));
}

expr insn_get_flag(builder *b, u32 flag)
{
    return ex_var(b->p, 1, process_flag(b->s, flag));
}

expr insn_bit(builder *b, expr value, u32 at)
{
    return ex_cut(b->p, value, at, 1);
}

expr insn_top_bit(builder *b, expr value)
{
    return insn_bit(b, value, width_of(b->p, value) - 1);
}

/* A bit of the step's choice. */
expr insn_undefined_bit(builder *b, u32 flag)
{
    b->now.undefined |= 1u << flag;
    return insn_bit(b, ex_choice(b->p), b->bits++);
}

static expr even_parity(builder *b, expr value)
{
    expr low = ex_zext(b->p, value, 8), odd = insn_bit(b, low, 0);

    for (u32 i = 1; i < 8; i++)
        odd = ex_binary(b->p, EX_XOR, odd, insn_bit(b, low, i));
    return ex_not(b->p, odd);
}

/* ZF, SF and PF of a result. */
void insn_result_flags(builder *b, expr value)
{
    b->flags[FLAG_ZF] = ex_not(b->p, ex_truth(b->p, value));
    b->flags[FLAG_SF] = insn_top_bit(b, value);
    b->flags[FLAG_PF] = even_parity(b, value);
}

static expr overflow(builder *b, expr_op op, expr x, expr y, expr r)
{
    expr differ = ex_binary(b->p, EX_XOR, x, op == EX_ADD ? r : y);
    expr other = ex_binary(b->p, EX_XOR, op == EX_ADD ? y : x, r);

    return insn_top_bit(b, ex_and(b->p, differ, other));
}

void insn_arithmetic_flags(builder *b, expr_op op, expr x, expr y, expr r)
{
    insn_result_flags(b, r);
    b->flags[FLAG_CF] =
        op == EX_ADD ? ex_binary(b->p, EX_ULT, r, x) : ex_binary(b->p, EX_ULT, x, y);
    b->flags[FLAG_OF] = overflow(b, op, x, y, r);
}

void insn_logic_flags(builder *b, expr r)
{
    insn_result_flags(b, r);
    b->flags[FLAG_CF] = b->flags[FLAG_OF] = ex_const(b->p, 1, 0);
}

expr insn_condition(builder *b, u32 code)
{
    pool *p = b->p;
    expr less, c;

    switch (code >> 1) {
    case 0:
        c = insn_get_flag(b, FLAG_OF);
        break;
    case 1:
        c = insn_get_flag(b, FLAG_CF);
        break;
    case 2:
        c = insn_get_flag(b, FLAG_ZF);
        break;
    case 3:
        c = ex_or(p, insn_get_flag(b, FLAG_CF), insn_get_flag(b, FLAG_ZF));
        break;
    case 4:
        c = insn_get_flag(b, FLAG_SF);
        break;
    case 5:
        c = insn_get_flag(b, FLAG_PF);
        break;
    default:
        less = ex_binary(p, EX_XOR, insn_get_flag(b, FLAG_SF), insn_get_flag(b, FLAG_OF));
        c = code >> 1 == 6 ? less : ex_or(p, insn_get_flag(b, FLAG_ZF), less);
    }
    return code & 1 ? ex_not(p, c) : c;
}

/* Making and ending instructions. */

/* The statement as it stands in the source, without comments. */
static const char *statement(builder *b)
{
    const char *start = b->prefix_at ? b->prefix_at : b->at.at, *end = start;

    while (*end && !strchr(";\n}", *end) && !(end[0] == '/' && end[1] == '/') && *end != '#')
        end++;
    while (end > start && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    return keep_message(b->s->c, "%.*s", (int)(end - start), start);
}

void insn_begin(builder *b)
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

u32 insn_direction(parser *s)
{
    if (s->p->direction == NO_VAR)
        s->p->direction = casm_add_var(s->c, "df", 1, (int)s->self, VAR_FLAG);
    return s->p->direction;
}

void insn_set_var(builder *b, u32 v, expr value)
{
    vec_push(&b->now.sets, (assign){.array = b->s->c->vars.at[v].array, .value = value});
}

void insn_end(builder *b)
{
    for (u32 i = 0; i < 16; i++)
        if (b->regs[i])
            insn_set_var(b, process_register(b->s, i), b->regs[i]);
    for (u32 i = 0; i < FLAGS; i++)
        if (b->flags[i])
            insn_set_var(b, process_flag(b->s, i), b->flags[i]);
    if (b->lock && !MUTANT(TSO_LOCK)) /* also where the operand is local */
        b->now.flags |= INSN_DRAINS;
    if (b->bits)
        b->now.choices = 1u << b->bits;
    b->to.instr = b->s->p->code.n;
    vec_push(&b->s->jumps, b->to);
    vec_push(&b->s->p->code, b->now);
}

void insn_need(builder *b, expr holds, error_kind kind, const char *message)
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
    expr shift; /* bits to the part that is meant, as wide as the element; 0: the whole one */
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

expr insn_address(builder *b, const asm_operand *o)
{
    pool *p = b->p;
    u32 size = o->address_size ? o->address_size : 64;
    u64 disp = (u64)o->disp + (o->symbol >= 0 ? b->s->c->arrays.at[o->symbol].address : 0);
    expr sum = ex_const(p, size, disp);

    if (o->base >= 0)
        sum = ex_binary(p, EX_ADD, insn_get_register(b, (u32)o->base, size, false), sum);
    if (o->index >= 0)
        sum = ex_binary(p, EX_ADD, sum,
                        ex_binary(p, EX_SHL, insn_get_register(b, (u32)o->index, size, false),
                                  ex_const(p, size, log2_of(o->scale))));
    return ex_zext(p, sum, 64);
}

bool insn_standard(u32 width)
{
    return width == 8 || width == 16 || width == 32 || width == 64;
}

/* An access of so many bits is one of a part of the cell. */
static bool is_part(const array *a, u32 size)
{
    return insn_standard(a->width) && size < a->width;
}

static void refuse_size(builder *b, const asm_operand *o, const array *a, u32 size)
{
    if (insn_standard(a->width) && !a->stack && size > a->width)
        lex_fail(&b->s->x, &o->at, "%s has cells of %u bits, the access has %u", a->name, a->width,
                 size);
    if (is_part(a, size) && !a->stack && b->s->c->arch == ARCH_SMP)
        lex_fail(&b->s->x, &o->at,
                 "%s has cells of %u bits, the access has %u; on a common clock there are no "
                 "accesses of parts",
                 a->name, a->width, size);
}

/* A cell known by name: the array and element of the address. */
static void fixed_place(builder *b, const asm_operand *o, u32 size, place *out)
{
    const casm *c = b->s->c;
    u64 at = c->arrays.at[o->symbol].address + (u64)o->disp, low;

    for (u32 i = 0; i < c->arrays.n; i++) {
        const array *a = &c->arrays.at[i];

        if (!a->stride || (a->owner != SHARED && a->owner != (int)b->s->self) || at < a->address ||
            at >= a->address + (u64)a->n * a->stride ||
            (!is_part(a, size) && (at - a->address) % a->stride))
            continue;
        refuse_size(b, o, a, size);
        low = 8 * ((at - a->address) % a->stride);
        if (low + size > a->width && insn_standard(a->width))
            lex_fail(&b->s->x, &o->at, "this access of %u bits leaves the cell of %s", size,
                     a->name);
        out->shared = a->owner == SHARED;
        vec_push(&out->spots,
                 (spot){.array = i,
                        .at = (u32)((at - a->address) / a->stride),
                        .shift = is_part(a, size) ? ex_const(b->p, a->width, low) : 0});
        return;
    }
    lex_fail(&b->s->x, &o->at, "this address lies in no declared cell");
}

static bool candidate(const builder *b, const asm_operand *o, u32 i, u32 size)
{
    const array *a = &b->s->c->arrays.at[i];
    bool stack_only = o->base == STACK;

    if (!a->stride || (a->owner != SHARED && a->owner != (int)b->s->self) ||
        (stack_only && !a->stack))
        return false;
    if (o->symbol >= 0)
        return (u32)o->symbol == i;
    return a->stack || a->width == size || (is_part(a, size) && b->s->c->arch != ARCH_SMP);
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

    if (is_part(a, size)) {
        inside = ex_and(p, inside,
                        ex_binary(p, EX_ULT, low, ex_const(p, 64, (u64)(a->width - size) / 8 + 1)));
        s.shift = ex_zext(p, ex_binary(p, EX_SHL, low, ex_const(p, 64, 3)), a->width);
    } else {
        inside = ex_and(p, inside, ex_not(p, ex_truth(p, low)));
    }
    s.index = ex_ite(p, inside, ex_binary(p, EX_SHR, from, ex_const(p, 64, log2_of(a->stride))),
                     ex_const(p, 64, a->n));
    out->shared |= a->owner == SHARED;
    vec_push(&out->spots, s);
    return inside;
}

static void computed_place(builder *b, const asm_operand *o, u32 size, place *out)
{
    expr at = insn_address(b, o), inside = ex_const(b->p, 1, 0);

    for (u32 i = 0; i < b->s->c->arrays.n; i++)
        if (candidate(b, o, i, size))
            inside = ex_or(b->p, inside, add_spot(b, out, i, at, size));
    if (!out->spots.n)
        lex_fail(&b->s->x, &o->at, "there is no cell of %u bits that this address could lie in%s",
                 size,
                 o->base == STACK ? "; give the process a stack: process P stack 8 { ... }" : "");
    insn_need(b, inside, ERR_OUT_OF_BOUNDS,
              keep_message(b->s->c, "%.*s lies in no declared cell of %u bits%s",
                           (int)strcspn(o->at.at, "],;\n") + 1, o->at.at, size,
                           b->s->c->arch != ARCH_SMP && size < 64 ? " or more" : ""));
}

static place find_place(builder *b, const asm_operand *o, u32 size)
{
    place out = {.size = size};

    if (o->symbol >= 0)
        refuse_size(b, o, &b->s->c->arrays.at[o->symbol], size);
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
            vec_push(&b->now.touches, (footprint){.array = s->array,
                                                  .index = s->index,
                                                  .at = s->at,
                                                  .reads = reads,
                                                  .writes = writes,
                                                  .low = s->shift,
                                                  .bits = at->size});
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

        vec_push(&b->now.sets, (assign){.array = s->array,
                                        .index = s->index,
                                        .at = s->at,
                                        .value = v,
                                        .part = s->shift ? value : 0,
                                        .low = s->shift});
    }
}

/* Operands. */

_Noreturn void insn_wrong(builder *b, const asm_operand *o, const char *what)
{
    lex_fail(&b->s->x, o ? &o->at : &b->at, "%s", what);
}

void insn_operands(builder *b, const asm_operand *ops, u32 n, u32 wanted)
{
    if (n != wanted)
        lex_fail(&b->s->x, n > wanted ? &ops[wanted].at : &b->at,
                 "%.*s takes %u operand%s, here are %u", (int)b->at.n, b->at.at, wanted,
                 wanted == 1 ? "" : "s", n);
}

u32 insn_own_size(const builder *b, const asm_operand *o)
{
    u32 width;

    if (o->kind == OPD_REG)
        return o->size;
    if (o->kind != OPD_MEM)
        return 0;
    if (o->size)
        return o->size;
    width = o->symbol >= 0 ? b->s->c->arrays.at[o->symbol].width : 0;
    return insn_standard(width) ? width : 0;
}

/* The width of a cell that is none of a register's: an access without other size has it. */
u32 insn_odd_size(const builder *b, const asm_operand *o)
{
    return o->kind == OPD_MEM && o->symbol >= 0 ? b->s->c->arrays.at[o->symbol].width : 0;
}

/* The size of an operation on one or two operands. */
u32 insn_common_size(builder *b, const asm_operand *x, const asm_operand *y)
{
    u32 a = insn_own_size(b, x), c = y ? insn_own_size(b, y) : 0, size = a ? a : c;

    if (a && c && a != c)
        lex_fail(&b->s->x, &y->at, "operands of %u and %u bits", a, c);
    if (!size)
        size = insn_odd_size(b, x) ? insn_odd_size(b, x) : y ? insn_odd_size(b, y) : 0;
    if (!size)
        insn_wrong(b, x, "the size is not known; write byte, word, dword or qword before it");
    if (size > 64)
        insn_wrong(b, x, "an access of more than 64 bits; only cmpxchg16b has one");
    return size;
}

static bool fits(u64 imm, u32 size)
{
    u64 high = size >= 64 ? 0 : imm >> (size - 1);

    return size >= 64 || imm <= width_mask(size) || high == UINT64_MAX >> (size - 1);
}

static expr immediate(builder *b, const asm_operand *o, u32 size)
{
    if (!fits(o->imm, size))
        lex_fail(&b->s->x, &o->at, "the number does not fit into %u bits", size);
    return ex_const(b->p, size, o->imm);
}

void insn_no_label(builder *b, const asm_operand *o)
{
    if (o->kind == OPD_LABEL)
        lex_fail(&b->s->x, &o->at,
                 "there is no cell, register or constant %.*s; declare it with shared or local",
                 (int)o->at.n, o->at.at);
}

bool insn_writable(const asm_operand *o)
{
    return o->kind == OPD_REG || o->kind == OPD_MEM;
}

void insn_two_memory(builder *b, const asm_operand *x, const asm_operand *y)
{
    if (x->kind == OPD_MEM && y->kind == OPD_MEM)
        insn_wrong(b, y, "an instruction has at most one operand in memory");
}

/* The value of an operand that is only read. */
expr insn_get(builder *b, const asm_operand *o, u32 size)
{
    place at;
    expr value;

    insn_no_label(b, o);
    if (o->kind == OPD_IMM)
        return immediate(b, o, size);
    if (o->kind == OPD_REG)
        return insn_get_register(b, o->reg, size, o->high);
    at = find_place(b, o, size);
    touch(b, &at, true, false);
    value = load(b, &at);
    vec_free(&at.spots);
    return value;
}

void insn_put(builder *b, const asm_operand *o, expr value)
{
    place at;

    if (o->kind == OPD_REG) {
        insn_set_register(b, o->reg, value, o->high);
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
expr insn_read_apart(builder *b, const asm_operand *o, u32 size)
{
    u32 temp = temporary(b->s);
    expr value = insn_get(b, o, size);

    insn_set_var(b, temp, ex_zext(b->p, value, 64));
    b->now.flags |= INSN_HALF;
    insn_end(b);
    insn_begin(b);
    return ex_zext(b->p, ex_var(b->p, 64, temp), size);
}

/* The value of an operand that is written afterwards. */
expr insn_get_to_change(builder *b, const asm_operand *o, u32 size)
{
    place at;
    bool shared;

    if (!insn_writable(o))
        insn_wrong(b, o, "this operand cannot be written");
    if (o->kind != OPD_MEM) {
        if (b->lock)
            insn_wrong(b, o, "lock needs an operand in memory here");
        return insn_get(b, o, size);
    }
    at = find_place(b, o, size);
    shared = at.shared;
    vec_free(&at.spots);
    b->now.checks.n = 0;
    if (shared && b->s->split && !b->lock)
        return insn_read_apart(b, o, size);
    if (shared && b->lock)
        b->now.flags |= INSN_LOCKED;
    return insn_get(b, o, size);
}
