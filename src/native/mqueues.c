/* POSIX message queues.
 *
 * What is done to a queue depends on all else that is done to it.  A close does so only where it
 * ends something: the wait of another thread, or the wish to be told.  A process that asked is told
 * when a message comes to the empty queue and no thread waits for it there; one that rests before
 * its call may wait in it already or may not have come to it, so both are tried.  Such a message
 * depends on everything: on who has come to rest where, and on whatever the process does next. */
#include "native/mqueues.h"
#include "native/processes.h"
#include "native/signals.h"

/* Another thread closed it: the call fails. */
static bool is_gone(const native_ipc *i, const native_slot *s)
{
    const ipc_file *f = &i->files[s->argument];

    return f->kind != FILE_MESSAGES || f->object != s->object;
}

bool mqueues_ready(const native_ipc *i, const native_slot *s)
{
    const ipc_file *f = &i->files[s->argument];
    u32 wanted = s->operation == NATIVE_MQ_SEND ? READY_OUT : READY_IN;

    return is_gone(i, s) || f->nonblocking || ipc_queue_readiness(ipc_queue_of(i, f)) & wanted;
}

/* Does the message come to an empty queue of which a process wants to know? */
static bool tells(const native_ipc *i, const native_slot *s)
{
    return s->operation == NATIVE_MQ_SEND && !(s->other & IPC_AT_ONCE) && !is_gone(i, s) &&
           ipc_queue_tells(ipc_queue_of(i, &i->files[s->argument]));
}

static bool receives(const model *m, u32 slot, u64 queue)
{
    const native_slot *s = &m->shared->slots[slot];

    return s->operation == NATIVE_MQ_RECEIVE && s->object == queue && !m->tasks[slot].over &&
           !m->tasks[slot].dying && !(s->other & IPC_AT_ONCE) &&
           !m->shared->ipc.files[s->argument].nonblocking;
}

u32 mqueues_choices(const model *m, u32 slot, const native_slot *s)
{
    if (!tells(&m->shared->ipc, s))
        return 1;
    for (u32 i = 0; i < m->threads; i++)
        if (i != slot && receives(m, i, s->object))
            return 2;
    return 1;
}

static void close_event(const model *m, u32 slot, const ipc_file *f, event *e)
{
    if (processes_threaded(m, m->shared->homes[slot]) ||
        ipc_queue_of(&m->shared->ipc, f)->tells.process)
        return;
    e->kind = EV_READ;
    e->offset = 8;
    e->size = 4;
}

void mqueues_event(const model *m, u32 slot, const native_slot *s, event *e)
{
    bool closes = s->operation == NATIVE_FD_CLOSE || s->operation == NATIVE_FD_EXIT;
    const ipc_file *f = closes ? &m->shared->ipc.files[s->argument] : NULL;

    if (f && f->kind == FILE_MESSAGES)
        close_event(m, slot, f, e);
    if (tells(&m->shared->ipc, s))
        e->flags |= EVF_OPAQUE;
}

void mqueues_tell(const model *m, u32 slot, const native_slot *s, taken *out)
{
    native_ipc *i = &m->shared->ipc;
    const ipc_told *to;

    if (!tells(i, s) || s->result)
        return;
    to = &ipc_queue_of(i, &i->files[s->argument])->tells;
    if (to->number)
        signals_tell(m, to->process - 1, to->number, slot, 0, out);
}
