/* Threads and processes: who has ended, who waits for whom, and what a child begins with. */
#include "native/processes.h"
#include "native/signals.h"

#include <errno.h>

static bool is_child(const model *m, u32 slot, const native_slot *s, u32 i)
{
    return m->tasks[i].process && m->tasks[i].above == slot && !m->tasks[i].joined &&
           (!s->argument || s->argument == i + 1);
}

/* Children that the thread waits for: all, or those that have ended. */
u32 processes_children(const model *m, u32 slot, const native_slot *s, bool ended)
{
    u32 n = 0;

    for (u32 i = 0; i < m->threads; i++)
        n += is_child(m, slot, s, i) && (!ended || m->tasks[i].over);
    return n;
}

/* The child has copies of what is in its parent's memory. */
static void fork_process(model *m, u32 slot)
{
    u32 child = m->threads, n = m->objects.n;

    if (child >= NATIVE_THREADS)
        return;
    m->tasks[child].process = true;
    m->tasks[child].above = slot;
    for (u32 i = 0; i < n; i++) {
        object o = m->objects.at[i];

        if (o.address >> NATIVE_PROCESS != slot)
            continue;
        o.address += (u64)(child - slot) << NATIVE_PROCESS;
        if (o.lock && o.word == slot + 1)
            o.word = child + 1;
        vec_push(&m->objects, o);
    }
}

/* The choice is among those that have ended. */
static void reap(model *m, u32 slot, native_slot *s, u32 choice)
{
    s->result = 0;
    if (!processes_children(m, slot, s, false))
        s->status = ECHILD;
    for (u32 i = 0; i < m->threads; i++) {
        task *t = &m->tasks[i];

        if (!is_child(m, slot, s, i) || !t->over || choice-- != 0)
            continue;
        t->joined = true;
        s->result = (u64)(i + 1) << 32 | ((u32)t->status & 0xffff);
        return;
    }
}

static bool take_process(model *m, u32 slot, native_slot *s, u32 choice, taken *out)
{
    switch (s->operation) {
    case NATIVE_FORK:
        fork_process(m, slot);
        return true;
    case NATIVE_WAIT_CHILD:
        reap(m, slot, s, choice);
        return true;
    default:
        m->tasks[slot].over = true;
        m->tasks[slot].status = (i32)s->argument;
        m->left--;
        if (slot)
            signals_child(m->shared, m->tasks[slot].above, slot, out);
        return true;
    }
}

static bool take_thread(model *m, u32 slot, native_slot *s)
{
    u64 other = s->argument;

    switch (s->operation) {
    case NATIVE_CREATE:
        if (m->threads < NATIVE_THREADS)
            m->tasks[m->threads].detached = s->argument;
        return true;
    case NATIVE_JOIN:
    case NATIVE_DETACH:
        if (other == slot && s->operation == NATIVE_JOIN)
            s->status = EDEADLK;
        else if (other >= m->threads || m->tasks[other].joined || m->tasks[other].detached)
            return model_wrong(m, ERR_MISUSE, "no such thread can be joined or detached");
        else if (s->operation == NATIVE_JOIN)
            m->tasks[other].joined = true;
        else
            m->tasks[other].detached = true;
        return true;
    case NATIVE_THREAD_EXIT:
        if (m->left == 1) {
            s->status = 1; /* goes on to end the process */
        } else {
            m->tasks[slot].over = true;
            m->left--;
        }
        return true;
    case NATIVE_EXIT:
        m->exited = true;
        m->exit_status = (i32)s->argument;
        return true;
    default:
        return true;
    }
}

bool processes_take(model *m, u32 slot, native_slot *s, u32 choice, taken *out)
{
    if (is_process_operation(s->operation))
        return take_process(m, slot, s, choice, out);
    return take_thread(m, slot, s);
}
