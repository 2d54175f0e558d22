/* Messages: a head, data and a checksum over both. */
#include "message.h"

#include "crc.h"

#include <string.h>

static uint16_t sum_number(uint16_t sum, uint32_t number, unsigned bytes)
{
    while (bytes-- > 0) {
        unsigned char byte = (unsigned char)(number >> 8 * bytes);
        sum = ipc_crc(sum, &byte, 1);
    }
    return sum;
}

static uint16_t checksum_of(const struct ipc_message *message)
{
    uint16_t sum = IPC_CRC_START;
    sum = sum_number(sum, message->magic, 2);
    sum = sum_number(sum, message->version, 1);
    sum = sum_number(sum, message->priority, 1);
    sum = sum_number(sum, message->source, 2);
    sum = sum_number(sum, message->kind, 2);
    sum = sum_number(sum, message->sequence, 4);
    sum = sum_number(sum, message->length, 2);
    return ipc_crc(sum, message->data, message->length);
}

ipc_status ipc_message_make(struct ipc_message *message, uint16_t source, uint32_t sequence,
                            uint16_t kind, enum ipc_priority priority, const void *data,
                            size_t length)
{
    if ((unsigned)priority >= IPC_PRIORITIES)
        return IPC_BAD_PRIORITY;
    if (length > IPC_DATA || (length > 0 && !data))
        return IPC_BAD_LENGTH;
    ipc_list_init(&message->link);
    message->magic = IPC_MAGIC;
    message->version = IPC_VERSION;
    message->priority = (uint8_t)priority;
    message->source = source;
    message->kind = kind;
    message->sequence = sequence;
    message->length = (uint16_t)length;
    if (length > 0)
        memcpy(message->data, data, length);
    message->checksum = checksum_of(message);
    return IPC_OK;
}

ipc_status ipc_message_check(const struct ipc_message *message)
{
    if (message->magic != IPC_MAGIC)
        return IPC_BAD_MAGIC;
    if (message->version != IPC_VERSION)
        return IPC_BAD_VERSION;
    if (message->priority >= IPC_PRIORITIES)
        return IPC_BAD_PRIORITY;
    if (message->length > IPC_DATA)
        return IPC_BAD_LENGTH;
    if (message->checksum != checksum_of(message))
        return IPC_BAD_CHECKSUM;
    return IPC_OK;
}

static unsigned char *put(unsigned char *at, uint32_t number, unsigned bytes)
{
    while (bytes-- > 0)
        *at++ = (unsigned char)(number >> 8 * bytes);
    return at;
}

static uint32_t get(const unsigned char **at, unsigned bytes)
{
    uint32_t number = 0;
    while (bytes-- > 0)
        number = number << 8 | *(*at)++;
    return number;
}

ipc_status ipc_message_encode(const struct ipc_message *message, unsigned char *bytes, size_t room,
                              size_t *length)
{
    ipc_status status = ipc_message_check(message);
    if (status != IPC_OK)
        return status;
    if (room < IPC_WIRE_HEAD + (size_t)message->length)
        return IPC_BAD_LENGTH;
    unsigned char *at = bytes;
    at = put(at, message->magic, 2);
    at = put(at, message->version, 1);
    at = put(at, message->priority, 1);
    at = put(at, message->source, 2);
    at = put(at, message->kind, 2);
    at = put(at, message->sequence, 4);
    at = put(at, message->length, 2);
    at = put(at, message->checksum, 2);
    memcpy(at, message->data, message->length);
    *length = IPC_WIRE_HEAD + (size_t)message->length;
    return IPC_OK;
}

ipc_status ipc_message_decode(struct ipc_message *message, const unsigned char *bytes,
                              size_t length)
{
    if (length < IPC_WIRE_HEAD || length > IPC_WIRE_HEAD + IPC_DATA)
        return IPC_BAD_LENGTH;
    const unsigned char *at = bytes;
    ipc_list_init(&message->link);
    message->magic = (uint16_t)get(&at, 2);
    message->version = (uint8_t)get(&at, 1);
    message->priority = (uint8_t)get(&at, 1);
    message->source = (uint16_t)get(&at, 2);
    message->kind = (uint16_t)get(&at, 2);
    message->sequence = get(&at, 4);
    message->length = (uint16_t)get(&at, 2);
    message->checksum = (uint16_t)get(&at, 2);
    if (message->length != length - IPC_WIRE_HEAD)
        return IPC_BAD_LENGTH;
    memcpy(message->data, at, message->length);
    return ipc_message_check(message);
}
