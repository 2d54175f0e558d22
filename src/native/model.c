/* The model of the synchronisation objects.
 *
 * Every object is known by its address; the library tells, by the object's first word, one that the
 * program has just made from one that was seen.  Whether an operation can go on is decided here,
 * before its thread gets a turn, and its effect takes place here; so the program's threads never
 * block in the kernel. */
#include "native/model.h"
#include "base/mutant.h"
#include "native/access.h"
#include "native/channels.h"
#include "native/effects.h"
#include "native/guards.h"
#include "native/mqueues.h"
#include "native/place.h"
#include "native/processes.h"
#include "native/semaphores.h"
#include "native/signals.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

void model_reset(model *m, u32 programs)
{
    vec_clear(&m->objects);
    vec_clear(&m->undos);
    memset(m->tasks, 0, sizeof m->tasks);
    m->programs = m->threads = m->left = programs;
    for (u32 i = 0; i < programs; i++) {
        m->tasks[i] = (task){.process = programs > 1, .above = NATIVE_THREADS, .image = i};
        m->shared->homes[i] = i;
    }
    m->exited = m->started = false;
    m->exit_status = 0;
    m->spurious = 1;
}

void model_free(model *m)
{
    vec_free(&m->objects);
    vec_free(&m->undos);
}

native_object *model_find(const model *m, u64 address)
{
    for (u32 i = 0; i < m->objects.n; i++)
        if (m->objects.at[i].address == address)
            return &m->objects.at[i];
    return NULL;
}

void model_arrive(model *m, u32 slot, const native_slot *s)
{
    native_object *o;

    assert(slot < NATIVE_THREADS);
    if (slot >= m->threads) {
        m->left += slot + 1 - m->threads;
        m->left -= m->tasks[slot].timer;
        m->threads = slot + 1;
    }
    if (!s->object || native_in(s->operation, FAMILY_ACCESS) ||
        native_in(s->operation, FAMILY_CHANNEL))
        return;
    o = model_find(m, s->object);
    if (!o) {
        vec_push(&m->objects, (native_object){.address = s->object});
        o = &vec_last(&m->objects);
        if (s->word && s->word != NATIVE_SEEN && s->word != NATIVE_DEAD &&
            !native_is(s->operation, IS_MAKER))
            o->word = s->word; /* from before main */
        o->depth = o->word;
        o->dead = s->word == NATIVE_DEAD;
    } else if (!s->word && !native_is(s->operation, IS_MAKER)) {
        *o = (native_object){.address = s->object};
    }
}

u32 model_waiters(const model *m, u64 address)
{
    u32 n = 0;

    for (u32 i = 0; i < m->threads; i++)
        n += m->tasks[i].waits == address && !m->tasks[i].signalled;
    return n;
}

static bool sleeps(const native_slot *s)
{
    return s->operation == NATIVE_COND_WOKEN || s->operation == NATIVE_COND_TIMED;
}

/* It was woken and may be cancelled all the same; then one of the others has the signal. */
static bool undecided(const model *m, u32 slot, const native_slot *s)
{
    return sleeps(s) && m->tasks[slot].signalled && signals_cancel(m->shared, slot, s->operation) &&
           !MUTANT(NATIVE_WAIT_CANCELLED);
}

/* The ways of one that is to go on as it was woken, or as it is cancelled. */
static u32 ways_on(const model *m, const native_slot *s)
{
    u32 others = model_waiters(m, s->object);

    return 1 + (others ? others : 1);
}

static u32 choices_of(const model *m, u32 slot, const native_slot *s)
{
    u32 n = 1;

    if (s->operation == NATIVE_CHOOSE)
        n = (u32)s->argument;
    else if (s->operation == NATIVE_COND_SIGNAL)
        n = model_waiters(m, s->object);
    else if (undecided(m, slot, s))
        n = ways_on(m, s);
    else if (s->operation == NATIVE_WAIT_CHILD)
        n = processes_children(m, slot, s, true);
    else if (s->operation == NATIVE_KILL || s->operation == NATIVE_TIMER ||
             s->operation == NATIVE_PROCESS_EXIT)
        n = signals_choices(m, slot, s);
    else if (s->operation == NATIVE_MQ_SEND)
        n = mqueues_choices(m, slot, s);
    else if (native_in(s->operation, FAMILY_SYSV))
        n = semaphores_choices(m, s);
    else if (native_in(s->operation, FAMILY_CHANNEL))
        n = channels_choices(&m->shared->ipc, s);
    return n ? n : 1;
}

/* One that was woken has its signal first. */
static bool cancels(const model *m, u32 slot, const native_slot *s)
{
    return signals_cancel(m->shared, slot, s->operation) && !m->tasks[slot].signalled;
}

bool model_blocked(const model *m, u32 slot, const native_slot *s)
{
    return !m->tasks[slot].dying && !guards_hold(m, slot, s) && !cancels(m, slot, s) &&
           !signals_due(m->shared, slot, s->operation);
}

void model_moves(const model *m, u32 slot, const native_slot *s, move_list *out)
{
    bool able = guards_hold(m, slot, s);
    event e = guards_event(m, slot, s);
    move v = {.thread = (u16)slot, .next = e};

    if (m->tasks[slot].dying) {
        v.next = processes_dying(slot);
        v.flags = MOVE_ENABLED;
        v.choices = 1;
        vec_push(out, v);
        return;
    }
    if (cancels(m, slot, s)) {
        v.next = signals_cancelled(slot);
        v.flags = MOVE_ENABLED;
        v.choices = 1;
        vec_push(out, v);
        return;
    }
    if (signals_due(m->shared, slot, s->operation)) {
        v.next = signals_taken(m->shared, slot);
        v.flags = MOVE_ENABLED;
        v.choices = signals_ways(s, able);
        vec_push(out, v);
        return;
    }
    v.kind = s->operation == NATIVE_START ? MOVE_START : MOVE_RUN;
    v.flags = (u8)((able ? MOVE_ENABLED : 0) | (v.kind == MOVE_START && m->met ? MOVE_MET : 0));
    v.choices = choices_of(m, slot, s);
    v.next.flags |= undecided(m, slot, s) ? EVF_OPAQUE : 0;
    vec_push(out, v);
    if (guards_timed(s) && (!able || s->operation == NATIVE_COND_TIMED)) { /* may use up a signal */
        v.kind = MOVE_TIMEOUT;
        v.flags = MOVE_ENABLED;
        v.choices = sleeps(s) ? 1 : v.choices;
        vec_push(out, v);
    }
    if (sleeps(s) && !able && m->spurious && m->wakers >> slot & 1) {
        v.kind = MOVE_SPURIOUS;
        v.flags = MOVE_ENABLED | (m->weak ? MOVE_WEAK : 0);
        vec_push(out, v);
    }
}

bool model_wrong(model *m, error_kind kind, const char *words)
{
    m->error = kind;
    m->words = words;
    return false;
}
/* The number of a thread that was joined, or was detached and has ended, stands for none. */
static bool has_thread(const model *m, const native_slot *s)
{
    const task *t = s->argument < m->threads ? &m->tasks[s->argument] : NULL;

    if (s->operation != NATIVE_CANCEL && s->operation != NATIVE_THREAD_KILL)
        return true;
    return t && !t->joined && !(t->detached && t->over);
}

/* Is the target of a signal no more: a thread that has ended, a process that was waited for? */
static bool gone_of(const model *m, const native_slot *s)
{
    const task *t = s->argument < m->threads ? &m->tasks[s->argument] : NULL;

    if (s->argument == NATIVE_EVERYONE)
        return false;
    return !t || (s->operation == NATIVE_KILL || s->operation == NATIVE_TIMER
                      ? t->reaped || (MUTANT(NATIVE_TAKER_GONE) && t->joined) ||
                            (s->argument && !t->process)
                      : t->over);
}

static void also_touch(u32 slot, u32 operation, event_kind kind, u64 name, u32 size, taken *out)
{
    event e = {.kind = kind,
               .flags = EVF_VISIBLE | EVF_LASTING | EVF_ASIDE,
               .thread = (u16)slot,
               .func = operation,
               .size = size};

    place_event(&e, name);
    vec_push(&out->events, e);
}

/* The effect is the thread's own.  With threads the numbers of descriptors depend on their order.
 */
static void take_channel(const model *m, u32 slot, native_slot *s, move_kind kind, taken *out)
{
    u32 home = m->shared->homes[slot];
    u64 receiver = channels_receiver(&m->shared->ipc, s);

    if (kind == MOVE_TIMEOUT)
        s->status = ETIMEDOUT;
    if (s->operation == NATIVE_TIMER_FILE)
        channels_tick(&m->shared->ipc, s);
    if (kind != MOVE_TIMEOUT)
        mqueues_tell(m, slot, s, out);
    if (channels_vary(&m->shared->ipc, s))
        out->events.at[0].flags |= EVF_VARIES;
    if (channels_unname(&m->shared->ipc, s))
        also_touch(slot, s->operation, EV_SYNC, IPC_ADDRESSES, 8, out);
    if (receiver)
        also_touch(slot, s->operation, EV_SYNC, receiver, 4, out);
    if (s->operation != NATIVE_FD_TABLE && processes_threaded(m, home))
        also_touch(slot, NATIVE_FD_TABLE, channels_touch_table(s) ? EV_SYNC : EV_READ,
                   IPC_TABLE(home), native_rows[NATIVE_FD_TABLE].size, out);
}

/* What the operation changed in its object, as writes to some of its bytes: so a search sees which
 * rounds of a loop leave something behind.  The bytes stand for what heddle keeps of the object. */
static void tell_changes(u32 slot, const native_slot *s, const native_object *was,
                         const native_object *is, taken *out)
{
    const u64 before[] = {was->word, was->depth, was->reads[slot], was->dead};
    const u64 after[] = {is->word, is->depth, is->reads[slot], is->dead};

    for (u32 i = 0; i < LENGTH(before); i++) {
        event e = {.kind = EV_WRITE,
                   .flags = EVF_RUNTIME | EVF_LASTING | EVF_VALUE,
                   .thread = (u16)slot,
                   .func = s->operation,
                   .size = 1,
                   .old = before[i],
                   .value = after[i]};

        place_event(&e, s->object);
        e.offset += i;
        if (before[i] != after[i])
            vec_push(&out->events, e);
    }
}

/* What the operation changed is not told: something is left of it. */
static void tell_lasting(u32 slot, taken *out)
{
    vec_push(&out->events,
             (event){.kind = EV_SYNC, .flags = EVF_RUNTIME | EVF_LASTING, .thread = (u16)slot});
}

static void start_programs(model *m, taken *out)
{
    m->started = true;
    for (u32 i = 1; i < m->programs; i++)
        vec_push(&out->events, (event){.kind = EV_CREATE,
                                       .flags = EVF_VISIBLE | EVF_LASTING,
                                       .func = NATIVE_FORK,
                                       .value = i});
}

/* Whether a signal ends a wait depends on whether the thread has to wait. */
static void take_signal(model *m, u32 slot, native_slot *s, u32 choice, taken *out)
{
    event e = guards_event(m, slot, s), taken_now = signals_taken(m->shared, slot);

    s->status = NATIVE_INTERRUPTED;
    s->result = choice == 0 && (!guards_hold(m, slot, s) || s->operation == NATIVE_SLEEP)
                    ? NATIVE_WAITED
                    : 0;
    vec_push(&out->events, taken_now);
    e.func = NATIVE_SIGNALLED;
    e.flags &= ~(u32)EVF_GUARD;
    e.flags |= EVF_ASIDE;
    if (native_is(s->operation, IS_CUT))
        vec_push(&out->events, e);
    tell_lasting(slot, out);
}

static void cancel_here(model *m, u32 slot, native_slot *s, u32 choice, taken *out)
{
    bool passes = m->tasks[slot].signalled;
    event e = guards_event(m, slot, s);

    m->tasks[slot].waits = 0;
    m->tasks[slot].signalled = false;
    s->status = ECANCELED;
    vec_push(&out->events, signals_cancelled(slot));
    if (!sleeps(s))
        return;
    if (passes) {
        effects_signal(m, s, choice - 1);
        e.flags |= EVF_OPAQUE;
    }
    vec_push(&out->events, e);
}

/* Instead of what it rests before the thread ends, is cancelled, or takes a signal. */
static bool called_away(model *m, u32 slot, native_slot *s, u32 choice, taken *out)
{
    if (m->tasks[slot].dying) {
        processes_end_dying(m, slot, out);
        return true;
    }
    if (cancels(m, slot, s) || (choice && undecided(m, slot, s))) {
        cancel_here(m, slot, s, choice, out);
        return true;
    }
    if (!signals_due(m->shared, slot, s->operation))
        return false;
    take_signal(m, slot, s, choice, out);
    return true;
}

/* What a thread does at its start may be too late after it. */
static bool start_matters(const model *m, u32 slot, u32 operation)
{
    bool ends = operation == NATIVE_EXIT || operation == NATIVE_PROCESS_EXIT ||
                operation == NATIVE_GROUP_EXIT || operation == NATIVE_EXEC;

    return (native_in(operation, FAMILY_SIGNAL) && operation != NATIVE_RAISE) ||
           (ends && processes_left(m, m->shared->homes[slot]) > 1);
}

bool model_take(model *m, u32 slot, native_slot *s, move_kind kind, u32 choice, taken *out)
{
    bool acts = s->object &&
                !native_in(s->operation, FAMILY_ACCESS); /* an access may lie where a lock was */
    native_object *o = acts ? model_find(m, s->object) : NULL;
    event e = guards_event(m, slot, s);

    assert(slot < m->threads);
    s->status = 0;
    m->shared->starts_matter |= start_matters(m, slot, s->operation);
    m->tasks[slot].creating = false;
    if (called_away(m, slot, s, choice, out))
        return true;
    m->tasks[slot].creating = s->operation == NATIVE_CREATE || s->operation == NATIVE_FORK;
    s->result = choice;
    if (s->operation == NATIVE_CHOOSE)
        e.value = choice;
    vec_push(&out->events, e);
    if (s->operation == NATIVE_START && !slot)
        start_programs(m, out);
    if (s->operation == NATIVE_TIMER_SET)
        processes_timer(m, slot, s);
    if (native_in(s->operation, FAMILY_SIGNAL)) {
        if (!has_thread(m, s) && !MUTANT(NATIVE_THREAD_GONE))
            return model_wrong(m, ERR_MISUSE, "no such thread can be cancelled or signalled");
        s->status = kind == MOVE_TIMEOUT ? ETIMEDOUT : signals_send(m, s, gone_of(m, s), choice);
        signals_tell_own(m, slot, s, out);
        if (s->operation != NATIVE_TEST_CANCEL)
            tell_lasting(slot, out);
        return true;
    }
    if (native_in(s->operation, FAMILY_CHANNEL)) {
        take_channel(m, slot, s, kind, out);
        return true;
    }
    if (native_in(s->operation, FAMILY_SYSV)) {
        semaphores_take(m, slot, s, choice, kind);
        tell_lasting(slot, out);
        return true;
    }
    if (!o || is_process_operation(s->operation))
        return processes_take(m, slot, s, choice, kind, out);
    native_object was = *o;

    if (!effects_take(m, o, slot, s, choice, kind))
        return false;
    if (!MUTANT(NATIVE_CHANGES))
        tell_changes(slot, s, &was, o, out);
    return true;
}

const native_object *model_left(const model *m, u32 slot)
{
    for (u32 i = 0; i < m->objects.n; i++) {
        const native_object *o = &m->objects.at[i];

        if (slot < NATIVE_THREADS ? o->lock && o->word == slot + 1 : o->made && !o->dead)
            return o;
    }
    return NULL;
}

int model_owner(const model *m, const native_slot *s)
{
    const native_object *o = s->object ? model_find(m, s->object) : NULL;

    if (!o || !o->word || !native_is(s->operation, IS_HELD))
        return -1;
    if (!native_in(s->operation, FAMILY_RWLOCK))
        return (int)o->word - 1;
    return (i32)o->word < 0 ? (int)(o->word & 0x7fffffff) - 1 : -1;
}
