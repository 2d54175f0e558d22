/* Expressions of asserts, invariants and propositions: C's operators over cells, registers and
 * program points.
 *
 *   x  a[i]  [1]          shared cells, and in a process its own ones
 *   eax  P.eax  P[2].x    registers and local cells
 *   P@done  P[2]@done     a process, or some copy of it, is at the label
 *   count(P@done)         how many copies are
 *   asleep(P)             it waits for a wake-up, of several: all copies do
 *
 * Values are unsigned numbers of 64 bits; comparisons are signed, so that differences compare as
 * one expects. */
#include "asm/parse.h"

#include <stdio.h>
#include <string.h>

static expr parse_implies(parser *s);

static expr number(parser *s, u64 value)
{
    return ex_const(&s->c->pool, 64, value);
}

static expr wide(parser *s, expr e)
{
    return ex_zext(&s->c->pool, e, 64);
}

static const process_kind *find_kind(const parser *s, const token *t)
{
    for (u32 i = 0; i < s->c->kinds.n; i++)
        if (token_is(t, s->c->kinds.at[i].name))
            return &s->c->kinds.at[i];
    return NULL;
}

/* `P`, `P[2]` or `P2`: the copies [*from, *to). */
static bool find_processes(parser *s, u32 *from, u32 *to)
{
    const process_kind *k = find_kind(s, &s->x.now);

    for (u32 i = 0; !k && i < s->c->processes.n; i++) {
        if (token_is(&s->x.now, s->c->processes.at[i].name)) {
            *from = i;
            *to = i + 1;
            s->c->apart = true;
            lex_next(&s->x);
            return true;
        }
    }
    if (!k)
        return false;
    *from = k->first;
    *to = k->first + k->n;
    lex_next(&s->x);
    if (lex_is(&s->x, "[")) {
        token at = s->x.now;
        i64 copy;

        lex_next(&s->x);
        copy = parse_constant(s);
        lex_expect(&s->x, "]");
        if (copy < 0 || copy >= k->n)
            lex_fail(&s->x, &at, "there are %u copies of %s, from 0 on", k->n, k->name);
        *from = k->first + (u32)copy;
        *to = *from + 1;
        s->c->apart |= k->n > 1;
    }
    return true;
}

static expr at_label(parser *s, const process *p, const token *t)
{
    for (u32 i = 0; i < p->labels.n; i++)
        if (token_is(t, p->labels.at[i].name)) {
            u32 width = s->c->vars.at[p->pc].width;

            return ex_binary(&s->c->pool, EX_EQ, ex_var(&s->c->pool, width, p->pc),
                             ex_const(&s->c->pool, width, p->labels.at[i].at));
        }
    lex_fail(&s->x, t, "process %s has no label %.*s", p->name, (int)t->n, t->at);
}

static expr process_at(parser *s, u32 from, u32 to, bool count)
{
    token t = s->x.now;
    expr sum = count ? number(s, 0) : ex_const(&s->c->pool, 1, 0);

    for (u32 i = from; i < to; i++) {
        expr here = at_label(s, &s->c->processes.at[i], &t);

        sum = count ? ex_binary(&s->c->pool, EX_ADD, sum, wide(s, here))
                    : ex_or(&s->c->pool, sum, here);
    }
    lex_next(&s->x);
    return wide(s, sum);
}

static expr var_value(parser *s, u32 v)
{
    return wide(s, ex_var(&s->c->pool, s->c->vars.at[v].width, v));
}

static expr register_value(parser *s, const process *p, const token *t, const asm_operand *reg)
{
    u32 v = p->registers[reg->reg];

    if (v == NO_VAR)
        lex_fail(&s->x, t, "process %s does not use %.*s", p->name, (int)t->n, t->at);
    return wide(s, ex_cut(&s->c->pool, ex_var(&s->c->pool, 64, v), reg->high ? 8 : 0, reg->size));
}

/* An array, or one element of it. */
static expr cell_value(parser *s, int a)
{
    const array *of = &s->c->arrays.at[a];
    expr index;
    u64 value;

    if (!lex_is(&s->x, "[")) {
        if (of->n > 1)
            lex_fail(&s->x, &s->x.now, "%s is an array; say which element", of->name);
        return var_value(s, of->first);
    }
    lex_next(&s->x);
    index = parse_implies(s);
    lex_expect(&s->x, "]");
    of = &s->c->arrays.at[a];
    if (ex_is_const(&s->c->pool, index, &value)) {
        if (value >= of->n)
            lex_fail(&s->x, &s->x.now, "%s has %u elements", of->name, of->n);
        return var_value(s, of->first + (u32)value);
    }
    return wide(s, ex_load(&s->c->pool, of->width, (u32)a, index));
}

static expr member(parser *s, u32 i)
{
    const process *p = &s->c->processes.at[i];
    token t = s->x.now;
    asm_operand reg = {0};
    int a;

    t.at++;
    t.n--;
    lex_next(&s->x);
    if (register_named(t.at, t.n, &reg))
        return register_value(s, p, &t, &reg);
    a = find_array_named(s->c, t.at, t.n, (int)i);
    if (a < 0)
        lex_fail(&s->x, &t, "process %s has no register or cell %.*s", p->name, (int)t.n, t.at);
    return cell_value(s, a);
}

static expr of_process(parser *s, u32 from, u32 to)
{
    if (lex_take(&s->x, "@"))
        return process_at(s, from, to, false);
    if (s->x.now.kind != TOK_NAME || s->x.now.at[0] != '.')
        lex_fail(&s->x, &s->x.now, "after a process @label, .register or .cell is expected");
    if (to != from + 1)
        lex_fail(&s->x, &s->x.now, "say which copy: %s[0]",
                 s->c->kinds.at[s->c->processes.at[from].kind].name);
    return member(s, from);
}

static expr parse_count(parser *s)
{
    u32 from, to;
    expr e;

    lex_expect(&s->x, "(");
    if (!find_processes(s, &from, &to))
        lex_fail(&s->x, &s->x.now, "the name of a process is expected here");
    lex_expect(&s->x, "@");
    e = process_at(s, from, to, true);
    lex_expect(&s->x, ")");
    return e;
}

/* At an instruction `sleep` that has no wake-up to consume. */
static expr sleeps(parser *s, const process *p)
{
    pool *e = &s->c->pool;
    u32 width = s->c->vars.at[p->pc].width;
    expr here = ex_const(e, 1, 0);

    for (u32 i = 0; i < p->code.n; i++)
        if (p->code.at[i].flags & INSN_SLEEP)
            here =
                ex_or(e, here, ex_binary(e, EX_EQ, ex_var(e, width, p->pc), ex_const(e, width, i)));
    return p->token == NO_VAR ? here : ex_and(e, here, ex_not(e, ex_var(e, 1, p->token)));
}

static expr parse_asleep(parser *s)
{
    u32 from, to;
    expr all = ex_const(&s->c->pool, 1, 1);

    lex_expect(&s->x, "(");
    if (!find_processes(s, &from, &to))
        lex_fail(&s->x, &s->x.now, "the name of a process is expected here");
    for (u32 i = from; i < to; i++)
        all = ex_and(&s->c->pool, all, sleeps(s, &s->c->processes.at[i]));
    lex_expect(&s->x, ")");
    return wide(s, all);
}

static expr parse_name(parser *s)
{
    token t = s->x.now;
    asm_operand reg = {0};
    u32 from, to;
    i64 value;
    int a;

    if (s->family)
        return wide(s, family_name(s));
    if (token_is(&t, "count") || token_is(&t, "asleep")) {
        lex_next(&s->x);
        return token_is(&t, "count") ? parse_count(s) : parse_asleep(s);
    }
    if (token_is(&t, "true") || token_is(&t, "false")) {
        lex_next(&s->x);
        return number(s, token_is(&t, "true"));
    }
    if (s->p && register_named(t.at, t.n, &reg)) {
        lex_next(&s->x);
        return wide(s, ex_cut(&s->c->pool, ex_var(&s->c->pool, 64, process_register(s, reg.reg)),
                              reg.high ? 8 : 0, reg.size));
    }
    a = find_array(s, &t, (int)s->self);
    if (a >= 0) {
        lex_next(&s->x);
        return cell_value(s, a);
    }
    if (find_constant(s, &t, &value)) {
        lex_next(&s->x);
        return number(s, (u64)value);
    }
    if (find_processes(s, &from, &to))
        return of_process(s, from, to);
    lex_fail(&s->x, &t, "there is no cell, register, constant or process %.*s", (int)t.n, t.at);
}

static expr parse_numbered(parser *s)
{
    token at = s->x.now;
    i64 value;
    char name[32];
    int n, a;

    lex_next(&s->x);
    value = parse_constant(s);
    lex_expect(&s->x, "]");
    n = snprintf(name, sizeof name, "[%lld]", (long long)value);
    a = find_array_named(s->c, name, (u32)n, SHARED);
    if (a < 0)
        lex_fail(&s->x, &at, "the cell %s is not declared", name);
    return var_value(s, s->c->arrays.at[a].first);
}

static expr parse_unary(parser *s)
{
    pool *p = &s->c->pool;
    u64 value;
    expr e;

    if (lex_take(&s->x, "!"))
        return wide(s, ex_not(p, ex_truth(p, parse_unary(s))));
    if (lex_take(&s->x, "~"))
        return ex_not(p, parse_unary(s));
    if (lex_take(&s->x, "-"))
        return ex_binary(p, EX_SUB, number(s, 0), parse_unary(s));
    if (lex_take(&s->x, "(")) {
        e = parse_implies(s);
        lex_expect(&s->x, ")");
        return e;
    }
    if (lex_is(&s->x, "["))
        return parse_numbered(s);
    if (s->x.now.kind == TOK_NUMBER) {
        value = s->x.now.value;
        lex_next(&s->x);
        return number(s, value);
    }
    if (s->x.now.kind != TOK_NAME)
        lex_fail(&s->x, &s->x.now, "a value is expected here");
    return parse_name(s);
}

typedef enum level {
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_BITOR,
    LEVEL_XOR,
    LEVEL_BITAND,
    LEVEL_EQUAL,
    LEVEL_LESS,
    LEVEL_SHIFT,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_UNARY
} level;

static const struct {
    const char *sign;
    level level;
} signs[] = {{"||", LEVEL_OR},    {"&&", LEVEL_AND},   {"|", LEVEL_BITOR},  {"^", LEVEL_XOR},
             {"&", LEVEL_BITAND}, {"==", LEVEL_EQUAL}, {"!=", LEVEL_EQUAL}, {"<", LEVEL_LESS},
             {"<=", LEVEL_LESS},  {">", LEVEL_LESS},   {">=", LEVEL_LESS},  {"<<", LEVEL_SHIFT},
             {">>", LEVEL_SHIFT}, {"+", LEVEL_SUM},    {"-", LEVEL_SUM},    {"*", LEVEL_PRODUCT}};

static expr logical(parser *s, expr e)
{
    return ex_truth(&s->c->pool, e);
}

static expr product(parser *s, expr a, expr b)
{
    u64 x, y;

    if (!ex_is_const(&s->c->pool, a, &x) || !ex_is_const(&s->c->pool, b, &y))
        lex_fail(&s->x, &s->x.now, "only constants can be multiplied");
    return number(s, x * y);
}

static expr combine(parser *s, const char *sign, expr a, expr b)
{
    pool *p = &s->c->pool;

    switch (sign[0] << 8 | sign[1]) {
    case '|' << 8 | '|':
        return wide(s, ex_or(p, logical(s, a), logical(s, b)));
    case '&' << 8 | '&':
        return wide(s, ex_and(p, logical(s, a), logical(s, b)));
    case '=' << 8 | '=':
        return wide(s, ex_binary(p, EX_EQ, a, b));
    case '!' << 8 | '=':
        return wide(s, ex_not(p, ex_binary(p, EX_EQ, a, b)));
    case '<' << 8:
        return wide(s, ex_binary(p, EX_SLT, a, b));
    case '>' << 8:
        return wide(s, ex_binary(p, EX_SLT, b, a));
    case '<' << 8 | '=':
        return wide(s, ex_not(p, ex_binary(p, EX_SLT, b, a)));
    case '>' << 8 | '=':
        return wide(s, ex_not(p, ex_binary(p, EX_SLT, a, b)));
    case '<' << 8 | '<':
        return ex_binary(p, EX_SHL, a, b);
    case '>' << 8 | '>':
        return ex_binary(p, EX_SHR, a, b);
    case '*' << 8:
        return product(s, a, b);
    case '+' << 8:
        return ex_binary(p, EX_ADD, a, b);
    case '-' << 8:
        return ex_binary(p, EX_SUB, a, b);
    case '|' << 8:
        return ex_or(p, a, b);
    case '&' << 8:
        return ex_and(p, a, b);
    default:
        return ex_binary(p, EX_XOR, a, b);
    }
}

static const char *sign_at(const parser *s, level l)
{
    for (u32 i = 0; i < LENGTH(signs); i++)
        if (signs[i].level == l && lex_is(&s->x, signs[i].sign))
            return signs[i].sign;
    return NULL;
}

static expr parse_level(parser *s, level l)
{
    expr a = l == LEVEL_UNARY ? parse_unary(s) : parse_level(s, (level)(l + 1));
    const char *sign;

    while (l != LEVEL_UNARY && (sign = sign_at(s, l))) {
        lex_next(&s->x);
        a = combine(s, sign, a, parse_level(s, (level)(l + 1)));
    }
    return a;
}

static expr parse_implies(parser *s)
{
    expr a = parse_level(s, LEVEL_OR);

    if (!lex_take(&s->x, "->"))
        return a;
    return wide(
        s, ex_or(&s->c->pool, ex_not(&s->c->pool, logical(s, a)), logical(s, parse_implies(s))));
}

expr parse_expression(parser *s)
{
    return parse_implies(s);
}

/* Sums of constants; in an operand `+` and `-` cannot be anything else. */
i64 parse_constant(parser *s)
{
    token at = s->x.now;
    expr e = parse_level(s, LEVEL_SHIFT);
    u64 value;

    if (!ex_is_const(&s->c->pool, e, &value))
        lex_fail(&s->x, &at, "a constant is expected here");
    return (i64)value;
}

expr casm_proposition(casm *c, const char *source, const char *file, u32 line)
{
    parser s = {.c = c};
    expr e;

    lex_open(&s.x, file, source);
    s.x.line = line;
    lex_next(&s.x);
    e = ex_truth(&c->pool, parse_expression(&s));
    if (s.x.now.kind != TOK_END)
        lex_fail(&s.x, &s.x.now, "an operator or the end is expected here");
    return e;
}
