/* One receiver and SENDERS senders over a port; every sender sends MESSAGES messages, urgent and
 * normal in turn.  The receiver sees whole messages, in order within a source and a priority; in
 * the end nothing is lost and every buffer is back. -DSENDERS=n   (1)            -DQUEUE=n  places
 * in the queue (1) -DMESSAGES=n  (QUEUE + 1: the queue can be full) -DTIMEOUT=n   milliseconds that
 * the receiver waits before it tries again (it waits for ever) -DSELFTEST    the parts are tested
 * first, by one thread -DREPORT      prints counters and log at the end */
#include "ipc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#ifndef SENDERS
#define SENDERS 1
#endif
#ifndef QUEUE
#define QUEUE 1
#endif
#ifndef MESSAGES
#define MESSAGES (QUEUE / SENDERS + 1)
#endif
#ifndef TIMEOUT
#define TIMEOUT IPC_FOREVER
#endif

enum { KIND = 7, BUFFERS = QUEUE + SENDERS + 1 };

static const char port_name[] = "telemetry";
static struct ipc ipc;

void selftest(void);

static void *sender(void *arg)
{
    uint16_t source = *(uint16_t *)arg;
    struct ipc_end end;
    ipc_status status = ipc_connect(&ipc, port_name, source, &end);
    assert(status == IPC_OK);
    for (uint32_t i = 0; i < MESSAGES; i++) {
        uint32_t value = source + 100 * i;
        enum ipc_priority priority = i % 2 ? IPC_URGENT : IPC_NORMAL;
        status = ipc_send(&end, KIND, priority, &value, sizeof value, IPC_FOREVER);
        assert(status == IPC_OK);
    }
    status = ipc_leave(&end);
    assert(status == IPC_OK);
    return NULL;
}

static void check_letter(struct ipc_tracker *tracker, const struct ipc_letter *letter)
{
    uint32_t value;
    assert(letter->kind == KIND && letter->length == sizeof value);
    memcpy(&value, letter->data, sizeof value);
    assert(value == letter->source + 100 * letter->sequence);
    assert(letter->priority == (letter->sequence % 2 ? IPC_URGENT : IPC_NORMAL));
    ipc_status status =
        ipc_tracker_note(tracker, letter->source, letter->priority, letter->sequence);
    assert(status == IPC_OK);
}

static void *receiver(void *arg)
{
    struct ipc_end *end = arg;
    struct ipc_tracker tracker;
    struct ipc_letter letter;
    ipc_tracker_init(&tracker);
    for (int i = 0; i < SENDERS * MESSAGES; i++) {
        ipc_status status = ipc_receive(end, IPC_LOW, &letter, TIMEOUT);
        if (status == IPC_TIMEOUT)
            status = ipc_receive(end, IPC_LOW, &letter, IPC_FOREVER);
        assert(status == IPC_OK);
        check_letter(&tracker, &letter);
    }
    for (uint16_t source = 0; source < SENDERS; source++)
        assert(ipc_tracker_complete(&tracker, source, MESSAGES));
    return NULL;
}

static void finish(struct ipc_end *end)
{
    struct ipc_stats stats;
    size_t waiting = ipc_inspect(end, &stats);
    assert(waiting == 0 && ipc_stats_balanced(&stats, 0));
    assert(stats.counter[IPC_COUNT_RECEIVED] == SENDERS * MESSAGES);
    assert(ipc_log_count(&ipc.log, IPC_WARNING) == 0);
#ifdef REPORT
    char text[200];
    ipc_stats_format(&stats, text, sizeof text);
    printf("%s: %s; at most %u buffers\n", port_name, text, ipc.pool.peak);
    ipc_log_print(&ipc.log, stdout);
#endif
    ipc_status status = ipc_leave(end);
    assert(status == IPC_OK);
    status = ipc_stop(&ipc);
    assert(status == IPC_OK);
}

int main(void)
{
    struct ipc_settings settings = {BUFFERS, 4, IPC_WARNING};
    struct ipc_end end;
    pthread_t thread[SENDERS + 1];
    uint16_t source[SENDERS];

#ifdef SELFTEST
    selftest();
#endif
    ipc_status status = ipc_start(&ipc, &settings);
    assert(status == IPC_OK);
    status = ipc_create(&ipc, port_name, QUEUE, &end);
    assert(status == IPC_OK);

    pthread_create(&thread[SENDERS], NULL, receiver, &end);
    for (int i = 0; i < SENDERS; i++) {
        source[i] = (uint16_t)i;
        pthread_create(&thread[i], NULL, sender, &source[i]);
    }
    for (int i = 0; i <= SENDERS; i++)
        pthread_join(thread[i], NULL);

    finish(&end);
    return 0;
}
