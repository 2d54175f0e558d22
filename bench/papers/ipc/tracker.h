#ifndef IPC_TRACKER_H
#define IPC_TRACKER_H
#include "message.h"
#include "status.h"

#include <stdbool.h>

enum { IPC_SOURCES = 4 };

/* What a receiver has seen of each source: within a priority sequence numbers only grow.  One
 * thread owns it. */
struct ipc_tracker {
    uint32_t expected[IPC_SOURCES][IPC_PRIORITIES]; /* the least number that may come */
    uint32_t seen[IPC_SOURCES];
};

void ipc_tracker_init(struct ipc_tracker *tracker);
ipc_status ipc_tracker_note(struct ipc_tracker *tracker, uint16_t source,
                            enum ipc_priority priority, uint32_t sequence);
uint32_t ipc_tracker_seen(const struct ipc_tracker *tracker, uint16_t source);
/* Whether the messages 0 to count-1 of the source were seen, each once. */
bool ipc_tracker_complete(const struct ipc_tracker *tracker, uint16_t source, uint32_t count);

#endif
