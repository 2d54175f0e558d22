/* Formulas as SPIN writes them: [] <> U V, every operator in parentheses, and proposition i as
 * `claim_pi`. */
#include "base/text.h"
#include "ltl/formula.h"

static void add_formula(const ltl *l, formula f, text *out);

static void add_binary(const ltl *l, formula f, const char *op, text *out)
{
    text_addc(out, '(');
    for (u32 i = 0; i < node_of(l, f)->n; i++) {
        if (i)
            text_addf(out, " %s ", op);
        add_formula(l, operand(l, f, i), out);
    }
    text_addc(out, ')');
}

static void add_unary(const ltl *l, formula f, const char *op, text *out)
{
    text_addf(out, "(%s ", op);
    add_formula(l, operand(l, f, 0), out);
    text_addc(out, ')');
}

static void add_formula(const ltl *l, formula f, text *out)
{
    switch (op_of(l, f)) {
    case OP_PROPOSITION:
        text_addf(out, "claim_p%u", node_of(l, f)->n);
        break;
    case OP_FINALLY:
        add_unary(l, f, "<>", out);
        break;
    case OP_GLOBALLY:
        add_unary(l, f, "[]", out);
        break;
    case OP_NOT:
        add_unary(l, f, "!", out);
        break;
    case OP_RELEASE:
        add_binary(l, f, "V", out);
        break;
    case OP_STRONG_RELEASE: /* b U (a && b) */
        text_addc(out, '(');
        add_formula(l, operand(l, f, 1), out);
        text_add(out, " U ");
        add_binary(l, f, "&&", out);
        text_addc(out, ')');
        break;
    case OP_TRUE:
    case OP_FALSE:
        text_add(out, op_table[op_of(l, f)].text);
        break;
    default:
        add_binary(l, f, op_table[op_of(l, f)].text, out);
        break;
    }
}

void ltl_print_spin(const ltl *l, formula f, text *out)
{
    add_formula(l, f, out);
}
