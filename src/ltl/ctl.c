/* Reading formulas of computation tree logic.
 *
 *   AX f  EX f  AF f  EF f  AG f  EG f  A[f U g]  E[f U g]  ! && || -> <->  ( )  true  false
 *
 * An atom is what stands in quotes, or a word such as `done`, `P1@crit`, `Out[0]@done`, `P.eax`,
 * with a comparison behind it if there is one: `x == 1`. */
#include "ltl/ctl.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH_MOST = 500 };

const u8 ctl_arity[] = {
#define CTL_OP(name, word, arity) arity,
    CTL_OPERATORS(CTL_OP)
#undef CTL_OP
};

typedef struct reader {
    const char *source, *at;
    ctl *f;
    ctl_error *error;
    jmp_buf failed;
    u32 depth;
} reader;

static _Noreturn void wrong(reader *r, const char *message)
{
    r->error->place = (size_t)(r->at - r->source);
    snprintf(r->error->message, sizeof r->error->message, "%s", message);
    longjmp(r->failed, 1);
}

static void blanks(reader *r)
{
    r->at += text_blanks(r->at);
}

static bool take(reader *r, const char *sign)
{
    return text_skip(&r->at, sign);
}

static bool take_word(reader *r, const char *word)
{
    return text_skip_word(&r->at, word, "@.");
}

static u32 add(reader *r, ctl_op op, u32 a, u32 b)
{
    vec_push(&r->f->nodes, (ctl_node){op, a, b});
    return r->f->nodes.n - 1;
}

static u32 add_atom(reader *r, const char *s, size_t n)
{
    for (u32 i = 0; i < r->f->atoms.n; i++)
        if (strlen(r->f->atoms.at[i]) == n && strncmp(r->f->atoms.at[i], s, n) == 0)
            return add(r, CTL_ATOM, i, 0);
    vec_push(&r->f->atoms, mem_strndup(s, n));
    return add(r, CTL_ATOM, r->f->atoms.n - 1, 0);
}

static u32 quoted(reader *r)
{
    const char *start = ++r->at, *end = strchr(start, '"');

    if (!end)
        wrong(r, "this string has no end");
    r->at = end + 1;
    return add_atom(r, start, (size_t)(end - start));
}

/* A word of an expression, with an index in brackets. */
static bool skip_word(reader *r)
{
    const char *start = r->at;
    u32 brackets = 0;

    while (text_is_word(*r->at) || *r->at == '@' || *r->at == '.' ||
           (*start == '@' && *r->at == ':') || *r->at == '[' || (brackets && *r->at == ']')) {
        brackets += *r->at == '[';
        brackets -= *r->at == ']';
        r->at++;
    }
    if (*start == '@' && r->at[0] == '(' && r->at[1] == 'T') /* @label(T2) */
        r->at += strcspn(r->at, ")") + (strchr(r->at, ')') != NULL);
    return r->at > start;
}

static bool skip_comparison(reader *r)
{
    static const char *const signs[] = {"==", "!=", "<=", ">=", "<", ">"};

    blanks(r);
    for (u32 i = 0; i < LENGTH(signs); i++)
        if (strncmp(r->at, signs[i], strlen(signs[i])) == 0 && strncmp(r->at, "<->", 3) != 0)
            return take(r, signs[i]);
    return false;
}

static u32 atom(reader *r)
{
    const char *start, *end;

    blanks(r);
    if (*r->at == '"')
        return quoted(r);
    start = r->at;
    if (!skip_word(r))
        wrong(r, "a formula is expected here");
    end = r->at;
    if (skip_comparison(r)) {
        blanks(r);
        if (!skip_word(r))
            wrong(r, "a value is expected here; put longer expressions in quotes");
        end = r->at;
    }
    return add_atom(r, start, (size_t)(end - start));
}

static u32 implication(reader *r);

static u32 until(reader *r, ctl_op op)
{
    u32 a = implication(r), b;

    if (!take_word(r, "U"))
        wrong(r, "U is expected here: A[f U g]");
    b = implication(r);
    if (!take(r, "]"))
        wrong(r, "] is expected here");
    return add(r, op, a, b);
}

static u32 unary(reader *r)
{
    static const ctl_op paths[] = {CTL_AX, CTL_EX, CTL_AF, CTL_EF, CTL_AG, CTL_EG};
    static const char *const words[] = {"AX", "EX", "AF", "EF", "AG", "EG"};
    u32 a;

    if (++r->depth > DEPTH_MOST)
        wrong(r, "the formula is nested too deeply");
    for (u32 i = 0; i < LENGTH(paths); i++)
        if (take_word(r, words[i])) {
            a = unary(r);
            return add(r, paths[i], a, 0);
        }
    if (take(r, "A["))
        return until(r, CTL_AU);
    if (take(r, "E["))
        return until(r, CTL_EU);
    if (take(r, "!")) {
        a = unary(r);
        return add(r, CTL_NOT, a, 0);
    }
    if (take(r, "(")) {
        a = implication(r);
        if (!take(r, ")"))
            wrong(r, ") is expected here");
        return a;
    }
    if (take_word(r, "true"))
        return add(r, CTL_TRUE, 0, 0);
    return take_word(r, "false") ? add(r, CTL_FALSE, 0, 0) : atom(r);
}

static u32 conjunction(reader *r)
{
    u32 a = unary(r), b;

    r->depth = 0;
    while (take(r, "&&") || take(r, "&")) {
        b = unary(r);
        a = add(r, CTL_AND, a, b);
    }
    return a;
}

static u32 disjunction(reader *r)
{
    u32 a = conjunction(r), b;

    while (take(r, "||") || take(r, "|")) {
        b = conjunction(r);
        a = add(r, CTL_OR, a, b);
    }
    return a;
}

static u32 implies(reader *r, u32 a, u32 b)
{
    u32 not_a = add(r, CTL_NOT, a, 0);

    return add(r, CTL_OR, not_a, b);
}

static u32 implication(reader *r)
{
    u32 a = disjunction(r), b, there, back;

    if (take(r, "->")) {
        b = implication(r);
        return implies(r, a, b);
    }
    if (!take(r, "<->"))
        return a;
    b = implication(r);
    there = implies(r, a, b);
    back = implies(r, b, a);
    return add(r, CTL_AND, there, back);
}

ctl *ctl_parse(const char *source, ctl_error *error)
{
    reader r = {.source = source, .at = source, .error = error};

    r.f = mem_alloc(sizeof *r.f);
    if (setjmp(r.failed)) {
        ctl_free(r.f);
        return NULL;
    }
    implication(&r);
    blanks(&r);
    if (*r.at)
        wrong(&r, "an operator is expected here");
    return r.f;
}

bool ctl_has_next(const ctl *f)
{
    for (u32 i = 0; i < f->nodes.n; i++)
        if (f->nodes.at[i].op == CTL_AX || f->nodes.at[i].op == CTL_EX)
            return true;
    return false;
}

void ctl_free(ctl *f)
{
    vec_free_items(&f->atoms);
    vec_free(&f->nodes);
    mem_free(f);
}

void ctl_print(const ctl *f, u32 at, text *out)
{
    static const char *const words[] = {
#define CTL_OP(name, word, arity) word,
        CTL_OPERATORS(CTL_OP)
#undef CTL_OP
    };
    const ctl_node *n = &f->nodes.at[at];

    if (n->op == CTL_ATOM) {
        text_add(out, f->atoms.at[n->a]);
        return;
    }
    if (n->op == CTL_AND || n->op == CTL_OR) {
        text_add(out, "(");
        ctl_print(f, n->a, out);
        text_addf(out, " %s ", words[n->op]);
        ctl_print(f, n->b, out);
        text_add(out, ")");
        return;
    }
    text_add(out, words[n->op]);
    if (n->op == CTL_AU || n->op == CTL_EU) {
        text_add(out, "[");
        ctl_print(f, n->a, out);
        text_add(out, " U ");
        ctl_print(f, n->b, out);
        text_add(out, "]");
    } else if (ctl_arity[n->op]) {
        text_add(out, n->op == CTL_NOT ? "" : " ");
        ctl_print(f, n->a, out);
    }
}
