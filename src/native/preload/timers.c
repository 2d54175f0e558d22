/* Timers: alarm, setitimer, timer_create, timerfd.  No time passes: a timer that is set is one more
 * that can move, at any moment, and its move sends the signal or counts in its file.  It has a slot
 * like a thread and no thread; heddle does what it does. */
#define _GNU_SOURCE
#include "native/preload/timers.h"
#include "native/preload/files.h"
#include "native/preload/handover.h"
#include "native/preload/times.h"

#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define TIMERS 32
#define SECOND 1000000000ull

typedef struct timer {
    bool used;
    int number;    /* of the signal; 0: none */
    uint32_t slot; /* + 1; 0: it was never set */
    uint64_t left, again;
    union sigval value;
} timer;

enum { FIRST_OWN = NATIVE_ITIMERS }; /* behind those of setitimer */

static timer timers[TIMERS] = {
    {true, SIGALRM, 0, 0, 0, {0}}, {true, SIGVTALRM, 0, 0, 0, {0}}, {true, SIGPROF, 0, 0, 0, {0}}};

void timers_fork(void)
{
    for (int i = 0; i < FIRST_OWN; i++)
        timers[i].slot = 0;
    memset(&timers[FIRST_OWN], 0, sizeof timers - FIRST_OWN * sizeof *timers);
}

/* Those of POSIX end with the program. */
void timers_exec(void)
{
    for (int i = FIRST_OWN; i < TIMERS; i++)
        if (timers[i].slot)
            control->slots[timers[i].slot - 1].word = 0;
}

void timers_put(native_handover *h)
{
    for (int i = 0; i < FIRST_OWN; i++)
        h->timers[i] = (native_itimer){timers[i].slot, timers[i].left, timers[i].again};
}

void timers_take(const native_handover *h)
{
    for (int i = 0; i < FIRST_OWN; i++) {
        timers[i].slot = h->timers[i].slot;
        timers[i].left = h->timers[i].left;
        timers[i].again = h->timers[i].again;
    }
}

/* The turn to set or look at a timer; true: its time has not ended. */
static bool turn(uint32_t slot, uint64_t caller)
{
    control_ask(&(ask){.operation = NATIVE_TIMER_SET,
                       .argument = slot ? slot - 1 : NATIVE_THREADS,
                       .caller = caller});
    return slot && control->slots[slot - 1].word;
}

static uint32_t begin(uint32_t operation, uint64_t object, uint64_t argument, uint64_t other,
                      uint64_t caller)
{
    uint32_t slot = control_enter_timer(caller);
    native_slot *s = &control->slots[slot];

    s->operation = operation;
    s->object = object;
    s->argument = argument;
    s->other = other;
    return slot + 1;
}

static void set_word(uint32_t slot, uint64_t ns, uint64_t again)
{
    control->slots[slot - 1].word = !ns ? 0 : again ? NATIVE_AGAIN_SET : NATIVE_ONCE_SET;
}

/* What was left of its time. */
static uint64_t set(timer *t, uint64_t ns, uint64_t again, uint64_t caller)
{
    uint64_t left = 0;

    if (!control)
        control_end(END_REFUSED, 0, "a timer before main", caller);
    if (t->slot || (ns && t->number))
        left = turn(t->slot, caller) ? t->left : 0;
    if (!t->slot && ns && t->number)
        t->slot = begin(NATIVE_TIMER, 0, control_process, (uint64_t)(uint32_t)t->number, caller);
    if (t->slot) /* how it tells of itself */
        control->slots[t->slot - 1].data = t < &timers[FIRST_OWN] ? 0 : (uint64_t)(t - timers);
    if (t->slot)
        set_word(t->slot, ns, again);
    t->left = ns;
    t->again = again;
    return left;
}

static uint64_t look(timer *t, uint64_t caller)
{
    return t->slot && turn(t->slot, caller) ? t->left : 0;
}

EXPORT unsigned alarm(unsigned seconds)
{
    uint64_t left = set(&timers[0], seconds * SECOND, 0, CALLER);

    return (unsigned)((left + SECOND - 1) / SECOND);
}

static uint64_t of_timeval(const struct timeval *t)
{
    return (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_usec * 1000;
}

static struct timeval to_timeval(uint64_t ns)
{
    return (struct timeval){.tv_sec = (time_t)(ns / SECOND),
                            .tv_usec = (suseconds_t)(ns % SECOND / 1000)};
}

EXPORT int setitimer(__itimer_which_t which, const struct itimerval *restrict next,
                     struct itimerval *restrict was)
{
    uint64_t again, left;

    if ((unsigned)which >= FIRST_OWN ||
        (next && (times_refused_us(&next->it_value) || times_refused_us(&next->it_interval))))
        return fail_with(EINVAL);
    again = timers[which].again;
    left = next ? set(&timers[which], of_timeval(&next->it_value), of_timeval(&next->it_interval),
                      CALLER)
                : look(&timers[which], CALLER);
    if (was)
        *was = (struct itimerval){.it_interval = to_timeval(again), .it_value = to_timeval(left)};
    return 0;
}

EXPORT int getitimer(__itimer_which_t which, struct itimerval *now)
{
    return setitimer(which, NULL, now);
}

/* Of POSIX. */

static timer *own(timer_t id)
{
    uint64_t i = (uint64_t)id;

    return i >= FIRST_OWN && i < TIMERS && timers[i].used ? &timers[i] : NULL;
}

EXPORT int timer_create(clockid_t clock, struct sigevent *restrict how, timer_t *restrict id)
{
    uint64_t i = FIRST_OWN;

    if (times_no_clock(clock))
        return fail_with(EINVAL);
    if (how && how->sigev_notify != SIGEV_SIGNAL && how->sigev_notify != SIGEV_NONE)
        control_end(END_REFUSED, 0, "timer_create with a thread", CALLER);
    while (i < TIMERS && timers[i].used)
        i++;
    if (i == TIMERS)
        return fail_with(EAGAIN);
    timers[i] = (timer){.used = true,
                        .number = !how                                ? SIGALRM
                                  : how->sigev_notify == SIGEV_SIGNAL ? how->sigev_signo
                                                                      : 0};
    if (how)
        timers[i].value = how->sigev_value;
    else
        timers[i].value.sival_int = (int)i;
    *id = (timer_t)i;
    return 0;
}

static uint64_t of_timespec(const struct timespec *t)
{
    return (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec;
}

static struct itimerspec to_itimerspec(uint64_t left, uint64_t again)
{
    return (struct itimerspec){
        .it_interval = {.tv_sec = (time_t)(again / SECOND), .tv_nsec = (long)(again % SECOND)},
        .it_value = {.tv_sec = (time_t)(left / SECOND), .tv_nsec = (long)(left % SECOND)}};
}

static bool refused(const struct itimerspec *next)
{
    return times_refused(&next->it_value) || times_refused(&next->it_interval);
}

void timers_info(int number, siginfo_t *info)
{
    info->si_timerid = number;
    info->si_overrun = 0;
    info->si_value = timers[number].value;
}

EXPORT int timer_settime(timer_t id, int flags, const struct itimerspec *restrict next,
                         struct itimerspec *restrict was)
{
    timer *t = own(id);
    uint64_t again, left;

    (void)flags;
    if (!t || refused(next))
        return fail_with(EINVAL);
    again = t->again;
    left = set(t, of_timespec(&next->it_value), of_timespec(&next->it_interval), CALLER);
    if (was)
        *was = to_itimerspec(left, again);
    return 0;
}

EXPORT int timer_gettime(timer_t id, struct itimerspec *now)
{
    timer *t = own(id);

    if (!t)
        return fail_with(EINVAL);
    *now = to_itimerspec(look(t, CALLER), t->again);
    return 0;
}

EXPORT int timer_delete(timer_t id)
{
    timer *t = own(id);

    if (!t)
        return fail_with(EINVAL);
    set(t, 0, 0, CALLER);
    t->used = false;
    return 0;
}

EXPORT int timer_getoverrun(timer_t id)
{
    return own(id) ? 0 : fail_with(EINVAL);
}

/* Of files. */

EXPORT int timerfd_create(int clock, int flags)
{
    ipc_file *f;
    int number;

    (void)clock;
    if (!control)
        control_end(END_REFUSED, 0, "timerfd_create before main", CALLER);
    table_step(CALLER);
    number =
        (int)told(control_call(SYS_eventfd2, 0, flags & TFD_CLOEXEC ? EFD_CLOEXEC : 0, 0, 0, 0, 0));
    if (number < 0)
        return number;
    f = file_new(FILE_EVENT, file_name(), 0, CALLER);
    f->ticks = 1;
    f->nonblocking = (flags & TFD_NONBLOCK) != 0;
    return file_number(number, f, CALLER);
}

static ipc_file *file_of_timer(int descriptor)
{
    int k = file_of(descriptor);

    if (k >= 0 && FILES[k].ticks)
        return &FILES[k];
    errno = k >= 0 ? EINVAL : EBADF;
    return NULL;
}

/* What was counted goes when a timer is set: whoever reads comes before or after. */
EXPORT int timerfd_settime(int descriptor, int flags, const struct itimerspec *next,
                           struct itimerspec *was)
{
    ipc_file *f = file_of_timer(descriptor);
    uint64_t ns = of_timespec(&next->it_value), again = of_timespec(&next->it_interval);
    bool on;

    (void)flags;
    if (refused(next))
        return fail_with(EINVAL);
    if (!f)
        return -1;
    on = turn(f->timer, CALLER);
    if (!f->timer)
        f->timer = begin(NATIVE_TIMER_FILE, f->object, file_index(f), 0, CALLER);
    set_word(f->timer, 0, 0);
    file_ask(NATIVE_FD_FLAGS, f, f->object, IPC_AT_ONCE, CALLER);
    f->number = 0;
    set_word(f->timer, ns, again);
    if (was)
        *was = to_itimerspec(on, 0);
    return 0;
}

EXPORT int timerfd_gettime(int descriptor, struct itimerspec *now)
{
    ipc_file *f = file_of_timer(descriptor);

    if (!f)
        return -1;
    *now = to_itimerspec(f->timer && turn(f->timer, CALLER), 0);
    return 0;
}
