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
 * left.
 *
 * To reverse a race, the steps since the earlier one that do not happen after it, and then the
 * later one, are put among what is to be explored from the state before the earlier one: the whole
 * sequence (optimal), or one step that it may begin with (source sets); nothing, when what was
 * explored from there, or will be, covers it: a thread that the sequence may begin with.  (Abdulla,
 * Aronis, Jonsson, Sagonas 2014; the sequences end with the later step, so that a race need be seen
 * to only once.)  A thread that is blocked when the run ends, or when a step ends it or calls it
 * away, takes part with what it waits for. */
#include "base/mutant.h"
#include "search/worker_messages.h"

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

static bool ends_process(const act *a)
{
    for (u32 i = 0; i < a->n; i++)
        if (a->events[i].kind == EV_EXIT)
            return true;
    return false;
}

static const event *first_met(const act *a, const event *e)
{
    for (u32 i = 0; i < a->n; i++)
        if (dependent(&a->events[i], e))
            return &a->events[i];
    return NULL;
}

/* Does the step end the thread, or have it do something else: a cancellation, a signal? */
static bool unsettles(const act *a, u16 thread)
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
        if (ss->summaries.at[k].span.wide && unsettles(ss->nodes.at[k].step, thread))
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

    if (ss->puts_off && ends_process(a))
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
            vec_push(&to->races, j);
        if (p == CAN) {
            merge(&ss->cover, &n->clock);
            all = covered(ss, a->thread);
        }
    }
    assert(clock_sound(ss, a, out));
}

/* The steps after the one from node j, up to node i, that do not happen after it, and then a. */
static void collect(stateless *ss, u32 j, u32 i, act *a)
{
    vec_clear(&ss->sequence);
    assert(j < i && ss->nodes.at[j].step->thread != a->thread);
    for (u32 k = j + 1; k < i; k++)
        if (!happens_before(ss, j, k))
            vec_push(&ss->sequence, ss->nodes.at[k].step);
    vec_push(&ss->sequence, a);
}

/* Can the step at place i be the first of the sequence? */
static bool initial(const act_list *w, u32 i)
{
    for (u32 k = 0; k < i; k++)
        if (acts_depend(w->at[k], w->at[i]))
            return false;
    return true;
}

/* The place of the thread's first step in the sequence; w->n: it has none. */
static u32 place_of(const act_list *w, u16 thread)
{
    u32 i = 0;

    while (i < w->n && w->at[i]->thread != thread)
        i++;
    return i;
}

static bool independent(const act *a, const act_list *w)
{
    for (u32 i = 0; i < w->n; i++)
        if (acts_depend(w->at[i], a))
            return false;
    return true;
}

/* Can the sequence begin with the thread? */
static bool begins(const act_list *w, u16 thread)
{
    u32 at = place_of(w, thread);

    return at < w->n && initial(w, at);
}

/* With whole sequences a step that is none of a sequence covers it if none of them depends on it:
 * the runs that begin with the step ask for the sequence when what follows depends on both.  That
 * holds while two steps that are independent behind the step are so without it.  They may not be if
 * what a step touches depends on what it finds elsewhere: `s` reads v, and adds to p unless v is 1;
 * behind `v = 1` it is independent of `p++`, and of the two orders only one is looked at. */
static bool outsiders_cover(const stateless *ss)
{
    return ss->how->kind == SEARCH_OPTIMAL && (!ss->cautious || MUTANT(RACES_OUTSIDER));
}

/* The same for the step that is being explored, when another process sends a race. */
static bool step_covers(const stateless *ss, const run_node *n, const act_list *w)
{
    u16 thread = n->step->thread;

    if (place_of(w, thread) < w->n || !outsiders_cover(ss))
        return begins(w, thread);
    for (u32 i = 0; i < n->ways.n; i++)
        if (n->ways.at[i].thread == thread &&
            (n->ways.at[i].kind != n->step->kind || n->ways.at[i].choices > 1))
            return false;
    return independent(n->step, w);
}

/* Does a thread that sleeps cover the sequence: as its first step, or (with whole sequences) as one
 * that none of them depends on, in all of its ways?  The second rests on what its own runs asked
 * for before. */
static bool sleeper_covers(const stateless *ss, const run_node *n, const act_list *w)
{
    if (n->step && step_covers(ss, n, w))
        return true;
    for (u32 i = 0, k; i < n->sleep.n; i = k) {
        u16 thread = n->sleep.at[i]->thread;
        u32 at = place_of(w, thread);
        bool covers = at < w->n ? initial(w, at) : outsiders_cover(ss);

        for (k = i; k < n->sleep.n && n->sleep.at[k]->thread == thread; k++)
            covers = covers && (at < w->n || (k >= n->doubted && independent(n->sleep.at[k], w)));
        if (covers)
            return true;
    }
    return false;
}

/* Source sets: is a thread that the sequence can begin with to be explored anyway? */
static bool branch_begins(const wake *tree, const act_list *w)
{
    while (tree && !begins(w, tree->thread))
        tree = tree->next;
    return tree != NULL;
}

/* Source sets, at a node of another process: that explores, for each sequence that it was asked
 * for, one of the threads that the sequence can begin with.  Does one of the sequences assure this
 * one? What is kept of each is the number of its threads, and these. */
static bool was_asked(const stateless *ss, u32 at)
{
    const thread_list *all = at < ss->asked.n ? &ss->asked.at[at] : NULL;

    for (u32 i = 0; all && i < all->n; i += all->at[i] + 1) {
        u32 k = 0;

        while (k < all->at[i] && begins(&ss->sequence, all->at[i + 1 + k]))
            k++;
        if (k == all->at[i])
            return true;
    }
    return false;
}

static void note_asked(stateless *ss, u32 at)
{
    const act_list *w = &ss->sequence;
    u32 first;

    while (ss->asked.n <= at)
        vec_push(&ss->asked, (thread_list){0});
    first = ss->asked.at[at].n;
    vec_push(&ss->asked.at[at], 0);
    for (u32 i = 0; i < w->n; i++)
        if (place_of(w, w->at[i]->thread) == i && initial(w, i))
            vec_push(&ss->asked.at[at], w->at[i]->thread);
    ss->asked.at[at].at[first] = (u16)(ss->asked.at[at].n - first - 1);
}

/* The node is another process's: what is in its tree here will be explored there, but what is put
 * there now may turn out to be covered. */
static void ask(stateless *ss, u32 at)
{
    act_list *w = &ss->sequence;
    wake *tree = ss->nodes.at[at].tree;
    u32 count = w->n;

    if (ss->how->kind == SEARCH_OPTIMAL) {
        messages_pack(ss, w);
        if (!wake_covers(tree, w->at, w->n, ss->cautious))
            messages_demand(ss, at, count);
    } else if (!branch_begins(tree, w) && !was_asked(ss, at)) {
        note_asked(ss, at);
        messages_pack(ss, w);
        messages_demand(ss, at, count);
    }
}

void races_demand(stateless *ss, u32 at)
{
    run_node *n = &ss->nodes.at[at];
    act_list *w = &ss->sequence;

    assert(w->n && at <= ss->depth && (at >= ss->floor || ss->pool));
    ss->relied |= ss->how->kind == SEARCH_OPTIMAL && !ss->cautious;
    if (sleeper_covers(ss, n, w))
        return;
    if (at < ss->floor)
        ask(ss, at);
    else if (ss->how->kind == SEARCH_OPTIMAL)
        wake_insert(&ss->wakes, &n->tree, w->at, w->n, ss->cautious);
    else if (!branch_begins(n->tree, w))
        wake_step(&ss->wakes, &n->tree, w->at[0]);
}

static void uncover(stateless *ss, const wake *tree)
{
    for (; tree; tree = tree->next) {
        vec_push(&ss->path, tree->act);
        uncover(ss, tree->child);
        if (!tree->child) {
            vec_clear(&ss->sequence);
            for (u32 i = 0; i < ss->path.n; i++)
                vec_push(&ss->sequence, ss->path.at[i]);
            races_demand(ss, ss->depth);
        }
        (void)vec_pop(&ss->path);
        uncover(ss, tree->aside);
    }
}

void races_uncover(stateless *ss, const wake *tree)
{
    vec_clear(&ss->path);
    uncover(ss, tree);
}

/* The first event of the earlier step that touches the place of the other: what it found there is
 * what the other finds when it comes before.  NULL: it cannot be told. */
static const event *found_by(const act *earlier, const event *e)
{
    event all = *e;

    all.kind = EV_UPDATE; /* meets reads as well */
    for (u32 i = 0; i < earlier->n; i++) {
        const event *f = &earlier->events[i];
        bool plain = f->kind == EV_READ || f->kind == EV_WRITE || f->kind == EV_UPDATE;

        if (!dependent(f, &all))
            continue;
        return plain && f->object == e->object && f->offset == e->offset && f->size == e->size &&
                       (f->flags & e->flags & EVF_VALUE) &&
                       !((f->flags | e->flags) & (EVF_UNDEFINED | EVF_OPAQUE))
                   ? f
                   : NULL;
    }
    return NULL;
}

/* How a pointer and a number other than null compare is the machine's to say. */
static bool comparable(u64 a, u64 b, bool pointers)
{
    return a == b || !pointers || !a || !b || a >> 56 == b >> 56;
}

/* What a compare-exchange does when it comes before the step from node j; NULL: it cannot be told.
 * None of the steps that stay before it writes there, since the one from node j touches the place.
 */
static act *compare_there(stateless *ss, u32 j, act *a)
{
    const event *e = &a->events[0], *f = found_by(ss->nodes.at[j].step, e);
    u64 value;

    if (a->n != 1 || !f)
        return NULL;
    value = f->kind == EV_READ ? f->value : f->old;
    if (!comparable(value, e->expected, (f->flags | e->flags) & EVF_POINTER))
        return NULL;
    if ((value == e->expected) == (e->kind == EV_UPDATE))
        return act_hold(a);
    return act_compared(&ss->acts, a, value == e->expected);
}

/* Takes the step if it can be taken. */
static bool try_step(stateless *ss, const act *a)
{
    sys_moves(ss->x.s, &ss->there);
    for (u32 i = 0; i < ss->there.n; i++) {
        const move *m = &ss->there.at[i];

        if (m->thread != a->thread || m->kind != a->kind || a->choice >= m->choices ||
            !(m->flags & MOVE_ENABLED))
            continue;
        sys_step(ss->x.s, a->thread, a->kind, a->choice, &ss->tried);
        return true;
    }
    return false;
}

/* What the last step of the sequence does when the sequence is taken from node j. */
static act *try_there(stateless *ss, u32 j)
{
    act *last = vec_last(&ss->sequence);
    bool could = true;

    run_place(ss, j);
    ss->cursor = NOWHERE;
    for (u32 i = 0; could && i < ss->sequence.n; i++)
        could = try_step(ss, ss->sequence.at[i]);
    return could ? act_make(&ss->acts, last->thread, last->kind, last->choice, ss->tried.events.at,
                            ss->tried.events.n)
                 : act_unknown(&ss->acts, last);
}

/* The last step of the sequence as it is when taken there, not here: what a step touches may depend
 * on what it finds.  Then it is found from the values that are known, or by taking the sequence;
 * where that would be another run from the beginning the step depends on everything. */
static act *act_there(stateless *ss, u32 j)
{
    act *last = vec_last(&ss->sequence), *found = NULL;

    if (last->setting == SETTING_ANY || MUTANT(RACES_COPY))
        found = act_hold(last);
    else if (last->setting == SETTING_COMPARES)
        found = compare_there(ss, j, last);
    if (!found)
        return ss->how->replay ? act_unknown(&ss->acts, last) : try_there(ss, j);
    if (UNLIKELY(ss->how->check) && !ss->how->replay && !ss->drops) {
        act *real = try_there(ss, j);

        claim_there(found, real);
        act_drop(&ss->acts, real);
    }
    return found;
}

static void reverse(stateless *ss, u32 j, u32 i, act *a)
{
    act *there;

    collect(ss, j, i, a);
    there = act_there(ss, j);
    vec_last(&ss->sequence) = there;
    races_demand(ss, j);
    act_drop(&ss->acts, there);
}

/* What a thread would do next, if it could. */
static void reverse_pending(stateless *ss, const move *m)
{
    run_node *n = top_node(ss);
    act *a = act_make(&ss->acts, m->thread, m->kind, 0, &m->next, 1);

    a->blocked = !(m->flags & MOVE_ENABLED);
    races_find(ss, a, &ss->now, n);
    for (u32 k = 0; k < n->races.n; k++)
        reverse(ss, n->races.at[k], ss->depth, a);
    vec_clear(&n->races);
    act_drop(&ss->acts, a);
}

void races_reverse_blocked(stateless *ss, const act *a)
{
    run_node *n = top_node(ss);

    for (u32 i = 0; i < n->blocked.n; i++)
        if (unsettles(a, n->blocked.at[i].thread))
            reverse_pending(ss, &n->blocked.at[i]);
}

/* Would the thread have gone on, but for what it waits for or the bound on the depth? */
static bool blocked(const run_node *n, const move *m)
{
    return (n->cut || !(m->flags & MOVE_ENABLED)) &&
           !(n->threads.at[m->thread] & (IS_STUCK | PUT_OFF));
}

void races_reverse_from(stateless *ss, u32 from)
{
    for (u32 i = from; i < ss->depth; i++)
        for (u32 k = 0; k < ss->nodes.at[i].races.n; k++)
            reverse(ss, ss->nodes.at[i].races.at[k], i, ss->nodes.at[i].step);
}

/* The last step ended the process: whoever could have moved before it is to do so. */
static void reverse_end(stateless *ss)
{
    run_node *n = &ss->nodes.at[ss->depth - 1];

    for (u32 i = 0; i < n->ways.n; i++) {
        const way *w = &n->ways.at[i];

        if (w->thread != n->step->thread && !wake_finds(n->tree, w->thread) &&
            !node_sleeps(n, w->thread))
            wake_thread(&ss->wakes, &n->tree, w->thread, w->kind, 0);
    }
}

void races_reverse(stateless *ss)
{
    if (ss->depth && !ss->puts_off && ends_process(ss->nodes.at[ss->depth - 1].step))
        reverse_end(ss);
    races_reverse_from(ss, ss->examined);
    ss->examined = ss->depth;
    for (u32 k = 0; k < ss->x.moves.n; k++)
        if (blocked(top_node(ss), &ss->x.moves.at[k]))
            reverse_pending(ss, &ss->x.moves.at[k]);
}
