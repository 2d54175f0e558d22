/* Formulas over C expressions.
 *
 * A proposition is the value of a function that is added to the first file and translated as an
 * expression: it must be one without steps of its own.  SPIN looks at a claim after every
 * statement, also of an atomic sequence.  What the model sets by several statements, a 64-bit
 * integer or bit-fields side by side, would be seen half done, and so would what an atomic section
 * does: these are refused.  A formula speaks of the states from the first one of main on, when
 * global variables have their values; no variable is main's alone, so that each store is a step. */
#include "promela/claim.h"
#include "promela/expression.h"
#include "promela/function.h"
#include "promela/node.h"
#include "promela/scan.h"
#include "promela/tree.h"

#include <string.h>

void claim_write(const translation *t, text *out)
{
    for (u32 i = 0; i < t->o->propositions.n; i++)
        text_addf(out,
                  "__attribute__((unused)) static _Bool heddle_claim_%u(void) { return %s; }\n", i,
                  t->o->propositions.at[i]);
}

void claim_refuse(translation *t, CXCursor at, const char *what)
{
    if (t->o->claims.n)
        tree_refuse(t, at, "%s with --ltl: heddle check looks at such programs", what);
}

static _Noreturn void refuse(translation *t, u32 n, const char *why)
{
    fail(EXIT_INPUT, "heddle promela: the proposition \"%s\" %s; heddle check takes it",
         t->o->propositions.at[n], why);
}

static const char *proposition(translation *t, u32 n)
{
    function *f = scan_by_name(t, tr_text(t, "heddle_claim_%u", n));
    model_node *apart = node_new(t, NODE_SEQUENCE, NULL), *before = node_enter(t, apart);
    CXCursor statement = tree_child(scan_body(f), 0);
    value v;

    t->f = f;
    t->alone = t->claiming = true;
    t->direct++;
    vec_clear(&t->known);
    vec_clear(&t->fresh);
    tree_where(t, f->decl, &t->file, &t->line);
    v = expression_condition(t, tree_child(statement, 0));
    t->direct--;
    t->claiming = false;
    node_leave(t, before);
    if (apart->children.n)
        refuse(t, n, "needs steps of its own: a call, a pointer that is followed or a division");
    if (strstr(v.text, ".lo") || strstr(v.text, ".hi") || strstr(v.text, "wide"))
        refuse(t, n, "reads a number of 64 bits, which the model sets in two steps");
    return v.text;
}

void claim_print(translation *t, promela_model *m)
{
    if (!t->o->claims.n)
        return;
    node_line(m, "%s", "");
    node_line(m, PROMELA_CLAIMS);
    for (u32 i = 0; i < t->o->propositions.n; i++)
        node_line(m, "#define claim_p%u (%s)", i, proposition(t, i));
    for (u32 i = 0; i < t->o->claims.n; i++)
        node_line(m, "ltl claim_%u { (! claim_started) U (claim_started && (%s)) }", i,
                  t->o->claims.at[i]);
}
