/* An evaluator of C expressions: all operators of C that change nothing, with C's precedences,
 * integer promotions and usual arithmetic conversions, on 64-bit rules (long has 8 bytes).  There
 * are no calls and no assignments, so that to look at a state never changes it.
 *
 * Names, types and memory are asked of the system (system_values).  One that has none of these is
 * asked for paths such as `a.b[2]` (look): these are numbers there.
 *
 * `T2:x` is the x that thread T2 sees. */
#include "sim/parser.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static expr_value read_binary(expr_parser *p, u32 level);
static expr_value read_conditional(expr_parser *p);

static expr_value read_expression(expr_parser *p)
{
    expr_value x;

    if (p->depth++ > NESTING)
        return parser_wrong(p, "%s", "the expression is nested too deeply");
    x = read_conditional(p);
    while (!p->failed && parser_take(p, ",", "")) {
        parser_read(p, x);
        x = read_conditional(p);
    }
    p->depth--;
    return x;
}

/* ---- names ---- */

/* `a.b[2]->c`, as far as it goes, for systems that know paths alone. */
static expr_value look(expr_parser *p, u16 thread)
{
    const char *from = p->here;
    event e = {0};

    p->here += text_word(p->here);
    for (;;) {
        if (*p->here == '[' && strchr(p->here, ']'))
            p->here = strchr(p->here, ']') + 1;
        else if (*p->here == '.' && text_word(p->here + 1))
            p->here += 1 + text_word(p->here + 1);
        else if (p->here[0] == '-' && p->here[1] == '>' && text_word(p->here + 2))
            p->here += 2 + text_word(p->here + 2);
        else
            break;
    }
    text_clear(&p->path);
    text_clear(&p->shown);
    text_addn(&p->path, from, (size_t)(p->here - from));
    if (!sys_looks(p->at->s) || !sys_look(p->at->s, thread, text_str(&p->path), &e, &p->shown))
        return parser_wrong(p, "%s has no value here", text_str(&p->path));
    return (expr_value){.sort = SORT_PLACE, .n = e.value, .shown = text_str(&p->shown)};
}

/* `T2:` before a name. */
static bool take_owner(expr_parser *p, u16 *thread)
{
    char *end;
    unsigned long number;

    if (p->here[0] != 'T' || !isdigit((u8)p->here[1]))
        return false;
    number = strtoul(p->here + 1, &end, 10);
    if (*end != ':' || end[1] == ':')
        return false;
    p->here = end + 1;
    *thread =
        number < p->at->n && p->at->actors[number] >= 0 ? (u16)p->at->actors[number] : NO_THREAD;
    if (*thread == NO_THREAD)
        parser_wrong(p, "%s", "there is no such thread now");
    return true;
}

static expr_value read_name(expr_parser *p)
{
    u16 thread = p->at->thread;
    u32 frame = take_owner(p, &thread) ? 0 : p->at->frame;
    char name[NAME_MOST];
    expr_value x = {.sort = SORT_PLACE};
    sys *s;

    if (p->failed)
        return x;
    parser_blanks(p);
    if (!sys_has_values(p->at->s))
        return look(p, thread);
    if (!parser_name(p, name))
        return parser_wrong(p, "an expression is expected at '%s'", p->here);
    s = sys_with_values(p->at->s);
    if (!s->ops->values->variable(s, thread, frame, name, &x.v) && !p->dry)
        return parser_wrong(p, "%s is not known here, or has no value", name);
    return x;
}

/* ---- primaries and what follows them ---- */

static expr_value read_digits(expr_parser *p)
{
    char *end;
    size_t n = text_word(p->here);
    bool hex = p->here[0] == '0' && (p->here[1] == 'x' || p->here[1] == 'X');
    u64 v;
    u32 size = 4;
    bool is_unsigned = false;

    if (!hex && (p->here[n] == '.' || memchr(p->here, 'e', n) || memchr(p->here, 'E', n))) {
        expr_value x = value_real(strtod(p->here, &end));

        p->here = end + (*end == 'f' || *end == 'F');
        return x;
    }
    v = strtoull(p->here, &end, 0);
    for (; *end && strchr("uUlL", *end); end++) {
        is_unsigned |= *end == 'u' || *end == 'U';
        size = *end == 'l' || *end == 'L' ? 8 : size;
    }
    if (text_is_word(*end))
        return parser_wrong(p, "'%s' is no number", p->here);
    p->here = end;
    if (v > UINT32_MAX || (v > INT32_MAX && !is_unsigned && !hex))
        size = 8;
    return value_integer(v, size,
                         !is_unsigned && !(hex && (v > INT64_MAX || (size == 4 && v > INT32_MAX))));
}

static expr_value read_character(expr_parser *p)
{
    static const char from[] = "ntr0ab\\'\"", to[] = "\n\t\r\0\a\b\\'\"";
    const char *at = p->here + 1, *escape;
    int c = (u8)*at;

    if (*at == '\\') {
        at++;
        escape = *at ? strchr(from, *at) : NULL;
        if (!escape)
            return parser_wrong(p, "'%s' is no character", p->here);
        c = to[escape - from];
    }
    if (!*at || at[1] != '\'')
        return parser_wrong(p, "'%s' is no character", p->here);
    p->here = at + 2;
    return value_integer((u64)c, 4, true);
}

static expr_value read_primary(expr_parser *p)
{
    expr_value x;

    parser_blanks(p);
    if (isdigit((u8)*p->here) || (*p->here == '.' && isdigit((u8)p->here[1])))
        return read_digits(p);
    if (*p->here == '\'')
        return read_character(p);
    if (parser_take(p, "(", "")) {
        x = read_expression(p);
        if (!parser_take(p, ")", ""))
            return parser_wrong(p, "a ')' is missing%s", "");
        return x;
    }
    if (*p->here == '[' && !sys_has_values(p->at->s))
        return read_name(p); /* a cell of memory by its number */
    if (strncmp(p->here, "NULL", 4) == 0 && text_word(p->here) == 4) {
        p->here += 4;
        return value_pointer(0, 0, 0);
    }
    return read_name(p);
}

static expr_value behind(expr_parser *p, expr_value x)
{
    x = parser_read(p, x);
    if (p->failed || p->dry)
        return (expr_value){.sort = SORT_PLACE};
    if (x.sort != SORT_POINTER)
        return parser_wrong(p, "%s", "only a pointer leads to something");
    if (!x.n)
        return parser_wrong(p, "%s", "the pointer is NULL");
    return (expr_value){.sort = SORT_PLACE,
                        .v = {.type = x.v.type, .stars = x.v.stars, .placed = true, .at = x.n}};
}

static expr_value add_to_pointer(expr_parser *p, expr_value x, i64 count)
{
    sys *s = sys_with_values(p->at->s);
    c_type t = parser_class(p, &x.v);

    x.n = s->ops->values->advance(s, x.n, count * (i64)(t.size ? t.size : 1));
    return x;
}

static expr_value read_index(expr_parser *p, expr_value x)
{
    expr_value i = parser_read(p, read_expression(p));

    if (!parser_take(p, "]", ""))
        return parser_wrong(p, "a ']' is missing%s", "");
    x = parser_read(p, x);
    if (p->failed || p->dry)
        return x;
    if (x.sort == SORT_INTEGER && i.sort == SORT_POINTER) {
        expr_value swap = x;

        x = i;
        i = swap;
    }
    if (x.sort != SORT_POINTER || i.sort != SORT_INTEGER)
        return parser_wrong(p, "%s",
                            "only an array or a pointer has elements, and a number tells which");
    return behind(p, add_to_pointer(p, x, (i64)i.n));
}

static expr_value read_member(expr_parser *p, expr_value x)
{
    char name[NAME_MOST];
    sys *s;

    if (!parser_name(p, name))
        return parser_wrong(p, "a member is expected at '%s'", p->here);
    if (p->failed || p->dry)
        return x;
    s = sys_with_values(p->at->s);
    if (x.sort != SORT_PLACE || x.shown || !s->ops->values->member(s, &x.v, name))
        return parser_wrong(p, "there is no member %s", name);
    return x;
}

static expr_value read_postfix(expr_parser *p)
{
    expr_value x = read_primary(p);

    while (!p->failed) {
        if (parser_take(p, "[", ""))
            x = read_index(p, x);
        else if (parser_take(p, "->", ""))
            x = read_member(p, behind(p, x));
        else if (parser_take(p, ".", "0123456789"))
            x = read_member(p, x);
        else if (parser_take(p, "++", "") || parser_take(p, "--", ""))
            return parser_wrong(p, "%s", "an expression may change nothing: ++ and -- do");
        else if (parser_take(p, "(", ""))
            return parser_wrong(p, "%s", "functions are not called: that could change the state");
        else
            break;
    }
    return x;
}

/* ---- unary operators ---- */

static expr_value read_unary(expr_parser *p);

static expr_value address_of(expr_parser *p, expr_value x)
{
    if (p->failed || p->dry)
        return x;
    if (x.sort != SORT_PLACE || x.shown || x.v.bits)
        return parser_wrong(p, "%s", "it has no address");
    if (!x.v.placed && x.v.stars && x.v.pointer)
        return parser_read(p, x); /* a function */
    if (!x.v.placed)
        return parser_wrong(p, "%s", "it lies in a register: it has no address");
    return value_pointer(x.v.type, x.v.stars, x.v.at);
}

static expr_value read_sizeof(expr_parser *p)
{
    const char *back = p->here;
    type_name t;
    expr_value x;

    if (parser_take(p, "(", "") && type_name_take(p, &t))
        return value_integer(type_name_size(p, &t), 8, false);
    p->here = back;
    x = read_unary(p);
    if (p->failed)
        return x;
    if (x.sort == SORT_PLACE && !x.shown)
        return value_integer(parser_class(p, &x.v).size, 8, false);
    return value_integer(x.sort == SORT_INTEGER ? x.size : 8, 8, false);
}

static expr_value negate(expr_parser *p, expr_value x, char op)
{
    x = parser_read(p, x);
    if (op == '!')
        return value_truth(!value_is_true(&x));
    if (x.sort == SORT_POINTER || (x.sort == SORT_REAL && op == '~'))
        return parser_wrong(p, "%s", "the operator needs a number");
    if (x.sort == SORT_REAL)
        return value_real(op == '-' ? -x.real : x.real);
    return op == '-'   ? value_integer(0 - x.n, x.size, x.is_signed)
           : op == '~' ? value_integer(~x.n, x.size, x.is_signed)
                       : x;
}

static expr_value read_unary(expr_parser *p)
{
    const char *back;
    type_name t;

    if (p->depth++ > NESTING)
        return parser_wrong(p, "%s", "the expression is nested too deeply");
    expr_value x;

    parser_blanks(p);
    back = p->here;
    if (parser_take(p, "++", "") || parser_take(p, "--", ""))
        x = parser_wrong(p, "%s", "an expression may change nothing: ++ and -- do");
    else if (parser_take(p, "(", "") && type_name_take(p, &t))
        x = type_name_cast(p, &t, read_unary(p));
    else if ((p->here = back, parser_take(p, "!", "=")))
        x = negate(p, read_unary(p), '!');
    else if (parser_take(p, "-", "") || parser_take(p, "+", "") || parser_take(p, "~", ""))
        x = negate(p, read_unary(p), back[0]);
    else if (parser_take(p, "*", ""))
        x = behind(p, read_unary(p));
    else if (parser_take(p, "&", "&"))
        x = address_of(p, read_unary(p));
    else if (parser_words(p, "sizeof"))
        x = read_sizeof(p);
    else
        x = read_postfix(p);
    p->depth--;
    return x;
}

/* ---- binary operators ---- */

/* The operators of each level, the loosest first; `but` are the characters that make another one of
 * it. */
static const struct {
    u32 level;
    const char *word, *but;
    operation op;
} operators[] = {
    {0, "||", "", EITHER}, {1, "&&", "", BOTH}, {2, "|", "|=", OR},   {3, "^", "=", XOR},
    {4, "&", "&=", AND},   {5, "==", "", EQ},   {5, "!=", "", NE},    {6, "<=", "", LE},
    {6, ">=", "", GE},     {6, "<", "<", LT},   {6, ">", ">", GT},    {7, "<<", "=", SHL},
    {7, ">>", "=", SHR},   {8, "+", "+=", ADD}, {8, "-", "-=>", SUB}, {9, "*", "=", MUL},
    {9, "/", "=", DIV},    {9, "%", "=", MOD},
};
enum { TIGHTEST = 10 };

static expr_value on_pointers(expr_parser *p, operation op, expr_value a, expr_value b)
{
    u64 each;

    if (value_orders(op) && a.n >> 32 != b.n >> 32)
        return parser_wrong(p, "%s", "pointers to different objects have no order");
    if (value_compares(op))
        return value_compare(op, a.n < b.n, a.n == b.n);
    if (op == ADD && a.sort == SORT_INTEGER)
        return add_to_pointer(p, b, (i64)a.n);
    if ((op == ADD || op == SUB) && b.sort == SORT_INTEGER)
        return add_to_pointer(p, a, op == ADD ? (i64)b.n : -(i64)b.n);
    if (op != SUB || a.sort != b.sort || a.n >> 32 != b.n >> 32)
        return parser_wrong(
            p, "%s", "pointers are compared, moved by a number, or subtracted in one object");
    each = parser_class(p, &a.v).size;
    return value_integer((u64)((i64)(a.n - b.n) / (i64)(each ? each : 1)), 8, true);
}

static expr_value apply(expr_parser *p, operation op, expr_value a, expr_value b)
{
    const char *problem = NULL;
    expr_value x;

    a = parser_read(p, a);
    b = parser_read(p, b);
    if (p->failed)
        return value_integer(0, 4, true);
    if (p->dry)
        return value_unevaluated(op, a, b);
    if (a.sort == SORT_POINTER || b.sort == SORT_POINTER) {
        if (a.sort == SORT_REAL || b.sort == SORT_REAL)
            return parser_wrong(p, "%s",
                                "a pointer and a floating-point number do not go together");
        return on_pointers(p, op, a, b);
    }
    x = a.sort == SORT_REAL || b.sort == SORT_REAL
            ? value_on_reals(op, value_as_real(&a), value_as_real(&b), &problem)
            : value_on_integers(op, a, b, &problem);
    return problem ? parser_wrong(p, "%s", problem) : x;
}

/* The right side of && and || is evaluated only where it counts. */
static expr_value read_logical(expr_parser *p, operation op, expr_value a, u32 level)
{
    bool before = p->dry, left;
    expr_value b;

    a = parser_read(p, a);
    left = value_is_true(&a);
    p->dry |= op == BOTH ? !left : left;
    b = parser_read(p, read_binary(p, level + 1));
    p->dry = before;
    return value_truth(op == BOTH ? left && value_is_true(&b) : left || value_is_true(&b));
}

static bool take_operator(expr_parser *p, u32 level, operation *op)
{
    for (u32 i = 0; i < LENGTH(operators); i++)
        if (operators[i].level == level && parser_take(p, operators[i].word, operators[i].but)) {
            *op = operators[i].op;
            return true;
        }
    return false;
}

static expr_value read_binary(expr_parser *p, u32 level)
{
    expr_value x;
    operation op;

    if (level == TIGHTEST)
        return read_unary(p);
    x = read_binary(p, level + 1);
    while (!p->failed && take_operator(p, level, &op)) {
        if (op == BOTH || op == EITHER)
            x = read_logical(p, op, x, level);
        else
            x = apply(p, op, x, read_binary(p, level + 1));
    }
    return x;
}

static expr_value read_conditional(expr_parser *p)
{
    expr_value x = read_binary(p, 0), yes, no;
    bool before = p->dry, holds;

    if (p->failed || !parser_take(p, "?", ""))
        return x;
    x = parser_read(p, x);
    holds = value_is_true(&x);
    p->dry = before || !holds;
    yes = read_expression(p);
    p->dry = before;
    if (!parser_take(p, ":", ""))
        return parser_wrong(p, "a ':' is missing%s", "");
    p->dry = before || holds;
    no = read_conditional(p);
    p->dry = before;
    if (yes.sort == SORT_PLACE && no.sort == SORT_PLACE)
        return holds ? yes : no;
    p->dry = before || !holds;
    yes = parser_read(p, yes);
    p->dry = before || holds;
    no = parser_read(p, no);
    p->dry = before;
    value_balance(&yes, &no);
    return holds ? yes : no;
}

/* ---- the whole ---- */

static void finish(expr_parser *p)
{
    text_free(&p->path);
    text_free(&p->shown);
}

static expr_value evaluate(expr_parser *p)
{
    expr_value x = read_expression(p);

    parser_blanks(p);
    if (!p->failed && strncmp(p->here, "=", 1) == 0)
        parser_wrong(p, "%s", "an expression may change nothing: = does; == compares");
    if (!p->failed && *p->here)
        parser_wrong(p, "'%s' does not belong to the expression", p->here);
    return x;
}

static void print_computed(expr_parser *p, const expr_value *x, text *out)
{
    c_value v = {.type = x->v.type, .stars = x->v.stars + 1, .value = x->n, .pointer = true};
    sys *s;

    if (x->sort == SORT_REAL) {
        text_addf(out, "%.17g", x->real);
    } else if (x->sort == SORT_INTEGER) {
        text_addf(out, x->is_signed ? "%" PRId64 : "%" PRIu64, x->n);
    } else {
        s = sys_with_values(p->at->s);
        s->ops->values->print(s, p->at->thread, &v, out);
    }
}

bool expression_print(const expr_scope *at, const char *words, text *out, text *problem)
{
    expr_parser p = {.at = at, .here = words, .problem = problem};
    expr_value x = evaluate(&p);
    size_t before = out->n;

    if (!p.failed && x.sort == SORT_PLACE && x.shown) {
        text_add(out, x.shown);
    } else if (!p.failed && x.sort == SORT_PLACE) {
        sys *s = sys_with_values(at->s);

        s->ops->values->print(s, at->thread, &x.v, out);
        if (out->n == before)
            parser_wrong(&p, "%s", "there is no memory at that address");
    } else if (!p.failed) {
        print_computed(&p, &x, out);
    }
    finish(&p);
    return !p.failed;
}

bool expression_holds(const expr_scope *at, const char *words, bool *holds, text *problem)
{
    expr_parser p = {.at = at, .here = words, .problem = problem};
    expr_value x = parser_read(&p, evaluate(&p));

    *holds = !p.failed && value_is_true(&x);
    finish(&p);
    return !p.failed;
}

bool expression_place(const expr_scope *at, const char *words, event *out, text *problem)
{
    expr_parser p = {.at = at, .here = words, .problem = problem};
    expr_value x = evaluate(&p);
    bool found = false;

    *out = (event){0};
    if (!p.failed && x.sort == SORT_PLACE && x.shown) {
        text unused = {0};

        found = sys_look(at->s, at->thread, text_str(&p.path), out, &unused) && out->object;
        text_free(&unused);
    } else if (!p.failed && x.sort == SORT_PLACE) {
        sys *s = sys_with_values(at->s);

        found = s->ops->values->place(s, &x.v, out);
    }
    finish(&p);
    return found;
}
