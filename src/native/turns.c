/* Hangs of programs that run: every thread that is left is blocked, or turns round to no effect.
 *
 * A run cannot be taken back, so the question is asked by going on: each thread that can move takes
 * its steps alone until it is where it was, by its registers and stack, and has changed nothing.
 * Whoever does not come back soon, changes something, or has a choice may yet go on: no hang. Since
 * nobody changes anything, the order of the threads is no matter.
 *
 * Whether a loop has an exit is not known of machine code: one that reads memory others write waits
 * for it, one that does not has stopped there.  One must wait, blocked or reading. */
#include "native/turns.h"
#include "base/mutant.h"
#include "native/circles.h"
#include "native/ends.h"
#include "native/names.h"

#include <string.h>

#define MOST_TURNS 100u /* steps of one round */

/* What a thread does for ever. */
typedef struct round_seen {
    bool reads;
    const char *file;
    u32 line;
} round_seen;

static bool strong(const move *m)
{
    return (m->flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED;
}

/* The only way in which the thread can go on; false: there is none, and *many if there are several.
 */
static bool only_way(sys *s, u16 thread, move_list *all, move *out, bool *many)
{
    u32 n = 0;

    sys_moves(s, all);
    for (u32 i = 0; i < all->n; i++)
        if (all->at[i].thread == thread && strong(&all->at[i])) {
            *out = all->at[i];
            n += out->choices;
        }
    *many = n > 1;
    return n == 1;
}

static bool without_effect(const event *e)
{
    switch (e->kind) {
    case EV_NONE:
    case EV_READ:
    case EV_OUTPUT:
    case EV_TRYLOCK:
        return true;
    case EV_WRITE:
    case EV_UPDATE:
        return e->flags & EVF_VALUE && e->value == e->old;
    default:
        return false;
    }
}

static bool look_at(sys *s, const taken *t, round_seen *r, text *told)
{
    for (u32 i = 0; i < t->events.n; i++) {
        const event *e = &t->events.at[i];
        shown v = {0};

        if (!without_effect(e))
            return false;
        if (e->kind != EV_READ && e->kind != EV_UPDATE)
            continue;
        shown_clear(&v);
        sys_show(s, e, &v);
        r->reads = true;
        r->file = v.file;
        r->line = v.line;
        text_clear(told);
        text_addf(told, "spins at %s:%u while %s is %s", v.file, v.line, text_str(&v.where),
                  text_str(&v.value));
        shown_free(&v);
    }
    return t->outcome == OUT_RAN;
}

static bool same(const word_list *a, const word_list *b)
{
    return a->n == b->n && !memcmp(a->at, b->at, a->n * sizeof *a->at);
}

/* Does the thread come back to where it is, and is nothing left of the way?  FOUND: it does, NONE:
 * it changes something. */
static hang_answer comes_back(sys *s, u16 thread, round_seen *r, text *told)
{
    word_list before = {0}, now = {0};
    move_list all = {0};
    taken t = {0};
    move m;
    bool many, back = false, changes = false, on = sys_own(s, thread, &before);

    for (u32 k = 0; on && !back && k < MOST_TURNS && only_way(s, thread, &all, &m, &many); k++) {
        sys_step(s, thread, (move_kind)m.kind, 0, &t);
        changes = !look_at(s, &t, r, told) || sys_status(s) != ST_RUNNING;
        on = !changes;
        back = on && sys_own(s, thread, &now) && same(&before, &now);
    }
    vec_free(&before);
    vec_free(&now);
    vec_free(&all);
    taken_free(&t);
    return back ? HANG_FOUND : changes ? HANG_NONE : HANG_UNSURE;
}

static void fail_at(const round_seen *r, u16 thread, failure *out)
{
    *out = (failure){.kind = ERR_HANG,
                     .thread = thread,
                     .file = r->file ? r->file : "",
                     .line = r->line,
                     .message = "hang: nothing can change any more, and a thread waits for ever"};
}

/* Nothing can change, and somebody waits. */
static hang_answer whole(native *n, failure *out)
{
    sys *s = &n->base;
    move_list all = {0};
    bool turning = false, waiting = false, many = false, placed = false;
    hang_answer back = HANG_FOUND;

    for (u32 i = 0; i < n->model.threads && back == HANG_FOUND; i++) {
        round_seen r = {0};
        move m;

        text_clear(&n->turns[i]);
        if (!rests(n, i))
            continue;
        if (!only_way(s, (u16)i, &all, &m, &many) && !many) {
            waiting |= !parked(n, i);
            continue;
        }
        back = many ? HANG_UNSURE : comes_back(s, (u16)i, &r, &n->turns[i]);
        turning = true;
        waiting |= r.reads;
        if (r.reads && !placed)
            fail_at(&r, (u16)i, out);
        placed |= r.reads;
    }
    vec_free(&all);
    return back != HANG_FOUND ? back : turning && waiting && placed ? HANG_FOUND : HANG_NONE;
}

/* Some wait for each other, and the others go on. */
static hang_answer partial(native *n, failure *out)
{
    u32 who = n->o.rules.allow_partial ? NATIVE_THREADS : circles_find(n);
    hang_answer closed;

    if (who == NATIVE_THREADS || MUTANT(NATIVE_CIRCLE))
        return HANG_NONE;
    closed = circles_closed(n);
    if (closed != HANG_FOUND)
        return closed;
    for (u32 i = 0; i < n->model.threads; i++)
        text_clear(&n->turns[i]);
    ends_fail(n, ERR_PARTIAL, who, slot_at(n, who)->caller,
              "partial deadlock: threads wait for each other, and no end can be reached");
    n->failed = false;
    *out = n->error;
    return HANG_FOUND;
}

hang_answer turns_hang(native *n, failure *out)
{
    hang_answer all = whole(n, out), some;

    if (all == HANG_FOUND)
        return all;
    some = partial(n, out);
    return some == HANG_NONE ? all : some;
}
