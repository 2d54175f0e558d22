/* Persistent sets.
 *
 * A set T of threads is persistent in a state s if nothing that the threads outside T may do, while
 * those in T stand still, depends on what T may do next.  Then it is enough to explore T's moves
 * from s: any other run can be reordered so that it begins with one of them, or is put off (for
 * which the search has its proviso, see MOVE_LATER).
 *
 * What a thread may still do is known as a set of static objects (system_ops.future); dynamic
 * objects that others can reach are taken for everybody's.  T grows from one thread:
 *   - by a thread whose future has an object that a next step of T touches;
 *   - by the thread that a member waits to join, since only that one can let it go on;
 *   - by whoever may end the process, which depends on everything, unless that one is now waiting
 *     to join a member: then the thread it waits for is in T, and it stands still with T;
 *   - by all, if a next step of T creates, joins or cancels, or another may meddle with threads.
 * A thread of T may end in the step if one more thread stands still with T, a member or one that
 * waits to join a member: then neither it nor one outside T is the last, whoever ends first.
 *
 * With supersteps the whole supersteps of T must stay clear of the others' futures, not only their
 * first steps; look_ahead.c sees to that.  The futures of the others stay what they are meanwhile:
 * T's steps write only where those never look. */
#include "wrap/persistent.h"
#include "base/mutant.h"

#include <assert.h>
#include <string.h>

typedef struct choice {
    look_ahead *l;
    u32 flags[PERSISTENT_MOST];
    u64 touchers[PERSISTENT_MOST]; /* of the future of a superstep: the supersteps whose next step
                                      does */
} choice;

static bool waits_to_join(const superstep *a)
{
    return a->first.next.kind == EV_JOIN && !(a->first.flags & MOVE_ENABLED);
}

/* Does the event depend on something in the future?  What an invariant reads others may write as
 * well. */
static bool touches(const look_ahead *l, const event *e, const u64 *bits)
{
    if (e->flags & (EVF_OPAQUE | EVF_WATCHED))
        return true;
    switch (e->kind) {
    case EV_NONE:
    case EV_START:
    case EV_CHOOSE:
    case EV_THREAD_EXIT:
    case EV_PAUSE:
        return false;
    case EV_CREATE:
    case EV_JOIN:
    case EV_EXIT:
    case EV_CANCEL:
        return true;
    default:
        return e->object &&
               (e->object >= l->words * 64 || bits[e->object / 64] >> e->object % 64 & 1);
    }
}

static bool superstep_touches(const look_ahead *l, const superstep *a, const u64 *bits)
{
    for (u32 i = 0; i < a->events.n; i++)
        if (touches(l, &a->events.at[i], bits))
            return true;
    return false;
}

static u64 only(u32 i)
{
    return (u64)1 << i;
}

static u64 superstep_of(const look_ahead *l, u64 thread)
{
    for (u32 i = 0; i < l->n; i++)
        if (l->all.at[i].thread == thread)
            return only(i);
    return 0;
}

/* Whom the set must have because of superstep i outside it: i, or the thread that i waits for. */
static u64 needed_for(const choice *c, u64 set, u32 i)
{
    const superstep *a = &c->l->all.at[i];

    if (c->flags[i] & FUTURE_MEDDLES)
        return only(i);
    if (c->flags[i] & FUTURE_EXITS) {
        u64 joined = waits_to_join(a) ? superstep_of(c->l, a->first.next.value) : 0;

        if (!(joined & set))
            return joined ? joined : only(i);
    }
    return c->touchers[i] & set ? only(i) : 0;
}

static u64 close_set(const choice *c, u64 set)
{
    u64 before;

    do {
        before = set;
        for (u32 i = 0; i < c->l->n; i++) {
            const superstep *a = &c->l->all.at[i];

            if (!(set >> i & 1))
                set |= needed_for(c, set, i);
            else if (waits_to_join(a))
                set |= superstep_of(c->l, a->first.next.value);
        }
    } while (set != before);
    return set;
}

static u32 count(u64 set)
{
    return (u32)__builtin_popcountll(set);
}

static u64 *future_of(const look_ahead *l, u32 i)
{
    return l->futures.at + (size_t)i * l->words;
}

static void ask_futures(choice *c)
{
    look_ahead *l = c->l;
    sys *s = l->inner;

    if (!l->words)
        l->words = sys_future(s, 0, NULL, 0);
    vec_reserve(&l->foreign, l->words);
    vec_reserve(&l->futures, l->n * l->words);
    memset(l->futures.at, 0, (size_t)l->n * l->words * sizeof *l->futures.at);
    for (u32 i = 0; i < l->n; i++)
        if (!MUTANT(PERSISTENT_FUTURE))
            c->flags[i] = sys_future(s, l->all.at[i].thread, future_of(l, i), l->words);
}

static void find_touchers(choice *c)
{
    const look_ahead *l = c->l;

    for (u32 i = 0; i < l->n; i++)
        for (u32 k = 0; k < l->n; k++) {
            const superstep *b = &l->all.at[k];

            if (k != i && !waits_to_join(b) && superstep_touches(l, b, future_of(l, i)))
                c->touchers[i] |= only(k);
        }
}

/* The smallest closed set that grows from a thread that can move. */
static u64 smallest(const choice *c)
{
    u64 best = c->l->n == PERSISTENT_MOST ? ~(u64)0 : only(c->l->n) - 1;

    for (u32 i = 0; i < c->l->n && count(best) > 1; i++) {
        if (!c->l->all.at[i].solo)
            continue;
        u64 set = close_set(c, only(i));

        if (count(set) < count(best))
            best = set;
    }
    return best;
}

/* The threads that cannot move while those of the set do not. */
static u64 standing_still(const choice *c, u64 set)
{
    u64 still = set;

    for (u32 i = 0; i < c->l->n; i++) {
        const superstep *a = &c->l->all.at[i];

        if (waits_to_join(a) && superstep_of(c->l, a->first.next.value) & set)
            still |= only(i);
    }
    return still;
}

static void confine(choice *c, u64 set)
{
    look_ahead *l = c->l;

    l->confined = true;
    l->ends_alone = count(standing_still(c, set)) > 1;
    memset(l->foreign.at, 0, l->words * sizeof *l->foreign.at);
    for (u32 i = 0; i < l->n; i++) {
        if (set >> i & 1)
            continue;
        l->all.at[i].later = true;
        for (u32 w = 0; w < l->words; w++)
            l->foreign.at[w] |= future_of(l, i)[w];
    }
}

/* May moves of the superstep that are not looked ahead be its members'?  They do what they
 * announce. */
static bool announces_all(const look_ahead *l, const superstep *a)
{
    for (u32 i = 0; i < a->events.n; i++)
        if (!look_ahead_clear(l, &a->events.at[i]))
            return false;
    return true;
}

bool persistent_choose(look_ahead *l)
{
    choice c = {.l = l};
    u64 set;

    if (l->n < 2 || l->n > PERSISTENT_MOST)
        return false;
    ask_futures(&c);
    find_touchers(&c);
    set = smallest(&c);
    assert(set && close_set(&c, set) == set);
    if (count(set) == l->n)
        return false;
    confine(&c, set);
    for (u32 i = 0; i < l->n; i++) {
        const superstep *a = &l->all.at[i];

        if (a->vague || (set >> i & 1 && !a->solo && !waits_to_join(a) && !announces_all(l, a))) {
            persistent_drop(l);
            return false;
        }
    }
    return true;
}

void persistent_drop(look_ahead *l)
{
    l->confined = false;
    for (u32 i = 0; i < l->n; i++)
        l->all.at[i].later = false;
}
