/* Objects and accesses.  Every access is checked; the checks that nearly always hold at once are in
 * the interpreter's fast path, which comes here when an object's flags ask for more: shared, dead,
 * constant, with pointers, with undefined bits, or not yet written in this step.
 *
 * Invariants: map[w] is MAP_POINTER exactly when word w holds an encoded pointer, MAP_PARTIAL when
 * its data is one but some of its bytes, undefined in the shadow, were not stored yet; a shadow bit
 * is set when the bit below it has no defined value, which is 1 if that is for the sake of an
 * address, else 0; an object without OF_CLEAN has zeros up its tree; whatever a shared object
 * points to is shared. */
#include "vm/machine.h"

#include "base/halt.h"
#include "base/mutant.h"

#include <stdio.h>
#include <string.h>

static const u64 default_heap = (u64)256 << 20;

static u32 object_id(const machine *m, const object *o)
{
    return (u32)(o - m->objects.at);
}

static u32 words_of(const machine *m, u32 size)
{
    return (size + m->prog->pointer_bytes - 1) / m->prog->pointer_bytes;
}

/* Buffers of small objects come and go with every restored state: they are kept by their size. */
static u8 *buffer_get(machine *m, u32 bytes)
{
    u32 k = (bytes - 1) / SPARE_BYTES;
    u8 *p = k < SPARE_SIZES ? m->mem.spare[k] : NULL;

    if (!p)
        return mem_alloc((size_t)(k + 1) * SPARE_BYTES);
    memcpy(&m->mem.spare[k], p, sizeof m->mem.spare[k]);
    memset(p, 0, bytes);
    return p;
}

static void buffer_put(machine *m, u8 *p, u32 bytes)
{
    u32 k = (bytes - 1) / SPARE_BYTES;

    if (!SPARE_KEPT || !p || k >= SPARE_SIZES) {
        mem_free(p);
        return;
    }
    memcpy(p, &m->mem.spare[k], sizeof m->mem.spare[k]);
    m->mem.spare[k] = p;
}

void object_forget_spares(machine *m)
{
    for (u32 k = 0; k < SPARE_SIZES; k++)
        while (m->mem.spare[k]) {
            u8 *p = m->mem.spare[k];

            memcpy(&m->mem.spare[k], p, sizeof m->mem.spare[k]);
            mem_free(p);
        }
}

static u32 data_bytes(const object *o)
{
    return o->room + 8;
}

static u32 pointer_map_bytes(const machine *m, const object *o)
{
    return o->room / m->prog->pointer_bytes + 1;
}

static void put_marks(machine *m, object *o)
{
    buffer_put(m, o->map, pointer_map_bytes(m, o));
    buffer_put(m, o->shadow, data_bytes(o));
    o->map = o->shadow = NULL;
}

void object_release(machine *m, object *o)
{
    put_marks(m, o);
    buffer_put(m, o->data, data_bytes(o));
    o->data = NULL;
    o->room = 0;
    if (o->chunks.room)
        tree_free(&o->chunks);
}

void object_buffers(machine *m, object *o, u32 size)
{
    u32 room = (size + 7) & ~7u;

    put_marks(m, o);
    o->flags &= (u16) ~(OF_POINTERS | OF_SHADOW);
    if (room > o->room || room * 4 < o->room || !o->data) {
        buffer_put(m, o->data, data_bytes(o));
        o->room = room;
        o->data = buffer_get(m, data_bytes(o));
    } else {
        memset(o->data, 0, room + 8);
    }
    o->size = size;
}

void object_map(machine *m, object *o)
{
    if (!o->map)
        o->map = buffer_get(m, pointer_map_bytes(m, o));
    o->flags |= OF_POINTERS;
}

void object_shadow(machine *m, object *o)
{
    if (!o->shadow)
        o->shadow = buffer_get(m, data_bytes(o));
    o->flags |= OF_SHADOW;
}

/* Marks what is about to be written, up to the root of its tree. */
static void touch(machine *m, object *o, u32 offset, u32 size)
{
    if (UNLIKELY(o->flags & m->query.watch))
        query_note(m, o);
    if (o->flags & OF_CHUNKED)
        for (u32 c = offset / CHUNK_BYTES; size && c <= (offset + size - 1) / CHUNK_BYTES; c++)
            tree_dirty(&o->chunks, c);
    if (!(o->flags & OF_CLEAN))
        return;
    u32 id = object_id(m, o);

    o->flags &= (u16)~OF_CLEAN;
    o->leaf = 0;
    vec_push(&m->canon.dirty, id);
    if (id > m->mem.nstatic)
        tree_dirty(&m->mem.heap, id - m->mem.nstatic - 1);
    else if (m->mem.static_slot[id] != ~0u)
        tree_dirty(&m->mem.statics, m->mem.static_slot[id]);
}

void object_touch(machine *m, object *o)
{
    touch(m, o, 0, 0);
}

void object_dirty(machine *m, object *o)
{
    if (m->opt.symmetry)
        symmetry_written(m, o, 0, o->size);
    touch(m, o, 0, o->size);
}

u64 object_weight(const object *o)
{
    bool counted = (o->kind == OC_HEAP || o->kind == OC_STACK) && !(o->flags & OF_DEAD);

    return counted ? o->size + 256u : 0;
}

u32 object_new(machine *m, object_class kind, u32 size, u32 align, bool zeroed)
{
    thread *t = m->threads.n ? this_thread(m) : NULL;
    u32 id = m->objects.n;

    if (id > OBJECT_LIMIT)
        halt("a state of the program has more than %u objects", OBJECT_LIMIT);
    vec_push(&m->objects, (object){0});
    object *o = &m->objects.at[id];

    o->kind = (u8)kind;
    o->flags = OF_ANY;
    o->owner = kind == OC_HEAP ? 0 : m->running;
    while ((1u << o->align) < align)
        o->align++;
    if (kind == OC_THREAD) {
        o->flags |= OF_NODATA;
        o->size = size;
    } else {
        object_buffers(m, o, size);
        if (size > CHUNK_BYTES) {
            o->flags |= OF_CHUNKED;
            tree_size(&o->chunks, (size + CHUNK_BYTES - 1) / CHUNK_BYTES);
        }
        if (!zeroed && size) {
            object_shadow(m, o);
            memset(o->shadow, 0xff, size);
        }
    }
    m->mem.heap_bytes += object_weight(o);
    if (m->mem.heap_bytes > (m->opt.max_heap ? m->opt.max_heap : default_heap))
        vm_limit(m, "the program holds more memory than --max-heap allows");
    if (t) {
        o->birth_thread = t->birth + 1;
        o->birth_ordinal = ++t->allocations;
        if (t->frames.n) {
            u32 k = t->frames.n - 1;

            while (k && m->prog->funcs.at[t->frames.at[k].func]->runtime)
                k--;
            o->made_func = t->frames.at[k].func;
            o->made_pc = t->frames.at[k].pc;
        }
    }
    if (!m->query.asked) {
        tree_size(&m->mem.heap, id - m->mem.nstatic);
        vec_push(&m->canon.dirty, id); /* it has no signature yet */
    }
    m->canon.reshaped = true;
    return id;
}

void object_kill(machine *m, u32 id)
{
    object *o = &m->objects.at[id];

    if (o->flags & OF_DEAD)
        return;
    if (m->race && o->flags & OF_MET)
        race_gone(m, id);
    if (UNLIKELY(m->opt.memory))
        buffer_forget(m, id);
    object_dirty(m, o);
    m->step.layout_touched |= m->mem.static_at && (o->address || o->flags & OF_SHARED);
    m->mem.heap_bytes -= object_weight(o);
    object_release(m, o);
    o->flags &= (u16) ~(OF_POINTERS | OF_SHADOW | OF_CHUNKED);
    o->flags |= OF_DEAD;
    m->canon.reshaped = true;
    if (m->threads.n && this_thread(m)->frames.n) {
        thread *t = this_thread(m);
        u32 k = t->frames.n - 1;

        while (k && m->prog->funcs.at[t->frames.at[k].func]->runtime)
            k--;
        o->gone_func = t->frames.at[k].func;
        o->gone_pc = t->frames.at[k].pc;
    }
}

/* A local gets a new address: another object may lie at its old one. */
void object_revive(machine *m, u32 id, bool zeroed)
{
    object *o = &m->objects.at[id];

    if (!(o->flags & OF_DEAD))
        object_kill(m, id);
    o->flags &= (u16)~OF_DEAD;
    if (o->kind != OC_HEAP)
        o->address = 0;
    m->step.layout_touched |= o->address != 0;
    m->mem.heap_bytes += object_weight(o);
    object_buffers(m, o, o->size);
    if (o->size > CHUNK_BYTES) {
        o->flags |= OF_CHUNKED;
        tree_size(&o->chunks, (o->size + CHUNK_BYTES - 1) / CHUNK_BYTES);
    }
    object_touch(m, o);
    if (o->size && !zeroed) {
        object_shadow(m, o);
        memset(o->shadow, 0xff, o->size);
    }
    m->canon.reshaped = true;
}

u64 object_birth(const machine *m, u32 id)
{
    const object *o = &m->objects.at[id];

    if (m->opt.mode == VM_CANONICAL || id <= m->mem.nstatic)
        return id;
    return (u64)o->birth_thread << 32 | o->birth_ordinal;
}

u64 pointer_decode(const machine *m, u64 stored)
{
    u32 bits = m->prog->offset_bits;

    if (m->prog->pointer_bytes == 8)
        return stored;
    return POINTER(stored >> bits, stored & ((1u << bits) - 1));
}

u64 pointer_encode(machine *m, u64 pointer)
{
    u32 bits = m->prog->offset_bits;

    if (m->prog->pointer_bytes == 8)
        return pointer;
    if (POINTER_OFFSET(pointer) >> bits || POINTER_OBJECT(pointer) >> (32 - bits)) {
        vm_limit(m, "a 32-bit pointer has no room for this object number or offset");
        return 0;
    }
    return (u64)POINTER_OBJECT(pointer) << bits | POINTER_OFFSET(pointer);
}

/* Makes an object and all that it reaches shared. */
void object_share(machine *m, u64 pointer)
{
    if (!POINTER_IS(pointer) || MUTANT(PUBLISH_LATE))
        return;
    vec_clear(&m->canon.scratch);
    vec_push(&m->canon.scratch, POINTER_OBJECT(pointer));
    while (m->canon.scratch.n) {
        object *o = &m->objects.at[vec_pop(&m->canon.scratch)];

        if (o->flags & (OF_SHARED | OF_NODATA | OF_CONST))
            continue;
        if (object_id(m, o) > m->mem.nstatic)
            touch(m, o, 0, 0);
        o->flags |= OF_SHARED;
        m->canon.reshaped = true;
        m->mem.lent |= object_framed(o) || o->kind == OC_TLS;
        if (m->race)
            race_published(m, object_id(m, o));
        if (!(o->flags & OF_POINTERS))
            continue;
        for (u32 w = 0, n = words_of(m, o->size); w < n; w++)
            if (o->map[w])
                vec_push(&m->canon.scratch,
                         POINTER_OBJECT(pointer_decode(m, mem_peek(m, o, w * m->prog->pointer_bytes,
                                                                   m->prog->pointer_bytes))));
    }
}

u64 mem_peek(const machine *m, const object *o, u32 offset, u32 size)
{
    u64 v = 0;

    (void)m;
    memcpy(&v, o->data + offset, size);
    return v;
}

void mem_rename(machine *m, object *o, u32 word, u64 pointer)
{
    u32 pb = m->prog->pointer_bytes;
    u64 stored = pointer_encode(m, pointer);

    touch(m, o, word * pb, pb);
    memcpy(o->data + word * pb, &stored, pb);
}

void mem_poke(machine *m, object *o, u32 offset, u32 size, u64 value, bool pointer)
{
    u32 word = offset / m->prog->pointer_bytes;

    touch(m, o, offset, size);
    if (pointer && POINTER_IS(value)) {
        object_map(m, o);
        o->map[word] = MAP_POINTER;
        value = pointer_encode(m, value);
    } else if (o->flags & OF_POINTERS) {
        for (u32 w = word; w * m->prog->pointer_bytes < offset + size; w++)
            o->map[w] = 0;
    }
    memcpy(o->data + offset, &value, size);
    if (o->flags & OF_SHADOW)
        memset(o->shadow + offset, 0, size);
}

static void describe(const machine *m, const object *o, char *out, size_t n)
{
    char made[320] = "", gone[320] = "";
    const object_init *init =
        object_id(m, o) <= m->mem.nstatic ? &m->prog->objects.at[object_id(m, o)] : NULL;

    if (init) {
        snprintf(out, n, "'%s' (%u bytes)", init->name && *init->name ? init->name : "constant",
                 o->size);
        return;
    }
    if (m->opt.mode == VM_BIRTH) {
        vm_at(m, " made at", o->made_func, o->made_pc, made, sizeof made);
        if (o->flags & OF_DEAD)
            vm_at(m, o->kind == OC_HEAP ? ", freed at" : ", ended at", o->gone_func, o->gone_pc,
                  gone, sizeof gone);
        if (o->kind == OC_TLS && o->flags & OF_DEAD)
            snprintf(gone, sizeof gone, ", ended with their thread");
    }
    snprintf(out, n, "%s of %u bytes%s%s",
             o->kind == OC_HEAP    ? "heap memory"
             : o->kind == OC_STACK ? "a local variable"
             : o->kind == OC_TLS   ? "thread-local variables"
                                   : "an object",
             o->size, made, gone);
}

/* An address that was looked at may be a multiple of more than the object's own alignment. */
static bool misaligned(machine *m, u64 p, u32 align)
{
    if (!(POINTER_OFFSET(p) & (align - 1)))
        return false;
    if (!m->mem.static_at || !layout_placed(m, p) || layout_address(m, p) & (align - 1))
        return true;
    m->step.layout_touched |= layout_draws(m, p);
    return false;
}

void mem_fails(machine *m, event_kind kind, u64 p, u64 size)
{
    assert(m->fault.failed); /* what was announced is compared with what comes before the failure */
    if (m->opt.footprint && !MUTANT(RACES_FAIL))
        vm_event(m, kind, 0, p, size < UINT32_MAX ? (u32)size : UINT32_MAX);
}

object *mem_check(machine *m, u64 p, u64 size, u32 align, bool write, const char *what)
{
    char name[800];

    if (!POINTER_IS(p)) {
        if (p + 4096 < 8192)
            vm_error(m, ERR_NULL_POINTER, "%s through a null pointer", what);
        else
            vm_error(m, ERR_WILD_POINTER, "%s through 0x%llx, which points to nothing", what,
                     (unsigned long long)p);
        return NULL;
    }
    u32 id = POINTER_OBJECT(p), offset = POINTER_OFFSET(p);

    if (!id || id >= m->objects.n)
        die("object %u of %u", id, m->objects.n);
    object *o = &m->objects.at[id];

    if (o->flags & OF_DEAD) {
        describe(m, o, name, sizeof name);
        vm_error(m, o->kind == OC_HEAP ? ERR_USE_AFTER_FREE : ERR_USE_AFTER_SCOPE, "%s of %s: %s",
                 what, o->kind == OC_HEAP ? "freed memory" : "a variable that is gone", name);
        mem_fails(m, write ? EV_WRITE : EV_READ, p, size);
        return NULL;
    }
    if (o->flags & OF_NODATA && id <= m->mem.nstatic && m->prog->objects.at[id].gap) {
        vm_cut(m, "variable '%s' is not defined", m->prog->objects.at[id].name);
        return NULL;
    }
    if (o->flags & OF_NODATA) {
        vm_error(m, write ? ERR_READ_ONLY : ERR_OUT_OF_BOUNDS, "%s of %s", what,
                 o->kind == OC_FUNC ? "a function's code" : "a thread handle");
        return NULL;
    }
    if ((u64)offset + size > o->size) {
        describe(m, o, name, sizeof name);
        vm_error(m, ERR_OUT_OF_BOUNDS, "%s of %llu byte%s at offset %d of %s", what,
                 (unsigned long long)size, size == 1 ? "" : "s", (i32)offset, name);
        return NULL;
    }
    if (misaligned(m, p, align)) {
        describe(m, o, name, sizeof name);
        vm_error(m, ERR_MISALIGNED, "%s at offset %u of %s, which must be a multiple of %u", what,
                 offset, name, align);
        return NULL;
    }
    if (write && m->query.asked && id < m->query.from && !query_remembers(m, id)) {
        describe(m, o, name, sizeof name);
        query_refuse_write(m, name);
    }
    if (write && o->flags & OF_CONST) {
        describe(m, o, name, sizeof name);
        vm_error(m, ERR_READ_ONLY, "%s of the constant %s", what, name);
        return NULL;
    }
    return o;
}

/* The library's own code has private accesses that are nobody's business. */
static bool in_library(const machine *m)
{
    const thread *t = &m->threads.at[m->running];

    return t->frames.n && m->prog->funcs.at[t->frames.at[t->frames.n - 1].func]->runtime;
}

bool mem_visible(const machine *m, const object *o)
{
    if (m->step.quiet || m->atomic_owner || !several_threads(m))
        return false;
    return o->flags & OF_SHARED || (m->opt.every_access && !in_library(m));
}

bool mem_visible_write(const machine *m, const object *o)
{
    return mem_visible(m, o) ||
           (o->flags & m->query.watch && !m->step.quiet && !m->atomic_owner && query_watches(m, o));
}

bool vm_rests(machine *m, bool visible)
{
    if (!m->step.allow)
        return visible;
    m->step.allow = false;
    masks_set(m);
    return false;
}

/* Says whether the access is the step's visible operation, or that the thread must rest before it.
 */
static access_result visit(machine *m, const object *o, bool write, bool *visible)
{
    *visible = m->step.allow || (write ? mem_visible_write(m, o) : mem_visible(m, o));
    return vm_rests(m, *visible) ? ACC_REST : ACC_OK;
}

bool event_wanted(const machine *m, u64 p)
{
    u32 id = POINTER_OBJECT(p);

    if (m->opt.events_all)
        return true;
    /* Nobody could meet the step of a thread that is alone: its events would only be kept. */
    return m->opt.footprint && several_threads(m) && !object_fresh(m, id) &&
           m->objects.at[id].flags & OF_SHARED;
}

#define ACCESS_UNSET                                                            \
    0x10000u /* besides those of program.h: what was there had no defined value \
              */

static void record(machine *m, event_kind kind, bool visible, u32 flags, u64 p, u32 size, u64 value,
                   u64 old, bool pointer, bool undefined)
{
    if (m->step.mute || (!visible && !event_wanted(m, p)))
        return;
    u32 f = (visible ? EVF_VISIBLE : 0) | (vm_atomic(m, flags) ? EVF_ATOMIC : 0) |
            (pointer ? EVF_POINTER : 0) | (undefined ? EVF_UNDEFINED : 0) |
            (flags & ACCESS_UNSET ? EVF_UNSET : 0) | (size <= 8 ? EVF_VALUE : 0);
    event *e = vm_event(m, kind, f, p, size);

    e->order = vm_order(flags);
    e->value = value;
    e->old = old;
}

bool mem_access(machine *m, event_kind kind, u64 p, u32 size)
{
    u32 id = POINTER_OBJECT(p);
    bool hidden = id <= m->mem.nstatic && m->prog->objects.at[id].hidden, visible = m->step.allow;

    if (UNLIKELY(m->opt.memory) && buffer_holds_up(m, kind, p))
        return true;
    if (!hidden && visit(m, &m->objects.at[id], kind == EV_WRITE, &visible) == ACC_REST)
        return true;
    if (race_minds(m, &m->objects.at[id]) &&
        !(kind == EV_WRITE ? race_writes(m, p, size, 0) : race_reads(m, p, size, 0)))
        return true;
    if (!m->step.mute && (visible || event_wanted(m, p)))
        vm_event(m, kind, visible ? EVF_VISIBLE : 0u, p, size);
    return false;
}

/* With a layout: the bytes of an address that lie in [offset, offset + size), the pointer being at
 * `from`; false: it is drawn in the run, and to look at it others would have to come before. */
static bool part_of_address(machine *m, u64 pointer, u32 from, u32 offset, u32 size, u64 *value)
{
    u32 pb = m->prog->pointer_bytes;
    u64 at;

    if (layout_draws(m, pointer) && (m->step.allow || several_threads(m)))
        return false;
    if (!layout_look(m, &pointer, 1))
        return false;
    at = layout_address(m, pointer);
    for (u32 b = from < offset ? offset : from; b < from + pb && b < offset + size; b++)
        ((u8 *)value)[b - offset] = (u8)(at >> 8 * (b - from));
    return true;
}

/* The shade that pointer bytes give to an integer load of [offset, offset + size). */
static void pointer_shade(machine *m, const object *o, u32 offset, u32 size, u64 *value, shade *sh)
{
    u32 pb = m->prog->pointer_bytes;

    for (u32 w = offset / pb; w * pb < offset + size; w++) {
        if (!o->map[w])
            continue;
        u32 from = w * pb, to = from + pb;

        if (size == 1 && !(o->flags & OF_SHADOW && o->shadow[offset])) {
            sh[0] = SHADE_BYTE(pointer_decode(m, mem_peek(m, o, from, pb)), offset - from);
            continue;
        }
        if (o->map[w] == MAP_PARTIAL)
            goto lost;
        if (from >= offset && to <= offset + size && !((from - offset) & 7) && pb == 8) {
            sh[(from - offset) >> 3].origin = PROV_POINTER;
            continue;
        }
        if (from == offset && size == pb) {
            sh[0].origin = PROV_POINTER;
            continue;
        }
    lost:
        if (m->mem.static_at && o->map[w] == MAP_POINTER &&
            part_of_address(m, pointer_decode(m, mem_peek(m, o, from, pb)), from, offset, size,
                            value))
            continue;
        for (u32 b = from < offset ? offset : from; b < to && b < offset + size; b++) {
            shade *s = &sh[(b - offset) >> 3];

            s->bits |= (u64)0xff << ((b - offset) & 7) * 8;
            s->origin = PROV_LOST;
        }
    }
}

void mem_get(machine *m, const object *o, u32 offset, u32 size, u64 *value, shade *sh)
{
    value[0] = sh[0].bits = sh[0].origin = 0;
    memcpy(value, o->data + offset, size > 8 ? 8 : size);
    if (o->flags & OF_SHADOW)
        memcpy(&sh[0].bits, o->shadow + offset, size > 8 ? 8 : size);
    if (size > 8) {
        value[1] = sh[1].bits = sh[1].origin = 0;
        memcpy(&value[1], o->data + offset + 8, size - 8);
        if (o->flags & OF_SHADOW)
            memcpy(&sh[1].bits, o->shadow + offset + 8, size - 8);
    }
    for (u32 k = 0; k < (size > 8 ? 2u : 1u); k++) {
        if (value[k] & sh[k].bits)
            sh[k].origin = PROV_LOST;
        value[k] &= ~sh[k].bits;
    }
    if (o->flags & OF_POINTERS)
        pointer_shade(m, o, offset, size, value, sh);
}

access_result mem_load(machine *m, u64 p, u32 size, u32 flags, bool pointer, u64 *value, shade *sh)
{
    const object *o = mem_check(m, p, size, 1u << (flags & ACCESS_ALIGN), false, "read");
    u32 offset = POINTER_OFFSET(p), pb = m->prog->pointer_bytes, waiting = 0;
    bool visible;

    if (!o)
        return ACC_ERROR;
    if (UNLIKELY(m->opt.memory) && buffer_looks(m, p, size, &waiting) == BUFFER_PART)
        return ACC_REST;
    if (MUTANT(LOADS_INVISIBLE) && !m->step.allow)
        visible = false;
    else if (visit(m, o, false, &visible) == ACC_REST)
        return ACC_REST;
    if (race_minds(m, o) &&
        !(waiting ? race_forwards(m, p, size, flags) : race_reads(m, p, size, flags)))
        return ACC_ERROR;
    if (UNLIKELY(waiting)) {
        o = &m->objects.at[this_thread(m)->buffer];
        offset = waiting;
    }
    mem_get(m, o, offset, size, value, sh);
    if (pointer) {
        if (sh[0].origin == PROV_POINTER) {
            value[0] = pointer_decode(m, value[0]);
            sh[0].origin = PROV_NONE;
        } else if (pb == 8 && POINTER_IS(value[0]) && !sh[0].bits) {
            vm_error(m, ERR_PROVENANCE,
                     "these bytes look like a pointer but were not stored as one");
            mem_fails(m, EV_READ, p, size);
            return ACC_ERROR;
        }
    }
    record(m, waiting ? EV_FORWARD : EV_READ, visible, flags, p, size, value[0], value[0],
           pointer ? POINTER_IS(value[0]) : sh[0].origin == PROV_POINTER, sh[0].bits != 0);
    return ACC_OK;
}

/* Clears the pointer marks of the words under a store; what is left of a pointer that is half
 * overwritten has no defined value. */
static void unmap(machine *m, object *o, u32 offset, u32 size)
{
    u32 pb = m->prog->pointer_bytes;

    for (u32 w = offset / pb; w * pb < offset + size; w++) {
        if (!o->map[w])
            continue;
        o->map[w] = 0;
        for (u32 b = w * pb; b < w * pb + pb; b++)
            if (b < offset || b >= offset + size) {
                object_shadow(m, o);
                o->data[b] = o->shadow[b] = 0xff;
            }
    }
}

/* Stores one byte of a pointer: at its place in a word it begins or goes on with that pointer. */
static void put_byte(machine *m, object *o, u32 offset, shade sh)
{
    u32 pb = m->prog->pointer_bytes, w = offset / pb, from = w * pb;
    u64 stored = pointer_encode(m, sh.origin);

    object_map(m, o);
    object_shadow(m, o);
    if (offset - from != SHADE_PLACE(sh) || from + pb > o->size) {
        unmap(m, o, offset, 1);
        o->data[offset] = o->shadow[offset] = 0xff;
        return;
    }
    if (!o->map[w] || mem_peek(m, o, from, pb) != stored) {
        o->map[w] = MAP_PARTIAL;
        memcpy(o->data + from, &stored, pb);
        memset(o->shadow + from, 0xff, pb);
        if (o->flags & OF_SHARED)
            object_share(m, sh.origin);
    }
    o->shadow[offset] = 0;
    for (u32 b = from; b < from + pb; b++)
        if (o->shadow[b])
            return;
    o->map[w] = MAP_POINTER;
}

static bool put_word(machine *m, object *o, u32 offset, u32 size, bool pointer, u64 value, shade sh)
{
    u32 pb = m->prog->pointer_bytes;
    bool is_pointer = pointer ? POINTER_IS(value) && !sh.bits : sh.origin == PROV_POINTER;

    if (is_pointer && size == pb) {
        u64 target = pointer ? value : pointer_decode(m, value);

        if (offset % pb) {
            vm_error(m, ERR_PROVENANCE,
                     "a pointer stored at an offset that is not a multiple of %u", pb);
            return false;
        }
        if (pointer)
            value = pointer_encode(m, value);
        object_map(m, o);
        o->map[offset / pb] = MAP_POINTER;
        if (o->flags & OF_SHARED)
            object_share(m, target);
    }
    if (sh.bits)
        value = SHADE_IS_LOST(sh) ? value | sh.bits : value & ~sh.bits;
    memcpy(o->data + offset, &value, size);
    if (sh.bits)
        object_shadow(m, o);
    if (o->flags & OF_SHADOW)
        memcpy(o->shadow + offset, &sh.bits, size);
    return true;
}

static bool any_undefined(const object *o, u32 offset, u32 size)
{
    for (u32 k = 0; k < size; k++)
        if (o->shadow[offset + k])
            return true;
    return false;
}

bool mem_put(machine *m, object *o, u32 offset, u32 size, bool pointer, const u64 *value,
             const shade *sh)
{
    u32 pb = m->prog->pointer_bytes;

    if (m->opt.symmetry)
        symmetry_written(m, o, offset, size);
    touch(m, o, offset, size);
    if (size == 1 && SHADE_IS_BYTE(sh[0])) {
        touch(m, o, offset / pb * pb, pb);
        put_byte(m, o, offset, sh[0]);
        return true;
    }
    if (o->flags & OF_POINTERS)
        unmap(m, o, offset, size);
    return put_word(m, o, offset, size > 8 ? 8 : size, pointer, value[0], sh[0]) &&
           (size <= 8 || put_word(m, o, offset + 8, size - 8, false, value[1], sh[1]));
}

access_result mem_store(machine *m, u64 p, u32 size, u32 flags, bool pointer, const u64 *value,
                        const shade *sh)
{
    static const shade defined[2];
    object *o = mem_check(m, p, size, 1u << (flags & ACCESS_ALIGN), true, "write");
    u32 offset = POINTER_OFFSET(p);
    u64 old = 0;
    bool visible, unset;

    if (!o)
        return ACC_ERROR;
    if (!sh)
        sh = defined;
    if (UNLIKELY(m->opt.memory) && buffer_takes(m, o, flags))
        return buffer_store(m, p, size, flags, pointer, value, sh);
    if (UNLIKELY(m->opt.memory) && buffer_drains(m, flags))
        return ACC_REST;
    if (visit(m, o, true, &visible) == ACC_REST)
        return ACC_REST;
    if (race_minds(m, o) && !race_writes(m, p, size, flags))
        return ACC_ERROR;
    unset = (m->opt.footprint || m->opt.events_all) && o->flags & OF_SHADOW &&
            any_undefined(o, offset, size);
    if (visible || m->opt.events_all || m->opt.footprint) {
        memcpy(&old, o->data + offset, size > 8 ? 8 : size);
        if (pointer && o->flags & OF_POINTERS && o->map[offset / m->prog->pointer_bytes])
            old = pointer_decode(m, old);
    }
    bool byte = size == 1 && SHADE_IS_BYTE(sh[0]);

    if (!mem_put(m, o, offset, size, pointer, value, sh))
        return ACC_ERROR;
    if (race_minds(m, o))
        race_wrote(m, p, size, flags);
    record(m, EV_WRITE, visible, flags | (unset && !byte ? ACCESS_UNSET : 0u), p, size,
           byte ? 0 : value[0], old, pointer ? POINTER_IS(value[0]) : sh[0].origin == PROV_POINTER,
           (m->opt.footprint && unset) || sh[0].bits != 0);
    return m->fault.limit ? ACC_ERROR : ACC_OK;
}

access_result mem_update(machine *m, u64 p, u32 size, bool *visible)
{
    object *o = mem_check(m, p, size, size, true, "update");

    return o ? visit(m, o, true, visible) : ACC_ERROR;
}

void masks_set(machine *m)
{
    u16 always =
        !m->query.asked && (m->step.allow || m->opt.every_access || m->opt.events_all) ? OF_ANY : 0;
    u16 shared = several_threads(m) && !m->query.asked ? OF_SHARED : 0;

    if (m->opt.memory == MEMORY_PSO && shared) /* stores wait for private memory too */
        always = OF_ANY;

    m->step.race_mask = m->race ? OF_MET : m->near && !race_near_alone(m) ? OF_SHARED : 0;
    if (!m->query.asked)
        shared |= m->step.race_mask;
    m->step.load_mask = (u16)(always | shared | OF_DEAD | OF_NODATA | OF_POINTERS | OF_SHADOW);
    m->step.loadp_mask = m->step.load_mask;
    m->step.store_mask =
        (u16)(always | shared | OF_DEAD | OF_NODATA | OF_POINTERS | OF_SHADOW | OF_CONST |
              OF_CLEAN | OF_CHUNKED | m->query.watch | (m->query.asked ? OF_ANY : 0));
}
