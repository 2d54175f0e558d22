/* A pool of blocks.  The block given back last is taken next.  A guard before and behind each block
 * tells when something was written past its ends; it is looked at when the block comes back. */
#include "pool.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { TAKEN = 0xffff, NO_BLOCK = 0xfffe, MOST_BLOCKS = 0xfff0 };

typedef uint64_t guard;
static const guard guard_value = 0x67756172645f5f21;

static size_t round_up(size_t size)
{
    return (size + sizeof(guard) - 1) / sizeof(guard) * sizeof(guard);
}

static unsigned char *block_at(const struct ipc_pool *pool, uint16_t index)
{
    return pool->memory + index * pool->stride + sizeof(guard);
}

static void set_guards(struct ipc_pool *pool, uint16_t index)
{
    unsigned char *block = block_at(pool, index);
    memcpy(block - sizeof(guard), &guard_value, sizeof(guard));
    memcpy(block + pool->block, &guard_value, sizeof(guard));
}

static bool guards_hold(const struct ipc_pool *pool, uint16_t index)
{
    const unsigned char *block = block_at(pool, index);
    guard before, behind;
    memcpy(&before, block - sizeof(guard), sizeof(guard));
    memcpy(&behind, block + pool->block, sizeof(guard));
    return before == guard_value && behind == guard_value;
}

static ipc_status allocate(struct ipc_pool *pool)
{
    pool->memory = calloc(pool->blocks, pool->stride);
    pool->next = calloc(pool->blocks, sizeof *pool->next);
    if (pool->memory && pool->next)
        return IPC_OK;
    free(pool->memory);
    free(pool->next);
    return IPC_NO_MEMORY;
}

static void free_all_blocks(struct ipc_pool *pool)
{
    for (uint16_t i = 0; i < pool->blocks; i++) {
        set_guards(pool, i);
        pool->next[i] = (uint16_t)(i + 1 < pool->blocks ? i + 1 : NO_BLOCK);
    }
    pool->first_free = 0;
}

ipc_status ipc_pool_init(struct ipc_pool *pool, size_t block, size_t blocks)
{
    if (block == 0 || blocks == 0 || blocks > MOST_BLOCKS)
        return IPC_BAD_ARGUMENT;
    pool->block = round_up(block);
    pool->stride = pool->block + 2 * sizeof(guard);
    pool->blocks = (uint16_t)blocks;
    pool->in_use = pool->peak = 0;
    pool->refused = 0;
    ipc_status status = allocate(pool);
    if (status != IPC_OK)
        return status;
    free_all_blocks(pool);
    pthread_mutex_init(&pool->lock, NULL);
    return IPC_OK;
}

ipc_status ipc_pool_destroy(struct ipc_pool *pool)
{
    if (ipc_pool_in_use(pool) > 0)
        return IPC_PORT_BUSY;
    pthread_mutex_destroy(&pool->lock);
    free(pool->memory);
    free(pool->next);
    pool->memory = NULL;
    pool->next = NULL;
    return IPC_OK;
}

static uint16_t unlink_free(struct ipc_pool *pool)
{
    uint16_t index = pool->first_free;
    pool->first_free = pool->next[index];
    pool->next[index] = TAKEN;
    pool->in_use++;
    if (pool->in_use > pool->peak)
        pool->peak = pool->in_use;
    return index;
}

ipc_status ipc_pool_take(struct ipc_pool *pool, void **block)
{
    ipc_status status = IPC_OK;
    pthread_mutex_lock(&pool->lock);
    if (pool->first_free == NO_BLOCK) {
        pool->refused++;
        status = IPC_NO_BUFFER;
    } else {
        *block = block_at(pool, unlink_free(pool));
    }
    pthread_mutex_unlock(&pool->lock);
    return status;
}

static ipc_status index_of(const struct ipc_pool *pool, const void *block, uint16_t *index)
{
    size_t offset = (size_t)((const unsigned char *)block - pool->memory);
    if (offset >= pool->blocks * pool->stride || offset % pool->stride != sizeof(guard))
        return IPC_BAD_BLOCK;
    *index = (uint16_t)(offset / pool->stride);
    return IPC_OK;
}

static ipc_status give_locked(struct ipc_pool *pool, uint16_t index)
{
    if (pool->next[index] != TAKEN)
        return IPC_BLOCK_FREE;
    if (!guards_hold(pool, index))
        return IPC_BLOCK_DAMAGED;
    pool->next[index] = pool->first_free;
    pool->first_free = index;
    pool->in_use--;
    return IPC_OK;
}

ipc_status ipc_pool_give(struct ipc_pool *pool, void *block)
{
    uint16_t index;
    ipc_status status = index_of(pool, block, &index);
    if (status != IPC_OK)
        return status;
    pthread_mutex_lock(&pool->lock);
    status = give_locked(pool, index);
    pthread_mutex_unlock(&pool->lock);
    return status;
}

unsigned ipc_pool_in_use(struct ipc_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    unsigned in_use = pool->in_use;
    pthread_mutex_unlock(&pool->lock);
    return in_use;
}
