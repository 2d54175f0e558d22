/* Temporal formulas in the language of SMV.  Its operators are ours, with three written otherwise:
 * & for &&, | for ||, and V for R. */
#include "asm/casm.h"

#include <string.h>

static void add_ctl(const ctl *f, u32 at, casm *c, const u32 *queries, text *out)
{
    static const char *const words[] = {
#define CTL_OP(name, word, arity) word,
        CTL_OPERATORS(CTL_OP)
#undef CTL_OP
    };
    const ctl_node *n = &f->nodes.at[at];
    bool until = n->op == CTL_AU || n->op == CTL_EU;

    if (n->op == CTL_TRUE || n->op == CTL_FALSE) {
        text_add(out, n->op == CTL_TRUE ? "TRUE" : "FALSE");
    } else if (n->op == CTL_ATOM) {
        smv_proposition(c, c->watched.at[queries[n->a]], out);
    } else if (ctl_arity[n->op] == 2) {
        text_addf(out, until ? "%s [" : "(", words[n->op]);
        add_ctl(f, n->a, c, queries, out);
        text_add(out, until ? " U " : n->op == CTL_AND ? " & " : " | ");
        add_ctl(f, n->b, c, queries, out);
        text_add(out, until ? "]" : ")");
    } else {
        text_addf(out, "%s (", words[n->op]);
        add_ctl(f, n->a, c, queries, out);
        text_add(out, ")");
    }
}

void smv_add_ctl(casm *c, const ctl *f, const u32 *queries, text *out)
{
    add_ctl(f, f->nodes.n - 1, c, queries, out);
}

void smv_add_ltl(casm *c, ltl *of, formula f, const u32 *queries, text *out)
{
    text words = {0};

    ltl_print(of, ltl_simplify(of, f), &words);
    for (const char *at = text_str(&words); *at; at++) {
        u32 k = 0;

        if (*at == '"') {
            const char *end = strchr(at + 1, '"');
            size_t n = (size_t)(end - at - 1);

            while (strlen(ltl_proposition(of, k)->name) != n ||
                   strncmp(ltl_proposition(of, k)->name, at + 1, n) != 0)
                k++;
            smv_proposition(c, c->watched.at[queries[k]], out);
            at = end;
        } else if (strncmp(at, "&&", 2) == 0 || strncmp(at, "||", 2) == 0) {
            text_addc(out, *at++);
        } else {
            text_addc(out, *at == 'R' ? 'V' : *at);
        }
    }
    text_free(&words);
}
