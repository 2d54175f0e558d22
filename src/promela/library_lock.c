/* Mutexes, spinlocks, and the locks of the paper.  A mutex is the number of its owner plus one, 255
 * when destroyed or never made.  Where a program has mutexes of other types than the usual one, the
 * type stands above these eight bits, and above it how often more its owner holds it. */
#include "promela/expression.h"
#include "promela/library.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

enum { NOT_OWNER = 1, BUSY = 16, DEADLOCK = 35, TIMED_OUT = 110 };
enum { C11_BUSY = 1, C11_ERROR = 2, C11_TIMED_OUT = 4 };

#define OWNER "(@ & 255)"
#define TYPE  "((@ >> 8) & 3)"

/* The attribute's type, 0 for those that are like the usual one. */
static const char *type_wanted(translation *t, CXCursor c)
{
    const char *name = scan_called(t, c);
    model_place attribute;
    value v;

    if (!strcmp(name, "pthread_spin_init"))
        return "0";
    if (strcmp(name, "mtx_init")) {
        if (!library_attribute(t, c, 2, &attribute))
            return "0";
        v = number_stable(t, place_load(t, &attribute));
        return tr_text(t, "(%s == 1 || %s == 2 -> %s : 0)", v.text, v.text, v.text);
    }
    v = number_stable(t, expression_value(t, tree_child(c, 2)));
    return v.constant ? (v.low & 1 ? "1" : "0") : tr_text(t, "(%s & 1)", v.text);
}

value mutex_init(translation *t, CXCursor c)
{
    const char *of = type_wanted(t, c);

    if (!t->mutex_types)
        return library_step(t, c,
                            &(step){TYPE_MUTEX, NULL, {{"in-use", "@ == 0 || @ == 255"}}, "@ = 0"});
    return library_step(t, c,
                        &(step){TYPE_MUTEX,
                                NULL,
                                {{"in-use", OWNER " == 0 || " OWNER " == 255"}},
                                tr_text(t, "@ = %s << 8", of)});
}

value mutex_destroy(translation *t, CXCursor c)
{
    return library_step(
        t, c,
        &(step){
            TYPE_MUTEX, NULL, {{"in-use", t->mutex_types ? OWNER " == 0" : "@ == 0"}}, "@ = 255"});
}

/* The owner comes back: once more for a recursive mutex, an error for one that checks. */
static void come_back(translation *t, CXCursor c, const model_place *p, value r)
{
    model_node *test;

    node_assert(t, "relock", "%s", library_text(t, TYPE " != 0", p));
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, library_text(t, TYPE " == 1", p), 0, "%s; %s = 0",
                   library_text(t, "@ = @ + 1024", p), r.text);
    library_option(t, test, "else", 0, "%s = %d", r.text, library_error(t, c, DEADLOCK, C11_ERROR));
}

static value lock_typed(translation *t, CXCursor c)
{
    model_place p = library_object(t, c, 1, TYPE_MUTEX);
    value r = library_room(t);
    model_node *before = library_begin(t), *test, *inner;

    node_emit(t, library_cost(t, &p), "%s",
              library_text(t, "(" OWNER " == 0 || " OWNER " == me + 1 || " OWNER " == 255)", &p));
    library_demand(t, &p, &(demand){"destroyed", OWNER " != 255"}, 1);
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, library_text(t, OWNER " == 0", &p), 0, "%s; %s = 0",
                   library_text(t, "@ = @ + me + 1", &p), r.text);
    inner = node_enter(t, node_option(t, test, "else", 0));
    come_back(t, c, &p, r);
    node_leave(t, inner);
    library_finish(t, before);
    return r;
}

value mutex_lock(translation *t, CXCursor c)
{
    if (t->mutex_types)
        return lock_typed(t, c);
    return library_step(t, c,
                        &(step){TYPE_MUTEX,
                                "(@ == 0 || @ == me + 1 || @ == 255)",
                                {{"destroyed", "@ != 255"}, {"relock", "@ != me + 1"}},
                                "@ = me + 1"});
}

static value try_typed(translation *t, CXCursor c, int busy, bool timed)
{
    model_place p = library_object(t, c, 1, TYPE_MUTEX);
    value r = library_room(t);
    model_node *before = library_begin(t), *test;

    library_demand(t, &p, &(demand){"destroyed", OWNER " != 255"}, 1);
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, library_text(t, OWNER " == 0", &p), library_cost(t, &p), "%s; %s = 0",
                   library_text(t, "@ = @ + me + 1", &p), r.text);
    library_option(t, test, library_text(t, OWNER " == me + 1 && " TYPE " == 1", &p), 0,
                   "%s; %s = 0", library_text(t, "@ = @ + 1024", &p), r.text);
    if (timed)
        library_option(t, test, library_text(t, OWNER " == me + 1 && " TYPE " == 2", &p), 0,
                       "%s = %d", r.text, library_error(t, c, DEADLOCK, C11_ERROR));
    library_option(t, test, "else", 0, "%s = %d", r.text, busy);
    library_finish(t, before);
    return r;
}

/* Takes the mutex if it is free. */
static value take(translation *t, CXCursor c, int busy, bool timed)
{
    if (t->mutex_types)
        return try_typed(t, c, busy, timed);
    return library_try(
        t, c, &(step){TYPE_MUTEX, "@ == 0", {{"destroyed", "@ != 255"}}, "@ = me + 1"}, busy, 0);
}

value mutex_trylock(translation *t, CXCursor c)
{
    return take(t, c, library_error(t, c, BUSY, C11_BUSY), false);
}

/* A wait that may end at any time is an attempt that may come late. */
value mutex_timed_lock(translation *t, CXCursor c)
{
    library_time(t, c, tree_count(c) - 1);
    return take(t, c, library_error(t, c, TIMED_OUT, C11_TIMED_OUT), true);
}

static value unlock_typed(translation *t, CXCursor c)
{
    model_place p = library_object(t, c, 1, TYPE_MUTEX);
    value r = library_room(t);
    model_node *before = library_begin(t), *test, *inner;

    library_demand(t, &p, &(demand){"destroyed", OWNER " != 255"}, 1);
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, library_text(t, OWNER " == me + 1 && @ >= 1024", &p),
                   library_cost(t, &p), "%s; %s = 0", library_text(t, "@ = @ - 1024", &p), r.text);
    library_option(t, test, library_text(t, OWNER " == me + 1 && @ < 1024", &p),
                   library_cost(t, &p), "%s; %s = 0", library_text(t, "@ = @ - (me + 1)", &p),
                   r.text);
    inner = node_enter(t, node_option(t, test, "else", 0));
    node_assert(t, "unlock", "%s", library_text(t, TYPE " != 0", &p));
    node_emit(t, 0, "%s = %d", r.text, library_error(t, c, NOT_OWNER, C11_ERROR));
    node_leave(t, inner);
    library_finish(t, before);
    return r;
}

value mutex_unlock(translation *t, CXCursor c)
{
    if (t->mutex_types)
        return unlock_typed(t, c);
    return library_step(t, c, &(step){TYPE_MUTEX, NULL, {{"unlock", "@ == me + 1"}}, "@ = 0"});
}

/* The locks of the paper: an int that is 1 while it is held. */
static value set_paper_lock(translation *t, CXCursor c, bool take)
{
    model_place p = place_argument(t, tree_child(c, 1));
    const char *l = place_text(t, &p);
    model_node *before;

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
