/* Following threads from a state, to see whether anything can change: one alone, or all together.
 *
 * States are told apart by what threads can reach, whatever it is called.  In a machine whose
 * objects keep the names of their birth (stateless searches) a thread that makes and frees memory
 * in its loop never comes back to the same key.  There the name of a state is that of its contents
 * (whole.c).
 *
 * A question that meets more states than h->most gives up: it takes something to change, and says
 * so. */
#include "base/halt.h"
#include "base/mutant.h"
#include "vm/hang.h"

#include <string.h>

/* Shares of h->most. */
#define SHARE_TOGETHER 32u /* for all threads together */
#define SHARE_BESIDE   8u  /* for those beside a circle */

#define LOOK_EVERY 256u /* states, at the time */

/* ---- steps ---- */

/* Does the step look at or touch what others can reach? */
static bool minds_others(const taken *t)
{
    for (u32 i = 0; i < t->events.n; i++) {
        const event *e = &t->events.at[i];

        if (e->kind != EV_NONE && e->kind != EV_START && e->kind != EV_PAUSE &&
            !(e->kind == EV_FREE && e->flags & EVF_OWN))
            return true;
    }
    return false;
}

/* Is what others see the same in both states?  The machine is in the second one. */
static bool seen_alike(hang *h, state_key from, state_key to, u16 slot)
{
    hang_goto(h, from);
    whole_outside(h->m, slot, &h->words);
    hang_goto(h, to);
    whole_outside(h->m, slot, &h->after);
    return h->words.n == h->after.n &&
           !memcmp(h->words.at, h->after.at, h->words.n * sizeof *h->words.at);
}

trace_left hang_take(hang *h, state_key from, const move *mv, u32 choice, state_key *to)
{
    machine *m = h->m;
    bool alone = m->live_threads == 1;
    trace_left left;

    m->step.told_time = false;
    sys_step(&m->head, mv->thread, (move_kind)mv->kind, choice, &h->taken);
    if (h->taken.outcome != OUT_RAN || m->done || m->step.told_time)
        return LEFT_CHANGE;
    *to = state_save(m);
    if (left_to_itself(m, from, *to, mv->thread))
        return LEFT_NOTHING;
    if (alone && m->live_threads == 1)
        return LEFT_NOTHING;
    left = left_by_events(&h->taken);
    if (left == LEFT_NOTHING || left_for_certain(m, &h->taken) || MUTANT(HANG_EVENTS))
        return left;
    return seen_alike(h, from, *to, mv->thread) ? LEFT_NOTHING : left;
}

void hang_goto(hang *h, state_key key)
{
    h->m->fault.outcome = OUT_RAN;
    h->m->fault.failed = false;
    state_restore(h->m, key);
    for (u32 k = 0; k < h->births.n && k < h->m->threads.n; k++)
        h->m->threads.at[k].birth = h->births.at[k]; /* saved states do not tell */
}

u64 hang_name(hang *h, machine *m, state_key key)
{
    if (m->opt.mode == VM_CANONICAL)
        return key;
    vm_whole(&m->head, &h->words);
    return intern_put(m->table, h->words.at, h->words.n, NULL);
}

void hang_turn_once_more(hang *h, u16 slot)
{
    h->m->threads.at[slot].diverged = false;
}

/* ---- following ---- */

bool hang_strong(const move *m)
{
    return (m->flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED;
}

static void start(hang *h, state_key key)
{
    map_free(&h->met);
    h->met = (map){0};
    vec_clear(&h->all);
    vec_clear(&h->turns);
    hang_goto(h, key);
    map_number(&h->met, hang_name(h, h->m, key));
    vec_push(&h->all, (hang_stop){.key = key, .from = NO_STOP});
}

/* The state of that number, and those before it, are put into the set. */
static void put_way(hang *h, visited *set, u32 number)
{
    for (; number != NO_STOP; number = h->all.at[number].from)
        visited_put(set, h->met.keys.at[number]);
}

/* The state that the machine is in. */
static u32 arrive(hang *h, state_key key, u32 from)
{
    u32 number = map_number(&h->met, hang_name(h, h->m, key));

    if (number == h->all.n)
        vec_push(&h->all, (hang_stop){.key = key, .from = from});
    return number;
}

/* A thread that is known to repeat itself leads back; what it asks for is not known. */
static trace_left take_endless(hang *h, state_key key, const move *mv, u32 choice)
{
    state_key to;

    hang_turn_once_more(h, mv->thread);
    hang_take(h, key, mv, choice, &to);
    return h->m->step.told_time ? LEFT_CHANGE : LEFT_NOTHING;
}

/* What came of a move: somewhere else, or nowhere, where an assumption cuts the run. */
typedef enum came { CAME_CHANGE, CAME_TO, CAME_NOWHERE } came;

static came follow(hang *h, u32 at, const move *mv, u32 choice, fate *f)
{
    state_key key = h->all.at[at].key, to = key;
    bool endless = mv->flags & MOVE_ENDLESS;
    trace_left left;
    u32 next;

    hang_goto(h, key);
    left = endless ? take_endless(h, key, mv, choice) : hang_take(h, key, mv, choice, &to);
    if (h->taken.outcome == OUT_PRUNED && !MUTANT(HANG_ASSUMED))
        return CAME_NOWHERE;
    if (left == LEFT_CHANGE)
        return CAME_CHANGE;
    f->locks |= left == LEFT_LOCKS;
    f->minds |= minds_others(&h->taken) || mv->choices > 1;
    next = endless ? at : arrive(h, to, at);
    if (visited_has(&h->changing, h->met.keys.at[next]))
        return CAME_CHANGE;
    vec_push(&h->turns, (turn){next, choice, mv->kind});
    return CAME_TO;
}

/* The threads that can move, and whether one can only fail an assumption: no run goes on from such
 * a state for ever. */
typedef struct going {
    u16 slot; /* the present one; moves are in the order of threads */
    bool any, cut;
} going;

static bool is_stuck(const going *g)
{
    return g->cut && !g->any;
}

/* False: the thread before it is stuck. */
static bool next_thread(going *g, u16 slot)
{
    if (g->slot == slot)
        return true;
    if (is_stuck(g))
        return false;
    *g = (going){.slot = slot};
    return true;
}

/* The moves of one thread, or of all, from a state; false: something can change, or nothing goes
 * on. */
static bool expand(hang *h, u32 at, u16 slot, fate *f)
{
    going g = {.slot = NO_THREAD};

    h->all.at[at].first = h->turns.n;
    hang_goto(h, h->all.at[at].key);
    if (slot == NO_THREAD)
        vm_moves(&h->m->head, &h->moves);
    else
        pending_moves(h->m, slot, &h->moves);
    for (u32 i = 0; i < h->moves.n; i++) {
        move mv = h->moves.at[i];

        if (!next_thread(&g, mv.thread))
            return false;
        for (u32 c = 0; hang_strong(&mv) && c < mv.choices; c++) {
            came to = follow(h, at, &mv, c, f);

            if (to == CAME_CHANGE)
                return false;
            *(to == CAME_TO ? &g.any : &g.cut) = true;
        }
    }
    return !is_stuck(&g);
}

/* Is the question too large? */
static bool giving_up(hang *h, u32 states, u32 share)
{
    if (states % LOOK_EVERY == 0)
        halt_look();
    if (states < h->most / share)
        return false;
    h->gave_up = !MUTANT(HANG_SILENT);
    return true;
}

bool hang_inert(hang *h, state_key key, u16 slot, fate *f)
{
    u32 share = slot == NO_THREAD ? SHARE_TOGETHER : 1;

    start(h, key);
    for (u32 i = 0; i < h->all.n; i++)
        if (giving_up(h, i, share) || !expand(h, i, slot, f)) {
            put_way(h, &h->changing, i);
            return false;
        }
    return true;
}

void hang_changes(hang *h, state_key key)
{
    hang_goto(h, key);
    visited_put(&h->changing, hang_name(h, h->m, key));
}

/* Takes the moves of a state; false: one ends the run, or there is none, which is a deadlock, or a
 * thread has none that assumptions do not cut. */
static bool go_on(hang *h, u32 at)
{
    state_key key = h->all.at[at].key;
    going g = {.slot = NO_THREAD};
    bool any = false;

    hang_goto(h, key);
    vm_moves(&h->m->head, &h->moves);
    for (u32 i = 0; i < h->moves.n; i++) {
        move mv = h->moves.at[i];

        if (!next_thread(&g, mv.thread))
            return false;
        for (u32 c = 0; hang_strong(&mv) && c < mv.choices; c++) {
            hang_goto(h, key);
            sys_step(&h->m->head, mv.thread, (move_kind)mv.kind, c, &h->taken);
            if (h->taken.outcome == OUT_PRUNED && !MUTANT(HANG_ASSUMED)) {
                g.cut = true;
                continue;
            }
            if (h->taken.outcome != OUT_RAN || h->m->done)
                return false;
            any = g.any = true;
            arrive(h, state_save(h->m), at);
        }
    }
    return any && !is_stuck(&g);
}

bool hang_goes_on(hang *h, state_key key)
{
    start(h, key);
    if (visited_has(&h->ends, h->met.keys.at[0]))
        return false;
    for (u32 i = 0; i < h->all.n; i++)
        if (giving_up(h, i, SHARE_BESIDE) || !go_on(h, i)) {
            put_way(h, &h->ends, i);
            return false;
        }
    return true;
}
