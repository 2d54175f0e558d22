/* Hangs: states that are no end, from which no run can change what other threads see, and in which
 * a thread waits, blocked in an operation or turning in a loop that has an exit.
 *
 * Such a set of states is closed: whatever is done in it leads to a state of it.  So it is enough
 * for a search to ask here wherever an expansion found no new state: of the states of such a set
 * that a search meets, the one met last has no new successor.  Reductions lose none.  They lead,
 * for each run, to the end of a longer one up to the order of independent steps, and a run that has
 * come into the set stays there.  What is decided here is decided on all moves of the machine, none
 * left out.
 *
 * While nobody changes what others see, nobody can tell what others do: each thread goes through
 * the same states as if it were alone.  So each is followed alone, with all its choices and
 * time-outs, but without spurious wake-ups, which do not keep a state from being a deadlock either:
 *   - A step that changes what others see, creates or ends a thread, or the process, or is cut:
 * this is no hang, nor is any state on the way there, nor one that leads there; these are kept, so
 * that all questions together cost no more than the states that they pass.
 *   - A step that does nothing but take and give back locks changes what others see, but not what
 * they will do for good.  A thread that polls under a mutex is such a one.  Where there are any the
 * moves of all threads are followed together, and each thread alone from all states that they come
 * to: what one does alone depends on who holds a lock there, and the answer may not, since of a
 * closed set a search asks in one state.  A loop without an exit that takes locks is a service, and
 * what leads to a state where a thread serves is no hang.
 *   - A step that an assumption cuts leads nowhere: no run takes it.  Where that is all that a
 * thread can do, no run goes on, and this is no hang.
 *   - Time does not pass in the machine.  Who asks for the time in its loop may yet leave it.
 *   - Where no new state is left, the thread is blocked, or turns (hang_fate.c).  A loop without an
 * exit parks its thread.  Parked threads alone are an end.
 *
 * The questions are asked of a second machine over the same tables, which notes every access and
 * every jump. */
#include "vm/hang.h"
#include "base/mutant.h"

#include <string.h>

static void clear_fates(hang *h)
{
    for (u32 k = 0; k < h->fates.n; k++)
        text_free(&h->fates.at[k].told);
    vec_clear(&h->fates);
    h->key = 0;
}

/* A source of interrupts waits for nobody: it may come again, or not.  The lock that it takes is
 * the mask, which is nobody's work.  Its handler is code like any other. */
static bool is_source(const machine *m, u32 slot)
{
    return m->atomic_owner != slot + 1 && hang_source(m, slot);
}

/* Takes and gives back locks for ever, in a loop that it does not mean to leave. */
static bool serves(const hang *h, u32 slot, const fate *f)
{
    return f->turns && f->locks && !f->exits && !f->comes && !is_source(h->m, slot);
}

/* One thread alone; false: something may change. */
static bool follow_one(hang *h, state_key key, u16 slot, fate *f)
{
    if (!hang_inert(h, key, slot, f))
        return false;
    hang_judge(h, slot, f);
    hang_keep(h, key, slot, f);
    return true;
}

/* Each thread alone; false: something may change, or one serves. */
static bool follow_each(hang *h, state_key key)
{
    u32 n;

    clear_fates(h);
    hang_goto(h, key);
    n = h->m->threads.n;
    for (u32 k = 0; k < n; k++) {
        fate *f;

        vec_push(&h->fates, (fate){0});
        f = &vec_last(&h->fates);
        hang_goto(h, key);
        if (!hang_lives(h->m, k) || hang_known(h, key, (u16)k, f))
            continue;
        if (!follow_one(h, key, (u16)k, f))
            return false;
        hang_goto(h, key);
        if (serves(h, k, f))
            return false;
    }
    return true;
}

/* What was known of fates is not what a report tells. */
static void tell_known(hang *h, state_key key)
{
    for (u32 k = 0; k < h->fates.n; k++)
        if (h->fates.at[k].known) {
            h->fates.at[k] = (fate){0};
            if (!follow_one(h, key, (u16)k, &h->fates.at[k]))
                die("a thread that turned for ever does not any more");
        }
}

/* Does one of them turn, and one wait? */
static bool waits(const hang *h)
{
    bool turns = false, waits = false;

    for (u32 k = 0; k < h->fates.n; k++) {
        const fate *f = &h->fates.at[k];

        if (!hang_lives(h->m, k))
            continue;
        turns |= f->turns;
        waits |= (!f->turns || f->exits) && !is_source(h->m, k);
    }
    return turns && waits;
}

static bool takes_locks(const hang *h)
{
    for (u32 k = 0; k < h->fates.n; k++)
        if (h->fates.at[k].locks)
            return true;
    return false;
}

/* Has the thread no move in any of the states that all threads together come to? */
static bool blocked_for_good(hang *h, u16 slot)
{
    for (u32 i = 0; i < h->all.n; i++) {
        hang_goto(h, h->all.at[i].key);
        pending_moves(h->m, slot, &h->moves);
        for (u32 k = 0; k < h->moves.n; k++)
            if (hang_strong(&h->moves.at[k]))
                return false;
    }
    return true;
}

/* Whoever waits for a lock that is given back does not wait for good: a source of interrupts holds
 * the mask for a while. */
static bool one_is_blocked(hang *h, state_key key)
{
    for (u32 k = 0; k < h->fates.n; k++) {
        hang_goto(h, key);
        if (hang_lives(h->m, k) && !is_source(h->m, k) && blocked_for_good(h, (u16)k))
            return true;
    }
    return false;
}

static bool one_exits(hang *h)
{
    for (u32 k = 0; k < h->fates.n; k++)
        if (hang_lives(h->m, k) && !is_source(h->m, k) && h->fates.at[k].exits)
            return true;
    return false;
}

static bool one_turns(hang *h)
{
    for (u32 k = 0; k < h->fates.n; k++)
        if (hang_lives(h->m, k) && h->fates.at[k].turns)
            return true;
    return false;
}

/* All states that threads come to together, where some take locks.  Where nobody turns they come to
 * a deadlock, which is an error of its own. */
static bool decide_together(hang *h, state_key key)
{
    fate all = {0};
    hang_stops states = {0};
    bool waits, turns = false, serves = false;

    if (!hang_inert(h, key, NO_THREAD, &all))
        return false;
    waits = one_is_blocked(h, key);
    for (u32 i = 0; i < h->all.n; i++)
        vec_push(&states, h->all.at[i]);
    for (u32 i = 0; i < states.n && !serves && !MUTANT(HANG_STATE); i++) {
        serves = !follow_each(h, states.at[i].key);
        hang_goto(h, states.at[i].key);
        waits |= one_exits(h);
        turns |= one_turns(h);
        for (u32 k = i; serves && k != NO_STOP; k = states.at[k].from)
            hang_changes(h, states.at[k].key);
    }
    vec_free(&states);
    if (serves || !follow_each(h, key))
        return false;
    hang_goto(h, key);
    return (turns || one_turns(h)) && (waits || one_exits(h));
}

static bool decide(hang *h, state_key key)
{
    if (!follow_each(h, key))
        return false;
    hang_goto(h, key);
    return takes_locks(h) ? decide_together(h, key) : waits(h);
}

/* Whom the failure is of: the first that spins, else the first that is blocked. */
static u16 culprit(const hang *h)
{
    u16 first = NO_THREAD;

    for (u32 k = h->fates.n; k-- > 0;)
        if (hang_lives(h->m, k) && !is_source(h->m, k) && !h->fates.at[k].turns)
            first = (u16)k;
    for (u32 k = h->fates.n; k-- > 0;)
        if (hang_lives(h->m, k) && !is_source(h->m, k) && h->fates.at[k].exits)
            first = (u16)k;
    return first;
}

static void explain(const hang *h, failure *out)
{
    *out = h->fates.at[culprit(h)].place;
    out->kind = ERR_HANG;
    out->message = "hang: nothing can change any more, and a thread waits for ever";
}

/* The machine that is asked. */
static hang *asked(machine *m)
{
    if (!m->hang) {
        vm_options o = m->opt;

        o.mode = o.lasting ? VM_BIRTH : VM_CANONICAL;
        o.grain = GRAIN_OPERATION;
        o.footprint = o.progress = true;
        o.plain_heap = o.plain_heap && MUTANT(HANG_NUMBERS);
        o.events_all = o.output = o.every_access = false; /* private memory is nobody else's */
        m->hang = mem_alloc(sizeof *m->hang);
        m->hang->m = vm_sibling(m, &o);
        m->hang->most = o.hang_states ? o.hang_states : VM_HANG_STATES;
    }
    return m->hang;
}

/* By which names reports know the threads. */
static void take_births(hang *h, const machine *m)
{
    vec_clear(&h->births);
    for (u32 k = 0; k < m->threads.n && m->opt.mode == VM_BIRTH && !m->opt.lasting; k++)
        vec_push(&h->births, m->threads.at[k].birth);
}

/* The state as the machine that is asked has it: a step that changes nothing leads back there only
 * if objects have the same numbers. */
static state_key renumbered(hang *h, const machine *m, state_key key)
{
    if (m->opt.mode == h->m->opt.mode && m->opt.plain_heap == h->m->opt.plain_heap)
        return key;
    hang_goto(h, key);
    h->m->canon.reshaped = true;
    state_moves(h->m);
    return state_save(h->m);
}

/* Is the state of that name a hang? */
static bool hangs_at(hang *h, state_key key, u64 name)
{
    if (visited_has(&h->changing, name) || visited_has(&h->asked, name))
        return false;
    if (decide(h, key))
        return true;
    visited_put(&h->asked, name);
    return false;
}

/* Nothing can change, and somebody waits. */
static bool whole(machine *m, failure *out)
{
    state_key key = state_save(m);
    hang *h = asked(m);
    state_key from = renumbered(h, m, key);
    u64 name = from == key ? hang_name(h, m, key) : from;

    take_births(h, m);
    if (!hangs_at(h, from, name))
        return false;
    tell_known(h, from);
    hang_goto(h, key);
    h->key = key;
    explain(h, out);
    return true;
}

/* A section is followed to its end, unless it has none.  A thread that is alone may rest nowhere
 * else, at choices: there is nobody whom the section keeps out. */
static bool in_section(const machine *m)
{
    bool alone = m->live_threads == 1 && !MUTANT(HANG_CHOICE);

    return m->atomic_owner && !alone &&
           (!m->threads.at[m->atomic_owner - 1].diverged || MUTANT(HANG_SECTION));
}

typedef VEC(state_key) key_list;

/* The moves of a state inside a section, to the list of states; false: one ends the run, or there
 * is none, which is for others to judge. */
static bool leave_section(hang *h, state_key key, key_list *out)
{
    bool moves = false;

    hang_goto(h, key);
    vm_moves(&h->m->head, &h->moves);
    for (u32 i = 0; i < h->moves.n; i++) {
        move mv = h->moves.at[i];

        for (u32 c = 0; hang_strong(&mv) && c < mv.choices; c++) {
            state_key to;

            moves = true;
            hang_goto(h, key);
            h->m->step.told_time = false;
            sys_step(&h->m->head, mv.thread, (move_kind)mv.kind, c, &h->taken);
            if (h->taken.outcome != OUT_RAN || h->m->done || h->m->step.told_time)
                return false;
            to = state_save(h->m);
            for (u32 k = 0; k < out->n && to; k++)
                if (out->at[k] == to)
                    to = 0;
            if (to)
                vec_push(out, to);
        }
    }
    return moves;
}

/* A thread rests inside a section, where it keeps all others out.  Of a set of states that nothing
 * leaves it may be the last that a search meets: it is a hang if all that the section leads to is.
 */
static bool section_hangs(machine *m, failure *out)
{
    enum { FEW = 256 };
    state_key key = state_save(m);
    hang *h = asked(m);
    state_key from = renumbered(h, m, key), last = 0;
    key_list all = {0};
    bool hangs = true;

    take_births(h, m);
    vec_push(&all, from);
    for (u32 i = 0; i < all.n && hangs; i++) {
        state_key at = all.at[i];

        hang_goto(h, at);
        if (all.n > FEW) {
            h->gave_up = true;
            hangs = false;
        } else if (in_section(h->m)) {
            hangs = leave_section(h, at, &all);
        } else {
            hangs = hangs_at(h, at, hang_name(h, h->m, at));
            last = at;
        }
    }
    vec_free(&all);
    if (!hangs || (!last && MUTANT(HANG_STAYS)))
        return false;
    if (last) {
        tell_known(h, last);
        hang_goto(h, last);
        h->key = key;
        explain(h, out);
    } else {
        *out = (failure){.kind = ERR_HANG,
                         .message = "hang: a thread never leaves its atomic section, which keeps "
                                    "all others out"};
    }
    vm_place(m, out, (u16)(m->atomic_owner - 1)); /* whichever way out was followed last */
    return true;
}

/* Some wait for each other, and the others go on. */
static bool partial(machine *m, failure *out)
{
    u16 who = m->opt.rules.allow_partial ? NO_THREAD : circle_find(m);

    if (who == NO_THREAD || !hang_goes_on(asked(m), state_save(m)))
        return false;
    *out = (failure){.kind = ERR_PARTIAL,
                     .message = "partial deadlock: threads wait for each other, and no end can be "
                                "reached"};
    vm_place(m, out, who);
    return true;
}

hang_answer vm_hang(sys *s, failure *out)
{
    machine *m = vm_of(s);

    if (m->done || m->fault.failed || m->fault.outcome != OUT_RAN)
        return HANG_NONE;
    if (m->hang)
        m->hang->gave_up = false;
    if (in_section(m)) {
        if (!MUTANT(HANG_SECTION) && !MUTANT(HANG_INSIDE) && section_hangs(m, out))
            return HANG_FOUND;
    } else if ((!left_soon(m) && whole(m, out)) || partial(m, out))
        return HANG_FOUND;
    return m->hang && m->hang->gave_up ? HANG_UNSURE : HANG_NONE;
}

void hang_tell(const machine *m, u16 slot, text *out)
{
    const hang *h = m->hang;

    if (h && h->key && h->key == m->saved.current && slot < h->fates.n)
        text_add(out, text_str(&h->fates.at[slot].told));
}

u64 hang_bytes(const machine *m)
{
    return m->hang ? visited_bytes(&m->hang->changing) + visited_bytes(&m->hang->asked) +
                         map_bytes(&m->hang->met)
                   : 0;
}

void hang_close(machine *m)
{
    hang *h = m->hang;

    if (!h)
        return;
    clear_fates(h);
    sys_close(&h->m->head);
    visited_free(&h->changing);
    visited_free(&h->asked);
    visited_free(&h->ends);
    map_free(&h->met);
    vec_free(&h->all);
    vec_free(&h->turns);
    vec_free(&h->moves);
    taken_free(&h->taken);
    vec_free(&h->words);
    vec_free(&h->after);
    vec_free(&h->fates);
    vec_free(&h->births);
    map_free(&h->alone);
    vec_free(&h->then);
    mem_free(h);
}
