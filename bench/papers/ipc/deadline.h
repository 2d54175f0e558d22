#ifndef IPC_DEADLINE_H
#define IPC_DEADLINE_H
#include "status.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

enum { IPC_NOW = 0, IPC_FOREVER = -1 };

enum ipc_patience { IPC_NEVER_WAIT, IPC_WAIT_UNTIL, IPC_WAIT_FOR_EVER };

/* How long a call may wait. */
struct ipc_deadline {
    enum ipc_patience patience;
    struct timespec at;
};

/* From a number of milliseconds, IPC_NOW or IPC_FOREVER. */
struct ipc_deadline ipc_deadline_after(int milliseconds);
bool ipc_deadline_passed(const struct ipc_deadline *deadline);

struct timespec ipc_time_add(struct timespec time, int milliseconds);
/* Less than, equal to or greater than 0, as the first is earlier, equal or later. */
int ipc_time_compare(struct timespec a, struct timespec b);

/* Waits on the condition with the mutex held.  IPC_OK says no more than that it is time to look
 * again; `otherwise` is the result where waiting is not allowed. */
ipc_status ipc_deadline_wait(const struct ipc_deadline *deadline, pthread_cond_t *condition,
                             pthread_mutex_t *mutex, ipc_status otherwise);

#endif
