/* What the modules of the runtime ask of each other.  Names begin with __heddle_ so that a program
 * may use every other name itself.  All of it runs inside the machine as part of the checked
 * program. */
#ifndef HEDDLE_RUNTIME_H
#define HEDDLE_RUNTIME_H

#include "heddle_vm.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

/* For what a thread rests in: it should be one call deep in the runtime, not more. */
#define INLINE static inline __attribute__((always_inline))

/* An operation: what lies between is one step of the thread for all others.  `return op(value)`
 * ends it on the way out. */
static inline int op(int value)
{
    __heddle_op_end();
    return value;
}

/* Inside an operation: the object whose first word this is must have been initialised. */
static inline void made(const volatile void *word, const char *otherwise)
{
    if (!__heddle_defined(word, sizeof(int)))
        __heddle_fail(ERR_DESTROYED, otherwise);
}

/* Inside an operation, for data races: whoever acquires comes after those who released. */
static inline void acquires(const volatile void *object)
{
    __heddle_orders(object, 1, ORDERS_ACQUIRE);
}

static inline void releases(const volatile void *object)
{
    __heddle_orders(object, 1, ORDERS_RELEASE);
}

/* Lock words: 0 is free, a thread's number (__heddle_self) is held, marks say what else became of
 * the object.  With the number a mutex has HELD, as few numbers that a program stores. */
enum { HELD = 0x4d000000 };
enum { MARK_DESTROYED = -1, MARK_DONE = -2, MARK_OWNER_DEAD = -3, MARK_LOST = -4 };

/* start.c, pthread_thread.c: how threads and the process end. */
_Noreturn void __heddle_leave(void *value);  /* cleanup handlers, then finish */
_Noreturn void __heddle_finish(void *value); /* destructors of keys, robust mutexes, the end */
_Noreturn void __heddle_cancel_self(void);
void __heddle_thread_handlers(void);
void __heddle_cancel_point(void);
void __heddle_cancel_entry(void); /* of a function that may have nothing to wait for */
void __heddle_run_key_destructors(void);
void __heddle_drop_robust(void);
_Noreturn void __heddle_quit(int status);
int __heddle_create(pthread_t *thread, const pthread_attr_t *attr, void *entry, void *start,
                    void *arg);

/* sigmask.c: the signals that the thread blocks, and so do the threads it makes; and what all
 * threads do, where the program sends signals to the process. */
typedef struct __heddle_process_signals {
    struct signalled *pending;
    short others;           /* threads that live, but for one */
    short blocked_by[NSIG]; /* how many of them block the signal, */
    short awaited_by[NSIG]; /* or wait for it */
} __heddle_process_signals;
extern __heddle_process_signals __heddle_signals;
extern const volatile int __heddle_sends;
extern _Thread_local unsigned long long __heddle_blocked;
void __heddle_block(unsigned long long new);
void __heddle_await_signals(unsigned long long wanted);   /* inside an operation */
void __heddle_awaited_signals(unsigned long long wanted); /* inside another */
void __heddle_signals_create(void *thread);
void __heddle_signals_end(int by); /* -1: the thread is over; 1: it is not */

/* Parts of the library that the program uses: without the functions that say so here these words
 * are zero for ever, and what they guard is known not to happen. */
extern int __heddle_masking, __heddle_scheduling;
void __heddle_use(int *what);

/* pthread_sched.c: no policy and priority; and those of a new thread, inside its creation. */
int __heddle_bad_schedule(int policy, int priority);
void __heddle_schedule(pthread_t made, int explicit, int policy, int priority);

/* sigset.c */
int __heddle_is_signal(int number);
unsigned long long __heddle_signal_bits(const sigset_t *set);
void __heddle_signal_set(unsigned long long all, sigset_t *set);

/* What the machine says of a handle; using one of no thread, or of one that is gone, is a defect.
 */
INLINE int usable(int answer)
{
    if (answer == ESRCH)
        __heddle_fail(ERR_MISUSE, "the value is no thread: pthread_create never set it");
    if (answer == EINVAL)
        __heddle_fail(ERR_MISUSE, "the thread was joined or detached before");
    return answer;
}

INLINE int join_thread(pthread_t thread, void **result, int flags)
{
    int failed = usable(__heddle_join((void *)thread, result, flags));
    if (failed == ECANCELED)
        __heddle_cancel_self();
    return failed;
}

/* Mutexes and condition variables, for each other and for C11. */
int __heddle_mutex_lock(pthread_mutex_t *m);
int __heddle_mutex_trylock(pthread_mutex_t *m);
int __heddle_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until);
void __heddle_mutex_init(pthread_mutex_t *m, int kind);
unsigned __heddle_mutex_release(pthread_mutex_t *m);           /* inside an operation */
int __heddle_mutex_regain(pthread_mutex_t *m, unsigned count); /* an operation of its own */
int __heddle_cond_wait(pthread_cond_t *c, pthread_mutex_t *m);
int __heddle_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until);
void __heddle_cond_init(pthread_cond_t *c);
void __heddle_cond_wake(pthread_cond_t *c, int all);
void __heddle_once(int *once, void (*routine)(void));

/* True when the time is none: pthread functions answer EINVAL. */
int __heddle_bad_time(const struct timespec *time);

/* malloc.c: the heap of C++; `zeroed` as of __heddle_alloc. */
void *__heddle_make(size_t size, size_t alignment, int zeroed);
void __heddle_release(void *pointer, int family);

/* stdio: everything printed goes through a sink. */
typedef struct sink {
    char *at;     /* bytes of the caller's buffer, or of the sink's own when fd is not negative */
    size_t room;  /* how many fit */
    size_t used;  /* how many of them are filled */
    size_t total; /* how many there would be */
    int fd;       /* -1: memory */
} sink;
void __heddle_put(sink *out, const char *text, size_t n);
int __heddle_format(sink *out, const char *format, va_list args);

/* stdlib.c: the end of the number is left in *end; overflow clamps and sets errno. */
unsigned long long __heddle_digits(const char *text, const char **end, int base, int *negative,
                                   int *over);
long double __heddle_real(const char *text, const char **end, size_t size);

/* string.c */
size_t __heddle_strlen(const char *text);
const char *__heddle_error_text(int number);

#endif
