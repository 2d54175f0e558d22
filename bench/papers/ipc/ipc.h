#ifndef IPC_H
#define IPC_H
#include "log.h"
#include "pool.h"
#include "registry.h"
#include "tracker.h"

/* Messages between threads: named ports, priorities, buffers from a fixed pool. */
struct ipc {
    struct ipc_pool pool;
    struct ipc_registry registry;
    struct ipc_log log;
};

struct ipc_settings {
    size_t buffers, log_records;
    enum ipc_level log_threshold;
};

/* One end of a connexion, owned by one thread. */
struct ipc_end {
    struct ipc *ipc;
    struct ipc_port *port;
    uint16_t source;
    uint32_t next_sequence;
};

/* What a receiver gets. */
struct ipc_letter {
    uint16_t source, kind;
    enum ipc_priority priority;
    uint32_t sequence;
    size_t length;
    unsigned char data[IPC_DATA];
};

ipc_status ipc_start(struct ipc *ipc, const struct ipc_settings *settings);
/* IPC_PORT_BUSY while ports or buffers are in use. */
ipc_status ipc_stop(struct ipc *ipc);

/* A new port, or one that is there.  `source` is the sender's number, below IPC_SOURCES. */
ipc_status ipc_create(struct ipc *ipc, const char *name, size_t limit, struct ipc_end *end);
ipc_status ipc_connect(struct ipc *ipc, const char *name, uint16_t source, struct ipc_end *end);
/* The last to leave a port disposes of it and of what waits there. */
ipc_status ipc_leave(struct ipc_end *end);
/* No more messages are taken in. */
void ipc_close(struct ipc_end *end);

ipc_status ipc_send(struct ipc_end *end, uint16_t kind, enum ipc_priority priority,
                    const void *data, size_t length, int milliseconds);
ipc_status ipc_receive(struct ipc_end *end, enum ipc_priority least, struct ipc_letter *letter,
                       int milliseconds);
/* How much waits at the port, and its counters. */
size_t ipc_inspect(struct ipc_end *end, struct ipc_stats *stats);

#endif
