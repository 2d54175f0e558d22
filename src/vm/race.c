/* Data races: two accesses to the same bytes by different threads, one of them a write and one of
 * them plain, that happens-before (race_order.c) does not order.
 *
 * Of all memory that several threads could reach once (OF_MET) the accesses are kept that a later
 * one could race with: who, how, which bytes, and when by its thread's clock.  A new access races
 * with one that conflicts and whose time its thread does not know.  One that every later race with
 * shows as a race with the new one too is dropped: it happens before the new one, which writes if
 * it did, and is plain if it was.  While one thread lives nothing is kept: whoever is created later
 * comes after all of it.
 *
 * Memory that only one thread can reach is not looked at.  When others may reach it for the first
 * time all of its bytes count as written by the thread that lets them (race_published).  That is
 * late for what was written earlier, and a write for what was only read: a false alarm is possible
 * where the address is handed over by a relaxed access and something else orders the bytes.
 *
 * The records and the clocks are a part of the state (race_state.c), and so every search is exact:
 * a state that was reached with another past is another state.  Searches that leave out orders of
 * independent steps need that such steps commute here too.  They do: records change by accesses,
 * and two that conflict are dependent steps, while reads of the same bytes add records of two
 * threads, which do not meet; places change by operations on one object, of which any two are
 * dependent unless both only read it; all other clocks are a thread's own.  A round of a thread
 * that spins, which stateless searches leave out, may leave records and orders behind.  Without it
 * there are fewer orders, and so no race of others is lost; an access of the round that races with
 * a later one of another thread does so in its first round, taken after that one: the other thread
 * does not depend on the round.
 *
 * With store buffers (buffer.c) an access is where its instruction is, not where a store reaches
 * memory. That is the time by which happens-before can be told: whoever reads what was stored does
 * so later. What a release released is behind the store in the buffer, is acquired by whoever reads
 * it from memory, and a release sequence is one of stores as they reach memory. A load of what its
 * own thread has waiting comes after nothing new. A store that waits is no step that others depend
 * on, and need be none for its race either: two accesses that are unordered and stand next to each
 * other race in both orders, whichever thread notices, and what each of them leaves in the records
 * does not depend on the other.
 *
 * What the library does inside its operations is no access of the program: an operation is one
 * atomic access to its object, and says what it orders (`orders` of builtins.def).  Accesses in an
 * atomic section are atomic. */
#include "vm/builtin.h"
#include "vm/name.h"
#include "vm/race.h"

#include "base/bisect.h"
#include "base/mutant.h"

#include <assert.h>
#include <string.h>

static u32 first_of(const race *r, u32 id)
{
    u32 k;

    bisect(k, 0, r->records.n, r->records.at[k].object < id);
    return k;
}

static bool happened(const machine *m, const race_record *e)
{
    const race *r = m->race;

    return e->thread == m->running ||
           (m->running < r->threads.n &&
            e->time <= clock_at(&r->threads.at[m->running].now, e->thread));
}

static bool overlap(const race_record *a, const race_record *b)
{
    return a->from < b->to && b->from < a->to;
}

static bool conflict(const race_record *a, const race_record *b)
{
    return a->thread != b->thread && (a->how | b->how) & RACE_WRITES &&
           !(a->how & b->how & RACE_ATOMIC);
}

/* ---- reports ---- */

static const char *remedy(const race_record *a, const race_record *b)
{
    if ((a->how | b->how) & RACE_ATOMIC)
        return "it must be atomic on both sides, or ordered by a lock, a join or a release that is "
               "acquired";
    return "a lock that both hold, a join, or a release that is acquired would order them";
}

/* After a restore neither the old access nor the names of variables are known, and records that
 * tell the same may be others: then nothing is said but that it is a race.  People see what a
 * replay says, which restores nothing. */
static void add_message(machine *m, const race_record *new, const race_record *old, text *out)
{
    u32 from = old->from > new->from ? old->from : new->from,
        to = old->to < new->to ? old->to : new->to;

    text_add(out, "data race");
    if (!race_told(m))
        return;
    text_add(out, " at ");
    name_place(m, m->running, new->object, (part){.offset = from, .size = to - from, .here = true},
               out);
    shown_drop_members(out);
    text_add(out, ": ");
    race_detail_add(m, new, out);
    text_add(out, ", not ordered with ");
    race_detail_add(m, old, out);
    text_addf(out, "; %s", remedy(new, old));
}

static bool report(machine *m, event_kind kind, const race_record *new, const race_record *old)
{
    text line = {0};

    add_message(m, new, old, &line);
    vm_error(m, ERR_RACE, "%s", text_str(&line));
    mem_fails(m, kind, POINTER(new->object, new->from), new->to - new->from);
    text_free(&line);
    return false;
}

/* ---- records ---- */

static void insert(race *r, u32 k, race_record e)
{
    vec_push(&r->records, e);
    memmove(&r->records.at[k + 1], &r->records.at[k], (r->records.n - 1 - k) * sizeof e);
    r->records.at[k] = e;
}

static void take_out(race *r, u32 k)
{
    r->records.n--;
    memmove(&r->records.at[k], &r->records.at[k + 1], (r->records.n - k) * sizeof(race_record));
}

/* The record at k loses the bytes of `by`; where the next one is. */
static u32 trim(race *r, u32 k, const race_record *by)
{
    race_record *old = &r->records.at[k];

    if (old->from < by->from && old->to > by->to) {
        race_record rest = *old;

        rest.from = by->to;
        old->to = by->from;
        insert(r, k, rest);
        return k + 2;
    }
    if (old->from < by->from)
        old->to = by->from;
    else if (old->to > by->to)
        old->from = by->to;
    else {
        take_out(r, k);
        return k;
    }
    return k + 1;
}

/* The same access was there before, or a stronger one by the thread at the same time. */
static bool covered(const race_record *old, const race_record *new)
{
    return old->thread == new->thread && old->time == new->time && old->from <= new->from &&
           old->to >= new->to &&race_replaces(old->how, new->how);
}

static void keep(machine *m, const race_record *new)
{
    race *r = m->race;
    u32 k = first_of(r, new->object);

    for (u32 i = k; i < r->records.n && r->records.at[i].object == new->object; i++)
        if (covered(&r->records.at[i], new))
            return;
    for (u32 i = k; i < r->records.n && r->records.at[i].object == new->object;) {
        const race_record *old = &r->records.at[i];

        if (overlap(old, new) && (happened(m, old) || MUTANT(RACE_REPLACES)) &&
            race_replaces(new->how, old->how))
            i = trim(r, i, new);
        else
            i++;
    }
    insert(r, k, *new);
    race_changes(m);
}

static race_record access_now(machine *m, u64 p, u32 size, u32 how)
{
    race_record e = {.object = POINTER_OBJECT(p),
                     .from = POINTER_OFFSET(p),
                     .to = POINTER_OFFSET(p) + size,
                     .thread = m->running,
                     .how = (u16)how,
                     .time = race_now(m)};

    if (race_told(m))
        e.detail = race_detail_begins(m, &e);
    return e;
}

static bool touch(machine *m, event_kind kind, u64 p, u32 size, u32 how)
{
    race *r = m->race;
    u32 id = POINTER_OBJECT(p);

    if (m->near) {
        race_near_touch(m, p, size, (how & RACE_KINDS) | (how & RACE_FREES ? ACCESSED_FREES : 0u));
        return true;
    }
    if (how & RACE_ATOMIC && id <= m->mem.nstatic && !(r->plain[id >> 6] >> (id & 63) & 1))
        return true;
    race_record new = access_now(m, p, size, how);

    for (u32 i = first_of(r, new.object); i < r->records.n && r->records.at[i].object == new.object;
         i++) {
        const race_record *old = &r->records.at[i];

        if (overlap(old, &new) && conflict(old, &new) && !happened(m, old))
            return report(m, kind, &new, old);
    }
    if (m->live_threads > 1 && size)
        keep(m, &new);
    return true;
}

/* ---- accesses ---- */

static bool in_section(const machine *m)
{
    return m->atomic_owner == m->running + 1;
}

static bool is_atomic(const machine *m, u32 flags)
{
    return flags & ACCESS_ATOMIC || in_section(m) ||
           (flags & ACCESS_VOLATILE && m->opt.volatile_atomic);
}

/* Where volatile accesses count as atomic they are relaxed. */
static u32 as_counted(const machine *m, u32 flags)
{
    bool relaxed = flags & ACCESS_VOLATILE && !(flags & ACCESS_ATOMIC) && m->opt.volatile_atomic;

    return relaxed && !MUTANT(RACE_VOLATILE) ? flags | ACCESS_ATOMIC | ACCESS_RELAXED : flags;
}

bool race_reads(machine *m, u64 p, u32 size, u32 flags)
{
    flags = as_counted(m, flags);
    if (!touch(m, EV_READ, p, size, is_atomic(m, flags) ? RACE_ATOMIC : 0))
        return false;
    if (flags & ACCESS_ATOMIC)
        race_read_at(m, p, size, flags);
    if (in_section(m))
        race_section_at(m, p, size, false);
    return true;
}

/* What its own thread stored orders nothing that program order does not. */
bool race_forwards(machine *m, u64 p, u32 size, u32 flags)
{
    return touch(m, EV_READ, p, size, is_atomic(m, flags) ? RACE_ATOMIC : 0);
}

bool race_writes(machine *m, u64 p, u32 size, u32 flags)
{
    return touch(m, EV_WRITE, p, size, RACE_WRITES | (is_atomic(m, flags) ? RACE_ATOMIC : 0u));
}

bool race_updates(machine *m, u64 p, u32 size)
{
    return touch(m, EV_UPDATE, p, size, RACE_WRITES | RACE_ATOMIC);
}

void race_wrote(machine *m, u64 p, u32 size, u32 flags)
{
    flags = as_counted(m, flags);
    if (race_told(m))
        race_detail_wrote(m, p);
    if (flags & ACCESS_ATOMIC)
        race_write_at(m, p, size, flags);
    else if (in_section(m))
        race_section_at(m, p, size, true);
    else
        race_plain_write_at(m, p, size);
}

/* ---- store buffers ---- */

bool race_counts(const machine *m, u32 flags)
{
    return m->race && as_counted(m, flags) != flags;
}

void race_waits(machine *m, u32 k, u64 p, u32 flags)
{
    flags = as_counted(m, flags);
    if (race_told(m))
        race_detail_wrote(m, p);
    if (flags & ACCESS_ATOMIC)
        race_hold_back(m, k, flags);
}

void race_reaches(machine *m, u32 k, u64 p, u32 size, bool atomic)
{
    if (atomic)
        race_held_back(m, k, p, size);
    else
        race_plain_write_at(m, p, size);
}

void race_updated(machine *m, u64 p, u32 size, u32 flags)
{
    if (race_told(m))
        race_detail_wrote(m, p);
    race_update_at(m, p, size, flags);
    if (in_section(m))
        race_section_at(m, p, size, true);
}

bool race_frees(machine *m, u64 p, u32 size)
{
    return touch(m, EV_FREE, p, size, RACE_WRITES | RACE_FREES);
}

/* ---- objects ---- */

void race_published(machine *m, u32 id)
{
    object *o = &m->objects.at[id];
    bool first = !(o->flags & OF_MET);

    o->flags |= OF_MET;
    if (!first || m->live_threads < 2 || !o->size || o->flags & OF_DEAD || MUTANT(RACE_PUBLISHED))
        return;
    race_record new = access_now(m, POINTER(id, 0), o->size, RACE_WRITES | RACE_PUBLISHES);

    keep(m, &new);
}

void race_gone(machine *m, u32 id)
{
    race *r = m->race;
    u32 k = first_of(r, id), end = k;

    while (end < r->records.n && r->records.at[end].object == id)
        end++;
    if (end > k)
        memmove(&r->records.at[k], &r->records.at[end], (r->records.n - end) * sizeof(race_record));
    r->records.n -= end - k;
    race_forget_places(m, id);
    race_changes(m);
}

bool race_remembers(const machine *m, u32 slot)
{
    for (u32 k = 0; k < m->race->records.n; k++)
        if (m->race->records.at[k].thread == slot)
            return true;
    return false;
}

/* ---- operations of the library ---- */

static bool users_object(const machine *m, u64 p)
{
    return POINTER_IS(p) && m->objects.at[POINTER_OBJECT(p)].flags & m->step.race_mask;
}

bool race_operates(machine *m, event_kind kind, u64 p, u32 size)
{
    if (kind == EV_READ || kind == EV_WRITE || kind == EV_UPDATE)
        return true;
    if (m->near && POINTER_IS(p) && m->step.race_mask && (kind != EV_SYNC || users_object(m, p)))
        race_near_operates(m, kind, p, size);
    if (!users_object(m, p))
        return true;
    if (MUTANT(RACE_TRYLOCK) && kind == EV_TRYLOCK && m->race)
        race_acquire(m, p, 0);
    if (m->near && (kind == EV_TRYLOCK || kind == EV_SYNC))
        race_beyond(m, kind == EV_SYNC ? "an object that is made or asked for" : "a trylock");
    return touch(m, kind, p, size, RACE_WRITES | RACE_ATOMIC);
}

/* The memory orders of C as they are numbered there. */
static u32 order_flags(u32 order)
{
    static const u32 flags[] = {ACCESS_RELAXED,
                                ACCESS_ACQUIRE,
                                ACCESS_ACQUIRE,
                                ACCESS_RELEASE,
                                ACCESS_ACQUIRE | ACCESS_RELEASE,
                                ACCESS_SEQ_CST};

    return ACCESS_ATOMIC | (order < LENGTH(flags) ? flags[order] : ACCESS_SEQ_CST);
}

static bool orders_access(machine *m, u64 p, u32 size, u32 how)
{
    u32 flags = order_flags(how >> 8 & 0xff);

    if (m->near)
        race_near_compares(m, p, size);
    if (how & ORDERS_LOAD)
        return race_reads(m, p, size, flags);
    if (!(how & ORDERS_UPDATE ? race_updates(m, p, size)
                              : race_writes(m, p, size, how & ORDERS_WRITE ? 0 : flags)))
        return false;
    if (how & ORDERS_STORE)
        race_wrote(m, p, size, flags);
    if (how & ORDERS_UPDATE)
        race_updated(m, p, size, flags);
    return true;
}

ran builtin_orders(builtin_call *c)
{
    machine *m = c->m;
    u64 p = c->args[0];
    u32 how = (u32)c->args[2], readers = how & ORDERS_READERS && !MUTANT(RACE_READERS) ? 1 : 0;

    if (how & ORDERS_NOTHING) {
        if (m->near)
            race_beyond(m, "a mutex that is lost");
        return builtin_result(c, 0);
    }
    if (m->opt.alone)
        vm_event(m, EV_ORDERS, EVF_RUNTIME, p, (u32)c->args[1])->value = how;
    if (m->race && how & ORDERS_CANCELLED)
        race_acquire(m, POINTER(c->t->handle, 0), 0);
    if (!race_asked(m) || !POINTER_IS(p))
        return builtin_result(c, 0);
    if (how & (ORDERS_LOAD | ORDERS_STORE | ORDERS_UPDATE | ORDERS_WRITE)) {
        if (users_object(m, p) && !orders_access(m, p, (u32)c->args[1], how))
            return RAN_STOP;
        return builtin_result(c, 0);
    }
    if (m->near) {
        race_near_orders(m);
        return builtin_result(c, 0);
    }
    if (how & ORDERS_ACQUIRE)
        race_acquire(m, p, readers);
    if (how & ORDERS_RELEASE)
        race_release(m, p, readers);
    if (how & ORDERS_HANDS)
        race_hand(m, p);
    return builtin_result(c, 0);
}
