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
 * With supersteps the whole lanes of T must stay clear of the others' futures, not only their first
 * steps; lanes.c sees to that.  The futures of the others stay what they are meanwhile: T's steps
 * write only where those never look. */
#include "wrap/persistent.h"
#include "base/mutant.h"

#define MOST_LANES 32u

typedef struct choice {
    lanes *l;
    u64 bits[MOST_LANES][FUTURE_WORDS];
    u32 flags[MOST_LANES];
} choice;

static bool waits_to_join(const lane *a)
{
    return a->first.next.kind == EV_JOIN && !(a->first.flags & MOVE_ENABLED);
}

/* Does the event depend on something in the future?  What an invariant reads others may write as
 * well. */
static bool touches(const event *e, const u64 *bits)
{
    if (e->flags & (EVF_OPAQUE | EVF_WATCHED))
        return true;
    switch (e->kind) {
    case EV_NONE:
    case EV_START:
    case EV_CHOOSE:
    case EV_THREAD_EXIT:
        return false;
    case EV_CREATE:
    case EV_JOIN:
    case EV_EXIT:
    case EV_CANCEL:
        return true;
    default:
        return e->object &&
               (e->object >= FUTURE_WORDS * 64 || bits[e->object / 64] >> e->object % 64 & 1);
    }
}

static bool lane_touches(const lane *a, const u64 *bits)
{
    for (u32 i = 0; i < a->events.n; i++)
        if (touches(&a->events.at[i], bits))
            return true;
    return false;
}

static u32 lane_of(const lanes *l, u64 thread)
{
    for (u32 i = 0; i < l->n; i++)
        if (l->all.at[i].thread == thread)
            return 1u << i;
    return 0;
}

/* Whom the set must have because of lane i outside it: i, or the thread that i waits for. */
static u32 needed_for(const choice *c, u32 set, u32 i)
{
    const lane *a = &c->l->all.at[i];

    if (c->flags[i] & FUTURE_MEDDLES)
        return 1u << i;
    if (c->flags[i] & FUTURE_EXITS) {
        u32 joined = waits_to_join(a) ? lane_of(c->l, a->first.next.value) : 0;

        if (!(joined & set))
            return joined ? joined : 1u << i;
    }
    for (u32 k = 0; k < c->l->n; k++) {
        const lane *b = &c->l->all.at[k];

        if (set >> k & 1 && !waits_to_join(b) && lane_touches(b, c->bits[i]))
            return 1u << i;
    }
    return 0;
}

static u32 close_set(const choice *c, u32 set)
{
    u32 before;

    do {
        before = set;
        for (u32 i = 0; i < c->l->n; i++) {
            const lane *a = &c->l->all.at[i];

            if (!(set >> i & 1))
                set |= needed_for(c, set, i);
            else if (waits_to_join(a))
                set |= lane_of(c->l, a->first.next.value);
        }
    } while (set != before);
    return set;
}

static u32 count(u32 set)
{
    return (u32)__builtin_popcount(set);
}

static void ask_futures(choice *c)
{
    sys *s = c->l->inner;

    for (u32 i = 0; i < c->l->n; i++)
        if (!MUTANT(PERSISTENT_FUTURE))
            c->flags[i] = s->ops->future(s, c->l->all.at[i].thread, c->bits[i], FUTURE_WORDS);
}

/* The smallest closed set that grows from a thread that can move. */
static u32 smallest(const choice *c)
{
    u32 best = c->l->n == MOST_LANES ? ~0u : (1u << c->l->n) - 1;

    for (u32 i = 0; i < c->l->n && count(best) > 1; i++) {
        if (!c->l->all.at[i].solo)
            continue;
        u32 set = close_set(c, 1u << i);

        if (count(set) < count(best))
            best = set;
    }
    return best;
}

/* The threads that cannot move while those of the set do not. */
static u32 standing_still(const choice *c, u32 set)
{
    u32 still = set;

    for (u32 i = 0; i < c->l->n; i++) {
        const lane *a = &c->l->all.at[i];

        if (waits_to_join(a) && lane_of(c->l, a->first.next.value) & set)
            still |= 1u << i;
    }
    return still;
}

static void confine(choice *c, u32 set)
{
    lanes *l = c->l;

    l->confined = true;
    l->ends_alone = count(standing_still(c, set)) > 1;
    for (u32 w = 0; w < FUTURE_WORDS; w++)
        l->foreign[w] = 0;
    for (u32 i = 0; i < l->n; i++) {
        if (set >> i & 1)
            continue;
        l->all.at[i].later = true;
        for (u32 w = 0; w < FUTURE_WORDS; w++)
            l->foreign[w] |= c->bits[i][w];
    }
}

/* May moves of the lane that are not looked ahead be its members'?  They do what they announce. */
static bool announces_all(const lanes *l, const lane *a)
{
    for (u32 i = 0; i < a->events.n; i++)
        if (!lanes_clear(l, &a->events.at[i]))
            return false;
    return true;
}

bool persistent_choose(lanes *l)
{
    choice c = {.l = l};
    u32 set;

    if (l->n < 2 || l->n > MOST_LANES)
        return false;
    ask_futures(&c);
    set = smallest(&c);
    if (count(set) == l->n)
        return false;
    confine(&c, set);
    for (u32 i = 0; i < l->n; i++) {
        const lane *a = &l->all.at[i];

        if (set >> i & 1 && !a->solo && !waits_to_join(a) && !announces_all(l, a)) {
            persistent_drop(l);
            return false;
        }
    }
    return true;
}

void persistent_drop(lanes *l)
{
    l->confined = false;
    for (u32 i = 0; i < l->n; i++)
        l->all.at[i].later = false;
}
