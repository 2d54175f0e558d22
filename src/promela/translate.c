/* From files to a model. */
#include "promela/function.h"
#include "promela/model.h"
#include "promela/scan.h"
#include "promela/tree.h"

#include <string.h>

typedef VEC(void *) pool;

static void free_lists(translation *t)
{
    for (u32 i = 0; i < t->records.n; i++)
        vec_free(&t->records.at[i]->fields);
    for (u32 i = 0; i < t->stores.n; i++)
        vec_free(&t->stores.at[i]->objects);
    for (u32 i = 0; i < t->functions.n; i++) {
        function *f = t->functions.at[i];

        vec_free(&f->parameters);
        vec_free(&f->locals);
        vec_free(&f->temps);
        vec_free(&f->numbers);
        vec_free(&f->wides);
        vec_free(&f->calls);
        vec_free(&f->labels);
    }
    vec_free(&t->types);
    vec_free(&t->records);
    vec_free(&t->stores);
    vec_free(&t->globals);
    vec_free(&t->variables);
    vec_free(&t->functions);
    vec_free(&t->names);
    for (u32 i = 0; i < t->nodes.n; i++)
        vec_free(&t->nodes.at[i]->children);
    vec_free(&t->nodes);
    vec_free(&t->scopes);
    vec_free(&t->cells);
    vec_free(&t->fresh);
    vec_free(&t->known);
    vec_free(&t->jumps);
}

void promela_translate(const promela_options *o, promela_model *m)
{
    translation t = {.o = o};
    pool *kept = mem_alloc(sizeof *kept);

    tree_parse(&t);
    scan_program(&t);
    function_translate_all(&t);
    output_write(&t, m);
    free_lists(&t);
    tree_close(&t);
    kept->at = t.blocks.at;
    kept->n = t.blocks.n;
    m->pool = kept;
}

void promela_free(promela_model *m)
{
    pool *kept = m->pool;

    for (u32 i = 0; kept && i < kept->n; i++)
        mem_free(kept->at[i]);
    if (kept)
        mem_free(kept->at);
    mem_free(kept);
    text_free(&m->out);
    vec_free(&m->lines);
    vec_free(&m->names);
}
