/* Locks and what threads wait for.  A mutex is the number of its owner plus one, 255 when destroyed
 * or never made; a condition variable the set of the threads that wait for it, a semaphore its
 * count, both -1 when destroyed; a read-write lock the set of its readers, or minus the number of
 * its writer less one, RW_GONE when destroyed; a barrier how many it is for, how many have come,
 * and which of them still wait. */
#include "promela/expression.h"
#include "promela/library.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

enum { BUSY = 16, DEADLOCK = 35, TIMED_OUT = 110, C11_BUSY = 1, C11_TIMED_OUT = 4 };

static place sync_argument(translation *t, CXCursor c, u32 n, type_kind kind)
{
    place p = place_argument(t, tree_child(c, n));

    if (p.type->kind != kind)
        tree_refuse(t, c, "this is no object of the expected type: %s", tree_source(t, c));
    return p;
}

/* What a function returns as an error: C11 has numbers of its own. */
static int error_of(translation *t, CXCursor c, int number, int c11)
{
    return strncmp(scan_called(t, c), "pthread", 7) ? c11 : number;
}

/* Sets the object, after an assertion on what it was. */
static value set_sync(translation *t, CXCursor c, type_kind kind, const char *must,
                      const char *error, const char *to)
{
    place p = sync_argument(t, c, 1, kind);
    const char *m = place_text(t, &p);
    node *before = library_begin(t);

    library_check(t, &p);
    if (must)
        node_assert(t, error, must, m, m);
    node_emit(t, library_cost(t, &p), "%s = %s", m, to);
    library_finish(t, before);
    return library_zero(t);
}

value mutex_init(translation *t, CXCursor c)
{
    if (strcmp(scan_called(t, c), "pthread_spin_init"))
        library_require_null(t, c, 2);
    return set_sync(t, c, TYPE_MUTEX, "%s == 0 || %s == 255", "in-use", "0");
}

value mutex_destroy(translation *t, CXCursor c)
{
    return set_sync(t, c, TYPE_MUTEX, "%s == 0", "in-use", "255");
}

value mutex_lock(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_MUTEX);
    const char *m = place_text(t, &p);
    node *before = library_begin(t);

    node_emit(t, library_cost(t, &p), "(%s == 0 || %s == me + 1 || %s == 255)", m, m, m);
    library_check(t, &p);
    node_assert(t, "destroyed", "%s != 255", m);
    node_assert(t, "relock", "%s != me + 1", m);
    node_emit(t, 0, "%s = me + 1", m);
    library_finish(t, before);
    return library_zero(t);
}

/* `object = to` if the guard holds, else the error. */
static value try_to(translation *t, const place *p, const char *gone, const char *guard,
                    const char *to, int error)
{
    const char *m = place_text(t, p);
    value r = library_room(t);
    node *before = library_begin(t), *test;

    library_check(t, p);
    node_assert(t, "destroyed", "%s != %s", m, gone);
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, guard, library_cost(t, p), "%s = %s; %s = 0", m, to, r.text);
    library_option(t, test, "else", 0, "%s = %d", r.text, error);
    library_finish(t, before);
    return r;
}

value mutex_trylock(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_MUTEX);

    return try_to(t, &p, "255", tr_text(t, "%s == 0", place_text(t, &p)), "me + 1",
                  error_of(t, c, BUSY, C11_BUSY));
}

value mutex_unlock(translation *t, CXCursor c)
{
    return set_sync(t, c, TYPE_MUTEX, "%s == me + 1", "unlock", "0");
}

/* The locks of the paper: an int that is 1 while it is held. */
static value set_paper_lock(translation *t, CXCursor c, bool take)
{
    place p = place_argument(t, tree_child(c, 1));
    const char *l = place_text(t, &p);
    node *before;

    if (p.type->kind != TYPE_INT)
        tree_refuse(t, c, "lock and unlock take a pointer to an integer");
    before = library_begin(t);
    if (take)
        node_emit(t, library_cost(t, &p), "(%s == 0)", l);
    library_check(t, &p);
    node_emit(t, take ? 0 : library_cost(t, &p), "%s = %d", l, take);
    if (p.shadow)
        place_mark(t, &p);
    library_finish(t, before);
    return library_zero(t);
}

value paper_lock(translation *t, CXCursor c)
{
    return set_paper_lock(t, c, true);
}

value paper_unlock(translation *t, CXCursor c)
{
    return set_paper_lock(t, c, false);
}

value cond_init(translation *t, CXCursor c)
{
    if (tree_count(c) > 2)
        library_require_null(t, c, 2);
    return set_sync(t, c, TYPE_COND, NULL, NULL, "0");
}

value cond_destroy(translation *t, CXCursor c)
{
    return set_sync(t, c, TYPE_COND, "%s == 0", "in-use", "-1");
}

value cond_broadcast(translation *t, CXCursor c)
{
    return set_sync(t, c, TYPE_COND, "%s != -1", "destroyed", "0");
}

/* Gets the mutex back; `late`: even if nobody woke the thread, and the result says so. */
static void wake(translation *t, const char *q, const char *m, u32 cost, const char *late)
{
    node *before = library_begin(t), *test, *inner;

    if (!late) {
        node_emit(t, cost, "(!(%s & (1 << me)) && (%s == 0 || %s == 255))", q, m, m);
    } else {
        test = node_add(t, NODE_IF, NULL);
        node_option(t, test, tr_text(t, "!(%s & (1 << me)) && (%s == 0 || %s == 255)", q, m, m),
                    cost);
        inner = node_enter(
            t,
            node_option(t, test, tr_text(t, "(%s & (1 << me)) && (%s == 0 || %s == 255)", q, m, m),
                        cost));
        node_emit(t, 0, "%s = %s & ~(1 << me)", q, q);
        node_emit(t, 0, "%s", late);
        node_leave(t, inner);
    }
    node_assert(t, "destroyed", "%s != 255", m);
    node_emit(t, 0, "%s = me + 1", m);
    library_finish(t, before);
}

/* Releases the mutex and sleeps, or is woken for no reason at once: which is as good as later, for
 * the thread still has to get the mutex. */
static void sleep_on(translation *t, CXCursor c, const char *late)
{
    place cond = sync_argument(t, c, 1, TYPE_COND), mutex = sync_argument(t, c, 2, TYPE_MUTEX);
    const char *q = place_text(t, &cond), *m = place_text(t, &mutex);
    node *before = library_begin(t), *test;

    t->conds = true;
    library_check(t, &cond);
    library_check(t, &mutex);
    node_assert(t, "destroyed", "%s != -1", q);
    node_assert(t, "wait-unlocked", "%s == me + 1", m);
    node_emit(t, library_cost(t, &mutex), "%s = 0", m);
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, NULL, 0, "%s = %s | (1 << me)", q, q);
    library_option(t, test, NULL, 0, "skip");
    library_finish(t, before);
    wake(t, q, m, library_cost(t, &mutex), late);
}

value cond_wait(translation *t, CXCursor c)
{
    sleep_on(t, c, NULL);
    return library_zero(t);
}

/* When is not part of the model: a wait may end at any time. */
value cond_timed_wait(translation *t, CXCursor c)
{
    value r = library_room(t);

    node_emit(t, 0, "%s = 0", r.text);
    sleep_on(t, c, tr_text(t, "%s = %d", r.text, error_of(t, c, TIMED_OUT, C11_TIMED_OUT)));
    return r;
}

/* Wakes any of those that wait. */
value cond_signal(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_COND);
    const char *q = place_text(t, &p);
    value i = library_room(t);
    node *before = library_begin(t), *loop;

    library_check(t, &p);
    node_assert(t, "destroyed", "%s != -1", q);
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
    value v = number_settle(t, expression_value(t, tree_child(c, 3)));

    return set_sync(t, c, TYPE_SEM, NULL, NULL, v.text);
}

value sem_destroy(translation *t, CXCursor c)
{
    return set_sync(t, c, TYPE_SEM, "%s != -1", "destroyed", "-1");
}

value sem_wait(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_SEM);
    const char *s = place_text(t, &p);
    node *before = library_begin(t);

    node_emit(t, library_cost(t, &p), "(%s != 0)", s);
    library_check(t, &p);
    node_assert(t, "destroyed", "%s != -1", s);
    node_emit(t, 0, "%s--", s);
    library_finish(t, before);
    return library_zero(t);
}

value sem_try(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_SEM);
    const char *s = place_text(t, &p);

    return try_to(t, &p, "-1", tr_text(t, "%s > 0", s), tr_text(t, "%s - 1", s), -1);
}

value sem_post(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_SEM);
    const char *s = place_text(t, &p);
    node *before = library_begin(t);

    library_check(t, &p);
    node_assert(t, "destroyed", "%s != -1", s);
    node_emit(t, library_cost(t, &p), "%s++", s);
    library_finish(t, before);
    return library_zero(t);
}

value sem_value(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_SEM), to = place_argument(t, tree_child(c, 2));
    value r = library_room(t);
    node *before = library_begin(t);

    library_check(t, &p);
    node_assert(t, "destroyed", "%s != -1", place_text(t, &p));
    node_emit(t, library_cost(t, &p), "%s = %s", r.text, place_text(t, &p));
    library_finish(t, before);
    place_store(t, &to, expression_convert(t, r, to.type, c));
    return library_zero(t);
}

#define RW_GONE "(-100)"

value rwlock_init(translation *t, CXCursor c)
{
    library_require_null(t, c, 2);
    return set_sync(t, c, TYPE_RWLOCK, "%s == 0 || %s == " RW_GONE, "in-use", "0");
}

/* Destroyed is not the same as held. */
value rwlock_destroy(translation *t, CXCursor c)
{
    return set_sync(t, c, TYPE_RWLOCK, "%s == 0", "in-use", RW_GONE);
}

/* A set of readers cannot say how often one of them reads. */
static void assert_once(translation *t, const char *l)
{
    node_assert(t, "limit: a thread that holds a lock twice for reading", "!(%s & (1 << me))", l);
}

/* Waits for the guard; a writer that comes back is told so. */
static value rwlock_take(translation *t, CXCursor c, const char *guard, const char *to, bool reads)
{
    place p = sync_argument(t, c, 1, TYPE_RWLOCK);
    const char *l = place_text(t, &p);
    value r = library_room(t);
    node *before = library_begin(t), *test, *inner;

    node_emit(t, library_cost(t, &p), "(%s %s || %s == -(me + 1) || %s == " RW_GONE ")", l, guard,
              l, l);
    library_check(t, &p);
    node_assert(t, "destroyed", "%s != " RW_GONE, l);
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, tr_text(t, "%s == -(me + 1)", l), 0, "%s = %d", r.text, DEADLOCK);
    inner = node_enter(t, node_option(t, test, "else", 0));
    if (reads)
        assert_once(t, l);
    node_emit(t, 0, to, l, l);
    node_emit(t, 0, "%s = 0", r.text);
    node_leave(t, inner);
    library_finish(t, before);
    return r;
}

value rwlock_read(translation *t, CXCursor c)
{
    return rwlock_take(t, c, ">= 0", "%s = %s | (1 << me)", true);
}

value rwlock_write(translation *t, CXCursor c)
{
    return rwlock_take(t, c, "== 0", "%s = -(me + 1)", false);
}

value rwlock_try_read(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_RWLOCK);
    const char *l = place_text(t, &p);

    assert_once(t, tr_text(t, "(%s >= 0 -> %s : 0)", l, l));
    return try_to(t, &p, RW_GONE, tr_text(t, "%s >= 0", l), tr_text(t, "%s | (1 << me)", l), BUSY);
}

value rwlock_try_write(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_RWLOCK);

    return try_to(t, &p, RW_GONE, tr_text(t, "%s == 0", place_text(t, &p)), "-(me + 1)", BUSY);
}

value rwlock_unlock(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_RWLOCK);
    const char *l = place_text(t, &p);
    node *before = library_begin(t);

    library_check(t, &p);
    node_assert(t, "destroyed", "%s != " RW_GONE, l);
    node_assert(t, "unlock", "%s == -(me + 1) || (%s > 0 && (%s & (1 << me)))", l, l, l);
    node_emit(t, library_cost(t, &p), "%s = (%s < 0 -> 0 : %s & ~(1 << me))", l, l, l);
    library_finish(t, before);
    return library_zero(t);
}

value barrier_init(translation *t, CXCursor c)
{
    value n = number_stable(t, expression_as(t, tree_child(c, 3), type_int(t, 32, true)));
    place p = sync_argument(t, c, 1, TYPE_BARRIER);
    const char *b = place_text(t, &p);
    node *before = library_begin(t);

    library_require_null(t, c, 2);
    library_check(t, &p);
    node_assert(t, "misuse", "%s != 0", n.text);
    node_assert(t, "limit: a barrier for more than 30 threads", "%s > 0 && %s < 31", n.text,
                n.text);
    node_assert(t, "in-use", "%s.waiting == 0", b);
    node_emit(t, library_cost(t, &p), "%s.needed = %s", b, n.text);
    node_emit(t, 0, "%s.arrived = 0", b);
    library_finish(t, before);
    return library_zero(t);
}

/* The last to come wakes the others, and is told so. */
value barrier_wait(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_BARRIER);
    const char *b = place_text(t, &p);
    value r = library_room(t);
    node *before = library_begin(t), *test;

    library_check(t, &p);
    node_assert(t, "destroyed", "%s.needed != 0", b);
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, tr_text(t, "%s.arrived + 1 < %s.needed", b, b), library_cost(t, &p),
                   "%s.arrived++; %s.waiting = %s.waiting | (1 << me); %s = 0", b, b, b, r.text);
    library_option(t, test, "else", 0, "%s.arrived = 0; %s.waiting = 0; %s = -1", b, b, r.text);
    library_finish(t, before);
    before = library_begin(t);
    node_emit(t, library_cost(t, &p), "(!(%s.waiting & (1 << me)))", b);
    library_finish(t, before);
    return r;
}

value barrier_destroy(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_BARRIER);
    const char *b = place_text(t, &p);
    node *before = library_begin(t);

    library_check(t, &p);
    node_assert(t, "destroyed", "%s.needed != 0", b);
    node_assert(t, "in-use", "%s.arrived == 0", b);
    node_emit(t, library_cost(t, &p), "%s.needed = 0", b);
    library_finish(t, before);
    return library_zero(t);
}
