/* Happens-before for data races, as C11 and POSIX say: of threads that start and join, of locks,
 * semaphores, barriers and once, of atomic accesses with their orders, of fences.
 *
 * Everything that can be released to and acquired from is a place: an address in the program's
 * memory.  The order is told with vector clocks whose times mean nothing but which records of a
 * thread (race.c) they come after; race_state.c keeps them dense.  A thread's own time goes on when
 * it releases, so that what it does later is not taken for what was released. */
#include "vm/race.h"

#include "base/bisect.h"
#include "base/mutant.h"

#include <assert.h>
#include <string.h>

void clock_set(clocks *c, u32 slot, u32 time)
{
    while (c->n <= slot)
        vec_push(c, 0);
    c->at[slot] = time;
}

void clock_join(clocks *into, const clocks *from)
{
    for (u32 k = 0; k < from->n; k++)
        if (from->at[k] > clock_at(into, k))
            clock_set(into, k, from->at[k]);
}

void clock_copy(clocks *into, const clocks *from)
{
    vec_clear(into);
    clock_join(into, from);
}

race_thread *race_thread_of(machine *m, u32 slot)
{
    race *r = m->race;

    while (r->threads.n <= slot)
        vec_push(&r->threads, (race_thread){0});
    race_thread *t = &r->threads.at[slot];

    if (!clock_at(&t->now, slot))
        clock_set(&t->now, slot, 1);
    return t;
}

static race_thread *self(machine *m)
{
    return race_thread_of(m, m->running);
}

u32 race_now(machine *m)
{
    return clock_at(&self(m)->now, m->running);
}

static void tick(machine *m)
{
    clocks *now = &self(m)->now;

    clock_set(now, m->running, clock_at(now, m->running) + 1);
    race_changes(m);
}

/* ---- places ---- */

void race_place_free(race_place *p)
{
    for (u32 k = 0; k < p->headings.n; k++)
        vec_free(&p->headings.at[k].all);
    vec_free(&p->headings);
    vec_free(&p->all);
}

static bool before(const race_place *p, u32 id, u32 offset, u32 readers)
{
    if (p->object != id)
        return p->object < id;
    if (p->offset != offset)
        return p->offset < offset;
    return p->readers < readers;
}

/* Where the first place lies that is not before this one. */
static u32 place_from(const race *r, u32 id, u32 offset, u32 readers)
{
    u32 k;

    bisect(k, 0, r->places.n, before(&r->places.at[k], id, offset, readers));
    return k;
}

static race_place *find(const race *r, u64 p, u32 readers)
{
    u32 k = place_from(r, POINTER_OBJECT(p), POINTER_OFFSET(p), readers);
    race_place *at = k < r->places.n ? &r->places.at[k] : NULL;

    return at && at->object == POINTER_OBJECT(p) && at->offset == POINTER_OFFSET(p) &&
                   at->readers == readers
               ? at
               : NULL;
}

static race_place *make(machine *m, u64 p, u32 size, u32 readers)
{
    race *r = m->race;
    race_place *at = find(r, p, readers);
    u32 k;

    if (at) {
        at->size = size > at->size ? size : at->size;
        return at;
    }
    k = place_from(r, POINTER_OBJECT(p), POINTER_OFFSET(p), readers);
    vec_push(&r->places, (race_place){0});
    memmove(&r->places.at[k + 1], &r->places.at[k], (r->places.n - 1 - k) * sizeof(race_place));
    r->places.at[k] = (race_place){
        .object = POINTER_OBJECT(p), .offset = POINTER_OFFSET(p), .size = size, .readers = readers};
    return &r->places.at[k];
}

static void forget_place(race *r, u32 k)
{
    race_place_free(&r->places.at[k]);
    r->places.n--;
    memmove(&r->places.at[k], &r->places.at[k + 1], (r->places.n - k) * sizeof(race_place));
}

static void forget_at(race *r, u64 p)
{
    race_place *at = find(r, p, 0);

    if (at)
        forget_place(r, (u32)(at - r->places.at));
}

void race_forget_places(machine *m, u32 id)
{
    race *r = m->race;
    u32 k = place_from(r, id, 0, 0);

    while (k < r->places.n && r->places.at[k].object == id)
        forget_place(r, k);
}

/* The value that a release left is gone: whoever reads the place does not come after it. */
void race_plain_write_at(machine *m, u64 p, u32 size)
{
    race *r = m->race;
    u64 end = (u64)POINTER_OFFSET(p) + size;
    u32 k;

    if (m->near)
        return;
    k = place_from(r, POINTER_OBJECT(p), POINTER_OFFSET(p), 0);
    while (k < r->places.n && r->places.at[k].object == POINTER_OBJECT(p) &&
           (u64)r->places.at[k].offset + r->places.at[k].size <= end) {
        forget_place(r, k);
        race_changes(m);
    }
}

/* ---- locks and their like ---- */

static void acquire(machine *m, const race_place *at)
{
    if (!at)
        return;
    clock_join(&self(m)->now, &at->all);
    race_changes(m);
}

void race_acquire(machine *m, u64 p, u32 readers)
{
    acquire(m, find(m->race, p, readers));
}

void race_release(machine *m, u64 p, u32 readers)
{
    const race_thread *t = self(m);

    clock_join(&make(m, p, 1, readers)->all, &t->now);
    tick(m);
}

/* At a barrier: what was released there goes to those who wait, now and not when they leave, so
 * that nothing of a later round does, and nobody needs the barrier any more. */
void race_hand(machine *m, u64 p)
{
    for (u32 k = 0; k < m->threads.n; k++) {
        const thread *t = &m->threads.at[k];

        if (t->state != TS_WAITING || t->woken || t->wait_at != p)
            continue;
        race_thread_of(m, k); /* may move the others */
        self(m);
        clock_join(&race_thread_of(m, k)->now, &self(m)->now);
    }
    if (MUTANT(RACE_HAND))
        race_release(m, p, 0);
    else
        forget_at(m->race, p);
    tick(m);
}

/* ---- atomic accesses ---- */

static bool acquires(u32 order)
{
    return order & (ACCESS_ACQUIRE | ACCESS_SEQ_CST) || MUTANT(RACE_ACQUIRES);
}

static bool releases(u32 order)
{
    return order & (ACCESS_RELEASE | ACCESS_SEQ_CST) || MUTANT(RACE_RELAXED);
}

void race_read_at(machine *m, u64 p, u32 size, u32 order)
{
    const race_place *at;

    if (m->near) {
        race_near_atomic(m, p, size, acquires(order));
        return;
    }
    at = find(m->race, p, 0);
    if (acquires(order))
        acquire(m, at);
    else if (at && m->race->fences)
        clock_join(&self(m)->seen, &at->all);
    race_changes(m);
}

/* What a modification releases: its thread's past, or that before its last fence. */
static const clocks *releasing(machine *m, u32 order)
{
    const race_thread *t = self(m);

    return releases(order) || (MUTANT(RACE_FENCE) && m->race->fences) ? &t->now : &t->released;
}

static race_heading *heading_of(machine *m, race_place *at)
{
    for (u32 k = 0; k < at->headings.n; k++)
        if (at->headings.at[k].thread == m->running)
            return &at->headings.at[k];
    vec_push(&at->headings, (race_heading){.thread = m->running});
    return &vec_last(&at->headings);
}

/* A store ends the release sequences of all other threads.  Those of its own go on, in C11. */
static void end_others(machine *m, race_place *at)
{
    u32 n = 0;

    for (u32 k = 0; k < at->headings.n; k++) {
        if (at->headings.at[k].thread == m->running || MUTANT(RACE_HEADING))
            at->headings.at[n++] = at->headings.at[k];
        else
            vec_free(&at->headings.at[k].all);
    }
    at->headings.n = n;
}

/* A store that is in memory now. */
static void write_place(machine *m, u64 p, u32 size, const clocks *what)
{
    race_place *at = make(m, p, size, 0);

    if (!m->race->relaxed_stores) {
        clock_copy(&at->all, what);
    } else {
        end_others(m, at);
        race_heading *h = heading_of(m, at);

        clock_join(&h->all, what);
        if (MUTANT(RACE_HEADING))
            clock_join(&at->all, &h->all);
        else
            clock_copy(&at->all, &h->all);
    }
    race_changes(m);
}

void race_write_at(machine *m, u64 p, u32 size, u32 order)
{
    if (m->near) {
        race_near_atomic(m, p, size, releases(order));
        return;
    }
    write_place(m, p, size, releasing(m, order));
    if (releases(order))
        tick(m);
}

/* ---- stores that wait ---- */

/* The k-th store in the thread's buffer, an atomic one, is new. */
void race_hold_back(machine *m, u32 k, u32 order)
{
    race_thread *t = self(m);

    while (t->waiting.n <= k)
        vec_push(&t->waiting, (clocks){0});
    clock_copy(&t->waiting.at[k], releasing(m, order));
    if (releases(order))
        tick(m);
    race_changes(m);
}

/* And is in memory. */
void race_held_back(machine *m, u32 k, u64 p, u32 size)
{
    static const clocks none;
    const race_thread *t = self(m);
    bool late = MUTANT(RACE_FLUSHED);

    write_place(m, p, size, late ? &t->now : k < t->waiting.n ? &t->waiting.at[k] : &none);
}

void race_left_buffer(machine *m, u16 slot, u32 k)
{
    race_thread *t = slot < m->race->threads.n ? &m->race->threads.at[slot] : NULL;

    if (!t || k >= t->waiting.n)
        return;
    vec_free(&t->waiting.at[k]);
    t->waiting.n--;
    memmove(&t->waiting.at[k], &t->waiting.at[k + 1], (t->waiting.n - k) * sizeof(clocks));
    race_changes(m);
}

void race_forget_waiting(race_thread *t)
{
    for (u32 k = 0; k < t->waiting.n; k++)
        vec_free(&t->waiting.at[k]);
    vec_clear(&t->waiting);
}

/* One that does not release still goes on with the release sequences that it reads from. */
void race_update_at(machine *m, u64 p, u32 size, u32 order)
{
    race_place *at;

    if (m->near) {
        race_near_atomic(m, p, size, acquires(order) && releases(order));
        return;
    }
    race_read_at(m, p, size, order);
    at = make(m, p, size, 0);
    if (m->race->relaxed_stores)
        clock_join(&heading_of(m, at)->all, releasing(m, order));
    clock_join(&at->all, releasing(m, order));
    if (releases(order))
        tick(m);
}

void race_fence(machine *m, u32 order)
{
    race_thread *t = self(m);

    if (acquires(order))
        clock_join(&t->now, &t->seen);
    if (releases(order)) {
        clock_copy(&t->released, &t->now);
        tick(m);
    }
    race_changes(m);
}

/* ---- atomic sections ---- */

/* A section comes after another one that wrote what it reads or writes.  What it writes is released
 * again with each further access, so that all of the section is. */
void race_section_at(machine *m, u64 p, u32 size, bool writes)
{
    race *r = m->race;

    if (m->near) {
        race_beyond(m, "an atomic section");
        return;
    }
    acquire(m, find(r, p, 0));
    if (writes)
        make(m, p, size, 0)->section = 1;
    for (u32 k = 0; k < r->places.n; k++)
        if (r->places.at[k].section)
            clock_join(&r->places.at[k].all, &self(m)->now);
    tick(m);
}

void race_section_begins(machine *m)
{
    race *r = m->race;

    for (u32 k = 0; k < r->places.n; k++) {
        if (!r->places.at[k].section || MUTANT(RACE_SECTIONS))
            continue;
        r->places.at[k].section = 0;
        race_changes(m);
    }
}

/* ---- threads ---- */

static void forget_slot(machine *m, u32 slot)
{
    race *r = m->race;

    for (u32 k = 0; k < r->threads.n; k++) {
        race_thread *t = &r->threads.at[k];

        if (t->now.n > slot)
            t->now.at[slot] = 0;
        if (t->seen.n > slot)
            t->seen.at[slot] = 0;
        if (t->released.n > slot)
            t->released.at[slot] = 0;
        for (u32 i = 0; i < t->waiting.n; i++)
            if (t->waiting.at[i].n > slot)
                t->waiting.at[i].at[slot] = 0;
    }
    for (u32 k = 0; k < r->places.n; k++) {
        race_place *p = &r->places.at[k];

        if (p->all.n > slot)
            p->all.at[slot] = 0;
        for (u32 i = 0; i < p->headings.n; i++) {
            if (p->headings.at[i].all.n > slot)
                p->headings.at[i].all.at[slot] = 0;
            if (p->headings.at[i].thread == slot)
                vec_clear(&p->headings.at[i].all);
        }
    }
}

/* No record of a thread that was in the slot before is left: canon.c keeps it until then. */
void race_spawned(machine *m, u16 slot)
{
    race_thread *child;

    for (u32 k = 0; k < m->race->records.n; k++)
        assert(m->race->records.at[k].thread != slot);
    forget_slot(m, slot);
    self(m);
    child = race_thread_of(m, slot);
    clock_copy(&child->now, &self(m)->now);
    vec_clear(&child->seen);
    vec_clear(&child->released);
    race_forget_waiting(child);
    clock_set(&child->now, slot, 1);
    tick(m);
}

void race_joined(machine *m, u16 slot)
{
    race_thread_of(m, slot);
    self(m);
    clock_join(&self(m)->now, &race_thread_of(m, slot)->now);
    race_changes(m);
}
