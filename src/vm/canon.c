/* The canonical form: dynamic objects are numbered in the order in which a walk from the roots
 * meets them, so that states that differ only in which numbers their objects got are equal; what
 * cannot be reached is dropped.  Roots are the static objects that can change (constants, such as
 * the tables of virtual functions, point to no dynamic object), what has an address that the
 * program may know (layout.c), then what threads not yet started, and ended but not joined, hold,
 * then each thread by slot: its handle, its thread-local block, the live registers of its frames
 * from the bottom up.
 *
 * Sharing is settled at the end of each step: an object is shared exactly when it is reached from a
 * shared root or from two threads.  (During a step it can only become shared, by object_share.)
 * Numbers change only when the state is saved, so that the events of several steps taken without a
 * save name objects alike.
 *
 * In BIRTH mode objects keep their names; only sharing is settled, so that a step is the same in
 * both modes.  Where sharing is to last there is nothing to settle.
 *
 * The walk is skipped when nothing came or went and the dirty components point to the same dynamic
 * objects in the same order as before: then numbers, reachability and sharing are unchanged.  Of
 * what threads point to, objects that are reached from shared roots do not count: the walk has met
 * them, and all below them, before it comes to the threads.  So a thread that goes through a list
 * that others can reach costs no walks.  OF_ROOTED says which they are; it is a function of the
 * state, and stored with it. */
#include "vm/machine.h"

#include "base/hash.h"
#include "base/mutant.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { REACHED_NOT = 0, REACHED_SHARED = 1 /* else slot + 2: private to that thread */ };

static u64 fold(u64 h, u64 target)
{
    return hash_mix(h ^ (target + 0x9e3779b97f4a7c15u));
}

static u32 pointer_words(const machine *m, const object *o)
{
    return (o->size + m->prog->pointer_bytes - 1) / m->prog->pointer_bytes;
}

static u64 word_pointer(const machine *m, const object *o, u32 w)
{
    return pointer_decode(m, mem_peek(m, o, w * m->prog->pointer_bytes, m->prog->pointer_bytes));
}

u64 canon_object_sig(const machine *m, const object *o)
{
    u64 h = 0;

    if (!(o->flags & OF_POINTERS))
        return 0;
    for (u32 w = 0, n = pointer_words(m, o); w < n; w++) {
        if (!o->map[w])
            continue;
        u32 id = POINTER_OBJECT(word_pointer(m, o, w));

        if (id > m->mem.nstatic)
            h = fold(h, id);
    }
    return h;
}

void canon_frame_pointers(machine *m, thread *t, u32 k, pointer_visitor visit)
{
    frame *f = &t->frames.at[k];
    func *fn = m->prog->funcs.at[f->func];
    const live_set *live = live_at(fn, f->pc, k + 1 < t->frames.n);

    for (u32 j = 0; j < live->n; j++) {
        u16 reg = live->regs[j];
        u64 *r = &t->regs.at[f->base + reg];

        if (f->slow && SHADE_IS_BYTE(t->shades[f->base + reg]))
            visit(m, &t->shades[f->base + reg].origin, false);
        if (fn->regclass[reg] == REG_PTR) {
            if (POINTER_IS(*r) && !(f->slow && t->shades[f->base + reg].bits))
                visit(m, r, false);
        } else if (f->slow && t->shades[f->base + reg].origin == PROV_POINTER) {
            visit(m, r, true);
        }
    }
}

/* Is the object, a dynamic one, to be met from shared roots before any thread is looked at? */
static bool rooted(const machine *m, u32 id)
{
    return m->objects.at[id].flags & OF_ROOTED;
}

u64 canon_frame_sig(machine *m, thread *t, u32 k)
{
    frame *f = &t->frames.at[k];
    func *fn = m->prog->funcs.at[f->func];
    const live_set *live = live_at(fn, f->pc, k + 1 < t->frames.n);
    u64 h = 0;

    f->points = false;
    for (u32 j = 0; j < live->n; j++) {
        u16 reg = live->regs[j];
        u64 v = t->regs.at[f->base + reg];
        shade s = f->slow ? t->shades[f->base + reg] : (shade){0};

        if (SHADE_IS_BYTE(s)) {
            v = s.origin;
        } else if (fn->regclass[reg] != REG_PTR) {
            if (s.origin != PROV_POINTER)
                continue;
            v = pointer_decode(m, v);
        } else if (s.bits) {
            continue;
        }
        if (!POINTER_IS(v) || POINTER_OBJECT(v) <= m->mem.nstatic)
            continue;
        f->points = true;
        if (!rooted(m, POINTER_OBJECT(v)))
            h = fold(h, POINTER_OBJECT(v));
    }
    return h;
}

/* Brings the signature of a thread up to date; frames that are clean keep theirs. */
void canon_thread_sig(machine *m, thread *t)
{
    u64 h = fold(fold(fold(t->state, t->handle), t->tls), t->buffer);

    if (POINTER_IS(t->wait_at) && POINTER_OBJECT(t->wait_at) > m->mem.nstatic)
        h = fold(h, POINTER_OBJECT(t->wait_at));
    if (POINTER_IS(t->result) && POINTER_OBJECT(t->result) > m->mem.nstatic)
        h = fold(h, POINTER_OBJECT(t->result));
    for (u32 k = 0; k < t->frames.n; k++) {
        frame *f = &t->frames.at[k];

        if (!f->leaf)
            f->sig = canon_frame_sig(m, t, k);
        if (f->sig)
            h = fold(h, f->sig);
    }
    t->sig = h;
}

void canon_reroot(machine *m)
{
    for (u32 k = 0; m->canon.rerooted && k < m->threads.n; k++) {
        thread *t = &m->threads.at[k];

        for (u32 depth = 0; t->state != TS_FREE && depth < t->frames.n; depth++)
            t->frames.at[depth].sig = canon_frame_sig(m, t, depth);
        if (t->state != TS_FREE)
            canon_thread_sig(m, t);
    }
    m->canon.rerooted = false;
}

/* Only dirty components can have changed. */
static bool objects_same(machine *m)
{
    for (u32 k = 0; k < m->canon.dirty.n; k++) {
        object *o = &m->objects.at[m->canon.dirty.at[k]];

        if (canon_object_sig(m, o) != o->sig)
            return false;
    }
    return true;
}

static bool threads_same(machine *m)
{
    for (u32 k = 0; k < m->threads.n; k++) {
        thread *t = &m->threads.at[k];
        u64 old = t->sig;

        if (t->leaf || t->state == TS_FREE)
            continue;
        canon_thread_sig(m, t);
        if (t->sig != old)
            return false;
    }
    return true;
}

/* The walk.  m->canon.renamed[id - nstatic - 1] says how an object was reached; m->canon.order
 * lists them. */
static void reach(machine *m, u32 id)
{
    u32 *how = &m->canon.renamed.at[id - m->mem.nstatic - 1];

    if (*how == REACHED_SHARED || *how == m->canon.walking)
        return;
    if (*how == REACHED_NOT) {
        *how = m->canon.walking;
        vec_push(&m->canon.order, id);
        return;
    }
    *how = REACHED_SHARED; /* a second thread: it and all below */
    vec_push(&m->canon.scratch, id);
}

static void reach_from(machine *m, const object *o)
{
    if (!(o->flags & OF_POINTERS))
        return;
    for (u32 w = 0, n = pointer_words(m, o); w < n; w++) {
        if (!o->map[w])
            continue;
        u32 id = POINTER_OBJECT(word_pointer(m, o, w));

        if (id > m->mem.nstatic)
            reach(m, id);
    }
}

/* Follows what was reached since `first`, and what turned shared. */
static void follow(machine *m, u32 first)
{
    u32 who = m->canon.walking;

    for (u32 k = first; k < m->canon.order.n; k++)
        reach_from(m, &m->objects.at[m->canon.order.at[k]]);
    m->canon.walking = REACHED_SHARED;
    while (m->canon.scratch.n)
        reach_from(m, &m->objects.at[vec_pop(&m->canon.scratch)]);
    m->canon.walking = who;
}

static void reach_register(machine *m, u64 *reg, bool encoded)
{
    u64 p = encoded ? pointer_decode(m, *reg) : *reg;

    if (POINTER_OBJECT(p) > m->mem.nstatic)
        reach(m, POINTER_OBJECT(p));
}

static void reach_value(machine *m, u64 p)
{
    if (POINTER_IS(p) && POINTER_OBJECT(p) > m->mem.nstatic)
        reach(m, POINTER_OBJECT(p));
}

static void walk_shared(machine *m)
{
    m->canon.walking = REACHED_SHARED;
    for (u32 k = 0; k < m->mem.nmutable; k++)
        reach_from(m, &m->objects.at[m->mem.slot_static[k]]);
    if (m->mem.static_at)
        layout_roots(m, reach);
    for (u32 k = 0; k < m->threads.n; k++) {
        thread *t = &m->threads.at[k];

        if (t->state == TS_OVER)
            reach_value(m, t->result);
        if (t->buffer && t->state != TS_FREE)
            reach(m, t->buffer);
        /* Its first step must not go further once nobody else has a pointer to its argument: it is
         * independent of the step that drops that. */
        if (t->state == TS_NEW)
            canon_frame_pointers(m, t, 0, reach_register);
    }
    follow(m, 0);
    m->canon.rooted = m->canon.order.n;
}

static void walk_thread(machine *m, u32 slot)
{
    thread *t = &m->threads.at[slot];
    u32 first = m->canon.order.n;

    if (t->state == TS_FREE)
        return;
    m->canon.walking = slot + 2;
    if (t->state != TS_OVER || t->held || (!t->joined && !t->detached) ||
        (m->race && race_remembers(m, slot) && !MUTANT(RACE_SLOT)))
        reach(m, t->handle);
    if (t->state == TS_OVER)
        return;
    if (t->tls)
        reach(m, t->tls);
    reach_value(m, t->wait_at);
    for (u32 k = 0; k < t->frames.n; k++)
        canon_frame_pointers(m, t, k, reach_register);
    follow(m, first);
}

static bool reached(const machine *m, u32 id)
{
    return m->canon.renamed.at[id - m->mem.nstatic - 1] != REACHED_NOT;
}

/* With its handle the slot of an ended thread becomes free. */
static void free_slots(machine *m)
{
    for (u32 k = 0; k < m->threads.n; k++) {
        thread *t = &m->threads.at[k];

        if (t->state != TS_OVER || reached(m, t->handle))
            continue;
        t->state = TS_FREE;
        t->leaf = 0;
    }
}

/* Objects that nothing reaches vanish. */
static void drop_unreached(machine *m)
{
    for (u32 id = m->mem.nstatic + 1; id < m->objects.n; id++) {
        object *o = &m->objects.at[id];

        if (reached(m, id))
            continue;
        m->mem.heap_bytes -= object_weight(o);
        object_release(m, o);
    }
}

/* The flags of the kth object that was reached, as the walk has it. */
static u16 settled_flags(const machine *m, u32 k)
{
    u32 id = m->canon.order.at[k];
    const object *o = &m->objects.at[id];
    bool shared = m->canon.renamed.at[id - m->mem.nstatic - 1] == REACHED_SHARED &&
                  !(o->flags & OF_NODATA) && o->kind != OC_BUFFER && !MUTANT(PUBLISH_NEVER);

    return (u16)((o->flags & ~(OF_SHARED | OF_ROOTED)) | (shared ? OF_SHARED : 0) |
                 (k < m->canon.rooted || (shared && MUTANT(WALK_ROOTED)) ? OF_ROOTED : 0));
}

static void settle_sharing(machine *m)
{
    for (u32 k = 0; k < m->canon.order.n; k++) {
        object *o = &m->objects.at[m->canon.order.at[k]];
        u16 flags = settled_flags(m, k), changed = flags ^ o->flags;

        if (!changed)
            continue;
        object_touch(m, o);
        o->flags ^= changed;
        m->canon.rerooted |= (changed & OF_ROOTED) != 0;
        if (changed & o->flags & OF_SHARED && m->race)
            o->flags |= OF_MET;
    }
}

static u32 new_number(const machine *m, u32 id)
{
    return id > m->mem.nstatic ? m->canon.renamed.at[id - m->mem.nstatic - 1] : id;
}

static void rename_register(machine *m, u64 *reg, bool encoded)
{
    u64 p = encoded ? pointer_decode(m, *reg) : *reg;

    p = POINTER(new_number(m, POINTER_OBJECT(p)), POINTER_OFFSET(p));
    *reg = encoded ? pointer_encode(m, p) : p;
}

static void rename_value(machine *m, u64 *p)
{
    if (POINTER_IS(*p))
        *p = POINTER(new_number(m, POINTER_OBJECT(*p)), POINTER_OFFSET(*p));
}

static void rename_object(machine *m, object *o)
{
    if (!(o->flags & OF_POINTERS))
        return;
    for (u32 w = 0, n = pointer_words(m, o); w < n; w++) {
        if (!o->map[w])
            continue;
        u64 p = word_pointer(m, o, w);
        u32 id = new_number(m, POINTER_OBJECT(p));

        if (id != POINTER_OBJECT(p))
            mem_rename(m, o, w, POINTER(id, POINTER_OFFSET(p)));
    }
}

static void rename_thread(machine *m, thread *t)
{
    if (t->state == TS_FREE)
        return;
    for (u32 k = 0; k < t->frames.n; k++) {
        frame *f = &t->frames.at[k];

        assert(!f->leaf || f->sig == canon_frame_sig(m, t, k));
        if (f->points || !f->leaf) {
            canon_frame_pointers(m, t, k, rename_register);
            f->leaf = 0;
        }
    }
    t->handle = new_number(m, t->handle);
    t->tls = t->tls ? new_number(m, t->tls) : 0;
    t->buffer = t->buffer ? new_number(m, t->buffer) : 0;
    rename_value(m, &t->wait_at);
    rename_value(m, &t->result);
    t->leaf = 0;
}

/* Gives every reached object its place in the order. */
static void renumber(machine *m)
{
    bool same = m->canon.order.n == m->objects.n - m->mem.nstatic - 1;

    for (u32 k = 0; k < m->canon.order.n; k++) {
        same &= m->canon.order.at[k] == m->mem.nstatic + 1 + k;
        m->canon.renamed.at[m->canon.order.at[k] - m->mem.nstatic - 1] = m->mem.nstatic + 1 + k;
    }
    if (same)
        return;
    m->mem.locals_listed = false;
    for (u32 k = 0; k < m->mem.nmutable; k++)
        rename_object(m, &m->objects.at[m->mem.slot_static[k]]);
    for (u32 k = 0; k < m->canon.order.n; k++)
        rename_object(m, &m->objects.at[m->canon.order.at[k]]);
    for (u32 k = 0; k < m->threads.n; k++)
        rename_thread(m, &m->threads.at[k]);
    if (m->opt.symmetry)
        symmetry_rename(m);
    if (m->race)
        race_rename(m);

    object *moved = mem_alloc((m->canon.order.n + 1) * sizeof(object));

    for (u32 k = 0; k < m->canon.order.n; k++)
        moved[k] = m->objects.at[m->canon.order.at[k]];
    tree_size(&m->mem.heap, m->canon.order.n);
    for (u32 k = 0; k < m->canon.order.n; k++)
        if (m->canon.order.at[k] != m->mem.nstatic + 1 + k)
            tree_dirty(&m->mem.heap, k);
    if (m->canon.order.n)
        memcpy(m->objects.at + m->mem.nstatic + 1, moved, m->canon.order.n * sizeof(object));
    m->objects.n = m->mem.nstatic + 1 + m->canon.order.n;
    name_forget(m);
    mem_free(moved);
}

static void trim_threads(machine *m)
{
    while (m->threads.n && vec_last(&m->threads).state == TS_FREE)
        thread_drop(m);
}

static void sign(machine *m, object *o)
{
    o->sig = canon_object_sig(m, o);
}

static void settle_signatures(machine *m)
{
    for (u32 k = 0; k < m->mem.nmutable; k++)
        sign(m, &m->objects.at[m->mem.slot_static[k]]);
    for (u32 id = m->mem.nstatic + 1; id < m->objects.n; id++)
        sign(m, &m->objects.at[id]);
    for (u32 k = 0; k < m->threads.n; k++)
        if (m->threads.at[k].state != TS_FREE)
            canon_thread_sig(m, &m->threads.at[k]);
}

/* A local that only another thread still points to ends with its own frame all the same: shared. */
static void walk_lent(machine *m)
{
    for (u32 k = 0; k < m->canon.order.n; k++) {
        const object *o = &m->objects.at[m->canon.order.at[k]];
        u32 *how = &m->canon.renamed.at[m->canon.order.at[k] - m->mem.nstatic - 1];

        if ((o->kind != OC_STACK && o->kind != OC_VARARGS) || o->flags & OF_DEAD ||
            *how == REACHED_SHARED || *how == o->owner + 2u)
            continue;
        *how = REACHED_SHARED;
        vec_push(&m->canon.scratch, m->canon.order.at[k]);
    }
    follow(m, m->canon.order.n);
}

static void mark(machine *m)
{
    u32 n = m->objects.n - m->mem.nstatic - 1;

    vec_clear(&m->canon.order);
    vec_clear(&m->canon.scratch);
    vec_clear(&m->canon.renamed);
    vec_reserve(&m->canon.renamed, n);
    m->canon.renamed.n = n;
    if (n)
        memset(m->canon.renamed.at, 0, n * sizeof(u32));
    walk_shared(m);
    for (u32 k = 0; k < m->threads.n; k++)
        walk_thread(m, k);
    walk_lent(m);
}

u32 canon_lost(machine *m)
{
    mark(m);
    for (u32 id = m->mem.nstatic + 1; id < m->objects.n; id++) {
        const object *o = &m->objects.at[id];

        if (o->kind == OC_HEAP && !(o->flags & OF_DEAD) &&
            !m->canon.renamed.at[id - m->mem.nstatic - 1])
            return id;
    }
    return 0;
}

static int by_number(const void *a, const void *b)
{
    u32 x = *(const u32 *)a, y = *(const u32 *)b;

    return x < y ? -1 : x > y;
}

/* What was written since the last save has its signature again, by the present numbers. */
static void refresh_signatures(machine *m)
{
    for (u32 k = 0; k < m->canon.dirty.n; k++) {
        object *o = &m->objects.at[m->canon.dirty.at[k]];

        o->sig = canon_object_sig(m, o);
    }
    for (u32 k = 0; k < m->threads.n; k++)
        if (!m->threads.at[k].leaf && m->threads.at[k].state != TS_FREE)
            canon_thread_sig(m, &m->threads.at[k]);
    canon_reroot(m);
}

void canon_settle(machine *m)
{
    m->canon.settled = true;
    if (m->opt.lasting)
        return;
    if (m->race)
        race_settle(m);
    if (m->opt.mode == VM_BIRTH) {
        mark(m);
        settle_sharing(m);
    } else if (m->canon.reshaped || !objects_same(m) || !threads_same(m)) {
        mark(m);
        settle_sharing(m);
        free_slots(m);
        refresh_signatures(m);
        m->canon.unnumbered = true;
    }
    m->canon.reshaped = false;
}

void canon_number(machine *m)
{
    if (m->canon.unnumbered) {
        if (m->opt.plain_heap && m->canon.order.n)
            qsort(m->canon.order.at, m->canon.order.n, sizeof(u32), by_number);
        drop_unreached(m);
        renumber(m);
        trim_threads(m);
        settle_signatures(m);
        m->canon.walks++;
        m->canon.unnumbered = false;
    }
    vec_clear(&m->canon.dirty);
}

static bool flags_kept(const machine *m)
{
    for (u32 k = 0; k < m->canon.order.n; k++) {
        const object *o = &m->objects.at[m->canon.order.at[k]];

        if ((settled_flags(m, k) ^ o->flags) & (OF_SHARED | OF_ROOTED))
            return false;
    }
    return true;
}

bool canon_lives(const machine *m, u32 id)
{
    return !m->canon.unnumbered || id <= m->mem.nstatic || reached(m, id);
}

bool canon_kept(machine *m)
{
    bool numbered = m->opt.mode != VM_BIRTH;

    if (m->opt.lasting || !m->canon.settled || m->canon.unnumbered)
        return true;
    mark(m);
    for (u32 k = 0; numbered && !m->opt.plain_heap && k < m->canon.order.n; k++)
        if (m->canon.order.at[k] != m->mem.nstatic + 1 + k)
            return false;
    return flags_kept(m) && (!numbered || m->canon.order.n == m->objects.n - m->mem.nstatic - 1);
}
