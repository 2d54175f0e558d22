/* Futexes that a program uses itself, through syscall(): wait and wake.  The thread compares the
 * word in its turn and then sleeps until it is among those that are woken. */
#define _GNU_SOURCE
#include "native/preload/futex.h"
#include "native/preload/files.h"

#include <limits.h>
#include <linux/futex.h>
#include <time.h>

static int ask_for(uint32_t operation, uint32_t *word, uint64_t other, uint64_t caller)
{
    return control_ask(&(ask){.operation = operation,
                              .object = control_name(word),
                              .argument = control_self,
                              .other = other,
                              .caller = caller});
}

static long wait_at(uint32_t *word, uint32_t value, const void *time, uint32_t bits,
                    uint64_t caller)
{
    ipc_sleeper *s = &control->ipc.sleepers[control_self];
    int error;

    ask_for(NATIVE_FUTEX_WAIT, word, IPC_AT_ONCE, caller);
    if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value)
        return fail_with(EAGAIN);
    *s = (ipc_sleeper){.at = control_name(word), .bits = bits};
    error = ask_for(NATIVE_FUTEX_SLEEP, word, time ? IPC_TIMED : 0, caller);
    *s = (ipc_sleeper){0};
    return error ? fail_with(error) : 0;
}

/* Which ones, when not all: from one of them on. */
static long wake_at(uint32_t *word, int most, uint32_t bits, uint64_t caller)
{
    uint64_t at = control_name(word);
    uint32_t first, n;
    int woken = 0;

    ask_for(NATIVE_FUTEX_WAKE, word, IPC_AT_ONCE, caller);
    first = (uint32_t)control_result();
    n = ipc_sleepers(&control->ipc, at);
    for (uint32_t turn = 0, seen = 0; turn < 2; turn++)
        for (uint32_t k = 0; k < NATIVE_THREADS; k++) {
            ipc_sleeper *s = &control->ipc.sleepers[k];

            if (s->at != at || s->woken || !(s->bits & bits) || woken == most)
                continue;
            if (n && seen++ < first && !turn)
                continue;
            s->woken = 1;
            woken++;
        }
    return woken;
}

long futex_call(uint32_t *word, int operation, uint32_t value, const void *time, uint32_t bits,
                uint64_t caller)
{
    switch (operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
    case FUTEX_WAIT:
        return wait_at(word, value, time, ~0u, caller);
    case FUTEX_WAIT_BITSET:
        return wait_at(word, value, time, bits, caller);
    case FUTEX_WAKE:
        return wake_at(word, (int)value, ~0u, caller);
    case FUTEX_WAKE_BITSET:
        return wake_at(word, (int)value, bits, caller);
    default:
        control_end(END_REFUSED, 0, "syscall for a futex with such an operation", caller);
    }
}
