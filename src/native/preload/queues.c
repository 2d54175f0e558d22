/* System V message queues: like the semaphores they exist for heddle alone. */
#define _GNU_SOURCE
#include "native/preload/access.h"
#include "native/preload/files.h"

#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>

static ipc_file *queue_of(int id)
{
    ipc_file *f = id >= 0 && id < IPC_FILES ? &FILES[id] : NULL;

    return f && control && f->kind == FILE_QUEUE ? f : NULL;
}

/* One that is not there may have been removed by another: whoever could have done that. */
static ipc_file *queue_now(int id, uint64_t caller)
{
    if (!queue_of(id) && control && control->threads > 1)
        control_ask(&(ask){
            .operation = NATIVE_MSGGET, .other = IPC_AT_ONCE | IPC_ANYTHING, .caller = caller});
    return queue_of(id);
}

static ipc_file *find(key_t key)
{
    for (uint32_t k = 0; key != IPC_PRIVATE && k < control->ipc.most_files; k++)
        if (FILES[k].kind == FILE_QUEUE && FILES[k].number == (uint64_t)(uint32_t)key)
            return &FILES[k];
    return NULL;
}

EXPORT int msgget(key_t key, int flags)
{
    ipc_file *f;

    if (!control)
        control_end(END_REFUSED, 0, "msgget before main", CALLER);
    control_ask(&(ask){.operation = NATIVE_MSGGET,
                       .object = IPC_ADDRESSES,
                       .other = IPC_AT_ONCE,
                       .caller = CALLER});
    f = find(key);
    if (f)
        return flags & IPC_CREAT && flags & IPC_EXCL ? fail_with(EEXIST) : (int)file_index(f);
    if (key != IPC_PRIVATE && !(flags & IPC_CREAT))
        return fail_with(ENOENT);
    f = file_new(FILE_QUEUE, file_name(), 0, CALLER);
    f->number = (uint64_t)(uint32_t)key;
    f->in = f->out = channel_new(IPC_MESSAGES, true, CALLER);
    return (int)file_index(f);
}

/* Of a queue that was removed: who waited is told so, who comes later finds none. */
static int lost(void)
{
    return control->slots[control_self].stranded && control_result() == 0 ? EIDRM : EINVAL;
}

static int turn(uint32_t operation, ipc_file *f, uint64_t other, long type, uint64_t caller)
{
    uint64_t object = f->object;
    int error;

    control->slots[control_self].data2 = (uint64_t)type;
    error = file_ask(operation, f, object, other, caller);
    return error ? error : f->kind != FILE_QUEUE || f->object != object ? lost() : 0;
}

EXPORT int msgsnd(int id, const void *message, size_t n, int flags)
{
    ipc_file *f = queue_now(id, CALLER);
    ipc_message h = {.size = (uint32_t)n};
    ipc_channel *c;
    int error;

    if (!f)
        return fail_with(EINVAL);
    access_did(message, n + sizeof h.type, false, CALLER);
    memcpy(&h.type, message, sizeof h.type);
    if (h.type < 1 || n > IPC_MESSAGES - sizeof h)
        return fail_with(EINVAL);
    error = turn(NATIVE_MSGSND, f,
                 (flags & IPC_NOWAIT ? IPC_AT_ONCE : 0) | (n + sizeof h) << IPC_NEED, 0, CALLER);
    if (error)
        return fail_with(error);
    c = &control->ipc.channels[f->in - 1];
    if (c->capacity - c->count < n + sizeof h)
        return fail_with(EAGAIN);
    memcpy(control->ipc.bytes[f->in - 1] + c->count, &h, sizeof h);
    memcpy(control->ipc.bytes[f->in - 1] + c->count + sizeof h,
           (const char *)message + sizeof h.type, n);
    c->count += (uint32_t)(n + sizeof h);
    return 0;
}

static void take_out(ipc_channel *c, uint8_t *bytes, uint32_t at, uint32_t n)
{
    memmove(bytes + at, bytes + at + n, c->count - at - n);
    c->count -= n;
}

EXPORT ssize_t msgrcv(int id, void *message, size_t n, long type, int flags)
{
    ipc_file *f = queue_now(id, CALLER);
    ipc_message h;
    uint32_t at;
    uint8_t *bytes;
    int error;

    if (flags & MSG_COPY)
        control_end(END_REFUSED, 0, "msgrcv with MSG_COPY", CALLER);
    if (!f)
        return fail_with(EINVAL);
    error = turn(NATIVE_MSGRCV, f,
                 (flags & IPC_NOWAIT ? IPC_AT_ONCE : 0) | (flags & MSG_EXCEPT ? IPC_EXCEPT : 0),
                 type, CALLER);
    if (error)
        return fail_with(error);
    at = ipc_find_message(&control->ipc, file_index(f), type, flags & MSG_EXCEPT);
    if (at == UINT32_MAX)
        return fail_with(ENOMSG);
    bytes = control->ipc.bytes[f->in - 1];
    memcpy(&h, bytes + at, sizeof h);
    if (h.size > n && !(flags & MSG_NOERROR))
        return fail_with(E2BIG);
    memcpy(message, &h.type, sizeof h.type);
    memcpy((char *)message + sizeof h.type, bytes + at + sizeof h, h.size < n ? h.size : n);
    access_did(message, sizeof h.type + (h.size < n ? h.size : n), true, CALLER);
    take_out(&control->ipc.channels[f->in - 1], bytes, at, (uint32_t)sizeof h + h.size);
    return (ssize_t)(h.size < n ? h.size : n);
}

static int look(ipc_file *f, struct msqid_ds *out, uint64_t caller)
{
    int error = turn(NATIVE_MSGGET, f, IPC_AT_ONCE, 0, caller);
    const ipc_channel *c = &control->ipc.channels[f->in - 1];
    const uint8_t *bytes = control->ipc.bytes[f->in - 1];
    ipc_message h;

    if (error)
        return fail_with(error);
    *out = (struct msqid_ds){.msg_qbytes = c->capacity};
    for (uint32_t at = 0; at < c->count; at += (uint32_t)sizeof h + h.size) {
        memcpy(&h, bytes + at, sizeof h);
        out->msg_qnum++;
    }
    return 0;
}

/* Those that have to wait at the queue, and may do so already. */
static void strand(uint64_t object)
{
    for (uint32_t i = 0; i < control->threads; i++) {
        native_slot *s = &control->slots[i];
        bool there = s->operation == NATIVE_MSGSND || s->operation == NATIVE_MSGRCV;

        if (there && !s->turn && s->object == object && !(s->other & IPC_AT_ONCE))
            s->stranded = !native_queue_ready(&control->ipc, s);
    }
}

EXPORT int msgctl(int id, int command, struct msqid_ds *out)
{
    ipc_file *f = queue_now(id, CALLER);

    if (command != IPC_RMID && command != IPC_STAT)
        control_end(END_REFUSED, 0, "msgctl but for IPC_RMID and IPC_STAT", CALLER);
    if (!f)
        return fail_with(EINVAL);
    if (command == IPC_STAT)
        return look(f, out, CALLER);
    file_ask(NATIVE_MSGRMID, f, f->object, IPC_AT_ONCE, CALLER);
    strand(f->object);
    control->ipc.channels[f->in - 1].used = 0;
    f->kind = FILE_FREE;
    return 0;
}
