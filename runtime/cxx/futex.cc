/* What the headers of C++20 call by number: a futex, for wait and notify of atomics, semaphores,
 * latches and barriers.  To wake is to name an address, not to look at it: who released a semaphore
 * may do it when those who got it have gone on and ended it. */
#include "cxx_runtime.h"

#include <cerrno>
#include <climits>
#include <cstdarg>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

bool heddle_wait_while(unsigned *word, unsigned value, bool timed)
{
    __heddle_visible(EV_WAIT, word, sizeof *word);
    if (*word != value) {
        __heddle_orders(word, 1, ORDERS_ACQUIRE);
        __heddle_op_end();
        return true;
    }
    return __heddle_wait(word, (timed ? WAIT_TIMED : 0) | WAIT_STRONG | WAIT_NO_CANCEL) !=
           WAIT_TIMEOUT;
}

/* Where those who wait for an atomic that is no int are counted: the header has sixteen such places
 * and picks one by the address; any of them will do. */
extern "C" void *__heddle_waiter_pool(const void *)
{
    alignas(64) static char pool[128];

    return pool;
}

/* Equal threads have equal numbers, and so have all others. */
extern "C" size_t __heddle_hash_thread(const void *, const void *)
{
    return 0;
}

/* Behind a wait by the steady clock that timed out the header reads it where it might spin, and
 * where it would wait again.  By the system's clock it asks that first whether its time is up, and
 * to spin both clocks are converted into each other, once for the deadline and once for the start.
 * So the clock that is read first tells by which one the wait was.  What is left at the end would
 * move the deadlines of waits that follow. */
static constexpr heddle_readings behind_wait = {4, 2, 3};

static long futex(unsigned *word, int what, unsigned value, const timespec *until)
{
    switch (what & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
        heddle_time_passes(nullptr, {});
        if (heddle_wait_while(word, value, until != nullptr))
            return 0;
        heddle_time_passes(until, behind_wait);
        errno = ETIMEDOUT;
        return -1;
    case FUTEX_WAKE:
        heddle_time_passes(nullptr, {}); /* the wait is over: it got what it waited for meanwhile */
        return value == 1 ? __heddle_wake_one(word, 1) : __heddle_wake_all(word, 1);
    default:
        __heddle_unsupported("a futex operation other than wait and wake");
    }
}

extern "C" long syscall(long number, ...) noexcept
{
    va_list args;
    long result;

    va_start(args, number);
    if (number == SYS_futex) {
        unsigned *word = va_arg(args, unsigned *);
        int what = va_arg(args, int);
        unsigned value = va_arg(args, unsigned);

        bool wakes = (what & FUTEX_CMD_MASK) == FUTEX_WAKE;

        result = futex(word, what, value, wakes ? nullptr : va_arg(args, const timespec *));
    } else if (number == SYS_gettid) {
        result = gettid();
    } else {
        __heddle_unsupported("a system call by number");
    }
    va_end(args);
    return result;
}
