/* Which signals threads block and wait for.  A signal that is sent to the process is taken by any
 * thread that does not block it, or waits for it: whoever sends one has to know of the others, who
 * count here what they block.  Where the program sends none (kill, sigqueue) __heddle_sends is zero
 * for ever, and nothing is counted. */
#include "heddle_runtime.h"

typedef unsigned long long bits;
#define BIT(number) (1ull << ((number) - 1))

/* Another value when a program that has kill or sigqueue is loaded. */
const volatile int __heddle_sends = 0;
int __heddle_masking;
_Thread_local bits __heddle_blocked;
__heddle_process_signals __heddle_signals;

static _Thread_local bits counted; /* what of this thread is in blocked_by */

static void add(short *by_number, bits set, int by)
{
    for (; set; set &= set - 1)
        by_number[__builtin_ctzll(set) + 1] += (short)by;
}

/* Inside an operation. */
static void recount(bits new)
{
    add(__heddle_signals.blocked_by, new & ~counted, 1);
    add(__heddle_signals.blocked_by, counted & ~new, -1);
    counted = new;
}

void __heddle_block(bits new)
{
    if (new & ~__heddle_blocked)
        __heddle_use(&__heddle_masking);
    if (__heddle_sends && counted != new) {
        __heddle_visible(EV_UPDATE, &__heddle_signals, sizeof __heddle_signals);
        recount(new);
        __heddle_op_end();
    }
    __heddle_blocked = new;
}

/* Inside an operation: what is waited for counts as blocked, since the wait takes it. */
void __heddle_await_signals(bits wanted)
{
    if (!__heddle_sends)
        return;
    recount(counted | wanted);
    add(__heddle_signals.awaited_by, wanted, 1);
}

void __heddle_awaited_signals(bits wanted)
{
    if (!__heddle_sends)
        return;
    add(__heddle_signals.awaited_by, wanted, -1);
    recount(__heddle_blocked);
}

/* Inside an operation: one thread more, or less, that blocks what this one does. */
static void count(int by)
{
    __heddle_signals.others += (short)by;
    add(__heddle_signals.blocked_by, __heddle_blocked, by);
}

/* Inside the operation that made the thread, which blocks what this one does. */
void __heddle_signals_create(void *thread)
{
    if (__heddle_masking) {
        __heddle_inherit(thread, &__heddle_blocked);
        __heddle_inherit(thread, &counted);
    }
    if (__heddle_sends)
        count(1);
}

void __heddle_signals_end(int by)
{
    if (!__heddle_sends)
        return;
    __heddle_visible(EV_UPDATE, &__heddle_signals, sizeof __heddle_signals);
    count(by);
    __heddle_op_end();
}
