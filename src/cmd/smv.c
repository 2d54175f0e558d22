/* heddle smv: an assembly system as a model for NuSMV, on standard output. */
#include "cmd/asm.h"

#include <stdio.h>

static void add_formulas(const properties *p, casm *c, text *out)
{
    for (u32 i = 0; i < p->branches.n; i++) {
        const branch *b = &p->branches.at[i];

        text_addf(out, "-- line %u: ctl %s\nCTLSPEC ", b->at.line, b->text);
        smv_add_ctl(c, b->formula, b->queries.at, out);
        text_add(out, ";\n");
    }
    for (u32 i = 0; i < p->all.n; i++) {
        const property *one = &p->all.at[i];

        text_addf(out, "-- line %u: ltl %s\nLTLSPEC ", one->at.line, one->text);
        smv_add_ltl(c, p->pool, one->formula, p->queries.at, out);
        text_add(out, ";\n");
    }
}

void asm_smv(casm *c, const properties *p, text *out)
{
    smv_write(c, out);
    add_formulas(p, c, out);
}

int cmd_smv(int argc, char **argv)
{
    options o;
    casm_options made;
    string_list names = {0};
    text out = {0};
    properties p = {0};
    casm *c;

    options_parse(&o, FOR_SMV, argc, argv);
    if (o.front.files.n != 1)
        fail(EXIT_USAGE, "heddle smv: one system file is needed; heddle help smv says more");
    asm_options(&o, &made, &names);
    c = casm_read(o.front.files.at[0], &made);
    properties_read_asm(&p, &o, c, &made);
    asm_smv(c, &p, &out);
    fputs(text_str(&out), stdout);
    text_free(&out);
    properties_free(&p);
    casm_free(c);
    asm_options_free(&made, &names);
    options_free(&o);
    return 0;
}
