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
 * this is no hang, nor is any state on the way there; these are kept, so that all questions
 * together cost no more than the states that they pass.
 *   - A step that does nothing but take and give back locks changes what others see, but not what
 * they will do for good.  A thread that polls under a mutex is such a one.  If its loop has an
 * exit, the moves of all threads are followed together; a loop without one that takes locks is a
 * service.
 *   - Time does not pass in the machine.  Who asks for the time in its loop may yet leave it.
 *   - Where no new state is left, the thread is blocked, or turns: the first moves lead round, and
 * the jumps on the way, those of the outermost frame, tell the loop (spin.c). A loop without an
 * exit parks its thread.  Parked threads alone are an end.
 *
 * The questions are asked of a second machine over the same tables, which notes every access and
 * every jump. */
#include "base/mutant.h"
#include "program/loops.h"
#include "store/numbered.h"
#include "store/visited.h"
#include "vm/machine.h"

#include <string.h>

#define MOST_STATES (1u << 20) /* of one thread alone */
#define MOST_SHARED (1u << 15) /* of all threads together */
#define MOST_BESIDE (1u << 17) /* of those beside a circle */
#define MOST_TOLD   3u         /* places that a report names */

/* A state, and the steps that lead to it and from it. */
typedef struct stop {
    state_key key;
    u32 from; /* the state before it */
    u32 next; /* after the first move */
    u8 kind;  /* of that move */
} stop;
enum { NO_STOP = UINT32_MAX };

/* What a thread does for ever. */
typedef struct fate {
    bool turns; /* else it is blocked */
    bool exits; /* from a loop that has an exit */
    bool locks; /* takes locks on the way */
    u32 at;     /* the state where it is blocked, or where its loop begins */
    spin_trail trail;
    failure place; /* where that is */
    text told;
} fate;

typedef struct hang {
    machine *m;    /* that is asked */
    visited alive; /* states that are no hangs */
    visited ends;  /* states with a circle from which the run may end */
    numbered met;  /* in the present question */
    VEC(stop) all; /* by number */
    move_list moves;
    taken taken;
    state_key key;   /* the state of `fates`; 0: none */
    VEC(fate) fates; /* by slot, of the last hang */
} hang;

/* ---- steps ---- */

/* Takes a step from a state; where it leads to. */
static trace_left take(hang *h, state_key from, const move *mv, u32 choice, state_key *to)
{
    machine *m = h->m;
    bool alone = m->live_threads == 1;

    m->told_time = false;
    sys_step(&m->head, mv->thread, (move_kind)mv->kind, choice, &h->taken);
    if (h->taken.outcome != OUT_RAN || m->done || m->told_time)
        return LEFT_CHANGE;
    *to = state_save(m);
    if (left_to_itself(m, from, *to, mv->thread))
        return LEFT_NOTHING;
    if (alone && m->live_threads == 1)
        return LEFT_NOTHING;
    return left_by_events(&h->taken);
}

static void goto_state(hang *h, state_key key)
{
    h->m->outcome = OUT_RAN;
    h->m->failed = false;
    state_restore(h->m, key);
}

/* ---- following ---- */

static bool strong(const move *m)
{
    return (m->flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED;
}

static void start(hang *h, state_key key)
{
    numbered_free(&h->met);
    h->met = (numbered){0};
    vec_clear(&h->all);
    numbered_put(&h->met, key);
    vec_push(&h->all, (stop){.key = key, .from = NO_STOP, .next = NO_STOP});
}

/* The state of that number, and those before it, are no hangs. */
static void revive(hang *h, u32 number)
{
    for (; number != NO_STOP; number = h->all.at[number].from)
        visited_put(&h->alive, h->all.at[number].key);
}

static u32 arrive(hang *h, state_key key, u32 from)
{
    u32 number = numbered_put(&h->met, key);

    if (number == h->all.n)
        vec_push(&h->all, (stop){.key = key, .from = from, .next = NO_STOP});
    return number;
}

/* A thread that is known to repeat itself takes no steps else. */
static void turn_once_more(hang *h, u16 slot)
{
    h->m->threads.at[slot].diverged = false;
}

/* Takes a move from a state, which becomes its first if it has none; false: something can change.
 */
static bool follow(hang *h, u32 at, const move *mv, u32 choice, fate *f)
{
    state_key key = h->all.at[at].key, to = key;
    trace_left left = LEFT_NOTHING;
    u32 next;

    goto_state(h, key);
    if (mv->flags & MOVE_ENDLESS) { /* it is known to lead back; what it asks is not */
        turn_once_more(h, mv->thread);
        take(h, key, mv, choice, &to);
        left = h->m->told_time ? LEFT_CHANGE : LEFT_NOTHING;
        to = key;
    } else {
        left = take(h, key, mv, choice, &to);
    }
    if (left == LEFT_CHANGE)
        return false;
    f->locks |= left == LEFT_LOCKS;
    next = arrive(h, to, at);
    if (h->all.at[at].next == NO_STOP) {
        h->all.at[at].next = next;
        h->all.at[at].kind = mv->kind;
    }
    return true;
}

/* The moves of one thread, or of all, from a state. */
static bool expand(hang *h, u32 at, u16 slot, fate *f)
{
    goto_state(h, h->all.at[at].key);
    if (slot == NO_THREAD)
        vm_moves(&h->m->head, &h->moves);
    else
        pending_moves(h->m, slot, &h->moves);
    for (u32 i = 0; i < h->moves.n; i++) {
        move mv = h->moves.at[i];

        for (u32 c = 0; strong(&mv) && c < mv.choices; c++)
            if (!follow(h, at, &mv, c, f))
                return false;
    }
    return true;
}

/* All that a thread, or all threads, can do from a state. */
static bool inert(hang *h, state_key key, u16 slot, u32 most, fate *f)
{
    start(h, key);
    for (u32 i = 0; i < h->all.n; i++)
        if (i >= most || !expand(h, i, slot, f)) {
            revive(h, i);
            return false;
        }
    return true;
}

/* ---- what it does for ever ---- */

/* The first state on the way of first moves that is met twice, or the last one. */
static u32 way_end(hang *h)
{
    u32 at = 0;
    u8 *met = mem_alloc(h->all.n);

    while (!met[at] && h->all.at[at].next != NO_STOP) {
        met[at] = 1;
        at = h->all.at[at].next;
    }
    mem_free(met);
    return at;
}

static void tell_once(text *told, u32 *count, const text *what)
{
    if (!what->n || *count >= MOST_TOLD || (told->n && strstr(text_str(told), text_str(what))))
        return;
    text_addf(told, "%s%s", *count ? ", " : "", text_str(what));
    ++*count;
}

/* "flag[1] is 1", or the call that finds something taken. */
static void tell_event(hang *h, const event *e, fate *f, u32 *count)
{
    shown v = {0};
    text what = {0};

    shown_clear(&v);
    vm_show(&h->m->head, e, &v);
    if ((e->kind == EV_READ || e->kind == EV_UPDATE) && e->flags & EVF_VALUE &&
        !(e->flags & EVF_RUNTIME) && v.where.n)
        text_addf(&what, "%s is %s", text_str(&v.where), text_str(&v.value));
    else if (e->kind != EV_NONE && e->kind != EV_OUTPUT && v.call.n)
        text_add(&what, text_str(&v.call));
    tell_once(&f->told, count, &what);
    text_free(&what);
    shown_free(&v);
}

/* Goes round once, along the first moves. */
static void go_round(hang *h, u16 slot, fate *f)
{
    u32 at = f->at, count = 0;

    f->trail = (spin_trail){0};
    h->m->trail = &f->trail;
    do {
        state_key to;
        move mv = {.thread = slot, .kind = h->all.at[at].kind};

        goto_state(h, h->all.at[at].key);
        turn_once_more(h, slot);
        take(h, h->all.at[at].key, &mv, 0, &to);
        for (u32 i = 0; i < h->taken.events.n; i++)
            tell_event(h, &h->taken.events.at[i], f, &count);
        at = h->all.at[at].next;
    } while (at != f->at);
    h->m->trail = NULL;
}

static bool loop_exits(const machine *m, const spin_trail *trail)
{
    func *fn = m->prog->funcs.at[trail->func];

    return !trail->depth || fn->runtime || MUTANT(HANG_PARKED) || loops_exits(fn, trail->loop);
}

static void tell_turning(fate *f)
{
    text what = {0};

    text_add(&what, f->exits ? "spins" : "turns in a loop without an exit");
    if (f->place.line)
        text_addf(&what, " at %s:%u", f->place.file, f->place.line);
    if (f->told.n)
        text_addf(&what, " while %s", text_str(&f->told));
    text_free(&f->told);
    f->told = what;
}

/* The thread's steps were all followed. */
static void judge(hang *h, u16 slot, fate *f)
{
    f->at = way_end(h);
    f->turns = h->all.at[f->at].next != NO_STOP;
    goto_state(h, h->all.at[f->at].key);
    vm_place(h->m, &f->place, slot);
    if (f->turns) {
        go_round(h, slot, f);
        f->exits = loop_exits(h->m, &f->trail);
        if (f->trail.line.line) {
            f->place.file = h->m->prog->files.at[f->trail.line.file];
            f->place.line = f->trail.line.line;
        }
        tell_turning(f);
    } else {
        vm_waits_for(&h->m->head, slot, &f->told);
    }
}

/* ---- circles ---- */

/* Takes the moves of a state; false: one ends the run, or there is none, which is a deadlock. */
static bool goes_on(hang *h, u32 at)
{
    state_key key = h->all.at[at].key;
    bool any = false;

    goto_state(h, key);
    vm_moves(&h->m->head, &h->moves);
    for (u32 i = 0; i < h->moves.n; i++) {
        move mv = h->moves.at[i];

        for (u32 c = 0; strong(&mv) && c < mv.choices; c++) {
            any = true;
            goto_state(h, key);
            sys_step(&h->m->head, mv.thread, (move_kind)mv.kind, c, &h->taken);
            if (h->taken.outcome != OUT_RAN || h->m->done)
                return false;
            arrive(h, state_save(h->m), at);
        }
    }
    return any;
}

/* Do the others go on for ever beside a circle, whatever they do? */
static bool others_go_on(hang *h, state_key key)
{
    if (visited_has(&h->ends, key))
        return false;
    start(h, key);
    for (u32 i = 0; i < h->all.n; i++)
        if (i >= MOST_BESIDE || !goes_on(h, i)) {
            for (u32 k = i; k != NO_STOP; k = h->all.at[k].from)
                visited_put(&h->ends, h->all.at[k].key);
            return false;
        }
    return true;
}

/* ---- the question ---- */

static void clear_fates(hang *h)
{
    for (u32 k = 0; k < h->fates.n; k++)
        text_free(&h->fates.at[k].told);
    vec_clear(&h->fates);
    h->key = 0;
}

static bool lives(const machine *m, u32 slot)
{
    thread_state st = m->threads.at[slot].state;

    return st != TS_FREE && st != TS_OVER;
}

/* Takes and gives back locks for ever, in a loop that it does not mean to leave. */
static bool serves(const fate *f)
{
    return f->turns && f->locks && !f->exits;
}

/* Each thread alone; false: something can change. */
static bool follow_each(hang *h, state_key key)
{
    u32 n;

    clear_fates(h);
    goto_state(h, key);
    n = h->m->threads.n;
    for (u32 k = 0; k < n; k++) {
        fate f = {0};

        vec_push(&h->fates, f);
        goto_state(h, key);
        if (!lives(h->m, k))
            continue;
        if (!inert(h, key, (u16)k, MOST_STATES, &vec_last(&h->fates)))
            return false;
        judge(h, (u16)k, &vec_last(&h->fates));
        if (serves(&vec_last(&h->fates)))
            return false;
    }
    return true;
}

/* Does one of them turn, and one wait? */
static bool waits(const hang *h, bool *locks)
{
    bool turns = false, waits = false;

    *locks = false;
    for (u32 k = 0; k < h->fates.n; k++) {
        const fate *f = &h->fates.at[k];

        if (!lives(h->m, k))
            continue;
        turns |= f->turns;
        waits |= !f->turns || f->exits;
        *locks |= f->locks;
    }
    return turns && waits;
}

static bool decide(hang *h, state_key key)
{
    fate all = {0};
    bool locks;

    if (!follow_each(h, key))
        return false;
    goto_state(h, key);
    return waits(h, &locks) && (!locks || inert(h, key, NO_THREAD, MOST_SHARED, &all));
}

/* Whom the failure is of: the first that spins, else the first that is blocked. */
static u16 culprit(const hang *h)
{
    u16 first = NO_THREAD;

    for (u32 k = h->fates.n; k-- > 0;)
        if (lives(h->m, k) && !h->fates.at[k].turns)
            first = (u16)k;
    for (u32 k = h->fates.n; k-- > 0;)
        if (lives(h->m, k) && h->fates.at[k].exits)
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
        o.events_all = o.output = o.every_access = false; /* private memory is nobody else's */
        m->hang = mem_alloc(sizeof *m->hang);
        m->hang->m = vm_sibling(m, &o);
    }
    return m->hang;
}

/* Nothing can change, and somebody waits. */
static bool whole(machine *m, failure *out)
{
    hang *h;
    state_key key;

    if (left_soon(m))
        return false;
    h = asked(m);
    key = state_save(m);
    if (visited_has(&h->alive, key))
        return false;
    if (!decide(h, key)) {
        visited_put(&h->alive, key);
        return false;
    }
    goto_state(h, key);
    h->key = key;
    explain(h, out);
    return true;
}

/* Some wait for each other, and the others go on. */
static bool partial(machine *m, failure *out)
{
    u16 who = circle_find(m);

    if (who == NO_THREAD || !others_go_on(asked(m), state_save(m)))
        return false;
    *out = (failure){.kind = ERR_PARTIAL,
                     .message = "partial deadlock: threads wait for each other, and no end can be "
                                "reached"};
    vm_place(m, out, who);
    return true;
}

bool vm_hang(sys *s, failure *out)
{
    machine *m = (machine *)s;

    if (m->done || m->failed || m->outcome != OUT_RAN || m->atomic_owner)
        return false;
    return whole(m, out) || partial(m, out);
}

void hang_tell(const machine *m, u16 slot, text *out)
{
    const hang *h = m->hang;

    if (h && h->key && h->key == m->current && slot < h->fates.n)
        text_add(out, text_str(&h->fates.at[slot].told));
}

u64 hang_bytes(const machine *m)
{
    return m->hang ? visited_bytes(&m->hang->alive) + numbered_bytes(&m->hang->met) : 0;
}

void hang_close(machine *m)
{
    hang *h = m->hang;

    if (!h)
        return;
    clear_fates(h);
    sys_close(&h->m->head);
    visited_free(&h->alive);
    visited_free(&h->ends);
    numbered_free(&h->met);
    vec_free(&h->all);
    vec_free(&h->moves);
    taken_free(&h->taken);
    vec_free(&h->fates);
    mem_free(h);
}
