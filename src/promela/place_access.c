/* Reading and writing of objects that one variable of the model stands for: numbers, pointers,
 * members of a union and bit-fields.  What is read must have been written before, and what is
 * written must lie in an object that is there: assertions around the access say so. */
#include "promela/place.h"
#include "base/mutant.h"
#include "promela/known.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/types.h"

#include <stdlib.h>

/* ---- bit-fields ---- */

value place_fit(translation *t, const model_place *p, value v)
{
    u32 n = p->bits ? p->bits->bits : 0;
    bool sign = p->type->kind == TYPE_INT && p->type->sign;
    i128 low = n && sign ? -((i128)1 << (n - 1)) : 0, top = n ? ((i128)1 << (n - sign)) - 1 : 0;
    const char *kept;

    if (!n || p->type->kind == TYPE_BOOL || (v.low >= low && v.top <= top) ||
        (n == 32 && !type_is_wide(p->type)))
        return v;
    v = number_settle(t, v);
    kept = n == 32 ? v.text
           : sign  ? tr_text(t, "((((%s) & %u) ^ %u) - %u)", v.text, (1u << n) - 1, 1u << (n - 1),
                             1u << (n - 1))
                   : tr_text(t, "((%s) & %u)", v.text, (1u << n) - 1);
    v = number_text(t, p->type, kept);
    if (type_is_wide(p->type) && !sign)
        v.high = "0";
    v.low = low;
    v.top = top;
    return v;
}

/* The neighbours of a bit-field, and what says that they are set. */
static void neighbours(translation *t, const model_place *p, texts *out)
{
    for (u32 i = 0; i < p->unit->fields.n; i++) {
        const field *f = &p->unit->fields.at[i];

        if (!f->bits || f == p->bits || f->unit != p->bits->unit)
            continue;
        vec_push(out, tr_text(t, "%s.%s", p->whole_text, f->name));
        if (f->shadowed)
            vec_push(out, tr_text(t, "%s.%s_set", p->whole_text, f->name));
    }
}

/* As compilers do it: the number that they lie in is loaded, and stored with the new bits. */
static void store_among(translation *t, const model_place *p, value v, const texts *others)
{
    model_place alone = *p;
    model_node *before;
    VEC(value) kept = {0};

    v = number_stable(t, v);
    before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
    if (p->checks)
        node_assert(t, p->kind, "%s", p->checks);
    for (u32 i = 0; i < others->n; i++) {
        vec_push(&kept, number_room(t, type_int(t, 32, true)));
        node_emit(t, i == 0, "%s = %s", kept.at[i].text, others->at[i]);
    }
    node_leave(t, before);
    before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
    alone.bits = NULL;
    place_store(t, &alone, v);
    for (u32 i = 0; i < others->n; i++)
        node_emit(t, 0, "%s = %s", others->at[i], kept.at[i].text);
    node_leave(t, before);
    vec_free(&kept);
}

static void store_bits(translation *t, const model_place *p, value v)
{
    model_place alone = *p;
    texts others = {0};

    v = place_fit(t, p, v);
    alone.bits = NULL;
    if (memory_buffers(t, p))
        fail(EXIT_INPUT, "%s:%u: a bit-field that others see is not translated with --memory %s",
             t->file, t->line, memory_name(t));
    if (p->shared)
        neighbours(t, p, &others);
    if (others.n && !t->o->statement_atomic && !MUTANT(PROMELA_BITS))
        store_among(t, p, v, &others);
    else
        place_store(t, &alone, v);
    vec_free(&others);
}

/* ---- numbers and pointers ---- */

const char *place_guarded(translation *t, const model_place *p, const char *checks)
{
    const char *shadow = place_shadow(t, p);

    if (!shadow)
        return checks;
    if (memory_buffers(t, p))
        shadow = memory_read(t, place_text(t, p), "set", shadow);
    return checks ? tr_text(t, "%s\n%s", checks, shadow) : shadow; /* two assertions */
}

/* A member that was not the last to be written has no value that the model knows; zeros are those
 * of every member. */
static void assert_member(translation *t, const model_place *p, const char *error)
{
    node_assert(t, error, "%s == 0 || %s == %u", p->tag, p->tag, p->member);
}

/* The value and what says that it is there, at once. */
static value load_member(translation *t, const model_place *p)
{
    model_node *before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
    model_place inner = *p;
    value v;

    inner.tag = NULL;
    if (p->checks)
        node_assert(t, p->kind, "%s", p->checks);
    assert_member(t, p, "limit: a union that is read as another member");
    inner.checks = NULL;
    v = number_keep(t, place_load(t, &inner));
    node_leave(t, before);
    return v;
}

/* What is not the whole of its member needs the rest of it. */
static void store_member(translation *t, const model_place *p, value v)
{
    model_node *before;
    model_place inner = *p;

    v = number_settle(t, v);
    before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
    inner.tag = NULL;
    if (!p->whole)
        assert_member(t, p, "limit: a part of a union's member that is not there");
    place_store(t, &inner, v);
    node_emit(t, 0, "%s = %u", p->tag, p->member);
    node_leave(t, before);
}

enum { BEING_WRITTEN = 255 };

model_place place_begin_member(translation *t, const model_place *p)
{
    model_place inner = *p;

    node_emit(t, p->shared, "%s = %d", p->tag, (int)BEING_WRITTEN);
    inner.tag = NULL;
    return inner;
}

void place_end_member(translation *t, const model_place *p)
{
    node_emit(t, p->shared, "%s = %u", p->tag, p->member);
}

value place_load(translation *t, const model_place *p)
{
    const char *what = place_text(t, p);
    value v;

    if (!type_is_scalar(p->type))
        fail(EXIT_INPUT, "%s:%u: a value of the type %s is not translated here", t->file, t->line,
             p->type->name);
    if (p->tag)
        return load_member(t, p);
    v = number_text(t, p->type, type_is_wide(p->type) ? tr_text(t, "%s.lo", what) : what);
    if (type_is_wide(p->type))
        v.high = tr_text(t, "%s.hi", what);
    if (memory_buffers(t, p)) {
        v.text = memory_read(t, what, "value", v.text);
        v.high = v.high ? memory_read(t, what, "high", v.high) : NULL;
    }
    if (p->bits && t->claiming)
        fail(EXIT_INPUT,
             "heddle promela: a proposition reads the bit-field %s, whose neighbours the "
             "model sets one by one; heddle check takes it",
             p->bits->c_name);
    if (p->bits && p->type->kind == TYPE_INT && p->bits->bits < 32) {
        v.low = p->type->sign ? -((i128)1 << (p->bits->bits - 1)) : 0;
        v.top = ((i128)1 << (p->bits->bits - p->type->sign)) - 1;
    }
    v.visible = p->shared;
    v.plain = !p->store && !p->offset && !p->shared;
    v.global = v.plain && p->global;
    v.checks = p->checks;
    v.kind = p->kind;
    if (p->shadow && !p->shared) {
        if (p->checks)
            node_assert(t, p->kind, "%s", p->checks);
        node_assert(t, "uninitialised", "%s", place_shadow(t, p));
        v.checks = NULL;
    } else if (p->shadow) {
        v.kind = v.checks ? v.kind : "uninitialised";
        v.checks = place_guarded(t, p, v.checks);
    }
    return type_is_wide(p->type) && v.visible ? number_settle(t, v) : v;
}

static void emit_parts(translation *t, const model_place *p, const char *const *parts, u32 n)
{
    model_node *whole, *before;

    if (n == 1 && !p->checks) {
        node_emit(t, p->shared, "%s", parts[0]);
        return;
    }
    whole = node_add(t, NODE_ATOMIC, NULL);
    before = node_enter(t, whole);
    if (p->checks)
        node_assert(t, p->kind, "%s", p->checks);
    for (u32 i = 0; i < n; i++)
        node_emit(t, p->shared && i == 0, "%s", parts[i]);
    node_leave(t, before);
}

/* Constant objects lie together in their store. */
static void assert_writable(translation *t, const model_place *p)
{
    const store *s = p->store;

    if (!s || s->constants == s->constants_end || t->initialising)
        return;
    if (!place_fixed(p->offset))
        node_assert(t, "read-only", "%s < %u || %s >= %u", p->offset, s->constants, p->offset,
                    s->constants_end);
    else if (atol(p->offset) >= s->constants && atol(p->offset) < s->constants_end)
        node_assert(t, "read-only", "false");
}

static void write_words(translation *t, const model_place *p, value v)
{
    const char *what = place_text(t, p), *parts[3];
    model_place counted = *p;
    u32 n = 0;

    if (type_is_wide(p->type)) {
        parts[n++] = tr_text(t, "%s.lo = %s", what, v.text);
        parts[n++] = tr_text(t, "%s.hi = %s", what, number_high(t, v));
    } else {
        parts[n++] = tr_text(t, "%s = %s", what, v.text);
    }
    if (p->shadow)
        parts[n++] = tr_text(t, "%s = true", place_shadow(t, p));
    counted.shared |= v.visible; /* for the cost */
    emit_parts(t, &counted, parts, n);
}

/* To memory, or to the store buffer. */
static void write_value(translation *t, const model_place *p, value v)
{
    const char *what = place_text(t, p);

    known_changes(t, what);
    assert_writable(t, p);
    if (memory_buffers(t, p) && p->atomic) {
        memory_direct(t);
        place_store(t, p, v);
        memory_indirect(t);
    } else if (memory_buffers(t, p)) {
        memory_write(t, p, what, place_shadow(t, p), v, "true");
    } else {
        write_words(t, p, v);
    }
}

void place_store(translation *t, const model_place *p, value v)
{
    model_node *before;

    if (p->tag) {
        store_member(t, p, v);
        return;
    }
    if (p->bits) {
        store_bits(t, p, v);
        return;
    }
    if (v.visible && p->shared && !t->o->statement_atomic)
        v = number_settle(t, v);
    if (v.checks && v.visible) { /* the load and what it needs, with the store of a local */
        before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
        node_assert(t, v.kind, "%s", v.checks);
        write_value(t, p, v);
        node_leave(t, before);
        return;
    }
    if (v.checks)
        node_assert(t, v.kind, "%s", v.checks);
    write_value(t, p, v);
}
