/* Atomic builtins: __c11_atomic_..., which <stdatomic.h> is made of, and __atomic_...; each is one
 * step.  The cursor has the arguments in the order pointer, memory order, value, order of a
 * failure, second value, weakness. */
#include "promela/expression.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

bool atomic_is(translation *t, CXCursor c)
{
    const char *word;

    if (tree_kind(c) != CXCursor_UnexposedExpr || tree_count(c) < 2 || tree_is_short_conditional(c))
        return false;
    word = tree_word(t, c);
    return !strncmp(word, "__c11_atomic_", 13) || !strncmp(word, "__atomic_", 9);
}

static const struct {
    const char *name;
    enum CXBinaryOperatorKind op;
    bool old;
} updates[] = {
    {"fetch_add", CXBinaryOperator_Add, true},  {"fetch_sub", CXBinaryOperator_Sub, true},
    {"fetch_and", CXBinaryOperator_And, true},  {"fetch_or", CXBinaryOperator_Or, true},
    {"fetch_xor", CXBinaryOperator_Xor, true},  {"add_fetch", CXBinaryOperator_Add, false},
    {"sub_fetch", CXBinaryOperator_Sub, false}, {"and_fetch", CXBinaryOperator_And, false},
    {"or_fetch", CXBinaryOperator_Or, false},   {"xor_fetch", CXBinaryOperator_Xor, false},
};

/* memory_order_seq_cst is 5, memory_order_release 3. */
static bool has_order(CXCursor order, int wanted)
{
    i128 n;

    return tree_constant(order, &n) && n == wanted;
}

static value settle_as(translation *t, CXCursor c, model_type *of)
{
    value v = expression_convert(t, number_settle(t, expression_value(t, c)), of, c);

    return v.plain ? v : number_keep(t, v);
}

static value changed(translation *t, enum CXBinaryOperatorKind op, value old, value by)
{
    model_type *of = old.type,
               *word = of->kind == TYPE_BOOL || of->bits < 32 ? type_int(t, 32, true) : of;

    return number_convert(
        t, number_binary(t, op, number_convert(t, old, word), number_convert(t, by, word), word),
        of);
}

/* A pointer moves by bytes in __atomic_fetch_add, by elements in C11: refused. */
static value update(translation *t, CXCursor c, const model_place *p, u32 n, value by, bool used)
{
    model_node *whole, *before;
    value old, new;

    if (p->type->kind == TYPE_POINTER)
        tree_refuse(t, c, "an atomic addition to a pointer is not translated");
    memory_direct(t);
    whole = node_add(t, NODE_ATOMIC, NULL);
    before = node_enter(t, whole);
    old = number_keep(t, place_load(t, p));
    new = changed(t, updates[n].op, old, by);
    if (used && !updates[n].old)
        new = number_keep(t, new);
    place_store(t, p, new);
    node_leave(t, before);
    memory_indirect(t);
    return updates[n].old ? old : new;
}

static value exchange(translation *t, const model_place *p, value v)
{
    model_node *before;
    value old;

    memory_direct(t);
    before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
    old = number_keep(t, place_load(t, p));
    place_store(t, p, v);
    node_leave(t, before);
    memory_indirect(t);
    return old;
}

static void emit_in(translation *t, model_node *option, const char *what)
{
    model_node *before = node_enter(t, option);

    node_emit(t, 0, "%s", what);
    node_leave(t, before);
}

static value compare_exchange(translation *t, const model_place *p, CXCursor expected, value v,
                              bool weak)
{
    model_place e = place_argument(t, expected);
    value wanted = place_load(t, &e), old, done, equal;
    model_node *whole, *before, *test, *inner;

    wanted = number_settle(t, wanted);
    if (!wanted.plain)
        wanted = number_keep(t, wanted);
    done = number_room(t, type_int(t, 32, true));
    memory_direct(t);
    whole = node_add(t, NODE_ATOMIC, NULL);
    before = node_enter(t, whole);
    old = number_keep(t, place_load(t, p));
    equal = number_compare(t, CXBinaryOperator_EQ, old, wanted);
    test = node_add(t, NODE_IF, NULL);
    inner = node_enter(t, node_option(t, test, equal.text, 0));
    place_store(t, p, v);
    node_emit(t, 0, "%s = 1", done.text);
    node_leave(t, inner);
    if (weak)
        emit_in(t, node_option(t, test, equal.text, 0), tr_text(t, "%s = 0", done.text));
    emit_in(t, node_option(t, test, "else", 0), tr_text(t, "%s = 0", done.text));
    node_leave(t, before);
    memory_indirect(t);
    test = node_add(t, NODE_IF, NULL);
    node_option(t, test, done.text, 0);
    inner = node_enter(t, node_option(t, test, "else", 0));
    place_store(t, &e, old);
    node_leave(t, inner);
    done.low = 0;
    done.top = 1;
    done.type = type_int(t, 32, true);
    return done;
}

static const char *bare_name(const char *word)
{
    const char *s = strstr(word, "atomic_") + 7;

    return s;
}

static value compare_exchange_call(translation *t, CXCursor c, const model_place *p, bool weak)
{
    value v = settle_as(t, tree_child(c, 4), p->type);
    i128 n = 0;
    value r;

    if (tree_count(c) > 5 && tree_constant(tree_child(c, 5), &n))
        weak = n != 0;
    r = compare_exchange(t, p, tree_child(c, 2), v, weak);
    return number_convert(t, r, type_of_cursor(t, c));
}

value atomic_value(translation *t, CXCursor c, bool used)
{
    const char *name = bare_name(tree_word(t, c));
    model_place p = place_argument(t, tree_child(c, 0));
    value v;

    if (!strncmp(tree_word(t, c), "__atomic_", 9) && !strstr(name, "fetch") &&
        strcmp(name + strlen(name) - 2, "_n"))
        tree_refuse(t, c, "%s is not translated; use %s_n", tree_word(t, c), tree_word(t, c));
    if (!strcmp(name, "load") || !strcmp(name, "load_n"))
        return place_load(t, &p);
    if (!strncmp(name, "compare_exchange", 16))
        return compare_exchange_call(t, c, &p, strstr(name, "weak") != NULL);
    v = settle_as(t, tree_child(c, strcmp(name, "init") ? 2 : 1), p.type);
    if (!strcmp(name, "store") || !strcmp(name, "store_n") || !strcmp(name, "init")) {
        p.atomic = strcmp(name, "init") && has_order(tree_child(c, 1), 5);
        p.release = strcmp(name, "init") && has_order(tree_child(c, 1), 3);
        place_store(t, &p, v);
        return v;
    }
    if (!strcmp(name, "exchange") || !strcmp(name, "exchange_n"))
        return exchange(t, &p, v);
    for (u32 i = 0; i < LENGTH(updates); i++)
        if (!strcmp(name, updates[i].name))
            return update(t, c, &p, i, v, used);
    tree_refuse(t, c, "the atomic operation %s is not translated", tree_word(t, c));
}
