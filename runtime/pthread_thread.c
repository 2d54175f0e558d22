/* Threads: creation, end, joining, cancellation and cleanup handlers.  A pthread_t is the machine's
 * handle, a pointer kept in an integer.  Cleanup handlers are what <pthread.h> makes of
 * pthread_cleanup_push in C: a jump buffer a block, here a list of the thread through the buffer's
 * first spare word; leaving a thread jumps to the innermost block, which runs its handler and comes
 * back through __pthread_unwind_next.  Cancellation is deferred: it acts at cancellation points
 * only. */
#include "heddle_runtime.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>

void __heddle_thread_main(void *(*start)(void *), void *arg);

static _Thread_local __pthread_unwind_buf_t *cleanups;

static void *handle(pthread_t thread)
{
    return (void *)thread;
}

/* C has no destructors of thread-local variables; runtime/cxx has a function of this name. */
__attribute__((weak)) void __heddle_thread_handlers(void)
{
}

/* The end of a thread whose handlers have run; that of the last one is exit(0). */
_Noreturn void __heddle_finish(void *value)
{
    __heddle_thread_handlers();
    __heddle_run_key_destructors();
    __heddle_drop_robust();
    __heddle_signals_end(-1);
    if (__heddle_option(OPTION_LAST_THREAD)) {
        __heddle_signals_end(1);
        __heddle_quit(0);
    }
    __heddle_thread_exit(value);
}

/* runtime/cxx has another one, which runs destructors. */
__attribute__((weak)) _Noreturn void __heddle_leave(void *value)
{
    __heddle_cancel_mask(1);
    __pthread_unwind_buf_t *inner = cleanups;
    if (!inner)
        __heddle_finish(value);
    cleanups = inner->__pad[0];
    inner->__pad[1] = value;
    longjmp((struct __jmp_buf_tag *)(void *)inner->__cancel_jmp_buf, 1);
}

_Noreturn void __heddle_cancel_self(void)
{
    __heddle_orders(NULL, 0, ORDERS_CANCELLED);
    __heddle_leave(PTHREAD_CANCELED);
}

void __heddle_cancel_point(void)
{
    __heddle_visible(EV_PAUSE, NULL, 0);
    int asked = __heddle_cancelled();
    __heddle_op_end();
    if (asked == 1)
        __heddle_cancel_self();
}

void __heddle_cancel_entry(void)
{
    if (__heddle_option(OPTION_CANCELS))
        __heddle_cancel_point();
}

void __heddle_thread_main(void *(*start)(void *), void *arg)
{
    __heddle_finish(start(arg));
}

void __cleanup_fct_attribute __pthread_register_cancel(__pthread_unwind_buf_t *buffer)
{
    buffer->__pad[0] = cleanups;
    cleanups = buffer;
}

void __cleanup_fct_attribute __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer)
{
    cleanups = buffer->__pad[0];
}

void __cleanup_fct_attribute __pthread_register_cancel_defer(__pthread_unwind_buf_t *buffer)
{
    buffer->__pad[0] = cleanups;
    cleanups = buffer;
}

void __cleanup_fct_attribute __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *buffer)
{
    cleanups = buffer->__pad[0];
}

void __cleanup_fct_attribute __attribute__((noreturn))
__pthread_unwind_next(__pthread_unwind_buf_t *buffer)
{
    __heddle_leave(buffer->__pad[1]);
}

/* Attributes are kept and given back; detachstate alone has an effect, policy and priority are the
 * thread's where it does not inherit them. */
typedef struct attributes {
    int detached, scope, inherit, policy, priority;
    size_t stack, guard;
    void *address;
} attributes;
_Static_assert(sizeof(attributes) <= sizeof(pthread_attr_t), "attributes fit");

static attributes *set(pthread_attr_t *attr)
{
    return (attributes *)(void *)attr;
}

static const attributes *get(const pthread_attr_t *attr)
{
    return (const attributes *)(const void *)attr;
}

int __heddle_scheduling;

void __heddle_use(int *what)
{
    __heddle_visible(EV_WRITE, what, sizeof *what);
    *what = 1;
    __heddle_op_end();
}

/* A thread begins with the signals blocked that its creator blocks. */
static __attribute__((noinline)) void *spawn(void *entry, void *start, void *arg, int detached)
{
    void *made = __heddle_spawn(entry, start, arg, detached);
    if (made)
        __heddle_signals_create(made);
    return made;
}

/* --induction knows it by this name. */
static __attribute__((noinline)) void __heddle_schedule_made(pthread_t thread, const attributes *a)
{
    if (a)
        __heddle_schedule(thread, a->inherit == PTHREAD_EXPLICIT_SCHED, a->policy, a->priority);
    else
        __heddle_schedule(thread, 0, 0, 0);
}

/* The handle is in *thread when the new thread takes its first step. */
int __heddle_create(pthread_t *thread, const pthread_attr_t *attr, void *entry, void *start,
                    void *arg)
{
    const attributes *a = attr ? get(attr) : NULL;
    int detached = a && a->detached == PTHREAD_CREATE_DETACHED;
    __heddle_creates();
    __heddle_visible(EV_WRITE, thread, sizeof *thread);
    __heddle_orders(thread, sizeof *thread, ORDERS_WRITE);
    if (a)
        made(&a->detached, "the attributes of the thread were never initialised");
    void *handle = spawn(entry, start, arg, detached);
    if (!handle)
        return op(EAGAIN);
    *thread = (pthread_t)handle;
    if (__heddle_scheduling)
        __heddle_schedule_made(*thread, a);
    return op(0);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg)
{
    return __heddle_create(thread, attr, (void *)__heddle_thread_main, (void *)start, arg);
}

int pthread_join(pthread_t thread, void **result)
{
    return join_thread(thread, result, 0);
}

int pthread_tryjoin_np(pthread_t thread, void **result)
{
    __heddle_polls();
    return join_thread(thread, result, JOIN_TRY);
}

/* One look at the thread, whenever that may be: it is over by then, or the time is. */
int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until)
{
    if (__heddle_bad_time(until))
        return EINVAL;
    __heddle_polls();
    int failed = join_thread(thread, result, JOIN_TRY);
    return failed == EBUSY ? ETIMEDOUT : failed;
}

int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
                         const struct timespec *until)
{
    (void)clock;
    return pthread_timedjoin_np(thread, result, until);
}

int pthread_detach(pthread_t thread)
{
    return usable(__heddle_detach(handle(thread)));
}

_Noreturn void pthread_exit(void *value)
{
    __heddle_leaves();
    __heddle_leave(value);
}

pthread_t pthread_self(void)
{
    return (pthread_t)__heddle_thread();
}

int pthread_equal(pthread_t a, pthread_t b)
{
    return a == b;
}

int pthread_cancel(pthread_t thread)
{
    return usable(__heddle_cancel(handle(thread)));
}

void pthread_testcancel(void)
{
    __heddle_cancel_point();
}

int pthread_setcancelstate(int state, int *old)
{
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    int masked = __heddle_cancel_mask(state == PTHREAD_CANCEL_DISABLE);
    if (old)
        *old = masked ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
        __heddle_unsupported("asynchronous cancellation (pthread_setcanceltype)");
    if (type != PTHREAD_CANCEL_DEFERRED)
        return EINVAL;
    if (old)
        *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}

int pthread_attr_init(pthread_attr_t *attr)
{
    *set(attr) = (attributes){.stack = 8 << 20, .guard = 4096};
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attr)
{
    (void)attr;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attr, int state)
{
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    set(attr)->detached = state;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size)
{
    if (size < 16384)
        return EINVAL;
    set(attr)->stack = size;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *attr, void *address, size_t size)
{
    int error = pthread_attr_setstacksize(attr, size);
    if (!error)
        set(attr)->address = address;
    return error;
}

int pthread_attr_getstack(const pthread_attr_t *attr, void **address, size_t *size)
{
    *address = get(attr)->address;
    *size = get(attr)->stack;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *param)
{
    if (__heddle_bad_schedule(get(attr)->policy, param->sched_priority))
        return EINVAL;
    set(attr)->priority = param->sched_priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attr, struct sched_param *param)
{
    param->sched_priority = get(attr)->priority;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit)
{
    if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED)
        return EINVAL;
    set(attr)->inherit = inherit;
    __heddle_use(&__heddle_scheduling);
    return 0;
}

#define SETTER(name, type, field, answer)                        \
    int pthread_attr_set##name(pthread_attr_t *attr, type value) \
    {                                                            \
        int error = answer;                                      \
        if (!error)                                              \
            set(attr)->field = value;                            \
        return error;                                            \
    }
#define GETTER(name, type, field)                                       \
    int pthread_attr_get##name(const pthread_attr_t *attr, type *value) \
    {                                                                   \
        *value = get(attr)->field;                                      \
        return 0;                                                       \
    }
SETTER(guardsize, size_t, guard, 0)
SETTER(scope, int, scope,
       value == PTHREAD_SCOPE_SYSTEM    ? 0
       : value == PTHREAD_SCOPE_PROCESS ? ENOTSUP
                                        : EINVAL)
SETTER(schedpolicy, int, policy,
       value == SCHED_OTHER || value == SCHED_FIFO || value == SCHED_RR ? 0 : EINVAL)
GETTER(detachstate, int, detached)
GETTER(stacksize, size_t, stack)
GETTER(guardsize, size_t, guard)
GETTER(scope, int, scope)
GETTER(inheritsched, int, inherit)
GETTER(schedpolicy, int, policy)

int pthread_getattr_np(pthread_t thread, pthread_attr_t *attr)
{
    (void)thread;
    return pthread_attr_init(attr);
}

/* Processors of threads change nothing that a program can see. */
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set_of)
{
    (void)thread, (void)size, (void)set_of;
    return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set_of)
{
    (void)thread;
    __builtin_memset(set_of, 0, size);
    CPU_SET_S(0, size, set_of);
    CPU_SET_S(1, size, set_of);
    return 0;
}

int pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t size, const cpu_set_t *set_of)
{
    (void)attr, (void)size, (void)set_of;
    return 0;
}

int pthread_setconcurrency(int level)
{
    return level < 0 ? EINVAL : 0;
}

int pthread_getconcurrency(void)
{
    return 0;
}

int sched_yield(void)
{
    __heddle_yield();
    return 0;
}

int pthread_attr_getaffinity_np(const pthread_attr_t *attr, size_t size, cpu_set_t *set_of)
{
    (void)attr;
    return pthread_getaffinity_np(0, size, set_of);
}

/* No process is ever forked. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare, (void)parent, (void)child;
    return 0;
}

int pthread_getcpuclockid(pthread_t thread, clockid_t *clock)
{
    (void)thread;
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}
