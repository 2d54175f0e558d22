/* Reads formulas: tokens on demand, then precedence climbing over operators.def.  Every path
 * through the recursion counts its depth, so that no text can exhaust the stack. */
#include "ltl/formula.h"

#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum token_kind { T_END, T_OPEN, T_CLOSE, T_OPERATOR, T_PROPOSITION, T_ERROR } token_kind;

typedef struct token {
    token_kind kind;
    ltl_op op; /* T_OPERATOR, constants too */
    u32 proposition;
    size_t place, end;
} token;

typedef struct parser {
    ltl *l;
    const char *source;
    token now;
    u32 depth;
    ltl_error *error;
} parser;

static const struct {
    const char *text;
    ltl_op op;
} spellings[] = {
#define OPERATOR(name, text, kind, precedence)
#define SPELLING(text, name) {text, OP_##name},
#include "ltl/operators.def"
};

/* Notes the first error; always false. */
__attribute__((format(printf, 3, 4))) static bool complain(ltl_error *e, size_t place,
                                                           const char *format, ...)
{
    va_list args;

    if (e->message[0])
        return false;
    va_start(args, format);
    e->place = place;
    vsnprintf(e->message, sizeof e->message, format, args);
    va_end(args);
    return false;
}

/* The operator that stands at `s`: its length, or 0. */
static size_t spelled(const char *s, ltl_op *op)
{
    size_t word = text_word(s), best = 0;

    for (u32 i = 0; i < LENGTH(spellings); i++) {
        size_t n = strlen(spellings[i].text);

        if (n <= best || strncmp(s, spellings[i].text, n) != 0 || (word && word != n))
            continue;
        best = n;
        *op = spellings[i].op;
    }
    return best;
}

static bool starts_operand(const char *s)
{
    ltl_op op;

    if (spelled(s, &op))
        return op_table[op].kind == LEAF || op_table[op].kind == UNARY;
    return text_is_word(*s) || *s == '"' || *s == '@' || *s == '(';
}

/* GF p is G F p: a word of several X, F and G right before an operand is as many operators. */
static bool operators_in_a_word(const char *s)
{
    size_t n = strspn(s, "XFG");

    return n > 1 && n == text_word(s) && starts_operand(s + n + text_blanks(s + n));
}

/* "..." with \" for a quote; the end after the closing quote, or 0. */
static size_t read_quoted(const char *source, size_t place, proposition *p, ltl_error *error)
{
    text out = {0};
    size_t i = place + 1;

    for (; source[i] && source[i] != '"'; i++) {
        i += source[i] == '\\' && source[i + 1] == '"';
        text_addc(&out, source[i]);
    }
    if (!source[i] || !text_str(&out)[strspn(text_str(&out), " \t")]) {
        complain(error, place,
                 source[i] ? "there is no expression between the quotes"
                           : "the quote that begins here is not closed");
        text_free(&out);
        return 0;
    }
    p->kind = PROP_EXPR;
    p->text = mem_strdup(text_str(&out));
    p->name = mem_strdup(text_str(&out));
    text_free(&out);
    return i + 1;
}

/* The thread in parentheses right after a place, if there is one. */
static size_t read_thread(const char *source, size_t i, proposition *p, ltl_error *error)
{
    size_t digits;

    if (source[i] != '(')
        return i;
    digits = source[i + 1] == 'T' ? strspn(source + i + 2, "0123456789") : 0;
    if (digits == 0 || digits > 4 || source[i + 2 + digits] != ')') {
        complain(error, i, "after a place a thread stands as in @label(T2)");
        return 0;
    }
    p->thread = atoi(source + i + 2);
    return i + 3 + digits;
}

/* Splits "file.c:12" into file and line. */
static bool split_line(proposition *p)
{
    char *colon = strrchr(p->name, ':');
    size_t n = colon ? strspn(colon + 1, "0123456789") : 0;

    if (!colon || colon == p->name || !n || n > 7 || colon[1 + n])
        return false;
    for (size_t i = 1; i <= n; i++)
        p->line = p->line * 10 + (u32)(colon[i] - '0');
    *colon = 0;
    p->kind = PROP_LINE;
    return p->line > 0;
}

static bool place_char(const char *s)
{
    return text_is_word(*s) || (*s && strchr("./:+", *s)) || (*s == '-' && s[1] != '>');
}

/* @label, @file:line, each with a thread or without. */
static size_t read_place(const char *source, size_t place, proposition *p, ltl_error *error)
{
    size_t i = place + 1, end;

    while (place_char(source + i))
        i++;
    p->kind = PROP_LABEL;
    p->name = mem_strndup(source + place + 1, i - place - 1);
    if (!split_line(p) && (!p->name[0] || text_word(p->name) != strlen(p->name) ||
                           isdigit((unsigned char)p->name[0])))
        complain(error, place, "after @ a C label or file:line is expected");
    end = error->message[0] ? 0 : read_thread(source, i, p, error);
    if (!end) {
        mem_free(p->name);
        return 0;
    }
    p->text = mem_strndup(source + place, end - place);
    return end;
}

static size_t read_name(const char *source, size_t place, proposition *p, ltl_error *error)
{
    size_t n = text_word(source + place);

    if (!n || isdigit((unsigned char)source[place])) {
        complain(error, place, "%s; C expressions stand in quotes: \"count > 1\"",
                 n ? "a number is no proposition" : "this is no part of a formula");
        return 0;
    }
    p->kind = PROP_NAME;
    p->text = mem_strndup(source + place, n);
    p->name = mem_strndup(source + place, n);
    return place + n;
}

/* The end after the proposition at `place`, and its number; 0 with `error` filled. */
static size_t read_proposition(ltl *l, const char *source, size_t place, u32 *number,
                               ltl_error *error)
{
    proposition p = {.thread = LTL_ANY_THREAD, .place = place};
    size_t end;
    int i;

    if (source[place] == '"')
        end = read_quoted(source, place, &p, error);
    else if (source[place] == '@')
        end = read_place(source, place, &p, error);
    else
        end = read_name(source, place, &p, error);
    if (!end)
        return 0;
    i = ltl_intern(l, &p);
    if (i < 0) {
        complain(error, place, "this is one proposition more than the %d that are possible",
                 LTL_PROPOSITIONS);
        return 0;
    }
    *number = (u32)i;
    return end;
}

static token scan(parser *p, size_t i)
{
    const char *s = p->source + i;
    token t = {.place = i, .end = i + 1};
    size_t n;

    if (!*s)
        return (token){.kind = T_END, .place = i, .end = i};
    if (*s == '(' || *s == ')') {
        t.kind = *s == '(' ? T_OPEN : T_CLOSE;
        return t;
    }
    n = operators_in_a_word(s) ? 1 : spelled(s, &t.op);
    if (operators_in_a_word(s))
        t.op = *s == 'X' ? OP_NEXT : *s == 'F' ? OP_FINALLY : OP_GLOBALLY;
    if (n) {
        t.kind = T_OPERATOR;
        t.end = i + n;
        return t;
    }
    t.end = read_proposition(p->l, p->source, i, &t.proposition, p->error);
    t.kind = t.end ? T_PROPOSITION : T_ERROR;
    return t;
}

static void advance(parser *p)
{
    p->now = scan(p, p->now.end + text_blanks(p->source + p->now.end));
}

static bool deeper(parser *p)
{
    if (++p->depth <= LTL_DEPTH)
        return true;
    return complain(p->error, p->now.place, "the formula is nested deeper than %d levels here",
                    LTL_DEPTH);
}

static formula parse_level(parser *p, int least);

static formula parse_parentheses(parser *p)
{
    size_t open = p->now.place;
    formula f;

    advance(p);
    f = parse_level(p, 0);
    if (!f)
        return NO_FORMULA;
    if (p->now.kind == T_END)
        complain(p->error, open, "this parenthesis is not closed");
    else if (p->now.kind != T_CLOSE)
        complain(p->error, p->now.place, "an operator or ) is expected here");
    if (p->now.kind != T_CLOSE)
        return NO_FORMULA;
    advance(p);
    return f;
}

static formula parse_leaf(parser *p)
{
    formula f = NO_FORMULA;

    if (p->now.kind == T_PROPOSITION)
        f = ltl_leaf(p->l, p->now.proposition);
    else if (p->now.kind == T_OPERATOR && op_table[p->now.op].kind == LEAF)
        f = p->now.op == OP_TRUE ? FORMULA_TRUE : FORMULA_FALSE;
    else
        complain(p->error, p->now.place,
                 p->now.kind == T_END ? "the formula ends where an operand is expected"
                                      : "an operand is expected here");
    if (f)
        advance(p);
    return f;
}

static formula parse_operand(parser *p)
{
    formula f;
    ltl_op op = p->now.op;

    if (p->now.kind == T_OPERATOR && op_table[op].kind == UNARY) {
        if (!deeper(p))
            return NO_FORMULA;
        advance(p);
        f = parse_operand(p);
        p->depth--;
        return f ? ltl_unary(p->l, op, f) : NO_FORMULA;
    }
    if (p->now.kind != T_OPEN)
        return parse_leaf(p);
    if (!deeper(p))
        return NO_FORMULA;
    f = parse_parentheses(p);
    p->depth--;
    return f;
}

static bool at_operator(const parser *p, ltl_op op)
{
    return p->now.kind == T_OPERATOR && p->now.op == op;
}

/* The rest of a chain a && b && c after its first operand. */
static formula parse_chain(parser *p, ltl_op op, formula first)
{
    VEC(formula) all = {0};
    formula f = first;

    vec_push(&all, first);
    while (f && at_operator(p, op)) {
        advance(p);
        f = parse_level(p, op_table[op].precedence + 1);
        vec_push(&all, f);
    }
    if (f)
        f = ltl_node(p->l, op, all.at, all.n);
    vec_free(&all);
    return f;
}

/* The right side of an operator that associates to the right. */
static formula parse_right(parser *p, ltl_op op, formula left)
{
    formula right;

    if (!deeper(p))
        return NO_FORMULA;
    advance(p);
    right = parse_level(p, op_table[op].precedence);
    p->depth--;
    return right ? ltl_binary(p->l, op, left, right) : NO_FORMULA;
}

/* An operand and what follows it, as far as operators bind at least as tight as `least`. */
static formula parse_level(parser *p, int least)
{
    formula f = parse_operand(p);

    while (f && p->now.kind == T_OPERATOR) {
        const op_info *info = &op_table[p->now.op];

        if (info->kind == LEAF || info->kind == UNARY || info->precedence < least)
            return f;
        f = info->kind == NARY ? parse_chain(p, p->now.op, f) : parse_right(p, p->now.op, f);
    }
    return f;
}

bool ltl_parse(ltl *l, const char *source, formula *f, ltl_error *error)
{
    parser p = {.l = l, .source = source, .error = error};

    *error = (ltl_error){0};
    advance(&p);
    *f = parse_level(&p, 0);
    if (!*f)
        return false;
    if (p.now.kind == T_CLOSE)
        return complain(error, p.now.place, "no parenthesis is open here");
    if (p.now.kind != T_END)
        return complain(error, p.now.place, "an operator is expected here");
    return true;
}

int ltl_name(ltl *l, const char *source, ltl_error *error)
{
    proposition p = {.kind = PROP_EXPR, .thread = LTL_ANY_THREAD};
    bool name = text_word(source) == strlen(source) && !isdigit((unsigned char)source[0]);
    u32 number;
    int i;

    *error = (ltl_error){0};
    if (*source == '@' || (*source && name)) {
        size_t end = read_proposition(l, source, 0, &number, error);

        if (end && source[end])
            complain(error, end, "this is no place in a program");
        return error->message[0] ? -1 : (int)number;
    }
    p.text = mem_strdup(source);
    p.name = mem_strdup(source);
    i = ltl_intern(l, &p);
    if (i < 0)
        complain(error, 0, "there are more than %d propositions", LTL_PROPOSITIONS);
    return i;
}
