/* System V semaphores: the sets exist in the memory that the run shares, their values with heddle;
 * the kernel has none, so none is left behind. */
#define _GNU_SOURCE
#include "native/preload/control.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/sem.h>

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

EXPORT int semop(int set, struct sembuf *list, size_t n)
{
    int error;

    if (n != 1 || list->sem_flg & ~IPC_NOWAIT)
        control_end(END_REFUSED, 0, n != 1 ? "semop of several at once" : "semop with SEM_UNDO",
                    CALLER);
    if (!is_there(set, list->sem_num, CALLER))
        return fail_with(EINVAL);
    error =
        ask_for(NATIVE_SEMOP, set, list->sem_num,
                (uint64_t)(uint32_t)list->sem_op | (uint64_t)(uint16_t)list->sem_flg << 32, CALLER);
    return error ? fail_with(error) : 0;
}

static int remove_set(int set, uint64_t caller)
{
    uint32_t size = control->set_sizes[set];

    for (uint32_t i = 0; i < size; i++)
        ask_for(NATIVE_SEMREMOVE, set, (int)i, 0, caller);
    control->set_sizes[set] = 0;
    return 0;
}

EXPORT int semctl(int set, int each, int command, ...)
{
    va_list list;
    int value;

    va_start(list, command);
    value = va_arg(list, int);
    va_end(list);
    if (command != SETVAL && command != GETVAL && command != IPC_RMID)
        control_end(END_REFUSED, 0, "semctl but for SETVAL, GETVAL and IPC_RMID", CALLER);
    if (!is_there(set, command == IPC_RMID ? 0 : each, CALLER))
        return fail_with(EINVAL);
    if (command == IPC_RMID)
        return remove_set(set, CALLER);
    if (command == SETVAL) {
        ask_for(NATIVE_SEMSET, set, each, (uint64_t)(uint32_t)value, CALLER);
        return 0;
    }
    ask_for(NATIVE_SEMREAD, set, each, 0, CALLER);
    return (int)control_result();
}
