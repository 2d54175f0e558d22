/* Deadlines on the clock that pthread_cond_timedwait uses. */
#include "deadline.h"

#include <assert.h>
#include <errno.h>

enum { MILLI = 1000, NANO = 1000000000, NANO_PER_MILLI = NANO / MILLI };

struct timespec ipc_time_add(struct timespec time, int milliseconds)
{
    time.tv_sec += milliseconds / MILLI;
    time.tv_nsec += (long)(milliseconds % MILLI) * NANO_PER_MILLI;
    if (time.tv_nsec >= NANO) {
        time.tv_sec++;
        time.tv_nsec -= NANO;
    }
    return time;
}

int ipc_time_compare(struct timespec a, struct timespec b)
{
    if (a.tv_sec != b.tv_sec)
        return a.tv_sec < b.tv_sec ? -1 : 1;
    if (a.tv_nsec != b.tv_nsec)
        return a.tv_nsec < b.tv_nsec ? -1 : 1;
    return 0;
}

static struct timespec now(void)
{
    struct timespec time;
    int failed = clock_gettime(CLOCK_REALTIME, &time);
    assert(!failed);
    (void)failed;
    return time;
}

struct ipc_deadline ipc_deadline_after(int milliseconds)
{
    struct ipc_deadline deadline = {IPC_NEVER_WAIT, {0, 0}};
    if (milliseconds < 0) {
        deadline.patience = IPC_WAIT_FOR_EVER;
    } else if (milliseconds > 0) {
        deadline.patience = IPC_WAIT_UNTIL;
        deadline.at = ipc_time_add(now(), milliseconds);
    }
    return deadline;
}

bool ipc_deadline_passed(const struct ipc_deadline *deadline)
{
    switch (deadline->patience) {
    case IPC_NEVER_WAIT:
        return true;
    case IPC_WAIT_UNTIL:
        return ipc_time_compare(now(), deadline->at) >= 0;
    case IPC_WAIT_FOR_EVER:
        break;
    }
    return false;
}

ipc_status ipc_deadline_wait(const struct ipc_deadline *deadline, pthread_cond_t *condition,
                             pthread_mutex_t *mutex, ipc_status otherwise)
{
    int error = 0;
    switch (deadline->patience) {
    case IPC_NEVER_WAIT:
        return otherwise;
    case IPC_WAIT_UNTIL:
        error = pthread_cond_timedwait(condition, mutex, &deadline->at);
        break;
    case IPC_WAIT_FOR_EVER:
        error = pthread_cond_wait(condition, mutex);
        break;
    }
    if (error == ETIMEDOUT)
        return IPC_TIMEOUT;
    assert(!error);
    return IPC_OK;
}
