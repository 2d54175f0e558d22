/* Which ordinary files threads and processes share, for a note.
 *
 * Reads and writes of files are no steps, so that orders that differ in nothing else are not looked
 * at.  That is told where the program gives a reason: one file, by its device and inode, is used by
 * two, one of them writes, and neither has begun after or was waited for by the other, holds a lock
 * of memory at each use that the other holds, or took a lock of the file.  What is ordered
 * otherwise, by a semaphore say, is told as well.  What streams of stdio read and write is not
 * seen, that they are opened is. */
#define _GNU_SOURCE
#include "native/preload/sharing.h"

#include <sys/stat.h>
#include <sys/syscall.h>

#define HELD 16

static __thread uint64_t held[HELD];
static __thread uint32_t n_held;

static void release(uint64_t object)
{
    for (uint32_t i = n_held; i-- > 0;)
        if (held[i] == object) {
            held[i] = held[--n_held];
            return;
        }
}

void sharing_lock(uint32_t operation, uint64_t object, int status)
{
    if (status != 0)
        return;
    switch (operation) {
    case NATIVE_MUTEX_LOCK:
    case NATIVE_MUTEX_TIMEDLOCK:
    case NATIVE_MUTEX_TRYLOCK:
    case NATIVE_COND_RELOCK:
    case NATIVE_RW_READ:
    case NATIVE_RW_TIMEDREAD:
    case NATIVE_RW_TRYREAD:
    case NATIVE_RW_WRITE:
    case NATIVE_RW_TIMEDWRITE:
    case NATIVE_RW_TRYWRITE:
    case NATIVE_SPIN_LOCK:
    case NATIVE_SPIN_TRYLOCK:
        if (n_held < HELD)
            held[n_held++] = object;
        break;
    case NATIVE_MUTEX_UNLOCK:
    case NATIVE_COND_UNLOCK:
    case NATIVE_RW_UNLOCK:
    case NATIVE_SPIN_UNLOCK:
        release(object);
        break;
    default:
        break;
    }
}

void sharing_begin(uint32_t slot)
{
    native_sharing *s = &control->sharing;

    s->above[slot] = control_self + 1;
    s->uses_above[slot] = s->uses[control_self];
    s->uses[slot] = 0;
    s->ended[slot] = s->ended[control_self];
}

/* A process has ended with all its threads. */
void sharing_join(uint32_t slot)
{
    native_sharing *s = &control->sharing;

    if (slot >= control->threads)
        return;
    for (uint32_t i = slot; i < control->threads; i++)
        if (i == slot ||
            (control->homes[slot] == slot && control->homes[i] == slot && slot != control_process))
            s->ended[control_self] |= s->ended[i] | 1ull << i;
}

/* Was the use of another, counted among its own, before all that this thread does now? */
static bool is_before(uint32_t who, uint32_t use)
{
    const native_sharing *s = &control->sharing;

    if (s->ended[control_self] >> who & 1)
        return true;
    for (uint32_t i = control_self; s->above[i]; i = s->above[i] - 1)
        if (s->above[i] - 1 == who)
            return use <= s->uses_above[i];
    return false;
}

static native_used *find(const struct stat *st)
{
    native_sharing *s = &control->sharing;
    native_used *u = s->files;

    while (u < s->files + s->n && (u->device != st->st_dev || u->inode != st->st_ino))
        u++;
    if (u == s->files + NATIVE_USED)
        return NULL;
    if (u == s->files + s->n) {
        *u = (native_used){.device = st->st_dev, .inode = st->st_ino};
        s->n++;
    }
    return u;
}

/* The locks that it held at each of its uses, as far as they fit. */
static void keep_locks(native_used *u, bool first)
{
    uint64_t *locks = u->locks[control_self];

    for (uint32_t i = 0; i < NATIVE_USED_LOCKS; i++) {
        bool still = false;

        if (first)
            locks[i] = i < n_held ? held[i] : 0;
        for (uint32_t k = 0; k < n_held; k++)
            still |= held[k] == locks[i];
        if (!still)
            locks[i] = 0;
    }
}

static bool have_lock(const native_used *u, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < NATIVE_USED_LOCKS; i++)
        for (uint32_t k = 0; k < NATIVE_USED_LOCKS; k++)
            if (u->locks[a][i] && u->locks[a][i] == u->locks[b][k])
                return true;
    return u->locked >> a & u->locked >> b & 1;
}

static bool clashes(const native_used *u, bool writes)
{
    for (uint32_t i = 0; i < control->threads; i++) {
        uint32_t last = writes && u->read[i] > u->written[i] ? u->read[i] : u->written[i];

        if (i != control_self && last && !have_lock(u, i, control_self) && !is_before(i, last))
            return true;
    }
    return false;
}

/* What the program prints is told of elsewhere. */
static bool is_file(const struct stat *st)
{
    return S_ISREG(st->st_mode) &&
           (st->st_dev != control->output_device || st->st_ino != control->output_inode);
}

static void use(const struct stat *st, bool writes, uint64_t caller)
{
    native_used *u = is_file(st) ? find(st) : NULL;

    if (!is_file(st))
        return;
    if (!u) { /* too many to tell */
        control->gaps[GAP_FILES] = writes ? caller : 0;
        return;
    }
    keep_locks(u, !u->read[control_self] && !u->written[control_self]);
    if (clashes(u, writes))
        control->gaps[GAP_FILES] = caller;
    (writes ? u->written : u->read)[control_self] = ++control->sharing.uses[control_self];
}

/* Before there are several all that is done comes first. */
static bool watches(void)
{
    return controlled() && control->threads > 1 && !control->gaps[GAP_FILES];
}

void sharing_use(int descriptor, bool writes, uint64_t caller)
{
    struct stat st;

    if (watches() && control_call(SYS_fstat, descriptor, (long)&st, 0, 0, 0, 0) == 0)
        use(&st, writes, caller);
}

void sharing_use_named(int folder, const char *path, uint64_t caller)
{
    struct stat st;

    if (watches() && control_call(SYS_newfstatat, folder, (long)path, (long)&st, 0, 0, 0) == 0)
        use(&st, false, caller);
}

void sharing_lock_file(int descriptor)
{
    struct stat st;
    native_used *u;

    if (!watches() || control_call(SYS_fstat, descriptor, (long)&st, 0, 0, 0, 0) != 0)
        return;
    u = is_file(&st) ? find(&st) : NULL;
    if (u)
        u->locked |= 1ull << control_self;
}
