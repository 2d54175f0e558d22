/* Interchangeable threads: --thread-symmetry.
 *
 * Threads that the first thread (slot 0) starts with the same function and the same argument are a
 * class.  Two states are merged when one becomes the other by exchanging what the slots of a class
 * hold: frames, registers, locals, thread-local blocks, what they wait for, their results.  Handles
 * stay where they are, so a pthread_t kept by the program stands for another thread afterwards. The
 * search still explores real states of the program (save), and only compares them in a normal form
 * (match), in which each class is sorted by a digest of its threads.  Ties stay as they are, and
 * whatever is not exchanged just merges less; the digest decides nothing but the order.
 *
 * Why that is sound.  Let s' be s with two threads of a class exchanged.  The bytes of the program
 * are the same in both.  What a thread does depends on what was exchanged and on those bytes, but
 * for three links between a thread and its slot, which are cut or watched:
 *
 *   numbers   Lock words hold a number of their holder.  Here it belongs to the thread, not to its
 *             slot: a thread without locks has none, with its first lock it gets the least that
 *             nobody has, and it keeps it until it holds no lock.  (In which order two threads take
 *             different locks then shows in their numbers alone, which nobody looks at: states that
 *             differ in nothing else behave alike, and partial orders are not disturbed.)
 *   itself    A thread asks which one it is (its handle, its slot), or setjmp writes its slot where
 *             others can read it: watched.
 *   handles   A handle is joined, detached, cancelled or polled: all but joins are watched.  To
 *             copy, compare or print handles is harmless, they are the same in s and s'.
 *
 * Joins.  The first thread may not join a thread of a class before all of the class are over; then
 * it does not matter which of them it joins first.  That only delays it.  When it comes to such a
 * join while one of them still runs, its steps up to the last join of the class are rehearsed on
 * the spot, as if all threads were over: they must be joins that read no result, and steps that no
 * other thread can see or influence.  Such steps can be put off in every run until all of the class
 * are over, since only they can follow, and nobody else waits for them; a run that goes wrong or
 * gets stuck before that does so without them.  So the delayed system has the errors and the
 * outcomes of the program, all its runs are runs of the program, and in a deadlock the first thread
 * may have some joins left that lead nowhere.  (Lost memory, --leaks, may be seen at a join that is
 * put off for ever: the two exclude each other.)
 *
 * Watched is whatever would tell a thread of a class of two or more from another: then the search
 * is worth nothing and the caller starts another one without symmetry.  Nothing is missed: up to
 * the first such act of a run every merge was right, so the merged graph has a run to that act too.
 * Such an act on a thread that has been the only one of its class so far just keeps it out of it.
 *
 * Threads that others than the first one start are in no class. */
#include "base/hash.h"
#include "base/mutant.h"
#include "vm/builtin.h"

#include <stdio.h>

/* An argument that nothing points to any more: what is left is the first slot that had it. */
#define GONE ((u64)1 << 63)

static const u32 rehearsal_limit = 10000;

static u64 fold(u64 h, u64 value)
{
    return hash_mix(h ^ (value + 0x9e3779b97f4a7c15u)) * 0xa0761d6478bd642fu;
}

static thread *first_thread(machine *m)
{
    return &m->threads.at[0];
}

/* Where the running thread is in the user's code. */
static const char *where(const machine *m, char *buffer, size_t n)
{
    const frame *f = vm_user_frame(m, &m->threads.at[m->running]);

    return f ? vm_where(m, f->func, f->pc, buffer, n) : "";
}

static void leak(machine *m, const char *how)
{
    vm_symmetry *s = m->opt.symmetry;
    char place[300];

    if (!s->leak[0])
        snprintf(s->leak, sizeof s->leak, "%s: %s", where(m, place, sizeof place), how);
}

/* Classes. */

static bool same_class(const thread *a, const thread *b)
{
    return a->state != TS_FREE && b->state != TS_FREE && a->kin.start &&
           a->kin.start == b->kin.start && a->kin.arg == b->kin.arg && a->detached == b->detached;
}

/* Both still to be joined: what they hold can be exchanged. */
static bool peers(const machine *m, u32 a, u32 b)
{
    const thread *x = &m->threads.at[a], *y = &m->threads.at[b];

    return same_class(x, y) && !x->joined && !y->joined;
}

static void pair(thread *t)
{
    t->kin.paired = true;
    t->leaf = 0;
}

void symmetry_born(machine *m, u16 slot, u64 start, u64 arg, bool undefined)
{
    thread *t = &m->threads.at[slot];

    t->kin = (kinship){0};
    if (m->running != 0 || undefined)
        return;
    t->kin.start = POINTER_OBJECT(start);
    t->kin.arg = arg;
    for (u32 k = 0; k < m->threads.n; k++) {
        if (k == slot || !peers(m, k, slot))
            continue;
        pair(&m->threads.at[k]);
        pair(t);
    }
}

/* Whom nobody can be exchanged with any more is in no class. */
static void leave_class(thread *t)
{
    t->kin.start = 0;
    t->kin.arg = 0;
    t->kin.paired = false;
    t->leaf = 0;
}

void symmetry_tell(machine *m, u16 slot, const char *how)
{
    thread *t = &m->threads.at[slot];

    if (!t->kin.start || MUTANT(SYMMETRY_TOLD))
        return;
    if (t->kin.paired) {
        leak(m, how);
        return;
    }
    leave_class(t);
}

/* The least slot of those that have the argument, when the object is gone. */
static u64 forgotten(const machine *m, u32 slot)
{
    u32 k = 0;

    while (!same_class(&m->threads.at[k], &m->threads.at[slot]))
        k++;
    return GONE | k;
}

/* Backwards, so that the slots before still have the old numbers. */
void symmetry_rename(machine *m)
{
    for (u32 k = m->threads.n; k--;) {
        const thread *t = &m->threads.at[k];
        u64 *arg = &m->threads.at[k].kin.arg;
        u32 id = POINTER_OBJECT(*arg);

        if (t->state == TS_FREE || !t->kin.start || !POINTER_IS(*arg) || id <= m->mem.nstatic)
            continue;
        id = m->canon.renamed.at[id - m->mem.nstatic - 1];
        *arg = id ? POINTER(id, POINTER_OFFSET(*arg)) : forgotten(m, k);
    }
}

/* Numbers. */

static bool number_taken(const machine *m, u32 number)
{
    for (u32 k = 0; k < m->threads.n; k++) {
        const thread *t = &m->threads.at[k];

        if (t->state != TS_FREE && t->kin.number == number)
            return true;
    }
    return false;
}

/* What a thread that cannot be exchanged would like to have. */
static bool number_wanted(const machine *m, u32 number)
{
    return number <= m->threads.n && m->threads.at[number - 1].state != TS_FREE &&
           !m->threads.at[number - 1].kin.paired;
}

static u32 fresh_number(const machine *m)
{
    u32 n = m->running + 1u;

    if (!m->threads.at[m->running].kin.paired && !number_taken(m, n))
        return n;
    for (n = 1; number_taken(m, n) || number_wanted(m, n); n++)
        continue;
    return n;
}

u32 symmetry_number(machine *m)
{
    thread *t = this_thread(m);

    if (!m->step.quiet) {
        symmetry_tell(m, m->running, "a thread asks which one it is");
        return m->running + 1u;
    }
    if (!t->kin.number)
        t->kin.number = fresh_number(m);
    return t->kin.number;
}

void symmetry_held(machine *m, i32 delta)
{
    if (delta < 0 && !this_thread(m)->held)
        leak(m, "a copy of a lock that was held is used");
}

void symmetry_stepped(machine *m)
{
    thread *t = this_thread(m);

    t->kin.rehearsed = false;
    if (!t->held)
        t->kin.number = 0;
    for (u32 k = 0; m->running == 0 && k < m->threads.n; k++)
        if (m->threads.at[k].joined && m->threads.at[k].kin.start)
            leave_class(&m->threads.at[k]);
}

/* Joins. */

u32 symmetry_awaited(const machine *m, u16 slot)
{
    if (m->threads.at[slot].state != TS_OVER || !m->threads.at[slot].kin.paired)
        return slot;
    for (u32 k = 0; k < m->threads.n; k++)
        if (peers(m, k, slot) && m->threads.at[k].state != TS_OVER)
            return k;
    return slot;
}

bool symmetry_joinable(const machine *m, u16 slot)
{
    return m->symmetry.rehearsing || m->threads.at[symmetry_awaited(m, slot)].state == TS_OVER;
}

void symmetry_joins(machine *m, u16 slot, const u64 *args)
{
    if (m->running != 0)
        symmetry_tell(m, slot, "a thread is joined by another than the first one");
    else if (args[2])
        symmetry_tell(m, slot, "a thread is polled");
    else if (args[1])
        symmetry_tell(m, slot, "the result of a thread is read");
    else if (m->atomic_owner == 1)
        symmetry_tell(m, slot, "a thread is joined inside an atomic section");
}

/* The first thread might be between two joins. */
void symmetry_cancels(machine *m, u16 slot)
{
    for (u32 k = 0; slot == 0 && k < m->threads.n; k++)
        if (m->threads.at[k].state != TS_FREE && m->threads.at[k].kin.paired)
            slot = (u16)k;
    symmetry_tell(m, slot, "a thread is cancelled");
}

/* Does the word hold the handle of a thread that can be exchanged? */
static bool is_handle(const machine *m, const object *o, u32 word)
{
    u32 pb = m->prog->pointer_bytes;

    if (!(o->flags & OF_POINTERS) || !o->map[word])
        return false;
    int slot = thread_of_handle(m, pointer_decode(m, mem_peek(m, o, word * pb, pb)));

    return slot >= 0 && m->threads.at[slot].kin.paired;
}

/* Between joins the first thread may read handles even where others could write: they must not. */
void symmetry_written(machine *m, const object *o, u32 offset, u32 size)
{
    u32 pb = m->prog->pointer_bytes;

    if (m->running == 0 || !(o->flags & OF_POINTERS))
        return;
    for (u32 w = offset / pb; w * pb < offset + size; w++)
        if (is_handle(m, o, w))
            leak(m, "a handle is overwritten by another thread than the first one");
}

/* The arguments of the join that the first thread is about to do. */
static bool next_join(machine *m, u64 *args)
{
    const thread *t = first_thread(m);

    if (t->state != TS_READY || t->local)
        return false;
    const frame *f = &t->frames.at[t->frames.n - 1];
    const insn *i = &m->prog->funcs.at[f->func]->code[f->pc];

    if (i->op != OP_BUILTIN || i->y != BI_join)
        return false;
    builtin_args(m, t, f, i, args);
    return true;
}

/* Nobody else can see or influence it.  Object 0 was made in this step. */
static bool silent(const machine *m, const event *e)
{
    const object *o = &m->objects.at[e->object];
    u32 pb = m->prog->pointer_bytes;

    switch (e->kind) {
    case EV_NONE:
    case EV_OUTPUT:
        return true;
    case EV_READ:
    case EV_WRITE:
    case EV_UPDATE:
    case EV_ALLOC:
    case EV_FREE:
        if (e->flags & EVF_OPAQUE)
            return false;
        if (!(o->flags & OF_SHARED))
            return true;
        return e->kind == EV_READ && e->size == pb && e->offset % pb == 0 &&
               is_handle(m, o, e->offset / pb);
    default:
        return false;
    }
}

/* Is the first thread's next step, as far as it is known beforehand? */
static bool silent_next(machine *m)
{
    event e;
    u32 choices;
    bool enabled;

    if (first_thread(m)->state != TS_READY || m->atomic_owner)
        return false;
    pending_event(m, 0, &e, &choices, &enabled);
    return choices == 1 && silent(m, &e);
}

static bool silent_step(const machine *m, const taken *step)
{
    for (u32 k = 0; k < step->events.n; k++)
        if (step->events.at[k].kind != EV_JOIN && !silent(m, &step->events.at[k]))
            return false;
    return step->outcome == OUT_RAN && !m->done;
}

typedef VEC(kinship) kin_list;

/* One of the class, which is joined in the rehearsal, is still to be joined. */
static bool unfinished(const machine *m, const kinship *class)
{
    for (u32 k = 0; k < m->threads.n; k++) {
        const thread *t = &m->threads.at[k];

        if (t->state != TS_FREE && t->kin.paired && !t->joined && !t->detached &&
            t->kin.start == class->start && t->kin.arg == class->arg)
            return true;
    }
    return false;
}

static bool halfway(const machine *m, const kin_list *joined)
{
    for (u32 i = 0; i < joined->n; i++)
        if (unfinished(m, &joined->at[i]))
            return true;
    return false;
}

/* One step of the rehearsal: a join, noted in `joined`, or a silent one; false: it is neither. */
static bool rehearse_step(machine *m, kin_list *joined, taken *out)
{
    u64 args[BUILTIN_ARGS];

    if (next_join(m, args)) {
        int slot = thread_of_handle(m, args[0]);

        if (slot < 0 || args[1] || args[2] || m->atomic_owner)
            return false;
        vec_push(joined, m->threads.at[slot].kin);
    } else if (!silent_next(m)) {
        return false;
    }
    sys_step(&m->head, 0, MOVE_RUN, 0, out);
    return silent_step(m, out);
}

/* Whether the first thread, once it may join, joins all threads of the classes that it begins with
 * and does nothing else meanwhile. */
static bool joins_all(machine *m)
{
    taken out = {0};
    kin_list joined = {0};
    u32 steps = 0;
    bool ok;

    m->symmetry.rehearsing = true;
    do
        ok = rehearse_step(m, &joined, &out) && ++steps < rehearsal_limit;
    while (ok && halfway(m, &joined));
    m->symmetry.rehearsing = false;
    taken_free(&out);
    vec_free(&joined);
    return ok;
}

static bool rehearsal_due(machine *m)
{
    u64 args[BUILTIN_ARGS];
    int slot;

    if (m->done || m->fault.failed || !m->threads.n || first_thread(m)->kin.rehearsed ||
        !next_join(m, args))
        return false;
    slot = thread_of_handle(m, args[0]);
    return slot >= 0 && m->threads.at[slot].kin.paired && !m->threads.at[slot].detached &&
           !symmetry_joinable(m, (u16)slot);
}

void symmetry_rehearse(machine *m)
{
    if (!rehearsal_due(m))
        return;
    first_thread(m)->kin.rehearsed = true;
    first_thread(m)->leaf = 0;
    state_key key = state_save(m);

    if (!joins_all(m))
        leak(m, "not all threads started alike are joined in one go, without reading results");
    sys_restore(&m->head, key);
}

/* The normal form. */

typedef struct digest {
    machine *m;
    u64 h;
} digest;

static void put(digest *d, u64 value)
{
    d->h = fold(d->h, value);
}

/* Objects of the thread alone are numbered as they are met; m->canon.order lists them. */
static void put_pointer(digest *d, u64 p)
{
    machine *m = d->m;
    u32 id = POINTER_OBJECT(p);

    put(d, POINTER_OFFSET(p));
    if (id <= m->mem.nstatic || m->objects.at[id].flags & (OF_SHARED | OF_NODATA)) {
        put(d, id);
        return;
    }
    u32 *met = &m->canon.renamed.at[id - m->mem.nstatic - 1];

    if (!*met) {
        vec_push(&m->canon.order, id);
        *met = m->canon.order.n;
    }
    put(d, ~(u64)*met);
}

static void put_value(digest *d, u64 value)
{
    if (POINTER_IS(value))
        put_pointer(d, value);
    else
        put(d, value);
}

static void put_register(digest *d, const frame *f, const thread *t, u16 reg)
{
    const func *fn = d->m->prog->funcs.at[f->func];
    u64 v = t->regs.at[f->base + reg];
    shade s = f->slow ? t->shades[f->base + reg] : (shade){0};

    if (SHADE_IS_BYTE(s)) {
        put(d, s.bits);
        put_pointer(d, s.origin);
    } else if (s.origin == PROV_POINTER) {
        put_pointer(d, pointer_decode(d->m, v));
    } else {
        put(d, s.bits);
        put(d, s.origin);
        if (fn->regclass[reg] == REG_PTR && !s.bits)
            put_value(d, v);
        else
            put(d, v & ~s.bits);
    }
}

static void put_frame(digest *d, const thread *t, u32 k)
{
    const frame *f = &t->frames.at[k];
    const live_set *live = live_at(d->m->prog->funcs.at[f->func], f->pc, k + 1 < t->frames.n);

    put(d, (u64)f->func << 32 | f->pc);
    put(d, (u64)f->seq << 2 | (u64)f->marked << 1 | f->atomic);
    for (u32 j = 0; j < live->n; j++)
        put_register(d, f, t, live->regs[j]);
}

static void put_object(digest *d, const object *o)
{
    u32 pb = d->m->prog->pointer_bytes;

    put(d, (u64)o->kind << 32 | (o->flags & OF_DEAD));
    put(d, object_framed(o) ? (u64)o->depth << 32 | o->seq : 0);
    put(d, o->size);
    if (o->flags & (OF_DEAD | OF_NODATA))
        return;
    if (o->flags & OF_SHADOW && any_set(o->shadow, o->size))
        put(d, hash_bytes(o->shadow, o->size, 0));
    if (!(o->flags & OF_POINTERS && any_set(o->map, (o->size + pb - 1) / pb))) {
        put(d, hash_bytes(o->data, o->size, 0));
        return;
    }
    for (u32 at = 0; at < o->size; at += pb) {
        u64 value = mem_peek(d->m, o, at, o->size - at < pb ? o->size - at : pb);

        put(d, o->map[at / pb]);
        if (o->map[at / pb])
            put_pointer(d, pointer_decode(d->m, value));
        else
            put(d, value);
    }
}

static void put_flags(digest *d, const thread *t)
{
    put(d, (u64)t->state | (u64)t->woken << 8 | (u64)t->timed << 9 | (u64)t->cancel_masked << 10 |
               (u64)t->cancellable << 11 | (u64)t->strong << 12 | (u64)t->local << 13 |
               (u64)t->diverged << 14 | (u64)t->vague << 15 | (u64)t->held << 32);
    put(d, t->kin.number);
}

/* What the slot holds, whatever its slot and the numbers of its objects are. */
static u64 digest_of(machine *m, u32 slot)
{
    const thread *t = &m->threads.at[slot];
    digest d = {.m = m};

    vec_clear(&m->canon.order);
    vec_clear(&m->canon.renamed);
    for (u32 id = m->mem.nstatic + 1; id < m->objects.n; id++)
        vec_push(&m->canon.renamed, 0);
    put_flags(&d, t);
    put_value(&d, t->wait_at);
    put_value(&d, t->result);
    if (t->tls)
        put_pointer(&d, POINTER(t->tls, 0));
    for (u32 k = 0; k < t->frames.n; k++)
        put_frame(&d, t, k);
    for (u32 k = 0; k < m->canon.order.n; k++)
        put_object(&d, &m->objects.at[m->canon.order.at[k]]);
    put(&d, m->atomic_owner == slot + 1);
    return d.h;
}

/* The class of which this slot is the first, in m->symmetry.members; whether there is more than
 * one. */
static bool gather(machine *m, u32 slot)
{
    vec_clear(&m->symmetry.members);
    if (!m->threads.at[slot].kin.paired)
        return false;
    for (u32 k = 0; k < m->threads.n; k++) {
        if (!peers(m, k, slot))
            continue;
        if (k < slot)
            return false;
        vec_push(&m->symmetry.members, (class_member){0, k});
    }
    return m->symmetry.members.n > 1;
}

/* Where the threads of the class go: the least digest to the first slot.  Whether any moves. */
static bool sort_class(machine *m)
{
    bool moves = false;

    for (u32 i = 0; i < m->symmetry.members.n; i++)
        m->symmetry.members.at[i].digest = digest_of(m, m->symmetry.members.at[i].slot);
    for (u32 i = 0; i < m->symmetry.members.n; i++) {
        const class_member *t = &m->symmetry.members.at[i];
        u32 before = 0;

        for (u32 k = 0; k < m->symmetry.members.n; k++)
            before += m->symmetry.members.at[k].digest < t->digest ||
                      (k < i && m->symmetry.members.at[k].digest == t->digest);
        m->symmetry.exchange.at[t->slot] = m->symmetry.members.at[before].slot;
        moves |= before != i;
    }
    return moves;
}

/* All but the handles changes places. */
static void swap(thread *a, thread *b)
{
    thread t = *a;
    u32 handle = a->handle;

    *a = *b;
    *b = t;
    b->handle = a->handle;
    a->handle = handle;
    a->leaf = b->leaf = 0;
}

static bool owned(const object *o)
{
    return object_framed(o) || o->kind == OC_TLS;
}

/* Moves what the slots hold, and who owns what with it. */
static void exchange(machine *m)
{
    u32 *to = m->symmetry.exchange.at;

    if (m->race)
        race_exchange(m);
    for (u32 id = m->mem.nstatic + 1; id < m->objects.n; id++) {
        object *o = &m->objects.at[id];

        if (!owned(o) || o->owner >= m->threads.n || to[o->owner] == o->owner)
            continue;
        object_touch(m, o);
        o->owner = (u16)to[o->owner];
    }
    if (m->atomic_owner)
        m->atomic_owner = (u16)(to[m->atomic_owner - 1] + 1);
    for (u32 k = 0; k < m->threads.n; k++) {
        while (to[k] != k) {
            u32 there = to[k];

            swap(&m->threads.at[k], &m->threads.at[there]);
            to[k] = to[there];
            to[there] = there;
        }
    }
    m->canon.reshaped = true;
    state_moves(m);
}

/* Of a state just saved; it is the machine's state again afterwards. */
state_key symmetry_match(machine *m)
{
    state_key key = m->saved.current, sorted;
    bool moves = false;

    vec_clear(&m->symmetry.exchange);
    for (u32 k = 0; k < m->threads.n; k++)
        vec_push(&m->symmetry.exchange, k);
    for (u32 k = 0; k < m->threads.n; k++)
        moves |= gather(m, k) && sort_class(m);
    if (!moves)
        return key;
    exchange(m);
    sorted = state_save(m);
    state_restore(m, key);
    return sorted;
}
