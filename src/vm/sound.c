/* What the heads of memory.c, tree.c, canon.c and race_state.c say of the data, looked up in the
 * data: for the self-check, since it runs through all of a state. */
#include "vm/race.h"

static u32 words_of(const machine *m, const object *o)
{
    return (o->size + m->prog->pointer_bytes - 1) / m->prog->pointer_bytes;
}

static bool undefined(const machine *m, const object *o, u32 w)
{
    u32 pb = m->prog->pointer_bytes, end = w * pb + pb;

    for (u32 b = w * pb; o->flags & OF_SHADOW && b < end && b < o->size; b++)
        if (o->shadow[b])
            return true;
    return false;
}

/* May whatever a shared object points to be left unshared?  Code, constants and handles cannot be
 * written; a store buffer is only its thread's. */
static bool aside(const object *o)
{
    return o->flags & (OF_SHARED | OF_NODATA | OF_CONST) || o->kind == OC_BUFFER;
}

static const char *unsound_word(const machine *m, const object *o, u32 w)
{
    u32 pb = m->prog->pointer_bytes;
    u64 p = pointer_decode(m, mem_peek(m, o, w * pb, pb));

    if ((o->map[w] == MAP_PARTIAL) != undefined(m, o, w))
        return "a pointer is in part undefined, and not marked so";
    if (POINTER_OBJECT(p) >= m->objects.n)
        return "a word is marked as a pointer and points to no object";
    if (o->flags & OF_SHARED && !aside(&m->objects.at[POINTER_OBJECT(p)]))
        return "what a shared object points to is not shared";
    return NULL;
}

static const char *unsound_object(const machine *m, u32 id)
{
    const object *o = &m->objects.at[id];
    const char *what = NULL;

    if (o->flags & (OF_DEAD | OF_NODATA))
        return o->flags & (OF_POINTERS | OF_SHADOW) ? "an object without bytes has marks" : NULL;
    if ((o->flags & OF_POINTERS && !o->map) || (o->flags & OF_SHADOW && !o->shadow))
        return "an object has no room for its marks";
    if (!(o->flags & OF_CHUNKED) != (o->size <= CHUNK_BYTES))
        return "an object's chunks are not those of its size";
    if (o->flags & OF_CHUNKED && !tree_sound(&o->chunks))
        return "a tree of chunks has a dirty entry below one that is not";
    if (m->canon.settled && !canon_lives(m, id))
        return NULL;
    for (u32 w = 0, n = o->flags & OF_POINTERS ? words_of(m, o) : 0; w < n && !what; w++)
        what = o->map[w] ? unsound_word(m, o, w) : NULL;
    return what;
}

/* Nothing above a leaf that was written is known. */
static bool dirty_above(const tree *t, u32 i)
{
    for (u32 k = 0; k <= t->levels; k++)
        if (t->at[k][i >> (3 * k)])
            return false;
    return true;
}

static const char *unsound_leaf(const machine *m, u32 id)
{
    const object *o = &m->objects.at[id];
    u32 slot = id > m->mem.nstatic ? id - m->mem.nstatic - 1 : m->mem.static_slot[id];

    if (o->flags & OF_CLEAN || slot == ~0u ||
        dirty_above(id > m->mem.nstatic ? &m->mem.heap : &m->mem.statics, slot))
        return NULL;
    return "an object was written, and its tree does not know";
}

static const char *unsound_memory(const machine *m)
{
    const char *what = NULL;

    for (u32 id = 1; id < m->objects.n && !what; id++) {
        what = unsound_object(m, id);
        what = what ? what : unsound_leaf(m, id);
    }
    return what;
}

/* What is stored has its signature, by which a later step sees what has changed. */
static bool signed_frames(machine *m, thread *t)
{
    for (u32 k = 0; t->state != TS_FREE && k < t->frames.n; k++)
        if (t->frames.at[k].leaf && t->frames.at[k].sig != canon_frame_sig(m, t, k))
            return false;
    return true;
}

static const char *unsound_form(machine *m)
{
    for (u32 k = 0; k < m->threads.n; k++)
        if (!signed_frames(m, &m->threads.at[k]))
            return "a stored frame has another signature than its pointers";
    if (!canon_kept(m))
        return "the walk would number or share objects otherwise than they are";
    if (m->saved.current && m->threads.n && vec_last(&m->threads).state == TS_FREE)
        return "a stored state ends with a slot that is free";
    return NULL;
}

const char *vm_unsound(sys *s)
{
    machine *m = vm_of(s);
    const char *what = NULL;

    if (m->done) /* threads and heap are as the last step left them */
        return NULL;
    what = unsound_memory(m);
    if (!what && !tree_sound(&m->mem.statics))
        what = "the tree of static objects has a dirty entry below one that is not";
    if (!what && !tree_sound(&m->mem.heap))
        what = "the tree of dynamic objects has a dirty entry below one that is not";
    if (!what && m->canon.settled)
        what = unsound_form(m);
    if (!what && m->race)
        what = race_unsound(m);
    return what;
}
