/* Shared memory by name (shm_open), by key (shmget), and without either (memfd_create).  All of it
 * is memory files without a place in the file system, so that each run begins without them and none
 * stays behind.  The process that makes one keeps a descriptor, by which others open it: a process
 * that has ended rests until the run is over. */
#define _GNU_SOURCE
#include "native/preload/memory.h"
#include "native/preload/files.h"
#include "native/preload/handover.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#define FIRST_KEPT 960 /* number of a descriptor */

static uint8_t kept[1024 - FIRST_KEPT];

static ipc_memory *memories(void)
{
    return control->ipc.memories;
}

bool memory_keeps(int descriptor)
{
    return descriptor >= FIRST_KEPT && descriptor < 1024 && kept[descriptor - FIRST_KEPT];
}

int memory_close_range(unsigned from, unsigned to, int flags)
{
    unsigned at = from;
    long result = 0;

    for (unsigned i = FIRST_KEPT; i < 1024 && !result; i++)
        if (kept[i - FIRST_KEPT] && i >= at && i <= to) {
            result = i > at ? control_call(SYS_close_range, at, i - 1, flags, 0, 0, 0) : 0;
            at = i + 1;
        }
    return (int)told(result || at > to ? result
                                       : control_call(SYS_close_range, at, to, flags, 0, 0, 0));
}

void memory_step(uint64_t caller)
{
    control_ask(&(ask){
        .operation = NATIVE_NAME, .object = IPC_ADDRESSES, .other = IPC_AT_ONCE, .caller = caller});
}

const ipc_memory *memory_of(int descriptor)
{
    struct stat st;

    if (!control || control_call(SYS_fstat, descriptor, (long)&st, 0, 0, 0, 0) < 0)
        return NULL;
    for (uint32_t i = 0; i < IPC_MEMORIES; i++)
        if (memories()[i].used && memories()[i].device == st.st_dev &&
            memories()[i].inode == st.st_ino)
            return &memories()[i];
    return NULL;
}

static void need_main(const char *what, uint64_t caller)
{
    if (!control)
        control_end(END_REFUSED, 0, what, caller);
}

int memory_hide(int descriptor)
{
    long copy = control_call(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, FIRST_KEPT, 0, 0, 0);

    if (copy < 0 || copy >= 1024)
        return -1;
    kept[copy - FIRST_KEPT] = 1;
    return (int)copy;
}

/* They stay open in the next program, and are hidden there. */
void memory_put(native_handover *h)
{
    for (int i = 0; i < 1024 - FIRST_KEPT; i++)
        if (kept[i]) {
            h->kept |= 1ull << i;
            control_call(SYS_fcntl, FIRST_KEPT + i, F_SETFD, 0, 0, 0, 0);
        }
}

void memory_take(const native_handover *h)
{
    for (int i = 0; i < 1024 - FIRST_KEPT; i++)
        if (h->kept >> i & 1) {
            kept[i] = 1;
            control_call(SYS_fcntl, FIRST_KEPT + i, F_SETFD, FD_CLOEXEC, 0, 0, 0);
        }
}

static void keep(ipc_memory *m, int number, uint64_t caller)
{
    struct stat st;
    int copy = memory_hide(number);

    if (copy < 0 || control_call(SYS_fstat, number, (long)&st, 0, 0, 0, 0) < 0)
        control_end(END_REFUSED, 0, "so many descriptors", caller);
    m->process = (uint32_t)control_call(SYS_getpid, 0, 0, 0, 0, 0, 0);
    m->descriptor = copy;
    m->device = st.st_dev;
    m->inode = st.st_ino;
    m->object = file_name();
}

/* A new one, with a descriptor of the program's. */
static ipc_memory *make(int *number, uint64_t caller)
{
    uint32_t i = 0;

    while (i < IPC_MEMORIES && memories()[i].used)
        i++;
    if (i == IPC_MEMORIES)
        control_end(END_REFUSED, 0, "so many pieces of shared memory", caller);
    *number = (int)control_call(SYS_memfd_create, (long)"shared", MFD_CLOEXEC, 0, 0, 0, 0);
    if (*number < 0)
        control_end(END_REFUSED, 0, "shared memory: the system gives none", caller);
    memories()[i] = (ipc_memory){.used = 1};
    control->ipc.most_memories =
        i + 1 > control->ipc.most_memories ? i + 1 : control->ipc.most_memories;
    keep(&memories()[i], *number, caller);
    return &memories()[i];
}

static int reopen(const ipc_memory *m, int flags)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%u/fd/%d", m->process, m->descriptor);
    return (int)told(control_call(SYS_openat, AT_FDCWD, (long)path, flags, 0, 0, 0));
}

static ipc_memory *find(const char *name)
{
    for (uint32_t i = 0; i < IPC_MEMORIES; i++)
        if (memories()[i].used && memories()[i].named && !strcmp(memories()[i].name, name))
            return &memories()[i];
    return NULL;
}

EXPORT int shm_open(const char *name, int flags, mode_t mode)
{
    ipc_memory *m;
    int number;

    (void)mode;
    need_main("shm_open before main", CALLER);
    memory_step(CALLER);
    m = find(name);
    if (m && flags & O_CREAT && flags & O_EXCL)
        return fail_with(EEXIST);
    if (m)
        return reopen(m, (flags & (O_ACCMODE | O_TRUNC)) | O_CLOEXEC);
    if (!(flags & O_CREAT))
        return fail_with(ENOENT);
    if (strlen(name) >= IPC_NAMES)
        return fail_with(ENAMETOOLONG);
    m = make(&number, CALLER);
    m->named = 1;
    strncpy(m->name, name, IPC_NAMES - 1);
    return number;
}

EXPORT int shm_unlink(const char *name)
{
    ipc_memory *m;

    need_main("shm_unlink before main", CALLER);
    memory_step(CALLER);
    m = find(name);
    if (!m)
        return fail_with(ENOENT);
    m->named = 0;
    return 0;
}

EXPORT int memfd_create(const char *name, unsigned flags)
{
    int number;

    (void)name;
    if (!control)
        return (int)told(control_call(SYS_memfd_create, (long)name, flags, 0, 0, 0, 0));
    if (flags & ~(MFD_CLOEXEC | MFD_ALLOW_SEALING))
        control_end(END_REFUSED, 0, "memfd_create with such flags", CALLER);
    memory_step(CALLER);
    make(&number, CALLER);
    if (!(flags & MFD_CLOEXEC))
        control_call(SYS_fcntl, number, F_SETFD, 0, 0, 0, 0);
    return number;
}

/* System V. */

static ipc_memory *find_key(key_t key)
{
    for (uint32_t i = 0; key != IPC_PRIVATE && i < IPC_MEMORIES; i++)
        if (memories()[i].used && memories()[i].size && memories()[i].key == key)
            return &memories()[i];
    return NULL;
}

EXPORT int shmget(key_t key, size_t size, int flags)
{
    ipc_memory *m;
    int number;

    need_main("shmget before main", CALLER);
    memory_step(CALLER);
    m = find_key(key);
    if (m && flags & IPC_CREAT && flags & IPC_EXCL)
        return fail_with(EEXIST);
    if (m)
        return size > m->size ? fail_with(EINVAL) : (int)(m - memories());
    if (key != IPC_PRIVATE && !(flags & IPC_CREAT))
        return fail_with(ENOENT);
    if (!size)
        return fail_with(EINVAL);
    m = make(&number, CALLER);
    m->key = key;
    m->size = size;
    if (control_call(SYS_ftruncate, number, (long)size, 0, 0, 0, 0) < 0)
        return fail_with(ENOMEM);
    control_call(SYS_close, number, 0, 0, 0, 0, 0);
    return (int)(m - memories());
}

/* System V memory that was not removed. */
static ipc_memory *segment(int id)
{
    ipc_memory *m = id >= 0 && id < IPC_MEMORIES ? &memories()[id] : NULL;

    return m && m->used && m->size ? m : NULL;
}

static void *attach(int id, const void *at, int flags, uint64_t caller)
{
    const ipc_memory *m = segment(id);
    int rights = flags & SHM_RDONLY ? PROT_READ : PROT_READ | PROT_WRITE, number;
    void *got;

    if (!m || (number = reopen(m, flags & SHM_RDONLY ? O_RDONLY : O_RDWR)) < 0) {
        errno = m ? errno : EINVAL;
        return (void *)-1;
    }
    got = (void *)told(control_call(SYS_mmap, (long)at, (long)m->size, rights,
                                    MAP_SHARED | (at ? MAP_FIXED_NOREPLACE : 0), number, 0));
    control_call(SYS_close, number, 0, 0, 0, 0, 0);
    if (got != (void *)-1)
        shared_region(got, m->size, 0, m->object, caller);
    return got;
}

EXPORT void *shmat(int id, const void *at, int flags)
{
    need_main("shmat before main", CALLER);
    memory_step(CALLER);
    return attach(id, at, flags, CALLER);
}

EXPORT int shmdt(const void *at)
{
    size_t size = shared_size(at);

    return size ? munmap((void *)(uintptr_t)at, size) : fail_with(EINVAL);
}

/* Whoever has it attached keeps it. */
EXPORT int shmctl(int id, int command, struct shmid_ds *out)
{
    ipc_memory *m;

    (void)out;
    need_main("shmctl before main", CALLER);
    if (command != IPC_RMID)
        control_end(END_REFUSED, 0, "shmctl but for IPC_RMID", CALLER);
    memory_step(CALLER);
    m = segment(id);
    if (!m)
        return fail_with(EINVAL);
    m->size = 0;
    return 0;
}
