#ifndef IPC_STATUS_H
#define IPC_STATUS_H
#include <stdbool.h>

/* Every result of the module: name, whether a later try may succeed, what it means. */
#define IPC_STATUSES(X)                                                         \
    X(OK, false, "success")                                                     \
    X(BAD_ARGUMENT, false, "an argument is out of its range")                   \
    X(BAD_MAGIC, false, "no message begins here")                               \
    X(BAD_VERSION, false, "the message has another version")                    \
    X(BAD_PRIORITY, false, "the priority does not exist")                       \
    X(BAD_LENGTH, false, "the length does not fit")                             \
    X(BAD_CHECKSUM, false, "the message was damaged")                           \
    X(BAD_BLOCK, false, "the block is not of this pool")                        \
    X(BLOCK_FREE, false, "the block was given back before")                     \
    X(BLOCK_DAMAGED, false, "something was written beside the block")           \
    X(OUT_OF_ORDER, false, "a message overtook an earlier one of its priority") \
    X(NO_MEMORY, false, "memory is exhausted")                                  \
    X(NO_PORT, false, "there is no port of that name")                          \
    X(PORT_EXISTS, false, "there is a port of that name already")               \
    X(PORT_BUSY, true, "the port is in use")                                    \
    X(NO_ROOM, true, "the table is full")                                       \
    X(NO_BUFFER, true, "all buffers are in use")                                \
    X(FULL, true, "the queue is full")                                          \
    X(EMPTY, true, "the queue is empty")                                        \
    X(TIMEOUT, true, "the time is over")                                        \
    X(CLOSED, false, "the queue was closed")

enum ipc_status {
#define X(name, again, text) IPC_##name,
    IPC_STATUSES(X)
#undef X
        IPC_STATUS_COUNT
};
typedef enum ipc_status ipc_status;

const char *ipc_status_name(ipc_status status);
const char *ipc_status_text(ipc_status status);
/* Whether the same call may succeed later. */
bool ipc_status_transient(ipc_status status);

#endif
