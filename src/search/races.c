/* Happens-before and races.
 *
 * The clock of a step holds, for each thread, its last step that happens before.  Steps are looked
 * at from the last one back: one that is dependent and not yet in the clock is an immediate
 * predecessor, and the two race.  Could the later one have come first?  Where its thread stood
 * there already, the moves of the state before the earlier one say so; a thread that was blocked
 * there can when what it waited for does not happen after the earlier one.  Else its guard tells,
 * and the word that the earlier one found (an unlock lets a lock go on, so they cannot be
 * exchanged; but the lock before the unlock can).  A predecessor that cannot be passed does not
 * hide those before it; where nothing is known both are tried, and a step that cannot be taken is
 * left. */
#include "base/mutant.h"
#include "search/stateless.h"

#include <assert.h>

static void merge(vector_clock *into, const vector_clock *from)
{
    while (into->n < from->n)
        vec_push(into, 0);
    for (u32 t = 0; t < from->n; t++)
        if (from->at[t] > into->at[t])
            into->at[t] = from->at[t];
}

/* By the word before the earlier one, which is the first event there that the guard meets.  All
 * writes to the word since happen after that event, so that this is the word that the later one
 * would find. */
static passing guard_lets(const event *earlier, const event *later)
{
    if (!(later->flags & earlier->flags & EVF_WORD) || later->object != earlier->object ||
        later->offset != earlier->offset)
        return MAY;
    if (later->value >> 32 & GUARD_TIMED)
        return CAN;
    return event_guard_holds(later->value, (u32)earlier->old) ? CAN : CANNOT;
}

bool race_ends_process(const act *a)
{
    for (u32 i = 0; i < a->n; i++)
        if (a->events[i].kind == EV_EXIT)
            return true;
    return false;
}

/* Does nothing that others could tell before it ends the process: an atomic section may. */
bool race_only_ends(const act *a)
{
    bool opaque = false;

    for (u32 i = 0; i < a->n; i++)
        opaque |= a->events[i].flags & EVF_OPAQUE;
    return race_ends_process(a) && ((!a->section && !opaque) || MUTANT(END_SECTION));
}

static const event *first_met(const act *a, const event *e)
{
    for (u32 i = 0; i < a->n; i++)
        if (dependent(&a->events[i], e))
            return &a->events[i];
    return NULL;
}

bool race_unsettles(const act *a, u16 thread)
{
    for (u32 i = 0; i < a->n; i++) {
        const event *e = &a->events[i];

        if (e->kind == EV_EXIT ||
            (e->kind == EV_CANCEL && (e->flags & EVF_OPAQUE || e->value == thread)))
            return true;
    }
    return false;
}

/* Has a step of the run called the thread away, so that it need not wait for what it waits for? */
static bool called_away(const stateless *ss, u16 thread)
{
    for (u32 k = 0; k < ss->depth && !MUTANT(PASS_CANCELLED); k++)
        if (ss->summaries.at[k].span.wide && race_unsettles(ss->nodes.at[k].step, thread))
            return true;
    return false;
}

/* Of the steps from node j on, which meet what a step waits for. */
typedef struct met {
    bool between; /* one that does not happen after the one from node j */
    bool after;   /* that one, or one that happens after it */
} met;

static void meet(const stateless *ss, u32 j, u32 k, met *m)
{
    if (k == j || happens_before(ss, j, k))
        m->after = true;
    else
        m->between = true;
}

/* The guard is met, or the whole step where there is none. */
static met met_since(const stateless *ss, u32 j, const act *a, const event *guard)
{
    met m = {false, false};

    for (u32 k = ss->depth; k-- > j && !(m.between && m.after);) {
        const step_summary *b = &ss->summaries.at[k];
        const act *step = ss->nodes.at[k].step;

        if (b->thread != a->thread && spans_meet(&b->span, &a->span) &&
            (guard ? first_met(step, guard) != NULL : acts_depend(step, a)))
            meet(ss, j, k, &m);
    }
    return m;
}

/* Of a thread that is joined: its last step, if that is not before the one from node j. */
static met met_end(const stateless *ss, u32 j, const event *join)
{
    met m = {false, false};

    if (join->value < ss->last.n && ss->last.at[join->value] > j)
        meet(ss, j, ss->last.at[join->value] - 1, &m);
    return m;
}

static bool joins_only(const act *a)
{
    for (u32 i = 0; i < a->n; i++)
        if (a->events[i].kind != EV_JOIN || !(a->events[i].flags & (EVF_GUARD | EVF_ALONE)))
            return false;
    return true;
}

/* A step that joins threads, by one that stood there: each has a last step. */
static passing joins_pass(const stateless *ss, u32 j, const act *a, bool could)
{
    met all = {false, false};

    if (could && a->n == 1)
        return CAN;
    if (called_away(ss, a->thread))
        return MAY;
    for (u32 i = 0; i < a->n && !all.after; i++) {
        if (a->events[i].flags & EVF_ALONE) /* before that end it joins fewer */
            continue;
        met m = met_end(ss, j, &a->events[i]);

        all.after |= m.after;
        all.between |= m.between;
    }
    return all.after ? CANNOT : could || (all.between && !a->blocked) ? CAN : MAY;
}

/* May the event keep the step from being taken?  A section that blocks is a shorter one. */
static bool guards(const act *a, const event *e)
{
    return e->flags & EVF_GUARD && (!a->section || MUTANT(PASS_SECTION));
}

/* The thread stood before the one from node j already, and could move or not.  It then finds what
 * it found there, as changed by the steps that do not happen after that one. */
static passing stood(const stateless *ss, u32 j, const act *a, bool could)
{
    u32 waits = 0, kept = 0, eased = 0;
    bool unsure = false;

    for (u32 i = 0; i < a->n; i++) {
        const event *e = &a->events[i];

        if (!guards(a, e))
            continue;
        met m = met_since(ss, j, a, e);

        waits++;
        unsure |= m.between && m.after;
        kept += m.after && !m.between;
        eased += m.between && !m.after;
    }
    if (!waits && !could) /* it waits in a spin loop, or for the end of an atomic section */
        return met_since(ss, j, a, NULL).between ? MAY : CANNOT;
    if (unsure)
        return MAY;
    if (could)
        return CAN;
    return kept == waits ? CANNOT : kept || !eased || a->blocked ? MAY : CAN;
}

/* Does the guard of the step, its event i, let it come before the one from node j,
 * where its thread has moved since? */
static passing guard_passes(const stateless *ss, u32 j, const act *a, u32 i)
{
    const event *e = &a->events[i], *f = first_met(ss->nodes.at[j].step, e);

    if (!guards(a, e))
        return CAN;
    if (e->kind == EV_JOIN)
        return met_end(ss, j, e).after ? CANNOT : a->blocked ? MAY : CAN;
    if (f)
        return i ? MAY : guard_lets(f, e);
    return met_since(ss, j, a, e).after || a->blocked ? MAY : CAN;
}

/* The thread came to stand there since. */
static passing came(const stateless *ss, u32 j, const act *a)
{
    passing worst = CAN;

    for (u32 i = 0; i < a->n; i++) {
        passing p = guard_passes(ss, j, a, i);

        if (p == CANNOT && called_away(ss, a->thread))
            p = MAY;
        if (p < worst)
            worst = p;
    }
    return worst;
}

/* Could the step have come before the one from node j?  What comes before it then are the steps
 * since that do not happen after the one from node j.  MAY is always right; the others need an
 * argument, which names every way in which a step can become enabled:
 *   - the word of its object: written by steps that meet its guard;
 *   - a wake-up, the end of a thread that it joins, of an atomic section: steps that meet it;
 *   - a time-out and a spurious wake-up: ways that the thread has where it stands;
 *   - a cancellation, a signal: called_away(), or a way that it has where it stands.
 * (A join of a thread that is detached or was joined waits for nothing, and has no guard.)  That
 * the step is possible now is an argument too, unless it is what a blocked thread waits for. */
static passing could_pass(const stateless *ss, u32 j, const act *a)
{
    const run_node *n = &ss->nodes.at[j];
    bool could = can_move(n, a->thread);

    if (ss->puts_off && race_only_ends(a))
        return CANNOT;
    if (spin_loop_known(ss, n->step, a))
        return CANNOT;
    if (a->thread < ss->last.n && ss->last.at[a->thread] > j)
        return came(ss, j, a);
    return joins_only(a) ? joins_pass(ss, j, a, could) : stood(ss, j, a, could);
}

static void begin_clock(const stateless *ss, const act *a, vector_clock *c)
{
    u32 last = a->thread < ss->last.n ? ss->last.at[a->thread] : 0;

    vec_clear(c);
    if (last)
        merge(c, &ss->nodes.at[last - 1].clock);
    while (c->n <= a->thread)
        vec_push(c, 0);
}

static bool holds(const vector_clock *c, u16 thread, u32 j)
{
    return thread < c->n && c->at[thread] > j;
}

/* So many first steps of the run are the thread's own or in the cover. */
static u32 covered(const stateless *ss, u16 thread)
{
    u32 all = ss->depth;

    for (u32 t = 0; t < ss->last.n; t++) {
        u32 upto = t < ss->cover.n ? ss->cover.at[t] : 0;

        if (t != thread && ss->last.at[t] > upto && upto < all)
            all = upto;
    }
    return all;
}

/* Only earlier steps happen before, each of its own thread; and all that happens before a thread's
 * last step. */
static bool clock_sound(const stateless *ss, const act *a, const vector_clock *c)
{
    u32 last = a->thread < ss->last.n ? ss->last.at[a->thread] : 0;

    for (u32 t = 0; t < c->n; t++)
        if (c->at[t] > ss->depth || (c->at[t] && ss->summaries.at[c->at[t] - 1].thread != t))
            return false;
    for (u32 t = 0; last && t < ss->nodes.at[last - 1].clock.n; t++)
        if (c->at[t] < ss->nodes.at[last - 1].clock.at[t])
            return false;
    return c->at[a->thread] == last;
}

void races_find(stateless *ss, const act *a, vector_clock *out, run_node *to)
{
    u32 all;

    begin_clock(ss, a, out);
    vec_clear(&ss->cover);
    merge(&ss->cover, out);
    vec_clear(&to->races);
    all = covered(ss, a->thread);
    for (u32 j = ss->depth; j-- > all;) {
        const step_summary *b = &ss->summaries.at[j];
        const run_node *n = &ss->nodes.at[j];

        if (!spans_meet(&b->span, &a->span) || b->thread == a->thread ||
            holds(&ss->cover, b->thread, j) || !acts_depend(n->step, a))
            continue;
        passing p = could_pass(ss, j, a);

        if (UNLIKELY(ss->how->check))
            claim_passing(ss, j, a, p);
        merge(out, &n->clock);
        if (p != CANNOT)
            vec_push(&to->races, (reversible_race){.earlier = j});
        if (p == CAN) {
            merge(&ss->cover, &n->clock);
            all = covered(ss, a->thread);
        }
    }
    assert(!ss->how->check || clock_sound(ss, a, out));
}
