/* Races as a component of the state: its canonical form, saving and restoring.
 *
 * Two states whose records and clocks differ in nothing but numbers of times are the same.  So
 * before a state is saved
 *   - records that all live threads know are dropped: nobody can race with them, and whoever is
 *     created later knows what its creator does; of those that do not, one that will not come there
 *     any more does not count, as of the last change of the component;
 *   - the times of each thread are numbered anew: records that no clock tells apart get the same
 *     time, and a clock says how many of these groups it knows;
 *   - places and clocks that know of no record are dropped.
 * What is left is one string of numbers.  Where an access was made is no part of it: it is not
 * known after a restore, and messages come from a replay, which does not restore. */
#include "vm/race.h"

#include "base/bisect.h"
#include "base/mutant.h"
#include "program/future.h"
#include "program/plain.h"

#include <stdlib.h>
#include <string.h>

static bool lives(const machine *m, u32 slot)
{
    thread_state s = slot < m->threads.n ? m->threads.at[slot].state : TS_FREE;

    return s == TS_NEW || s == TS_READY || s == TS_WAITING;
}

/* May someone still come after what the thread did, by a join? */
static bool counts(const machine *m, u32 slot)
{
    const thread *t = slot < m->threads.n ? &m->threads.at[slot] : NULL;

    return lives(m, slot) || (t && t->state == TS_OVER && !t->joined && !t->detached);
}

static void each_clock(machine *m, void (*visit)(machine *m, u32 whose, clocks *c))
{
    race *r = m->race;

    for (u32 k = 0; k < r->threads.n; k++) {
        visit(m, k, &r->threads.at[k].now);
        for (u32 i = 0; i < r->threads.at[k].waiting.n; i++)
            visit(m, NO_THREAD, &r->threads.at[k].waiting.at[i]);
        if (!r->fences)
            continue;
        visit(m, NO_THREAD, &r->threads.at[k].seen);
        visit(m, NO_THREAD, &r->threads.at[k].released);
    }
    for (u32 k = 0; k < r->places.n; k++) {
        visit(m, NO_THREAD, &r->places.at[k].all);
        for (u32 i = 0; i < r->places.at[k].headings.n; i++)
            visit(m, NO_THREAD, &r->places.at[k].headings.at[i].all);
    }
}

static void clear(race *r)
{
    vec_clear(&r->records);
    for (u32 k = 0; k < r->places.n; k++)
        race_place_free(&r->places.at[k]);
    vec_clear(&r->places);
    for (u32 k = 0; k < r->threads.n; k++) {
        vec_clear(&r->threads.at[k].now);
        vec_clear(&r->threads.at[k].seen);
        vec_clear(&r->threads.at[k].released);
        race_forget_waiting(&r->threads.at[k]);
    }
}

void race_forget(machine *m)
{
    clear(m->race);
    race_changes(m);
}

/* ---- dropping ---- */

/* May the thread still touch the static object?  At the end of the process it may do what is not in
 * its future. */
static bool may_touch(const machine *m, u32 slot, u32 id)
{
    const race *r = m->race;
    u32 words = m->threads.n ? r->futures.n / m->threads.n : 0;

    if (id > m->mem.nstatic || r->handlers || id >> 6 >= words)
        return true;
    return r->futures.at[slot * words + (id >> 6)] >> (id & 63) & 1;
}

/* All others that live know the record, or will not come there. */
static bool known_to_all(const machine *m, const race_record *e)
{
    const race *r = m->race;

    for (u32 k = 0; k < m->threads.n; k++)
        if (k != e->thread && lives(m, k) &&
            (k >= r->threads.n || clock_at(&r->threads.at[k].now, e->thread) < e->time) &&
            may_touch(m, k, e->object))
            return false;
        else if (MUTANT(RACE_KNOWN) && k != e->thread && lives(m, k))
            return true;
    return true;
}

static void find_futures(machine *m)
{
    race *r = m->race;
    u32 words = future_words(m->prog);

    vec_clear(&r->futures);
    vec_reserve(&r->futures, words * m->threads.n);
    r->futures.n = words * m->threads.n;
    for (u32 k = 0; k < m->threads.n && words; k++)
        vm_future(&m->head, (u16)k, r->futures.at + k * words, words);
}

static void drop_records(machine *m)
{
    race *r = m->race;
    u32 n = 0;

    if (r->records.n && !r->handlers)
        find_futures(m);
    for (u32 k = 0; k < r->records.n; k++)
        if (!known_to_all(m, &r->records.at[k]))
            r->records.at[n++] = r->records.at[k];
    r->records.n = n;
}

/* Threads that are over and not to be joined: nobody asks what they knew. */
static void drop_clocks(machine *m)
{
    race *r = m->race;

    for (u32 k = 0; k < r->threads.n; k++) {
        if (!counts(m, k))
            vec_clear(&r->threads.at[k].now);
        if (lives(m, k))
            continue;
        vec_clear(&r->threads.at[k].seen);
        vec_clear(&r->threads.at[k].released);
        race_forget_waiting(&r->threads.at[k]);
    }
    for (u32 k = 0; k < r->places.n; k++) {
        race_place *p = &r->places.at[k];
        u32 n = 0;

        for (u32 i = 0; i < p->headings.n; i++) {
            if (lives(m, p->headings.at[i].thread))
                p->headings.at[n++] = p->headings.at[i];
            else
                vec_free(&p->headings.at[i].all);
        }
        p->headings.n = n;
    }
}

/* ---- times ---- */

static int by_number(const void *a, const void *b)
{
    u32 x = *(const u32 *)a, y = *(const u32 *)b;

    return x < y ? -1 : x > y;
}

static void sort_numbers(u32 *at, u32 *n)
{
    u32 kept = 0;

    if (*n)
        qsort(at, *n, sizeof *at, by_number);
    for (u32 k = 0; k < *n; k++)
        if (!kept || at[kept - 1] != at[k])
            at[kept++] = at[k];
    *n = kept;
}

/* How many of the sorted numbers are at most, or below, this one. */
static u32 count_to(const u32 *at, u32 n, u32 most)
{
    u32 k;

    bisect(k, 0, n, at[k] <= most);
    return k;
}

/* m->canon.walking is the thread whose times are numbered; r->times its times, r->known how many of
 * them clocks know. */
static void gather_known(machine *m, u32 whose, clocks *c)
{
    race *r = m->race;

    if (whose == m->canon.walking || c->n <= m->canon.walking)
        return;
    u32 n = count_to(r->times.at, r->times.n, c->at[m->canon.walking]);

    if (n && n < r->times.n + 1)
        vec_push(&r->known, n);
}

/* The group of the first k times. */
static u32 group(const race *r, u32 k)
{
    return k ? 1 + (MUTANT(RACE_TIMES) ? 0 : count_to(r->known.at, r->known.n, k - 1)) : 0;
}

static void number_clock(machine *m, u32 whose, clocks *c)
{
    race *r = m->race;
    u32 slot = m->canon.walking;

    if (whose == slot) {
        if (c->n)
            clock_set(c, slot, group(r, r->times.n + 1));
    } else if (c->n > slot) {
        c->at[slot] = group(r, count_to(r->times.at, r->times.n, c->at[slot]));
    }
}

/* What is known of a thread without records tells nothing.  A thread's own time is 1 then. */
static void clean_clock(machine *m, u32 whose, clocks *c)
{
    const race *r = m->race;

    if (c->n > m->threads.n)
        c->n = m->threads.n;
    for (u32 k = 0; k < c->n; k++)
        if (!r->recorded.at[k])
            c->at[k] = k == whose;
}

/* Which threads have records. */
static void find_recorded(machine *m)
{
    race *r = m->race;

    vec_clear(&r->recorded);
    for (u32 k = 0; k < m->threads.n; k++)
        vec_push(&r->recorded, false);
    for (u32 k = 0; k < r->records.n; k++)
        r->recorded.at[r->records.at[k].thread] = true;
}

static void number_times(machine *m, u32 slot)
{
    race *r = m->race;

    m->canon.walking = slot;
    vec_clear(&r->times);
    vec_clear(&r->known);
    for (u32 k = 0; k < r->records.n; k++)
        if (r->records.at[k].thread == slot)
            vec_push(&r->times, r->records.at[k].time);
    sort_numbers(r->times.at, &r->times.n);
    each_clock(m, gather_known);
    sort_numbers(r->known.at, &r->known.n);
    for (u32 k = 0; k < r->records.n; k++) {
        race_record *e = &r->records.at[k];

        if (e->thread == slot)
            e->time = group(r, count_to(r->times.at, r->times.n, e->time));
    }
    each_clock(m, number_clock);
}

/* ---- order ---- */

static int by_place(const void *a, const void *b)
{
    const race_record *x = a, *y = b;

    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if ((x->how ^ y->how) & RACE_KINDS)
        return (x->how & RACE_KINDS) < (y->how & RACE_KINDS) ? -1 : 1;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

static void sort_records(race *r)
{
    if (r->records.n)
        qsort(r->records.at, r->records.n, sizeof(race_record), by_place);
}

static bool known_nothing(const clocks *c)
{
    for (u32 k = 0; k < c->n; k++)
        if (c->at[k])
            return false;
    return true;
}

/* Behind the last store that waits and releases something there is nothing, as after a restore. */
static void drop_waiting(race *r)
{
    for (u32 k = 0; k < r->threads.n; k++) {
        race_thread *t = &r->threads.at[k];

        while (t->waiting.n && known_nothing(&vec_last(&t->waiting))) {
            vec_free(&vec_last(&t->waiting));
            t->waiting.n--;
        }
    }
}

static void drop_places(race *r)
{
    u32 n = 0;

    for (u32 k = 0; k < r->places.n; k++) {
        if (known_nothing(&r->places.at[k].all) && !r->places.at[k].section)
            race_place_free(&r->places.at[k]);
        else
            r->places.at[n++] = r->places.at[k];
    }
    r->places.n = n;
}

/* Another record of the same thread and time tells all that this one does. */
static bool told_by(const race_record *e, const race_record *by)
{
    return by->thread == e->thread && by->time == e->time && by->from <= e->from &&
           by->to >= e->to && race_replaces(by->how, e->how);
}

static bool told(const race *r, u32 k, u32 first, u32 end)
{
    for (u32 i = first; i < end; i++)
        if (i != k && told_by(&r->records.at[k], &r->records.at[i]) &&
            (i < k || !told_by(&r->records.at[i], &r->records.at[k])))
            return true;
    return false;
}

static bool meet(const race_record *a, const race_record *b)
{
    return a->object == b->object && a->thread == b->thread &&
           (a->time == b->time || MUTANT(RACE_MEET)) && !((a->how ^ b->how) & RACE_KINDS) &&
           a->to >= b->from;
}

/* Of the sorted records, those that differ in their bytes alone and meet are one, as in a state
 * that is saved: what another one tells must not depend on whether it was. */
static void join_records(race *r)
{
    u32 n = 0;

    for (u32 k = 0; k < r->records.n; k++) {
        const race_record *e = &r->records.at[k];
        race_record *last = n ? &r->records.at[n - 1] : NULL;

        if (last && meet(last, e))
            last->to = last->to > e->to ? last->to : e->to;
        else
            r->records.at[n++] = *e;
    }
    r->records.n = n;
}

/* Of the sorted records; where an object has many, they are left as they are. */
static void drop_told(race *r)
{
    enum { FEW = 64 };
    u32 n = 0;

    for (u32 k = 0, end; k < r->records.n; k = end) {
        u32 first = n;

        for (end = k; end < r->records.n && r->records.at[end].object == r->records.at[k].object;)
            end++;
        for (u32 i = k; i < end; i++)
            r->records.at[n++] = r->records.at[i];
        for (u32 i = n; i-- > first && n - first <= FEW;)
            if (told(r, i, first, n)) {
                memmove(&r->records.at[i], &r->records.at[i + 1],
                        (n - i - 1) * sizeof(race_record));
                n--;
            }
    }
    r->records.n = n;
}

/* A thread that is over and has records keeps its slot (canon.c). */
static bool slots_held(const machine *m)
{
    for (u32 k = 0; k < m->threads.n; k++)
        if (m->threads.at[k].state == TS_OVER)
            return true;
    return false;
}

void race_settle(machine *m)
{
    race *r = m->race;

    if (r->settled)
        return;
    drop_records(m);
    if (!r->records.n) {
        clear(r);
    } else {
        drop_clocks(m);
        for (u32 k = 0; k < m->threads.n; k++)
            if (counts(m, k))
                race_thread_of(m, k);
        find_recorded(m);
        each_clock(m, clean_clock);
        for (u32 k = 0; k < m->threads.n; k++)
            if (r->recorded.at[k])
                number_times(m, k);
        drop_places(r);
        drop_waiting(r);
    }
    sort_records(r);
    if (!race_told(m) && !MUTANT(RACE_APART)) /* else each tells of its own access */
        join_records(r);
    drop_told(r);
    r->settled = true;
    r->name = RACE_NOT_SAVED;
    m->canon.reshaped |= slots_held(m);
}

/* The times of a thread's records, which are sorted and ascend without a gap from 1 on. */
static bool dense(race *r, u32 slot)
{
    vec_clear(&r->times);
    for (u32 k = 0; k < r->records.n; k++)
        if (r->records.at[k].thread == slot)
            vec_push(&r->times, r->records.at[k].time);
    sort_numbers(r->times.at, &r->times.n);
    for (u32 k = 0; k < r->times.n; k++)
        if (r->times.at[k] != k + 1)
            return false;
    return true;
}

/* Futures aside, which shrink with steps that change nothing here. */
static bool all_have_it(const machine *m, const race_record *e)
{
    const race *r = m->race;

    for (u32 k = 0; k < m->threads.n; k++)
        if (k != e->thread && lives(m, k) &&
            (k >= r->threads.n || clock_at(&r->threads.at[k].now, e->thread) < e->time))
            return false;
    return true;
}

const char *race_unsound(machine *m)
{
    race *r = m->race;

    if (!r->settled)
        return NULL;
    for (u32 k = 1; k < r->records.n; k++)
        if (by_place(&r->records.at[k - 1], &r->records.at[k]) > 0)
            return "the records of races are not sorted";
    for (u32 k = 0; k < r->records.n; k++)
        if (all_have_it(m, &r->records.at[k]))
            return "a record of a race is kept that every thread knows";
    for (u32 k = 0; k < m->threads.n; k++)
        if (!dense(r, k))
            return "the times of a thread's records have a gap";
    for (u32 k = 0; k < r->places.n; k++)
        if (known_nothing(&r->places.at[k].all) && !r->places.at[k].section)
            return "a place is kept that knows of no record";
    for (u32 k = 0; k < r->threads.n; k++)
        if (r->threads.at[k].waiting.n && known_nothing(&vec_last(&r->threads.at[k].waiting)))
            return "a store that waits is kept though it releases nothing";
    return NULL;
}

/* ---- saving ---- */

static void put_clock(word_list *w, const clocks *c)
{
    u32 n = c->n;

    while (n && !c->at[n - 1])
        n--;
    vec_push(w, n);
    for (u32 k = 0; k < n; k++)
        vec_push(w, c->at[k]);
}

/* Records that differ in their bytes alone and meet are one. */
static void put_records(const race *r, word_list *w)
{
    u32 at = w->n, n = 0;

    vec_push(w, 0);
    for (u32 k = 0; k < r->records.n; k++) {
        const race_record *e = &r->records.at[k];
        u32 *last = w->at + w->n - 5, who = (u32)e->thread | (u32)(e->how & RACE_KINDS) << 16;

        if (n && last[0] == e->object && last[1] == who && last[2] == e->time &&
            last[4] >= e->from) {
            last[4] = last[4] > e->to ? last[4] : e->to;
            continue;
        }
        vec_push(w, e->object);
        vec_push(w, who);
        vec_push(w, e->time);
        vec_push(w, e->from);
        vec_push(w, e->to);
        n++;
    }
    w->at[at] = n;
}

static void put_place(const race_place *p, word_list *w)
{
    u32 at, n = 0;

    vec_push(w, p->object);
    vec_push(w, p->offset);
    vec_push(w, p->size << 2 | p->section << 1 | p->readers);
    put_clock(w, &p->all);
    at = w->n;
    vec_push(w, 0);
    for (u32 slot = 0; slot < 0xffff && n < p->headings.n; slot++)
        for (u32 i = 0; i < p->headings.n; i++)
            if (p->headings.at[i].thread == slot) {
                vec_push(w, slot);
                put_clock(w, &p->headings.at[i].all);
                n++;
            }
    w->at[at] = n;
}

static void put_waiting(const race_thread *t, word_list *w)
{
    vec_push(w, t->waiting.n);
    for (u32 k = 0; k < t->waiting.n; k++)
        put_clock(w, &t->waiting.at[k]);
}

static void put_words(const machine *m, word_list *w)
{
    const race *r = m->race;

    put_records(r, w);
    for (u32 k = 0; k < m->threads.n; k++) {
        static const race_thread none;
        const race_thread *t = k < r->threads.n ? &r->threads.at[k] : &none;

        put_clock(w, &t->now);
        if (m->opt.memory)
            put_waiting(t, w);
        if (!r->fences)
            continue;
        put_clock(w, &t->seen);
        put_clock(w, &t->released);
    }
    vec_push(w, r->places.n);
    for (u32 k = 0; k < r->places.n; k++)
        put_place(&r->places.at[k], w);
}

u32 race_save(machine *m)
{
    race *r = m->race;

    if (r->name != RACE_NOT_SAVED)
        return r->name;
    race_settle(m);
    if (!r->records.n)
        return r->name = 0;
    vec_clear(&r->words);
    put_words(m, &r->words);
    return r->name = intern_put(m->table, r->words.at, r->words.n, NULL);
}

/* ---- restoring ---- */

static const u32 *get_clock(const u32 *w, clocks *c)
{
    u32 n = *w++;

    vec_clear(c);
    for (u32 k = 0; k < n; k++)
        vec_push(c, *w++);
    return w;
}

static const u32 *get_waiting(race_thread *t, const u32 *w)
{
    for (u32 n = *w++; n; n--) {
        clocks c = {0};

        w = get_clock(w, &c);
        vec_push(&t->waiting, c);
    }
    return w;
}

static const u32 *get_records(race *r, const u32 *w)
{
    u32 n = *w++;

    vec_clear(&r->records);
    for (u32 k = 0; k < n; k++, w += 5)
        vec_push(&r->records, (race_record){.object = w[0],
                                            .thread = (u16)w[1],
                                            .how = (u16)(w[1] >> 16),
                                            .time = w[2],
                                            .from = w[3],
                                            .to = w[4]});
    return w;
}

static const u32 *get_place(race *r, const u32 *w)
{
    race_place p = {.object = w[0],
                    .offset = w[1],
                    .size = w[2] >> 2,
                    .section = w[2] >> 1 & 1,
                    .readers = w[2] & 1};

    w = get_clock(w + 3, &p.all);
    for (u32 n = *w++; n; n--) {
        race_heading h = {.thread = (u16)*w++};

        w = get_clock(w, &h.all);
        vec_push(&p.headings, h);
    }
    vec_push(&r->places, p);
    return w;
}

void race_load(machine *m, u32 name)
{
    race *r = m->race;
    const u32 *w;
    u32 n;

    if (r->name == name)
        return;
    clear(r);
    r->settled = true;
    r->name = name;
    if (!name)
        return;
    w = get_records(r, intern_get(m->table, name, &n));
    for (u32 k = 0; k < m->threads.n; k++) {
        race_thread *t;

        while (r->threads.n <= k)
            vec_push(&r->threads, (race_thread){0});
        t = &r->threads.at[k];
        w = get_clock(w, &t->now);
        if (m->opt.memory)
            w = get_waiting(t, w);
        if (!r->fences)
            continue;
        w = get_clock(w, &t->seen);
        w = get_clock(w, &t->released);
    }
    for (u32 k = *w++; k; k--)
        w = get_place(r, w);
}

/* ---- other numbers ---- */

static int place_order(const void *a, const void *b)
{
    const race_place *x = a, *y = b;

    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->readers < y->readers ? -1 : x->readers > y->readers;
}

/* m->canon.renamed has the new numbers of objects; what is gone has none. */
void race_rename(machine *m)
{
    race *r = m->race;
    u32 n = 0;

    for (u32 k = 0; k < r->records.n; k++) {
        race_record e = r->records.at[k];

        if (e.object > m->mem.nstatic)
            e.object = m->canon.renamed.at[e.object - m->mem.nstatic - 1];
        if (e.object)
            r->records.at[n++] = e;
    }
    r->records.n = n;
    n = 0;
    for (u32 k = 0; k < r->places.n; k++) {
        race_place *p = &r->places.at[k];

        if (p->object > m->mem.nstatic)
            p->object = m->canon.renamed.at[p->object - m->mem.nstatic - 1];
        if (p->object)
            r->places.at[n++] = *p;
        else
            race_place_free(p);
    }
    r->places.n = n;
    if (n)
        qsort(r->places.at, n, sizeof(race_place), place_order);
    sort_records(r);
    race_changes(m);
}

static void exchange_clock(machine *m, u32 whose, clocks *c)
{
    const u32 *to = m->symmetry.exchange.at;
    clocks old = {0};

    (void)whose;
    clock_copy(&old, c);
    vec_clear(c);
    for (u32 k = 0; k < old.n; k++)
        if (old.at[k])
            clock_set(c, k < m->threads.n ? to[k] : k, old.at[k]);
    vec_free(&old);
}

/* The thread of slot k goes to m->symmetry.exchange.at[k]. */
void race_exchange(machine *m)
{
    race *r = m->race;
    const u32 *to = m->symmetry.exchange.at;
    VEC(race_thread) moved = {0};

    each_clock(m, exchange_clock);
    for (u32 k = 0; k < r->records.n; k++)
        r->records.at[k].thread = (u16)to[r->records.at[k].thread];
    for (u32 k = 0; k < r->places.n; k++)
        for (u32 i = 0; i < r->places.at[k].headings.n; i++)
            r->places.at[k].headings.at[i].thread = (u16)to[r->places.at[k].headings.at[i].thread];
    while (r->threads.n < m->threads.n)
        vec_push(&r->threads, (race_thread){0});
    for (u32 k = 0; k < r->threads.n; k++)
        vec_push(&moved, r->threads.at[k]);
    for (u32 k = 0; k < m->threads.n; k++)
        r->threads.at[to[k]] = moved.at[k];
    vec_free(&moved);
    race_changes(m);
}

void race_ended(machine *m)
{
    race_changes(m);
}

/* ---- the whole of it ---- */

static bool stores_relaxed(const machine *m, const insn *i)
{
    if (opcode_does[i->op].access != OPCODE_STORES)
        return false;
    if (i->c & ACCESS_VOLATILE && m->opt.volatile_atomic)
        return true;
    return i->c & ACCESS_ATOMIC && !(i->c & (ACCESS_RELEASE | ACCESS_SEQ_CST));
}

void race_open(machine *m)
{
    race *r;

    if (!m->opt.races || (m->opt.races_near && race_near_open(m)))
        return;
    r = m->race = mem_alloc(sizeof *r);
    for (u32 f = 0; f < m->prog->funcs.n; f++) {
        const func *fn = m->prog->funcs.at[f];

        for (u32 pc = 0; pc < fn->ncode; pc++) {
            const insn *i = &fn->code[pc];

            r->fences |= i->op == OP_FENCE;
            r->handlers |= i->op == OP_BUILTIN && i->y == BI_handles;
            r->relaxed_stores |=
                !m->opt.releases_end &&
                (stores_relaxed(m, i) || (i->op == OP_BUILTIN && i->y == BI_orders &&
                                          !strncmp(fn->name, "__atomic_store", 14)));
        }
    }
    r->plain = mem_alloc((m->mem.nstatic / 64 + 1) * sizeof *r->plain);
    plain_find(m->prog, r->plain);
    for (u32 id = 1; id <= m->mem.nstatic; id++)
        if (m->objects.at[id].flags & OF_SHARED && !m->prog->objects.at[id].hidden)
            m->objects.at[id].flags |= OF_MET;
}

void race_close(machine *m)
{
    race *r = m->race;

    race_near_close(m);
    if (!r)
        return;
    clear(r);
    for (u32 k = 0; k < r->threads.n; k++) {
        vec_free(&r->threads.at[k].now);
        vec_free(&r->threads.at[k].seen);
        vec_free(&r->threads.at[k].released);
        vec_free(&r->threads.at[k].waiting);
    }
    vec_free(&r->threads);
    race_details_free(r);
    vec_free(&r->records);
    vec_free(&r->places);
    vec_free(&r->times);
    vec_free(&r->known);
    vec_free(&r->words);
    vec_free(&r->futures);
    vec_free(&r->recorded);
    mem_free(r->plain);
    mem_free(r);
}
