/* Memory that comes and goes: malloc and free, and local variables whose address is used. */
#include "promela/collect.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/tree.h"
#include "promela/types.h"

static const char *element_text(translation *t, const char *at, const char *plus)
{
    return plus ? tr_text(t, "%s + %s", at, plus) : at;
}

/* The first free place, as many allocators have it; one that was freed comes back. */
static void find_free(translation *t, store *s, const char *at)
{
    model_node *loop, *o, *before;

    node_emit(t, 0, "%s = %u", at, s->statics);
    loop = node_add(t, NODE_DO, NULL);
    loop->bounded = true;
    o = node_option(t, loop, tr_text(t, "%s < %u && %s_valid[%s]", at, s->size, s->name, at), 0);
    before = node_enter(t, o);
    node_emit(t, 0, "%s++", at);
    node_leave(t, before);
    o = node_option(t, loop, "else", 0);
    before = node_enter(t, o);
    node_emit(t, 0, "break");
    node_leave(t, before);
}

/* One place of a store, for `at`, the name of a variable. */
static void take_one(translation *t, store *s, const char *at)
{
    bool reuse = t->o->reuse && !s->spans, collects = collect_takes(t, s);

    if (collects)
        node_emit(t, 0, "c_code { heap_collect(); }");
    if (reuse)
        find_free(t, s, at);
    else
        node_emit(t, 0, "%s = %s_next", at, s->name);
    node_assert(t, PROMELA_HEAP, "%s < %u", at, s->size - s->spans);
    if (collects)
        node_emit(t, 0, "%s_next = %u", s->name, s->statics);
    else if (!reuse)
        node_emit(t, 0, "%s_next = %s_next + %u", s->name, s->name, 1 + s->spans);
    node_emit(t, 0, "%s_valid[%s] = %s", s->name, at, at);
}

/* Runs `body` for t->...: places at .. at + n - 1, with a counter of its own. */
static model_node *count_loop(translation *t, const char *counter, const char *n)
{
    model_node *loop, *o, *before;

    node_emit(t, 0, "%s = 0", counter);
    loop = node_add(t, NODE_DO, NULL);
    loop->bounded = true;
    o = node_option(t, loop, tr_text(t, "%s < %s", counter, n), 0);
    before = node_enter(t, node_option(t, loop, "else", 0));
    node_emit(t, 0, "break");
    node_leave(t, before);
    return o;
}

/* Of an object that nobody else works on. */
static model_place element_at(model_type *of, store *s, const char *index)
{
    return (model_place){
        .type = type_element(of), .store = s, .offset = index, .shadow = s->shadowed ? "" : NULL};
}

static void clear_new(translation *t, model_type *of, store *s, const char *index, bool zero)
{
    model_place p = element_at(of, s, index);

    if (zero)
        place_clear(t, &p);
    else
        place_forget(t, &p);
}

static void take_several(translation *t, model_type *to, store *s, const char *at, const char *n,
                         bool zero)
{
    value counter = number_room(t, type_int(t, 32, true));
    model_node *body, *before;
    const char *index = element_text(t, at, counter.text);

    node_emit(t, 0, "%s = %s_next", at, s->name);
    node_assert(t, PROMELA_HEAP, "%s >= 0 && %s < %u - %s", n, n, s->size, at);
    node_emit(t, 0, "%s_next = %s + %s + 1", s->name, at, n);
    body = count_loop(t, counter.text, n);
    before = node_enter(t, body);
    node_emit(t, 0, "%s_valid[%s] = %s", s->name, index, at);
    clear_new(t, to, s, index, zero);
    node_emit(t, 0, "%s++", counter.text);
    node_leave(t, before);
    node_emit(t, 0, "%s = 0", counter.text);
}

value place_new(translation *t, model_type *to, value n, bool zero)
{
    store *s = type_store(t, to);
    value at = number_room(t, type_pointer(t, to));
    model_node *whole = node_add(t, NODE_ATOMIC, NULL), *before;

    n = number_convert(t, number_settle(t, n), type_int(t, 32, true));
    before = node_enter(t, whole);
    if (n.constant && n.low == 1) {
        take_one(t, s, at.text);
        clear_new(t, to, s, at.text, zero);
    } else {
        node_assert(t, "limit: memory of no size", "%s != 0", n.text);
        take_several(t, to, s, at.text, n.text, zero);
    }
    node_leave(t, before);
    at.low = 1;
    at.top = INT32_MAX;
    return at;
}

static void release_one(translation *t, store *s, const char *index)
{
    model_place p = element_at(s->type, s, index);

    node_emit(t, 0, "%s_valid[%s] = 0", s->name, index);
    if (memory_overtakes(t))
        place_drop(t, &p);
    place_retire(t, &p);
    place_unset(t, &p);
}

/* All places of the object that begins at `at`. */
static void release(translation *t, store *s, const char *at)
{
    value counter;
    model_node *loop, *before;
    const char *index;

    if (!s->spans) {
        release_one(t, s, at);
        return;
    }
    counter = number_room(t, type_int(t, 32, true));
    index = element_text(t, at, counter.text);
    loop = count_loop(t, counter.text,
                      tr_text(t, "%u - %s && %s_valid[%s] == %s", s->size, at, s->name, index, at));
    before = node_enter(t, loop);
    release_one(t, s, index);
    node_emit(t, 0, "%s++", counter.text);
    node_leave(t, before);
    node_emit(t, 0, "%s = 0", counter.text);
}

static void check_free(translation *t, store *s, const char *pointer)
{
    node_assert(t, "double-free", "%s_valid[%s]", s->name, pointer);
    node_assert(t, "invalid-free", "%s >= %u && %s_valid[%s] == %s", pointer, s->statics, s->name,
                pointer, pointer);
}

static void free_in(translation *t, store *s, const char *pointer)
{
    model_node *inner = node_enter(t, node_add(t, NODE_ATOMIC, NULL));

    check_free(t, s, pointer);
    node_emit(t, !t->alone, "%s_valid[%s] = %s", s->name, pointer, pointer);
    release(t, s, pointer);
    node_leave(t, inner);
}

/* What of the object at `old` fits goes to the n places at `at`. */
static void copy_over(translation *t, model_type *to, store *s, const char *at, const char *old,
                      const char *n)
{
    value i = number_room(t, type_int(t, 32, true));
    const char *from = element_text(t, old, i.text);
    model_place target = element_at(to, s, element_text(t, at, i.text)),
                source = element_at(to, s, from);
    model_node *before = node_enter(t, count_loop(t, i.text,
                                                  tr_text(t, "%s && %s < %u && %s_valid[%s] == %s",
                                                          n, from, s->size, s->name, from, old)));

    place_copy(t, &target, &source);
    node_emit(t, 0, "%s++", i.text);
    node_leave(t, before);
    node_emit(t, 0, "%s = 0", i.text);
}

static model_node *enter_unless_null(translation *t, const char *pointer)
{
    model_node *test = node_add(t, NODE_IF, NULL);

    node_option(t, test, tr_text(t, "%s == 0", pointer), 0);
    return node_enter(t, node_option(t, test, "else", 0));
}

/* In one step: who works on the old place meanwhile can do so later, too, when it is freed. */
value place_renew(translation *t, model_type *to, value old, value n)
{
    store *s = type_store(t, to);
    model_node *whole, *before;
    value at;

    old = number_keep(t, old);
    n = number_keep(t, number_convert(t, number_settle(t, n), type_int(t, 32, true)));
    whole = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
    before = enter_unless_null(t, old.text);
    check_free(t, s, old.text);
    node_leave(t, before);
    at = place_new(t, to, n, false);
    before = enter_unless_null(t, old.text);
    copy_over(t, to, s, at.text, old.text, n.text);
    node_emit(t, !t->alone, "%s_valid[%s] = %s", s->name, old.text, old.text);
    release(t, s, old.text);
    node_leave(t, before);
    node_leave(t, whole);
    return at;
}

/* A void pointer says itself where it leads. */
static void free_void(translation *t, model_node *test, const char *pointer)
{
    value at = number_room(t, type_int(t, 32, true));
    model_node *before;

    for (u32 i = 0; i < t->stores.n; i++) {
        store *s = t->stores.at[i];

        if (!s->dynamic)
            continue;
        before =
            node_enter(t, node_option(t, test, tr_text(t, "(%s & 63) == %u", pointer, s->tag), 0));
        node_emit(t, 0, "%s = %s >> 6", at.text, pointer);
        free_in(t, s, at.text);
        node_leave(t, before);
    }
    before = node_enter(t, node_option(t, test, "else", 0));
    node_assert(t, "invalid-free", "false");
    node_leave(t, before);
}

void place_free(translation *t, value pointer, CXCursor at)
{
    store *s = NULL;
    model_node *test, *before;

    if (pointer.type->kind != TYPE_POINTER)
        tree_refuse(t, at, "free of something that is no pointer");
    if (pointer.type->to->kind != TYPE_VOID)
        s = type_store(t, pointer.type->to);
    pointer = number_stable(t, pointer);
    if (pointer.constant && !pointer.low)
        return;
    if (s && (!s->dynamic || pointer.constant)) {
        node_assert(t, "invalid-free", "%s == 0", pointer.text);
        return;
    }
    if (!s) {
        test = node_add(t, NODE_IF, NULL);
        node_option(t, test, tr_text(t, "%s == 0", pointer.text), 0);
        free_void(t, test, pointer.text);
        return;
    }
    before = enter_unless_null(t, pointer.text);
    free_in(t, s, pointer.text);
    node_leave(t, before);
}

void place_take_local(translation *t, model_variable *v)
{
    store *s = type_store(t, v->type);
    const char *at = tr_text(t, "%s_at", v->name);
    u32 n = type_elements(v->type);
    model_node *whole = node_add(t, NODE_ATOMIC, NULL), *before = node_enter(t, whole);

    place_drop_local(t, v);
    if (n == 1)
        take_one(t, s, at);
    else
        take_several(t, v->type, s, at, tr_text(t, "%u", n), false);
    if (n == 1)
        clear_new(t, v->type, s, at, false);
    node_leave(t, before);
}

/* In one step: a place that is free may have another owner at once. */
void place_drop_local(translation *t, model_variable *v)
{
    const char *at = tr_text(t, "%s_at", v->name);
    model_node *whole = node_enter(t, node_add(t, NODE_ATOMIC, NULL)),
               *test = node_add(t, NODE_IF, NULL), *before;

    before = node_enter(t, node_option(t, test, tr_text(t, "%s != 0", at), 0));
    release(t, type_store(t, v->type), at);
    node_emit(t, 0, "%s = 0", at);
    node_leave(t, before);
    node_option(t, test, "else", 0);
    node_leave(t, whole);
}
