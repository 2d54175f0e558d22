/* What people see of the explicit system. */
#include "asm/machine_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What people see. */

void machine_show(sys *s, const event *e, shown *out)
{
    casm_machine *m = machine_of(s);
    const instr *i;

    shown_clear(out);
    if (e->thread == 0)
        return;
    i = &m->c->processes.at[e->func].code.at[e->pc];
    out->file = m->c->files.at[i->file];
    out->line = i->line;
    out->column = i->column;
    out->function = m->c->processes.at[e->func].name;
    if (m->c->arch == ARCH_SMP)
        text_addf(&out->call, "%s: %s", out->function, i->text);
    else if (e->kind != EV_READ)
        text_add(&out->call, i->text);
    if (!e->object)
        return;
    text_add(&out->where, m->c->vars.at[e->object - 1].name);
    if (e->kind == EV_SIGNAL || e->kind == EV_WOKEN)
        return;
    text_addf(&out->value, "%" PRIu64, e->value);
    text_addf(&out->old, "%" PRIu64, e->old);
}

void machine_thread_name(sys *s, u16 thread, text *out)
{
    casm_machine *m = machine_of(s);

    text_add(out, thread                   ? m->c->processes.at[thread - 1].name
                  : m->c->arch == ARCH_SMP ? "clock"
                                           : "system");
}

u32 machine_stack(sys *s, u16 thread, u32 max, frame_shown *out)
{
    casm_machine *m = machine_of(s);
    const instr *i;

    if (!thread || !max)
        return 0;
    i = machine_present(m, thread - 1u);
    out[0].function = m->c->processes.at[thread - 1].name;
    out[0].file = m->c->files.at[i->file];
    out[0].line = i->line;
    return 1;
}

void machine_waits_for(sys *s, u16 thread, text *out)
{
    casm_machine *m = machine_of(s);

    if (!thread || machine_ended(m, thread - 1u))
        return;
    if (stores_stops(m, thread - 1u))
        text_add(out, "its stores to reach memory");
    else if (!machine_guard_holds(m, thread - 1u))
        text_add(out, "asleep");
}

void machine_outcome(sys *s, text *out)
{
    casm_machine *m = machine_of(s);

    for (u32 i = 0; i < m->c->vars.n; i++)
        if (m->c->vars.at[i].owner == SHARED && m->c->vars.at[i].kind == VAR_CELL)
            text_addf(out, "%s%s = %" PRIu64, out->n ? ", " : "", m->c->vars.at[i].name,
                      m->values[i]);
}

u64 machine_memory(const sys *s)
{
    const casm_machine *m = machine_of(s);

    return intern_bytes(&m->t->blocks) + intern_bytes(&m->t->roots) + m->c->vars.n * 16;
}

bool machine_waiting(sys *s, u16 thread, u32 i, event *e)
{
    return thread && thread <= machine_of(s)->c->processes.n &&
           stores_waiting(machine_of(s), thread - 1u, i, e);
}

/* A variable by the name it has in the thread. */
static int find_var(const casm_machine *m, u16 thread, const char *path)
{
    for (u32 i = 0; i < m->c->vars.n; i++) {
        const var *v = &m->c->vars.at[i];

        if ((v->owner == SHARED || (thread != NO_THREAD && v->owner == (int)thread - 1)) &&
            strcmp(v->name, path) == 0)
            return (int)i;
    }
    return -1;
}

bool machine_look(sys *s, u16 thread, const char *path, event *e, text *out)
{
    casm_machine *m = machine_of(s);
    int v = find_var(m, thread, path);

    if (v < 0)
        return false;
    *e = (event){.kind = EV_READ,
                 .flags = EVF_VALUE,
                 .thread = thread,
                 .object = m->c->vars.at[v].owner == SHARED ? (u32)v + 1 : 0,
                 .size = 1,
                 .value = m->values[v]};
    text_addf(out, "%" PRIu64, m->values[v]);
    return true;
}
