/* What threads wait for besides mutexes.  A condition variable is the set of the threads that wait
 * for it, a semaphore its count, both -1 when destroyed; a read-write lock the set of its readers,
 * or minus the number of its writer less one, RW_GONE when destroyed; a barrier how many it is for,
 * how many have come, and which of them still wait. */
#include "promela/claim.h"
#include "promela/expression.h"
#include "promela/library.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <errno.h>

enum { AGAIN = 11, BUSY = 16, DEADLOCK = 35, TIMED_OUT = 110, C11_TIMED_OUT = 4 };

value cond_init(translation *t, CXCursor c)
{
    model_place attribute;

    if (tree_count(c) > 2)
        library_attribute(t, c, 2, &attribute);
    return library_step(t, c, &(step){.kind = TYPE_COND, .act = "@ = 0"});
}

value cond_destroy(translation *t, CXCursor c)
{
    return library_step(t, c, &(step){TYPE_COND, NULL, {{"in-use", "@ == 0"}}, "@ = -1"});
}

value cond_broadcast(translation *t, CXCursor c)
{
    return library_step(t, c, &(step){TYPE_COND, NULL, {{"destroyed", "@ != -1"}}, "@ = 0"});
}

/* A thread that waits: its condition variable and mutex, how often more it held the mutex, and what
 * is to be done when it comes back although nobody woke it. */
typedef struct sleeper {
    model_place cond, mutex;
    value depth;
    const char *late;
} sleeper;

static const char *owner(translation *t, const sleeper *s)
{
    return library_text(t, t->mutex_types ? "(@ & 255)" : "@", &s->mutex);
}

/* Gets the mutex back.  A condition variable that is destroyed has nobody asleep.  Who comes back
 * unwoken looks at the condition variable once more: for a wait without a time that matters where
 * it is gone. */
static void wake(translation *t, const sleeper *s)
{
    const char *q = place_text(t, &s->cond), *m = place_text(t, &s->mutex), *o = owner(t, s);
    const char *here = tr_text(t, "(%s == 0 || %s == 255)", o, o), *gone = s->cond.checks;
    const char *asleep = tr_text(t, "(%s != -1 && (%s & (1 << me)))", q, q);
    u32 cost = library_cost(t, &s->mutex);
    model_node *before = library_begin(t), *test, *inner;

    if (!s->late && !gone) {
        node_emit(t, cost, "(!%s && %s)", asleep, here);
    } else {
        test = node_add(t, NODE_IF, NULL);
        node_option(t, test, tr_text(t, "!%s && %s", asleep, here), cost);
        inner =
            node_enter(t, node_option(t, test,
                                      s->late ? tr_text(t, "%s && %s", asleep, here)
                                              : tr_text(t, "%s && !(%s) && %s", asleep, gone, here),
                                      cost));
        library_check(t, &s->cond);
        if (s->late) {
            node_emit(t, 0, "%s = %s & ~(1 << me)", q, q);
            node_emit(t, 0, "%s", s->late);
        }
        node_leave(t, inner);
        if (s->late) { /* it was signalled, and its time was up all the same */
            inner =
                node_enter(t, node_option(t, test, tr_text(t, "!%s && %s", asleep, here), cost));
            node_emit(t, 0, "%s", s->late);
            node_leave(t, inner);
        }
    }
    node_assert(t, "destroyed", "%s != 255", o);
    if (t->mutex_types)
        node_emit(t, 0, "%s = %s + me + 1 + (%s << 10)", m, m, s->depth.text);
    else
        node_emit(t, 0, "%s = me + 1", m);
    library_finish(t, before);
}

/* Releases the mutex and sleeps, or is woken for no reason at once: which is as good as later, for
 * the thread still has to get the mutex. */
static void sleep_on(translation *t, CXCursor c, const char *late)
{
    sleeper s = {.cond = library_object(t, c, 1, TYPE_COND),
                 .mutex = library_object(t, c, 2, TYPE_MUTEX),
                 .depth = t->mutex_types ? library_room(t) : library_zero(t),
                 .late = late};
    const char *q = place_text(t, &s.cond), *m = place_text(t, &s.mutex);
    model_node *before = library_begin(t), *test;

    t->conds = true;
    library_check(t, &s.cond);
    library_check(t, &s.mutex);
    node_assert(t, "destroyed", "%s != -1", q);
    node_assert(t, "wait-unlocked", "%s == me + 1", owner(t, &s));
    if (t->mutex_types)
        node_emit(t, 0, "%s = %s >> 10", s.depth.text, m);
    node_emit(t, library_cost(t, &s.mutex), t->mutex_types ? "%s = %s & 768" : "%s = 0", m, m);
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, NULL, 0, "%s = %s | (1 << me)", q, q);
    library_option(t, test, NULL, 0, "skip");
    library_finish(t, before);
    wake(t, &s);
}

value cond_wait(translation *t, CXCursor c)
{
    claim_refuse(t, c, "a condition variable, whose waits may end again and again,");
    sleep_on(t, c, NULL);
    return library_zero(t);
}

/* When is not part of the model: a wait may end at any time. */
value cond_timed_wait(translation *t, CXCursor c)
{
    value r = library_room(t);

    claim_refuse(t, c, "a condition variable, whose waits may end again and again,");
    library_time(t, c, tree_count(c) - 1);
    node_emit(t, 0, "%s = 0", r.text);
    sleep_on(t, c, tr_text(t, "%s = %d", r.text, library_error(t, c, TIMED_OUT, C11_TIMED_OUT)));
    return r;
}

/* Wakes any of those that wait. */
value cond_signal(translation *t, CXCursor c)
{
    model_place p = library_object(t, c, 1, TYPE_COND);
    const char *q = place_text(t, &p);
    value i = library_room(t);
    model_node *before = library_begin(t), *loop;

    library_demand(t, &p, &(demand){"destroyed", "@ != -1"}, 1);
    node_emit(t, library_cost(t, &p), "%s = 0", i.text);
    loop = node_add(t, NODE_DO, NULL);
    loop->bounded = true;
    library_option(t, loop, tr_text(t, "((%s >> %s) & 1)", q, i.text), 0,
                   "%s = %s & ~(1 << %s); break", q, q, i.text);
    library_option(t, loop, tr_text(t, "((%s >> %s) >> 1)", q, i.text), 0, "%s++", i.text);
    library_option(t, loop, "else", 0, "break");
    node_emit(t, 0, "%s = 0", i.text);
    library_finish(t, before);
    return library_zero(t);
}

value sem_init(translation *t, CXCursor c)
{
    value v = number_settle(t, expression_as(t, tree_child(c, 3), type_int(t, 32, true)));

    if (!v.constant || v.low < 0)
        node_assert(t, "limit: a semaphore for more than can be counted", "%s >= 0", v.text);
    return library_step(t, c, &(step){.kind = TYPE_SEM, .act = tr_text(t, "@ = %s", v.text)});
}

#define SEM_MADE {"destroyed", "@ != -1"}

value sem_destroy(translation *t, CXCursor c)
{
    return library_step(t, c, &(step){TYPE_SEM, NULL, {SEM_MADE}, "@ = -1"});
}

value sem_wait(translation *t, CXCursor c)
{
    return library_step(t, c, &(step){TYPE_SEM, "(@ != 0)", {SEM_MADE}, "@--"});
}

value sem_post(translation *t, CXCursor c)
{
    return library_step(t, c,
                        &(step){TYPE_SEM,
                                NULL,
                                {SEM_MADE, {"limit: a semaphore that is full", "@ != 2147483647"}},
                                "@++"});
}

static value try_wait(translation *t, CXCursor c, int number)
{
    return library_try(t, c, &(step){TYPE_SEM, "@ > 0", {SEM_MADE}, "@ = @ - 1"}, -1, number);
}

value sem_try(translation *t, CXCursor c)
{
    return try_wait(t, c, AGAIN);
}

value sem_timed_wait(translation *t, CXCursor c)
{
    library_time(t, c, tree_count(c) - 1);
    return try_wait(t, c, TIMED_OUT);
}

value sem_value(translation *t, CXCursor c)
{
    model_place p = library_object(t, c, 1, TYPE_SEM), to = place_argument(t, tree_child(c, 2));
    value r = library_room(t);
    model_node *before = library_begin(t);

    library_demand(t, &p, &(demand)SEM_MADE, 1);
    node_emit(t, library_cost(t, &p), "%s = %s", r.text, place_text(t, &p));
    library_finish(t, before);
    place_store(t, &to, expression_convert(t, r, to.type, c));
    return library_zero(t);
}

#define RW_GONE "(-100)"
#define RW_MADE {"destroyed", "@ != " RW_GONE}
/* A set of readers cannot say how often one of them reads. */
#define RW_ONCE {"limit: a thread that holds a lock twice for reading", "@ < 0 || !(@ & (1 << me))"}

value rwlock_init(translation *t, CXCursor c)
{
    model_place attribute;

    library_attribute(t, c, 2, &attribute);
    return library_step(
        t, c, &(step){TYPE_RWLOCK, NULL, {{"in-use", "@ == 0 || @ == " RW_GONE}}, "@ = 0"});
}

/* Destroyed is not the same as held. */
value rwlock_destroy(translation *t, CXCursor c)
{
    return library_step(t, c, &(step){TYPE_RWLOCK, NULL, {{"in-use", "@ == 0"}}, "@ = " RW_GONE});
}

/* Waits for the guard; a writer that comes back is told so. */
static value rwlock_take(translation *t, CXCursor c, const step *s)
{
    model_place p = library_object(t, c, 1, TYPE_RWLOCK);
    value r = library_room(t);
    model_node *before = library_begin(t), *test;

    node_emit(t, library_cost(t, &p), "(%s || %s)", library_text(t, s->guard, &p),
              library_text(t, "@ == -(me + 1) || @ == " RW_GONE, &p));
    library_demand(t, &p, s->must, LENGTH(s->must));
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, library_text(t, "@ == -(me + 1)", &p), 0, "%s = %d", r.text, DEADLOCK);
    library_option(t, test, "else", 0, "%s; %s = 0", library_text(t, s->act, &p), r.text);
    library_finish(t, before);
    return r;
}

static const step reading = {TYPE_RWLOCK, "@ >= 0", {RW_MADE, RW_ONCE}, "@ = @ | (1 << me)"};
static const step writing = {TYPE_RWLOCK, "@ == 0", {RW_MADE}, "@ = -(me + 1)"};

value rwlock_read(translation *t, CXCursor c)
{
    return rwlock_take(t, c, &reading);
}

value rwlock_write(translation *t, CXCursor c)
{
    return rwlock_take(t, c, &writing);
}

value rwlock_try_read(translation *t, CXCursor c)
{
    return library_try(t, c, &reading, BUSY, 0);
}

value rwlock_try_write(translation *t, CXCursor c)
{
    return library_try(t, c, &writing, BUSY, 0);
}

/* As an attempt; but a writer that waits for itself is told so. */
static value rwlock_timed(translation *t, CXCursor c, const step *s)
{
    model_place p = library_object(t, c, 1, TYPE_RWLOCK);
    value r = library_room(t);
    model_node *before, *test;

    library_time(t, c, tree_count(c) - 1);
    before = library_begin(t);
    library_demand(t, &p, s->must, LENGTH(s->must));
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, library_text(t, s->guard, &p), library_cost(t, &p), "%s; %s = 0",
                   library_text(t, s->act, &p), r.text);
    library_option(t, test, library_text(t, "@ == -(me + 1)", &p), 0, "%s = %d", r.text, DEADLOCK);
    library_option(t, test, "else", 0, "%s = %d", r.text, TIMED_OUT);
    library_finish(t, before);
    return r;
}

value rwlock_timed_read(translation *t, CXCursor c)
{
    return rwlock_timed(t, c, &reading);
}

value rwlock_timed_write(translation *t, CXCursor c)
{
    return rwlock_timed(t, c, &writing);
}

value rwlock_unlock(translation *t, CXCursor c)
{
    return library_step(
        t, c,
        &(step){TYPE_RWLOCK,
                NULL,
                {RW_MADE, {"unlock", "@ == -(me + 1) || (@ > 0 && (@ & (1 << me)))"}},
                "@ = (@ < 0 -> 0 : @ & ~(1 << me))"});
}

#define BARRIER_MADE {"destroyed", "@.needed != 0"}

value barrier_init(translation *t, CXCursor c)
{
    value n = number_stable(t, expression_as(t, tree_child(c, 3), type_int(t, 32, true)));
    model_place attribute;

    library_attribute(t, c, 2, &attribute);
    if (n.constant && !n.low)
        return number_constant(t, type_int(t, 32, true), EINVAL);
    node_assert(t, "limit: a barrier for no thread, or for more than 30", "%s > 0 && %s < 31",
                n.text, n.text);
    return library_step(t, c,
                        &(step){TYPE_BARRIER,
                                NULL,
                                {{"in-use", "@.waiting == 0"}},
                                tr_text(t, "@.needed = %s; @.arrived = 0", n.text)});
}

/* The last to come wakes the others, and is told so. */
value barrier_wait(translation *t, CXCursor c)
{
    model_place p = library_object(t, c, 1, TYPE_BARRIER);
    value r = library_room(t);
    model_node *before = library_begin(t), *test;

    library_demand(t, &p, &(demand)BARRIER_MADE, 1);
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, library_text(t, "@.arrived + 1 < @.needed", &p), library_cost(t, &p),
                   "%s; %s = 0",
                   library_text(t, "@.arrived++; @.waiting = @.waiting | (1 << me)", &p), r.text);
    library_option(t, test, "else", 0, "%s; %s = -1",
                   library_text(t, "@.arrived = 0; @.waiting = 0", &p), r.text);
    library_finish(t, before);
    before = library_begin(t);
    node_emit(t, library_cost(t, &p), "%s", library_text(t, "(!(@.waiting & (1 << me)))", &p));
    library_finish(t, before);
    return r;
}

value barrier_destroy(translation *t, CXCursor c)
{
    return library_step(
        t, c,
        &(step){TYPE_BARRIER, NULL, {BARRIER_MADE, {"in-use", "@.arrived == 0"}}, "@.needed = 0"});
}
