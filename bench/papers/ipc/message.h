#ifndef IPC_MESSAGE_H
#define IPC_MESSAGE_H
#include "list.h"
#include "status.h"

#include <stddef.h>
#include <stdint.h>

#ifndef IPC_DATA
#define IPC_DATA 8 /* bytes that a message can carry */
#endif

enum ipc_priority { IPC_LOW, IPC_NORMAL, IPC_URGENT, IPC_PRIORITIES };

enum { IPC_MAGIC = 0x4950, IPC_VERSION = 2, IPC_WIRE_HEAD = 16 };

struct ipc_message {
    struct ipc_link link;
    uint16_t magic;
    uint8_t version, priority;
    uint16_t source, kind;
    uint32_t sequence;
    uint16_t length, checksum;
    unsigned char data[IPC_DATA];
};

/* Fills the message and seals it. */
ipc_status ipc_message_make(struct ipc_message *message, uint16_t source, uint32_t sequence,
                            uint16_t kind, enum ipc_priority priority, const void *data,
                            size_t length);
/* Whether the message is what was sealed. */
ipc_status ipc_message_check(const struct ipc_message *message);
/* Its form on a wire, most significant byte first: IPC_WIRE_HEAD bytes and the data. */
ipc_status ipc_message_encode(const struct ipc_message *message, unsigned char *bytes, size_t room,
                              size_t *length);
ipc_status ipc_message_decode(struct ipc_message *message, const unsigned char *bytes,
                              size_t length);

#endif
