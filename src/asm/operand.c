/* Operands in Intel syntax: registers, numbers, `[base + index * scale + disp]`, cells by name.
 * The paper's `[1]` is a cell that is declared by its number. */
#include "asm/parse.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *const old_names[8] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};
static const char *const low_names[8] = {"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"};
static const char *const high_names[4] = {"ah", "ch", "dh", "bh"};

static bool is_word(const char *s, u32 n, const char *word)
{
    return strlen(word) == n && strncasecmp(s, word, n) == 0;
}

static bool found(asm_operand *out, u32 reg, u32 size)
{
    out->kind = OPD_REG;
    out->reg = reg;
    out->size = size;
    return true;
}

/* r8 to r15, with d, w or b for a part. */
static bool new_register(const char *s, u32 n, asm_operand *out)
{
    u32 reg = 0, i = 1;

    if (n < 2 || (s[0] | 32) != 'r' || s[1] < '0' || s[1] > '9')
        return false;
    while (i < n && s[i] >= '0' && s[i] <= '9')
        reg = reg * 10 + (u32)(s[i++] - '0');
    if (reg < 8 || reg > 15 || i + 1 < n || s[1] == '0')
        return false;
    if (i == n)
        return found(out, reg, 64);
    switch (s[i] | 32) {
    case 'd':
        return found(out, reg, 32);
    case 'w':
        return found(out, reg, 16);
    case 'b':
        return found(out, reg, 8);
    default:
        return false;
    }
}

bool register_named(const char *s, u32 n, asm_operand *out)
{
    for (u32 i = 0; i < 8; i++) {
        if (is_word(s, n, old_names[i]))
            return found(out, i, 16);
        if (is_word(s, n, low_names[i]))
            return found(out, i, 8);
        if (n == 3 && ((s[0] | 32) == 'e' || (s[0] | 32) == 'r') &&
            is_word(s + 1, n - 1, old_names[i]))
            return found(out, i, (s[0] | 32) == 'e' ? 32 : 64);
    }
    for (u32 i = 0; i < 4; i++) {
        if (is_word(s, n, high_names[i])) {
            out->high = true;
            return found(out, i, 8);
        }
    }
    return new_register(s, n, out);
}

static u32 size_word(const lexer *x)
{
    static const struct {
        const char *name;
        u32 size;
    } sizes[] = {{"byte", 8}, {"word", 16}, {"dword", 32}, {"qword", 64}, {"xmmword", 128}};

    for (u32 i = 0; i < LENGTH(sizes); i++)
        if (x->now.kind == TOK_NAME && is_word(x->now.at, x->now.n, sizes[i].name))
            return sizes[i].size;
    return 0;
}

static bool name_is(const lexer *x, const char *word)
{
    return x->now.kind == TOK_NAME && is_word(x->now.at, x->now.n, word);
}

static void add_register(parser *s, asm_operand *o, const asm_operand *reg, u32 scale)
{
    if (reg->size != 32 && reg->size != 64)
        lex_fail(&s->x, &s->x.now, "an address is made of 32-bit or 64-bit registers");
    if (o->address_size && o->address_size != reg->size)
        lex_fail(&s->x, &s->x.now, "the registers of an address have different sizes");
    o->address_size = reg->size;
    if (scale == 1 && o->base < 0) {
        o->base = (int)reg->reg;
    } else if (o->index < 0) {
        o->index = (int)reg->reg;
        o->scale = scale;
    } else {
        lex_fail(&s->x, &s->x.now, "an address has at most two registers");
    }
}

static u32 scale_of(parser *s, u64 value)
{
    if (value != 1 && value != 2 && value != 4 && value != 8)
        lex_fail(&s->x, &s->x.now, "a register in an address is multiplied by 1, 2, 4 or 8");
    return (u32)value;
}

static void register_term(parser *s, asm_operand *o, bool minus, const asm_operand *reg)
{
    u32 scale = 1;

    if (minus)
        lex_fail(&s->x, &s->x.now, "a register cannot be subtracted in an address");
    lex_next(&s->x);
    if (lex_take(&s->x, "*")) {
        scale = scale_of(s, s->x.now.value);
        lex_next(&s->x);
    }
    add_register(s, o, reg, scale);
}

static void number_term(parser *s, asm_operand *o, bool minus)
{
    i64 value = (i64)s->x.now.value;
    asm_operand reg = {0};

    if (s->x.now.kind == TOK_NAME && !find_constant(s, &s->x.now, &value))
        lex_fail(&s->x, &s->x.now,
                 "there is no cell, register or constant %.*s; declare it with shared or local",
                 (int)s->x.now.n, s->x.now.at);
    if (s->x.now.kind != TOK_NAME && s->x.now.kind != TOK_NUMBER)
        lex_fail(&s->x, &s->x.now, "a cell, a register or a number is expected here");
    lex_next(&s->x);
    if (!lex_take(&s->x, "*")) {
        o->disp += minus ? -value : value;
        return;
    }
    if (s->x.now.kind == TOK_NAME && register_named(s->x.now.at, s->x.now.n, &reg)) {
        lex_next(&s->x);
        add_register(s, o, &reg, scale_of(s, (u64)value));
        return;
    }
    value *= parse_constant(s);
    o->disp += minus ? -value : value;
}

/* A name that is nothing else, where labels may be meant. */
static bool at_table(const parser *s)
{
    i64 value;

    return s->target && s->x.now.kind == TOK_NAME && !find_constant(s, &s->x.now, &value);
}

static void address_term(parser *s, asm_operand *o, bool minus)
{
    lexer *x = &s->x;
    asm_operand reg = {0};
    int symbol;

    if (name_is(x, "rip")) {
        lex_next(x);
        return;
    }
    if (x->now.kind == TOK_NAME && register_named(x->now.at, x->now.n, &reg)) {
        register_term(s, o, minus, &reg);
        return;
    }
    symbol = x->now.kind == TOK_NAME ? find_array(s, &x->now, (int)s->self) : -1;
    if (symbol < 0 && at_table(s) && !o->table.kind && !minus) {
        o->table = x->now;
        lex_next(x);
        return;
    }
    if (symbol < 0) {
        number_term(s, o, minus);
        return;
    }
    if (o->symbol >= 0 || minus)
        lex_fail(x, &x->now, "an address has at most one cell");
    o->symbol = symbol;
    lex_next(x);
}

/* What stands between brackets. */
static void parse_address(parser *s, asm_operand *o)
{
    bool minus = lex_take(&s->x, "-");
    u32 terms = 0;

    do {
        if (terms++)
            minus = lex_is(&s->x, "-"), lex_next(&s->x);
        address_term(s, o, minus);
    } while (lex_is(&s->x, "+") || lex_is(&s->x, "-"));
    lex_expect(&s->x, "]");
}

/* `[1]`: a cell that was declared by its number. */
static bool numbered_cell(parser *s, asm_operand *o)
{
    char name[32];
    int n = snprintf(name, sizeof name, "[%lld]", (long long)o->disp), symbol;

    if (o->symbol >= 0 || o->base >= 0 || o->index >= 0)
        return false;
    symbol = find_array_named(s->c, name, (u32)n, SHARED);
    if (symbol < 0)
        lex_fail(&s->x, &o->at,
                 "the cell %s is not declared; write shared %s = 0; before the processes", name,
                 name);
    o->symbol = symbol;
    o->disp = 0;
    return true;
}

static asm_operand parse_memory(parser *s, u32 size)
{
    asm_operand o = {.kind = OPD_MEM,
                     .at = s->x.now,
                     .size = size,
                     .symbol = -1,
                     .base = -1,
                     .index = -1,
                     .scale = 1};

    lex_next(&s->x); /* [ */
    parse_address(s, &o);
    if (!o.table.kind)
        numbered_cell(s, &o);
    if (s->nbinds && o.symbol < 0 && !o.table.kind)
        lex_fail(&s->x, &o.at,
                 "an address needs the name of a cell here: addresses are not the same "
                 "for every copy");
    return o;
}

/* `x`, `x[rip]`, `x+8[rip]`, `x[0+rax*4]`. */
static asm_operand parse_cell(parser *s, u32 size, int symbol)
{
    asm_operand o = {.kind = OPD_MEM,
                     .at = s->x.now,
                     .size = size,
                     .symbol = symbol,
                     .base = -1,
                     .index = -1,
                     .scale = 1};

    lex_next(&s->x);
    while (lex_is(&s->x, "+") || lex_is(&s->x, "-")) {
        bool minus = lex_is(&s->x, "-");

        lex_next(&s->x);
        address_term(s, &o, minus);
    }
    if (lex_is(&s->x, "[")) {
        lex_next(&s->x);
        parse_address(s, &o);
    }
    return o;
}

static asm_operand parse_offset(parser *s)
{
    asm_operand o = {.kind = OPD_IMM, .at = s->x.now, .is_address = true};
    int symbol;

    lex_next(&s->x);
    if (name_is(&s->x, "flat")) {
        lex_next(&s->x);
        lex_expect(&s->x, ":");
    }
    symbol = find_array(s, &s->x.now, (int)s->self);
    if (symbol < 0)
        lex_fail(&s->x, &s->x.now, "there is no cell %.*s", (int)s->x.now.n, s->x.now.at);
    lex_next(&s->x);
    o.imm = s->c->arrays.at[symbol].address;
    if (lex_take(&s->x, "+"))
        o.imm += (u64)parse_constant(s);
    return o;
}

/* `table[0+rax*8]` */
static asm_operand parse_in_table(parser *s, const asm_operand *name)
{
    asm_operand o = {.kind = OPD_MEM,
                     .at = name->at,
                     .table = name->at,
                     .symbol = -1,
                     .base = -1,
                     .index = -1,
                     .scale = 1};

    lex_next(&s->x);
    parse_address(s, &o);
    return o;
}

asm_operand parse_operand(parser *s)
{
    lexer *x = &s->x;
    asm_operand o = {.at = x->now};
    u32 size = size_word(x);
    int symbol;
    i64 value;

    if (size) {
        lex_next(x);
        if (name_is(x, "ptr"))
            lex_next(x);
        o.at = x->now;
    }
    if (lex_is(x, "["))
        return parse_memory(s, size);
    if (x->now.kind == TOK_NAME && register_named(x->now.at, x->now.n, &o)) {
        lex_next(x);
        return o;
    }
    if (name_is(x, "offset"))
        return parse_offset(s);
    symbol = x->now.kind == TOK_NAME ? find_array(s, &x->now, (int)s->self) : -1;
    if (symbol >= 0)
        return parse_cell(s, size, symbol);
    if (x->now.kind == TOK_NAME && !find_constant(s, &x->now, &value)) {
        o.kind = OPD_LABEL;
        lex_next(x);
        return s->target && lex_is(x, "[") ? parse_in_table(s, &o) : o;
    }
    value = parse_constant(s);
    if (lex_is(x, "[")) { /* 4[rdi] */
        o = parse_memory(s, size);
        o.disp += value;
        return o;
    }
    o.kind = OPD_IMM;
    o.imm = (u64)value;
    return o;
}

/* A label, or a place in a table of them: `[table + rax*8]`, `[qword ptr table[0+rax*8]]`. */
asm_operand parse_target(parser *s)
{
    lexer ahead = s->x;
    asm_operand o;
    bool around;

    lex_next(&ahead);
    around = lex_is(&s->x, "[") && size_word(&ahead);
    if (around)
        lex_next(&s->x);
    s->target = true;
    o = parse_operand(s);
    s->target = false;
    if (around)
        lex_expect(&s->x, "]");
    return o;
}
