/* The queue proper: one mutex, a condition for those who wait for a message and one for those who
 * wait for a place.  A condition is signalled only when somebody waits, under the mutex.
 *   -DIPC_BUG_WAKE    a receiver wakes a sender only when the queue was full before; of two senders
 *                     that wait one may then be left behind
 *   -DIPC_BUG_LOOK    a sender that was woken does not look again whether there is a place */
#include "queue.h"

#include <assert.h>

#ifdef IPC_BUG_LOOK
#define LOOK_AGAIN if
#else
#define LOOK_AGAIN while
#endif

ipc_status ipc_queue_init(struct ipc_queue *queue, size_t limit)
{
    ipc_status status = ipc_backlog_init(&queue->backlog, limit);
    if (status != IPC_OK)
        return status;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->not_empty, NULL);
    pthread_cond_init(&queue->not_full, NULL);
    ipc_stats_init(&queue->stats);
    queue->senders = queue->receivers = 0;
    queue->closed = false;
    return IPC_OK;
}

void ipc_queue_destroy(struct ipc_queue *queue)
{
    assert(queue->closed && ipc_backlog_empty(&queue->backlog));
    assert(queue->senders == 0 && queue->receivers == 0);
    pthread_cond_destroy(&queue->not_full);
    pthread_cond_destroy(&queue->not_empty);
    pthread_mutex_destroy(&queue->lock);
}

static ipc_status await_place(struct ipc_queue *queue, const struct ipc_deadline *deadline)
{
    ipc_status status = IPC_OK;
    LOOK_AGAIN(status == IPC_OK && !queue->closed && ipc_backlog_full(&queue->backlog))
    {
        queue->senders++;
        status = ipc_deadline_wait(deadline, &queue->not_full, &queue->lock, IPC_FULL);
        queue->senders--;
    }
    if (queue->closed)
        return IPC_CLOSED;
    /* A place may have come at the last moment. */
    return ipc_backlog_full(&queue->backlog) ? status : IPC_OK;
}

static ipc_status await_message(struct ipc_queue *queue, enum ipc_priority least,
                                const struct ipc_deadline *deadline)
{
    ipc_status status = IPC_OK;
    while (status == IPC_OK && !queue->closed && !ipc_backlog_has(&queue->backlog, least)) {
        queue->receivers++;
        status = ipc_deadline_wait(deadline, &queue->not_empty, &queue->lock, IPC_EMPTY);
        queue->receivers--;
    }
    if (ipc_backlog_has(&queue->backlog, least))
        return IPC_OK;
    return queue->closed ? IPC_CLOSED : status;
}

/* A receiver may wait for urgent messages only, so a signal could reach one who cannot use it. */
static void tell_receivers(struct ipc_queue *queue)
{
    if (queue->receivers > 1)
        pthread_cond_broadcast(&queue->not_empty);
    else if (queue->receivers == 1)
        pthread_cond_signal(&queue->not_empty);
}

static void tell_a_sender(struct ipc_queue *queue)
{
#ifdef IPC_BUG_WAKE
    if (queue->backlog.count + 1 < queue->backlog.limit)
        return;
#endif
    if (queue->senders > 0)
        pthread_cond_signal(&queue->not_full);
}

static ipc_status send_locked(struct ipc_queue *queue, struct ipc_message *message,
                              const struct ipc_deadline *deadline)
{
    ipc_status status = await_place(queue, deadline);
    if (status != IPC_OK)
        return status;
    /* The receiver owns the message as soon as the lock is free. */
    uint32_t length = message->length;
    status = ipc_backlog_put(&queue->backlog, message);
    assert(status == IPC_OK);
    ipc_stats_add(&queue->stats, IPC_COUNT_SENT, 1);
    ipc_stats_add(&queue->stats, IPC_COUNT_BYTES_SENT, length);
    tell_receivers(queue);
    return IPC_OK;
}

ipc_status ipc_queue_send(struct ipc_queue *queue, struct ipc_message *message,
                          const struct ipc_deadline *deadline)
{
    pthread_mutex_lock(&queue->lock);
    ipc_status status = send_locked(queue, message, deadline);
    if (status != IPC_OK)
        ipc_stats_failure(&queue->stats, status);
    pthread_mutex_unlock(&queue->lock);
    return status;
}

static ipc_status receive_locked(struct ipc_queue *queue, enum ipc_priority least,
                                 struct ipc_message **message, const struct ipc_deadline *deadline)
{
    ipc_status status = await_message(queue, least, deadline);
    if (status != IPC_OK)
        return status;
    status = ipc_backlog_take(&queue->backlog, least, message);
    assert(status == IPC_OK);
    ipc_stats_add(&queue->stats, IPC_COUNT_RECEIVED, 1);
    ipc_stats_add(&queue->stats, IPC_COUNT_BYTES_RECEIVED, (*message)->length);
    tell_a_sender(queue);
    return IPC_OK;
}

ipc_status ipc_queue_receive(struct ipc_queue *queue, enum ipc_priority least,
                             struct ipc_message **message, const struct ipc_deadline *deadline)
{
    if ((unsigned)least >= IPC_PRIORITIES)
        return IPC_BAD_PRIORITY;
    pthread_mutex_lock(&queue->lock);
    ipc_status status = receive_locked(queue, least, message, deadline);
    if (status != IPC_OK)
        ipc_stats_failure(&queue->stats, status);
    pthread_mutex_unlock(&queue->lock);
    return status;
}

void ipc_queue_close(struct ipc_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->closed = true;
    pthread_cond_broadcast(&queue->not_empty);
    pthread_cond_broadcast(&queue->not_full);
    pthread_mutex_unlock(&queue->lock);
}

void ipc_queue_discard(struct ipc_queue *queue, struct ipc_link *list)
{
    pthread_mutex_lock(&queue->lock);
    ipc_stats_add(&queue->stats, IPC_COUNT_DISCARDED, queue->backlog.count);
    ipc_backlog_drain(&queue->backlog, list);
    pthread_cond_broadcast(&queue->not_full);
    pthread_mutex_unlock(&queue->lock);
}

size_t ipc_queue_inspect(struct ipc_queue *queue, struct ipc_stats *stats)
{
    pthread_mutex_lock(&queue->lock);
    size_t waiting = queue->backlog.count;
    assert(ipc_backlog_sound(&queue->backlog));
    *stats = queue->stats;
    pthread_mutex_unlock(&queue->lock);
    return waiting;
}
