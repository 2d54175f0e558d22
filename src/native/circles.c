/* Deadlocks of some threads while others go on.
 *
 * A circle: each of its threads waits for a lock that the next one holds, or for its end.  Timed
 * waits are no part of one.
 *
 * That the circle is never opened and no end is reached is shown by going on: each thread that can
 * move takes its steps alone until it is where it was and all that it changed is as it was.  When
 * nobody who was blocked could move meanwhile, and no thread touches what another one writes, the
 * rounds are all that can ever happen, in whatever order. */
#include "native/circles.h"
#include "native/guards.h"
#include "native/place.h"

#include <assert.h>
#include <string.h>

#define MOST_TURNS 200u /* steps of one round */

/* A place that a round touched, and what was there before and after. */
typedef struct touch {
    u64 name, old, value;
    u32 size;
    u16 thread;
    bool writes;
} touch;

typedef VEC(touch) touch_list;

static bool needs(native *n, u32 slot, u32 other)
{
    const native_slot *s = slot_at(n, slot);
    const native_object *o = s->object ? model_find(&n->model, s->object) : NULL;

    if (s->operation == NATIVE_JOIN)
        return s->argument == other;
    if (s->operation == NATIVE_RW_WRITE && o && (i32)o->word > 0)
        return o->reads[other] != 0;
    return model_owner(&n->model, s) == (int)other;
}

static bool waits(native *n, u32 slot)
{
    return rests(n, slot) && !n->model.tasks[slot].timer &&
           model_blocked(&n->model, slot, slot_at(n, slot)) && !guards_timed(slot_at(n, slot));
}

/* Another one of the set that the thread waits for, or NATIVE_THREADS. */
static u32 next_of(native *n, u32 slot, u64 set)
{
    for (u32 k = 0; k < n->model.threads; k++)
        if (set >> k & 1 && k != slot && needs(n, slot, k))
            return k;
    return NATIVE_THREADS;
}

u32 circles_find(native *n)
{
    u64 set = 0, before;
    u32 at = 0;

    for (u32 i = 0; i < n->model.threads; i++)
        set |= (u64)waits(n, i) << i;
    do {
        before = set;
        for (u32 i = 0; i < n->model.threads; i++)
            if (set >> i & 1 && next_of(n, i, set) == NATIVE_THREADS)
                set &= ~(1ull << i);
    } while (set != before);
    if (!set)
        return NATIVE_THREADS;
    while (!(set >> at & 1))
        at++;
    for (u32 i = 0; i < n->model.threads; i++) /* from whoever waits for the circle into it */
        at = next_of(n, at, set);
    assert(at < n->model.threads);
    return at;
}

static u64 able(native *n, move_list *all)
{
    u64 set = 0;

    sys_moves(&n->base, all);
    for (u32 i = 0; i < all->n; i++)
        if ((all->at[i].flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED)
            set |= 1ull << all->at[i].thread;
    return set;
}

/* The only way in which the thread can go on. */
static const move *only_way(const move_list *all, u32 thread)
{
    const move *found = NULL;

    for (u32 i = 0; i < all->n; i++) {
        const move *m = &all->at[i];

        if (m->thread != thread || (m->flags & (MOVE_ENABLED | MOVE_WEAK)) != MOVE_ENABLED)
            continue;
        if (found || m->choices > 1)
            return NULL;
        found = m;
    }
    return found;
}

static bool overlap(const touch *a, const touch *b)
{
    return a->name < b->name + b->size && b->name < a->name + a->size;
}

/* False: what the event leaves behind is not known. */
static bool note_touch(const event *e, touch_list *all)
{
    touch t = {.name = place_name(e), .size = e->size ? e->size : 1, .thread = e->thread};
    bool valued = e->flags & EVF_VALUE;

    switch (e->kind) {
    case EV_NONE:
    case EV_OUTPUT:
        return true;
    case EV_READ:
        break;
    case EV_WRITE:
    case EV_UPDATE:
        t.writes = !valued || e->value != e->old;
        break;
    default:
        return false;
    }
    t.old = e->old;
    t.value = e->value;
    for (u32 i = 0; t.writes && i < all->n; i++) {
        touch *w = &all->at[i];

        if (!w->writes || w->thread != t.thread || !overlap(w, &t))
            continue;
        w->value = t.value;
        return w->name == t.name && w->size == t.size && valued;
    }
    vec_push(all, t);
    return !t.writes || valued;
}

static bool undone(const touch_list *all, u32 thread)
{
    for (u32 i = 0; i < all->n; i++)
        if (all->at[i].thread == thread && all->at[i].writes && all->at[i].old != all->at[i].value)
            return false;
    return true;
}

static bool apart(const touch_list *all)
{
    for (u32 i = 0; i < all->n; i++)
        for (u32 k = 0; k < all->n; k++)
            if (all->at[i].writes && all->at[i].thread != all->at[k].thread &&
                overlap(&all->at[i], &all->at[k]))
                return false;
    return true;
}

static bool same(const word_list *a, const word_list *b)
{
    return a->n == b->n && !memcmp(a->at, b->at, a->n * sizeof *a->at);
}

/* Alone until it is where it was, and nothing is left of the way; those who were blocked stay so.
 */
static bool goes_round(native *n, u32 thread, u64 movers, touch_list *touched)
{
    sys *s = &n->base;
    word_list before = {0}, now = {0};
    move_list all = {0};
    taken t = {0};
    const move *m;
    bool back = false, on = sys_own(s, (u16)thread, &before);

    for (u32 k = 0; on && !back && k < MOST_TURNS; k++) {
        on = able(n, &all) == movers && (m = only_way(&all, thread));
        if (!on)
            break;
        sys_step(s, (u16)thread, (move_kind)m->kind, 0, &t);
        on = t.outcome == OUT_RAN && sys_status(s) == ST_RUNNING;
        for (u32 i = 0; i < t.events.n && on; i++)
            on = note_touch(&t.events.at[i], touched);
        back =
            on && sys_own(s, (u16)thread, &now) && same(&before, &now) && undone(touched, thread);
    }
    vec_free(&before);
    vec_free(&now);
    vec_free(&all);
    taken_free(&t);
    return back;
}

hang_answer circles_closed(native *n)
{
    move_list all = {0};
    touch_list touched = {0};
    u64 movers = able(n, &all);
    bool closed = movers != 0;

    for (u32 i = 0; i < n->model.threads && closed; i++)
        if (movers >> i & 1)
            closed = goes_round(n, i, movers, &touched);
    closed = closed && apart(&touched);
    vec_free(&all);
    vec_free(&touched);
    return closed ? HANG_FOUND : HANG_UNSURE;
}
