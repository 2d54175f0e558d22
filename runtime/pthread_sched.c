/* Policies, priorities and names of threads: nobody acts on them, and they are given back.  A
 * thread has the policy and priority of its creator, or what its attributes say, and the name that
 * it was given.  What differs from the usual is kept in lists of heap nodes, each below one global
 * word; each access to one is an operation. */
#include "heddle_runtime.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

enum { LOWEST = 1, HIGHEST = 99, SLICE = 100000000 }; /* of real-time policies; nanoseconds */

typedef struct given given;
struct given {
    given *next;
    pthread_t thread;
    int policy, priority;
};

static given *all_given;

static int fails(int error)
{
    errno = error;
    return -1;
}

static int is_policy(int policy)
{
    return policy == SCHED_OTHER || policy == SCHED_FIFO || policy == SCHED_RR;
}

int sched_get_priority_min(int policy)
{
    return !is_policy(policy) ? fails(EINVAL) : policy == SCHED_OTHER ? 0 : LOWEST;
}

int sched_get_priority_max(int policy)
{
    return !is_policy(policy) ? fails(EINVAL) : policy == SCHED_OTHER ? 0 : HIGHEST;
}

int __heddle_bad_schedule(int policy, int priority)
{
    if (!is_policy(policy))
        return 1;
    return policy == SCHED_OTHER ? priority != 0 : priority < LOWEST || priority > HIGHEST;
}

static given *find(pthread_t thread)
{
    given *g = all_given;
    while (g && !pthread_equal(g->thread, thread))
        g = g->next;
    return g;
}

/* Inside an operation. */
static void give(pthread_t thread, int policy, int priority)
{
    given *g = find(thread);
    if (!g) {
        g = __heddle_alloc(sizeof *g, _Alignof(given), 0);
        g->thread = thread;
        g->next = all_given;
        all_given = g;
    }
    g->policy = policy;
    g->priority = priority;
}

/* Inside the operation that made it. */
void __heddle_schedule(pthread_t made, int explicit, int policy, int priority)
{
    if (!explicit && !all_given)
        return;
    given *above = explicit ? NULL : find(pthread_self());
    if (explicit && (policy || priority))
        give(made, policy, priority);
    else if (above)
        give(made, above->policy, above->priority);
}

/* Of others too, between any two of their steps: what they create from then on has the new ones. */
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *param)
{
    __heddle_polls();
    if (__heddle_bad_schedule(policy, param->sched_priority))
        return EINVAL;
    __heddle_use(&__heddle_scheduling);
    __heddle_visible(EV_UPDATE, &all_given, sizeof all_given);
    give(thread, policy, param->sched_priority);
    return op(0);
}

int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *param)
{
    __heddle_visible(EV_READ, &all_given, sizeof all_given);
    given *g = find(thread);
    int its = g ? g->policy : SCHED_OTHER, priority = g ? g->priority : 0;
    __heddle_op_end();
    *policy = its;
    param->sched_priority = priority;
    return 0;
}

int pthread_setschedprio(pthread_t thread, int priority)
{
    struct sched_param param;
    int policy;
    pthread_getschedparam(thread, &policy, &param);
    param.sched_priority = priority;
    return pthread_setschedparam(thread, policy, &param);
}

/* Of a process: those of the thread that asks. */
static int other_process(pid_t process)
{
    return process && process != getpid() && process != gettid();
}

int sched_setscheduler(pid_t process, int policy, const struct sched_param *param)
{
    if (process < 0 || !param || __heddle_bad_schedule(policy, param->sched_priority))
        return fails(EINVAL);
    if (other_process(process))
        return fails(ESRCH);
    int was = sched_getscheduler(0);
    pthread_setschedparam(pthread_self(), policy, param);
    return was;
}

int sched_getscheduler(pid_t process)
{
    struct sched_param param;
    int policy;
    if (process < 0 || other_process(process))
        return fails(process < 0 ? EINVAL : ESRCH);
    pthread_getschedparam(pthread_self(), &policy, &param);
    return policy;
}

int sched_setparam(pid_t process, const struct sched_param *param)
{
    if (process < 0 || !param)
        return fails(EINVAL);
    if (other_process(process))
        return fails(ESRCH);
    int error = pthread_setschedprio(pthread_self(), param->sched_priority);
    return error ? fails(error) : 0;
}

int sched_getparam(pid_t process, struct sched_param *param)
{
    int policy;
    if (process < 0 || !param || other_process(process))
        return fails(process < 0 || !param ? EINVAL : ESRCH);
    return pthread_getschedparam(pthread_self(), &policy, param);
}

int sched_rr_get_interval(pid_t process, struct timespec *slice)
{
    if (process < 0 || other_process(process))
        return fails(process < 0 ? EINVAL : ESRCH);
    *slice = (struct timespec){.tv_nsec = SLICE};
    return 0;
}

/* ---- names ---- */

enum { NAME_BYTES = 16 };
typedef struct named named;
struct named {
    named *next;
    pthread_t thread;
    char name[NAME_BYTES];
};

static named *all_named;

static named *find_name(pthread_t thread)
{
    named *n = all_named;
    while (n && !pthread_equal(n->thread, thread))
        n = n->next;
    return n;
}

static void keep_name(pthread_t thread, const char *name)
{
    __heddle_visible(EV_UPDATE, &all_named, sizeof all_named);
    named *n = find_name(thread);
    if (!n) {
        n = __heddle_alloc(sizeof *n, _Alignof(named), 1);
        n->thread = thread;
        n->next = all_named;
        all_named = n;
    }
    __builtin_memcpy(n->name, name, NAME_BYTES);
    __heddle_op_end();
}

int pthread_setname_np(pthread_t thread, const char *name)
{
    char copy[NAME_BYTES] = {0};
    for (int i = 0; name[i]; i++) {
        if (i == NAME_BYTES - 1)
            return ERANGE;
        copy[i] = name[i];
    }
    keep_name(thread, copy);
    return 0;
}

/* One that was given none has an empty name, not that of the program. */
int pthread_getname_np(pthread_t thread, char *name, size_t size)
{
    char copy[NAME_BYTES] = {0};
    if (size < NAME_BYTES)
        return ERANGE;
    __heddle_visible(EV_READ, &all_named, sizeof all_named);
    const named *n = find_name(thread);
    if (n)
        __builtin_memcpy(copy, n->name, NAME_BYTES);
    __heddle_op_end();
    __builtin_memcpy(name, copy, __heddle_strlen(copy) + 1);
    return 0;
}
