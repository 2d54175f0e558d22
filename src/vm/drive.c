/* Driving a program from outside: its functions and threads are started by name, in place of main.
 *
 * The thread of main is there until the first other thread is started, but never moves: it keeps
 * the process alive while functions run.  A function runs as a thread of its own, alone. */
#include "vm/machine.h"

#include <string.h>

static int find(const program *p, const char *name)
{
    for (u32 k = 0; k < p->funcs.n; k++)
        if (p->funcs.at[k]->defined && !strcmp(p->funcs.at[k]->name, name))
            return (int)k;
    return -1;
}

bool vm_query_function(program *p, query_kind kind, const char *name)
{
    int f = find(p, name);

    if (f < 0)
        return false;
    vec_push(&p->queries,
             (query){.kind = kind, .text = program_string(p, name, strlen(name)), .func = (u32)f});
    return true;
}

/* The thread of main, while it has not moved. */
static thread *main_thread(machine *m)
{
    thread *t = &m->threads.at[0];

    return t->state == TS_NEW && t->frames.at[0].func == m->prog->entry ? t : NULL;
}

static bool begin_thread(machine *m, const char *name, u64 arg, u16 *slot, text *problem)
{
    int f = find(m->prog, name);
    taken scratch = {0};

    if (f < 0) {
        text_addf(problem, "the program has no function '%s'", name);
        return false;
    }
    state_moves(m);
    m->canon.reshaped = true;
    m->step.out = &scratch;
    *slot = thread_new(m, m->prog->thread_entry, POINTER(m->prog->funcs.at[f]->object, 0), arg);
    m->threads.at[*slot].detached = true;
    m->step.out = NULL;
    taken_free(&scratch);
    return true;
}

/* A function without parameters cannot be called as thread functions are: it is put where the
 * runtime's first function calls them, as if called from there. */
static void enter_plain(machine *m, u16 slot)
{
    thread *t = &m->threads.at[slot];
    const func *entry = m->prog->funcs.at[m->prog->thread_entry];
    u32 pc = 0, f = m->prog->objects.at[POINTER_OBJECT(t->start)].func;

    while (pc < entry->ncode && entry->code[pc].op != OP_CALLI)
        pc++;
    if (m->prog->funcs.at[f]->nparams || pc == entry->ncode)
        return;
    t->frames.at[0].pc = pc;
    frame_push(m, t, f);
}

/* The thread has ended, and may have left its slot. */
static bool over(const machine *m, u16 slot)
{
    thread_state st = slot < m->threads.n ? m->threads.at[slot].state : TS_FREE;

    return m->done || st == TS_OVER || st == TS_FREE;
}

static void drop_main(machine *m)
{
    thread *t = main_thread(m);

    if (!t)
        return;
    if (t->tls)
        object_kill(m, t->tls);
    t->tls = 0;
    t->leaf = 0;
    t->state = TS_FREE;
    vec_clear(&t->frames);
    vec_clear(&t->regs);
    m->live_threads--;
}

bool vm_start_thread(sys *s, const char *name, u64 arg, text *problem)
{
    machine *m = vm_of(s);
    u16 slot;

    drop_main(m);
    return begin_thread(m, name, arg, &slot, problem);
}

/* The only move of the thread; false: it has none, or several. */
static bool only_move(sys *s, u16 slot, move *out)
{
    return sys_peek(s, slot, out) && out->flags & MOVE_ENABLED && out->choices == 1;
}

bool vm_run_function(sys *s, const char *name, text *problem)
{
    machine *m = vm_of(s);
    taken t = {0};
    move next;
    u16 slot;
    bool ok;

    if (!main_thread(m)) {
        text_addf(problem, "'%s' cannot be run: threads were started before", name);
        return false;
    }
    if (!begin_thread(m, name, 0, &slot, problem))
        return false;
    enter_plain(m, slot);
    while ((ok = only_move(s, slot, &next))) {
        sys_step(s, slot, (move_kind)next.kind, 0, &t);
        if (t.outcome != OUT_RAN || over(m, slot))
            break;
    }
    if (!ok)
        text_addf(problem, "'%s' waits or chooses; it must run to its end by itself", name);
    else if (t.outcome == OUT_ERROR)
        text_addf(problem, "%s:%u: in '%s': %s", t.error.file, t.error.line, name, t.error.message);
    else if (t.outcome != OUT_RAN)
        text_addf(problem, "'%s' does not run to its end", name);
    ok = ok && t.outcome == OUT_RAN;
    taken_free(&t);
    return ok;
}
