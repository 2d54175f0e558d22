/* What is done to an object as a whole, a struct or an array too: part by part, down to the
 * variables of the model. */
#include "promela/place.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/types.h"

static void clear_part(translation *t, const model_place *p);
static void retire_part(translation *t, const model_place *p);
static void forget_part(translation *t, const model_place *p);

/* Applies a function to each part of an object that is a variable of the model. */
static void each_part(translation *t, const model_place *p,
                      void (*act)(translation *t, const model_place *part))
{
    model_place part;

    if (p->type->kind == TYPE_ARRAY) {
        for (u32 i = 0; i < p->type->n; i++) {
            part = place_element(t, p, i);
            each_part(t, &part, act);
        }
    } else if (p->type->kind == TYPE_STRUCT) {
        for (u32 i = 0; i < p->type->record->fields.n; i++) {
            if (p->type->record->fields.at[i].type->kind == TYPE_BAD)
                continue; /* its use is refused */
            part = place_field(t, p, i);
            part.tag = NULL;
            each_part(t, &part, act);
        }
        if (p->type->record->tag && (act == clear_part || act == retire_part || act == forget_part))
            node_emit(t, 0, "%s.%s = 0", place_text(t, p), p->type->record->tag);
    } else {
        act(t, p);
    }
}

void place_set_mutex_type(translation *t, const model_place *p, int kind)
{
    node_emit(t, 0, "%s = %d", place_text(t, p), kind == 1 || kind == 2 ? kind << 8 : 0);
}

/* Zeros are a lock that is free, but no semaphore. */
void place_set_sync(translation *t, const model_place *p, bool made)
{
    static const char *const gone[] = {[TYPE_MUTEX] = "255",
                                       [TYPE_COND] = "-1",
                                       [TYPE_SEM] = "-1",
                                       [TYPE_RWLOCK] = "-100",
                                       [TYPE_BARRIER] = "0"};

    node_emit(t, 0, "%s%s = %s", place_text(t, p), p->type->kind == TYPE_BARRIER ? ".needed" : "",
              made && p->type->kind != TYPE_SEM ? "0" : gone[p->type->kind]);
}

static void clear_part(translation *t, const model_place *p)
{
    model_place quiet = *p;

    quiet.shared = false;
    quiet.checks = NULL;
    if (type_is_sync(p->type))
        place_set_sync(t, p, true);
    else
        place_store(t, &quiet, number_constant(t, p->type, 0));
}

void place_clear(translation *t, const model_place *p)
{
    each_part(t, p, clear_part);
}

/* Who waits at a condition variable that is gone stays there. */
static void retire_part(translation *t, const model_place *p)
{
    if (p->type->kind != TYPE_COND)
        clear_part(t, p);
}

void place_retire(translation *t, const model_place *p)
{
    each_part(t, p, retire_part);
}

static void forget_part(translation *t, const model_place *p)
{
    if (type_is_sync(p->type))
        place_set_sync(t, p, false);
    else if (p->shadow)
        node_emit(t, 0, "%s = false", place_shadow(t, p));
}

static void unset_part(translation *t, const model_place *p)
{
    if (!type_is_sync(p->type) && p->shadow)
        node_emit(t, 0, "%s = false", place_shadow(t, p));
}

void place_unset(translation *t, const model_place *p)
{
    each_part(t, p, unset_part);
}

static void add_leaf(translation *t, const model_place *p)
{
    const char *what = place_text(t, p), *shadow = place_shadow(t, p);

    if (!type_is_scalar(p->type))
        fail(EXIT_INPUT, "%s:%u: a copy of %s is not translated", t->file, t->line, p->type->name);
    if (type_is_wide(p->type)) {
        vec_push(t->leaves, tr_text(t, "%s.lo", what));
        vec_push(t->leaves, tr_text(t, "%s.hi", what));
    } else {
        vec_push(t->leaves, what);
    }
    if (shadow)
        vec_push(t->leaves, shadow);
}

void place_leaves(translation *t, const model_place *p, texts *out)
{
    t->leaves = out;
    if (p->type->kind == TYPE_STRUCT && p->type->record->tag)
        vec_push(out, tr_text(t, "%s.%s", place_text(t, p), p->type->record->tag));
    each_part(t, p, add_leaf);
}

void place_drop(translation *t, const model_place *p)
{
    each_part(t, p, memory_drop);
}

void place_forget(translation *t, const model_place *p)
{
    each_part(t, p, forget_part);
}

static void mark_part(translation *t, const model_place *p)
{
    if (p->type->kind == TYPE_SEM)
        place_set_sync(t, p, true);
    if (p->shadow && !type_is_sync(p->type))
        node_emit(t, 0, "%s = true", place_shadow(t, p));
}

void place_mark(translation *t, const model_place *p)
{
    each_part(t, p, mark_part);
}

static void copy_shadow(translation *t, const model_place *to, const model_place *from)
{
    if (to->shadow)
        node_emit(t, 0, "%s = %s", place_shadow(t, to),
                  from->shadow ? place_guarded(t, from, NULL) : "true");
}

/* What was never set may be copied, as long as nobody looks at it. */
static void copy_scalar(translation *t, const model_place *to, const model_place *from)
{
    model_place source = *from, target = *to;
    value v;

    if (type_is_sync(to->type))
        fail(EXIT_INPUT, "%s:%u: a copy of a lock is not translated", t->file, t->line);
    if (to->shadow && from->shadow) {
        source.shadow = target.shadow = NULL;
        v = place_load(t, &source);
        if (memory_buffers(t, to)) {
            v = number_settle(t, v);
            memory_write(t, to, place_text(t, to), place_shadow(t, to), v,
                         place_guarded(t, from, NULL));
        } else {
            place_store(t, &target, v);
            copy_shadow(t, to, from);
        }
        return;
    }
    v = place_load(t, &source);
    place_store(t, &target, v);
}

static void copy_tag(translation *t, const model_place *to, const model_place *from)
{
    model_type *byte = type_int(t, 8, false);
    model_place a = *to, b = *from;

    a.type = b.type = byte;
    a.base = tr_text(t, "%s.%s", place_text(t, to), to->type->record->tag);
    b.base = tr_text(t, "%s.%s", place_text(t, from), from->type->record->tag);
    a.store = b.store = NULL;
    a.offset = b.offset = a.shadow = b.shadow = NULL;
    place_store(t, &a, place_load(t, &b));
}

void place_copy(translation *t, const model_place *to, const model_place *from)
{
    model_place a, b;

    if (to->tag && to->whole && !type_is_scalar(to->type)) {
        a = place_begin_member(t, to);
        place_copy(t, &a, from);
        place_end_member(t, to);
        return;
    }
    if (to->type->kind == TYPE_STRUCT) {
        for (u32 i = 0; i < to->type->record->fields.n; i++) {
            if (to->type->record->fields.at[i].type->kind == TYPE_BAD)
                continue;
            a = place_field(t, to, i);
            b = place_field(t, from, i);
            if (to->type->record->tag)
                a.tag = b.tag = NULL;
            place_copy(t, &a, &b);
        }
        if (to->type->record->tag)
            copy_tag(t, to, from);
    } else if (to->type->kind == TYPE_ARRAY) {
        for (u32 i = 0; i < to->type->n; i++) {
            a = place_element(t, to, i);
            b = place_element(t, from, i);
            place_copy(t, &a, &b);
        }
    } else {
        copy_scalar(t, to, from);
    }
}
