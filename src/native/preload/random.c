/* Random bytes of the system, which are the same in every run: each thread has a sequence of its
 * own. */
#define _GNU_SOURCE
#include "native/preload/control.h"
#include "native/preload/foreign.h"
#include "native/preload/handover.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

static __thread uint64_t drawn;

/* Marsaglia's xorshift64*. */
static uint64_t draw(void)
{
    foreign_calls++;
    if (!drawn)
        drawn = control_self + 0x9e3779b97f4a7c15u;
    drawn ^= drawn >> 12;
    drawn ^= drawn << 25;
    drawn ^= drawn >> 27;
    return drawn * 0x2545f4914f6cdd1du;
}

static void fill(void *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)to)[i] = (uint8_t)(draw() >> 56);
}

EXPORT ssize_t getrandom(void *to, size_t n, unsigned flags)
{
    (void)flags;
    fill(to, n);
    return (ssize_t)n;
}

EXPORT int getentropy(void *to, size_t n)
{
    if (n > 256) {
        errno = EIO;
        return -1;
    }
    fill(to, n);
    return 0;
}

EXPORT uint32_t arc4random(void);
EXPORT uint32_t arc4random(void)
{
    return (uint32_t)(draw() >> 32);
}

EXPORT void arc4random_buf(void *to, size_t n);
EXPORT void arc4random_buf(void *to, size_t n)
{
    fill(to, n);
}

EXPORT uint32_t arc4random_uniform(uint32_t below);
EXPORT uint32_t arc4random_uniform(uint32_t below)
{
    return below ? arc4random() % below : 0;
}

void random_put(native_handover *h)
{
    h->drawn = drawn;
}

void random_take(const native_handover *h)
{
    drawn = h->drawn;
}
