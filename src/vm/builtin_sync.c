/* The synchronisation builtins: guards, operations, waiting and waking.  Waiters live in the
 * threads; lock words live in the program's own bytes. */
#include "base/mutant.h"
#include "vm/builtin.h"

#include <errno.h>
#include <string.h>

bool builtin_release_atomic(machine *m)
{
    if (m->atomic_owner != m->running + 1)
        return true;
    if (m->atomic_depth & INTERRUPT_SECTION && !MUTANT(INTERRUPT_WAITS)) {
        vm_error(m, ERR_DEADLOCK,
                 "an interrupt handler waits, and nobody else runs until it returns");
        return false;
    }
    if (!m->step.note_atomic)
        note("an atomic section blocks and lets other threads run");
    m->step.note_atomic = true;
    m->atomic_owner = 0;
    m->atomic_depth = 0;
    return true;
}

static bool lock_word(const machine *m, u64 p, u32 *word)
{
    const object *o;

    if (!POINTER_IS(p))
        return false;
    o = &m->objects.at[POINTER_OBJECT(p)];
    if (o->flags & (OF_DEAD | OF_NODATA) || (u64)POINTER_OFFSET(p) + 4 > o->size)
        return false;
    *word = (u32)mem_peek(m, o, POINTER_OFFSET(p), 4);
    return true;
}

static u64 guard_of(const machine *m, const thread *t, u16 slot, const u64 *args)
{
    u32 guard = (u32)args[3], value = (u32)args[4];

    if (guard & GUARD_OWN)
        value |= m->opt.symmetry ? t->kin.number : slot + 1u;
    return event_guard(guard, value);
}

/* Whether `await` with these arguments may go on.  A bad address may: it then fails. */
bool guard_holds(const machine *m, const thread *t, u16 slot, const u64 *args)
{
    u32 word, guard = (u32)args[3];

    if (guard & GUARD_CANCEL && t->cancelled && !t->cancel_masked)
        return true;
    if (!lock_word(m, args[1], &word))
        return true;
    return event_guard_holds(guard_of(m, t, slot, args), word);
}

void guard_note(const machine *m, const thread *t, u16 slot, const u64 *args, bool waits, event *e)
{
    u32 word;

    if (lock_word(m, args[1], &word)) {
        e->flags |= EVF_WORD;
        e->old = word;
    }
    if (waits) {
        e->flags |= EVF_GUARD;
        e->value = guard_of(m, t, slot, args);
    }
}

/* An invariant may read what the operation changes. */
static bool watched_at(const machine *m, u64 p)
{
    return m->query.watch && POINTER_IS(p) && !m->step.quiet && !m->atomic_owner &&
           query_watches(m, &m->objects.at[POINTER_OBJECT(p)]);
}

static bool private_here(const machine *m, u64 p)
{
    return POINTER_IS(p) && !(m->objects.at[POINTER_OBJECT(p)].flags & OF_SHARED) &&
           !m->opt.every_access;
}

/* Nobody else sees what a thread of its own waits for, but others may cancel the thread. */
static bool may_be_cancelled(const builtin_call *c)
{
    return (u32)c->args[3] & GUARD_CANCEL && c->m->uses.cancels && !c->t->cancel_masked &&
           !MUTANT(CANCEL_PRIVATE);
}

static bool releases(const builtin_call *c)
{
    return c->args[0] == EV_WAIT && !MUTANT(WAIT_PRIVATE);
}

/* Can others tell that the operation on args[1] is one?  builtins.def has the rule and its
 * exceptions. */
static bool is_seen(const builtin_call *c, const char *flags)
{
    const machine *m = c->m;

    if (!private_here(m, c->args[1]) || !strchr(flags, 'H'))
        return true;
    return (strchr(flags, 'X') && may_be_cancelled(c)) ||
           (strchr(flags, 'S') && (thread_starts(m) || m->uses.polls)) ||
           (strchr(flags, 'W') && releases(c));
}

ran builtin_await(builtin_call *c)
{
    machine *m = c->m;
    bool holds = guard_holds(m, c->t, m->running, c->args);
    bool timeout = m->step.how == MOVE_TIMEOUT && m->step.allow;

    if (!holds && !timeout) {
        if (m->atomic_owner == m->running + 1 && m->opt.footprint) /* else it would go on */
            vm_event(m, EV_READ, EVF_RUNTIME, c->args[1], (u32)c->args[2]);
        if (m->step.quiet)
            die("a runtime operation blocks inside another");
        return builtin_release_atomic(m) ? RAN_REST : RAN_STOP;
    }
    if ((m->step.allow || is_seen(c, builtin_flags[BI_await])) &&
        builtin_rests(c, watched_at(m, c->args[1])))
        return RAN_REST;
    bool cancelled = (u32)c->args[3] & GUARD_CANCEL && c->t->cancelled && !c->t->cancel_masked;

    if (!mem_check(m, c->args[1], (u32)c->args[2], 4, true, "operation"))
        return RAN_STOP;
    if (race_asked(m) && !race_operates(m, (event_kind)c->args[0], c->args[1], (u32)c->args[2]))
        return RAN_STOP;
    guard_note(m, c->t, m->running, c->args, true,
               vm_event(m, (event_kind)c->args[0], EVF_VISIBLE | EVF_RUNTIME, c->args[1],
                        (u32)c->args[2]));
    m->step.how = MOVE_RUN;
    m->step.quiet = true;
    if (timeout && m->near)
        race_beyond(m, "a time-out");
    return builtin_result(c, timeout ? ETIMEDOUT : cancelled ? ECANCELED : 0);
}

ran builtin_visible(builtin_call *c)
{
    if ((c->m->step.allow || is_seen(c, builtin_flags[BI_visible])) &&
        builtin_rests(c, watched_at(c->m, c->args[1])))
        return RAN_REST;
    if ((c->args[1] || c->args[2]) &&
        !mem_check(c->m, c->args[1], (u32)c->args[2], 1, true, "operation"))
        return RAN_STOP;
    if (race_asked(c->m) &&
        !race_operates(c->m, (event_kind)c->args[0], c->args[1], (u32)c->args[2]))
        return RAN_STOP;
    if (c->m->near)
        race_near_begins(c->m, (event_kind)c->args[0]);
    guard_note(c->m, c->t, c->m->running, c->args, false,
               vm_event(c->m, (event_kind)c->args[0], EVF_VISIBLE | EVF_RUNTIME, c->args[1],
                        (u32)c->args[2]));
    c->m->step.quiet = true;
    return builtin_result(c, 0);
}

ran builtin_op_end(builtin_call *c)
{
    if (c->m->near)
        race_near_ends(c->m);
    c->m->step.quiet = false;
    return builtin_result(c, 0);
}

/* Where threads run alone nobody is seen to wait: the graph knows who does. */
u32 waiters_at(const machine *m, u64 address)
{
    u32 n = 0;

    for (u32 k = 0; k < m->threads.n && !m->opt.alone; k++) {
        const thread *t = &m->threads.at[k];

        n += t->state == TS_WAITING && !t->woken && t->wait_at == address;
    }
    return n;
}

/* Returns who was woken, as bits; of slots from the last bit on one for all. */
static u64 wake(machine *m, u64 address, u32 index, bool all)
{
    u64 who = 0;

    for (u32 k = 0; k < m->threads.n && !m->opt.alone; k++) {
        thread *t = &m->threads.at[k];

        if (t->state != TS_WAITING || t->woken || t->wait_at != address)
            continue;
        if (!all && index--)
            continue;
        t->woken = true;
        t->leaf = 0;
        who |= (u64)1 << (k < WOKEN_LAST ? k : WOKEN_LAST);
        if (!all)
            break;
    }
    return who;
}

/* POSIX lets a wait that was signalled be cancelled as long as the thread has not left it.  It must
 * not use up the signal then if others wait there. */
bool wait_undecided(const machine *m, const thread *t)
{
    return t->wait_at && t->woken && !t->strong && t->cancellable && m->uses.cancels &&
           !MUTANT(WAIT_CANCELLED);
}

/* It goes on as one that was woken; or is cancelled, and one of the others has the signal. */
u32 wait_ways(const machine *m, const thread *t)
{
    u32 others;

    if (!wait_undecided(m, t) || !thread_called_off(t))
        return 1;
    others = waiters_at(m, t->wait_at);
    return 1 + (others ? others : 1);
}

static void pass_on(machine *m, u64 address, u32 index)
{
    event *e;

    if (!waiters_at(m, address) || MUTANT(WAIT_PASSES))
        return;
    e = vm_event(m, EV_SIGNAL, EVF_VISIBLE | EVF_RUNTIME | EVF_OPAQUE, address, 1);
    e->value = 1;
    e->old = wake(m, address, index, false);
}

/* Whoever was woken may find that what it slept at is gone; who leaves by itself looks at it. */
static bool slept_at_nothing(machine *m, const thread *t, u32 reason)
{
    bool dead = POINTER_IS(t->wait_at) && m->objects.at[POINTER_OBJECT(t->wait_at)].flags & OF_DEAD;

    return dead && !t->woken && reason != WAIT_WOKEN && reason != WAIT_SERIAL &&
           !MUTANT(WAIT_GONE) && !mem_check(m, t->wait_at, 1, 1, false, "use");
}

ran builtin_wait(builtin_call *c)
{
    machine *m = c->m;
    thread *t = c->t;

    if (t->state != TS_WAITING && !t->wait_at) {
        if (!builtin_release_atomic(m))
            return RAN_STOP;
        vm_event(m, EV_WAIT, EVF_RUNTIME, c->args[0], 1);
        t->state = TS_WAITING;
        t->wait_at = c->args[0];
        t->timed = c->args[1] & WAIT_TIMED;
        t->cancellable = !(c->args[1] & WAIT_NO_CANCEL);
        t->strong = c->args[1] & WAIT_STRONG;
        t->woken = false;
        m->step.quiet = false;
        return RAN_REST;
    }
    bool passes = wait_ways(m, t) > 1 && m->step.how == MOVE_RUN && m->step.choice;
    u32 reason = m->step.how == MOVE_SPURIOUS  ? WAIT_SPURIOUS
                 : m->step.how == MOVE_TIMEOUT ? WAIT_TIMEOUT
                 : passes                      ? WAIT_CANCELED
                 : t->woken                    ? WAIT_WOKEN
                 : m->opt.alone                ? m->step.choice ? WAIT_SERIAL : WAIT_WOKEN
                                               : WAIT_CANCELED;

    vm_event(m, EV_WOKEN,
             EVF_VISIBLE | EVF_RUNTIME | (m->step.how == MOVE_RUN ? EVF_GUARD : 0u) |
                 (t->woken ? EVF_SPENDS : 0u) | (passes ? EVF_OPAQUE : 0u),
             t->wait_at, 1);
    if (passes)
        pass_on(m, t->wait_at, m->step.choice - 1);
    if (slept_at_nothing(m, t, reason))
        return RAN_STOP;
    t->woken = t->timed = t->cancellable = t->strong = false;
    t->wait_at = 0;
    vm_rests(m, false);
    m->step.how = MOVE_RUN;
    return builtin_result(c, reason);
}

/* May its object be gone, and is it? */
static bool wakes_nobody(const builtin_call *c)
{
    u64 p = c->args[0];

    return c->args[1] && POINTER_IS(p) && c->m->objects.at[POINTER_OBJECT(p)].flags & OF_DEAD;
}

static ran wake_up(builtin_call *c, bool all)
{
    machine *m = c->m;
    u32 n = waiters_at(m, c->args[0]);
    bool chosen = m->step.allow, gone = wakes_nobody(c);

    if (builtin_rests(c, !all && n > 1))
        return RAN_REST;
    if (!gone && !mem_check(m, c->args[0], 1, 1, false, "signal"))
        return RAN_STOP;
    if (race_asked(m) && !gone && !m->step.quiet && !race_operates(m, EV_SIGNAL, c->args[0], 1))
        return RAN_STOP;
    event *e =
        vm_event(m, all ? EV_BROADCAST : EV_SIGNAL, EVF_VISIBLE | EVF_RUNTIME, c->args[0], 1);

    e->value = all ? n : n > 0;
    e->old = wake(m, c->args[0], chosen && !all && n > 1 ? m->step.choice : 0, all);
    return builtin_result(c, e->value);
}

ran builtin_wake_one(builtin_call *c)
{
    return wake_up(c, false);
}

ran builtin_wake_all(builtin_call *c)
{
    return wake_up(c, true);
}

ran builtin_waiters(builtin_call *c)
{
    return builtin_result(c, waiters_at(c->m, c->args[0]));
}
