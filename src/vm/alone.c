/* For an engine that runs each thread of a program alone and answers its reads (src/graph): the
 * contents of memory, taken from one run and put into another.
 *
 * Numbers of objects depend on who allocated first, so a value names objects by their births.
 * Invariant: index.at[thread].at[ordinal] is the number of the object with that birth, for all
 * objects below `met`; in LASTING mode objects are only added during a run. */
#include "vm/machine.h"

#include <string.h>

typedef VEC(u32) number_list;

struct alone {
    VEC(number_list) index; /* by the thread of the birth */
    u32 met;
};

void alone_close(machine *m)
{
    if (!m->alone)
        return;
    for (u32 k = 0; k < m->alone->index.n; k++)
        vec_free(&m->alone->index.at[k]);
    vec_free(&m->alone->index);
    mem_free(m->alone);
    m->alone = NULL;
}

void alone_reset(machine *m)
{
    if (!m->alone)
        return;
    for (u32 k = 0; k < m->alone->index.n; k++)
        vec_clear(&m->alone->index.at[k]);
    m->alone->met = 0;
}

static void meet(struct alone *a, const object *o, u32 id)
{
    while (a->index.n <= o->birth_thread)
        vec_push(&a->index, (number_list){0});
    number_list *l = &a->index.at[o->birth_thread];

    while (l->n <= o->birth_ordinal)
        vec_push(l, 0);
    l->at[o->birth_ordinal] = id;
}

static void meet_new(machine *m)
{
    struct alone *a = m->alone;

    if (a->met <= m->mem.nstatic)
        a->met = m->mem.nstatic + 1;
    for (; a->met < m->objects.n; a->met++)
        meet(a, &m->objects.at[a->met], a->met);
}

/* The number of the object with this birth name, 0: there is none in this run. */
static u32 number_of(machine *m, u64 birth)
{
    u32 who = (u32)(birth >> 32), which = (u32)birth;

    if (!who)
        return which <= m->mem.nstatic ? which : 0;
    if (!m->alone)
        m->alone = mem_alloc(sizeof *m->alone);
    meet_new(m);
    if (who >= m->alone->index.n || which >= m->alone->index.at[who].n)
        return 0;
    return m->alone->index.at[who].at[which];
}

u32 vm_word_bytes(const sys *s)
{
    return vm_of(s)->prog->pointer_bytes;
}

u32 vm_words(const sys *s, u32 offset, u32 size)
{
    u32 pb = vm_of(s)->prog->pointer_bytes;

    return size ? (offset + size - 1) / pb - offset / pb + 1 : 0;
}

static object *object_at(machine *m, u64 birth, u32 offset, u32 size)
{
    u32 id = number_of(m, birth);
    object *o = id ? &m->objects.at[id] : NULL;

    return o && !(o->flags & (OF_DEAD | OF_NODATA)) && (u64)offset + size <= o->size ? o : NULL;
}

/* The bytes of word w that lie in [offset, offset + size): the first, and how many. */
static u32 part(u32 w, u32 pb, u32 offset, u32 size, u32 *n)
{
    u32 from = w * pb < offset ? offset : w * pb, to = w * pb + pb;

    if (to > offset + size)
        to = offset + size;
    *n = to - from;
    return from;
}

static vm_word word_at(const machine *m, const object *o, u32 w)
{
    u32 pb = m->prog->pointer_bytes, n = o->size - w * pb < pb ? o->size - w * pb : pb;
    vm_word v = {0};

    memcpy(&v.data, o->data + w * pb, n);
    if (o->flags & OF_SHADOW)
        memcpy(&v.undefined, o->shadow + w * pb, n);
    if (o->flags & OF_POINTERS && o->map[w] == MAP_POINTER) {
        u64 p = pointer_decode(m, v.data);

        v.target = object_birth(m, POINTER_OBJECT(p));
        v.data = POINTER_OFFSET(p);
    }
    return v;
}

bool vm_take(sys *s, u64 object_name, u32 offset, u32 size, vm_word *out)
{
    machine *m = vm_of(s);
    const object *o = object_at(m, object_name, offset, size);
    u32 pb = m->prog->pointer_bytes;

    for (u32 k = 0; o && k < vm_words(s, offset, size); k++)
        out[k] = word_at(m, o, offset / pb + k);
    return o;
}

static void put_pointer(machine *m, object *o, u32 w, const vm_word *v)
{
    u32 pb = m->prog->pointer_bytes, id = number_of(m, v->target);
    u64 stored = pointer_encode(m, POINTER(id, (u32)v->data));

    assert(id); /* who wrote it made it, or read it */
    object_map(m, o);
    o->map[w] = MAP_POINTER;
    memcpy(o->data + w * pb, &stored, pb);
    if (o->flags & OF_SHADOW)
        memset(o->shadow + w * pb, 0, pb);
}

static void put_bytes(machine *m, object *o, u32 w, u32 from, u32 n, const vm_word *v)
{
    u32 pb = m->prog->pointer_bytes, skip = from - w * pb;

    if (v->undefined)
        object_shadow(m, o);
    memcpy(o->data + from, (const u8 *)&v->data + skip, n);
    if (o->flags & OF_SHADOW)
        memcpy(o->shadow + from, (const u8 *)&v->undefined + skip, n);
    if (o->flags & OF_POINTERS)
        o->map[w] = MAP_NONE;
}

bool vm_put(sys *s, u64 object_name, u32 offset, u32 size, const vm_word *in)
{
    machine *m = vm_of(s);
    object *o = object_at(m, object_name, offset, size);
    u32 pb = m->prog->pointer_bytes, n;

    if (!o || o->flags & OF_CONST)
        return false;
    state_moves(m);
    object_dirty(m, o);
    for (u32 k = 0; k < vm_words(s, offset, size); k++) {
        u32 w = offset / pb + k, from = part(w, pb, offset, size, &n);

        if (in[k].target)
            put_pointer(m, o, w, &in[k]);
        else
            put_bytes(m, o, w, from, n, &in[k]);
    }
    return true;
}

/* What was written or read has no wholly defined value: memory has it still, and knows the bits
 * that have none because of an address. */
static bool vague_in_memory(sys *s, const event *e, vm_word *out)
{
    u32 words = vm_words(s, e->offset, e->size);
    u64 undefined = 0;

    if (!vm_take(s, e->object, e->offset, e->size, out))
        return false;
    for (u32 k = 0; k < words; k++)
        undefined |= out[k].undefined;
    return undefined != 0;
}

void vm_value_of(sys *s, const event *e, bool before, vm_word *out)
{
    machine *m = vm_of(s);
    u32 pb = m->prog->pointer_bytes;
    u64 v = before ? e->old : e->value;
    bool vague = e->flags & (before ? EVF_UNSET : EVF_UNDEFINED);

    if (vague && !before && vague_in_memory(s, e, out))
        return;
    for (u32 k = 0; k < vm_words(s, e->offset, e->size); k++)
        out[k] = (vm_word){0};
    if (e->flags & EVF_POINTER && POINTER_IS(v) && e->size == pb) {
        out->target = object_birth(m, POINTER_OBJECT(v));
        out->data = POINTER_OFFSET(v);
        return;
    }
    for (u32 b = 0; b < e->size; b++) {
        u32 at = e->offset % pb + b;

        ((u8 *)&out[at / pb].data)[at % pb] = (u8)(v >> 8 * b);
        if (vague)
            ((u8 *)&out[at / pb].undefined)[at % pb] = 0xff;
    }
}

void vm_back(sys *s, state_key key)
{
    sys_restore(s, key);
    alone_reset(vm_of(s));
}

u32 vm_started(const sys *s)
{
    return vm_of(s)->births;
}

u32 vm_waits(const sys *s, u16 slot)
{
    const machine *m = vm_of(s);
    const thread *t = &m->threads.at[slot];

    if (t->state != TS_WAITING)
        return 0;
    return VM_WAITS | (t->timed ? VM_WAITS_TIMED : 0u) |
           (t->strong || m->opt.rules.no_spurious ? VM_WAITS_STRONG : 0u);
}

bool vm_hidden(const sys *s, u64 name)
{
    const machine *m = vm_of(s);

    return name && name <= m->mem.nstatic && m->prog->objects.at[name].hidden;
}

const char *vm_alone_lacks(const sys *s)
{
    const machine *m = vm_of(s);

    return m->uses.polls       ? "asking whether a thread is over"
           : m->uses.cancels   ? "cancelling threads"
           : m->uses.resets    ? "resetting the program"
           : m->uses.last_ends ? "what runs at the end of the last thread, if main may end before,"
                               : NULL;
}
