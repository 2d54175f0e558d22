/* What processes share in memory: mappings made before a fork, memory by name, and semaphores by
 * name.  An object in one is the same for all of them. */
#define _GNU_SOURCE
#include "native/preload/access.h"
#include "native/preload/files.h"
#include "native/preload/foreign.h"
#include "native/preload/memory.h"

#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define REGIONS 64

typedef struct region {
    uint64_t at, size;
    uint64_t name, offset;
} region;

static region regions[REGIONS];
static uint32_t count;

uint64_t control_name(const void *object)
{
    uint64_t at = (uint64_t)object, start = (uint64_t)control->ipc.semaphores;

    for (uint32_t i = 0; i < count; i++)
        if (at - regions[i].at < regions[i].size)
            return NATIVE_SHARED | regions[i].name << 31 | (regions[i].offset + at - regions[i].at);
    if (at - start < sizeof control->ipc.semaphores)
        return NATIVE_SHARED | (at - start);
    return at | (uint64_t)control_process << NATIVE_PROCESS;
}

bool control_shared(const void *object)
{
    return control_name(object) & NATIVE_SHARED;
}

static void *map(void *at, size_t size, int rights, int flags, int descriptor, off_t offset)
{
    long result = control_call(SYS_mmap, (long)at, (long)size, rights, flags, descriptor, offset);

    if (result < 0 && result > -4096) {
        errno = (int)-result;
        return MAP_FAILED;
    }
    return (void *)result;
}

void shared_region(void *at, size_t size, uint64_t offset, uint64_t object, uint64_t caller)
{
    if (count == REGIONS || size + offset >= 1u << 31)
        control_end(END_REFUSED, 0, "so much shared memory", caller);
    regions[count++] = (region){(uint64_t)at, size, object >> 31 & 0x3ffff, offset};
}

size_t shared_size(const void *at)
{
    for (uint32_t i = 0; i < count; i++)
        if (regions[i].at == (uint64_t)at)
            return regions[i].size;
    return 0;
}

static void *map_it(void *at, size_t size, int rights, int flags, int descriptor, off_t offset,
                    uint64_t caller)
{
    void *got = map(at, size, rights, flags, descriptor, offset);

    foreign_calls++;
    if (got != MAP_FAILED) /* what was there before has nothing to do with it */
        access_given(got, size, false, caller);
    if (!control || !(flags & MAP_SHARED) || got == MAP_FAILED || !(rights & PROT_WRITE))
        return got;
    if (flags & MAP_ANONYMOUS)
        shared_region(got, size, 0, file_name(), caller);
    else if (memory_of(descriptor)) /* of another file no object is shared by name */
        shared_region(got, size, (uint64_t)offset, memory_of(descriptor)->object, caller);
    return got;
}

EXPORT void *mmap(void *at, size_t size, int rights, int flags, int descriptor, off_t offset)
{
    return map_it(at, size, rights, flags, descriptor, offset, CALLER);
}

EXPORT void *mmap64(void *at, size_t size, int rights, int flags, int descriptor, off_t offset)
{
    return map_it(at, size, rights, flags, descriptor, offset, CALLER);
}

EXPORT int munmap(void *at, size_t size)
{
    for (uint32_t i = 0; i < count; i++)
        if (regions[i].at == (uint64_t)at) {
            regions[i] = regions[--count];
            break;
        }
    access_freed(at, size, CALLER);
    return (int)told(control_call(SYS_munmap, (long)at, (long)size, 0, 0, 0, 0));
}

/* Semaphores by name. */

static ipc_semaphore *find(const char *name)
{
    for (uint32_t i = 0; i < IPC_SEMAPHORES; i++) {
        ipc_semaphore *s = &control->ipc.semaphores[i];

        if (s->used && s->named && strncmp(s->name, name, IPC_NAMES) == 0)
            return s;
    }
    return NULL;
}

static ipc_semaphore *create(const char *name, unsigned value, uint64_t caller)
{
    uint32_t i = 0;

    while (i < IPC_SEMAPHORES && control->ipc.semaphores[i].used)
        i++;
    if (i == IPC_SEMAPHORES)
        control_end(END_REFUSED, 0, "so many semaphores with names", caller);
    control->ipc.semaphores[i] = (ipc_semaphore){.used = 1, .named = 1};
    strncpy(control->ipc.semaphores[i].name, name, IPC_NAMES - 1);
    control->ipc.semaphores[i].word[0] = value; /* the model takes it over */
    return &control->ipc.semaphores[i];
}

EXPORT sem_t *sem_open(const char *name, int flags, ...)
{
    ipc_semaphore *s;
    va_list list;
    unsigned value;

    if (!control)
        control_end(END_REFUSED, 0, "sem_open before main", CALLER);
    va_start(list, flags);
    if (flags & O_CREAT)
        va_arg(list, mode_t);
    value = flags & O_CREAT ? va_arg(list, unsigned) : 0;
    va_end(list);
    memory_step(CALLER);
    s = find(name);
    errno = s ? EEXIST : ENOENT;
    if (s ? (flags & O_CREAT && flags & O_EXCL) : !(flags & O_CREAT))
        return SEM_FAILED;
    if (!s && (strlen(name) >= IPC_NAMES || value > SEM_VALUE_MAX)) {
        errno = value > SEM_VALUE_MAX ? EINVAL : ENAMETOOLONG;
        return SEM_FAILED;
    }
    if (!s)
        s = create(name, value, CALLER);
    return (sem_t *)s->word;
}

EXPORT int sem_close(sem_t *s)
{
    return control_shared(s) ? 0 : fail_with(EINVAL);
}

EXPORT int sem_unlink(const char *name)
{
    ipc_semaphore *s;

    if (!control)
        return 0;
    memory_step(CALLER);
    s = find(name);
    if (!s)
        return fail_with(ENOENT);
    s->named = 0;
    return 0;
}
