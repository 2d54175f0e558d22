#ifndef IPC_POOL_H
#define IPC_POOL_H
#include "status.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/* Blocks of one size in one allocation, each between two guards; any thread may take and give. */
struct ipc_pool {
    pthread_mutex_t lock;
    unsigned char *memory;
    uint16_t *next; /* of a free block: the next free one; TAKEN otherwise */
    size_t block, stride;
    uint16_t blocks, first_free, in_use, peak;
    unsigned refused;
};

ipc_status ipc_pool_init(struct ipc_pool *pool, size_t block, size_t blocks);
/* IPC_PORT_BUSY while blocks are in use. */
ipc_status ipc_pool_destroy(struct ipc_pool *pool);
ipc_status ipc_pool_take(struct ipc_pool *pool, void **block);
ipc_status ipc_pool_give(struct ipc_pool *pool, void *block);
unsigned ipc_pool_in_use(struct ipc_pool *pool);

#endif
