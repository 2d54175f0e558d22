/* Tests of the parts, by one thread. */
#include "crc.h"
#include "ipc.h"

#include <assert.h>
#include <string.h>

void selftest(void);

static void test_status(void)
{
    assert(strcmp(ipc_status_name(IPC_FULL), "FULL") == 0);
    assert(strcmp(ipc_status_name((ipc_status)99), "UNKNOWN") == 0);
    assert(strcmp(ipc_status_text(IPC_OK), "success") == 0);
    assert(ipc_status_transient(IPC_TIMEOUT) && !ipc_status_transient(IPC_CLOSED));
}

static void test_deadline(void)
{
    struct timespec time = {5, 900000000};
    struct timespec later = ipc_time_add(time, 1200);
    assert(later.tv_sec == 7 && later.tv_nsec == 100000000);
    assert(ipc_time_compare(time, later) < 0 && ipc_time_compare(later, time) > 0);
    assert(ipc_time_compare(time, time) == 0);
    struct ipc_deadline never = ipc_deadline_after(IPC_FOREVER);
    struct ipc_deadline at_once = ipc_deadline_after(IPC_NOW);
    assert(!ipc_deadline_passed(&never) && ipc_deadline_passed(&at_once));
}

static void test_list(void)
{
    struct ipc_link list, other, a, b, c;
    ipc_list_init(&list);
    ipc_list_init(&other);
    assert(ipc_list_empty(&list) && !ipc_list_pop_front(&list));
    ipc_list_push_back(&list, &b);
    ipc_list_push_front(&list, &a);
    ipc_list_push_back(&other, &c);
    ipc_list_append(&list, &other);
    assert(ipc_list_length(&list) == 3 && ipc_list_empty(&other));
    assert(ipc_list_sound(&list) && list.previous == &c);
    ipc_list_remove(&b);
    assert(ipc_list_pop_front(&list) == &a && ipc_list_pop_front(&list) == &c);
    assert(ipc_list_empty(&list));
}

static void test_ring(void)
{
    struct ipc_ring ring;
    int in[] = {10, 20, 30}, out;
    ipc_status status = ipc_ring_init(&ring, sizeof(int), 2);
    assert(status == IPC_OK);
    assert(ipc_ring_get(&ring, &out) == IPC_EMPTY);
    assert(ipc_ring_put(&ring, &in[0]) == IPC_OK && ipc_ring_put(&ring, &in[1]) == IPC_OK);
    assert(ipc_ring_full(&ring) && ipc_ring_put(&ring, &in[2]) == IPC_FULL);
    assert(ipc_ring_put_over(&ring, &in[2]));
    assert(*(const int *)ipc_ring_at(&ring, 1) == 30 && !ipc_ring_at(&ring, 2));
    assert(ipc_ring_get(&ring, &out) == IPC_OK && out == 20);
    assert(!ipc_ring_put_over(&ring, &in[0]));
    ipc_ring_destroy(&ring);
}

static void test_crc(void)
{
    assert(ipc_crc(IPC_CRC_START, "123456789", 9) == 0x29b1);
    assert(ipc_crc(ipc_crc(IPC_CRC_START, "1234", 4), "56789", 5) == 0x29b1);
    assert(ipc_crc(IPC_CRC_START, "", 0) == IPC_CRC_START);
}

static void test_pool(void)
{
    struct ipc_pool pool;
    void *a, *b, *c;
    ipc_status status = ipc_pool_init(&pool, 10, 2);
    assert(status == IPC_OK);
    assert(ipc_pool_take(&pool, &a) == IPC_OK && ipc_pool_take(&pool, &b) == IPC_OK);
    assert(ipc_pool_take(&pool, &c) == IPC_NO_BUFFER && pool.refused == 1 && pool.peak == 2);
    memset(a, 1, 10);
    memset(b, 2, 10);
    assert(ipc_pool_destroy(&pool) == IPC_PORT_BUSY);
    assert(ipc_pool_give(&pool, (char *)a + 1) == IPC_BAD_BLOCK);
    assert(ipc_pool_give(&pool, a) == IPC_OK && ipc_pool_give(&pool, a) == IPC_BLOCK_FREE);
    unsigned char *end = (unsigned char *)b + pool.block;
    *end ^= 1;
    assert(ipc_pool_give(&pool, b) == IPC_BLOCK_DAMAGED);
    *end ^= 1;
    assert(ipc_pool_give(&pool, b) == IPC_OK && ipc_pool_in_use(&pool) == 0);
    assert(ipc_pool_destroy(&pool) == IPC_OK);
}

static void test_message(void)
{
    struct ipc_message message, copy;
    unsigned char wire[IPC_WIRE_HEAD + IPC_DATA];
    size_t length;
    assert(ipc_message_make(&message, 1, 2, 3, (enum ipc_priority)9, NULL, 0) == IPC_BAD_PRIORITY);
    assert(ipc_message_make(&message, 1, 2, 3, IPC_LOW, wire, IPC_DATA + 1) == IPC_BAD_LENGTH);
    assert(ipc_message_make(&message, 1, 70000, 3, IPC_LOW, "abc", 3) == IPC_OK);
    assert(ipc_message_encode(&message, wire, IPC_WIRE_HEAD, &length) == IPC_BAD_LENGTH);
    assert(ipc_message_encode(&message, wire, sizeof wire, &length) == IPC_OK);
    assert(length == IPC_WIRE_HEAD + 3 && wire[0] == 0x49 && wire[IPC_WIRE_HEAD] == 'a');
    assert(ipc_message_decode(&copy, wire, length) == IPC_OK);
    assert(copy.sequence == 70000 && memcmp(copy.data, "abc", 3) == 0);
    assert(ipc_message_decode(&copy, wire, length - 1) == IPC_BAD_LENGTH);
    wire[IPC_WIRE_HEAD] ^= 4;
    assert(ipc_message_decode(&copy, wire, length) == IPC_BAD_CHECKSUM);
    wire[2]++;
    assert(ipc_message_decode(&copy, wire, length) == IPC_BAD_VERSION);
    wire[0]++;
    assert(ipc_message_decode(&copy, wire, length) == IPC_BAD_MAGIC);
}

static void test_backlog(void)
{
    struct ipc_backlog backlog;
    struct ipc_message message[3], *taken;
    static const enum ipc_priority priority[] = {IPC_LOW, IPC_URGENT, IPC_LOW};
    assert(ipc_backlog_init(&backlog, 0) == IPC_BAD_ARGUMENT);
    assert(ipc_backlog_init(&backlog, 2) == IPC_OK);
    for (uint32_t i = 0; i < 3; i++) {
        ipc_status status = ipc_message_make(&message[i], 0, i, 0, priority[i], NULL, 0);
        assert(status == IPC_OK);
        status = ipc_backlog_put(&backlog, &message[i]);
        assert(status == (i < 2 ? IPC_OK : IPC_FULL));
    }
    assert(ipc_backlog_sound(&backlog) && ipc_backlog_has(&backlog, IPC_URGENT));
    assert(ipc_backlog_take(&backlog, IPC_LOW, &taken) == IPC_OK && taken == &message[1]);
    assert(ipc_backlog_take(&backlog, IPC_NORMAL, &taken) == IPC_EMPTY);
    assert(ipc_backlog_put(&backlog, &message[2]) == IPC_OK);
    struct ipc_link list;
    ipc_list_init(&list);
    ipc_backlog_drain(&backlog, &list);
    assert(ipc_list_length(&list) == 2 && ipc_backlog_empty(&backlog));
    assert(ipc_backlog_sound(&backlog) && backlog.peak == 2);
}

static void test_stats(void)
{
    struct ipc_stats stats, total;
    char text[64];
    ipc_stats_init(&stats);
    ipc_stats_init(&total);
    ipc_stats_add(&stats, IPC_COUNT_SENT, 3);
    ipc_stats_add(&stats, IPC_COUNT_RECEIVED, 2);
    ipc_stats_failure(&stats, IPC_TIMEOUT);
    ipc_stats_merge(&total, &stats);
    assert(ipc_stats_balanced(&total, 1) && !ipc_stats_balanced(&total, 0));
    assert(ipc_stats_format(&total, text, sizeof text) == strlen(text));
    assert(strcmp(text, "sent 3, received 2, timed out 1") == 0);
}

static void test_tracker(void)
{
    struct ipc_tracker tracker;
    ipc_tracker_init(&tracker);
    assert(ipc_tracker_note(&tracker, IPC_SOURCES, IPC_LOW, 0) == IPC_BAD_ARGUMENT);
    assert(ipc_tracker_note(&tracker, 1, IPC_URGENT, 1) == IPC_OK);
    assert(ipc_tracker_note(&tracker, 1, IPC_LOW, 0) == IPC_OK);
    assert(ipc_tracker_note(&tracker, 1, IPC_LOW, 0) == IPC_OUT_OF_ORDER);
    assert(ipc_tracker_complete(&tracker, 1, 2) && !ipc_tracker_complete(&tracker, 1, 3));
    assert(ipc_tracker_complete(&tracker, 2, 0));
}

static void test_ports(struct ipc *ipc)
{
    struct ipc_end a, b, c;
    struct ipc_letter letter;
    struct ipc_stats stats;
    assert(ipc_connect(ipc, "a", 0, &a) == IPC_NO_PORT);
    assert(ipc_create(ipc, "a name that is too long", 1, &a) == IPC_BAD_ARGUMENT);
    assert(ipc_create(ipc, "a", 1, &a) == IPC_OK);
    assert(ipc_create(ipc, "a", 1, &b) == IPC_PORT_EXISTS);
    assert(ipc_connect(ipc, "a", 1, &b) == IPC_OK);
    assert(ipc_stop(ipc) == IPC_PORT_BUSY);
    assert(ipc_receive(&a, IPC_LOW, &letter, IPC_NOW) == IPC_EMPTY);
    assert(ipc_receive(&a, IPC_LOW, &letter, 1) == IPC_TIMEOUT);
    assert(ipc_send(&b, 1, IPC_LOW, "x", 1, IPC_NOW) == IPC_OK);
    assert(ipc_send(&b, 1, IPC_LOW, "y", 1, IPC_NOW) == IPC_FULL);
    assert(ipc_receive(&a, IPC_URGENT, &letter, IPC_NOW) == IPC_EMPTY);
    ipc_close(&b);
    assert(ipc_send(&b, 1, IPC_LOW, "y", 1, IPC_FOREVER) == IPC_CLOSED);
    assert(ipc_receive(&a, IPC_LOW, &letter, IPC_FOREVER) == IPC_OK && letter.data[0] == 'x');
    assert(ipc_receive(&a, IPC_LOW, &letter, IPC_FOREVER) == IPC_CLOSED);
    assert(ipc_inspect(&a, &stats) == 0 && stats.counter[IPC_COUNT_TIMED_OUT] == 1);
    assert(ipc_leave(&a) == IPC_OK && ipc_connect(ipc, "a", 2, &c) == IPC_OK);
    assert(ipc_leave(&b) == IPC_OK && ipc_leave(&c) == IPC_OK);
    assert(ipc_connect(ipc, "a", 0, &a) == IPC_NO_PORT);
}

static void test_log(struct ipc *ipc)
{
    unsigned before = ipc_log_count(&ipc->log, IPC_ERROR);
    for (unsigned i = 0; i < 4; i++)
        ipc_log_write(&ipc->log, IPC_ERROR, "a place with a long name", IPC_FULL, i);
    ipc_log_write(&ipc->log, IPC_DEBUG, "test", IPC_OK, 0);
    assert(ipc_log_count(&ipc->log, IPC_ERROR) == before + 4);
    assert(ipc_log_count(&ipc->log, IPC_DEBUG) == 0);
    const struct ipc_record *record = ipc_ring_at(&ipc->log.records, 0);
    assert(record->value == 2 && strcmp(record->where, "a place wit") == 0);
    assert(ipc->log.lost > 0);
}

static void test_module(void)
{
    struct ipc ipc;
    struct ipc_settings settings = {2, 2, IPC_WARNING};
    struct ipc_end end;
    assert(ipc_start(&ipc, &settings) == IPC_OK);
    test_ports(&ipc);
    test_log(&ipc);
    /* What is left at a port when the last user goes is given back. */
    assert(ipc_create(&ipc, "b", 2, &end) == IPC_OK);
    assert(ipc_send(&end, 1, IPC_LOW, NULL, 0, IPC_NOW) == IPC_OK);
    assert(ipc_send(&end, 1, IPC_LOW, NULL, 0, IPC_NOW) == IPC_OK);
    assert(ipc_send(&end, 1, IPC_LOW, NULL, 0, IPC_NOW) == IPC_NO_BUFFER);
    assert(ipc_leave(&end) == IPC_OK);
    assert(ipc_stop(&ipc) == IPC_OK);
}

void selftest(void)
{
    test_status();
    test_deadline();
    test_list();
    test_ring();
    test_crc();
    test_pool();
    test_message();
    test_backlog();
    test_stats();
    test_tracker();
    test_module();
}
