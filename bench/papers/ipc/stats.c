/* Counters of a queue. */
#include "stats.h"

#include <stdio.h>
#include <string.h>

static const char *const names[IPC_COUNTER_COUNT] = {
#define X(name, text) text,
    IPC_COUNTERS(X)
#undef X
};

void ipc_stats_init(struct ipc_stats *stats)
{
    memset(stats, 0, sizeof *stats);
}

void ipc_stats_add(struct ipc_stats *stats, enum ipc_counter counter, uint32_t amount)
{
    stats->counter[counter] += amount;
}

void ipc_stats_failure(struct ipc_stats *stats, ipc_status status)
{
    ipc_stats_add(stats, status == IPC_TIMEOUT ? IPC_COUNT_TIMED_OUT : IPC_COUNT_REFUSED, 1);
}

void ipc_stats_merge(struct ipc_stats *total, const struct ipc_stats *part)
{
    for (int i = 0; i < IPC_COUNTER_COUNT; i++)
        total->counter[i] += part->counter[i];
}

bool ipc_stats_balanced(const struct ipc_stats *stats, uint32_t waiting)
{
    uint32_t gone = stats->counter[IPC_COUNT_RECEIVED] + stats->counter[IPC_COUNT_DISCARDED];
    return stats->counter[IPC_COUNT_SENT] == gone + waiting;
}

size_t ipc_stats_format(const struct ipc_stats *stats, char *text, size_t room)
{
    size_t length = 0;
    if (room > 0)
        text[0] = 0;
    for (int i = 0; i < IPC_COUNTER_COUNT; i++) {
        if (stats->counter[i] == 0)
            continue;
        char *at = length < room ? text + length : NULL;
        int added = snprintf(at, at ? room - length : 0, "%s%s %u", length ? ", " : "", names[i],
                             (unsigned)stats->counter[i]);
        length += (size_t)added;
    }
    return length;
}
