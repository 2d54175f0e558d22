/* Names of types in expressions, for casts and sizeof: C's own, and those of the program.  In a
 * system without types there are C's own alone. */
#include "sim/parser.h"

#include <string.h>

/* The words of C's own integer types, in the order in which they are looked for. */
static const basic basics[] = {
    {"unsigned long long", 8, false},
    {"unsigned long int", 8, false},
    {"unsigned long", 8, false},
    {"unsigned short", 2, false},
    {"unsigned char", 1, false},
    {"unsigned int", 4, false},
    {"unsigned", 4, false},
    {"signed char", 1, true},
    {"long long", 8, true},
    {"long int", 8, true},
    {"long", 8, true},
    {"short", 2, true},
    {"char", 1, true},
    {"int", 4, true},
    {"size_t", 8, false},
    {"_Bool", 1, false},
    {"bool", 1, false},
};

static bool take_base(expr_parser *p, type_name *out)
{
    char name[NAME_MOST], whole[NAME_MOST + 8];
    static const char *const heads[] = {"struct", "union", "enum"};
    const char *head = "";
    sys *s;

    for (u32 i = 0; i < LENGTH(basics); i++)
        if (parser_words(p, basics[i].word)) {
            out->integer = &basics[i];
            return true;
        }
    if (parser_words(p, "void"))
        return out->nothing = true;
    if (parser_words(p, "float") || parser_words(p, "double")) {
        out->real = p->here[-1] == 't' ? 4 : 8;
        return true;
    }
    for (u32 i = 0; i < LENGTH(heads); i++)
        if (parser_words(p, heads[i]))
            head = heads[i];
    if (!sys_has_values(p->at->s) || !parser_name(p, name))
        return false;
    s = sys_with_values(p->at->s);
    memcpy(whole, head, strlen(head) + 1);
    strcat(whole, *head ? " " : "");
    strcat(whole, name);
    out->type = s->ops->values->type_named(s, whole);
    return out->type != 0;
}

bool type_name_take(expr_parser *p, type_name *out)
{
    const char *back = p->here;

    *out = (type_name){0};
    parser_blanks(p);
    if (!take_base(p, out)) {
        p->here = back;
        return false;
    }
    while (parser_take(p, "*", ""))
        out->stars++;
    if (parser_take(p, ")", ""))
        return true;
    p->here = back;
    return false;
}

u64 type_name_size(const expr_parser *p, const type_name *t)
{
    c_value v = {.type = t->type, .stars = t->stars};

    if (t->stars)
        return 8;
    return t->integer ? t->integer->size
           : t->real  ? t->real
           : t->type  ? parser_class(p, &v).size
                      : 1;
}

/* The type of the program that has this name and size, for pointers to plain numbers. */
static u32 plain_type(const expr_parser *p, const type_name *t)
{
    sys *s = sys_with_values(p->at->s);

    if (t->type || t->nothing)
        return t->type;
    return s->ops->values->type_named(s, t->integer     ? t->integer->word
                                         : t->real == 4 ? "float"
                                                        : "double");
}

expr_value type_name_cast(expr_parser *p, const type_name *t, expr_value x)
{
    c_value v = {.type = t->type};
    c_type of;

    x = parser_read(p, x);
    if (p->failed)
        return x;
    if (t->stars)
        return x.sort == SORT_REAL ? parser_wrong(p, "%s", "a floating-point number is no pointer")
                                   : value_pointer(plain_type(p, t), t->stars - 1, x.n);
    if (t->integer && !strncmp(t->integer->word, "_B", 2))
        return value_truth(value_is_true(&x));
    if (t->integer)
        return value_convert(x, t->integer->size, t->integer->is_signed);
    if (t->real)
        return value_real(t->real == 4 ? (double)(float)value_as_real(&x) : value_as_real(&x));
    of = parser_class(p, &v);
    if (of.class == C_FLOAT)
        return value_real(value_as_real(&x));
    if (of.class == C_POINTER)
        return value_pointer(of.element, 0, x.n);
    if (of.class == C_ARRAY || of.class == C_RECORD || of.class == C_UNKNOWN)
        return parser_wrong(p, "%s", "a cast is to a number or a pointer");
    return value_convert(x, (u32)of.size, of.class == C_SIGNED);
}
