/* Looking ahead: the superstep of each thread from one state.
 *
 * Superstep i holds the steps that thread i would take from the state s if it went on alone.  The
 * rule: only the last step of a superstep may depend on a step of another superstep, and then only
 * on its last one. A thread that cannot move, or not in one way only, has a superstep of one step:
 * what it waits for, or what it might do.  Then any run from s is, up to the order of independent
 * steps, one that begins with a whole superstep: let i be the first thread that completes its
 * superstep in the run; what the others did before are steps of theirs that are not last, none of
 * which depends on a step of superstep i, so superstep i can be moved to the front.  (If none
 * completes, all that happened can be continued, so the run ends neither in a deadlock nor in an
 * error.)  Nothing else is needed: every thread that can move has a superstep of at least one step,
 * and all supersteps are explored, so nobody is ignored.
 *
 * What makes the rule hold where dependence is wider than memory: a superstep ends with the
 * creation of a thread, since the new one has no superstep; it ends before a choice; an atomic
 * section in which the thread rests depends on all, since it holds up the others; operations of
 * threads that are blocked take part, since a step that enables one depends on it.  Dependence is
 * judged by the events that the steps had, every access to what others can reach among them; what a
 * step itself made nobody else knows.  The announced event of a step is asked first, so that it
 * need not be taken back.
 *
 * Runs that never end are kept as well, up to steps that no proposition sees: supersteps are
 * finite, so in such a run some thread completes its superstep, which can be moved to the front,
 * and so on for ever.  A step that may change what a proposition says depends on every other such
 * step, and a superstep ends with it; those that others did before, and that are put off, are none
 * of that kind.  A step that is put off for ever is missing in the reduced run, and nothing is
 * missed with it.  The reduced run is fair when the other is: a thread that goes on completes its
 * supersteps, since each superstep that is moved before one of them leaves it fewer steps to wait
 * for; and one that is blocked again and again is blocked where others' supersteps end, since a
 * step that blocks or wakes it depends on what it waits to do.
 *
 * Supersteps are looked ahead in the order of the threads.  When the first step of a later
 * superstep depends on a middle step of an earlier one, the earlier one is cut down to end there.
 */
#include "wrap/look_ahead.h"
#include "base/mutant.h"

#include <assert.h>

#define MOST_STEPS 100u /* a superstep is finite */

void look_ahead_goto(look_ahead *l, state_key key)
{
    assert(key);
    if (l->cursor == key)
        return;
    sys_restore(l->inner, key);
    l->cursor = key;
}

static void superstep_clear(superstep *a)
{
    vec_clear(&a->events);
    vec_clear(&a->ends);
}

static void end_step(superstep *a)
{
    vec_push(&a->ends, a->events.n);
}

u32 superstep_steps(const superstep *a)
{
    return a->ends.n;
}

superstep *look_ahead_find(look_ahead *l, u16 thread)
{
    for (u32 i = 0; i < l->n; i++)
        if (l->all.at[i].thread == thread)
            return &l->all.at[i];
    return NULL;
}

static superstep *next_superstep(look_ahead *l)
{
    superstep *a;

    if (l->n == l->all.n)
        vec_push(&l->all, (superstep){0});
    a = &l->all.at[l->n++];
    a->solo = a->vague = a->asleep = a->later = a->ready = a->shut = a->over = false;
    a->cut = 0;
    a->races = NULL;
    superstep_clear(a);
    return a;
}

/* The superstep of one thread from its moves [from, to): what they announce.  A step that is not
 * looked at may be the thread's last. */
static void announce(look_ahead *l, u32 from, u32 to, u32 asleep)
{
    superstep *a = next_superstep(l);
    u32 enabled = 0;
    bool opaque = false;

    a->first = l->moves.at[from];
    a->thread = a->first.thread;
    for (u32 i = from; i < to; i++) {
        const move *m = &l->moves.at[i];

        enabled += m->flags & MOVE_ENABLED ? m->choices : 0;
        vec_push(&a->events, m->next);
        if (m->flags & MOVE_OPAQUE)
            vec_last(&a->events).flags |= EVF_OPAQUE;
        opaque |= m->flags & MOVE_OPAQUE;
    }
    a->solo = enabled == 1 && a->first.flags & MOVE_ENABLED;
    a->vague = opaque && !a->solo;
    a->asleep = a->solo && a->thread < 31 && asleep >> a->thread & 1;
    if (enabled && (!a->solo || a->asleep))
        vec_push(&a->events, (event){.kind = EV_THREAD_EXIT, .thread = a->thread});
    end_step(a);
}

void look_ahead_open(look_ahead *l, state_key at, u32 asleep)
{
    l->at = at;
    l->n = 0;
    l->confined = l->held_up = false;
    look_ahead_goto(l, at);
    sys_moves(l->inner, &l->moves);
    for (u32 i = 0, k; i < l->moves.n; i = k) {
        for (k = i + 1; k < l->moves.n && l->moves.at[k].thread == l->moves.at[i].thread; k++)
            continue;
        assert(!look_ahead_find(l, l->moves.at[i].thread));
        announce(l, i, k, asleep);
    }
}

static bool depend(const event *a, u32 n, const event *b, u32 m)
{
    for (u32 i = 0; i < n; i++)
        for (u32 k = 0; k < m; k++)
            if (dependent(&a[i], &b[k]) &&
                !(MUTANT(SUPERSTEP_STORES) && !event_reads(&a[i]) && !event_reads(&b[k])))
                return true;
    return false;
}

bool superstep_first_depends(const superstep *a, const event *events, u32 n)
{
    return depend(events, n, a->events.at, a->ends.at[0]);
}

bool look_ahead_clear(const look_ahead *l, const event *e)
{
    if (e->flags & (EVF_OPAQUE | EVF_WATCHED))
        return false;
    switch (e->kind) {
    case EV_NONE:
    case EV_START:
    case EV_CHOOSE:
    case EV_OUTPUT:
    case EV_FAIL:
    case EV_ATOMIC:
    case EV_PAUSE:
        return true;
    case EV_THREAD_EXIT:
        return l->ends_alone;
    case EV_CREATE:
    case EV_JOIN:
    case EV_EXIT:
    case EV_CANCEL:
        return false;
    default:
        return !e->object || (e->object < l->words * 64 &&
                              !(l->foreign.at[e->object / 64] >> e->object % 64 & 1));
    }
}

/* What another superstep says to a step that thread a is to take, or took. */
typedef enum ruling { GO_ON, LAST_ONE, TOO_FAR } ruling;

/* By superstep b.  A first step is never too far: `cut` then says where b must end. */
static ruling rule(const superstep *b, const event *e, u32 n, bool first, u32 *cut)
{
    u32 from = 0;

    for (u32 k = 0; k < b->ends.n; from = b->ends.at[k++]) {
        if (!depend(e, n, b->events.at + from, b->ends.at[k] - from))
            continue;
        if (k + 1 == b->ends.n || MUTANT(SUPERSTEP_LAST))
            return LAST_ONE;
        *cut = k + 1;
        return first ? LAST_ONE : TOO_FAR;
    }
    return GO_ON;
}

static bool all_clear(const look_ahead *l, const event *e, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (!look_ahead_clear(l, &e[i]))
            return false;
    return true;
}

/* Has superstep b no say in what thread a does? */
static bool apart(const superstep *a, const superstep *b)
{
    return a == b || b->later || (MUTANT(SUPERSTEP_BLOCKED) && !(b->first.flags & MOVE_ENABLED));
}

static ruling judge(look_ahead *l, const superstep *a, const event *e, u32 n, bool first)
{
    ruling worst = GO_ON;
    u32 cut;

    if (l->confined && !all_clear(l, e, n)) {
        l->held_up = true;
        return TOO_FAR;
    }
    for (u32 i = 0; i < l->n; i++) {
        const superstep *b = &l->all.at[i];
        ruling r = apart(a, b) ? GO_ON : rule(b, e, n, first, &cut);

        if (r == TOO_FAR)
            return r;
        if (r > worst)
            worst = r;
    }
    return worst;
}

/* The step stays: those whose last one depends on it end there. */
static void shut_others(look_ahead *l, const superstep *a, const event *e, u32 n, bool first)
{
    for (u32 i = 0; i < l->n; i++) {
        superstep *b = &l->all.at[i];
        u32 cut = 0;

        if (apart(a, b) || rule(b, e, n, first, &cut) == GO_ON)
            continue;
        b->shut = true;
        if (cut && (!b->cut || cut < b->cut))
            b->cut = cut;
    }
}

/* After such a step nothing may follow in the same superstep. */
static bool closes(const event *e, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if ((e[i].kind == EV_CREATE && !MUTANT(SUPERSTEP_CREATE)) || e[i].kind == EV_THREAD_EXIT ||
            e[i].kind == EV_EXIT || (e[i].flags & EVF_LETTER && !MUTANT(LIVE_LETTER)))
            return true;
    return false;
}

static bool same_place(const event *a, const event *b)
{
    return a->kind == b->kind && a->func == b->func && a->pc == b->pc && a->object == b->object &&
           a->offset == b->offset;
}

/* Did the event change anything? */
static bool progress(const event *e)
{
    if (e->kind == EV_TRYLOCK || !event_writes(e))
        return false;
    return !(e->flags & EVF_VALUE) || e->value != e->old;
}

/* The thread is where it was before in this superstep, and changed nothing since: it spins. */
static bool spins(const superstep *a, const event *next)
{
    for (u32 i = a->events.n; i-- > 0;) {
        if (progress(&a->events.at[i]))
            return false;
        if (same_place(&a->events.at[i], next))
            return true;
    }
    return false;
}

static void take(look_ahead *l, superstep *a, u32 k)
{
    sys_step(l->inner, a->thread, k ? MOVE_RUN : a->first.kind, 0, &l->taken);
    a->progress = (k && a->progress) || l->taken.progress;
    l->cursor = 0;
}

static void keep_step(superstep *a, const taken *t)
{
    for (u32 i = 0; i < t->events.n; i++)
        vec_push(&a->events, t->events.at[i]);
    if (t->renamed)
        vec_push(&a->events, (event){.flags = EVF_OPAQUE, .thread = a->thread});
    if (!t->events.n) /* whoever aims at the thread aims at this step too */
        vec_push(&a->events, (event){.thread = a->thread});
    end_step(a);
}

/* The thread ended with the last step of its superstep, where the system is. */
static bool ended(look_ahead *l, const superstep *a)
{
    u32 from = a->ends.n > 1 ? a->ends.at[a->ends.n - 2] : 0;
    bool ends = false;
    move next;

    for (u32 i = from; i < a->events.n; i++)
        ends |= a->events.at[i].kind == EV_THREAD_EXIT;
    return ends && l->taken.outcome == OUT_RAN && !sys_peek(l->inner, a->thread, &next);
}

/* Where the superstep leads to: the system is there. */
static void arrive(look_ahead *l, superstep *a)
{
    const taken *t = &l->taken;

    assert(a->ends.n && a->ends.n <= MOST_STEPS && vec_last(&a->ends) == a->events.n);
    assert(a->solo && !a->asleep && !a->later);
    a->ready = true;
    vec_clear(&a->accesses);
    for (u32 i = 0; i < t->accesses.n; i++)
        vec_push(&a->accesses, t->accesses.at[i]);
    a->over = ended(l, a);
    a->outcome = t->outcome;
    text_clear(&a->file);
    text_clear(&a->message);
    if (t->outcome == OUT_ERROR) {
        a->error = t->error;
        text_add(&a->file, t->error.file);
        text_add(&a->message, t->error.message);
    } else if (t->outcome == OUT_LIMIT && t->limit) {
        text_add(&a->message, t->limit);
    } else if (t->outcome == OUT_RAN) {
        a->key = l->cursor = sys_save(l->inner);
        a->match = sys_match(l->inner);
    }
}

/* Takes the first n steps of the superstep again, and forgets the others. */
static void cut_down(look_ahead *l, superstep *a, u32 n)
{
    assert(n && n < a->ends.n);
    look_ahead_goto(l, l->at);
    for (u32 k = 0; k < n; k++)
        take(l, a, k);
    a->ends.n = n;
    a->events.n = a->ends.at[n - 1];
    arrive(l, a);
}

/* May the thread's next step be tried? */
static bool goes_on(look_ahead *l, const superstep *a)
{
    move next;

    if (!l->supersteps || a->first.kind == MOVE_FLUSH || a->shut || a->ends.n >= MOST_STEPS ||
        l->taken.outcome != OUT_RAN || l->taken.renamed ||
        closes(l->taken.events.at, l->taken.events.n))
        return false;
    if (!sys_peek(l->inner, a->thread, &next) || !(next.flags & MOVE_ENABLED) ||
        next.choices != 1 || next.kind != MOVE_RUN)
        return false;
    /* It turns in a loop of its own: for ever, or while others wait. */
    if (next.flags & MOVE_LOCAL && !l->taken.events.n && (next.flags & MOVE_ENDLESS || l->n > 1))
        return false;
    return judge(l, a, &next.next, 1, false) != TOO_FAR && !spins(a, &next.next);
}

/* False: confined, and the first step is not. */
static bool look(look_ahead *l, superstep *a)
{
    bool first = true;

    look_ahead_goto(l, l->at);
    superstep_clear(a);
    do {
        u32 from = a->events.n;

        take(l, a, a->ends.n);
        keep_step(a, &l->taken);
        const event *e = a->events.at + from;
        u32 n = a->events.n - from;
        ruling r = judge(l, a, e, n, first);

        if (r == TOO_FAR) {
            if (first)
                return false;
            cut_down(l, a, a->ends.n - 1);
            return true;
        }
        if (r == LAST_ONE)
            shut_others(l, a, e, n, first);
        a->shut |= r == LAST_ONE;
        first = false;
    } while (goes_on(l, a));
    arrive(l, a);
    return true;
}

/* What a first step does that may do more than it announces, and is not to be explored or meets
 * all, is found out before the others are looked at. */
static void probe(look_ahead *l, superstep *a)
{
    look_ahead_goto(l, l->at);
    take(l, a, 0);
    superstep_clear(a);
    keep_step(a, &l->taken);
}

static bool wanted(const superstep *a)
{
    return a->solo && !a->asleep && !a->later && !a->ready;
}

bool look_ahead_run(look_ahead *l)
{
    for (u32 i = 0; l->n > 1 && i < l->n; i++)
        if (l->all.at[i].asleep ||
            (l->supersteps && wanted(&l->all.at[i]) && l->all.at[i].first.flags & MOVE_OPAQUE))
            probe(l, &l->all.at[i]);
    for (u32 i = 0; i < l->n; i++)
        if (wanted(&l->all.at[i]) && !look(l, &l->all.at[i]))
            return false;
    for (u32 i = 0; i < l->n; i++) {
        superstep *a = &l->all.at[i];

        if (a->ready && a->cut && a->cut < a->ends.n)
            cut_down(l, a, a->cut);
    }
    return true;
}

static u32 before_last(const superstep *a)
{
    return a->ends.n > 1 ? a->ends.at[a->ends.n - 2] : 0;
}

static bool look_ahead_agree(const superstep *a, const superstep *b)
{
    for (u32 i = 0; i < before_last(a); i++)
        for (u32 k = 0; k < b->events.n; k++)
            if (dependent(&a->events.at[i], &b->events.at[k]))
                return false;
    return true;
}

bool look_ahead_sound(const look_ahead *l)
{
    for (u32 i = 0; i < l->n; i++)
        for (u32 k = 0; k < l->n; k++)
            if (k != i && !l->all.at[i].later && !l->all.at[k].later &&
                !look_ahead_agree(&l->all.at[i], &l->all.at[k]))
                return false;
    return true;
}

u64 look_ahead_bytes(const look_ahead *l)
{
    u64 events = l->taken.events.cap;

    for (u32 i = 0; i < l->all.n; i++)
        events += l->all.at[i].events.cap;
    return events * sizeof(event);
}

/* ---- data races ---- */

static bool clashes(const accessed *a, const accessed *b)
{
    return a->object == b->object && a->from < b->to && b->from < a->to &&
           (a->how | b->how) & ACCESSED_WRITES && !(a->how & b->how & ACCESSED_ATOMIC);
}

/* A thread that can go on in several ways is not looked ahead: it is at an operation or a weak
 * compare-exchange, and what conflicts with these is noticed without (vm/race_near.c). */
static bool races(const superstep *a, const superstep *b)
{
    for (u32 i = 0; a->ready && i < a->accesses.n; i++)
        for (u32 k = 0; k < b->accesses.n; k++)
            if (clashes(&a->accesses.at[i], &b->accesses.at[k]))
                return true;
    return false;
}

static bool frees(const superstep *a)
{
    for (u32 i = 0; i < a->accesses.n; i++)
        if (a->accesses.at[i].how & ACCESSED_FREES)
            return true;
    return false;
}

static bool may_be_blocked(const superstep *a)
{
    return a->first.next.flags & EVF_GUARD;
}

/* Whoever frees comes last: behind it the access is an error of another kind.  So does who writes
 * over a lock: behind it nobody may get it. */
static void mark_race(superstep *a, superstep *b)
{
    bool frees_first = frees(a) && !frees(b), blocks = may_be_blocked(b) && !may_be_blocked(a);

    if (b->outcome == OUT_RAN && (frees_first || blocks))
        b->races = a;
    else
        a->races = b;
}

void look_ahead_races(look_ahead *l)
{
    for (u32 i = 0; i < l->n; i++)
        l->all.at[i].races = NULL;
    for (u32 i = 0; i < l->n; i++) {
        superstep *a = &l->all.at[i];

        if (a->later || a->outcome != OUT_RAN) /* the other one could not follow */
            continue;
        for (u32 k = 0; k < l->n; k++)
            if (k != i && l->all.at[k].ready && races(a, &l->all.at[k])) {
                mark_race(a, &l->all.at[k]);
                return;
            }
    }
}

void look_ahead_free(look_ahead *l)
{
    for (u32 i = 0; i < l->all.n; i++) {
        superstep *a = &l->all.at[i];

        vec_free(&a->events);
        vec_free(&a->ends);
        vec_free(&a->accesses);
        text_free(&a->file);
        text_free(&a->message);
    }
    vec_free(&l->all);
    vec_free(&l->moves);
    vec_free(&l->foreign);
    vec_free(&l->futures);
    taken_free(&l->taken);
}
