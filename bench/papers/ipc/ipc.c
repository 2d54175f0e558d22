/* The module's face: a message lives in a buffer of the pool from ipc_send to ipc_receive. */
#include "ipc.h"

#include <stdlib.h>
#include <string.h>

ipc_status ipc_start(struct ipc *ipc, const struct ipc_settings *settings)
{
    ipc_status status = ipc_log_init(&ipc->log, settings->log_threshold, settings->log_records);
    if (status != IPC_OK)
        return status;
    status = ipc_pool_init(&ipc->pool, sizeof(struct ipc_message), settings->buffers);
    if (status != IPC_OK) {
        ipc_log_destroy(&ipc->log);
        return status;
    }
    ipc_registry_init(&ipc->registry);
    return IPC_OK;
}

ipc_status ipc_stop(struct ipc *ipc)
{
    ipc_status status = ipc_registry_destroy(&ipc->registry);
    if (status != IPC_OK)
        return status;
    status = ipc_pool_destroy(&ipc->pool);
    if (status != IPC_OK)
        return status;
    ipc_log_destroy(&ipc->log);
    return IPC_OK;
}

static ipc_status noted(struct ipc *ipc, const char *where, ipc_status status, unsigned value)
{
    if (status == IPC_OK)
        ipc_log_write(&ipc->log, IPC_DEBUG, where, status, value);
    else if (ipc_status_transient(status))
        ipc_log_write(&ipc->log, IPC_INFO, where, status, value);
    else
        ipc_log_write(&ipc->log, IPC_WARNING, where, status, value);
    return status;
}

static void end_init(struct ipc_end *end, struct ipc *ipc, struct ipc_port *port, uint16_t source)
{
    end->ipc = ipc;
    end->port = port;
    end->source = source;
    end->next_sequence = 0;
}

ipc_status ipc_create(struct ipc *ipc, const char *name, size_t limit, struct ipc_end *end)
{
    struct ipc_port *port;
    ipc_status status = ipc_registry_add(&ipc->registry, name, limit, &port);
    if (status == IPC_OK)
        end_init(end, ipc, port, 0);
    return noted(ipc, "create", status, (unsigned)limit);
}

ipc_status ipc_connect(struct ipc *ipc, const char *name, uint16_t source, struct ipc_end *end)
{
    struct ipc_port *port;
    if (source >= IPC_SOURCES)
        return noted(ipc, "connect", IPC_BAD_ARGUMENT, source);
    ipc_status status = ipc_registry_find(&ipc->registry, name, &port);
    if (status == IPC_OK)
        end_init(end, ipc, port, source);
    return noted(ipc, "connect", status, source);
}

/* Gives the buffers of all messages of the list back; the first failure. */
static ipc_status release_all(struct ipc *ipc, struct ipc_link *list)
{
    ipc_status first = IPC_OK;
    for (struct ipc_link *link; (link = ipc_list_pop_front(list));) {
        ipc_status status = ipc_pool_give(&ipc->pool, IPC_OWNER(link, struct ipc_message, link));
        if (first == IPC_OK)
            first = status;
    }
    return first;
}

static ipc_status dispose(struct ipc *ipc, struct ipc_port *port)
{
    struct ipc_link left;
    ipc_list_init(&left);
    ipc_queue_close(&port->queue);
    ipc_queue_discard(&port->queue, &left);
    ipc_status status = release_all(ipc, &left);
    ipc_queue_destroy(&port->queue);
    free(port);
    return status;
}

ipc_status ipc_leave(struct ipc_end *end)
{
    bool last;
    ipc_status status = IPC_OK;
    ipc_registry_leave(&end->ipc->registry, end->port, &last);
    if (last)
        status = dispose(end->ipc, end->port);
    end->port = NULL;
    return noted(end->ipc, "leave", status, last);
}

void ipc_close(struct ipc_end *end)
{
    ipc_queue_close(&end->port->queue);
}

/* The message belongs to the queue when this succeeds. */
static ipc_status post(struct ipc_end *end, struct ipc_message *message, uint16_t kind,
                       enum ipc_priority priority, const void *data, size_t length,
                       const struct ipc_deadline *deadline)
{
    ipc_status status =
        ipc_message_make(message, end->source, end->next_sequence, kind, priority, data, length);
    if (status == IPC_OK)
        status = ipc_queue_send(&end->port->queue, message, deadline);
    if (status == IPC_OK)
        end->next_sequence++;
    return status;
}

ipc_status ipc_send(struct ipc_end *end, uint16_t kind, enum ipc_priority priority,
                    const void *data, size_t length, int milliseconds)
{
    struct ipc_deadline deadline = ipc_deadline_after(milliseconds);
    void *buffer;
    ipc_status status = ipc_pool_take(&end->ipc->pool, &buffer);
    if (status != IPC_OK)
        return noted(end->ipc, "send", status, end->source);
    status = post(end, buffer, kind, priority, data, length, &deadline);
    if (status != IPC_OK)
        (void)ipc_pool_give(&end->ipc->pool, buffer);
    return noted(end->ipc, "send", status, end->source);
}

static void read_letter(const struct ipc_message *message, struct ipc_letter *letter)
{
    letter->source = message->source;
    letter->kind = message->kind;
    letter->priority = message->priority;
    letter->sequence = message->sequence;
    letter->length = message->length;
    memcpy(letter->data, message->data, message->length);
}

ipc_status ipc_receive(struct ipc_end *end, enum ipc_priority least, struct ipc_letter *letter,
                       int milliseconds)
{
    struct ipc_deadline deadline = ipc_deadline_after(milliseconds);
    struct ipc_message *message;
    ipc_status status = ipc_queue_receive(&end->port->queue, least, &message, &deadline);
    if (status != IPC_OK)
        return noted(end->ipc, "receive", status, end->source);
    status = ipc_message_check(message);
    if (status == IPC_OK)
        read_letter(message, letter);
    ipc_status given = ipc_pool_give(&end->ipc->pool, message);
    return noted(end->ipc, "receive", status != IPC_OK ? status : given, end->source);
}

size_t ipc_inspect(struct ipc_end *end, struct ipc_stats *stats)
{
    return ipc_queue_inspect(&end->port->queue, stats);
}
