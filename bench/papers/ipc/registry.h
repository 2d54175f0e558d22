#ifndef IPC_REGISTRY_H
#define IPC_REGISTRY_H
#include "queue.h"

enum { IPC_PORTS = 4, IPC_NAME = 16 };

/* A queue with a name. */
struct ipc_port {
    char name[IPC_NAME];
    unsigned users;
    struct ipc_queue queue;
};

/* The ports of a system by name; any thread may look one up. */
struct ipc_registry {
    pthread_mutex_t lock;
    struct ipc_port *port[IPC_PORTS];
};

void ipc_registry_init(struct ipc_registry *registry);
/* IPC_PORT_BUSY while a port is left. */
ipc_status ipc_registry_destroy(struct ipc_registry *registry);
/* The port has one user then: the caller. */
ipc_status ipc_registry_add(struct ipc_registry *registry, const char *name, size_t limit,
                            struct ipc_port **port);
ipc_status ipc_registry_find(struct ipc_registry *registry, const char *name,
                             struct ipc_port **port);
/* One user less; `last` says that there is none left and the port is no longer to be found. */
void ipc_registry_leave(struct ipc_registry *registry, struct ipc_port *port, bool *last);

#endif
