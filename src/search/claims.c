/* What a stateless search says of steps that it does not take, checked by taking them
 * (--self-check).
 *
 *   - An iteration of a spin loop that came to nothing: the run without its steps leads to the
 *     same state.
 *   - A step that CANNOT come before another: after the steps that would come before it its thread
 *     has no move, or one that leads back to where it was.
 *   - One that CAN: its thread has a move there.
 *   - Steps that do not happen after another can be taken without it.
 *   - A step that is moved to another place touches there what it is said to.
 *   - A thread's first step, which is taken at once, touches nothing of others.
 *
 * Where a step dropped the run, or ended it, nothing is checked: of such a state not all is saved.
 */
#include "search/stateless.h"

#include <string.h>

typedef struct checker {
    stateless *ss;
    sys *s;
    state_key now;
    move_list moves;
    taken taken;
} checker;

static bool open_check(checker *c, stateless *ss)
{
    *c = (checker){.ss = ss, .s = ss->x.s};
    if (ss->drops || ss->how->replay || ss->x.taken.outcome != OUT_RAN ||
        sys_status(c->s) == ST_DONE)
        return false;
    c->now = sys_save(c->s);
    return true;
}

static void close_check(checker *c)
{
    sys_restore(c->s, c->now);
    vec_free(&c->moves);
    taken_free(&c->taken);
}

static const move *find_move(checker *c, u16 thread, int kind)
{
    sys_moves(c->s, &c->moves);
    for (u32 i = 0; i < c->moves.n; i++) {
        const move *m = &c->moves.at[i];

        if (m->thread == thread && m->flags & MOVE_ENABLED && (kind < 0 || m->kind == kind))
            return m;
    }
    return NULL;
}

static void take(checker *c, u32 k)
{
    const act *a = c->ss->nodes.at[k].step;
    const move *m = find_move(c, a->thread, a->kind);

    if (!m || a->choice >= m->choices)
        die("self-check: step %u of thread %u is not possible without one that it does not happen "
            "after",
            k, a->thread);
    sys_step(c->s, a->thread, a->kind, a->choice, &c->taken);
}

/* The steps before node j, from the beginning. */
static void take_first(checker *c, u32 j)
{
    sys_reset(c->s);
    for (u32 k = 0; k < j; k++)
        take(c, k);
}

static bool same_words(const word_list *a, const word_list *b)
{
    return a->n == b->n && !memcmp(a->at, b->at, a->n * sizeof *a->at);
}

void claim_iteration(stateless *ss, u32 first, u16 thread)
{
    word_list with = {0}, without = {0};
    checker c;

    if (!ss->x.s->ops->spin_loops || !ss->x.s->ops->spin_loops->whole || !open_check(&c, ss))
        return;
    c.s->ops->spin_loops->whole(c.s, &with);
    take_first(&c, first);
    for (u32 k = first; k < ss->depth; k++)
        if (ss->nodes.at[k].step->thread != thread)
            take(&c, k);
    c.s->ops->spin_loops->whole(c.s, &without);
    if (!same_words(&with, &without))
        die("self-check: a round of thread %u, from step %u to %u, is said to have come to "
            "nothing, but left something behind",
            thread, first, ss->depth);
    vec_free(&with);
    vec_free(&without);
    close_check(&c);
}

void claim_start(const act *a)
{
    for (u32 i = 0; a->thread && i < a->n; i++) /* thread 0 is alone then */
        if (a->events[i].kind != EV_NONE && a->events[i].object >> 32 != a->thread + 1u)
            die("self-check: the first step of thread %u is taken at once, but others can see it "
                "(%s)",
                a->thread, event_names[a->events[i].kind]);
}

void claim_there(const act *said, const act *real)
{
    if (!real->span.wide && !act_within(real, said))
        die("self-check: a step of thread %u touches more in another place than was said",
            said->thread);
}

/* Of a step that joins several threads: would it join fewer? */
static bool joins_less(checker *c, const move *m, const act *a)
{
    if (a->n < 2 || m->next.kind != EV_JOIN)
        return false;
    sys_step(c->s, m->thread, m->kind, 0, &c->taken);
    return c->taken.steps < a->n;
}

/* Does the step lead back to where the thread was? */
static bool is_iteration(checker *c, const move *m)
{
    word_list before = {0}, after = {0};
    bool same = sys_own(c->s, m->thread, &before);

    if (same)
        sys_step(c->s, m->thread, m->kind, 0, &c->taken);
    same = same && c->taken.outcome == OUT_RAN && sys_own(c->s, m->thread, &after) &&
           same_words(&before, &after);
    vec_free(&before);
    vec_free(&after);
    return same;
}

static bool is_end(const move *m)
{
    return m->next.kind == EV_EXIT;
}

void claim_passing(stateless *ss, u32 j, const act *a, passing p)
{
    checker c;
    const move *m;

    if (p == MAY || !open_check(&c, ss))
        return;
    take_first(&c, j);
    for (u32 k = j + 1; k < ss->depth; k++)
        if (!happens_before(ss, j, k))
            take(&c, k);
    m = find_move(&c, a->thread, -1);
    if (p == CAN && !m)
        die("self-check: thread %u could have moved before step %u, it was said, but cannot",
            a->thread, j);
    if (p == CANNOT && m && !(ss->puts_off && is_end(m)) && !joins_less(&c, m, a) &&
        !is_iteration(&c, m))
        die("self-check: thread %u could not have moved before step %u, it was said, but can",
            a->thread, j);
    close_check(&c);
}
