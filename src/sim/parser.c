/* What every part of the evaluator does: taking words and operators off the text, and reading what
 * lies at a place of the program.  A parser that has failed takes nothing more and gives some
 * value, so that only its first problem is told; one that is dry evaluates nothing, but still knows
 * types. */
#include "sim/parser.h"

#include <ctype.h>
#include <string.h>

/* ---- words ---- */

void parser_blanks(expr_parser *p)
{
    p->here += text_blanks(p->here);
}

expr_value parser_wrong(expr_parser *p, const char *what, const char *word)
{
    if (!p->failed)
        text_addf(p->problem, what, word);
    p->failed = true;
    return (expr_value){.sort = SORT_INTEGER, .size = 4, .is_signed = true};
}

bool parser_take(expr_parser *p, const char *word, const char *but_not)
{
    size_t n = strlen(word);

    parser_blanks(p);
    if (strncmp(p->here, word, n) != 0 || (p->here[n] && strchr(but_not, p->here[n])))
        return false;
    p->here += n;
    return true;
}

bool parser_name(expr_parser *p, char name[static NAME_MOST])
{
    size_t n;

    parser_blanks(p);
    n = text_word(p->here);
    if (n == 0 || n >= NAME_MOST || isdigit((u8)*p->here))
        return false;
    memcpy(name, p->here, n);
    name[n] = 0;
    p->here += n;
    return true;
}

bool parser_words(expr_parser *p, const char *words)
{
    const char *at = p->here;

    for (; *words; words += *words == ' ') {
        size_t n = strcspn(words, " ");

        at += text_blanks(at);
        if (strncmp(at, words, n) != 0 || text_is_word(at[n]))
            return false;
        at += n;
        words += n;
    }
    p->here = at;
    return true;
}

/* ---- values ---- */

c_type parser_class(const expr_parser *p, const c_value *v)
{
    sys *s = sys_with_values(p->at->s);

    if (v->stars)
        return (c_type){.class = C_POINTER, .size = 8};
    return s->ops->values->type_of(s, v->type);
}

/* What is not evaluated still has a type, which the other branch of ?: is converted to. */
static expr_value unread(expr_parser *p, const expr_value *x)
{
    c_type t;

    if (x->shown || !sys_has_values(p->at->s))
        return value_integer(0, 8, false);
    t = parser_class(p, &x->v);
    if (t.class == C_ARRAY || t.class == C_POINTER)
        return value_pointer(x->v.stars ? x->v.type : t.element, x->v.stars ? x->v.stars - 1 : 0,
                             0);
    if (t.class == C_FLOAT)
        return value_real(0);
    if (t.class == C_RECORD || t.class == C_UNKNOWN)
        return value_integer(0, 4, true);
    return value_number(&(c_value){.bits = x->v.bits}, t);
}

expr_value parser_read(expr_parser *p, expr_value x)
{
    c_type t;
    sys *s;

    if (x.sort != SORT_PLACE || p->failed)
        return x.sort == SORT_PLACE ? value_integer(0, 4, true) : x;
    if (p->dry)
        return unread(p, &x);
    if (x.shown)
        return value_integer(x.n, 8, false);
    s = sys_with_values(p->at->s);
    t = parser_class(p, &x.v);
    if (t.class == C_ARRAY && x.v.placed)
        return value_pointer(t.element, 0, x.v.at);
    if (t.class == C_RECORD || t.class == C_UNKNOWN || t.class == C_ARRAY)
        return parser_wrong(p, "%s is no number and no pointer",
                            "a struct, a union or what has no type");
    if (x.v.placed && !s->ops->values->load(s, &x.v))
        return parser_wrong(p, "%s", "there is no memory at that address");
    if (x.v.undefined)
        return parser_wrong(p, "%s", "it was never set: it has no defined value");
    if (t.class == C_POINTER)
        return value_pointer(x.v.stars ? x.v.type : t.element, x.v.stars ? x.v.stars - 1 : 0,
                             x.v.value);
    if (t.class == C_FLOAT)
        return t.size > 8 ? parser_wrong(p, "%s", "long double is not read")
                          : value_real(value_real_of(x.v.value, t.size));
    return value_number(&x.v, t);
}
