/* Saving and restoring.  A state is a root string of numbers: the tree of mutable static objects,
 * the tree of dynamic objects, what the machine itself holds, then the threads.  Each is interned,
 * so equal states have one root, and a root's number is the key.  Restoring compares numbers from
 * the root down and copies only what differs.
 *
 * What is stored is a function of the state alone: undefined bits read as zero, dead registers are
 * left out, marks that only speed things up are not kept. */
#include "vm/machine.h"

#include "base/mutant.h"

#include <assert.h>
#include <string.h>

enum { LEAF_POINTERS = 1, LEAF_SHADOW = 2, LEAF_CHUNKED = 4, LEAF_DEAD = 8, LEAF_SHARED = 16 };
#define LEAF_MET    (1u << 15) /* of a dynamic object's first word */
#define LEAF_ROOTED (1u << 4)
enum {
    FRAME_SLOW = 1,
    FRAME_ATOMIC = 2,
    FRAME_CALLING = 4,
    FRAME_SEQ = 8,
    FRAME_MARKED = 16,
    FRAME_BITS = 5
};

static void put64(word_list *w, u64 v)
{
    vec_push(w, (u32)v);
    vec_push(w, (u32)(v >> 32));
}

static u64 get64(const u32 *w)
{
    return (u64)w[1] << 32 | w[0];
}

static void put_bytes(word_list *w, const u8 *bytes, u32 n)
{
    u32 count = (n + 3) / 4;

    vec_reserve(w, count);
    if (n) {
        w->at[w->n + count - 1] = 0;
        memcpy(w->at + w->n, bytes, n);
    }
    w->n += count;
}

/* Contents of [from, from + n) of an object: flags, data, pointer marks, shadow. */
static void put_contents(const machine *m, object *o, u32 from, u32 n, word_list *w)
{
    u32 pb = m->prog->pointer_bytes, first = from / pb, count = (n + pb - 1) / pb;
    bool pointers = o->flags & OF_POINTERS && any_set(o->map + first, count);
    bool shadow = o->flags & OF_SHADOW && any_set(o->shadow + from, n);

    vec_push(w, (pointers ? LEAF_POINTERS : 0u) | (shadow ? LEAF_SHADOW : 0u));
    put_bytes(w, o->data + from, n);
    if (pointers)
        put_bytes(w, o->map + first, count);
    if (shadow)
        put_bytes(w, o->shadow + from, n);
}

static const u32 *get_contents(machine *m, object *o, u32 from, u32 n, const u32 *w)
{
    u32 pb = m->prog->pointer_bytes, first = from / pb, count = (n + pb - 1) / pb, flags = *w++;

    memcpy(o->data + from, w, n);
    w += (n + 3) / 4;
    if (flags & LEAF_POINTERS) {
        object_map(m, o);
        memcpy(o->map + first, w, count);
        w += (count + 3) / 4;
    } else if (o->map) {
        memset(o->map + first, 0, count);
    }
    if (flags & LEAF_SHADOW) {
        object_shadow(m, o);
        memcpy(o->shadow + from, w, n);
        w += (n + 3) / 4;
    } else if (o->shadow) {
        memset(o->shadow + from, 0, n);
    }
    return w;
}

typedef struct chunk_context {
    machine *m;
    object *o;
} chunk_context;

static u32 chunk_bytes(const object *o, u32 i)
{
    u32 left = o->size - i * CHUNK_BYTES;

    return left < CHUNK_BYTES ? left : CHUNK_BYTES;
}

static u32 save_chunk(void *context, u32 i)
{
    chunk_context *c = context;
    u32 buffer[2 * CHUNK_BYTES / 4 + CHUNK_BYTES / 4 + 4];
    word_list w = {buffer, 0, LENGTH(buffer)};

    put_contents(c->m, c->o, i * CHUNK_BYTES, chunk_bytes(c->o, i), &w);
    return intern_put(c->m->table, w.at, w.n, NULL);
}

static void load_chunk(void *context, u32 i, u32 id)
{
    chunk_context *c = context;
    u32 n;
    const u32 *w = intern_get(c->m->table, id, &n),
              *end = get_contents(c->m, c->o, i * CHUNK_BYTES, chunk_bytes(c->o, i), w);

    assert(end == w + n);
    (void)end;
}

/* Contents after the header: whole, or the root of the chunks. */
static void put_body(machine *m, object *o, word_list *w)
{
    chunk_context c = {m, o};

    if (o->flags & OF_CHUNKED)
        vec_push(w, tree_save(&o->chunks, m->table, save_chunk, &c));
    else
        put_contents(m, o, 0, o->size, w);
}

/* Where it ends. */
static const u32 *get_body(machine *m, object *o, const u32 *w)
{
    chunk_context c = {m, o};

    if (o->flags & OF_CHUNKED) {
        tree_load(&o->chunks, m->table, *w, (o->size + CHUNK_BYTES - 1) / CHUNK_BYTES, load_chunk,
                  &c);
        return w + 1;
    }
    u32 flags = *w;

    w = get_contents(m, o, 0, o->size, w);
    if (!(flags & LEAF_POINTERS))
        o->flags &= (u16)~OF_POINTERS;
    if (!(flags & LEAF_SHADOW))
        o->flags &= (u16)~OF_SHADOW;
    return w;
}

/* Marks of pointers and undefined bits that are no longer there cost time: drop them. */
static void tidy(const machine *m, object *o, const u32 *body)
{
    (void)m;
    if (o->flags & OF_CHUNKED)
        return;
    if (!(*body & LEAF_POINTERS))
        o->flags &= (u16)~OF_POINTERS;
    if (!(*body & LEAF_SHADOW))
        o->flags &= (u16)~OF_SHADOW;
}

static u32 save_static(void *context, u32 i)
{
    machine *m = context;
    object *o = &m->objects.at[m->mem.slot_static[i]];

    if (!o->leaf) {
        word_list *w = &m->saved.buffer;

        vec_clear(w);
        put_body(m, o, w);
        tidy(m, o, w->at);
        o->leaf = intern_put(m->table, w->at, w->n, NULL);
    }
    o->flags |= OF_CLEAN;
    return o->leaf;
}

static void load_static(void *context, u32 i, u32 id)
{
    machine *m = context;
    object *o = &m->objects.at[m->mem.slot_static[i]];
    u32 n;
    const u32 *w = intern_get(m->table, id, &n), *end = get_body(m, o, w);

    assert(end == w + n);
    (void)end;
    o->leaf = id;
    o->flags |= OF_CLEAN;
    o->sig = canon_object_sig(m, o);
}

static bool bodied(const object *o)
{
    return !(o->flags & (OF_DEAD | OF_NODATA));
}

/* Pointers into the middle of objects become pointers to their beginning. */
static void blur(const machine *m, const object *o, u32 *data)
{
    for (u32 k = 0; k < o->size / 8 && o->flags & OF_POINTERS; k++)
        if (m->prog->pointer_bytes == 8 && o->map[k])
            data[2 * k] = 0;
}

static u32 save_dynamic(void *context, u32 i)
{
    machine *m = context;
    object *o = &m->objects.at[m->mem.nstatic + 1 + i];

    if (!o->leaf) {
        word_list *w = &m->saved.buffer;

        assert(o->kind < 16 && o->align < 64);
        vec_clear(w);
        vec_push(w, o->kind | (o->flags & OF_DEAD ? LEAF_DEAD << 4u : 0u) |
                        (o->flags & OF_SHARED ? LEAF_SHARED << 4u : 0u) | (u32)o->align << 9 |
                        (o->flags & OF_MET ? LEAF_MET : 0u) |
                        (o->flags & OF_ROOTED ? LEAF_ROOTED : 0u) | (u32)o->owner << 16);
        vec_push(w, o->size);
        if (object_framed(o)) {
            vec_push(w, o->depth);
            vec_push(w, o->seq);
        }
        if (m->mem.static_at) {
            vec_push(w, (u32)o->address);
            vec_push(w, (u32)(o->address >> 32));
        }
        if (m->opt.rules.leaks) {
            vec_push(w, o->made_func);
            vec_push(w, o->made_pc);
        }
        if (m->opt.lasting) {
            vec_push(w, o->birth_thread);
            vec_push(w, o->birth_ordinal);
        }
        u32 at = w->n;

        if (bodied(o)) {
            put_body(m, o, w);
            tidy(m, o, w->at + at);
            if (MUTANT(HEAP_BLURRED) && o->kind == OC_HEAP && !(o->flags & OF_CHUNKED))
                blur(m, o, w->at + at + 1);
        }
        o->leaf = intern_put(m->table, w->at, w->n, NULL);
    }
    o->flags |= OF_CLEAN;
    return o->leaf;
}

static void load_dynamic(void *context, u32 i, u32 id)
{
    machine *m = context;
    object *o = &m->objects.at[m->mem.nstatic + 1 + i];
    u32 n;
    const u32 *w = intern_get(m->table, id, &n), *end = w + n;
    u32 head = w[0], size = w[1];
    object_class kind = (object_class)(head & 15);
    bool dead = head & LEAF_DEAD << 4u;

    m->mem.heap_bytes -= object_weight(o);
    w += 2;
    o->kind = (u8)kind;
    o->align = (u8)(head >> 9 & 63);
    o->owner = (u16)(head >> 16);
    if (object_framed(o)) {
        o->depth = *w++;
        o->seq = *w++;
    }
    if (m->mem.static_at) {
        o->address = w[0] | (u64)w[1] << 32;
        w += 2;
    }
    if (m->opt.rules.leaks) {
        o->made_func = *w++;
        o->made_pc = *w++;
    }
    if (m->opt.lasting) {
        o->birth_thread = *w++;
        o->birth_ordinal = *w++;
    }
    u16 flags = (u16)(OF_ANY | OF_CLEAN | (dead ? OF_DEAD : 0) |
                      (head & LEAF_SHARED << 4u ? OF_SHARED : 0) | (head & LEAF_MET ? OF_MET : 0) |
                      (head & LEAF_ROOTED ? OF_ROOTED : 0));

    m->canon.rerooted |= ((o->flags ^ flags) & OF_ROOTED) != 0;
    if (dead || kind == OC_THREAD) {
        object_release(m, o);
        o->flags = (u16)(flags | (kind == OC_THREAD ? OF_NODATA : 0));
        o->size = size;
    } else {
        bool chunked = size > CHUNK_BYTES;
        bool reuse = o->data && o->size == size && chunked == !!(o->flags & OF_CHUNKED);

        if (!reuse) {
            tree_free(&o->chunks);
            object_buffers(m, o, size);
            o->flags = flags;
        } else {
            o->flags = (u16)(flags | (o->flags & (OF_POINTERS | OF_SHADOW)));
        }
        if (chunked)
            o->flags |= OF_CHUNKED;
        w = get_body(m, o, w);
    }
    assert(w == end);
    (void)end;
    m->mem.heap_bytes += object_weight(o);
    o->leaf = id;
    o->sig = canon_object_sig(m, o);
}

/* Live registers: which have a high word, the low words, the high ones, then shades. */
static void put_registers(thread *t, frame *f, const live_set *live, word_list *w)
{
    u32 masks = (live->n + 31) / 32, at = w->n, high;

    vec_reserve(w, masks + live->n * 6);
    memset(w->at + at, 0, masks * 4);
    for (u32 k = 0; k < live->n; k++) {
        u64 *r = &t->regs.at[f->base + live->regs[k]];

        if (f->slow)
            *r &= ~t->shades[f->base + live->regs[k]].bits;
        w->at[at + masks + k] = (u32)*r;
        if (*r >> 32)
            w->at[at + k / 32] |= 1u << k % 32;
    }
    high = at + masks + live->n;
    for (u32 k = 0; k < live->n; k++)
        if (w->at[at + k / 32] >> k % 32 & 1)
            w->at[high++] = (u32)(t->regs.at[f->base + live->regs[k]] >> 32);
    w->n = high;
    for (u32 k = 0; f->slow && k < live->n; k++) {
        const shade *s = &t->shades[f->base + live->regs[k]];

        put64(w, s->bits);
        put64(w, s->origin);
    }
}

/* Where they end. */
static const u32 *get_registers(thread *t, frame *f, const live_set *live, const u32 *w)
{
    u32 masks = (live->n + 31) / 32;
    const u32 *high = w + masks + live->n;

    for (u32 k = 0; k < live->n; k++) {
        u64 v = w[masks + k];

        if (w[k / 32] >> k % 32 & 1)
            v |= (u64)*high++ << 32;
        t->regs.at[f->base + live->regs[k]] = v;
    }
    for (u32 k = 0; f->slow && k < live->n; k++, high += 4)
        t->shades[f->base + live->regs[k]] = (shade){get64(high), get64(high + 2)};
    return high;
}

static bool shades_needed(const thread *t, const frame *f, const live_set *live)
{
    for (u32 k = 0; k < live->n; k++) {
        const shade *s = &t->shades[f->base + live->regs[k]];

        if (s->bits | s->origin)
            return true;
    }
    return false;
}

static u32 save_frame(machine *m, thread *t, u32 k)
{
    frame *f = &t->frames.at[k];
    bool calling = k + 1 < t->frames.n;
    const live_set *live = live_at(m->prog->funcs.at[f->func], f->pc, calling);
    word_list *w = &m->saved.buffer;

    if (f->slow && !shades_needed(t, f, live))
        f->slow = false;
    vec_clear(w);
    vec_push(w, f->func << FRAME_BITS | (f->slow ? FRAME_SLOW : 0u) |
                    (f->atomic ? FRAME_ATOMIC : 0u) | (calling ? FRAME_CALLING : 0u) |
                    (f->seq ? FRAME_SEQ : 0u) | (f->marked ? FRAME_MARKED : 0u));
    vec_push(w, f->pc);
    if (f->seq)
        vec_push(w, f->seq);
    put_registers(t, f, live, w);
    return f->leaf = intern_put(m->table, w->at, w->n, NULL);
}

static void load_frame(machine *m, thread *t, u32 id)
{
    u32 n;
    const u32 *w = intern_get(m->table, id, &n), *end = w + n;
    u32 head = *w++;

    frame_push(m, t, head >> FRAME_BITS);
    frame *f = top_frame(t);

    f->pc = *w++;
    f->atomic = head & FRAME_ATOMIC;
    f->marked = head & FRAME_MARKED;
    if (head & FRAME_SEQ)
        f->seq = *w++;
    if (head & FRAME_SLOW)
        frame_slow(t, f);
    w = get_registers(t, f, live_at(m->prog->funcs.at[f->func], f->pc, head & FRAME_CALLING), w);
    assert(w == end);
    (void)end;
    f->leaf = id;
}

#define THREAD_BITS(BIT)  \
    BIT(detached, 3)      \
    BIT(joined, 4)        \
    BIT(woken, 5)         \
    BIT(timed, 6)         \
    BIT(cancelled, 7)     \
    BIT(cancel_masked, 8) \
    BIT(cancellable, 9)   \
    BIT(local, 10)        \
    BIT(diverged, 11)     \
    BIT(strong, 12)       \
    BIT(vague, 15)
enum { THREAD_WAITS = 1 << 13, THREAD_RESULT = 1 << 14 };
#define MANY_HELD 0xffffu /* in a head: how many is in a word of its own */

static u32 save_thread(machine *m, thread *t)
{
    word_list *w = &m->saved.thread_buffer;

    if (t->state == TS_FREE)
        return t->leaf = 0;
    if (t->leaf)
        return t->leaf;
    vec_clear(w);
    u32 head = (u32)t->state | (t->wait_at ? THREAD_WAITS : 0u) | (t->result ? THREAD_RESULT : 0u) |
               (t->held < MANY_HELD ? t->held : MANY_HELD) << 16;

#define BIT(name, at) head |= (u32)t->name << at;
    THREAD_BITS(BIT)
#undef BIT
    assert((u32)t->state < 8);
    vec_push(w, head);
    if (t->held >= MANY_HELD)
        vec_push(w, t->held);
    vec_push(w, t->handle);
    vec_push(w, t->tls);
    if (m->opt.memory)
        vec_push(w, t->buffer);
    if (m->opt.lasting)
        vec_push(w, t->allocations);
    if (t->wait_at)
        put64(w, t->wait_at);
    if (t->result)
        put64(w, t->result);
    if (m->opt.symmetry) {
        assert(t->kin.start < 1u << 24);
        vec_push(w, t->kin.start | (u32)t->kin.paired << 30 | (u32)t->kin.rehearsed << 31);
        vec_push(w, t->kin.number);
        put64(w, t->kin.arg);
    }
    if (m->place.named)
        vec_push(w, t->number);
    for (u32 k = 0; k < t->frames.n; k++)
        vec_push(w, t->frames.at[k].leaf ? t->frames.at[k].leaf : save_frame(m, t, k));
    return t->leaf = intern_put(m->table, w->at, w->n, NULL);
}

static void load_thread(machine *m, u32 slot, u32 id)
{
    thread *t = &m->threads.at[slot];
    u32 n;

    if (!id) {
        t->state = TS_FREE;
        t->frames.n = t->regs.n = 0;
        t->leaf = 0;
        return;
    }
    const u32 *w = intern_get(m->table, id, &n), *end = w + n;
    u32 head = *w++;

    t->state = (thread_state)(head & 7);
#define BIT(name, at) t->name = head >> at & 1;
    THREAD_BITS(BIT)
#undef BIT
    t->held = head >> 16 < MANY_HELD ? head >> 16 : *w++;
    t->handle = *w++;
    t->tls = *w++;
    t->buffer = m->opt.memory ? *w++ : 0;
    if (m->opt.lasting) {
        t->birth = slot;
        t->allocations = *w++;
    }
    t->wait_at = t->result = 0;
    if (head & THREAD_WAITS) {
        t->wait_at = get64(w);
        w += 2;
    }
    if (head & THREAD_RESULT) {
        t->result = get64(w);
        w += 2;
    }
    if (m->opt.symmetry) {
        t->kin = (kinship){.start = w[0] & 0xffffff,
                           .paired = w[0] >> 30 & 1,
                           .rehearsed = w[0] >> 31,
                           .number = w[1],
                           .arg = get64(w + 2)};
        w += 4;
    }
    if (m->place.named)
        t->number = *w++;
    u32 keep = 0, count = (u32)(end - w);

    while (keep < count && keep < t->frames.n && t->frames.at[keep].leaf == w[keep])
        keep++;
    if (keep < t->frames.n) {
        t->regs.n = t->frames.at[keep].base;
        t->frames.n = keep;
    }
    for (u32 k = keep; k < count; k++)
        load_frame(m, t, w[k]);
    for (u32 k = keep; k < count; k++)
        t->frames.at[k].sig = canon_frame_sig(m, t, k);
    for (u32 k = 0; k < count; k++)
        t->frames.at[k].stale = k + 1 < count;
    t->leaf = id;
    canon_thread_sig(m, t);
}

u32 state_thread_head(const machine *m, u32 head)
{
    return 3u + (head & THREAD_WAITS ? 2u : 0u) + (head & THREAD_RESULT ? 2u : 0u) +
           (m->opt.symmetry ? 4u : 0u) + (head >> 16 == MANY_HELD) + (m->place.named ? 1u : 0u) +
           (m->opt.memory ? 1u : 0u);
}

bool state_leaf_chunked(const u32 *w)
{
    return !(w[0] & LEAF_DEAD << 4u) && (w[0] & 15) != OC_THREAD && w[1] > CHUNK_BYTES;
}

static u32 save_heap(machine *m)
{
    u32 pair[2];

    if (!m->mem.heap.n)
        return 0;
    pair[0] = m->mem.heap.n;
    pair[1] = tree_save(&m->mem.heap, m->table, save_dynamic, m);
    return intern_put(m->table, pair, 2, NULL);
}

state_key state_save(machine *m)
{
    word_list *w = &m->saved.root;

    if (m->saved.current)
        return m->saved.current;
    if (m->done && !query_needs_heap(m)) { /* over: what threads and heap were does not matter */
        vec_clear(w);
        vec_push(w, tree_save(&m->mem.statics, m->table, save_static, m));
        vec_push(w, 0);
        vec_push(w, ROOT_DONE);
        vec_push(w, (u32)m->exit_status);
        if (m->place.named)
            vec_push(w, 0);
        if (m->race)
            vec_push(w, 0);
        return m->saved.current = intern_put(m->table, w->at, w->n, NULL);
    }
    if (!m->canon.settled)
        canon_settle(m);
    canon_number(m);
    m->mem.known = m->objects.n;
    vec_clear(w);
    vec_push(w, tree_save(&m->mem.statics, m->table, save_static, m));
    vec_push(w, save_heap(m));
    vec_push(w, m->done ? ROOT_DONE : m->atomic_owner | (u32)m->atomic_depth << 16);
    if (m->done)
        vec_push(w, (u32)m->exit_status);
    if (m->place.named)
        vec_push(w, m->place.numbers);
    if (m->race) {
        u32 races = m->done ? 0 : race_save(m);

        vec_push(w, races);
    }
    for (u32 k = 0; k < m->threads.n; k++)
        vec_push(w, save_thread(m, &m->threads.at[k]));
    return m->saved.current = intern_put(m->table, w->at, w->n, NULL);
}

static void load_heap(machine *m, u32 id)
{
    u32 n = 0, length, root = 0;

    name_forget(m);
    if (id) {
        const u32 *w = intern_get(m->table, id, &length);

        n = w[0];
        root = w[1];
    }
    while (m->objects.n > m->mem.nstatic + 1 + n) {
        object *o = &m->objects.at[--m->objects.n];

        m->mem.heap_bytes -= object_weight(o);
        object_release(m, o);
    }
    while (m->objects.n < m->mem.nstatic + 1 + n) {
        vec_push(&m->objects, (object){0});
        vec_last(&m->objects).flags = OF_ANY | OF_DEAD;
    }
    tree_load(&m->mem.heap, m->table, root, n, load_dynamic, m);
}

static void load_threads(machine *m, const u32 *ids, u32 n)
{
    while (m->threads.n > n)
        thread_drop(m);
    while (m->threads.n < n)
        vec_push(&m->threads, (thread){0});
    m->live_threads = 0;
    if (m->opt.lasting)
        m->births = n;
    for (u32 k = 0; k < n; k++) {
        thread *t = &m->threads.at[k];

        if (t->leaf != ids[k] || !ids[k])
            load_thread(m, k, ids[k]);
        m->live_threads += t->state != TS_FREE && t->state != TS_OVER;
    }
}

void state_restore(machine *m, state_key key)
{
    u32 n, first;

    if (m->saved.current == key)
        return;
    const u32 *w = intern_get(m->table, key_word(key), &n);

    vec_clear(&m->canon.dirty);
    m->mem.locals_listed = false;
    m->canon.reshaped = m->canon.unnumbered = false;
    m->canon.settled = true;
    m->fault.failed = false;
    m->step.quiet = m->step.mute = false;
    tree_load(&m->mem.statics, m->table, w[ROOT_STATICS], m->mem.nmutable, load_static, m);
    load_heap(m, w[ROOT_HEAP]);
    m->done = w[ROOT_MISC] >> 31;
    m->atomic_owner = (u16)w[ROOT_MISC];
    m->atomic_depth = m->done ? 0 : w[ROOT_MISC] >> 16;
    m->exit_status = m->done ? w[ROOT_THREADS] : 0;
    first = ROOT_THREADS + m->done;
    if (m->place.named)
        m->place.numbers = w[first++];
    u32 races = m->race ? w[first++] : 0;

    load_threads(m, w + first, n - first);
    canon_reroot(m);
    if (m->race)
        race_load(m, races);
    masks_set(m);
    m->mem.known = m->objects.n;
    m->saved.current = key;
}

static word_list *control_words(machine *m)
{
    word_list *w = &m->saved.root;

    vec_clear(w);
    vec_push(w, m->done | (u32)m->atomic_owner << 16);
    for (u32 k = 0; k < m->threads.n; k++) {
        const thread *t = &m->threads.at[k];

        vec_push(w, (u32)t->state | t->frames.n << 8);
        for (u32 f = 0; f < t->frames.n; f++) {
            vec_push(w, t->frames.at[f].func);
            vec_push(w, t->frames.at[f].pc);
        }
    }
    return w;
}

state_key vm_control(sys *s)
{
    machine *m = vm_of(s);
    const word_list *w = control_words(m);

    return intern_put(m->table, w->at, w->n, NULL);
}

void vm_pack_control(sys *s, byte_list *out)
{
    const word_list *w = control_words(vm_of(s));

    for (u32 k = 0; k < w->n; k++)
        bytes_put(out, w->at[k]);
}
