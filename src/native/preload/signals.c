/* Signals that the program sends itself: kill, raise, pthread_kill.  The kernel delivers none of
 * them.  What is pending and blocked lies in the memory that the run shares; a thread takes it when
 * it rests before an operation and gets its turn, runs the handler, and then asks again for what it
 * was about to do, or fails with EINTR.  Handlers of faults are the kernel's, as ever. */
#define _GNU_SOURCE
#include "native/preload/signals.h"
#include "native/preload/access.h"
#include "native/preload/files.h"
#include "native/preload/foreign.h"
#include "native/preload/handover.h"
#include "native/preload/mqueues.h"
#include "native/preload/timers.h"
#include "native/preload/times.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef int sigaction_function(int, const struct sigaction *, struct sigaction *);

static struct sigaction actions[NSIG];
static __thread uint32_t depth; /* of handlers */

static uint64_t bit(int number)
{
    return 1ull << number;
}

static native_signals *own(void)
{
    return &control->ipc.signals[control_self];
}

static native_signals *process(void)
{
    return &control->ipc.signals[control_process];
}

static bool is_fault(int number)
{
    return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL ||
           number == SIGTRAP || number == SIGSYS;
}

static bool is_quiet(int number)
{
    return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

static bool several(void)
{
    return control && control->threads > 1;
}

/* What changes how signals are taken is seen by whoever sends them. */
static void step_of(int number, uint64_t caller)
{
    foreign_calls++;
    if (several())
        control_ask(&(ask){.operation = NATIVE_SIGNAL_MASK,
                           .argument = (uint64_t)(uint32_t)number,
                           .caller = caller});
}

static void step(uint64_t caller)
{
    step_of(0, caller);
}

uint64_t signals_bits(const sigset_t *set)
{
    uint64_t all = 0;

    for (int i = 1; i < 64; i++)
        if (sigismember(set, i) == 1)
            all |= bit(i);
    return all & ~(bit(SIGKILL) | bit(SIGSTOP));
}

static void set_of(uint64_t bits, sigset_t *set)
{
    sigemptyset(set);
    for (int i = 1; i < 64; i++)
        if (bits & bit(i))
            sigaddset(set, i);
}

/* No thread of the process has it pending any more, blocked or not. */
static void drop(int number)
{
    for (uint32_t i = control_process; i < control->threads; i++)
        if (control->homes[i] == control_process)
            ipc_drop_signal(&control->ipc.signals[i], (uint32_t)number);
}

static void note_action(int number, const struct sigaction *a)
{
    native_signals *p = process();
    bool ignored = a->sa_handler == SIG_IGN, standard = a->sa_handler == SIG_DFL;

    actions[number] = *a;
    p->caught = ignored || standard ? p->caught & ~bit(number) : p->caught | bit(number);
    p->ignored = ignored ? p->ignored | bit(number) : p->ignored & ~bit(number);
    if (ignored || (standard && is_quiet(number)))
        drop(number);
    if (number == SIGCHLD)
        p->no_zombies = ignored || a->sa_flags & SA_NOCLDWAIT;
}

EXPORT int sigaction(int number, const struct sigaction *restrict a, struct sigaction *restrict was)
{
    static sigaction_function *real;

    if (!real)
        real = (sigaction_function *)control_real("sigaction");
    if (number < 1 || number >= 64)
        return number < 1 || number >= NSIG ? fail_with(EINVAL) : real(number, a, was);
    if (!control || is_fault(number)) {
        if (a && !control)
            actions[number] = *a;
        return real(number, a, was);
    }
    if (a && (number == SIGKILL || number == SIGSTOP))
        return fail_with(EINVAL);
    if (a)
        step_of(number, CALLER);
    if (was)
        *was = actions[number];
    if (a)
        note_action(number, a);
    return 0;
}

static sighandler_t handle(int number, sighandler_t f, int flags)
{
    struct sigaction a = {.sa_handler = f, .sa_flags = flags}, was;

    return sigaction(number, &a, &was) == 0 ? was.sa_handler : SIG_ERR;
}

EXPORT sighandler_t signal(int number, sighandler_t f)
{
    return handle(number, f, SA_RESTART);
}

EXPORT sighandler_t __sysv_signal(int number, sighandler_t f);
EXPORT sighandler_t __sysv_signal(int number, sighandler_t f)
{
    return handle(number, f, (int)SA_RESETHAND | SA_NODEFER);
}

EXPORT int siginterrupt(int number, int yes)
{
    struct sigaction a;

    if (sigaction(number, NULL, &a) != 0)
        return -1;
    a.sa_flags = yes ? a.sa_flags & ~SA_RESTART : a.sa_flags | SA_RESTART;
    return sigaction(number, &a, NULL);
}

/* What is pending for the process another thread was to take: who changes what it blocks takes it.
 */
static void take_over(void)
{
    native_signals *mine = own();

    for (uint32_t i = control_process; i < control->threads; i++) {
        native_signals *s = &control->ipc.signals[i];
        uint64_t due =
            control->homes[i] == control_process && s != mine ? s->common & ~mine->blocked : 0;

        s->common &= ~due;
        mine->common |= due;
        for (; due; due &= due - 1) {
            mine->more[1][__builtin_ctzll(due)] = s->more[1][__builtin_ctzll(due)];
            s->more[1][__builtin_ctzll(due)] = 0;
            mine->origins[1][__builtin_ctzll(due)] = s->origins[1][__builtin_ctzll(due)];
        }
    }
}

/* Where nobody handles SIGCHLD a child's end depends on whether it is blocked. */
static int subject_of(uint64_t before, uint64_t after)
{
    bool handled = (process()->caught | process()->ignored) & bit(SIGCHLD);

    return !handled && (before ^ after) & bit(SIGCHLD) ? SIGCHLD : 0;
}

static uint64_t masked_by(int how, uint64_t bits)
{
    uint64_t blocked = own()->blocked;

    return how == SIG_BLOCK ? blocked | bits : how == SIG_UNBLOCK ? blocked & ~bits : bits;
}

static int mask(int how, const sigset_t *set, sigset_t *was, uint64_t caller)
{
    uint64_t bits = set ? signals_bits(set) : 0, before;

    if (!control)
        return (int)-control_call(SYS_rt_sigprocmask, how, (long)set, (long)was, 8, 0, 0);
    if (set)
        step_of(subject_of(own()->blocked & ~own()->masked, masked_by(how, bits)), caller);
    if (was)
        set_of(own()->blocked, was);
    if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
        return EINVAL;
    before = own()->blocked;
    if (set) {
        own()->blocked = masked_by(how, bits);
        own()->masked &= ~bits & own()->blocked;
    }
    if (own()->blocked != before)
        take_over();
    if (ipc_pending(own()) & ~own()->blocked)
        signals_deliver(&(bool){false}, caller);
    return 0;
}

EXPORT int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict was)
{
    return mask(how, set, was, CALLER);
}

EXPORT int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict was)
{
    int error = mask(how, set, was, CALLER);

    return error ? fail_with(error) : 0;
}

/* As BSD has it, of the first 32: the bit of the first signal is 1. */
static int mask_word(int how, int word, uint64_t caller)
{
    sigset_t set, was;

    set_of((uint64_t)(uint32_t)word << 1, &set);
    mask(how, &set, &was, caller);
    return (int)(uint32_t)(signals_bits(&was) >> 1);
}

EXPORT int sigsetmask(int word);
EXPORT int sigsetmask(int word)
{
    return mask_word(SIG_SETMASK, word, CALLER);
}

EXPORT int sigblock(int word);
EXPORT int sigblock(int word)
{
    return mask_word(SIG_BLOCK, word, CALLER);
}

EXPORT int sigpending(sigset_t *set)
{
    step(CALLER);
    set_of(ipc_pending(own()) | process()->common, set);
    return 0;
}

bool signals_default(int number)
{
    native_signals *p = process();

    return !((p->caught | p->ignored | own()->blocked) & bit(number));
}

void signals_fork(uint32_t slot)
{
    control->ipc.signals[slot] = *own();
    control->ipc.signals[slot].caught = process()->caught;
    control->ipc.signals[slot].ignored = process()->ignored;
    control->ipc.signals[slot].no_zombies = process()->no_zombies;
    control->ipc.signals[slot].pending = control->ipc.signals[slot].common = 0;
    memset(control->ipc.signals[slot].more, 0, sizeof control->ipc.signals[slot].more);
}

void signals_thread(uint32_t slot)
{
    control->ipc.signals[slot].blocked = own()->blocked;
}

uint64_t signals_blocked(void)
{
    return own()->blocked;
}

void signals_hold(void)
{
    process()->caught = 0;
    own()->blocked = ~(bit(SIGKILL) | bit(SIGSTOP));
}

void signals_let(uint64_t blocked, uint64_t defaults)
{
    process()->ignored &= ~defaults;
    own()->blocked = blocked;
}

/* Handlers are gone; what is ignored, blocked and pending stays. */
void signals_exec(void)
{
    process()->caught = 0;
    own()->masked = 0;
    own()->cancelled = own()->cancel_off = 0;
}

void signals_take(void)
{
    for (int i = 1; i < 64; i++)
        if (process()->ignored & bit(i))
            actions[i].sa_handler = SIG_IGN;
}

static ipc_origin by_myself(int code)
{
    return (ipc_origin){.code = (int16_t)code, .sender = (uint16_t)(control_process + 1)};
}

/* As Linux fills it; of real-time signals that queue, all have what the first one has. */
static siginfo_t info_of(int number, ipc_origin from)
{
    siginfo_t info = {.si_signo = number, .si_code = from.code};

    if (from.code == SI_TIMER) {
        timers_info(from.status, &info);
    } else if (from.sender) {
        info.si_pid = NATIVE_FIRST_PROCESS + from.sender - 1;
        info.si_uid = getuid();
        info.si_status = from.status;
    }
    mqueue_info(number, &info);
    return info;
}

/* What is blocked while it runs is set before. */
static void run_handler(int number, const struct sigaction *a, ipc_origin from)
{
    siginfo_t info = info_of(number, from);
    ucontext_t context;
    int saved = errno;

    memset(&context, 0, sizeof context);
    depth++;
    foreign_calls++;
    access_signal(number);
    if (a->sa_flags & SA_SIGINFO)
        a->sa_sigaction(number, &info, &context);
    else
        a->sa_handler(number);
    depth--;
    errno = saved;
}

/* The program, or of several processes this one, ends. */
static _Noreturn void die_of(int number, uint64_t caller)
{
    if (control->processes == 1)
        control_end(END_SIGNAL, (uint32_t)number, "", caller);
    control_killed(number, caller);
}

/* A handler that is about to run, as the kernel puts it on the stack. */
typedef struct frame {
    struct sigaction action;
    int number;
    ipc_origin from;
    uint64_t before, masked; /* what is blocked again after it, and of that, by handlers */
} frame;

/* Of the next signal that is due; false: it needs no handler. */
static bool enter(int number, ipc_origin from, frame *f, uint64_t caller)
{
    native_signals *s = own(), *p = process();

    if (p->ignored & bit(number) || (!(p->caught & bit(number)) && is_quiet(number)))
        return false;
    if (!(p->caught & bit(number)))
        die_of(number, caller);
    *f = (frame){.action = actions[number],
                 .number = number,
                 .from = from,
                 .before = s->blocked,
                 .masked = s->masked};
    if (f->action.sa_flags & (int)SA_RESETHAND)
        note_action(number, &(struct sigaction){.sa_handler = SIG_DFL});
    s->blocked |= signals_bits(&f->action.sa_mask);
    if (!(f->action.sa_flags & SA_NODEFER))
        s->blocked |= bit(number);
    s->masked |= s->blocked & ~f->before;
    return true;
}

/* The kernel enters the handlers of all that is due before the first of them runs: the last one
 * runs first.  The first one says whether a call that waited starts again. */
bool signals_deliver(bool *again, uint64_t caller)
{
    native_signals *s = own();
    ipc_origin from;
    frame frames[64];
    bool ran = false;
    uint32_t n = 0;

    *again = true;
    for (;;) {
        int number = n < 64 ? (int)ipc_take_signal(s, ~s->blocked, &from) : 0;

        if (number && enter(number, from, &frames[n], caller)) {
            *again = ran || n ? *again : frames[0].action.sa_flags & SA_RESTART;
            n++;
        } else if (!number && n) {
            ran = true;
            n--;
            run_handler(frames[n].number, &frames[n].action, frames[n].from);
            s->blocked = frames[n].before;
            s->masked = frames[n].masked;
        } else if (!number) {
            return ran;
        }
    }
}

void signals_note(uint32_t operation)
{
    uint64_t due = ipc_pending(own()) & ~own()->blocked & process()->caught;

    if (due && operation != NATIVE_PAUSE && !access_watched() && !control->gaps[GAP_SIGNAL])
        control->gaps[GAP_SIGNAL] = (uint64_t)actions[__builtin_ctzll(due)].sa_handler + 1;
}

void signals_self(int number, uint64_t caller)
{
    ipc_signal(own(), (uint32_t)number, false, by_myself(SI_USER));
    signals_deliver(&(bool){false}, caller);
}

void signals_abort(void)
{
    if (process()->caught & bit(SIGABRT))
        run_handler(SIGABRT, &actions[SIGABRT], by_myself(SI_TKILL));
}

/* Sending. */

void signals_refuse_stops(int number, uint64_t caller)
{
    if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU ||
        number == SIGCONT || number >= 64)
        control_end(END_REFUSED, 0, "a signal that stops a process, or beyond 63", caller);
}

static int send_to(uint32_t operation, uint64_t target, int number, uint64_t caller)
{
    if (number < 0 || number >= NSIG)
        return EINVAL;
    signals_refuse_stops(number, caller);
    return control_ask(&(ask){
        .operation = operation, .argument = target, .other = (uint64_t)number, .caller = caller});
}

/* The handler of a signal to oneself has run when the call returns. */
static int after_sending(int error, uint64_t caller)
{
    if (error)
        return fail_with(error);
    if (ipc_pending(own()) & ~own()->blocked)
        signals_deliver(&(bool){false}, caller);
    return 0;
}

/* All processes of a run are one group, that of the first one, as long as none leaves it. */
static int send_to_group(pid_t group, int number, uint64_t caller)
{
    int error;

    if (group != 0 && group != NATIVE_FIRST_PROCESS)
        control_end(END_REFUSED, 0, "kill of a group but one's own", caller);
    error = send_to(NATIVE_KILL, NATIVE_EVERYONE, number, caller);
    if (control->ipc.regrouped)
        control_end(END_REFUSED, 0, "kill of a group after setpgid or setsid", caller);
    return after_sending(error, caller);
}

EXPORT int kill(pid_t pid, int number)
{
    if (!control)
        control_end(END_REFUSED, 0, "kill before main", CALLER);
    if (pid == -1)
        control_end(END_REFUSED, 0, "kill of everyone", CALLER);
    if (pid <= 0)
        return send_to_group(-pid, number, CALLER);
    return after_sending(
        send_to(NATIVE_KILL, (uint64_t)(pid - NATIVE_FIRST_PROCESS), number, CALLER), CALLER);
}

EXPORT int killpg(pid_t group, int number)
{
    if (!control)
        control_end(END_REFUSED, 0, "killpg before main", CALLER);
    return group < 0 ? fail_with(EINVAL) : send_to_group(group, number, CALLER);
}

EXPORT int pthread_kill(pthread_t id, int number)
{
    uint32_t slot = control_slot(id);
    int error;

    if (slot == NATIVE_THREADS)
        return ESRCH;
    error = send_to(NATIVE_THREAD_KILL, slot, number, CALLER);
    if (!error && ipc_pending(own()) & ~own()->blocked)
        signals_deliver(&(bool){false}, CALLER);
    return error;
}

/* A handler of the program's: the kernel runs it. */
static bool handles_fault(int number)
{
    struct sigaction a;

    sigaction(number, NULL, &a);
    return a.sa_handler != SIG_DFL && !control_crashes(&a);
}

EXPORT int raise(int number)
{
    if (number < 0 || number >= NSIG)
        return fail_with(EINVAL);
    if (number == 0)
        return 0;
    if (!control || is_fault(number)) {
        if (control && !handles_fault(number))
            control_end(END_SIGNAL, (uint32_t)number, "", CALLER);
        return (int)told(control_call(SYS_tkill, control_call(SYS_gettid, 0, 0, 0, 0, 0, 0), number,
                                      0, 0, 0, 0));
    }
    signals_refuse_stops(number, CALLER);
    if (number == SIGABRT && signals_default(number))
        control_end(END_ABORT, (uint32_t)number, "", CALLER);
    return after_sending(send_to(NATIVE_RAISE, control_self, number, CALLER), CALLER);
}

/* Waiting. */

EXPORT int pause(void)
{
    control_ask(&(ask){.operation = NATIVE_PAUSE, .caller = CALLER});
    return fail_with(EINTR);
}

/* With another mask from before the wait to after it. */
EXPORT int sigsuspend(const sigset_t *set)
{
    uint64_t blocked;
    int subject;

    blocked = own()->blocked;
    subject = subject_of(blocked, signals_bits(set));
    step_of(subject, CALLER);
    own()->blocked = signals_bits(set);
    control_ask(&(ask){.operation = NATIVE_PAUSE, .argument = 1, .caller = CALLER});
    if (subject)
        step_of(subject, CALLER);
    own()->blocked = blocked;
    return fail_with(EINTR);
}

static int await_bits(uint64_t bits, uint64_t how, int *number, ipc_origin *from, uint64_t caller)
{
    int error = control_ask(
        &(ask){.operation = NATIVE_SIGNAL_WAIT, .argument = bits, .other = how, .caller = caller});

    if (error)
        return error == ETIMEDOUT ? EAGAIN : error;
    *number = (int)ipc_take_signal(own(), bits, from);
    if (!*number && process()->common & bits)
        *number =
            (int)ipc_take_signal(process(), process()->common & bits & ~process()->pending, from);
    if (!*number)
        return EAGAIN;
    access_signal(*number);
    return 0;
}

static int await_one(const sigset_t *set, bool timed, int *number, ipc_origin *from,
                     uint64_t caller)
{
    return await_bits(signals_bits(set), timed ? NATIVE_TIMED_FLAG : 0, number, from, caller);
}

static void fill(struct signalfd_siginfo *to, siginfo_t from)
{
    *to = (struct signalfd_siginfo){.ssi_signo = (uint32_t)from.si_signo,
                                    .ssi_code = from.si_code,
                                    .ssi_pid = (uint32_t)from.si_pid,
                                    .ssi_uid = from.si_uid};
    if (from.si_signo == SIGCHLD)
        to->ssi_status = from.si_status;
    else if (from.si_code == SI_TIMER || from.si_code == SI_MESGQ)
        to->ssi_ptr = (uint64_t)from.si_value.sival_ptr;
}

/* One that is there, then as many as are and fit. */
ssize_t signals_read(const ipc_file *f, void *to, size_t n, uint64_t caller)
{
    struct signalfd_siginfo info;
    uint64_t how = f->nonblocking ? NATIVE_AT_ONCE_FLAG : 0;
    size_t done = 0;
    int number, error = 0;
    ipc_origin from;

    if (n < sizeof info)
        return fail_with(EINVAL);
    while (!error && n - done >= sizeof info) {
        error = await_bits(f->number, how, &number, &from, caller);
        how = NATIVE_AT_ONCE_FLAG;
        if (error)
            break;
        fill(&info, info_of(number, from));
        memcpy((char *)to + done, &info, sizeof info);
        done += sizeof info;
    }
    return done ? (ssize_t)done : fail_with(error);
}

EXPORT int signalfd(int descriptor, const sigset_t *set, int flags)
{
    int k = file_of(descriptor), number;
    ipc_file *f;

    if (!control)
        control_end(END_REFUSED, 0, "signalfd before main", CALLER);
    if (descriptor >= 0) {
        if (k < 0 || FILES[k].kind != FILE_SIGNALS)
            return fail_with(k < 0 ? EBADF : EINVAL);
        FILES[k].number = signals_bits(set);
        return descriptor;
    }
    table_step(CALLER);
    number =
        (int)told(control_call(SYS_eventfd2, 0, flags & SFD_CLOEXEC ? EFD_CLOEXEC : 0, 0, 0, 0, 0));
    if (number < 0)
        return number;
    f = file_new(FILE_SIGNALS, file_name(), 0, CALLER);
    f->number = signals_bits(set);
    f->nonblocking = (flags & SFD_NONBLOCK) != 0;
    return file_number(number, f, CALLER);
}

EXPORT int sigwait(const sigset_t *restrict set, int *restrict number)
{
    ipc_origin from;

    return await_one(set, false, number, &from, CALLER);
}

static int await_info(const sigset_t *set, siginfo_t *info, bool timed, uint64_t caller)
{
    ipc_origin from;
    int number, error = await_one(set, timed, &number, &from, caller);
    siginfo_t found;

    if (error)
        return fail_with(error);
    found = info_of(number, from); /* also where it is not asked for: it is used up */
    if (info)
        *info = found;
    return number;
}

EXPORT int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
    return await_info(set, info, false, CALLER);
}

EXPORT int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                        const struct timespec *restrict t)
{
    if (times_refused(t))
        return fail_with(EINVAL);
    return await_info(set, info, true, CALLER);
}

/* A jump out of a handler would leave its mask behind. */
static void refuse_jump(uint64_t caller)
{
    if (depth)
        control_end(END_REFUSED, 0, "a jump out of a signal handler", caller);
}

typedef void jump_function(sigjmp_buf, int);

#define JUMP(name)                                     \
    EXPORT _Noreturn void name(sigjmp_buf to, int v);  \
    EXPORT _Noreturn void name(sigjmp_buf to, int v)   \
    {                                                  \
        refuse_jump(CALLER);                           \
        ((jump_function *)control_real(#name))(to, v); \
        __builtin_unreachable();                       \
    }
JUMP(siglongjmp)
JUMP(longjmp)
JUMP(_longjmp)
JUMP(__longjmp_chk)
