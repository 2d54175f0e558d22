/* Store buffers: --memory tso and pso, operationally.
 *
 * A store that others could see goes into the buffer of its thread and is no step of its own; it
 * reaches memory by a move of its own, MOVE_FLUSH, which is an EV_WRITE there.  A load takes the
 * youngest store of its own thread that waits for its bytes, else what is in memory.  With tso the
 * oldest store is the next to reach memory (x86: Sewell, Sarkar, Owens, Zappa Nardelli, Myreen,
 * x86-TSO, CACM 2010); with pso any that overtakes none to the same bytes, and that no release
 * store or fence keeps behind older ones.  What is a locked instruction or a call of the kernel on
 * real machines waits until the buffer of its thread is empty: read-modify-writes, seq_cst stores
 * and fences, the library's operations, the end of a thread and of the process, atomic sections.
 *
 * The buffer is a dynamic object of the class OC_BUFFER that the thread points to, as long as it is
 * not empty: so it is saved, restored, packed, numbered and followed like any other.  Of each store
 * it has, oldest first, the place, the size, and the bytes with their marks of pointers and
 * undefined bits, at the same offset in a word as in memory.  What it points to is shared, as if
 * the stores were in memory already: `head = n; n->v = 1` are two stores that others may see in
 * turn, and an object for which a store waits does not become private meanwhile.
 *
 * With pso a store to heap memory that nobody else can reach yet waits too: the pointer by which
 * others reach it may overtake it.  Stores to private locals do not wait; where one is published by
 * a store that is no release, the run is cut.
 *
 * A thread that is the only one left goes on when its buffer is empty.  While the buffer is not
 * empty the thread is at no operation of the library, in no atomic section and not over. */
#include "vm/machine.h"

#include "base/mutant.h"

#include <string.h>

enum { ENTRY = 40, AT_META = 8, AT_VALUE = 16 };
enum {
    STORE_RELEASE = 1, /* pso: behind all older ones */
    STORE_BARRIER = 2, /* pso: all younger ones are behind this one and all older ones */
    STORE_ATOMIC = 4,
    STORE_COUNTS = 8 /* volatile, and for data races atomic */
};

/* A store that waits. */
typedef struct waiting {
    u64 p;
    u32 size, flags, func, pc;
    u32 value; /* where its bytes are in the buffer */
} waiting;

static object *buffer_of(const machine *m, const thread *t)
{
    assert(t->buffer && m->objects.at[t->buffer].kind == OC_BUFFER);
    return &m->objects.at[t->buffer];
}

static u32 count(const machine *m, const thread *t)
{
    return t->buffer ? buffer_of(m, t)->size / ENTRY : 0;
}

static waiting entry(const machine *m, const thread *t, u32 k)
{
    const object *o = buffer_of(m, t);
    u64 meta = mem_peek(m, o, k * ENTRY + AT_META, 8);
    waiting w = {.p = pointer_decode(m, mem_peek(m, o, k * ENTRY, m->prog->pointer_bytes)),
                 .size = meta & 0xff,
                 .flags = meta >> 8 & 0xff,
                 .func = meta >> 16 & 0xffffff,
                 .pc = (u32)(meta >> 40)};

    assert(w.size && POINTER_IS(w.p));
    w.value = k * ENTRY + AT_VALUE + POINTER_OFFSET(w.p) % 8;
    return w;
}

static void put_meta(machine *m, const thread *t, u32 k, const waiting *w)
{
    mem_poke(m, buffer_of(m, t), k * ENTRY + AT_META, 8,
             w->size | (u64)w->flags << 8 | (u64)w->func << 16 | (u64)w->pc << 40, false);
}

static bool overlap(u64 a, u32 na, u64 b, u32 nb)
{
    return POINTER_OBJECT(a) == POINTER_OBJECT(b) &&
           POINTER_OFFSET(a) < (u64)POINTER_OFFSET(b) + nb &&
           POINTER_OFFSET(b) < (u64)POINTER_OFFSET(a) + na;
}

/* ---- the object ---- */

static void new_buffer(machine *m, thread *t)
{
    u16 slot = (u16)(t - m->threads.at);
    u32 id = object_new(m, OC_BUFFER, 0, 8, true);

    m->objects.at[id].owner = slot;
    m->threads.at[slot].buffer = id;
    m->threads.at[slot].leaf = 0;
}

/* The size is that of what is in it; an empty one is none. */
static void resize(machine *m, thread *t, u32 n)
{
    object *o = buffer_of(m, t);
    u32 pb = m->prog->pointer_bytes, kept = o->size < n * ENTRY ? o->size : n * ENTRY;
    object was = *o;

    if (!n) {
        object_dirty(m, o);
        object_release(m, o);
        o->flags = (u16)((o->flags & ~(OF_POINTERS | OF_SHADOW | OF_CHUNKED)) | OF_DEAD);
        t->buffer = t->leaf = 0;
        m->canon.reshaped = true;
        return;
    }
    object_dirty(m, o);
    o->data = o->map = o->shadow = NULL;
    o->room = 0;
    o->flags &= (u16) ~(OF_POINTERS | OF_SHADOW);
    object_buffers(m, o, n * ENTRY);
    memcpy(o->data, was.data, kept);
    if (was.flags & OF_POINTERS) {
        object_map(m, o);
        memcpy(o->map, was.map, kept / pb);
    }
    if (was.flags & OF_SHADOW) {
        object_shadow(m, o);
        memcpy(o->shadow, was.shadow, kept);
    }
    was.chunks = (tree){0};
    object_release(m, &was);
    if (n * ENTRY > CHUNK_BYTES) {
        o->flags |= OF_CHUNKED;
        tree_size(&o->chunks, (n * ENTRY + CHUNK_BYTES - 1) / CHUNK_BYTES);
    } else {
        o->flags &= (u16)~OF_CHUNKED;
        tree_free(&o->chunks);
    }
    object_dirty(m, o);
}

/* Takes store k out; the younger ones move up. */
static void take_out(machine *m, thread *t, u32 k)
{
    object *o = buffer_of(m, t);
    u32 n = count(m, t), from = (k + 1) * ENTRY, left = (n - k - 1) * ENTRY;
    u32 pb = m->prog->pointer_bytes;

    object_dirty(m, o);
    memmove(o->data + k * ENTRY, o->data + from, left);
    if (o->flags & OF_POINTERS)
        memmove(o->map + k * ENTRY / pb, o->map + from / pb, left / pb);
    if (o->flags & OF_SHADOW)
        memmove(o->shadow + k * ENTRY, o->shadow + from, left);
    resize(m, t, n - 1);
    if (m->race)
        race_left_buffer(m, (u16)(t - m->threads.at), k);
}

/* ---- what goes in ---- */

static bool buffering(const machine *m)
{
    return several_threads(m) && !m->step.quiet && !m->atomic_owner && !m->query.asked;
}

/* With pso what was stored to private memory may be overtaken by the pointer that publishes it. */
static bool takes_object(const machine *m, const object *o)
{
    if (o->flags & OF_SHARED)
        return true;
    return m->opt.memory == MEMORY_PSO && o->kind == OC_HEAP && !MUTANT(BUFFER_PRIVATE);
}

static bool takes(const machine *m, const object *o, u32 flags)
{
    return takes_object(m, o) && !(flags & ACCESS_SEQ_CST && !MUTANT(BUFFER_SEQ_CST));
}

bool buffer_takes(const machine *m, const object *o, u32 flags)
{
    return buffering(m) && takes(m, o, flags);
}

bool buffer_drains(const machine *m, u32 flags)
{
    return flags & ACCESS_SEQ_CST && m->threads.at[m->running].buffer && !m->query.asked;
}

static u32 most(const machine *m)
{
    return m->opt.buffer ? m->opt.buffer : VM_BUFFER;
}

static bool full(const machine *m, const thread *t)
{
    return count(m, t) >= most(m);
}

static bool cut(machine *m, const char *what)
{
    if (!vm_rests(m, true))
        vm_limit(m, what);
    return true;
}

/* The value is put where its bytes will be read from. */
static bool put_value(machine *m, u64 p, u32 size, bool pointer, const u64 *value, const shade *sh)
{
    thread *t = this_thread(m);
    u32 k = count(m, t);

    if (!t->buffer)
        new_buffer(m, t);
    t = this_thread(m);
    resize(m, t, k + 1);
    mem_poke(m, buffer_of(m, t), k * ENTRY, m->prog->pointer_bytes, p, true);
    return mem_put(m, buffer_of(m, t), k * ENTRY + AT_VALUE + POINTER_OFFSET(p) % 8, size, pointer,
                   value, sh);
}

/* The pointers among the value: others may reach them once it is in memory. */
static void share_value(machine *m, u32 k)
{
    const object *o = buffer_of(m, this_thread(m));
    u32 pb = m->prog->pointer_bytes;

    for (u32 w = (k * ENTRY + AT_VALUE) / pb; w < (k + 1) * ENTRY / pb; w++)
        if (o->flags & OF_POINTERS && o->map[w] && !MUTANT(BUFFER_ROOTS))
            object_share(m, pointer_decode(m, mem_peek(m, o, w * pb, pb)));
}

static void note_store(machine *m, u64 p, u32 size, bool pointer, u64 value, const shade *sh)
{
    event *e;

    if (!m->opt.events_all)
        return;
    e = vm_event(
        m, EV_BUFFER,
        EVF_VISIBLE | (size <= 8 ? EVF_VALUE : 0u) | (sh->bits ? EVF_UNDEFINED : 0u) |
            ((pointer ? POINTER_IS(value) : sh->origin == PROV_POINTER) ? EVF_POINTER : 0u),
        p, size);
    e->value = e->old = value;
}

/* With pso what a store waits for may be private. Once the store waits it counts as shared (canon.c
 * finds it in the buffer), and nobody would note that others may reach it when it is published. */
static bool minds_races(machine *m, u64 p)
{
    if (m->race && !MUTANT(RACE_LENT))
        object_share(m, p);
    return race_minds(m, &m->objects.at[POINTER_OBJECT(p)]);
}

access_result buffer_store(machine *m, u64 p, u32 size, u32 flags, bool pointer, const u64 *value,
                           const shade *sh)
{
    const frame *f = vm_user_frame(m, this_thread(m));
    waiting w = {.size = size};
    bool minds;

    if (full(m, this_thread(m)) &&
        cut(m, "a thread has more stores in its buffer than --buffer allows"))
        return m->fault.limit ? ACC_ERROR : ACC_REST;
    if (vm_rests(m, m->opt.every_access))
        return ACC_REST;
    minds = minds_races(m, p);
    if (minds && !MUTANT(RACE_WAITING) && !race_writes(m, p, size, flags))
        return ACC_ERROR;
    if (!put_value(m, p, size, pointer, value, sh))
        return ACC_ERROR;
    w.flags = (flags & ACCESS_RELEASE && !MUTANT(BUFFER_RELEASE) ? STORE_RELEASE : 0u) |
              (flags & ACCESS_ATOMIC ? STORE_ATOMIC : 0u) |
              (race_counts(m, flags) ? STORE_COUNTS : 0u);
    if (m->opt.mode == VM_BIRTH && f) { /* for reports; no part of the state */
        w.func = f->func;
        w.pc = f->pc;
    }
    put_meta(m, this_thread(m), count(m, this_thread(m)) - 1, &w);
    m->mem.lent = false;
    share_value(m, count(m, this_thread(m)) - 1);
    if (minds)
        race_waits(m, count(m, this_thread(m)) - 1, p, flags);
    if (m->mem.lent && m->opt.memory == MEMORY_PSO && !(w.flags & STORE_RELEASE))
        vm_limit(m, "--memory pso: a local variable becomes known to others by a store that is no "
                    "release");
    note_store(m, p, size, pointer, value[0], sh);
    return m->fault.limit ? ACC_ERROR : ACC_OK;
}

/* A release fence: with pso what is stored later is behind what waits now. */
void buffer_fence(machine *m, u32 flags)
{
    thread *t = this_thread(m);
    u32 n = count(m, t);
    waiting w;

    if (!n || m->opt.memory != MEMORY_PSO || !(flags & ACCESS_RELEASE))
        return;
    w = entry(m, t, n - 1);
    w.flags |= STORE_BARRIER;
    put_meta(m, t, n - 1, &w);
}

/* ---- what a load sees ---- */

/* The youngest store that waits for some of the bytes. */
static buffer_answer find(const machine *m, const thread *t, u64 p, u32 size, u32 *at)
{
    for (u32 k = count(m, t); k-- > 0;) {
        waiting w = entry(m, t, k);

        if (!overlap(w.p, w.size, p, size) || MUTANT(BUFFER_FORWARD))
            continue;
        if ((u32)w.p > (u32)p || (u64)(u32)w.p + w.size < (u64)(u32)p + size)
            return BUFFER_PART;
        *at = w.value + (u32)p - (u32)w.p;
        return BUFFER_WHOLE;
    }
    return BUFFER_NONE;
}

buffer_answer buffer_looks(const machine *m, u64 p, u32 size, u32 *at)
{
    const thread *t = &m->threads.at[m->running];

    return t->buffer && !m->query.asked ? find(m, t, p, size, at) : BUFFER_NONE;
}

static bool waits_for(const machine *m, const thread *t, u64 p)
{
    for (u32 k = 0; POINTER_IS(p) && k < count(m, t); k++)
        if (POINTER_OBJECT(entry(m, t, k).p) == POINTER_OBJECT(p))
            return true;
    return false;
}

/* An access that knows nothing of buffers: a read of what a store waits for, or a write. */
static bool held_up(const machine *m, const thread *t, event_kind kind, u64 p)
{
    if (!t->buffer || !POINTER_IS(p))
        return false;
    return kind == EV_WRITE ? takes_object(m, &m->objects.at[POINTER_OBJECT(p)])
                            : waits_for(m, t, p);
}

bool buffer_holds_up(const machine *m, event_kind kind, u64 p)
{
    return !m->query.asked && held_up(m, &m->threads.at[m->running], kind, p);
}

/* The object is gone, by the running thread: what waits for it nobody will see. */
void buffer_forget(machine *m, u32 id)
{
    thread *t = m->threads.n ? this_thread(m) : NULL;

    for (u32 k = t && !m->query.asked ? count(m, t) : 0; k-- > 0;)
        if (POINTER_OBJECT(entry(m, t, k).p) == id)
            take_out(m, t, k);
}

/* ---- what waits until the buffer is empty ---- */

static bool builtin_waits(const machine *m, const thread *t, u32 builtin, const u64 *args)
{
    switch (builtin) {
    case BI_await:
    case BI_visible:
    case BI_wake_one:
    case BI_wake_all:
    case BI_creates:
    case BI_spawn:
    case BI_join:
    case BI_detach:
    case BI_cancel:
    case BI_exit:
    case BI_atomic_begin:
        return !MUTANT(BUFFER_LIBRARY);
    case BI_option:
        return args[0] == OPTION_LAST_THREAD; /* the thread is about to end */
    case BI_write:
        return args[2] && waits_for(m, t, args[1]);
    case BI_object_size:
    case BI_defined:
    case BI_lost:
    case BI_format_pointer:
        return waits_for(m, t, args[0]);
    case BI_format_double:
    case BI_scan_double:
        return waits_for(m, t, args[0]) || waits_for(m, t, args[3]);
    default:
        return false;
    }
}

bool buffer_stopped(u32 builtin)
{
    return builtin == BI_defined || builtin == BI_lost || builtin == BI_format_pointer ||
           builtin == BI_format_double || builtin == BI_scan_double;
}

bool buffer_stops_builtin(const machine *m, const thread *t, u32 builtin, const u64 *args)
{
    return t->buffer && !m->query.asked && builtin_waits(m, t, builtin, args);
}

bool buffer_stops_fence(const machine *m, u32 flags)
{
    return m->threads.at[m->running].buffer && flags & ACCESS_SEQ_CST && !m->query.asked &&
           !MUTANT(BUFFER_FENCE);
}

/* What the thread, which rests, announces: whether the instruction has to wait, and what of it
 * others see. */
void buffer_announce(const machine *m, const thread *t, const insn *i, u64 p, event *e,
                     bool *enabled)
{
    bool plain = opcode_does[i->op].access || i->op == OP_MEMCPY || i->op == OP_MEMSET;
    u32 flags = opcode_does[i->op].access ? i->c : 0, at;

    if (i->op == OP_RMW || i->op == OP_CMPXCHG || i->op == OP_CALL || i->op == OP_CALLI ||
        i->op == OP_FENCE) {
        *enabled &= !t->buffer || (i->op == OP_RMW && MUTANT(BUFFER_UPDATE));
    } else if (plain && e->kind == EV_READ && t->buffer && POINTER_IS(p)) {
        buffer_answer found = find(m, t, p, e->size, &at);

        *enabled &= found != BUFFER_PART;
        e->kind = found == BUFFER_WHOLE ? EV_FORWARD : EV_READ;
    } else if (plain && e->kind == EV_WRITE && POINTER_IS(p)) {
        bool waits = several_threads(m) && !m->atomic_owner &&
                     takes(m, &m->objects.at[POINTER_OBJECT(p)], flags);

        *enabled &= waits || !(flags & ACCESS_SEQ_CST) || !t->buffer;
        if (waits) { /* nothing that others see */
            e->kind = EV_NONE;
            e->object = e->offset = e->size = 0;
            e->flags &= ~(u32)(EVF_WATCHED | EVF_LETTER);
        }
    } else if (i->op == OP_SETJMP || i->op == OP_VASTART || i->op == OP_LONGJMP) {
        *enabled &= !held_up(m, t, (event_kind)e->kind, p);
    }
}

/* ---- what reaches memory ---- */

static bool flushable(const machine *m, const thread *t, u32 k)
{
    waiting w = entry(m, t, k);

    if (!k)
        return true;
    if (m->opt.memory == MEMORY_TSO || w.flags & STORE_RELEASE)
        return MUTANT(BUFFER_ORDER) && m->opt.memory == MEMORY_TSO;
    for (u32 i = 0; i < k; i++) {
        waiting older = entry(m, t, i);

        if (overlap(older.p, older.size, w.p, w.size) || older.flags & STORE_BARRIER)
            return false;
    }
    return true;
}

u32 buffer_ways(const machine *m, const thread *t)
{
    u32 ways = 0;

    for (u32 k = 0; k < count(m, t); k++)
        ways += flushable(m, t, k);
    return ways;
}

static u32 chosen(const machine *m, const thread *t, u32 choice)
{
    u32 k = 0;

    while (!flushable(m, t, k) || choice--)
        k++;
    assert(k < count(m, t));
    return k;
}

void buffer_next(const machine *m, u16 slot, event *e)
{
    const thread *t = &m->threads.at[slot];
    waiting w = entry(m, t, chosen(m, t, 0));

    *e = (event){.kind = EV_WRITE,
                 .thread = slot,
                 .flags = EVF_VISIBLE | (w.flags & STORE_ATOMIC ? EVF_ATOMIC : 0u),
                 .object = object_birth(m, POINTER_OBJECT(w.p)),
                 .offset = POINTER_OFFSET(w.p),
                 .size = w.size};
    if (m->query.watch)
        e->flags |= query_watches(m, &m->objects.at[POINTER_OBJECT(w.p)]);
    if (buffer_ways(m, t) > 1)
        e->flags |= EVF_OPAQUE;
}

bool buffer_waiting(machine *m, u16 slot, u32 k, event *e)
{
    const thread *t = &m->threads.at[slot];
    u64 value[2] = {0};
    shade sh[2] = {{0}};
    bool pointer;
    waiting w;

    if (k >= count(m, t))
        return false;
    w = entry(m, t, k);
    mem_get(m, buffer_of(m, t), w.value, w.size, value, sh);
    pointer = sh[0].origin == PROV_POINTER;
    *e = (event){.kind = EV_BUFFER,
                 .thread = slot,
                 .flags = EVF_VISIBLE | (w.size <= 8 ? EVF_VALUE : 0u) |
                          (pointer ? EVF_POINTER : 0u) | (sh[0].bits ? EVF_UNDEFINED : 0u),
                 .object = object_birth(m, POINTER_OBJECT(w.p)),
                 .offset = POINTER_OFFSET(w.p),
                 .size = w.size,
                 .func = w.func,
                 .pc = w.pc};
    e->value = e->old = pointer ? pointer_decode(m, value[0]) : value[0];
    return true;
}

static void note_flush(machine *m, const waiting *w, const u64 *value, const shade *sh, u64 old,
                       bool unset)
{
    bool pointer = sh->origin == PROV_POINTER, defined = !sh->bits;
    event *e = vm_event(m, EV_WRITE,
                        EVF_VISIBLE | (w->size <= 8 ? EVF_VALUE : 0u) |
                            (w->flags & STORE_ATOMIC ? EVF_ATOMIC : 0u) |
                            (pointer ? EVF_POINTER : 0u) | (unset ? EVF_UNSET : 0u) |
                            (!defined || (m->opt.footprint && unset) ? EVF_UNDEFINED : 0u),
                        w->p, w->size);

    e->value = pointer ? pointer_decode(m, value[0]) : value[0];
    e->old = pointer ? pointer_decode(m, old) : old;
    if (w->func | w->pc) {
        e->func = w->func;
        e->pc = w->pc;
    }
}

/* The barrier after a store that leaves is the next older one's. */
static void hand_on_barrier(machine *m, thread *t, u32 k)
{
    waiting w = entry(m, t, k), older;

    if (!k || !(w.flags & STORE_BARRIER))
        return;
    older = entry(m, t, k - 1);
    older.flags |= STORE_BARRIER;
    put_meta(m, t, k - 1, &older);
}

void buffer_flush(machine *m, u32 choice)
{
    thread *t = this_thread(m);
    u32 k = chosen(m, t, choice);
    waiting w = entry(m, t, k);
    u64 value[2] = {0}, old = 0;
    shade sh[2] = {{0}};
    object *o;
    bool unset;

    mem_get(m, buffer_of(m, t), w.value, w.size, value, sh);
    o = mem_check(m, w.p, w.size, 1, true, "delayed write");
    if (!o)
        return;
    memcpy(&old, o->data + POINTER_OFFSET(w.p), w.size > 8 ? 8 : w.size);
    unset = o->flags & OF_SHADOW && any_set(o->shadow + POINTER_OFFSET(w.p), w.size);
    mem_put(m, o, POINTER_OFFSET(w.p), w.size, false, value, sh);
    note_flush(m, &w, value, sh, old, unset);
    if (race_minds(m, o))
        race_reaches(m, k, w.p, w.size, (w.flags & (STORE_ATOMIC | STORE_COUNTS)) != 0);
    hand_on_barrier(m, t, k);
    take_out(m, t, k);
}

/* Static objects among what waits, for the thread's future. */
u64 buffer_target(const machine *m, const thread *t, u32 k)
{
    return k < count(m, t) ? entry(m, t, k).p : 0;
}
