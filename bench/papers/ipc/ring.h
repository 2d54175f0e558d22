#ifndef IPC_RING_H
#define IPC_RING_H
#include "status.h"

#include <stdbool.h>
#include <stddef.h>

/* A ring of elements of one size in memory of its own; its owner locks it. */
struct ipc_ring {
    unsigned char *memory;
    size_t element, capacity;
    size_t first, count;
};

ipc_status ipc_ring_init(struct ipc_ring *ring, size_t element, size_t capacity);
void ipc_ring_destroy(struct ipc_ring *ring);
bool ipc_ring_full(const struct ipc_ring *ring);
ipc_status ipc_ring_put(struct ipc_ring *ring, const void *element);
/* Puts it in the place of the oldest one when the ring is full; whether that happened. */
bool ipc_ring_put_over(struct ipc_ring *ring, const void *element);
ipc_status ipc_ring_get(struct ipc_ring *ring, void *element);
/* The i-th oldest element, or NULL. */
const void *ipc_ring_at(const struct ipc_ring *ring, size_t i);

#endif
