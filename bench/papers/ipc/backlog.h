#ifndef IPC_BACKLOG_H
#define IPC_BACKLOG_H
#include "list.h"
#include "message.h"
#include "status.h"

#include <stdbool.h>
#include <stdint.h>

/* Messages that wait, first in first out within a priority; its owner locks it. */
struct ipc_backlog {
    struct ipc_link level[IPC_PRIORITIES];
    uint32_t filled; /* bit p: level p is not empty */
    uint16_t count, limit, peak;
};

ipc_status ipc_backlog_init(struct ipc_backlog *backlog, size_t limit);
bool ipc_backlog_full(const struct ipc_backlog *backlog);
bool ipc_backlog_empty(const struct ipc_backlog *backlog);
ipc_status ipc_backlog_put(struct ipc_backlog *backlog, struct ipc_message *message);
/* The oldest message of the highest priority, if it is at least `least`. */
ipc_status ipc_backlog_take(struct ipc_backlog *backlog, enum ipc_priority least,
                            struct ipc_message **message);
/* Whether a message of at least that priority waits. */
bool ipc_backlog_has(const struct ipc_backlog *backlog, enum ipc_priority least);
/* Moves all messages into a list, the most urgent first. */
void ipc_backlog_drain(struct ipc_backlog *backlog, struct ipc_link *list);
bool ipc_backlog_sound(const struct ipc_backlog *backlog);

#endif
