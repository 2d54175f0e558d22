#ifndef IPC_LOG_H
#define IPC_LOG_H
#include "ring.h"
#include "status.h"

#include <pthread.h>
#include <stdio.h>

enum ipc_level { IPC_DEBUG, IPC_INFO, IPC_WARNING, IPC_ERROR, IPC_LEVELS };

struct ipc_record {
    enum ipc_level level;
    ipc_status status;
    unsigned value;
    char where[12];
};

/* The last records of the module; any thread may write. */
struct ipc_log {
    pthread_mutex_t lock;
    struct ipc_ring records;
    enum ipc_level threshold;
    unsigned written[IPC_LEVELS], lost;
};

ipc_status ipc_log_init(struct ipc_log *log, enum ipc_level threshold, size_t capacity);
void ipc_log_destroy(struct ipc_log *log);
/* Records below the threshold, which never changes, are dropped without taking the lock. */
void ipc_log_write(struct ipc_log *log, enum ipc_level level, const char *where, ipc_status status,
                   unsigned value);
unsigned ipc_log_count(struct ipc_log *log, enum ipc_level level);
void ipc_log_print(struct ipc_log *log, FILE *file);

#endif
