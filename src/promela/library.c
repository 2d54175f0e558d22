/* Library functions that are neither threads nor locks: choices, assertions, atomic updates of gcc,
 * memory, output; and the table of all. */
#include "promela/library.h"
#include "promela/expression.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <stdarg.h>
#include <stdio.h>
#include <assert.h>
#include <string.h>

static const struct {
    const char *name;
    library_function *translate;
    int count; /* arguments that are needed */
} functions[] = {
#define LIBRARY(name, translate, count) {#name, translate, count},
#include "promela/library.def"
};

/* Memory orders, as compilers number them. */
enum { RELEASE = 3, ACQUIRE_RELEASE = 4, SEQUENTIAL = 5 };

enum { CHOICES = 8, MOST_CHOICES = 256 };

value library_zero(translation *t)
{
    return number_constant(t, type_int(t, 32, true), 0);
}

value library_room(translation *t)
{
    return number_room(t, type_int(t, 32, true));
}

u32 library_cost(translation *t, const model_place *p)
{
    return p->shared && !t->alone;
}

/* Begins statements that are kept together. */
static model_node *begin_whole(translation *t)
{
    return node_enter(t, node_add(t, NODE_ATOMIC, NULL));
}

model_node *library_begin(translation *t)
{
    memory_direct(t);
    return begin_whole(t);
}

void library_finish(translation *t, model_node *before)
{
    node_leave(t, before);
    memory_indirect(t);
}

void library_check(translation *t, const model_place *p)
{
    if (p->checks)
        node_assert(t, p->kind, "%s", p->checks);
}

void library_option(translation *t, model_node *test, const char *guard, u32 cost,
                    const char *format, ...)
{
    model_node *before = node_enter(t, node_option(t, test, guard, cost));
    va_list args;

    va_start(args, format);
    node_add(t, NODE_STATEMENT, node_text(t, format, args));
    va_end(args);
    node_leave(t, before);
}

value library_nothing(translation *t, CXCursor c)
{
    (void)c;
    return library_zero(t);
}

static void end_run(translation *t)
{
    t->ends_early = true;
    node_emit(t, 1, "over = true");
    node_emit(t, 1, "false");
}

value library_exit(translation *t, CXCursor c)
{
    expression_effect(t, tree_child(c, 1));
    end_run(t);
    return library_zero(t);
}

value library_abort(translation *t, CXCursor c)
{
    (void)c;
    node_assert(t, "abort", "false");
    return library_zero(t);
}

value library_unreachable(translation *t, CXCursor c)
{
    (void)c;
    node_assert(t, "unreachable", "false");
    return library_zero(t);
}

value library_assert_fail(translation *t, CXCursor c)
{
    (void)c;
    node_assert(t, "assertion", "false");
    return library_zero(t);
}

/* Asserts the first argument. */
static value assert_argument(translation *t, CXCursor c, const char *error)
{
    value v = number_truth(t, expression_value(t, tree_child(c, 1)));
    model_node *before = NULL;

    if (v.checks) {
        before = begin_whole(t);
        node_assert(t, v.kind, "%s", v.checks);
    }
    node_assert(t, error, "%s", v.text);
    vec_last(&t->out->children)->cost = v.visible;
    if (before)
        node_leave(t, before);
    return library_zero(t);
}

value library_assert(translation *t, CXCursor c)
{
    return assert_argument(t, c, "assertion");
}

/* For functions of the prelude: what their callers owe them, and what the model can hold. */
value library_require(translation *t, CXCursor c)
{
    return assert_argument(t, c, "misuse");
}

value library_limit(translation *t, CXCursor c)
{
    return assert_argument(t, c, "limit: more than 4 keys");
}

value library_assume(translation *t, CXCursor c)
{
    value v = expression_condition(t, tree_child(c, 1));
    model_node *test = node_add(t, NODE_IF, NULL), *before;

    node_option(t, test, v.text, v.visible);
    before = node_enter(t, node_option(t, test, "else", 0));
    end_run(t);
    node_leave(t, before);
    return library_zero(t);
}

static value choose_few(translation *t, i128 n)
{
    value r = library_room(t);
    model_node *test = node_add(t, NODE_IF, NULL);

    for (i128 i = 0; i < n; i++) {
        model_node *before = node_enter(t, node_option(t, test, NULL, 0));

        node_emit(t, 0, "%s = %d", r.text, (int)i);
        node_leave(t, before);
    }
    r.low = 0;
    r.top = n - 1;
    return r;
}

static value choose_many(translation *t, value n)
{
    value r = library_room(t);
    model_node *whole = begin_whole(t), *loop, *before;

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

value library_choose(translation *t, CXCursor c)
{
    return choose(t, c, 0);
}

value library_toss(translation *t, CXCursor c)
{
    return choose(t, c, 1);
}

value library_nondet_bool(translation *t, CXCursor c)
{
    (void)c;
    return choose_few(t, 2);
}

/* Of sections whose ends are in one block, statement.c knows. */
value library_section(translation *t, CXCursor c)
{
    tree_refuse(t, c, "%s is not translated here", scan_called(t, c));
}

/* What the compiler is told about the value. */
value library_expect(translation *t, CXCursor c)
{
    return expression_value(t, tree_child(c, 1));
}

value library_output(translation *t, CXCursor c)
{
    u32 n = tree_count(c);

    node_add(t, NODE_NOTE,
             tr_text(t, "output: %s", tree_name(t, tree_strip_casts(tree_child(c, 0)))));
    for (u32 i = 1; i < n; i++) {
        CXCursor a = tree_child(c, i);
        model_type *of = type_of_cursor(t, a);

        if (scan_is_text(t, a))
            call_measure(t, a);
        else if (tree_kind(tree_strip_casts(a)) != CXCursor_StringLiteral &&
                 of->kind != TYPE_POINTER &&
                 !(of->kind == TYPE_BAD && (t->o->havoc || expression_is_idle(a))))
            expression_effect(t, a);
    }
    return library_zero(t);
}

/* Memory that only scan.c knows the type of, from the pointer it becomes. */
value library_allocate(translation *t, CXCursor c)
{
    tree_refuse(t, c,
                "memory whose type is not known; convert what %s returns to the pointer type that "
                "is meant",
                scan_called(t, c));
}

value library_free(translation *t, CXCursor c)
{
    place_free(t, expression_value(t, tree_strip_casts(tree_child(c, 1))), c);
    return library_zero(t);
}

static bool same_name(const char *name, const char *row)
{
    size_t n = strlen(row);

    return !strcmp(name, row) || (!strncmp(row, "__sync_", 7) && !strncmp(name, row, n) &&
                                  name[n] == '_' && !name[n + 2]);
}

static const struct {
    const char *name;
    enum CXBinaryOperatorKind op;
    bool old, complement;
} fetches[] = {
    {"__sync_fetch_and_add", CXBinaryOperator_Add, true, false},
    {"__sync_fetch_and_sub", CXBinaryOperator_Sub, true, false},
    {"__sync_fetch_and_and", CXBinaryOperator_And, true, false},
    {"__sync_fetch_and_or", CXBinaryOperator_Or, true, false},
    {"__sync_fetch_and_xor", CXBinaryOperator_Xor, true, false},
    {"__sync_fetch_and_nand", CXBinaryOperator_And, true, true},
    {"__sync_add_and_fetch", CXBinaryOperator_Add, false, false},
    {"__sync_sub_and_fetch", CXBinaryOperator_Sub, false, false},
    {"__sync_and_and_fetch", CXBinaryOperator_And, false, false},
    {"__sync_or_and_fetch", CXBinaryOperator_Or, false, false},
    {"__sync_xor_and_fetch", CXBinaryOperator_Xor, false, false},
    {"__sync_nand_and_fetch", CXBinaryOperator_And, false, true},
};

static value fetched(translation *t, u32 n, const model_place *p, value by)
{
    model_type *word = p->type->bits < 32 ? type_int(t, 32, true) : p->type;
    model_node *before = library_begin(t);
    value old = number_keep(t, place_load(t, p)), new;

    new = number_binary(t, fetches[n].op, number_convert(t, old, word), by, word);
    if (fetches[n].complement)
        new = number_complement(t, new);
    new = number_convert(t, new, p->type);
    if (!fetches[n].old)
        new = number_keep(t, new);
    place_store(t, p, new);
    library_finish(t, before);
    return fetches[n].old ? old : new;
}

value library_fetch(translation *t, CXCursor c)
{
    model_place p = place_argument(t, tree_child(c, 1));
    value by = number_settle(t, expression_value(t, tree_child(c, 2)));
    model_type *word = p.type->bits < 32 ? type_int(t, 32, true) : p.type;
    const char *name = scan_called(t, c);
    u32 n = 0;

    if (p.type->kind != TYPE_INT)
        tree_refuse(t, c, "%s of %s is not translated", name, p.type->name);
    while (n < LENGTH(fetches) && !same_name(name, fetches[n].name))
        n++;
    assert(n < LENGTH(fetches));
    return fetched(t, n, &p, number_convert(t, number_convert(t, by, p.type), word));
}

static value compare_and_swap(translation *t, CXCursor c, bool as_bool)
{
    model_place p = place_argument(t, tree_child(c, 1));
    value wanted = expression_convert(t, number_settle(t, expression_value(t, tree_child(c, 2))),
                                      p.type, c),
          to, old, done, equal;
    model_node *before, *test, *inner;

    if (!wanted.plain)
        wanted = number_keep(t, wanted);
    to = expression_convert(t, number_settle(t, expression_value(t, tree_child(c, 3))), p.type, c);
    done = library_room(t);
    before = library_begin(t);
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
    library_finish(t, before);
    done.low = 0;
    done.top = 1;
    return as_bool ? done : old;
}

value library_bool_cas(translation *t, CXCursor c)
{
    return compare_and_swap(t, c, true);
}

value library_val_cas(translation *t, CXCursor c)
{
    return compare_and_swap(t, c, false);
}

value library_test_set(translation *t, CXCursor c)
{
    model_place p = place_argument(t, tree_child(c, 1));
    value to = expression_convert(t, number_settle(t, expression_value(t, tree_child(c, 2))),
                                  p.type, c),
          old;
    model_node *before = library_begin(t);

    old = number_keep(t, place_load(t, &p));
    place_store(t, &p, to);
    library_finish(t, before);
    return old;
}

value library_release(translation *t, CXCursor c)
{
    model_place p = place_argument(t, tree_child(c, 1));

    p.release = true;
    place_store(t, &p, number_constant(t, p.type, 0));
    return library_zero(t);
}

/* The object is of any type of one byte; it holds 0 or 1. */
value library_atomic_set(translation *t, CXCursor c)
{
    model_place p = place_argument(t, tree_child(c, 1));
    model_node *before;
    value old;

    if (!type_is_scalar(p.type) || p.type->bytes != 1)
        tree_refuse(t, c, "__atomic_test_and_set of %s is not translated", p.type->name);
    before = library_begin(t);
    old = number_keep(t, place_load(t, &p));
    place_store(t, &p, number_constant(t, p.type, 1));
    library_finish(t, before);
    return number_truth(t, old);
}

value library_atomic_clear(translation *t, CXCursor c)
{
    model_place p = place_argument(t, tree_child(c, 1));
    i128 order = 5;

    if (!type_is_scalar(p.type) || p.type->bytes != 1)
        tree_refuse(t, c, "__atomic_clear of %s is not translated", p.type->name);
    p.atomic = !tree_constant(tree_child(c, 2), &order) || order == SEQUENTIAL;
    p.release = order == RELEASE;
    place_store(t, &p, number_constant(t, p.type, 0));
    return library_zero(t);
}

value library_fence(translation *t, CXCursor c)
{
    i128 order = 5;

    if (tree_count(c) < 2 || !tree_constant(tree_child(c, 1), &order) || order == SEQUENTIAL)
        memory_drain(t);
    else if (order == RELEASE || order == ACQUIRE_RELEASE)
        memory_fence(t);
    return library_zero(t);
}

bool library_call(translation *t, CXCursor c, const char *name, value *out)
{
    for (u32 i = 0; i < LENGTH(functions); i++)
        if (same_name(name, functions[i].name)) {
            if (functions[i].count >= 0 && (int)tree_count(c) - 1 < functions[i].count)
                tree_refuse(t, c, "%s is called with too few arguments", name);
            *out = functions[i].translate(t, c);
            return true;
        }
    return false;
}
