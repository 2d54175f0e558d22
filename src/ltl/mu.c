/* Reading formulas of the modal mu-calculus (Kozen 1983).
 *
 *   mu Z. f   nu Z. f   <> f   [] f   <P> f   [P] f   ! && || -> <->   ( )   true   false   Z
 *
 * The body of a fixpoint reaches as far to the right as it can.  Atoms are those of computation
 * tree logic; in a word `[` never begins an atom.  A formula is read as it stands and then brought
 * into the form in which negation stands before atoms alone: there the body of a fixpoint is
 * monotone.  !mu Z. f is nu Z. !f with !Z for Z; so an occurrence of Z must have the sign of its
 * fixpoint, and one under an odd number of negations is refused. */
#include "ltl/mu.h"
#include "base/mutant.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

enum { MU_DEPTH_MOST = 300, MU_NODES_MOST = 100000, MU_FIXPOINTS_MOST = 64 };

const u8 mu_arity[] = {
#define MU_OP(name, arity, meaning) arity,
    MU_OPERATORS(MU_OP)
#undef MU_OP
};

/* As it stands: there are negations of anything, and equivalences, besides what mu_op has. */
enum { RAW_NOT = LENGTH(mu_arity), RAW_SAME };
typedef struct raw {
    u32 op; /* a mu_op, or one of these */
    u32 a, b;
    size_t place;
} raw;

typedef struct bound {
    const char *name;
    size_t n;
    u32 number;
} bound;

typedef struct reader {
    const char *source, *at;
    mu *f;
    ctl_error *error;
    jmp_buf failed;
    u32 depth;
    VEC(raw) read;
    VEC(bound) scope;
    VEC(u8) sign; /* by fixpoint: it stands under an odd number of negations */
} reader;

static _Noreturn void wrong(reader *r, size_t place, const char *message)
{
    r->error->place = place;
    snprintf(r->error->message, sizeof r->error->message, "%s", message);
    longjmp(r->failed, 1);
}

static size_t here(const reader *r)
{
    return (size_t)(r->at - r->source);
}

static bool take(reader *r, const char *sign)
{
    return text_skip(&r->at, sign);
}

static bool take_word(reader *r, const char *word)
{
    return text_skip_word(&r->at, word, "@[");
}

static u32 add(reader *r, u32 op, u32 a, u32 b)
{
    if (r->read.n > MU_NODES_MOST)
        wrong(r, here(r), "the formula is too long");
    vec_push(&r->read, ((raw){op, a, b, here(r)}));
    return r->read.n - 1;
}

static u32 number_of(reader *r, bool label, const char *s, size_t n)
{
    u32 count = label ? r->f->labels.n : r->f->atoms.n;

    for (u32 i = 0; i < count; i++) {
        const char *known = label ? r->f->labels.at[i] : r->f->atoms.at[i];

        if (strlen(known) == n && strncmp(known, s, n) == 0)
            return i;
    }
    if (label)
        vec_push(&r->f->labels, mem_strndup(s, n));
    else
        vec_push(&r->f->atoms, mem_strndup(s, n));
    return count;
}

/* A word such as `done`, `P1@crit`, `Out[0]@done`. */
static bool skip_word(reader *r)
{
    const char *start = r->at;
    u32 brackets = 0;

    while (text_is_word(*r->at) || *r->at == '@' || *r->at == '.' ||
           (*r->at == '[' && r->at > start) || (brackets && *r->at == ']')) {
        brackets += *r->at == '[';
        brackets -= *r->at == ']';
        r->at++;
    }
    return r->at > start;
}

static bool skip_comparison(reader *r)
{
    static const char *const signs[] = {"==", "!=", "<=", ">=", "<", ">"};

    r->at += text_blanks(r->at);
    for (u32 i = 0; i < LENGTH(signs); i++)
        if (strncmp(r->at, signs[i], strlen(signs[i])) == 0 && strncmp(r->at, "<->", 3) != 0)
            return take(r, signs[i]);
    return false;
}

static u32 quoted(reader *r)
{
    const char *start = ++r->at, *end = strchr(start, '"');

    if (!end)
        wrong(r, here(r), "this string has no end");
    r->at = end + 1;
    return add(r, MU_ATOM, number_of(r, false, start, (size_t)(end - start)), 0);
}

static u32 word(reader *r)
{
    const char *start, *end;

    r->at += text_blanks(r->at);
    if (*r->at == '"')
        return quoted(r);
    start = r->at;
    if (!skip_word(r))
        wrong(r, here(r), "a formula is expected here");
    end = r->at;
    for (u32 i = r->scope.n; i-- > 0;)
        if (r->scope.at[i].n == (size_t)(end - start) &&
            strncmp(r->scope.at[i].name, start, r->scope.at[i].n) == 0)
            return add(r, MU_VARIABLE, r->scope.at[i].number, 0);
    if (skip_comparison(r)) {
        r->at += text_blanks(r->at);
        if (!skip_word(r))
            wrong(r, here(r), "a value is expected here; put longer expressions in quotes");
        end = r->at;
    }
    return add(r, MU_ATOM, number_of(r, false, start, (size_t)(end - start)), 0);
}

static u32 implication(reader *r);
static u32 unary(reader *r);

static u32 fixpoint(reader *r, mu_op op)
{
    bound b = {.number = r->f->fixpoints++};
    u32 body;

    r->at += text_blanks(r->at);
    b.name = r->at;
    b.n = text_word(r->at);
    r->at += b.n;
    if (r->f->fixpoints > MU_FIXPOINTS_MOST)
        wrong(r, here(r), "a formula has at most 64 fixpoints");
    if (!b.n || !take(r, "."))
        wrong(r, here(r), "a variable and a dot are expected here: mu Z. f");
    vec_push(&r->scope, b);
    body = implication(r);
    r->scope.n--;
    return add(r, op, body, b.number);
}

/* Behind < or [: the name of a process, if there is one, and the end. */
static u32 modality(reader *r, mu_op op, const char *end)
{
    const char *start;
    u32 label = 0, a;

    r->at += text_blanks(r->at);
    start = r->at;
    if (skip_word(r))
        label = 1 + number_of(r, true, start, (size_t)(r->at - start));
    if (!take(r, end))
        wrong(r, here(r),
              "the name of a process and the end of the modality are expected here: <P> or [P]");
    a = unary(r);
    return add(r, op, a, label);
}

static u32 in_brackets(reader *r)
{
    u32 a = implication(r);

    if (!take(r, ")"))
        wrong(r, here(r), ") is expected here");
    return a;
}

static u32 one(reader *r)
{
    if (take_word(r, "mu"))
        return fixpoint(r, MU_LEAST);
    if (take_word(r, "nu"))
        return fixpoint(r, MU_GREATEST);
    if (take(r, "<"))
        return modality(r, MU_DIAMOND, ">");
    if (take(r, "["))
        return modality(r, MU_BOX, "]");
    if (take(r, "!"))
        return add(r, RAW_NOT, unary(r), 0);
    if (take(r, "("))
        return in_brackets(r);
    if (take_word(r, "true"))
        return add(r, MU_TRUE, 0, 0);
    return take_word(r, "false") ? add(r, MU_FALSE, 0, 0) : word(r);
}

static u32 unary(reader *r)
{
    u32 a;

    if (++r->depth > MU_DEPTH_MOST)
        wrong(r, here(r), "the formula is nested too deeply");
    a = one(r);
    r->depth--;
    return a;
}

static u32 conjunction(reader *r)
{
    u32 a = unary(r);

    while (take(r, "&&") || take(r, "&"))
        a = add(r, MU_AND, a, unary(r));
    return a;
}

static u32 disjunction(reader *r)
{
    u32 a = conjunction(r);

    while (take(r, "||") || take(r, "|"))
        a = add(r, MU_OR, a, conjunction(r));
    return a;
}

static u32 implication(reader *r)
{
    u32 a = disjunction(r);

    if (take(r, "->")) {
        a = add(r, RAW_NOT, a, 0);
        return add(r, MU_OR, a, implication(r));
    }
    return take(r, "<->") ? add(r, RAW_SAME, a, implication(r)) : a;
}

/* Negation to the atoms. */

static u32 put(reader *r, mu_op op, u32 a, u32 b)
{
    if (r->f->nodes.n > MU_NODES_MOST)
        wrong(r, 0, "the formula is too long without its equivalences");
    vec_push(&r->f->nodes, ((mu_node){op, a, b}));
    return r->f->nodes.n - 1;
}

static mu_op dual(mu_op op, bool negated)
{
    static const u8 of[] = {
        [MU_TRUE] = MU_FALSE,  [MU_FALSE] = MU_TRUE,     [MU_ATOM] = MU_NO_ATOM,
        [MU_AND] = MU_OR,      [MU_OR] = MU_AND,         [MU_BOX] = MU_DIAMOND,
        [MU_DIAMOND] = MU_BOX, [MU_LEAST] = MU_GREATEST, [MU_GREATEST] = MU_LEAST};

    if ((op == MU_LEAST || op == MU_GREATEST) && MUTANT(MU_NEGATION))
        return op;
    return negated ? (mu_op)of[op] : op;
}

static u32 settle(reader *r, u32 at, bool negated)
{
    raw n = r->read.at[at];
    u32 a, b;

    if (n.op == RAW_NOT)
        return settle(r, n.a, !negated);
    if (n.op == RAW_SAME) { /* both, or neither; negated: one and not the other */
        a = settle(r, n.a, false);
        b = settle(r, n.b, negated);
        a = put(r, MU_AND, a, b);
        b = settle(r, n.a, true);
        b = put(r, MU_AND, b, settle(r, n.b, !negated));
        return put(r, MU_OR, a, b);
    }
    switch (n.op) {
    case MU_TRUE:
    case MU_FALSE:
    case MU_ATOM:
        return put(r, dual((mu_op)n.op, negated), n.a, 0);
    case MU_VARIABLE:
        if (r->sign.at[n.a] != negated)
            wrong(r, n.place, "the variable stands under an odd number of negations");
        return put(r, MU_VARIABLE, n.a, 0);
    case MU_AND:
    case MU_OR:
        a = settle(r, n.a, negated);
        b = settle(r, n.b, negated);
        return put(r, dual((mu_op)n.op, negated), a, b);
    case MU_LEAST:
    case MU_GREATEST:
        r->sign.at[n.b] = negated;
        break;
    default:
        break;
    }
    a = settle(r, n.a, negated);
    return put(r, dual((mu_op)n.op, negated), a, n.b);
}

static void read_all(reader *r)
{
    u32 whole = implication(r);

    r->at += text_blanks(r->at);
    if (*r->at)
        wrong(r, here(r), "the end of the formula is expected here");
    for (u32 i = 0; i < r->f->fixpoints; i++)
        vec_push(&r->sign, 0);
    settle(r, whole, false);
}

mu *mu_parse(const char *source, ctl_error *error)
{
    reader r = {.source = source, .at = source, .error = error};
    bool ok;

    r.f = mem_alloc(sizeof *r.f);
    ok = setjmp(r.failed) == 0;
    if (ok)
        read_all(&r);
    vec_free(&r.read);
    vec_free(&r.scope);
    vec_free(&r.sign);
    if (ok)
        return r.f;
    mu_free(r.f);
    return NULL;
}

void mu_free(mu *f)
{
    for (u32 i = 0; i < f->atoms.n; i++)
        mem_free(f->atoms.at[i]);
    for (u32 i = 0; i < f->labels.n; i++)
        mem_free(f->labels.at[i]);
    vec_free(&f->atoms);
    vec_free(&f->labels);
    vec_free(&f->nodes);
    mem_free(f);
}
