/* Why nobody goes on.  What is looked for, the more telling first:
 *
 *   - a wake-up that came before anybody waited, or that went to another thread;
 *   - threads that go round in loops while nothing can change what they look at;
 *   - threads that wait for each other in a circle, or for one that is over and still holds a lock;
 *   - whoever waits for something else: where, and since when. */
#include "report/stuck.h"
#include "report/cxx.h"

#include <stdlib.h>
#include <string.h>

/* A wait: what for, as the system says it, and who is in the way. */
typedef struct wait {
    text reason; /* without ", held by T1" */
    int next;    /* that actor; -1: none is known */
    told taken;  /* the step in which it took what is waited for */
} wait;

static void free_wait(wait *w)
{
    text_free(&w->reason);
}

static int slot_of(const explanation *st, int who)
{
    for (u32 slot = 0; slot < st->actor_of.n; slot++)
        if (st->actor_of.at[slot] == who)
            return (int)slot;
    return -1;
}

static bool can_move(sys *s, u16 slot)
{
    move_list moves = {0};
    bool can = false;

    sys_moves(s, &moves);
    for (u32 i = 0; i < moves.n && !can; i++)
        can = moves.at[i].thread == slot && moves.at[i].flags & MOVE_ENABLED;
    vec_free(&moves);
    return can;
}

/* A thread that has not begun has no frames either. */
static bool is_over(const explanation *st, sys *s, int who)
{
    int slot = slot_of(st, who);
    frame_shown top = {0};
    u32 frames = slot < 0 ? 0 : sys_stack(s, (u16)slot, 1, &top);

    text_free(&top.locals);
    return !frames && (slot < 0 || !can_move(s, (u16)slot));
}

/* A use of the object with this name by another thread than `but`, or by `actor` where it is named.
 */
typedef struct object_use {
    const char *name;
    size_t n;
    int actor, but;
} object_use;

static bool takes_or_gives(event_kind kind)
{
    return kind == EV_LOCK || kind == EV_TRYLOCK || kind == EV_READ_LOCK || kind == EV_UNLOCK ||
           kind == EV_SEM_WAIT || kind == EV_SEM_POST;
}

static bool uses_object(const told *t, const void *by)
{
    const object_use *u = by;

    return takes_or_gives(t->d->kind) && t->actor != u->but &&
           (u->actor < 0 || t->actor == u->actor) && strlen(t->d->where) == u->n &&
           strncmp(t->d->where, u->name, u->n) == 0;
}

/* The one that took the object and gave it back never: of a lock its holder, else the last one.
 * `sem_wait(&a)`, `semop(set 0, 1)`. */
static void find_taker(const explanation *st, int who, wait *w)
{
    const char *open = strchr(text_str(&w->reason), '('), *close = open ? strchr(open, ')') : NULL;
    object_use by = {.actor = w->next, .but = who};
    told last;

    if (!close)
        return;
    by.name = open + 1 + (open[1] == '&');
    by.n = (size_t)(close - by.name);
    last = told_last(st, told_end(st), uses_object, &by);
    if (!last.step || last.d->kind == EV_UNLOCK || last.d->kind == EV_SEM_POST)
        return;
    w->next = last.actor;
    w->taken = last;
}

/* What the thread waits for. */
static void find_wait(const explanation *st, sys *s, int who, wait *w)
{
    int slot = slot_of(st, who);
    const char *held, *joins;

    *w = (wait){.next = -1};
    if (slot < 0)
        return;
    cxx_waits_for(s, (u16)slot, &w->reason);
    held = strstr(text_str(&w->reason), ", held by T");
    joins = strstr(text_str(&w->reason), "join(T");
    if (joins)
        w->next = atoi(joins + strlen("join(T"));
    else if (held)
        w->next = atoi(held + strlen(", held by T"));
    if (held) {
        w->reason.n = (size_t)(held - w->reason.at);
        w->reason.at[w->reason.n] = 0;
    }
    if (!joins)
        find_taker(st, who, w);
}

static int next_waiting(const explanation *st, sys *s, int who)
{
    wait w;
    int next;

    find_wait(st, s, who, &w);
    next = w.next;
    free_wait(&w);
    return next;
}

static void add_wait(const explanation *st, sys *s, int who, bool first, summary *m)
{
    wait w;

    find_wait(st, s, who, &w);
    text_addf(&m->said, first ? "T%d waits in %s for T%d" : "T%d in %s for T%d", who,
              text_str(&w.reason), w.next);
    if (w.taken.step)
        text_addf(&m->said, " (has it since step %u)", w.taken.step);
    summary_name(m, &w.taken);
    free_wait(&w);
}

static void add_waits(const explanation *st, sys *s, int from, u32 length, summary *m)
{
    int who = from;

    for (u32 i = 0; i < length; i++, who = next_waiting(st, s, who)) {
        text_add(&m->said, i ? ", " : "");
        add_wait(st, s, who, i == 0, m);
    }
}

/* A circle of waits that the thread is in, or its wait for a thread that is over. */
static bool add_chain(const explanation *st, sys *s, int from, summary *m)
{
    int at = next_waiting(st, s, from);
    u32 length = 1;

    if (at >= 0 && at != from && is_over(st, s, at)) {
        add_waits(st, s, from, 1, m);
        text_add(&m->said, ", which is over");
        return true;
    }
    for (; at >= 0 && at != from && length < st->actors.n; length++)
        at = next_waiting(st, s, at);
    if (at != from)
        return false;
    add_waits(st, s, from, length, m);
    return true;
}

static bool add_circle(const explanation *st, sys *s, summary *m)
{
    for (u32 who = 0; who < st->actors.n; who++)
        if (!is_over(st, s, (int)who) && add_chain(st, s, (int)who, m))
            return true;
    return false;
}

/* A wake-up that nobody got. */

static bool signals_nobody(const told *t, const void *by)
{
    return (t->d->kind == EV_SIGNAL || t->d->kind == EV_BROADCAST) &&
           told_same_object(t->d, ((const told *)by)->d) && t->actor != ((const told *)by)->actor &&
           strcmp(t->d->now, "wakes nobody") == 0;
}

static bool waits_last(const told *t, const void *by)
{
    return t->actor == *(const int *)by && (t->d->kind == EV_WAIT || t->d->kind == EV_WOKEN);
}

static bool add_lost_wakeup(const explanation *st, summary *m)
{
    for (int who = 0; who < (int)st->actors.n; who++) {
        told waits = told_last(st, told_end(st), waits_last, &who), signal;

        if (!waits.step || waits.d->kind != EV_WAIT || slot_of(st, who) < 0)
            continue;
        signal = told_last(st, waits.step, signals_nobody, &waits);
        if (!signal.step)
            continue;
        text_addf(&m->said,
                  "T%d signalled %s at step %u, when nobody waited; T%d waits since step %u",
                  signal.actor, signal.d->where, signal.step, who, waits.step);
        summary_name(m, &signal);
        summary_name(m, &waits);
        return true;
    }
    return false;
}

/* It goes round in a loop. */
static bool goes_round(const char *reason)
{
    return strncmp(reason, "spins", 5) == 0 || strncmp(reason, "turns in a loop", 15) == 0;
}

/* Threads that do so for ever: where, and while what is so. */
static bool add_spinning(const explanation *st, sys *s, summary *m)
{
    u32 n = 0;

    for (u32 slot = 0; slot < st->actor_of.n; slot++) {
        text reason = {0};

        if (st->actor_of.at[slot] < 0)
            continue;
        cxx_waits_for(s, (u16)slot, &reason);
        if (goes_round(text_str(&reason)))
            text_addf(&m->said, "%sT%d %s", n++ ? ", " : "", st->actor_of.at[slot], reason.at);
        text_free(&reason);
    }
    if (n)
        text_add(&m->said, ", and nothing can change that any more");
    return n;
}

/* The signal of a condition that one thread waits at woke another. */

static bool wakes_another(const told *t, const void *by)
{
    return t->d->kind == EV_SIGNAL && told_same_object(t->d, ((const told *)by)->d) &&
           strncmp(t->d->now, "wakes T", 7) == 0;
}

static bool add_other_woken(const explanation *st, summary *m)
{
    for (int who = 0; who < (int)st->actors.n; who++) {
        told waits = told_last(st, told_end(st), waits_last, &who), signal;

        if (!waits.step || waits.d->kind != EV_WAIT || slot_of(st, who) < 0)
            continue;
        signal = told_last(st, told_end(st), wakes_another, &waits);
        if (signal.step <= waits.step)
            continue;
        text_addf(
            &m->said,
            "T%d waits at %s since step %u; the last signal there, of T%d at step %u, woke %s", who,
            waits.d->where, waits.step, signal.actor, signal.step,
            signal.d->now + strlen("wakes "));
        summary_name(m, &waits);
        summary_name(m, &signal);
        return true;
    }
    return false;
}

/* Whoever is blocked, but for those that wait until a thread ends. */

static bool moves_last(const told *t, const void *by)
{
    return t->actor == *(const int *)by;
}

static u32 add_blocked(const explanation *st, sys *s, int who, u32 n, summary *m)
{
    told last = told_last(st, told_end(st), moves_last, &who);
    wait w;
    u32 added = 0;

    find_wait(st, s, who, &w);
    if (w.reason.n && !strstr(text_str(&w.reason), "join(") && !goes_round(w.reason.at)) {
        text_addf(&m->said, "%sT%d %s%s", n ? ", " : "", who, n ? "in " : "waits in ", w.reason.at);
        if (last.step)
            text_addf(&m->said, " since step %u", last.step);
        summary_name(m, &last);
        added = 1;
    }
    free_wait(&w);
    return added;
}

static void add_all_blocked(const explanation *st, sys *s, summary *m)
{
    u32 n = 0;

    for (int who = 0; who < (int)st->actors.n; who++)
        if (!is_over(st, s, who))
            n += add_blocked(st, s, who, n, m);
    if (n)
        text_add(&m->said, ", and nobody is left to end that");
}

void stuck_add(const explanation *st, sys *s, summary *m)
{
    if (!add_lost_wakeup(st, m) && !add_spinning(st, s, m) && !add_circle(st, s, m) &&
        !add_other_woken(st, m) && st->error == ERR_DEADLOCK)
        add_all_blocked(st, s, m);
}
