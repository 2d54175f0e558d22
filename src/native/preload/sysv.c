/* System V semaphores: the sets exist in the memory that the run shares, their values with heddle;
 * the kernel has none, so none is left behind. */
#define _GNU_SOURCE
#include "native/preload/sysv.h"
#include "native/preload/handover.h"
#include "native/preload/times.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/sem.h>
#include <time.h>

static uint8_t undoes[NATIVE_SETS]; /* at the end of the process */

static int fail_with(int error)
{
    errno = error;
    return -1;
}

static int ask_for(uint32_t operation, int set, int each, uint64_t argument, uint64_t caller)
{
    return control_ask(&(ask){.operation = operation,
                              .object = NATIVE_SEM(set + 1, each),
                              .argument = argument,
                              .word = NATIVE_SEEN,
                              .caller = caller});
}

static int find_set(key_t key)
{
    for (uint32_t i = 0; key != IPC_PRIVATE && i < control->sets; i++)
        if (control->set_keys[i] == key && control->set_sizes[i])
            return (int)i;
    return -1;
}

EXPORT int semget(key_t key, int size, int flags)
{
    int set;

    if (!control)
        control_end(END_REFUSED, 0, "semget before main", CALLER);
    ask_for(NATIVE_SEMGET, -1, 0, 0, CALLER);
    set = find_set(key);
    if (set >= 0)
        return flags & IPC_CREAT && flags & IPC_EXCL ? fail_with(EEXIST) : set;
    if (key != IPC_PRIVATE && !(flags & IPC_CREAT))
        return fail_with(ENOENT);
    if (size <= 0)
        return fail_with(EINVAL);
    if (control->sets == NATIVE_SETS)
        return fail_with(ENOSPC);
    control->set_keys[control->sets] = key;
    control->set_sizes[control->sets] = (uint32_t)size;
    return (int)control->sets++;
}

/* A set that was removed: by another, before or after. */
static bool is_there(int set, int each, uint64_t caller)
{
    bool known = set >= 0 && (uint32_t)set < control->sets && each >= 0;

    if (known && !control->set_sizes[set])
        ask_for(NATIVE_SEMREAD, set, each, 0, caller);
    return known && (uint32_t)each < control->set_sizes[set];
}

/* Each is there, and what they are is where heddle sees it. */
static bool note_all(int set, const struct sembuf *list, size_t n)
{
    native_slot *s = &control->slots[control_self];

    for (size_t i = 0; i < n; i++) {
        if (list[i].sem_num >= control->set_sizes[set])
            return false;
        s->several[i] = (native_semop){
            .each = list[i].sem_num, .add = list[i].sem_op, .flags = (uint16_t)list[i].sem_flg};
        undoes[set] |= (list[i].sem_flg & SEM_UNDO) != 0;
    }
    return true;
}

static int operate(int set, const struct sembuf *list, size_t n, bool timed, uint64_t caller)
{
    int error;

    if (!n)
        return fail_with(EINVAL);
    if (n > NATIVE_AT_ONCE)
        control_end(END_REFUSED, 0, "semop of more than 16 at once", caller);
    if (!is_there(set, 0, caller))
        return fail_with(EINVAL);
    if (!note_all(set, list, n))
        return fail_with(EFBIG);
    error = control_ask(&(ask){.operation = n == 1 ? NATIVE_SEMOP : NATIVE_SEMOPS,
                               .object = NATIVE_SEM(set + 1, n == 1 ? list->sem_num : 0),
                               .argument = n,
                               .other = timed,
                               .word = NATIVE_SEEN,
                               .caller = caller});
    return error ? fail_with(error) : 0;
}

EXPORT int semop(int set, struct sembuf *list, size_t n)
{
    return operate(set, list, n, false, CALLER);
}

EXPORT int semtimedop(int set, struct sembuf *list, size_t n, const struct timespec *time)
{
    return times_refused(time) ? fail_with(EINVAL) : operate(set, list, n, time != NULL, CALLER);
}

void sysv_fork(void)
{
    memset(undoes, 0, sizeof undoes);
}

void sysv_put(native_handover *h)
{
    for (int i = 0; i < NATIVE_SETS; i++)
        h->undoes |= (uint64_t)undoes[i] << i;
}

void sysv_take(const native_handover *h)
{
    for (int i = 0; i < NATIVE_SETS; i++)
        undoes[i] = h->undoes >> i & 1;
}

void sysv_exit(uint64_t caller)
{
    for (int i = 0; i < NATIVE_SETS; i++)
        if (undoes[i])
            ask_for(NATIVE_SEM_UNDO, i, 0, 0, caller);
}

static int remove_set(int set, uint64_t caller)
{
    ask_for(NATIVE_SEMREMOVE, set, 0, 0, caller);
    control->set_sizes[set] = 0;
    return 0;
}

static int for_all(int set, int command, unsigned short *values, uint64_t caller)
{
    native_semop *all = control->slots[control_self].several;
    uint32_t n = control->set_sizes[set];

    if (n > NATIVE_AT_ONCE)
        control_end(END_REFUSED, 0, "semctl of more than 16 at once", caller);
    for (uint32_t i = 0; command == SETALL && i < n; i++)
        all[i].add = values[i];
    ask_for(command == SETALL ? NATIVE_SEMSET_ALL : NATIVE_SEMREAD_ALL, set, 0, 0, caller);
    for (uint32_t i = 0; command == GETALL && i < n; i++)
        values[i] = (unsigned short)all[i].add;
    return 0;
}

EXPORT int semctl(int set, int each, int command, ...)
{
    va_list list;
    union {
        int value;
        unsigned short *values;
    } argument;

    va_start(list, command);
    argument.values = va_arg(list, unsigned short *);
    va_end(list);
    if (command != SETVAL && command != GETVAL && command != SETALL && command != GETALL &&
        command != IPC_RMID)
        control_end(END_REFUSED, 0, "semctl but for SETVAL, GETVAL, SETALL, GETALL and IPC_RMID",
                    CALLER);
    if (!is_there(set, command == SETVAL || command == GETVAL ? each : 0, CALLER))
        return fail_with(EINVAL);
    if (command == IPC_RMID)
        return remove_set(set, CALLER);
    if (command == SETALL || command == GETALL)
        return for_all(set, command, argument.values, CALLER);
    if (command == SETVAL) {
        ask_for(NATIVE_SEMSET, set, each, (uint64_t)(uint32_t)argument.value, CALLER);
        return 0;
    }
    ask_for(NATIVE_SEMREAD, set, each, 0, CALLER);
    return (int)control_result();
}
