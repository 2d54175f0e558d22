/* Reversing races.
 *
 * To reverse a race, the steps since the earlier one that do not happen after it, and then the
 * later one, are put among what is to be explored from the state before the earlier one: the whole
 * sequence (optimal), or one step that it may begin with (source sets); nothing, when what was
 * explored from there, or will be, covers it.  (Abdulla, Aronis, Jonsson, Sagonas: Source sets: a
 * foundation for optimal dynamic partial order reduction, 2017.)
 *
 * For source sets the sequence ends with the later step of the race, and threads that it may begin
 * with cover it: so they do in every run that has the race, which need not be seen to again.
 *
 * For optimal the sequence has all steps to the end of the run, as it is published.  A step outside
 * the sequence covers it as well, if no step of the sequence depends on it.  That holds for this
 * run: in another run with the race, later steps may depend on the step outside.  So the race stays
 * on the list of its node, and is reversed at the end of each run that has it, unless threads that
 * sleep cover it as above.
 *
 * Sequences are as for source sets in three cases:
 *   - Several processes search.  What a sleeping step covers is found while that step is explored,
 *     which must come before others are explored with it asleep.  Several processes do not keep
 *     this order.
 *   - There is no such list: a step is taken back.
 *   - A step is more than accesses to memory (compare-exchange, lock, atomic section), and so are
 *     all sequences from that step on.
 * Sequences of this kind may begin with what another branch covers.  So the end of a branch covers
 * what is left of a sequence only where the earlier step of the race does not sleep.
 *
 * A thread that is blocked when the run ends, or when a step ends it or calls it away, takes part
 * with what it waits for. */
#include "base/mutant.h"
#include "search/worker_messages.h"

#include <assert.h>

/* The steps after the one from node j that do not happen after it, up to node i or to the end of
 * the run, and then a, the step from node i. */
static void collect(stateless *ss, u32 j, u32 i, act *a, bool whole)
{
    u32 end = whole ? ss->depth : i;

    vec_clear(&ss->sequence);
    ss->whole = whole;
    assert(j < i && i <= end && ss->nodes.at[j].step->thread != a->thread);
    for (u32 k = j + 1; k < i; k++)
        if (!happens_before(ss, j, k))
            vec_push(&ss->sequence, ss->nodes.at[k].step);
    ss->sure = ss->sequence.n;
    for (u32 k = i + 1; k < end; k++)
        if (!happens_before(ss, j, k))
            vec_push(&ss->sequence, ss->nodes.at[k].step);
    vec_push(&ss->sequence, a);
}

/* What covers a sequence: this one, or whatever sequence the race has in another run. */
typedef enum cover { COVER_NONE, COVER_HERE, COVER_SURE } cover;

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

/* Can the sequence begin with the thread? */
static bool begins(const act_list *w, u16 thread)
{
    u32 at = place_of(w, thread);

    return at < w->n && initial(w, at);
}

/* Is none of the steps dependent on this one, of a thread that has no part in them? */
static bool apart(const act_list *w, const act *a)
{
    for (u32 i = 0; i < w->n; i++)
        if (acts_depend_after(w->at[i], a, w->n))
            return false;
    return true;
}

/* How does a step that is explored cover the sequence? */
static cover covered_by(const stateless *ss, const act *a)
{
    const act_list *w = &ss->sequence;
    u32 at = place_of(w, a->thread);

    if (at < w->n)
        return !initial(w, at)                   ? COVER_NONE
               : at < ss->sure || at + 1 == w->n ? COVER_SURE
                                                 : COVER_HERE;
    return ss->whole && apart(w, a) ? COVER_HERE : COVER_NONE;
}

static cover covered_by_any(const stateless *ss, const act_list *list)
{
    cover best = COVER_NONE;

    for (u32 i = 0; i < list->n && best != COVER_SURE; i++) {
        cover c = covered_by(ss, list->at[i]);

        best = c > best ? c : best;
    }
    return best;
}

/* By threads that sleep, or whose step is being explored. */
static cover covered_by_done(const stateless *ss, const run_node *n)
{
    cover best = covered_by_any(ss, &n->sleep), c;

    if (best != COVER_SURE && n->step && (c = covered_by(ss, n->step)) > best)
        best = c;
    if (best != COVER_SURE && (c = covered_by_any(ss, &n->tried)) > best)
        best = c;
    return best;
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
        if (!wake_covers(tree, w->at, w->n))
            messages_demand(ss, at, count);
    } else if (!branch_begins(tree, w) && !was_asked(ss, at)) {
        note_asked(ss, at);
        messages_pack(ss, w);
        messages_demand(ss, at, count);
    }
}

/* Sees to it that ss->sequence, of a race with this step, is explored from the node, where nothing
 * else covers it. */
static cover demand(stateless *ss, u32 at, const act *earlier)
{
    run_node *n = &ss->nodes.at[at];
    act_list *w = &ss->sequence;
    cover c = covered_by_done(ss, n);

    assert(!ss->whole || !ss->pool);
    assert(w->n && at <= ss->depth && (at >= ss->floor || ss->pool));
    if (c != COVER_NONE)
        return c;
    if (at < ss->floor)
        ask(ss, at);
    else if (ss->how->kind == SEARCH_OPTIMAL)
        wake_insert(&ss->wakes, &n->tree, w->at, w->n, ss->whole, earlier);
    else if (!branch_begins(n->tree, w))
        wake_step(&ss->wakes, &n->tree, w->at[0]);
    return ss->whole ? COVER_HERE : COVER_SURE;
}

void races_demand(stateless *ss, u32 at)
{
    ss->whole = false;
    ss->sure = ss->sequence.n;
    demand(ss, at, NULL);
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

        if (ss->tried.outcome != OUT_ERROR) /* which is found when it is taken */
            claim_there(found, real);
        act_drop(&ss->acts, real);
    }
    return found;
}

/* Each thread that can move there is to begin: what its step touches is not asked for. */
static void demand_all(stateless *ss, u32 j)
{
    for (u32 i = 0; i < ss->nodes.at[j].ways.n; i++) {
        const way *w = &ss->nodes.at[j].ways.at[i];
        event any = {.flags = EVF_OPAQUE, .thread = w->thread};
        act *first;

        if (i && w[-1].thread == w->thread)
            continue;
        first = act_make(&ss->acts, w->thread, w->kind, 0, &any, 1);
        vec_clear(&ss->sequence);
        vec_push(&ss->sequence, first);
        races_demand(ss, j);
        act_drop(&ss->acts, first);
    }
}

/* A section may touch there what it does not touch here.  Steps that the one here is independent
 * of, and of which the run has but one order, may have to come before the one there: nothing in
 * this run tells which. */
static bool touches_more(const act *there, const act *here)
{
    return here->setting == SETTING_HERE && (there->span.wide || !act_within(there, here)) &&
           !MUTANT(RACES_MORE);
}

/* Are sequences as they are published for optimal?  A step that may touch more in another place, or
 * that is possible only in some, is independent here of what it may meet there: that a sleeping
 * step is independent of this run says nothing then of the runs that have to be explored for this
 * one.  The proof is for steps that do the same wherever they are taken, so that is asked for. */
static bool by_whole_runs(const stateless *ss)
{
    return ss->how->kind == SEARCH_OPTIMAL && !ss->pool && (!ss->beyond || MUTANT(RACES_VARY));
}

/* True: it need not be seen to again.  `over`: the run is. */
static bool reverse(stateless *ss, u32 j, u32 i, act *a, bool over)
{
    cover c;
    act *there;

    collect(ss, j, i, a, over && by_whole_runs(ss));
    there = act_there(ss, j);
    vec_last(&ss->sequence) = there;
    c = demand(ss, j, ss->nodes.at[j].step);
    if (touches_more(there, a)) {
        demand_all(ss, j);
        c = COVER_SURE;
    }
    act_drop(&ss->acts, there);
    return c == COVER_SURE || MUTANT(RACES_OUTSIDER);
}

/* What a thread would do next, if it could. */
static void reverse_pending(stateless *ss, const move *m, bool over)
{
    run_node *n = top_node(ss);
    act *a = act_make(&ss->acts, m->thread, m->kind, 0, &m->next, 1);

    a->blocked = !(m->flags & MOVE_ENABLED);
    ss->beyond |= !act_accesses(&m->next, 1);
    races_find(ss, a, &ss->now, n);
    for (u32 k = 0; k < n->races.n; k++)
        reverse(ss, n->races.at[k].earlier, ss->depth, a, over);
    vec_clear(&n->races);
    act_drop(&ss->acts, a);
}

void races_reverse_blocked(stateless *ss, const act *a)
{
    run_node *n = top_node(ss);

    for (u32 i = 0; i < n->blocked.n; i++)
        if (race_unsettles(a, n->blocked.at[i].thread))
            reverse_pending(ss, &n->blocked.at[i], false);
}

/* Would the thread have gone on, but for what it waits for or the bound on the depth? */
static bool blocked(const run_node *n, const move *m)
{
    return (n->cut || !(m->flags & MOVE_ENABLED)) &&
           !(n->threads.at[m->thread] & (IS_STUCK | PUT_OFF));
}

void races_reverse_last(stateless *ss)
{
    run_node *n = &ss->nodes.at[ss->depth - 1];

    for (u32 k = 0; k < n->races.n; k++)
        reverse(ss, n->races.at[k].earlier, ss->depth - 1, n->step, false);
}

/* Is there a step after the one from node i that does not happen after the one from node j? */
static bool goes_on(const stateless *ss, u32 j, u32 i)
{
    for (u32 k = i + 1; k < ss->depth; k++)
        if (!happens_before(ss, j, k))
            return true;
    return false;
}

/* Sees to the race; false: it stays on the list.  With nothing that follows it is as it was. */
static bool settle(stateless *ss, reversible_race *r, u32 i)
{
    bool bare = !goes_on(ss, r->earlier, i);

    if (r->bare && bare)
        return false;
    r->bare = bare;
    return reverse(ss, r->earlier, i, ss->nodes.at[i].step, true);
}

/* Those that stay on the list are seen to at the end of the next run again. */
static void reverse_all(stateless *ss)
{
    for (u32 i = 0; i < ss->depth; i++) {
        run_node *n = &ss->nodes.at[i];
        u32 kept = 0;

        for (u32 k = 0; k < n->races.n; k++)
            if (!settle(ss, &n->races.at[k], i))
                n->races.at[kept++] = n->races.at[k];
        n->races.n = kept;
    }
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
    const act *last = ss->depth ? ss->nodes.at[ss->depth - 1].step : NULL;

    if (last && race_ends_process(last) && !(ss->puts_off && race_only_ends(last)))
        reverse_end(ss);
    reverse_all(ss);
    for (u32 k = 0; k < ss->x.moves.n; k++)
        if (blocked(top_node(ss), &ss->x.moves.at[k]))
            reverse_pending(ss, &ss->x.moves.at[k], true);
}
