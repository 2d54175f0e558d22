/* Threads that will never meet.
 *
 * The sets of persistent.c rest on the code: a thread that may write to some element of an array is
 * taken to write to all of them.  Here the supersteps tell, which were looked ahead: one that goes
 * on to the end of its thread is all that the thread will ever do, if nobody disturbs it.
 *
 * Let t be a thread whose superstep was looked ahead, and each of the others
 *   - a thread that ends with its superstep, or
 *   - one that waits to join t and can do nothing else,
 * and let no step of one of these supersteps depend on a step of another, nor on what the waiting
 * threads are about to do.  Then {t} is persistent.  For take a run from here.  As long as t has
 * not completed its superstep, those who wait stand still, nobody is created, and each other thread
 * does the steps of its superstep, one after the other: by induction, since nothing that it depends
 * on was touched, by its like or by t.  None of these steps fails.  So if t completes its superstep
 * in the run it can be moved to the front, step by step; and if it does not, the run can be
 * continued until it does, so it ends in no error and in no deadlock.  Runs that never end have t
 * complete its superstep, for the others come to their ends.
 *
 * The ends of two threads depend on each other because one of them may be the last, and because a
 * slot that is free is used again.  While t stands still nobody else is the last one.  If t itself
 * ends, it may be the last one in the run, and another where it is moved to the front: one that
 * waits to join it must be there, unless nobody can tell who was the last.  An end and the creation
 * of a thread are independent if the slot stays taken, which it does unless the thread is detached;
 * an end and the join of another thread are.
 *
 * Threads outside are put off as those of persistent.c, with the same proviso. */
#include "wrap/whole_runs.h"
#include "base/mutant.h"

enum { MOST_EVENTS = 1000 }; /* of all supersteps: they are compared with each other */

static bool any_enabled(const look_ahead *l, u16 thread)
{
    for (u32 i = 0; i < l->moves.n; i++)
        if (l->moves.at[i].thread == thread && l->moves.at[i].flags & MOVE_ENABLED)
            return true;
    return false;
}

/* Does it wait to join the thread, and can do nothing else? */
static bool waits_for(const look_ahead *l, const superstep *a, u16 thread)
{
    return a->first.next.kind == EV_JOIN && a->first.next.value == thread &&
           !any_enabled(l, a->thread);
}

static bool has(const superstep *a, event_kind kind)
{
    for (u32 i = 0; i < a->events.n; i++)
        if (a->events.at[i].kind == kind)
            return true;
    return false;
}

/* Is the superstep all that will ever come of its thread? */
static bool is_over(const superstep *a)
{
    return a->ready && a->outcome == OUT_RAN && (a->over || MUTANT(WHOLE_OPEN)) &&
           (!has(a, EV_CREATE) || MUTANT(WHOLE_CREATE));
}

/* The end of a thread, and an event of another: may they be exchanged, if none is the last one? The
 * end tells by its size whether the thread is detached, and by its offset whether it matters who is
 * the last one. */
static bool end_passes(const event *end, const event *e)
{
    if (end->flags & EVF_OPAQUE)
        return false;
    switch (e->kind) {
    case EV_THREAD_EXIT:
        return !(e->flags & EVF_OPAQUE);
    case EV_CREATE:
        return !end->size && e->value != end->thread; /* its slot stays taken */
    case EV_JOIN:
        return e->value != end->thread && !(e->flags & (EVF_OPAQUE | EVF_ALONE));
    default:
        return !dependent(end, e);
    }
}

static bool passes(const event *a, const event *b)
{
    if (a->kind == EV_BUFFER || b->kind == EV_BUFFER) /* stores that reach memory at any time */
        return false;
    if (a->kind == EV_THREAD_EXIT)
        return end_passes(a, b);
    if (b->kind == EV_THREAD_EXIT)
        return end_passes(b, a);
    return !dependent(a, b);
}

static bool pass(const superstep *a, const superstep *b)
{
    for (u32 i = 0; i < a->events.n; i++)
        for (u32 k = 0; k < b->events.n; k++)
            if (!passes(&a->events.at[i], &b->events.at[k]) && !MUTANT(WHOLE_PAIRS))
                return false;
    return true;
}

/* Could the end of the thread be told from that of another one, if it were the last? */
static bool end_matters(const superstep *a)
{
    for (u32 i = 0; i < a->events.n; i++)
        if (a->events.at[i].kind == EV_THREAD_EXIT && a->events.at[i].offset)
            return true;
    return !a->over && has(a, EV_THREAD_EXIT);
}

/* Is each of the others known to its end, or waiting for t? */
static bool others_known(const look_ahead *l, const superstep *t)
{
    bool waited_for = false;

    for (u32 i = 0; i < l->n; i++) {
        const superstep *a = &l->all.at[i];
        bool waits = waits_for(l, a, t->thread);

        waited_for |= waits;
        if (a != t && !waits && !is_over(a))
            return false;
    }
    return waited_for || !end_matters(t) || MUTANT(WHOLE_LAST);
}

/* Does nobody meet anybody, but for t and those who wait for it? */
static bool all_pass(const look_ahead *l, const superstep *t)
{
    for (u32 i = 0; i < l->n; i++)
        for (u32 k = i + 1; k < l->n; k++) {
            const superstep *a = &l->all.at[i], *b = &l->all.at[k];
            bool waits = waits_for(l, a, t->thread) || waits_for(l, b, t->thread);

            if (!(waits && (a == t || b == t)) && !pass(a, b))
                return false;
        }
    return true;
}

static bool few_events(const look_ahead *l)
{
    u32 events = 0;

    for (u32 i = 0; i < l->n; i++)
        events += l->all.at[i].events.n;
    return events <= MOST_EVENTS;
}

bool whole_runs_choose(look_ahead *l)
{
    if (l->n < 2 || !few_events(l) || sys_has_match(l->inner))
        return false;
    for (u32 i = 0; i < l->n; i++) {
        const superstep *t = &l->all.at[i];

        if (!t->ready || t->outcome != OUT_RAN || !others_known(l, t) || !all_pass(l, t))
            continue;
        for (u32 k = 0; k < l->n; k++)
            l->all.at[k].later = k != i;
        return true;
    }
    return false;
}
