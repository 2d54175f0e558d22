#ifndef IPC_QUEUE_H
#define IPC_QUEUE_H
#include "backlog.h"
#include "deadline.h"
#include "stats.h"

/* A bounded queue of messages by priority for any number of senders and receivers. */
struct ipc_queue {
    pthread_mutex_t lock;
    pthread_cond_t not_empty, not_full;
    struct ipc_backlog backlog;
    struct ipc_stats stats;
    uint16_t senders, receivers; /* that wait */
    bool closed;
};

ipc_status ipc_queue_init(struct ipc_queue *queue, size_t limit);
/* The queue must be closed and empty, and nobody may wait. */
void ipc_queue_destroy(struct ipc_queue *queue);
/* With IPC_OK the message belongs to the queue, otherwise still to the caller. */
ipc_status ipc_queue_send(struct ipc_queue *queue, struct ipc_message *message,
                          const struct ipc_deadline *deadline);
/* The oldest message of the highest priority.  A closed queue hands out what it has. */
ipc_status ipc_queue_receive(struct ipc_queue *queue, enum ipc_priority least,
                             struct ipc_message **message, const struct ipc_deadline *deadline);
/* No more is taken in, and all who wait are woken. */
void ipc_queue_close(struct ipc_queue *queue);
/* What still waits, for the caller to dispose of. */
void ipc_queue_discard(struct ipc_queue *queue, struct ipc_link *list);
/* How much waits, and the counters up to now. */
size_t ipc_queue_inspect(struct ipc_queue *queue, struct ipc_stats *stats);

#endif
