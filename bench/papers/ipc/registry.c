/* Ports by name, with a count of their users. */
#include "registry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void ipc_registry_init(struct ipc_registry *registry)
{
    pthread_mutex_init(&registry->lock, NULL);
    for (int i = 0; i < IPC_PORTS; i++)
        registry->port[i] = NULL;
}

static struct ipc_port **slot_of(struct ipc_registry *registry, const char *name)
{
    for (int i = 0; i < IPC_PORTS; i++)
        if (registry->port[i] && strcmp(registry->port[i]->name, name) == 0)
            return &registry->port[i];
    return NULL;
}

static struct ipc_port **free_slot(struct ipc_registry *registry)
{
    for (int i = 0; i < IPC_PORTS; i++)
        if (!registry->port[i])
            return &registry->port[i];
    return NULL;
}

ipc_status ipc_registry_destroy(struct ipc_registry *registry)
{
    for (int i = 0; i < IPC_PORTS; i++)
        if (registry->port[i])
            return IPC_PORT_BUSY;
    pthread_mutex_destroy(&registry->lock);
    return IPC_OK;
}

static ipc_status port_new(const char *name, size_t limit, struct ipc_port **port)
{
    struct ipc_port *new = malloc(sizeof *new);
    if (!new)
        return IPC_NO_MEMORY;
    ipc_status status = ipc_queue_init(&new->queue, limit);
    if (status != IPC_OK) {
        free(new);
        return status;
    }
    strcpy(new->name, name);
    new->users = 1;
    *port = new;
    return IPC_OK;
}

static ipc_status add_locked(struct ipc_registry *registry, const char *name, size_t limit,
                             struct ipc_port **port)
{
    if (slot_of(registry, name))
        return IPC_PORT_EXISTS;
    struct ipc_port **slot = free_slot(registry);
    if (!slot)
        return IPC_NO_ROOM;
    ipc_status status = port_new(name, limit, port);
    if (status == IPC_OK)
        *slot = *port;
    return status;
}

ipc_status ipc_registry_add(struct ipc_registry *registry, const char *name, size_t limit,
                            struct ipc_port **port)
{
    if (!name || !name[0] || strlen(name) >= IPC_NAME)
        return IPC_BAD_ARGUMENT;
    pthread_mutex_lock(&registry->lock);
    ipc_status status = add_locked(registry, name, limit, port);
    pthread_mutex_unlock(&registry->lock);
    return status;
}

ipc_status ipc_registry_find(struct ipc_registry *registry, const char *name,
                             struct ipc_port **port)
{
    pthread_mutex_lock(&registry->lock);
    struct ipc_port **slot = slot_of(registry, name);
    if (slot) {
        (*slot)->users++;
        *port = *slot;
    }
    pthread_mutex_unlock(&registry->lock);
    return slot ? IPC_OK : IPC_NO_PORT;
}

void ipc_registry_leave(struct ipc_registry *registry, struct ipc_port *port, bool *last)
{
    pthread_mutex_lock(&registry->lock);
    assert(port->users > 0);
    *last = --port->users == 0;
    if (*last)
        *slot_of(registry, port->name) = NULL;
    pthread_mutex_unlock(&registry->lock);
}
