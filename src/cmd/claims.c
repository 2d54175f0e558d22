/* The formulas of heddle promela --ltl, as SPIN writes them: proposition i is `claim_pi`.  Those
 * that count steps are refused, since the steps of a model are others than those of heddle check.
 */
#include "cmd/claims.h"
#include "ltl/ltl.h"

#include <string.h>

static formula parsed(ltl *l, const char *words)
{
    text why = {0};
    ltl_error e;
    formula f;

    if (!ltl_parse(l, words, &f, &e)) {
        ltl_explain(words, &e, &why);
        why.at[--why.n] = 0; /* fail ends the line */
        fail(EXIT_USAGE, "heddle promela: --ltl: %s", text_str(&why));
    }
    if (ltl_has_next(l, f))
        fail(EXIT_USAGE,
             "heddle promela: --ltl '%s': X speaks of steps, and those of a model are "
             "others; heddle check takes it",
             words);
    return f;
}

void claims_read(const options *o, promela_options *p)
{
    ltl *l = o->ltl.n ? ltl_open() : NULL;
    text out = {0};

    for (u32 i = 0; i < o->ltl.n; i++) {
        text_clear(&out);
        ltl_print_spin(l, parsed(l, o->ltl.at[i]), &out);
        vec_push(&p->claims, mem_strdup(text_str(&out)));
        vec_push(&p->formulas, o->ltl.at[i]);
    }
    for (u32 i = 0; l && i < ltl_propositions(l); i++) {
        const proposition *q = ltl_proposition(l, i);

        if (q->kind == PROP_LABEL || q->kind == PROP_LINE)
            fail(EXIT_USAGE,
                 "heddle promela: --ltl: %s is a place, which a model does not know; "
                 "use a C expression, or heddle check",
                 q->text);
        vec_push(&p->propositions, mem_strdup(q->name));
    }
    text_free(&out);
    if (l)
        ltl_close(l);
}

void claims_free(promela_options *p)
{
    for (u32 i = 0; i < p->claims.n; i++)
        mem_free((char *)p->claims.at[i]);
    for (u32 i = 0; i < p->propositions.n; i++)
        mem_free((char *)p->propositions.at[i]);
    vec_free(&p->claims);
    vec_free(&p->propositions);
    vec_free(&p->formulas);
}
