/* Threads.  A thread is a process of the model; what pthread_t holds is its number.  The sets
 * `thread_over` and `thread_joined` say of each whether it has ended, and whether somebody joined
 * or detached it. */
#include "base/mutant.h"
#include "promela/expression.h"
#include "promela/library.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

enum { DEADLOCK = 35, C11_ERROR = 2 };

static bool is_c11(translation *t, CXCursor c)
{
    return !strncmp(scan_called(t, c), "thrd_", 5);
}

/* The object that a thread starts with, for a call of pthread_create or thrd_create. */
value thread_create(translation *t, CXCursor c)
{
    model_place handle = place_argument(t, tree_child(c, 1)), quiet, attribute;
    function *f = scan_named(t, scan_started(t, c));
    value argument, detached = library_zero(t);
    model_node *before;

    if (!is_c11(t, c) && library_attribute(t, c, 2, &attribute))
        detached = number_stable(t, place_load(t, &attribute));
    argument = number_settle(t, expression_value(t, tree_child(c, is_c11(t, c) ? 3 : 4)));
    if (f->parameters.n > 1 || (f->parameters.n && f->parameters.at[0]->type->kind != TYPE_POINTER))
        tree_refuse(t, c, "%s is no function that a thread can start with", f->c_name);
    argument = expression_convert(t, argument, type_pointer(t, type_void(t)), c);
    t->alone = t->alone && MUTANT(PROMELA_ALONE);
    quiet = handle;
    quiet.shared = false;
    before = library_begin(t);
    node_assert(t, tr_text(t, "limit: %u threads", memory_threads(t) - 1), "threads < %u",
                memory_threads(t));
    place_store(t, &quiet, number_text(t, handle.type, "threads"));
    node_emit(t, 1, "run thread_%s(threads%s%s)", f->name, f->parameters.n ? ", " : "",
              f->parameters.n ? argument.text : "");
    if (!detached.constant)
        node_emit(t, 0, "thread_joined = thread_joined | ((%s == 1) << threads)", detached.text);
    node_emit(t, 0, "threads++");
    library_finish(t, before);
    return library_zero(t);
}

/* Could this be a thread that joins itself?  Main knows itself by pthread_self alone. */
static bool may_be_itself(translation *t)
{
    return t->f != t->main || t->f->called || t->knows_itself;
}

/* Waits for the end of a thread; `result` gets what it returned, unless that is NULL. */
static void join(translation *t, const char *which, const char *result)
{
    model_node *before = library_begin(t);

    node_emit(t, 1, "((thread_over >> %s) & 1)", which);
    node_assert(t, "misuse", "!((thread_joined >> %s) & 1)", which);
    node_emit(t, 0, "thread_joined = thread_joined | (1 << %s)", which);
    if (result)
        node_emit(t, 0, "%s = thread_result[%s]", result, which);
    library_finish(t, before);
}

static void store_result(translation *t, CXCursor c, value r)
{
    model_place p = place_argument(t, tree_child(c, 2));

    if (!is_c11(t, c) && p.type->kind != TYPE_POINTER)
        tree_refuse(t, c, "the result of a thread in %s is not translated", p.type->name);
    r.type = is_c11(t, c) ? type_int(t, 32, true) : type_pointer(t, type_void(t));
    place_store(t, &p, expression_convert(t, r, p.type, c));
}

static void join_other(translation *t, CXCursor c, value which)
{
    bool named = tree_kind(tree_strip_casts(tree_child(c, 2))) == CXCursor_UnaryOperator;
    value result;

    if (!named && expression_value(t, tree_child(c, 2)).constant) {
        join(t, which.text, NULL);
        return;
    }
    result = library_room(t);
    t->joins_value = true;
    join(t, which.text, result.text);
    store_result(t, c, result);
}

/* Main's own number, which is that of no thread at all in a variable that was never set, nobody has
 * unless some thread asked for its own. */
static void assert_thread(translation *t, value which)
{
    node_assert(t, "misuse", "%s %s 0 && %s < threads", which.text, t->knows_itself ? ">=" : ">",
                which.text);
}

/* Joining oneself is an error that the function returns. */
value thread_join(translation *t, CXCursor c)
{
    value which = number_stable(t, expression_value(t, tree_child(c, 1)));

    t->threads = true; /* even if none is ever started */
    assert_thread(t, which);
    if (may_be_itself(t)) {
        value code = library_room(t);
        model_node *test = node_add(t, NODE_IF, NULL), *before;

        library_option(t, test, tr_text(t, "%s == me", which.text), 0, "%s = %d", code.text,
                       is_c11(t, c) ? C11_ERROR : DEADLOCK);
        before = node_enter(t, node_option(t, test, "else", 0));
        join_other(t, c, which);
        node_emit(t, 0, "%s = 0", code.text);
        node_leave(t, before);
        return code;
    }
    join_other(t, c, which);
    return library_zero(t);
}

/* Nobody may join it any more. */
value thread_detach(translation *t, CXCursor c)
{
    value which = number_stable(t, expression_value(t, tree_child(c, 1)));
    model_node *before = library_begin(t);

    t->threads = true;
    assert_thread(t, which);
    node_assert(t, "misuse", "!((thread_joined >> %s) & 1)", which.text);
    node_emit(t, 1, "thread_joined = thread_joined | (1 << %s)", which.text);
    library_finish(t, before);
    return library_zero(t);
}

value thread_exit(translation *t, CXCursor c)
{
    value v = number_settle(t, expression_value(t, tree_child(c, 1)));

    if (t->f->called || (!t->f->starts && t->f != t->main))
        tree_refuse(t, c, "%s outside of the function that the thread starts with",
                    scan_called(t, c));
    if (!is_c11(t, c))
        v = expression_convert(t, v, type_pointer(t, type_void(t)), c);
    if (t->section)
        node_assert(t, "misuse", "false");
    node_emit(t, 0, "result = %s", v.text);
    node_emit(t, 0, "goto %s_ends", t->f->name);
    return library_zero(t);
}

value thread_self(translation *t, CXCursor c)
{
    (void)c;
    return number_text(t, type_int(t, 32, true), "me");
}

value thread_equal(translation *t, CXCursor c)
{
    value v = number_settle(t, expression_value(t, tree_child(c, 1)));
    value other = expression_after(t, &v, tree_child(c, 2));

    return number_compare(t, CXBinaryOperator_EQ, v, other);
}

/* The word is 0, 1 while the routine runs, 2 when it is over. */
value thread_once(translation *t, CXCursor c)
{
    model_place p = place_argument(t, tree_child(c, 1));
    const char *w = place_text(t, &p);
    function *f = scan_named(t, scan_started(t, c));
    value first = library_room(t);
    model_node *before = library_begin(t), *test, *inner;

    node_emit(t, library_cost(t, &p), "(%s != 1)", w);
    library_check(t, &p);
    node_emit(t, 0, "%s = (%s == 0)", first.text, w);
    node_emit(t, 0, "%s = (%s == 0 -> 1 : %s)", w, w, w);
    library_finish(t, before);
    test = node_add(t, NODE_IF, NULL);
    inner = node_enter(t, node_option(t, test, first.text, 0));
    call_routine(t, f);
    before = library_begin(t);
    node_emit(t, library_cost(t, &p), "%s = 2", w);
    library_finish(t, before);
    node_leave(t, inner);
    node_option(t, test, "else", 0);
    return library_zero(t);
}
