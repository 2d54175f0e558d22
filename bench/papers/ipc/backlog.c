/* A queue by priority: a list for each, and a set of bits that says which are not empty. */
#include "backlog.h"

enum { MOST = 0xffff };

ipc_status ipc_backlog_init(struct ipc_backlog *backlog, size_t limit)
{
    if (limit == 0 || limit > MOST)
        return IPC_BAD_ARGUMENT;
    for (int p = 0; p < IPC_PRIORITIES; p++)
        ipc_list_init(&backlog->level[p]);
    backlog->filled = 0;
    backlog->count = backlog->peak = 0;
    backlog->limit = (uint16_t)limit;
    return IPC_OK;
}

bool ipc_backlog_full(const struct ipc_backlog *backlog)
{
    return backlog->count == backlog->limit;
}

bool ipc_backlog_empty(const struct ipc_backlog *backlog)
{
    return backlog->count == 0;
}

ipc_status ipc_backlog_put(struct ipc_backlog *backlog, struct ipc_message *message)
{
    unsigned priority = message->priority;
    if (priority >= IPC_PRIORITIES)
        return IPC_BAD_PRIORITY;
    if (ipc_backlog_full(backlog))
        return IPC_FULL;
    ipc_list_push_back(&backlog->level[priority], &message->link);
    backlog->filled |= 1u << priority;
    backlog->count++;
    if (backlog->count > backlog->peak)
        backlog->peak = backlog->count;
    return IPC_OK;
}

/* The highest level with messages, or -1. */
static int highest(const struct ipc_backlog *backlog)
{
    for (int p = IPC_PRIORITIES - 1; p >= 0; p--)
        if (backlog->filled & 1u << p)
            return p;
    return -1;
}

bool ipc_backlog_has(const struct ipc_backlog *backlog, enum ipc_priority least)
{
    return highest(backlog) >= (int)least;
}

ipc_status ipc_backlog_take(struct ipc_backlog *backlog, enum ipc_priority least,
                            struct ipc_message **message)
{
    int p = highest(backlog);
    if (p < (int)least)
        return IPC_EMPTY;
    struct ipc_link *link = ipc_list_pop_front(&backlog->level[p]);
    if (ipc_list_empty(&backlog->level[p]))
        backlog->filled &= ~(1u << p);
    backlog->count--;
    *message = IPC_OWNER(link, struct ipc_message, link);
    return IPC_OK;
}

void ipc_backlog_drain(struct ipc_backlog *backlog, struct ipc_link *list)
{
    for (int p = IPC_PRIORITIES - 1; p >= 0; p--)
        ipc_list_append(list, &backlog->level[p]);
    backlog->filled = 0;
    backlog->count = 0;
}

bool ipc_backlog_sound(const struct ipc_backlog *backlog)
{
    size_t count = 0;
    for (int p = 0; p < IPC_PRIORITIES; p++) {
        const struct ipc_link *level = &backlog->level[p];
        bool filled = backlog->filled & 1u << p;
        if (!ipc_list_sound(level) || filled == ipc_list_empty(level))
            return false;
        count += ipc_list_length(level);
    }
    return count == backlog->count && count <= backlog->limit;
}
