/* Formulas as text, and errors in them. */
#include "ltl/formula.h"

#include "base/text.h"

#include <ctype.h>

static void print_proposition(const proposition *p, text *out)
{
    if (p->kind != PROP_EXPR) {
        text_add(out, p->text);
        return;
    }
    text_addc(out, '"');
    for (const char *s = p->text; *s; s++)
        text_addf(out, *s == '"' ? "\\%c" : "%c", *s);
    text_addc(out, '"');
}

/* In parentheses if it binds less tight than `least`. */
static void print_operand(const ltl *l, formula f, int least, text *out)
{
    bool parentheses = op_table[op_of(l, f)].precedence < least;

    if (parentheses)
        text_addc(out, '(');
    ltl_print(l, f, out);
    if (parentheses)
        text_addc(out, ')');
}

static void print_unary(const ltl *l, formula f, text *out)
{
    const op_info *info = &op_table[op_of(l, f)];
    formula a = operand(l, f, 0);
    bool letter = isalpha((unsigned char)info->text[0]);

    text_add(out, info->text);
    if (letter && op_table[op_of(l, a)].precedence >= info->precedence)
        text_addc(out, ' ');
    print_operand(l, a, info->precedence, out);
}

void ltl_print(const ltl *l, formula f, text *out)
{
    const op_info *info = &op_table[op_of(l, f)];
    u32 n = node_of(l, f)->n;

    if (op_of(l, f) == OP_PROPOSITION) {
        print_proposition(&l->props.at[n], out);
    } else if (info->kind == LEAF) {
        text_add(out, info->text);
    } else if (info->kind == UNARY) {
        print_unary(l, f, out);
    } else {
        for (u32 i = 0; i < n; i++) {
            bool tail = info->kind == BINARY && i == 1;

            if (i)
                text_addf(out, " %s ", info->text);
            print_operand(l, operand(l, f, i), info->precedence + !tail, out);
        }
    }
}

void ltl_explain(const char *formula_text, const ltl_error *error, text *out)
{
    text_addf(out, "%s\n    ", error->message);
    for (const char *s = formula_text; *s; s++)
        text_addc(out, *s == '\n' || *s == '\t' ? ' ' : *s);
    text_add(out, "\n    ");
    for (size_t i = 0; i < error->place; i++)
        if (((u8)formula_text[i] & 0xc0) != 0x80)
            text_addc(out, ' ');
    text_add(out, "^\n");
}
