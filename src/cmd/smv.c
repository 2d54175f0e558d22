/* heddle smv: an assembly system as a model for NuSMV, on standard output. */
#include "asm/smv.h"
#include "cmd/asm.h"

#include <stdio.h>

int cmd_smv(int argc, char **argv)
{
    options o;
    casm_options made;
    string_list names = {0};
    text out = {0};
    asm_formulas formulas = {0};
    casm *c;

    options_parse(&o, FOR_SMV, argc, argv);
    if (o.front.files.n != 1)
        fail(EXIT_USAGE, "heddle smv: one system file is needed; heddle help smv says more");
    asm_options(&o, &made, &names);
    c = casm_read(o.front.files.at[0], &made);
    asm_formulas_read(&formulas, &o, c, &made);
    smv_write(c, &out);
    asm_formulas_smv(&formulas, c, &out);
    fputs(text_str(&out), stdout);
    text_free(&out);
    asm_formulas_free(&formulas);
    casm_free(c);
    asm_options_free(&made, &names);
    options_free(&o);
    return 0;
}
