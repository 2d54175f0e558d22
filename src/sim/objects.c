/* Locks and their like, and what differs between two states of the run: by the events of its steps.
 */
#include "sim/session.h"

#include <string.h>

/* ---- locks ---- */

typedef struct lock_list {
    VEC(event) all; /* the last event of each object */
} lock_list;

static bool of_lock(const event *e)
{
    switch (e->kind) {
    case EV_LOCK:
    case EV_TRYLOCK:
    case EV_UNLOCK:
    case EV_READ_LOCK:
    case EV_SEM_WAIT:
    case EV_SEM_POST:
    case EV_WAIT:
    case EV_SIGNAL:
    case EV_BROADCAST:
    case EV_BARRIER:
        return e->object;
    default:
        return false;
    }
}

static bool see_locks(void *of, sys *s, u32 step, const taken *done)
{
    lock_list *l = of;

    (void)s;
    for (u32 i = 0; step && i < done->events.n; i++) {
        const event *e = &done->events.at[i];
        u32 k = 0;

        if (!of_lock(e))
            continue;
        while (k < l->all.n &&
               (l->all.at[k].object != e->object || l->all.at[k].offset != e->offset))
            k++;
        if (k == l->all.n)
            vec_push(&l->all, *e);
        else
            l->all.at[k] = *e;
    }
    return true;
}

static void add_waiters(sim *x, const event *lock, text *out)
{
    for (u32 i = 0; i < x->moves.n; i++) {
        const move *m = &x->moves.at[i];
        int actor = walk_actor_of(&x->w, m->thread);

        if (m->flags & MOVE_ENABLED || m->next.object != lock->object ||
            m->next.offset != lock->offset || actor < 0 ||
            (m->kind != MOVE_RUN && m->kind != MOVE_START))
            continue;
        text_addf(out, "%sT%d", out->n ? ", " : "; waited for by ", actor);
    }
}

static void say_lock(sim *x, event *lock)
{
    shown v = {0};
    text waiters = {0};

    lock->flags &= ~(u32)(EVF_VALUE | EVF_WORD);
    shown_clear(&v);
    sys_show(x->w.s, lock, &v);
    add_waiters(x, lock, &waiters);
    printf("%s%s%s%s\n", text_str(&v.where),
           v.value.n && lock->kind != EV_SIGNAL && lock->kind != EV_BROADCAST ? " " : "",
           lock->kind != EV_SIGNAL && lock->kind != EV_BROADCAST ? text_str(&v.value) : "",
           text_str(&waiters));
    shown_free(&v);
    text_free(&waiters);
}

void do_locks(sim *x, char *words)
{
    lock_list l = {0};

    (void)words;
    walk_scan(&x->w, x->w.at, see_locks, &l);
    sys_moves(x->w.s, &x->moves);
    for (u32 i = 0; i < l.all.n; i++)
        say_lock(x, &l.all.at[i]);
    if (!l.all.n)
        printf("no lock, condition or semaphore was used\n");
    vec_free(&l.all);
}

/* ---- differences ---- */

typedef struct changed_place {
    event e;
    text where, old, now;
} changed_place;

typedef struct difference {
    sim *x;
    u32 from, to;
    VEC(changed_place) places;
    VEC(char *) before, after; /* of each thread: where it is, with its variables */
} difference;

static void add_thread_text(sys *s, u16 slot, text *out)
{
    enum { FRAMES = 16 };
    frame_shown frames[FRAMES] = {0};
    u32 n = sys_stack(s, slot, FRAMES, frames);

    for (u32 i = 0; i < n; i++) {
        text_addf(out, "%s%s, %s:%u%s%s", i ? " < " : "", frames[i].function, frames[i].file,
                  frames[i].line, frames[i].locals.n ? "  " : "", text_str(&frames[i].locals));
        text_free(&frames[i].locals);
    }
}

/* Threads by their actors; those of which there is nothing are "". */
static void note_threads(difference *d, sys *s, bool first)
{
    for (u32 i = 0; i < d->x->w.actors.n; i++) {
        text words = {0};

        if (d->x->w.actors.at[i].slot >= 0)
            add_thread_text(s, (u16)d->x->w.actors.at[i].slot, &words);
        if (first)
            vec_push(&d->before, mem_strdup(text_str(&words)));
        else
            vec_push(&d->after, mem_strdup(text_str(&words)));
        text_free(&words);
    }
}

static changed_place *place_for(difference *d, const event *e)
{
    for (u32 i = 0; i < d->places.n; i++) {
        changed_place *p = &d->places.at[i];

        if (p->e.object == e->object && p->e.offset == e->offset && p->e.size == e->size)
            return p;
    }
    vec_push(&d->places, (changed_place){.e = *e});
    return &vec_last(&d->places);
}

static void note_write(difference *d, sys *s, const event *e)
{
    changed_place *p = place_for(d, e);
    bool first = !p->where.n;
    shown v = {0};

    shown_clear(&v);
    sys_show(s, e, &v);
    text_clear(&p->where);
    text_add(&p->where, text_str(&v.where));
    if (first)
        text_add(&p->old, text_str(&v.old));
    text_clear(&p->now);
    text_add(&p->now, text_str(&v.value));
    shown_free(&v);
}

/* What is there now, by the name that it has now; what is gone, or has no type, has no value. */
static void note_present(difference *d, sys *s)
{
    for (u32 i = 0; i < d->places.n; i++) {
        changed_place *p = &d->places.at[i];
        event e = {.kind = EV_READ,
                   .thread = p->e.thread,
                   .flags = EVF_SETTLED,
                   .object = p->e.object,
                   .offset = p->e.offset,
                   .size = p->e.size};
        shown v = {0};

        shown_clear(&v);
        sys_show(s, &e, &v);
        if (v.value.n) {
            text_clear(&p->where);
            text_add(&p->where, text_str(&v.where));
            text_clear(&p->now);
            text_add(&p->now, text_str(&v.value));
        } else if (sys_has_values(s)) {
            text_clear(&p->where);
        }
        shown_free(&v);
    }
}

static bool see_difference(void *of, sys *s, u32 step, const taken *done)
{
    difference *d = of;

    for (u32 i = 0; step > d->from && i < done->events.n; i++) {
        const event *e = &done->events.at[i];

        if ((e->kind == EV_WRITE || e->kind == EV_UPDATE) &&
            !(e->flags & (EVF_RUNTIME | EVF_FAILED)))
            note_write(d, s, e);
    }
    if (step == d->from)
        note_threads(d, s, true);
    if (step == d->to) {
        note_threads(d, s, false);
        note_present(d, s);
    }
    return true;
}

static bool say_places(const difference *d)
{
    bool any = false;

    for (u32 i = 0; i < d->places.n; i++) {
        const changed_place *p = &d->places.at[i];

        if (!p->where.n || (p->now.n && strcmp(text_str(&p->old), text_str(&p->now)) == 0))
            continue;
        printf("  %s: %s -> %s\n", text_str(&p->where), p->old.n ? text_str(&p->old) : "?",
               p->now.n ? text_str(&p->now) : "?");
        any = true;
    }
    return any;
}

static bool say_threads(const difference *d)
{
    bool any = false;

    for (u32 i = 0; i < d->before.n && i < d->after.n; i++) {
        const char *a = d->before.at[i], *b = d->after.at[i];

        if (strcmp(a, b) == 0)
            continue;
        printf("  T%u: %s\n   -> %s\n", i, *a ? a : "not there", *b ? b : "over");
        any = true;
    }
    return any;
}

static void difference_free(difference *d)
{
    for (u32 i = 0; i < d->places.n; i++) {
        text_free(&d->places.at[i].where);
        text_free(&d->places.at[i].old);
        text_free(&d->places.at[i].now);
    }
    for (u32 i = 0; i < d->before.n; i++)
        mem_free(d->before.at[i]);
    for (u32 i = 0; i < d->after.n; i++)
        mem_free(d->after.at[i]);
    vec_free(&d->places);
    vec_free(&d->before);
    vec_free(&d->after);
}

void do_diff(sim *x, char *words)
{
    char *first = word_next(&words), *second = word_next(&words);
    u32 a = 0, b = x->w.at;
    difference d;

    if (!first) {
        command_wrong(x, "with what? diff N, or diff M N");
        return;
    }
    if (!word_number(x, first, &a) || (second && !word_number(x, second, &b)))
        return;
    if (a > x->w.path.n || b > x->w.path.n) {
        command_wrong(x, "there are %u steps", x->w.path.n);
        return;
    }
    d = (difference){.x = x, .from = a < b ? a : b, .to = a < b ? b : a};
    walk_scan(&x->w, d.to, see_difference, &d);
    printf("from step %u to step %u\n", d.from, d.to);
    if (!(say_places(&d) | say_threads(&d)))
        printf("  nothing differs\n");
    difference_free(&d);
}
