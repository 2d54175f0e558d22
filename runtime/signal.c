/* Signals a program sends to itself.  A thread that sends one, or unblocks one that waits, runs the
 * handler at once; without one the signal ends the program, which is error ABORT.  A signal that
 * the thread blocks is pending, for the thread (raise, pthread_kill), until it unblocks it or waits
 * for it; one to the process (kill, sigqueue) that all threads block until one of them does.  No
 * handler ever runs in a thread that does none of this: a signal to the process that another thread
 * may take cuts the run.  None arrives from outside.
 *
 * Pending signals are lists of heap nodes in the order in which they came: one of each, but for
 * real-time signals, which queue.  The process's list is a word of __heddle_signals; each access to
 * that is an operation, and threads that wait for signals wait at its address. */
#include "heddle_runtime.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef unsigned long long bits;
typedef void (*handler)(int);

#define BIT(number) (1ull << ((number) - 1))
#define UNBLOCKED   (BIT(SIGKILL) | BIT(SIGSTOP))

typedef struct action {
    union {
        handler plain;
        void (*with_info)(int, siginfo_t *, void *); /* flags have SA_SIGINFO */
    };
    bits mask;
    int flags;
} action;

typedef struct signalled signalled;
struct signalled {
    signalled *next;
    int number, code;
    union sigval value;
};

static action actions[NSIG];
static _Thread_local signalled *for_thread;

#define masked      __heddle_blocked
#define signals     __heddle_signals
#define for_process signals.pending

static int fails(int error)
{
    errno = error;
    return -1;
}

#define bits_of __heddle_signal_bits
#define set_of  __heddle_signal_set

/* ---- what is pending ---- */

static bits in_list(const signalled *list)
{
    bits all = 0;
    for (; list; list = list->next)
        all |= BIT(list->number);
    return all;
}

/* Appends it, unless it is there and does not queue. */
static void append(signalled **list, int number, int code, union sigval value)
{
    if (number < SIGRTMIN && in_list(*list) & BIT(number))
        return;
    signalled *s = __heddle_alloc(sizeof *s, _Alignof(signalled), 0);
    *s = (signalled){NULL, number, code, value};
    while (*list)
        list = &(*list)->next;
    *list = s;
}

/* Takes the first with the lowest number of those wanted. */
static int remove_from(signalled **list, bits wanted, signalled *taken)
{
    bits due = in_list(*list) & wanted;
    int sent = list == &for_process;
    if (!due)
        return 0;
    int number = __builtin_ctzll(due) + 1;
    while ((*list)->number != number)
        list = &(*list)->next;
    signalled *s = *list;
    if (sent)
        acquires(&actions[number]);
    *taken = *s;
    *list = s->next;
    __heddle_free(s, HEAP_MALLOC);
    return 1;
}

static bits process_pending(void)
{
    __heddle_visible(EV_READ, &signals, sizeof signals);
    bits all = in_list(for_process);
    __heddle_op_end();
    return all;
}

static int take(bits wanted, signalled *taken)
{
    if (remove_from(&for_thread, wanted, taken))
        return 1;
    if (!(process_pending() & wanted))
        return 0;
    __heddle_visible(EV_UPDATE, &signals, sizeof signals);
    return op(remove_from(&for_process, wanted, taken));
}

static void discard(signalled **list, int number)
{
    signalled gone;
    while (remove_from(list, BIT(number), &gone))
        continue;
}

/* ---- delivery ---- */

static action read_action(int number)
{
    __heddle_visible(EV_READ, &actions[number], sizeof actions[number]);
    action a = actions[number];
    __heddle_op_end();
    return a;
}

static action write_action(int number, action new)
{
    __heddle_visible(EV_UPDATE, &actions[number], sizeof actions[number]);
    action old = actions[number];
    actions[number] = new;
    __heddle_op_end();
    return old;
}

static int has_handler(const action *a)
{
    return __heddle_is_pointer((const void *)a->plain);
}

static void act_by_default(int number)
{
    switch (number) {
    case SIGCHLD:
    case SIGURG:
    case SIGWINCH:
    case SIGCONT:
        return;
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
        __heddle_unsupported("a signal that stops the process");
    default:
        __heddle_fail(ERR_ABORT, number == SIGABRT ? "raise(SIGABRT) called"
                                                   : "the program raised a signal that ends it");
    }
}

static siginfo_t info_of(const signalled *s)
{
    siginfo_t info = {.si_signo = s->number, .si_code = s->code};
    info.si_pid = getpid();
    info.si_uid = getuid();
    info.si_value = s->value;
    return info;
}

static void run(const signalled *s, const action *a)
{
    bits before = masked;
    __heddle_block((before | a->mask | (a->flags & SA_NODEFER ? 0 : BIT(s->number))) & ~UNBLOCKED);
    if (a->flags & SA_SIGINFO) {
        siginfo_t info = info_of(s);
        a->with_info(s->number, &info, NULL);
    } else {
        a->plain(s->number);
    }
    __heddle_block(before);
}

/* Whether a handler ran. */
static int deliver(const signalled *s)
{
    action a = read_action(s->number);
    if (!has_handler(&a)) {
        if (a.plain == SIG_DFL)
            act_by_default(s->number);
        return 0;
    }
    if (a.flags & (int)SA_RESETHAND)
        write_action(s->number, (action){0});
    run(s, &a);
    return 1;
}

/* All that are pending and not blocked. */
static int deliver_all(void)
{
    signalled s;
    int ran = 0;
    while (take(~masked, &s))
        ran |= deliver(&s);
    return ran;
}

/* ---- sending ---- */

static int send_to_self(int number, int code)
{
    signalled s = {NULL, number, code, {0}};
    if (!(masked & BIT(number))) {
        deliver(&s);
        return deliver_all(), 0;
    }
    append(&for_thread, number, code, s.value);
    return 0;
}

/* Nobody leaves it open: it is pending. */
static int all_block(int number, int code, union sigval value, int *others)
{
    int open = !(masked & BIT(number));
    __heddle_visible(EV_UPDATE, &signals, sizeof signals);
    *others = signals.others + 1 - signals.blocked_by[number] - open;
    if (open || *others) {
        *others += signals.awaited_by[number];
        return op(0);
    }
    append(&for_process, number, code, value);
    releases(&actions[number]);
    __heddle_wake_all(&signals, 0);
    return op(1);
}

/* The sender takes it before it goes on if nobody else can.  Who else does, and when, is not
 * explored, but where no handler runs it is the same. */
static void send_to_process(int number, int code, union sigval value)
{
    signalled s = {NULL, number, code, value};
    int others;
    if (all_block(number, code, value, &others))
        return;
    action a = read_action(number);
    if (others && has_handler(&a))
        __heddle_unsupported("a signal that another thread may take (kill; where it is blocked in "
                             "all threads but one, that one does)");
    deliver(&s);
    deliver_all();
}

int raise(int number)
{
    if (number && !__heddle_is_signal(number))
        return fails(EINVAL);
    return number ? send_to_self(number, SI_TKILL) : 0;
}

static int in_process(pid_t process, int number, int code, union sigval value)
{
    if (number && !__heddle_is_signal(number))
        return fails(EINVAL);
    if (process != getpid())
        __heddle_unsupported("a signal to another process (kill)");
    if (number)
        send_to_process(number, code, value);
    return 0;
}

int kill(pid_t process, int number)
{
    return in_process(process, number, SI_USER, (union sigval){0});
}

int sigqueue(pid_t process, int number, const union sigval value)
{
    return in_process(process, number, SI_QUEUE, value);
}

/* Signal 0 tests the handle, which is good until the thread is joined, or detached and over. */
int pthread_kill(pthread_t thread, int number)
{
    if (number && !__heddle_is_signal(number))
        return EINVAL;
    if (number && pthread_equal(thread, pthread_self()))
        return send_to_self(number, SI_TKILL);
    if (number)
        __heddle_unsupported("a signal to another thread (pthread_kill)");
    __heddle_polls();
    return usable(__heddle_join((void *)thread, NULL, JOIN_TRY | JOIN_ASK));
}

/* ---- actions ---- */

static void discard_ignored(int number, const action *a)
{
    if (a->plain != SIG_IGN)
        return;
    discard(&for_thread, number);
    __heddle_visible(EV_UPDATE, &signals, sizeof signals);
    discard(&for_process, number);
    __heddle_op_end();
}

static int may_act(int number)
{
    return __heddle_is_signal(number) && number != SIGKILL && number != SIGSTOP;
}

static handler set_handler(int number, handler new, int flags)
{
    action a = {.plain = new, .flags = flags};
    if (!may_act(number)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    action old = write_action(number, a);
    discard_ignored(number, &a);
    return old.plain;
}

handler signal(int number, handler new)
{
    return set_handler(number, new, SA_RESTART);
}

int sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old)
{
    action was;
    if (!__heddle_is_signal(number) || (new && !may_act(number)))
        return fails(EINVAL);
    if (new) {
        action a = {
            .plain = new->sa_handler, .mask = bits_of(&new->sa_mask), .flags = new->sa_flags};
        was = write_action(number, a);
        discard_ignored(number, &a);
    } else {
        was = read_action(number);
    }
    if (old) {
        __builtin_memset(old, 0, sizeof *old);
        old->sa_handler = was.plain;
        old->sa_flags = was.flags;
        set_of(was.mask, &old->sa_mask);
    }
    return 0;
}

int siginterrupt(int number, int yes)
{
    struct sigaction a;
    if (sigaction(number, NULL, &a))
        return -1;
    a.sa_flags = yes ? a.sa_flags & ~SA_RESTART : a.sa_flags | SA_RESTART;
    return sigaction(number, &a, NULL);
}

/* Handlers run on the stack they are called on. */
int sigaltstack(const stack_t *restrict new, stack_t *restrict old)
{
    static _Thread_local stack_t given = {.ss_flags = SS_DISABLE};
    stack_t was = given;
    if (new && new->ss_flags & ~SS_DISABLE)
        return fails(EINVAL);
    if (new && !new->ss_flags &&new->ss_size < (size_t)MINSIGSTKSZ)
        return fails(ENOMEM);
    if (new)
        given = *new;
    if (old)
        *old = was;
    return 0;
}

/* ---- what is blocked ---- */

static void set_mask(bits new)
{
    bits opened = masked & ~new;
    __heddle_block(new & ~UNBLOCKED);
    if (opened)
        deliver_all();
}

static int change(int how, const sigset_t *set, sigset_t *old)
{
    bits was = masked, given = set ? bits_of(set) : 0;
    if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
        return EINVAL;
    if (set)
        set_mask(how == SIG_BLOCK ? was | given : how == SIG_UNBLOCK ? was & ~given : given);
    if (old)
        set_of(was, old);
    return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    return change(how, set, old);
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    int error = change(how, set, old);
    return error ? fails(error) : 0;
}

int sigpending(sigset_t *set)
{
    set_of((process_pending() | in_list(for_thread)) & masked, set);
    return 0;
}

int sighold(int number)
{
    if (!__heddle_is_signal(number))
        return fails(EINVAL);
    set_mask(masked | BIT(number));
    return 0;
}

int sigrelse(int number)
{
    if (!__heddle_is_signal(number))
        return fails(EINVAL);
    set_mask(masked & ~BIT(number));
    return 0;
}

int sigignore(int number)
{
    return set_handler(number, SIG_IGN, 0) == SIG_ERR ? -1 : 0;
}

handler sigset(int number, handler new)
{
    if (!may_act(number)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    bits was = masked;
    if (new == SIG_HOLD) {
        action a = read_action(number);
        set_mask(masked | BIT(number));
        return was & BIT(number) ? SIG_HOLD : a.plain;
    }
    handler old = set_handler(number, new, 0);
    set_mask(masked & ~BIT(number));
    return was & BIT(number) ? SIG_HOLD : old;
}

/* ---- waiting ---- */

/* Nothing came. */
static int give_up(bits wanted, int why)
{
    if (__heddle_sends) {
        __heddle_visible(EV_WAIT, &signals, sizeof signals);
        __heddle_awaited_signals(wanted);
        __heddle_op_end();
    }
    if (why == WAIT_CANCELED)
        __heddle_cancel_self();
    return EAGAIN;
}

/* One of those wanted: of the thread, or when it comes; else why the wait ended. */
static int await(bits wanted, int flags, signalled *taken)
{
    __heddle_cancel_entry();
    if (remove_from(&for_thread, wanted, taken))
        return 0;
    __heddle_visible(EV_WAIT, &signals, sizeof signals);
    while (!remove_from(&for_process, wanted, taken)) {
        __heddle_await_signals(wanted);
        int why = __heddle_wait(&signals, flags | WAIT_STRONG);
        if (why != WAIT_WOKEN)
            return give_up(wanted, why);
        __heddle_visible(EV_WAIT, &signals, sizeof signals);
        __heddle_awaited_signals(wanted);
    }
    return op(0);
}

static int tell(const signalled *s, siginfo_t *info)
{
    if (info)
        *info = info_of(s);
    return s->number;
}

int sigwait(const sigset_t *restrict set, int *restrict number)
{
    signalled s;
    int error = await(bits_of(set), 0, &s);
    if (!error)
        *number = s.number;
    return error;
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
    signalled s;
    int error = await(bits_of(set), 0, &s);
    return error ? fails(error) : tell(&s, info);
}

static int poll(bits wanted, signalled *taken)
{
    __heddle_cancel_entry();
    return take(wanted, taken) ? 0 : EAGAIN;
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                 const struct timespec *restrict time)
{
    signalled s;
    if (time && __heddle_bad_time(time))
        return fails(EINVAL);
    int error = !time || time->tv_sec || time->tv_nsec
                    ? await(bits_of(set), time ? WAIT_TIMED : 0, &s)
                    : poll(bits_of(set), &s);
    return error ? fails(error) : tell(&s, info);
}

/* Until a handler has run. */
static int suspend(bits blocked)
{
    bits before = masked;
    signalled s;
    masked = blocked & ~UNBLOCKED; /* nobody sees it before the wait */
    do
        await(~masked, 0, &s);
    while (!deliver(&s));
    deliver_all();
    __heddle_block(before);
    return fails(EINTR);
}

/* The mark and the mask lie in the buffer behind what the machine keeps there.  A buffer that
 * sigsetjmp did not fill has no mark. */
void __heddle_save_signals(struct __jmp_buf_tag *to, int saves);
void __heddle_save_signals(struct __jmp_buf_tag *to, int saves)
{
    to->__mask_was_saved = saves != 0;
    if (saves)
        set_of(masked, (sigset_t *)(void *)&to->__saved_mask);
}

_Noreturn void siglongjmp(sigjmp_buf to, int value)
{
    if (__heddle_defined(&to->__mask_was_saved, sizeof to->__mask_was_saved) &&
        to->__mask_was_saved)
        set_mask(bits_of((const sigset_t *)(const void *)&to->__saved_mask));
    longjmp(to, value);
}

/* A handler may leave by a jump, or end the program. */
_Noreturn void abort(void)
{
    __heddle_visible(EV_READ, &actions[SIGABRT], sizeof actions[SIGABRT]);
    action a = actions[SIGABRT];
    if (has_handler(&a)) {
        __heddle_op_end();
        set_mask(masked & ~BIT(SIGABRT));
        run(&(signalled){NULL, SIGABRT, SI_TKILL, {0}}, &a);
    }
    __heddle_fail(ERR_ABORT, "abort() called");
}

int sigsuspend(const sigset_t *set)
{
    return suspend(bits_of(set));
}

int pause(void)
{
    return suspend(masked);
}

int __xpg_sigpause(int number);
int __xpg_sigpause(int number)
{
    return __heddle_is_signal(number) ? suspend(masked & ~BIT(number)) : fails(EINVAL);
}
