/* A ring of elements: `count` of them from index `first` on, modulo the capacity. */
#include "ring.h"

#include <stdlib.h>
#include <string.h>

ipc_status ipc_ring_init(struct ipc_ring *ring, size_t element, size_t capacity)
{
    if (element == 0 || capacity == 0)
        return IPC_BAD_ARGUMENT;
    ring->memory = calloc(capacity, element);
    if (!ring->memory)
        return IPC_NO_MEMORY;
    ring->element = element;
    ring->capacity = capacity;
    ring->first = ring->count = 0;
    return IPC_OK;
}

void ipc_ring_destroy(struct ipc_ring *ring)
{
    free(ring->memory);
    ring->memory = NULL;
    ring->count = 0;
}

bool ipc_ring_full(const struct ipc_ring *ring)
{
    return ring->count == ring->capacity;
}

static void *place(const struct ipc_ring *ring, size_t i)
{
    return ring->memory + (ring->first + i) % ring->capacity * ring->element;
}

ipc_status ipc_ring_put(struct ipc_ring *ring, const void *element)
{
    if (ipc_ring_full(ring))
        return IPC_FULL;
    memcpy(place(ring, ring->count), element, ring->element);
    ring->count++;
    return IPC_OK;
}

static void drop_oldest(struct ipc_ring *ring)
{
    ring->first = (ring->first + 1) % ring->capacity;
    ring->count--;
}

bool ipc_ring_put_over(struct ipc_ring *ring, const void *element)
{
    bool over = ipc_ring_full(ring);
    if (over)
        drop_oldest(ring);
    (void)ipc_ring_put(ring, element);
    return over;
}

ipc_status ipc_ring_get(struct ipc_ring *ring, void *element)
{
    if (ring->count == 0)
        return IPC_EMPTY;
    memcpy(element, place(ring, 0), ring->element);
    drop_oldest(ring);
    return IPC_OK;
}

const void *ipc_ring_at(const struct ipc_ring *ring, size_t i)
{
    return i < ring->count ? place(ring, i) : NULL;
}
