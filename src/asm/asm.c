/* What other folders may ask of a system that was read. */
#include "asm/casm.h"

#include <stdio.h>
#include <string.h>

u64 casm_hash(const casm *c)
{
    return c->hash;
}

const char *casm_file(const casm *c)
{
    return c->files.at[0];
}

u32 casm_processes(const casm *c)
{
    return c->processes.n;
}

void casm_describe(const casm *c, const char *switch_at, text *out)
{
    text_addf(out, "%s%s, %u process%s", arch_names[c->arch],
              c->tso                 ? ", total store order"
              : c->arch == ARCH_ASMP ? ", sequential consistency"
                                     : "",
              c->processes.n, c->processes.n == 1 ? "" : "es");
    if (switch_at)
        text_addf(out, ", switches at %s", switch_at);
    if (!c->collapsed)
        text_add(out, ", no abstraction");
    else
        text_addf(out, ", abstraction: %u of %u state variables and %u of %u bits removed",
                  c->removed_vars, c->all_vars, c->removed_bits, c->all_bits);
}

u32 casm_imports(const casm *c)
{
    return c->imports.n;
}

casm_import casm_import_at(const casm *c, u32 i)
{
    const import_note *n = &c->imports.at[i];

    return (casm_import){n->path, n->module, n->line};
}

u32 casm_properties(const casm *c)
{
    return c->properties.n;
}

casm_property casm_property_at(const casm *c, u32 i)
{
    const asm_property *p = &c->properties.at[i];

    return (casm_property){p->kind, p->text, c->files.at[p->file], p->line};
}

u32 casm_watch(casm *c, const char *source, const char *file, u32 line)
{
    expr e = 0;

    for (u32 i = 0; i < c->named.n; i++)
        if (strcmp(c->named.at[i].name, source) == 0)
            e = c->named.at[i].e;
    vec_push(&c->watched, e ? e : casm_proposition(c, source, file, line));
    return c->watched.n - 1;
}

bool casm_begins_once(const casm *c)
{
    for (u32 i = 0; i < c->vars.n; i++)
        if (c->vars.at[i].low != c->vars.at[i].high)
            return false;
    return true;
}

/* An assertion that looks at registers or places of other processes: their steps say nothing of
 * those. */
static bool asserts_of_others(const process *p)
{
    for (u32 i = 0; i < p->code.n; i++)
        if (p->code.at[i].flags & INSN_ASSERT && p->code.at[i].flags & INSN_OPAQUE)
            return true;
    return false;
}

bool asm_reducible(const casm *c, const asm_settings *o)
{
    if (c->arch == ARCH_SMP || o->switch_at || (!o->no_symmetry && asm_symmetric(c)))
        return false;
    for (u32 i = 0; i < c->properties.n; i++)
        if (c->properties.at[i].kind == PROP_INVARIANT)
            return false;
    for (u32 i = 0; i < c->processes.n; i++)
        if (asserts_of_others(&c->processes.at[i]))
            return false;
    return true;
}

void casm_family(const casm *c, const char *name, family **blocks, const chain_note **chain)
{
    for (u32 i = 0; i < c->families.n; i++)
        if (strcmp(family_named(c->families.at[i]), name) == 0)
            *blocks = c->families.at[i];
    for (u32 i = 0; i < c->chains.n; i++)
        if (strcmp(c->chains.at[i].name, name) == 0)
            *chain = &c->chains.at[i];
}
u64 casm_threads(const casm *c, const char *label)
{
    u64 bits = 0;
    char name[200];

    for (u32 k = 0; k < c->kinds.n; k++)
        for (u32 i = 0; i < c->kinds.at[k].n; i++) {
            u32 p = c->kinds.at[k].first + i;

            snprintf(name, sizeof name, "%s[%u]", c->kinds.at[k].name, i);
            if (strcmp(label, c->kinds.at[k].name) == 0 || strcmp(label, name) == 0 ||
                strcmp(label, c->processes.at[p].name) == 0)
                bits |= (u64)1 << (p + 1);
        }
    return bits;
}

static void process_free(process *p)
{
    for (u32 i = 0; i < p->code.n; i++) {
        vec_free(&p->code.at[i].sets);
        vec_free(&p->code.at[i].checks);
        vec_free(&p->code.at[i].touches);
        vec_free(&p->code.at[i].nodes);
        mem_free(p->code.at[i].live);
        mem_free(p->code.at[i].reach);
    }
    for (u32 i = 0; i < p->labels.n; i++)
        mem_free(p->labels.at[i].name);
    vec_free(&p->code);
    vec_free(&p->labels);
    mem_free(p->name);
}

void casm_free(casm *c)
{
    for (u32 i = 0; i < c->processes.n; i++)
        process_free(&c->processes.at[i]);
    for (u32 i = 0; i < c->vars.n; i++)
        mem_free(c->vars.at[i].name);
    for (u32 i = 0; i < c->arrays.n; i++)
        mem_free(c->arrays.at[i].name);
    for (u32 i = 0; i < c->kinds.n; i++)
        mem_free(c->kinds.at[i].name);
    for (u32 i = 0; i < c->properties.n; i++)
        mem_free(c->properties.at[i].text);
    for (u32 i = 0; i < c->messages.n; i++)
        mem_free(c->messages.at[i]);
    for (u32 i = 0; i < c->files.n; i++)
        mem_free(c->files.at[i]);
    for (u32 i = 0; i < c->families.n; i++)
        family_free(c->families.at[i]);
    for (u32 i = 0; i < c->chains.n; i++) {
        for (u32 n = 0; n < c->chains.at[i].lemmas.n; n++)
            mem_free(c->chains.at[i].lemmas.at[n]);
        vec_free(&c->chains.at[i].lemmas);
        mem_free(c->chains.at[i].name);
    }
    for (u32 i = 0; i < c->imports.n; i++) {
        mem_free(c->imports.at[i].path);
        mem_free(c->imports.at[i].module);
    }
    vec_free(&c->imports);
    vec_free(&c->chains);
    vec_free(&c->processes);
    vec_free(&c->vars);
    vec_free(&c->arrays);
    vec_free(&c->kinds);
    vec_free(&c->properties);
    vec_free(&c->messages);
    vec_free(&c->files);
    vec_free(&c->families);
    for (u32 i = 0; i < c->named.n; i++)
        mem_free(c->named.at[i].name);
    vec_free(&c->named);
    vec_free(&c->watched);
    mem_free(c->kept);
    pool_free(&c->pool);
    mem_free(c);
}
