/* A bounded log: when it is full the oldest record gives way and is counted as lost. */
#include "log.h"

#include <string.h>

static const char *const level_names[IPC_LEVELS] = {"debug", "info", "warning", "error"};

ipc_status ipc_log_init(struct ipc_log *log, enum ipc_level threshold, size_t capacity)
{
    if (threshold >= IPC_LEVELS)
        return IPC_BAD_ARGUMENT;
    ipc_status status = ipc_ring_init(&log->records, sizeof(struct ipc_record), capacity);
    if (status != IPC_OK)
        return status;
    pthread_mutex_init(&log->lock, NULL);
    log->threshold = threshold;
    memset(log->written, 0, sizeof log->written);
    log->lost = 0;
    return IPC_OK;
}

void ipc_log_destroy(struct ipc_log *log)
{
    pthread_mutex_destroy(&log->lock);
    ipc_ring_destroy(&log->records);
}

static struct ipc_record record_of(enum ipc_level level, const char *where, ipc_status status,
                                   unsigned value)
{
    struct ipc_record record;
    memset(&record, 0, sizeof record);
    record.level = level;
    record.status = status;
    record.value = value;
    strncpy(record.where, where, sizeof record.where - 1);
    return record;
}

void ipc_log_write(struct ipc_log *log, enum ipc_level level, const char *where, ipc_status status,
                   unsigned value)
{
    if (level < log->threshold || level >= IPC_LEVELS)
        return;
    struct ipc_record record = record_of(level, where, status, value);
    pthread_mutex_lock(&log->lock);
    log->written[level]++;
    if (ipc_ring_put_over(&log->records, &record))
        log->lost++;
    pthread_mutex_unlock(&log->lock);
}

unsigned ipc_log_count(struct ipc_log *log, enum ipc_level level)
{
    if (level >= IPC_LEVELS)
        return 0;
    pthread_mutex_lock(&log->lock);
    unsigned count = log->written[level];
    pthread_mutex_unlock(&log->lock);
    return count;
}

static void print_record(const struct ipc_record *record, FILE *file)
{
    fprintf(file, "%s: %s: %s", level_names[record->level], record->where,
            ipc_status_text(record->status));
    if (record->value)
        fprintf(file, " (%u)", record->value);
    fprintf(file, "\n");
}

void ipc_log_print(struct ipc_log *log, FILE *file)
{
    pthread_mutex_lock(&log->lock);
    if (log->lost)
        fprintf(file, "%u older records are lost\n", log->lost);
    for (size_t i = 0; i < log->records.count; i++)
        print_record(ipc_ring_at(&log->records, i), file);
    pthread_mutex_unlock(&log->lock);
}
