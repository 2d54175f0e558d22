/* Order and number of the messages of each source. */
#include "tracker.h"

#include <string.h>

void ipc_tracker_init(struct ipc_tracker *tracker)
{
    memset(tracker, 0, sizeof *tracker);
}

ipc_status ipc_tracker_note(struct ipc_tracker *tracker, uint16_t source,
                            enum ipc_priority priority, uint32_t sequence)
{
    if (source >= IPC_SOURCES || (unsigned)priority >= IPC_PRIORITIES)
        return IPC_BAD_ARGUMENT;
    uint32_t *expected = &tracker->expected[source][priority];
    if (sequence < *expected)
        return IPC_OUT_OF_ORDER;
    *expected = sequence + 1;
    tracker->seen[source]++;
    return IPC_OK;
}

uint32_t ipc_tracker_seen(const struct ipc_tracker *tracker, uint16_t source)
{
    return source < IPC_SOURCES ? tracker->seen[source] : 0;
}

static uint32_t next_of_source(const struct ipc_tracker *tracker, uint16_t source)
{
    uint32_t next = 0;
    for (int p = 0; p < IPC_PRIORITIES; p++)
        if (tracker->expected[source][p] > next)
            next = tracker->expected[source][p];
    return next;
}

bool ipc_tracker_complete(const struct ipc_tracker *tracker, uint16_t source, uint32_t count)
{
    return ipc_tracker_seen(tracker, source) == count &&
           (count == 0 || next_of_source(tracker, source) == count);
}
