#ifndef IPC_STATS_H
#define IPC_STATS_H
#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Every counter of a queue: name and text. */
#define IPC_COUNTERS(X)                 \
    X(SENT, "sent")                     \
    X(RECEIVED, "received")             \
    X(BYTES_SENT, "bytes sent")         \
    X(BYTES_RECEIVED, "bytes received") \
    X(REFUSED, "refused")               \
    X(TIMED_OUT, "timed out")           \
    X(DISCARDED, "discarded")

enum ipc_counter {
#define X(name, text) IPC_COUNT_##name,
    IPC_COUNTERS(X)
#undef X
        IPC_COUNTER_COUNT
};

/* Its owner locks it. */
struct ipc_stats {
    uint32_t counter[IPC_COUNTER_COUNT];
};

void ipc_stats_init(struct ipc_stats *stats);
void ipc_stats_add(struct ipc_stats *stats, enum ipc_counter counter, uint32_t amount);
/* Counts a call that failed. */
void ipc_stats_failure(struct ipc_stats *stats, ipc_status status);
void ipc_stats_merge(struct ipc_stats *total, const struct ipc_stats *part);
/* Whether all that was sent was received, was discarded or still waits. */
bool ipc_stats_balanced(const struct ipc_stats *stats, uint32_t waiting);
/* Writes `name value` pairs of the counters that are not 0; the length, as snprintf gives it. */
size_t ipc_stats_format(const struct ipc_stats *stats, char *text, size_t room);

#endif
