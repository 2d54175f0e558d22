/* Library functions: threads, locks, choices, assertions.  A mutex is the number of its owner plus
 * one, 255 when destroyed; a condition variable the set of the threads that wait for it. */
#include "promela/expression.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

typedef enum library_kind {
    LIB_CREATE,
    LIB_JOIN,
    LIB_DETACH,
    LIB_EXIT_THREAD,
    LIB_SELF,
    LIB_EQUAL,
    LIB_MUTEX_INIT,
    LIB_MUTEX_DESTROY,
    LIB_LOCK,
    LIB_TRYLOCK,
    LIB_UNLOCK,
    LIB_COND_INIT,
    LIB_COND_DESTROY,
    LIB_WAIT,
    LIB_SIGNAL,
    LIB_BROADCAST,
    LIB_SEM_INIT,
    LIB_SEM_DESTROY,
    LIB_SEM_WAIT,
    LIB_SEM_TRYWAIT,
    LIB_SEM_POST,
    LIB_NOTHING,
    LIB_FENCE,
    LIB_OUTPUT,
    LIB_FREE,
    LIB_EXIT,
    LIB_ABORT,
    LIB_REACHED,
    LIB_ASSERT_FAIL,
    LIB_ASSERT,
    LIB_ASSUME,
    LIB_CHOOSE,
    LIB_TOSS,
    LIB_NONDET_BOOL,
    LIB_ATOMIC_BEGIN,
    LIB_ATOMIC_END,
    LIB_FETCH_ADD,
    LIB_FETCH_SUB,
    LIB_ADD_FETCH,
    LIB_SUB_FETCH,
    LIB_BOOL_CAS,
    LIB_VAL_CAS,
    LIB_TEST_SET,
    LIB_RELEASE,
    LIB_FLAG_SET,
    LIB_FLAG_CLEAR
} library_kind;

static const struct {
    const char *name;
    library_kind kind;
    int count;
} functions[] = {
#define LIBRARY(name, kind, count) {#name, LIB_##kind, count},
#include "promela/library.def"
};

enum { CHOICES = 8, MOST_CHOICES = 256 };

static value zero(translation *t)
{
    return number_constant(t, type_int(t, 32, true), 0);
}

static value room(translation *t)
{
    return number_room(t, type_int(t, 32, true));
}

static u32 visible(translation *t, const place *p)
{
    return p->shared && !t->alone;
}

/* Begins statements that are kept together. */
static node *begin_whole(translation *t)
{
    return node_enter(t, node_add(t, NODE_ATOMIC, NULL));
}

/* Begins a step on an object that others work on, too: what was stored before is in memory. */
static node *begin(translation *t)
{
    memory_direct(t);
    return begin_whole(t);
}

static void finish(translation *t, node *before)
{
    node_leave(t, before);
    memory_indirect(t);
}

static void check_place(translation *t, const place *p)
{
    if (p->checks)
        node_assert(t, p->kind, "%s", p->checks);
}

static place sync_argument(translation *t, CXCursor c, u32 n, type_kind kind)
{
    place p = place_argument(t, tree_child(c, n));

    if (p.type->kind != kind)
        tree_refuse(t, c, "this is no object of the expected type: %s", tree_source(t, c));
    return p;
}

static value lock(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_MUTEX);
    const char *m = place_text(t, &p);
    node *before = begin(t);

    node_emit(t, visible(t, &p), "(%s == 0 || %s == me + 1 || %s == 255)", m, m, m);
    check_place(t, &p);
    node_assert(t, "destroyed", "%s != 255", m);
    node_assert(t, "relock", "%s != me + 1", m);
    node_emit(t, 0, "%s = me + 1", m);
    finish(t, before);
    return zero(t);
}

static value trylock(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_MUTEX);
    const char *m = place_text(t, &p);
    value r = room(t);
    node *before = begin(t), *test, *inner;

    check_place(t, &p);
    node_assert(t, "destroyed", "%s != 255", m);
    test = node_add(t, NODE_IF, NULL);
    inner = node_enter(t, node_option(t, test, tr_text(t, "%s == 0", m), visible(t, &p)));
    node_emit(t, 0, "%s = me + 1", m);
    node_emit(t, 0, "%s = 0", r.text);
    node_leave(t, inner);
    inner = node_enter(t, node_option(t, test, "else", 0));
    node_emit(t, 0, "%s = %d", r.text,
              strcmp(scan_called(t, c), "mtx_trylock") ? 16 : 1); /* EBUSY, thrd_busy */
    node_leave(t, inner);
    finish(t, before);
    return r;
}

static value unlock(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_MUTEX);
    const char *m = place_text(t, &p);
    node *before = begin(t);

    check_place(t, &p);
    node_assert(t, "unlock", "%s == me + 1", m);
    node_emit(t, visible(t, &p), "%s = 0", m);
    finish(t, before);
    return zero(t);
}

static void require_null(translation *t, CXCursor c, u32 n)
{
    value v = expression_value(t, tree_child(c, n));

    if (!v.constant || v.low != 0)
        tree_refuse(t, c, "attributes are not translated: %s", tree_source(t, c));
}

static value set_sync(translation *t, CXCursor c, type_kind kind, const char *must,
                      const char *error, const char *to)
{
    place p = sync_argument(t, c, 1, kind);
    const char *m = place_text(t, &p);
    node *before = begin(t);

    check_place(t, &p);
    if (must)
        node_assert(t, error, must, m, m);
    node_emit(t, visible(t, &p), "%s = %s", m, to);
    finish(t, before);
    return zero(t);
}

/* Releases the mutex and sleeps, or is woken for no reason at once: which is as good as later, for
 * the thread still has to get the mutex. */
static value wait(translation *t, CXCursor c)
{
    place cond = sync_argument(t, c, 1, TYPE_COND), mutex = sync_argument(t, c, 2, TYPE_MUTEX);
    const char *q = place_text(t, &cond), *m = place_text(t, &mutex);
    node *before = begin(t), *test, *inner;

    t->conds = true;
    check_place(t, &cond);
    check_place(t, &mutex);
    node_assert(t, "destroyed", "%s != -1", q);
    node_assert(t, "wait-unlocked", "%s == me + 1", m);
    node_emit(t, visible(t, &mutex), "%s = 0", m);
    test = node_add(t, NODE_IF, NULL);
    inner = node_enter(t, node_option(t, test, NULL, 0));
    node_emit(t, 0, "%s = %s | (1 << me)", q, q);
    node_leave(t, inner);
    inner = node_enter(t, node_option(t, test, NULL, 0));
    node_emit(t, 0, "skip");
    node_leave(t, inner);
    finish(t, before);
    before = begin(t);
    node_emit(t, visible(t, &mutex), "(!(%s & (1 << me)) && (%s == 0 || %s == 255))", q, m, m);
    node_assert(t, "destroyed", "%s != 255", m);
    node_emit(t, 0, "%s = me + 1", m);
    finish(t, before);
    return zero(t);
}

/* Wakes any of those that wait. */
static value wake_one(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_COND);
    const char *q = place_text(t, &p);
    value i = room(t);
    node *before = begin(t), *loop, *inner;

    check_place(t, &p);
    node_assert(t, "destroyed", "%s != -1", q);
    node_emit(t, visible(t, &p), "%s = 0", i.text);
    loop = node_add(t, NODE_DO, NULL);
    loop->bounded = true;
    inner = node_enter(t, node_option(t, loop, tr_text(t, "((%s >> %s) & 1)", q, i.text), 0));
    node_emit(t, 0, "%s = %s & ~(1 << %s)", q, q, i.text);
    node_emit(t, 0, "break");
    node_leave(t, inner);
    inner = node_enter(t, node_option(t, loop, tr_text(t, "((%s >> %s) >> 1)", q, i.text), 0));
    node_emit(t, 0, "%s++", i.text);
    node_leave(t, inner);
    inner = node_enter(t, node_option(t, loop, "else", 0));
    node_emit(t, 0, "break");
    node_leave(t, inner);
    node_emit(t, 0, "%s = 0", i.text);
    finish(t, before);
    return zero(t);
}

static value sem_wait(translation *t, CXCursor c, bool try)
{
    place p = sync_argument(t, c, 1, TYPE_SEM);
    const char *s = place_text(t, &p);
    value r = zero(t);
    node *before, *test, *inner;

    if (try)
        r = room(t);
    before = begin(t);
    if (!try) {
        node_emit(t, visible(t, &p), "(%s != 0)", s);
        check_place(t, &p);
        node_assert(t, "destroyed", "%s != -1", s);
        node_emit(t, 0, "%s--", s);
        finish(t, before);
        return r;
    }
    check_place(t, &p);
    node_assert(t, "destroyed", "%s != -1", s);
    test = node_add(t, NODE_IF, NULL);
    inner = node_enter(t, node_option(t, test, tr_text(t, "%s > 0", s), visible(t, &p)));
    node_emit(t, 0, "%s--", s);
    node_emit(t, 0, "%s = 0", r.text);
    node_leave(t, inner);
    inner = node_enter(t, node_option(t, test, "else", 0));
    node_emit(t, 0, "%s = -1", r.text);
    node_leave(t, inner);
    finish(t, before);
    return r;
}

static value sem_post(translation *t, CXCursor c)
{
    place p = sync_argument(t, c, 1, TYPE_SEM);
    node *before = begin(t);

    check_place(t, &p);
    node_assert(t, "destroyed", "%s != -1", place_text(t, &p));
    node_emit(t, visible(t, &p), "%s++", place_text(t, &p));
    finish(t, before);
    return zero(t);
}

static value sem_init(translation *t, CXCursor c)
{
    value v = number_settle(t, expression_value(t, tree_child(c, 3)));
    place p = sync_argument(t, c, 1, TYPE_SEM);
    node *before = begin(t);

    check_place(t, &p);
    node_emit(t, visible(t, &p), "%s = %s", place_text(t, &p), v.text);
    finish(t, before);
    return zero(t);
}

static value create(translation *t, CXCursor c)
{
    place handle = place_argument(t, tree_child(c, 1));
    CXCursor start = tree_strip_casts(tree_child(c, 3));
    value argument;
    function *f;
    node *before;

    require_null(t, c, 2);
    if (tree_kind(start) == CXCursor_UnaryOperator)
        start = tree_strip_casts(tree_child(start, 0));
    f = scan_named(t, start);
    argument = number_settle(t, expression_value(t, tree_child(c, 4)));
    if (f->parameters.n > 1 || (f->parameters.n && f->parameters.at[0]->type->kind != TYPE_POINTER))
        tree_refuse(t, c, "%s is no function that a thread can start with", f->c_name);
    argument = expression_convert(t, argument, type_pointer(t, type_void(t)), c);
    t->alone = false;
    handle.shared = handle.shared || handle.store || !strchr(handle.base, '.');
    before = begin(t);
    node_assert(t, tr_text(t, "limit: %u threads", memory_threads(t) - 1), "threads < %u",
                memory_threads(t));
    {
        place quiet = handle;

        quiet.shared = false;
        place_store(t, &quiet, number_text(t, handle.type, "threads"));
    }
    node_emit(t, 1, "run thread_%s(threads%s%s)", f->name, f->parameters.n ? ", " : "",
              f->parameters.n ? argument.text : "");
    node_emit(t, 0, "threads++");
    finish(t, before);
    return zero(t);
}

static value join(translation *t, CXCursor c)
{
    value which = number_settle(t, expression_value(t, tree_child(c, 1)));
    CXCursor to = tree_strip_casts(tree_child(c, 2));
    bool wanted = tree_kind(to) == CXCursor_UnaryOperator;
    value result = wanted ? zero(t) : expression_value(t, tree_child(c, 2));
    node *before;

    if (!wanted && !result.constant)
        wanted = true;
    if (!which.plain)
        which = number_keep(t, which);
    t->threads = true; /* even if none is ever started */
    node_assert(t, "misuse", "%s >= 0 && %s < threads", which.text, which.text);
    if (wanted) {
        place p = place_argument(t, tree_child(c, 2));
        value r = room(t);

        t->joins_value = true;
        before = begin(t);
        node_emit(t, 1, "((thread_over >> %s) & 1)", which.text);
        node_assert(t, "misuse", "!((thread_joined >> %s) & 1)", which.text);
        node_emit(t, 0, "thread_joined = thread_joined | (1 << %s)", which.text);
        node_emit(t, 0, "%s = thread_result[%s]", r.text, which.text);
        finish(t, before);
        if (p.type->kind != TYPE_POINTER)
            tree_refuse(t, c, "the result of a thread in %s is not translated", p.type->name);
        r.type = type_pointer(t, type_void(t));
        place_store(t, &p, expression_convert(t, r, p.type, c));
        return zero(t);
    }
    before = begin(t);
    node_emit(t, 1, "((thread_over >> %s) & 1)", which.text);
    node_assert(t, "misuse", "!((thread_joined >> %s) & 1)", which.text);
    node_emit(t, 0, "thread_joined = thread_joined | (1 << %s)", which.text);
    finish(t, before);
    return zero(t);
}

/* Nobody may join it any more. */
static value detach(translation *t, CXCursor c)
{
    value which = number_settle(t, expression_value(t, tree_child(c, 1)));
    node *before;

    if (!which.plain)
        which = number_keep(t, which);
    before = begin(t);
    t->threads = true;
    node_assert(t, "misuse", "%s >= 0 && %s < threads && !((thread_joined >> %s) & 1)", which.text,
                which.text, which.text);
    node_emit(t, 1, "thread_joined = thread_joined | (1 << %s)", which.text);
    finish(t, before);
    return zero(t);
}

/* The run ends here, whatever other threads could do. */
static void end_run(translation *t)
{
    t->ends_early = true;
    node_emit(t, 1, "over = true");
    node_emit(t, 1, "false");
}

static value exit_thread(translation *t, CXCursor c)
{
    value v = number_settle(t, expression_value(t, tree_child(c, 1)));

    if (t->f->called || (!t->f->starts && t->f != t->main))
        tree_refuse(t, c, "pthread_exit outside of the function that the thread starts with");
    v = expression_convert(t, v, type_pointer(t, type_void(t)), c);
    node_emit(t, 0, "result = %s", v.text);
    node_emit(t, 0, "goto %s_ends", t->f->name);
    return zero(t);
}

static value assertion(translation *t, CXCursor c)
{
    value v = number_truth(t, expression_value(t, tree_child(c, 1)));
    node *before = NULL;

    if (v.checks) {
        before = begin_whole(t);
        node_assert(t, v.kind, "%s", v.checks);
    }
    node_assert(t, "assertion", "%s", v.text);
    vec_last(&t->out->children)->cost = v.visible;
    if (before)
        node_leave(t, before);
    return zero(t);
}

static value assume(translation *t, CXCursor c)
{
    value v = expression_condition(t, tree_child(c, 1));
    node *test = node_add(t, NODE_IF, NULL), *before;

    node_option(t, test, v.text, v.visible);
    before = node_enter(t, node_option(t, test, "else", 0));
    end_run(t);
    node_leave(t, before);
    return zero(t);
}

/* t is any of 0 .. n - 1. */
static value choose_few(translation *t, i128 n)
{
    value r = room(t);
    node *test = node_add(t, NODE_IF, NULL);

    for (i128 i = 0; i < n; i++) {
        node *before = node_enter(t, node_option(t, test, NULL, 0));

        node_emit(t, 0, "%s = %d", r.text, (int)i);
        node_leave(t, before);
    }
    r.low = 0;
    r.top = n - 1;
    return r;
}

static value choose_many(translation *t, value n)
{
    value r = room(t);
    node *whole = begin_whole(t), *loop, *before;

    node_emit(t, 0, "%s = 0", r.text);
    loop = node_add(t, NODE_DO, NULL);
    loop->bounded = true;
    before = node_enter(t, node_option(t, loop, tr_text(t, "%s < %s - 1", r.text, n.text), 0));
    node_emit(t, 0, "%s++", r.text);
    node_leave(t, before);
    before = node_enter(t, node_option(t, loop, NULL, 0));
    node_emit(t, 0, "break");
    node_leave(t, before);
    node_leave(t, whole);
    r.low = 0;
    return r;
}

static value choose(translation *t, CXCursor c, i128 more)
{
    value n = number_settle(t, expression_value(t, tree_child(c, 1)));

    if (n.constant && n.low + more >= 1 && n.low + more <= CHOICES)
        return choose_few(t, n.low + more);
    if (n.constant && n.low + more > MOST_CHOICES)
        tree_refuse(t, c, "a choice among more than %d values is not translated",
                    (int)MOST_CHOICES);
    if (!n.constant) {
        if (!n.plain)
            n = number_keep(t, n);
        node_assert(t, "misuse", "%s + %d > 0", n.text, (int)more);
    }
    n = number_text(t, n.type, tr_text(t, "%s + %d", n.text, (int)more));
    return choose_many(t, n);
}

/* Arguments are evaluated, strings aside; nothing is printed. */
static value output(translation *t, CXCursor c)
{
    u32 n = tree_count(c);

    node_add(t, NODE_NOTE,
             tr_text(t, "output: %s", tree_name(t, tree_strip_casts(tree_child(c, 0)))));
    for (u32 i = 1; i < n; i++) {
        CXCursor a = tree_child(c, i);
        type *of = type_of_cursor(t, a);

        if (tree_kind(tree_strip_casts(a)) != CXCursor_StringLiteral && of->kind != TYPE_POINTER &&
            of->kind != TYPE_BAD)
            expression_effect(t, a);
    }
    return zero(t);
}

static value fetch(translation *t, CXCursor c, enum CXBinaryOperatorKind op, bool old_value)
{
    place p = place_argument(t, tree_child(c, 1));
    value by = number_settle(t, expression_value(t, tree_child(c, 2))), old, new;
    type *word = p.type->bits < 32 ? type_int(t, 32, true) : p.type;
    node *before;

    if (p.type->kind != TYPE_INT)
        tree_refuse(t, c, "an atomic addition to %s is not translated", p.type->name);
    by = number_convert(t, number_convert(t, by, p.type), word);
    before = begin(t);
    old = number_keep(t, place_load(t, &p));
    new = number_convert(t, number_binary(t, op, number_convert(t, old, word), by, word), p.type);
    if (!old_value)
        new = number_keep(t, new);
    place_store(t, &p, new);
    finish(t, before);
    return old_value ? old : new;
}

static value compare_and_swap(translation *t, CXCursor c, bool as_bool)
{
    place p = place_argument(t, tree_child(c, 1));
    value wanted = expression_convert(t, number_settle(t, expression_value(t, tree_child(c, 2))),
                                      p.type, c),
          to, old, done, equal;
    node *before, *test, *inner;

    if (!wanted.plain)
        wanted = number_keep(t, wanted);
    to = expression_convert(t, number_settle(t, expression_value(t, tree_child(c, 3))), p.type, c);
    done = room(t);
    before = begin(t);
    old = number_keep(t, place_load(t, &p));
    equal = number_compare(t, CXBinaryOperator_EQ, old, wanted);
    test = node_add(t, NODE_IF, NULL);
    inner = node_enter(t, node_option(t, test, equal.text, 0));
    place_store(t, &p, to);
    node_emit(t, 0, "%s = 1", done.text);
    node_leave(t, inner);
    inner = node_enter(t, node_option(t, test, "else", 0));
    node_emit(t, 0, "%s = 0", done.text);
    node_leave(t, inner);
    finish(t, before);
    done.low = 0;
    done.top = 1;
    return as_bool ? done : old;
}

static value test_set(translation *t, CXCursor c)
{
    place p = place_argument(t, tree_child(c, 1));
    value to = expression_convert(t, number_settle(t, expression_value(t, tree_child(c, 2))),
                                  p.type, c),
          old;
    node *before = begin(t);

    old = number_keep(t, place_load(t, &p));
    place_store(t, &p, to);
    finish(t, before);
    return old;
}

static value release(translation *t, CXCursor c)
{
    place p = place_argument(t, tree_child(c, 1));

    place_store(t, &p, number_constant(t, p.type, 0));
    return zero(t);
}

/* Weaker ones than the sequential fence do nothing to the order in which buffers keep stores. */
static value fence(translation *t, CXCursor c)
{
    i128 order = 5;

    if (tree_count(c) < 2 || (tree_constant(tree_child(c, 1), &order) && order == 5))
        memory_drain(t);
    return zero(t);
}

static value perform(translation *t, CXCursor c, library_kind kind)
{
    value v;

    switch (kind) {
    case LIB_CREATE:
        return create(t, c);
    case LIB_JOIN:
        return join(t, c);
    case LIB_EXIT_THREAD:
        return exit_thread(t, c);
    case LIB_SELF:
        return number_text(t, type_int(t, 32, true), "me");
    case LIB_EQUAL:
        v = number_settle(t, expression_value(t, tree_child(c, 1)));
        return number_compare(t, CXBinaryOperator_EQ, v, expression_after(t, &v, tree_child(c, 2)));
    case LIB_MUTEX_INIT:
        if (!strcmp(scan_called(t, c), "pthread_mutex_init"))
            require_null(t, c, 2);
        return set_sync(t, c, TYPE_MUTEX, "%s == 0 || %s == 255", "in-use", "0");
    case LIB_MUTEX_DESTROY:
        return set_sync(t, c, TYPE_MUTEX, "%s == 0", "in-use", "255");
    case LIB_LOCK:
        return lock(t, c);
    case LIB_TRYLOCK:
        return trylock(t, c);
    case LIB_UNLOCK:
        return unlock(t, c);
    case LIB_COND_INIT:
        if (tree_count(c) > 2)
            require_null(t, c, 2);
        return set_sync(t, c, TYPE_COND, NULL, NULL, "0");
    case LIB_COND_DESTROY:
        return set_sync(t, c, TYPE_COND, "%s == 0", "in-use", "-1");
    case LIB_WAIT:
        return wait(t, c);
    case LIB_SIGNAL:
        return wake_one(t, c);
    case LIB_BROADCAST:
        return set_sync(t, c, TYPE_COND, "%s != -1", "destroyed", "0");
    case LIB_SEM_INIT:
        return sem_init(t, c);
    case LIB_SEM_DESTROY:
        return set_sync(t, c, TYPE_SEM, "%s != -1", "destroyed", "-1");
    case LIB_DETACH:
        return detach(t, c);
    case LIB_SEM_WAIT:
        return sem_wait(t, c, false);
    case LIB_SEM_TRYWAIT:
        return sem_wait(t, c, true);
    case LIB_SEM_POST:
        return sem_post(t, c);
    case LIB_NOTHING:
        return zero(t);
    case LIB_FENCE:
        return fence(t, c);
    case LIB_OUTPUT:
        return output(t, c);
    case LIB_FREE:
        place_free(t, expression_value(t, tree_strip_casts(tree_child(c, 1))), c);
        return zero(t);
    case LIB_EXIT:
        expression_effect(t, tree_child(c, 1));
        end_run(t);
        return zero(t);
    case LIB_ABORT:
        node_assert(t, "abort", "false");
        return zero(t);
    case LIB_REACHED:
    case LIB_ASSERT_FAIL:
        node_assert(t, "assertion", "false");
        return zero(t);
    case LIB_ASSERT:
        return assertion(t, c);
    case LIB_ASSUME:
        return assume(t, c);
    case LIB_CHOOSE:
        return choose(t, c, 0);
    case LIB_TOSS:
        return choose(t, c, 1);
    case LIB_NONDET_BOOL:
        return choose_few(t, 2);
    case LIB_FETCH_ADD:
        return fetch(t, c, CXBinaryOperator_Add, true);
    case LIB_FETCH_SUB:
        return fetch(t, c, CXBinaryOperator_Sub, true);
    case LIB_ADD_FETCH:
        return fetch(t, c, CXBinaryOperator_Add, false);
    case LIB_SUB_FETCH:
        return fetch(t, c, CXBinaryOperator_Sub, false);
    case LIB_BOOL_CAS:
        return compare_and_swap(t, c, true);
    case LIB_VAL_CAS:
        return compare_and_swap(t, c, false);
    case LIB_TEST_SET:
        return test_set(t, c);
    case LIB_RELEASE:
        return release(t, c);
    case LIB_ATOMIC_BEGIN:
    case LIB_ATOMIC_END:
    case LIB_FLAG_SET:
    case LIB_FLAG_CLEAR:
        break;
    }
    tree_refuse(t, c, "%s is not translated here", scan_called(t, c));
}

/* The paper's locks: an int that is 1 while it is held. */
static value paper_lock(translation *t, CXCursor c, bool take)
{
    place p = place_argument(t, tree_child(c, 1));
    const char *l = place_text(t, &p);
    node *before;

    if (p.type->kind != TYPE_INT)
        tree_refuse(t, c, "lock and unlock take a pointer to an integer");
    before = begin(t);
    if (take)
        node_emit(t, visible(t, &p), "(%s == 0)", l);
    check_place(t, &p);
    node_emit(t, take ? 0 : visible(t, &p), "%s = %d", l, take);
    if (p.shadow)
        place_mark(t, &p);
    finish(t, before);
    return zero(t);
}

/* Without an underscore __sync_fetch_and_add_4 and the like are the same function. */
static bool same_name(const char *name, const char *row)
{
    size_t n = strlen(row);

    return !strcmp(name, row) || (!strncmp(row, "__sync_", 7) && !strncmp(name, row, n) &&
                                  name[n] == '_' && !name[n + 2]);
}

bool library_call(translation *t, CXCursor c, const char *name, bool used, value *out)
{
    (void)used;
    if (!strcmp(name, "lock") || !strcmp(name, "unlock")) {
        *out = paper_lock(t, c, name[0] == 'l');
        return true;
    }
    for (u32 i = 0; i < LENGTH(functions); i++)
        if (same_name(name, functions[i].name)) {
            if (functions[i].count >= 0 && (int)tree_count(c) - 1 < functions[i].count)
                tree_refuse(t, c, "%s is called with too few arguments", name);
            *out = perform(t, c, functions[i].kind);
            return true;
        }
    return false;
}
