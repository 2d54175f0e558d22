/* Threads.  The real ones are detached and live on stacks at places that follow from their slots,
 * so that addresses are the same in every run; who waits for whom is known to heddle alone.  A
 * thread's end is announced after its destructors of thread-specific data: they have a last round,
 * ours is in it and does the rest of it.  The real thread stays, at rest, until the run is over;
 * the last one ends the process. */
#define _GNU_SOURCE
#include "native/preload/threads.h"
#include "native/preload/access.h"
#include "native/preload/foreign.h"
#include "native/preload/sharing.h"
#include "native/preload/signals.h"
#include "native/preload/time.h"
#include "native/preload/times.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <threads.h>
#include <time.h>

#define STACK_BASE  0x200000000000ull
#define STACK_SPACE (64ull << 20)
#define STACK_LEAST (8ull << 20)

typedef struct thread {
    pthread_t id;
    void *(*routine)(void *);
    void *data;
    void *value;
    uint32_t slot;
    uint32_t rounds; /* of destructors */
} thread;

typedef void destructor(void *);
typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static thread threads[NATIVE_THREADS];
static pthread_key_t end_key;
static uint32_t keyed;
static __thread bool watched; /* its end */
static destructor *destructors[PTHREAD_KEYS_MAX];

/* Of the keys behind ours the C library would do the last round when ours is done: it never is. */

static void end_last_round(void)
{
    for (pthread_key_t k = end_key + 1; k < PTHREAD_KEYS_MAX; k++) {
        void *value = destructors[k] ? pthread_getspecific(k) : NULL;

        if (!value)
            continue;
        pthread_setspecific(k, NULL);
        destructors[k](value);
    }
}

static void thread_ends(void *of)
{
    thread *t = of;

    if (++t->rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
        pthread_setspecific(end_key, t);
        return;
    }
    end_last_round();
    if (control_ask(&(ask){.operation = NATIVE_THREAD_EXIT}))
        exit(0); /* the last one */
    control->ipc.signals[control_self].blocked =
        ~0ull; /* others may take what is for the process */
    control_park();
}

static int make_key(const char *name, pthread_key_t *key, destructor *d)
{
    int error = ((int (*)(pthread_key_t *, destructor *))control_real(name))(key, d);

    if (!error)
        destructors[*key] = d;
    return error;
}

EXPORT int pthread_key_create(pthread_key_t *key, destructor *d)
{
    return make_key("pthread_key_create", key, d);
}

EXPORT int tss_create(tss_t *key, tss_dtor_t d)
{
    return make_key("tss_create", key, d);
}

static void watch_end(thread *t)
{
    if (!keyed) {
        make_key("pthread_key_create", &end_key, thread_ends);
        keyed = 1;
    }
    pthread_setspecific(end_key, t);
    watched = true;
}

static void *begin(void *of)
{
    thread *t = of;

    t->id = pthread_self();
    watch_end(t);
    control_begin(t->slot, (uint64_t)t->routine, (uint64_t)t->data);
    time_begin();
    t->value = t->routine(t->data);
    return t->value;
}

/* A child has one thread, the one that forked. */
void threads_fork(void)
{
    threads[control_self].id = pthread_self();
}

static int start(thread *t, size_t wanted)
{
    static create_function *real;
    size_t size = wanted > STACK_LEAST ? wanted : STACK_LEAST;
    char *top = (char *)(STACK_BASE + (t->slot + 1) * STACK_SPACE), *at = top - size;
    pthread_attr_t attr;
    int error;

    if (!real)
        real = (create_function *)control_real("pthread_create");
    if (size > STACK_SPACE / 2 ||
        mmap(at, size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != at)
        return EAGAIN;
    pthread_attr_init(&attr);
    pthread_attr_setstack(&attr, at, size);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    error = real(&t->id, &attr, begin, t);
    pthread_attr_destroy(&attr);
    return error;
}

int threads_create(pthread_t *id, const pthread_attr_t *attr, void *(*routine)(void *), void *data,
                   uint64_t caller)
{
    int detached = PTHREAD_CREATE_JOINABLE;
    size_t size = 0;
    thread *t;

    if (!control)
        control_end(END_REFUSED, 0, "pthread_create before main", caller);
    threads[control_self].id = pthread_self();
    if (attr) {
        pthread_attr_getdetachstate(attr, &detached);
        pthread_attr_getstacksize(attr, &size);
    }
    control_ask(&(ask){.operation = NATIVE_CREATE,
                       .argument = detached == PTHREAD_CREATE_DETACHED,
                       .caller = caller});
    if (control->processes > 1 && access_watched())
        control_end(END_REFUSED, 0, "pthread_create in a system of processes of heddle cc", caller);
    control_threaded = true;
    t = &threads[control_enter(caller)];
    signals_thread((uint32_t)(t - threads));
    time_start((uint32_t)(t - threads));
    *t = (thread){.routine = routine, .data = data, .slot = (uint32_t)(t - threads)};
    if (start(t, size) != 0)
        control_end(END_REFUSED, 0, "pthread_create: the system gives no thread", caller);
    *id = t->id;
    return 0;
}

EXPORT int pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*routine)(void *),
                          void *data)
{
    return threads_create(id, attr, routine, data, CALLER);
}

uint32_t control_slot(pthread_t id)
{
    uint32_t n = control ? control->threads : 0;

    if (pthread_equal(id, pthread_self()))
        return control_self;
    for (uint32_t i = control_process; i < n; i++)
        if (control->homes[i] == control_process && pthread_equal(threads[i].id, id))
            return i;
    return NATIVE_THREADS;
}

static int join(uint32_t operation, pthread_t id, void **value, uint64_t caller)
{
    uint32_t slot = control_slot(id);
    int status = control_ask(&(ask){.operation = operation, .argument = slot, .caller = caller});

    if (status == 0) {
        sharing_join(slot);
        time_join(slot);
    }
    if (status == 0 && value) {
        access_touch(value, sizeof *value, true, caller);
        *value = threads[slot].value;
    }
    return status;
}

int threads_join(pthread_t id, void **value, uint64_t caller)
{
    return join(NATIVE_JOIN, id, value, caller);
}

EXPORT int pthread_join(pthread_t id, void **value)
{
    return join(NATIVE_JOIN, id, value, CALLER);
}

EXPORT int pthread_tryjoin_np(pthread_t id, void **value)
{
    return join(NATIVE_TRYJOIN, id, value, CALLER);
}

static int timed_join(pthread_t id, void **value, const struct timespec *t, uint64_t caller)
{
    if (times_wrong(t))
        return EINVAL;
    return join(t ? NATIVE_TIMEDJOIN : NATIVE_JOIN, id, value, caller);
}

EXPORT int pthread_timedjoin_np(pthread_t id, void **value, const struct timespec *t)
{
    return timed_join(id, value, t, CALLER);
}

EXPORT int pthread_clockjoin_np(pthread_t id, void **value, clockid_t clock,
                                const struct timespec *t)
{
    (void)clock;
    return timed_join(id, value, t, CALLER);
}

/* Cancellation: of the threads, only at calls that are points of it. */

_Noreturn void control_cancelled(void)
{
    control->ipc.signals[control_self].cancel_off = 1;
    access_signal(0);
    pthread_exit(PTHREAD_CANCELED);
}

EXPORT int pthread_cancel(pthread_t id)
{
    uint32_t slot = control_slot(id);

    if (slot == NATIVE_THREADS)
        return ESRCH;
    return control_ask(&(ask){.operation = NATIVE_CANCEL, .argument = slot, .caller = CALLER});
}

EXPORT void pthread_testcancel(void)
{
    if (control && (control->threads > 1 || control->ipc.signals[control_self].cancelled))
        control_ask(&(ask){.operation = NATIVE_TEST_CANCEL, .caller = CALLER});
}

/* Calls for ordinary files are no steps; a program that cancels threads has one before each. */
void threads_point(uint64_t caller)
{
    static int cancels; /* 1: it does, -1: it does not */

    if (!controlled() || control->threads < 2)
        return;
    if (!cancels)
        cancels = foreign_calls_for("pthread_cancel") ? 1 : -1;
    if (cancels > 0)
        control_ask(&(ask){.operation = NATIVE_TEST_CANCEL, .caller = caller});
}

EXPORT int pthread_setcancelstate(int state, int *was)
{
    uint32_t *off = control ? &control->ipc.signals[control_self].cancel_off : &(uint32_t){0};

    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (was)
        *was = *off ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    *off = state == PTHREAD_CANCEL_DISABLE;
    return 0;
}

EXPORT int pthread_setcanceltype(int type, int *was)
{
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
        control_end(END_REFUSED, 0, "asynchronous cancellation", CALLER);
    if (was)
        *was = PTHREAD_CANCEL_DEFERRED;
    return 0;
}

EXPORT int pthread_detach(pthread_t id)
{
    return control_ask(
        &(ask){.operation = NATIVE_DETACH, .argument = control_slot(id), .caller = CALLER});
}

EXPORT _Noreturn void pthread_exit(void *value)
{
    void (*real)(void *) = (void (*)(void *))control_real("pthread_exit");

    if (!watched) {
        threads[control_self].id = pthread_self();
        watch_end(&threads[control_self]);
    }
    threads[control_self].value = value;
    real(value);
    __builtin_unreachable();
}

EXPORT int sched_yield(void)
{
    if (control)
        control_ask(&(ask){.operation = NATIVE_YIELD, .caller = CALLER});
    return 0;
}
