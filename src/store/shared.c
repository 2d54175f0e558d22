/* Shared memory of forked processes. */
#define _GNU_SOURCE
#include "store/shared.h"

#include "base/halt.h"

#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static u32 own;
static bool (*lost_one)(void);

void *shared_reserve(u64 bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE,
                    -1, 0);

    return at == MAP_FAILED ? NULL : at;
}

void shared_wipe(void *at, u64 bytes)
{
    if (madvise(at, bytes, MADV_REMOVE) != 0)
        memset(at, 0, bytes);
}

void shared_release(void *at, u64 bytes)
{
    munmap(at, bytes);
}

u32 shared_self(void)
{
    return own;
}

void shared_become(u32 self)
{
    own = self;
}

void shared_watch(bool (*lost)(void))
{
    lost_one = lost;
}

void shared_rest(u32 times)
{
    enum { SPINS = 200, YIELDS = 400 };

    if (times < SPINS) {
        __builtin_ia32_pause();
        return;
    }
    if (times < YIELDS) {
        sched_yield();
        return;
    }
    halt_look();
    if (lost_one && lost_one())
        halt("a process of the search ended before its time");
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}
