/* heddle smv: an assembly system as a model for checkers of others, on standard output. */
#include "session/asm.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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

void asm_smv(casm *c, const properties *p, bool allow_deadlock, text *out)
{
    smv_write(c, allow_deadlock, out);
    add_formulas(p, c, out);
}

/* Horn clauses and circuits say what can be reached, and nothing of runs. */
static void refuse_formulas(const properties *p)
{
    property_place at;

    if (!p->branches.n && !p->all.n)
        return;
    at = p->branches.n ? p->branches.at[0].at : p->all.at[0].at;
    fail(EXIT_USAGE,
         "%s:%u: error: a temporal formula; --format smt and aiger have assertions, invariants and "
         "deadlock; leave the formula or the option out",
         at.file, at.line);
}

/* Another checker would decide the system with chaos, and nothing of its modules. */
static void refuse_imports(const casm *c)
{
    if (casm_imports(c))
        fail(EXIT_INPUT,
             "%s:%u: error: the system imports modules, of which a model knows nothing; heddle asm "
             "proves both",
             casm_file(c), casm_import_at(c, 0).line);
}

static void print_model(const options *o, casm *c, const properties *p)
{
    bool allow_deadlock = o->rules.allow_deadlock;
    text out = {0};

    if (o->smv_format != SMV_TEXT)
        refuse_formulas(p);
    if (o->smv_format == SMV_AIGER && !circuit_print(c, allow_deadlock))
        fail(EXIT_OUTPUT, "heddle smv: the circuit cannot be written: %s", strerror(errno));
    if (o->smv_format == SMV_TEXT)
        asm_smv(c, p, allow_deadlock, &out);
    else if (o->smv_format == SMV_HORN)
        horn_write(c, allow_deadlock, &out);
    fputs(text_str(&out), stdout);
    text_free(&out);
}

int cmd_smv(int argc, char **argv)
{
    options o;
    asm_source from;
    properties p = {0};

    options_parse(&o, FOR_SMV, argc, argv);
    if (o.front.files.n != 1)
        fail(EXIT_USAGE, "heddle smv: one system file is needed; heddle help smv says more");
    asm_read(&from, &o);
    refuse_imports(from.c);
    properties_read_asm(&p, &o, from.c, &from.made);
    print_model(&o, from.c, &p);
    properties_free(&p);
    asm_source_free(&from);
    options_free(&o);
    return 0;
}
