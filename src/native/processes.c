/* Threads and processes: who has ended, who waits for whom, and what a child begins with. */
#include "native/processes.h"
#include "base/mutant.h"
#include "native/guards.h"
#include "native/signals.h"

#include <errno.h>
#include <signal.h>

bool processes_threaded(const model *m, u32 home)
{
    u32 n = 0;

    for (u32 i = home; i < m->threads && n < 2; i++)
        n += m->shared->homes[i] == home;
    return n > 1;
}

u32 processes_left(const model *m, u32 home)
{
    u32 n = 0;

    for (u32 i = home; i < m->threads; i++)
        n += m->shared->homes[i] == home && !m->tasks[i].over && !m->tasks[i].dying;
    return n;
}

u32 processes_alive(const model *m)
{
    u32 n = 0;

    for (u32 i = 0; i < m->threads; i++)
        n += !m->tasks[i].over && !m->tasks[i].dying && !m->tasks[i].timer;
    return n;
}

static bool is_child(const model *m, u32 slot, const native_slot *s, u32 i)
{
    return m->tasks[i].process && m->tasks[i].above == m->shared->homes[slot] &&
           !m->tasks[i].reaped && (!s->argument || s->argument == i + 1);
}

/* Children that the thread waits for: all, or those that have ended. */
u32 processes_children(const model *m, u32 slot, const native_slot *s, bool ended)
{
    u32 n = 0;

    for (u32 i = 0; i < m->threads; i++)
        n += is_child(m, slot, s, i) && (!ended || m->tasks[i].ended);
    return n;
}

/* What the thread that forked holds, the child's thread holds. */
static void own_after_fork(native_object *o, u32 slot, u32 child)
{
    if (o->lock && o->word == slot + 1)
        o->word = child + 1;
    if (o->word == writer_mark(slot))
        o->word = writer_mark(child);
    o->reads[child] = o->reads[slot];
    o->reads[slot] = 0;
}

/* The child has copies of what is in its parent's memory.  What other threads hold there stays held
 * for ever: they are not in the child. */
static void fork_process(model *m, u32 slot)
{
    u32 child = m->threads, n = m->objects.n, home = m->shared->homes[slot];

    if (child >= NATIVE_THREADS)
        return;
    m->tasks[child].process = true;
    m->tasks[child].above = home;
    m->tasks[child].image = m->tasks[slot].image;
    m->shared->homes[child] = child;
    for (u32 i = 0; i < n; i++) {
        native_object o = m->objects.at[i];

        if (o.address >> NATIVE_PROCESS != home)
            continue;
        o.address += ((u64)child - home) << NATIVE_PROCESS;
        own_after_fork(&o, slot, child);
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

        if (!is_child(m, slot, s, i) || !t->ended || choice-- != 0)
            continue;
        t->reaped = !(s->other & NATIVE_LEAVE_IT);
        s->result = (u64)(i + 1) << 32 | ((u32)t->status & 0xffff);
        return;
    }
}

static void end_task(model *m, u32 slot)
{
    m->left -= !m->tasks[slot].over;
    m->tasks[slot].over = true;
}

/* Whatever another thread of the process does comes before or after: a child has its memory as it
 * was, and after the end of the process it does nothing. */
static void meet_others(const model *m, u32 slot, u32 operation, taken *out)
{
    for (u32 i = 0; i < m->threads; i++)
        if (i != slot && m->shared->homes[i] == m->shared->homes[slot])
            vec_push(&out->events, (event){.kind = EV_CANCEL,
                                           .flags = EVF_VISIBLE | EVF_LASTING | EVF_ASIDE,
                                           .thread = (u16)slot,
                                           .func = operation,
                                           .value = i});
}

/* All threads of the process but this one do nothing more.  Each has a last step, so that whatever
 * it could have done before is seen to race with this one. */
static void end_others(model *m, u32 slot)
{
    for (u32 i = 0; i < m->threads; i++)
        if (i != slot && m->shared->homes[i] == m->shared->homes[slot])
            m->tasks[i].dying = !m->tasks[i].over;
}

static void forget(model *m, u32 home)
{
    for (u32 i = 0; i < m->objects.n;)
        if (m->objects.at[i].address >> NATIVE_PROCESS == home)
            m->objects.at[i] = m->objects.at[--m->objects.n];
        else
            i++;
    for (u32 i = 0; i < m->threads; i++)
        if (m->tasks[i].waits >> NATIVE_PROCESS == home)
            m->tasks[i].waits = 0;
}

/* The process becomes another program: of what was in its memory nothing is left, and of its
 * threads this one. */
static void execute(model *m, u32 slot, taken *out)
{
    meet_others(m, slot, NATIVE_EXEC, out);
    end_others(m, slot);
    forget(m, m->shared->homes[slot]);
    m->tasks[m->shared->homes[slot]].executed = true;
}

static void end_process(model *m, u32 slot, const native_slot *s, u32 choice, taken *out)
{
    u32 home = m->shared->homes[slot];
    task *first = &m->tasks[home];

    end_task(m, slot);
    first->ended = true;
    first->status = (i32)s->argument;
    if (first->above < NATIVE_THREADS && m->shared->ipc.signals[first->above].no_zombies)
        first->reaped = !MUTANT(NATIVE_ZOMBIES);
    if (first->above < NATIVE_THREADS)
        signals_tell(m, first->above, SIGCHLD, slot, choice, out);
}

void processes_end_dying(model *m, u32 slot, taken *out)
{
    end_task(m, slot);
    vec_push(&out->events, processes_dying(slot));
}

event processes_dying(u32 slot)
{
    return (event){.kind = EV_NONE,
                   .flags = EVF_VISIBLE | EVF_LASTING,
                   .thread = (u16)slot,
                   .func = NATIVE_ENDED};
}

static bool take_process(model *m, u32 slot, native_slot *s, u32 choice, taken *out)
{
    switch (s->operation) {
    case NATIVE_FORK:
        meet_others(m, slot, s->operation, out);
        fork_process(m, slot);
        return true;
    case NATIVE_WAIT_CHILD:
        reap(m, slot, s, choice);
        return true;
    case NATIVE_PARENT:
        s->result = m->tasks[s->argument].ended;
        return true;
    case NATIVE_GROUP_EXIT:
        meet_others(m, slot, s->operation, out);
        end_others(m, slot);
        return true;
    case NATIVE_EXEC:
        execute(m, slot, out);
        return true;
    case NATIVE_EXECUTED:
    case NATIVE_VFORK_WAIT:
        return true;
    default:
        end_process(m, slot, s, choice, out);
        return true;
    }
}

static bool take_join(model *m, u32 slot, native_slot *s, move_kind kind)
{
    u64 other = s->argument;

    if (other == slot && s->operation != NATIVE_TRYJOIN)
        s->status = EDEADLK;
    else if (other >= m->threads || m->tasks[other].joined || m->tasks[other].detached)
        return model_wrong(m, ERR_MISUSE, "no such thread can be joined or detached");
    else if (kind == MOVE_TIMEOUT)
        s->status = ETIMEDOUT;
    else if (!m->tasks[other].over)
        s->status = EBUSY;
    else
        m->tasks[other].joined = true;
    return true;
}

static bool take_thread(model *m, u32 slot, native_slot *s, move_kind kind)
{
    u64 other = s->argument;

    switch (s->operation) {
    case NATIVE_CREATE:
        if (m->threads < NATIVE_THREADS) {
            m->tasks[m->threads].detached = s->argument;
            m->tasks[m->threads].image = m->tasks[slot].image;
            m->shared->homes[m->threads] = m->shared->homes[slot];
        }
        return true;
    case NATIVE_JOIN:
    case NATIVE_TRYJOIN:
    case NATIVE_TIMEDJOIN:
        return take_join(m, slot, s, kind);
    case NATIVE_DETACH:
        if (other >= m->threads || m->tasks[other].joined || m->tasks[other].detached)
            return model_wrong(m, ERR_MISUSE, "no such thread can be joined or detached");
        m->tasks[other].detached = true;
        return true;
    case NATIVE_THREAD_EXIT:
        if (processes_left(m, m->shared->homes[slot]) == 1)
            s->status = 1; /* goes on to end the process */
        else
            end_task(m, slot);
        return true;
    case NATIVE_EXIT:
        m->exited = m->shared->processes == 1;
        s->status = !m->exited; /* another thread forked: the process ends, not the run */
        m->exit_status = (i32)s->argument;
        return true;
    default:
        return true;
    }
}

void processes_timer(model *m, u32 slot, const native_slot *s)
{
    if (s->argument < NATIVE_THREADS || m->threads == NATIVE_THREADS)
        return;
    m->tasks[m->threads].timer = true;
    m->tasks[m->threads].above = m->shared->homes[slot];
    m->tasks[m->threads].image = m->tasks[slot].image;
    m->shared->homes[m->threads] = m->threads;
}

bool processes_take(model *m, u32 slot, native_slot *s, u32 choice, move_kind kind, taken *out)
{
    if (is_process_operation(s->operation))
        return take_process(m, slot, s, choice, out);
    return take_thread(m, slot, s, kind);
}
