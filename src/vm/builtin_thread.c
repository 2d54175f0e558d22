/* The thread builtins: creation, end, joining, cancellation.  A thread's handle is an object
 * without contents that pthread_t values point to; its slot is free again when the thread is over,
 * was joined or detached, holds no lock, and nothing points to the handle. */
#include "base/mutant.h"
#include "vm/builtin.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

static const u32 default_threads = 64;

static u16 free_slot(machine *m)
{
    for (u32 k = 0; k < m->threads.n; k++)
        if (m->threads.at[k].state == TS_FREE)
            return (u16)k;
    vec_push(&m->threads, (thread){0});
    return (u16)(m->threads.n - 1);
}

static int function_at(const machine *m, u64 p)
{
    if (!POINTER_IS(p) || m->objects.at[POINTER_OBJECT(p)].kind != OC_FUNC || POINTER_OFFSET(p))
        return -1;
    return (int)m->prog->objects.at[POINTER_OBJECT(p)].func;
}

static void new_thread_block(machine *m, u16 slot)
{
    thread *t = &m->threads.at[slot];
    u32 id;

    if (!m->prog->tls_size)
        return;
    id = object_new(m, OC_TLS, m->prog->tls_size, 16, true);
    object *o = &m->objects.at[id];

    o->owner = slot;
    t = &m->threads.at[slot];
    t->tls = id;
    if (m->prog->tls.bytes)
        memcpy(o->data, m->prog->tls.bytes, m->prog->tls_size);
    for (u32 k = 0; k < m->prog->tls.relocs.n; k++)
        mem_poke(m, o, m->prog->tls.relocs.at[k].offset, m->prog->pointer_bytes,
                 m->prog->tls.relocs.at[k].value, true);
}

void thread_drop(machine *m)
{
    thread *t = &m->threads.at[--m->threads.n];

    vec_free(&t->frames);
    vec_free(&t->regs);
    mem_free(t->shades);
}

/* A thread in a slot of its own, ready to START; returns the slot. */
u16 thread_new(machine *m, u32 entry, u64 first, u64 second)
{
    u16 slot = free_slot(m);
    thread *t = &m->threads.at[slot];

    vec_clear(&t->frames);
    vec_clear(&t->regs);
    t->state = TS_NEW;
    t->detached = t->joined = t->woken = t->timed = t->cancelled = t->cancel_masked = false;
    t->cancellable = t->strong = t->local = t->diverged = t->vague = false;
    t->held = t->tls = t->buffer = t->children = t->allocations = t->leaf = 0;
    t->wait_at = t->result = t->sig = 0;
    t->birth = m->births++;
    place_born(m, t);
    t->handle = object_new(m, OC_THREAD, 0, 1, true);
    t = &m->threads.at[slot];
    m->objects.at[t->handle].owner = slot;
    new_thread_block(m, slot);
    t = &m->threads.at[slot];
    frame_push(m, t, entry);
    t->regs.at[0] = first;
    t->regs.at[1] = second;
    t->start = first;
    t->arg = second;
    m->live_threads++;
    masks_set(m);
    return slot;
}

/* Is it the first step of a thread, but for the very first one?  Stateless searches take it at
 * once, since it touches nothing of others'; what others can see is then a step of its own. */
bool thread_starts(const machine *m)
{
    return m->opt.lasting && m->running && m->step.how == MOVE_START && !MUTANT(END_FIRST);
}

static bool crowded(const machine *m)
{
    return m->live_threads >= (m->opt.max_threads ? m->opt.max_threads : default_threads);
}

static ran crowded_now(machine *m)
{
    vm_limit(m, "more threads at once than --max-threads allows");
    return RAN_STOP;
}

/* Where one more thread would be too many, the thread rests before it creates it: its next step is
 * cut, and the others go on from here. */
ran builtin_creates(builtin_call *c)
{
    machine *m = c->m;
    bool full = crowded(m) && !m->step.quiet && !m->atomic_owner && !MUTANT(THREADS_CUT_ALL);

    if (place_creates(m) || vm_rests(m, full))
        return RAN_REST;
    return crowded(m) ? crowded_now(m) : builtin_result(c, 0);
}

ran builtin_spawn(builtin_call *c)
{
    machine *m = c->m;
    int entry = function_at(m, c->args[0]);

    if (builtin_rests(c, false))
        return RAN_REST;
    if (entry < 0)
        die("the runtime started a thread without a function");
    if (function_at(m, c->args[1]) < 0) {
        vm_error(m, ERR_BAD_CALL, "a thread is started with what is no function");
        return RAN_STOP;
    }
    if (crowded(m)) /* others were created meanwhile */
        return crowded_now(m);
    m->prog->funcs.at[function_at(m, c->args[1])]->started = true;
    object_share(m, c->args[2]);
    m->step.spawned = true;
    u16 slot = thread_new(m, (u32)entry, c->args[1], c->args[2]);

    m->threads.at[slot].detached = c->args[3] != 0;
    if (m->near && c->args[3])
        race_near_detached(m);
    if (c->undefined & 4) {
        frame_slow(&m->threads.at[slot], top_frame(&m->threads.at[slot]));
        m->threads.at[slot].shades[1] = (shade){~(u64)0, c->lost & 4 ? PROV_LOST : PROV_NONE};
    }
    if (m->race)
        race_spawned(m, slot);
    if (m->opt.symmetry)
        symmetry_born(m, slot, c->args[1], c->args[2], c->undefined & 4);
    event *e = vm_event(m, EV_CREATE, EVF_VISIBLE | EVF_RUNTIME | lasting_flag(m), 0, 0);

    e->value = slot;
    return builtin_result(c, POINTER(m->threads.at[slot].handle, 0));
}

int thread_of_handle(const machine *m, u64 handle)
{
    const object *o;

    if (!POINTER_IS(handle))
        return -1;
    o = &m->objects.at[POINTER_OBJECT(handle)];
    if (o->kind != OC_THREAD || m->threads.at[o->owner].handle != POINTER_OBJECT(handle))
        return -1;
    return o->owner;
}

/* Its handle must not be used any more. */
static bool lifetime_over(const thread *t)
{
    return t->joined || (t->detached && t->state == TS_OVER);
}

/* Is it part of a step that joined others and did nothing else?  Nobody is there to see what comes
 * between. */
static bool joins_on(const machine *m, const thread *other, bool cancelled)
{
    return m->step.joined && !m->step.allow && m->step.joins_together && m->live_threads == 1 &&
           m->step.out->events.n == m->step.joined && other && other->state == TS_OVER &&
           !other->joined && !other->detached && !cancelled;
}

/* Whether a join waits for the end of the thread: not one that polls, and not of a thread that
 * cannot be joined.  (The caller may be cancelled all the same.) */
bool thread_waits(const machine *m, u16 slot, int other, const u64 *args)
{
    return other >= 0 && other != slot && !(args[2] & 1) && !m->threads.at[other].detached &&
           !m->threads.at[other].joined;
}

/* The write of the result is one of the program's. */
static bool join_stores(machine *m, u64 p)
{
    u32 size = m->prog->pointer_bytes;
    const object *o;

    if (m->opt.alone)
        vm_event(m, EV_ORDERS, EVF_RUNTIME, p, size)->value = ORDERS_WRITE;
    o = race_asked(m) ? mem_check(m, p, size, 1, true, "write") : NULL;

    if (!o || !(o->flags & m->step.race_mask))
        return !m->fault.failed;
    return race_writes(m, p, size, 0);
}

ran builtin_join(builtin_call *c)
{
    machine *m = c->m;
    int slot = thread_of_handle(m, c->args[0]);
    thread *other = slot < 0 ? NULL : &m->threads.at[slot];
    bool ready = !other || thread_joinable(m, (u16)slot) || slot == m->running || other->detached ||
                 other->joined;
    bool cancelled = c->t->cancelled && !c->t->cancel_masked && !(c->args[2] & 2);

    if (m->opt.symmetry && other)
        symmetry_joins(m, (u16)slot, c->args);
    if (!ready && !(c->args[2] & 1) && !cancelled) {
        if (m->atomic_owner == m->running + 1 && m->opt.footprint) /* else it would go on */
            vm_event(m, EV_NONE, EVF_RUNTIME | EVF_OPAQUE, 0, 0);
        return builtin_release_atomic(m) ? RAN_REST : RAN_STOP;
    }
    bool on = joins_on(m, other, cancelled), first = m->step.allow;

    if (!on && builtin_rests(c, false))
        return RAN_REST;
    event *e = vm_event(m, EV_JOIN,
                        EVF_VISIBLE | EVF_RUNTIME | lasting_flag(m) |
                            (thread_waits(m, m->running, slot, c->args) ? EVF_GUARD : 0u),
                        0, 0);

    e->value = slot < 0 ? 0 : (u64)slot;
    m->step.joined += first || on;
    if (!other)
        return builtin_result(c, ESRCH);
    if (c->args[2] & 4)
        return builtin_result(c, lifetime_over(other) ? EINVAL : 0);
    if (slot == m->running)
        return builtin_result(c, EDEADLK);
    if (other->detached || other->joined)
        return builtin_result(c, EINVAL);
    if (cancelled)
        return builtin_result(c, ECANCELED);
    if (!thread_joinable(m, (u16)slot))
        return builtin_result(c, EBUSY);
    if (m->race)
        race_joined(m, (u16)slot);
    if (c->args[1]) {
        bool quiet = m->step.quiet;
        u64 value = other->result;
        shade sh[2] = {{other->vague ? ~(u64)0 : 0, other->vague && value ? PROV_LOST : PROV_NONE},
                       {0}};

        if (!join_stores(m, c->args[1]))
            return RAN_STOP;
        m->step.quiet = true;
        access_result got = mem_store(m, c->args[1], m->prog->pointer_bytes, 0, true, &value, sh);

        m->step.quiet = quiet;
        if (got != ACC_OK)
            return RAN_STOP;
    }
    other = &m->threads.at[slot];
    other->joined = true;
    other->result = 0;
    other->vague = false;
    other->leaf = 0;
    m->canon.reshaped = true;
    return builtin_result(c, 0);
}

ran builtin_detach(builtin_call *c)
{
    machine *m = c->m;
    int slot = thread_of_handle(m, c->args[0]);

    if (m->opt.symmetry && slot >= 0)
        symmetry_tell(m, (u16)slot, "a thread is detached by its handle");
    if (builtin_rests(c, false))
        return RAN_REST;
    vm_event(m, EV_SYNC, EVF_VISIBLE | EVF_RUNTIME | EVF_OPAQUE, c->args[0], 0);
    if (slot < 0)
        return builtin_result(c, ESRCH);
    if (m->threads.at[slot].detached || m->threads.at[slot].joined)
        return builtin_result(c, EINVAL);
    m->threads.at[slot].detached = true;
    if (m->race)
        race_ended(m);
    if (m->near)
        race_near_detached(m);
    m->threads.at[slot].result = 0;
    m->threads.at[slot].vague = false;
    m->threads.at[slot].leaf = 0;
    m->canon.reshaped = true;
    return builtin_result(c, 0);
}

static u64 own_word(const machine *m, const thread *t, u64 p)
{
    assert(POINTER_OBJECT(p) == m->threads.at[m->running].tls);
    return mem_peek(m, &m->objects.at[t->tls], POINTER_OFFSET(p), 8);
}

ran builtin_inherit(builtin_call *c)
{
    machine *m = c->m;
    int slot = thread_of_handle(m, c->args[0]);

    assert(slot >= 0 && m->threads.at[slot].state == TS_NEW);
    mem_poke(m, &m->objects.at[m->threads.at[slot].tls], POINTER_OFFSET(c->args[1]), 8,
             own_word(m, &m->threads.at[m->running], c->args[1]), false);
    return builtin_result(c, 0);
}

ran builtin_polls(builtin_call *c)
{
    return builtin_result(c, 0);
}

ran builtin_leaves(builtin_call *c)
{
    return builtin_result(c, 0);
}

ran builtin_handles(builtin_call *c)
{
    return builtin_result(c, 0);
}

ran builtin_locks_streams(builtin_call *c)
{
    return builtin_result(c, 0);
}

ran builtin_tells_time(builtin_call *c)
{
    c->m->step.told_time = true;
    return builtin_result(c, 0);
}

/* Does the end of the thread end something that others can see: its locals, its thread-local block?
 */
static bool end_is_seen(machine *m)
{
    const thread *t = this_thread(m);
    bool others = several_threads(m) && !m->atomic_owner && !m->step.quiet;
    u32 count;

    return (others && t->tls && m->objects.at[t->tls].flags & OF_SHARED) ||
           frame_shared(m, m->running, 0, 0, &count) != 0;
}

/* Whether the thread is the last one is settled in the step that ends it: of two that asked before
 * they end, none would be. */
bool thread_end_rests(machine *m)
{
    bool others = several_threads(m) && !m->atomic_owner && !m->step.quiet;

    if (m->place.asked && place_waits(m))
        return true;
    return vm_rests(m, end_is_seen(m) || thread_starts(m) ||
                           (others && (m->uses.ends_apart || m->uses.polls)));
}

ran builtin_thread_exit(builtin_call *c)
{
    machine *m = c->m;
    thread *t = c->t;

    bool seen = end_is_seen(m);

    if (section_stays_open(m, t))
        return RAN_STOP;

    assert(!m->step.allow); /* the step began before, at the latest when it asked whether it is the
                               last */
    assert(!t->buffer);
    event *e = vm_event(m, EV_THREAD_EXIT,
                        EVF_RUNTIME | lasting_flag(m) | (seen || m->atomic_owner ? EVF_OPAQUE : 0u),
                        0, t->detached);

    e->value = threads_left(m);
    e->offset = m->uses.last_ends;
    t->vague = !t->detached && c->undefined & 1;
    t->result = t->detached ? 0 : t->vague && c->lost & 1 ? THREAD_LOST : c->args[0];
    object_share(m, t->result);
    t = this_thread(m);
    while (t->frames.n)
        frame_pop(m, t);
    if (t->tls)
        object_kill(m, t->tls);
    t->tls = 0;
    t->state = TS_OVER;
    if (m->race)
        race_ended(m);
    m->live_threads--;
    m->canon.reshaped = true;
    if (m->atomic_owner == m->running + 1)
        m->atomic_owner = 0;
    if (!m->live_threads)
        m->done = true;
    return RAN_STOP;
}

ran builtin_exit(builtin_call *c)
{
    machine *m = c->m;

    if ((m->place.asked && place_waits(m)) || builtin_rests(c, false))
        return RAN_REST;
    event *e = vm_event(m, EV_EXIT, EVF_VISIBLE | EVF_RUNTIME, 0, 0);

    e->value = c->args[0] & 0xff;
    m->exit_status = c->args[0] & 0xff;
    m->done = true;
    if (m->opt.rules.exit_status && m->exit_status)
        vm_error(m, ERR_EXIT_STATUS, "the program ends with status %u", (u32)m->exit_status);
    return RAN_STOP;
}

ran builtin_thread(builtin_call *c)
{
    if (c->m->opt.symmetry)
        symmetry_tell(c->m, c->m->running, "a thread asks for its own handle");
    return builtin_result(c, POINTER(c->t->handle, 0));
}

ran builtin_self(builtin_call *c)
{
    machine *m = c->m;

    return builtin_result(c, m->opt.symmetry ? symmetry_number(m) : m->running + 1u);
}

ran builtin_held(builtin_call *c)
{
    if (c->m->opt.symmetry)
        symmetry_held(c->m, (i32)c->args[0]);
    c->t->held += (u32)c->args[0];
    return builtin_result(c, 0);
}

ran builtin_cancel(builtin_call *c)
{
    machine *m = c->m;
    int slot = thread_of_handle(m, c->args[0]);

    if (m->opt.symmetry && slot >= 0)
        symmetry_cancels(m, (u16)slot);
    if (builtin_rests(c, false))
        return RAN_REST;
    event *e = vm_event(m, EV_CANCEL, EVF_VISIBLE | EVF_RUNTIME | lasting_flag(m), 0, 0);

    if (slot < 0)
        return builtin_result(c, ESRCH);
    e->value = (u64)slot;
    if (lifetime_over(&m->threads.at[slot]))
        return builtin_result(c, EINVAL);
    m->threads.at[slot].cancelled = true;
    if (m->race)
        race_release(m, POINTER(m->threads.at[slot].handle, 0), 0);
    m->threads.at[slot].leaf = 0;
    return builtin_result(c, 0);
}

ran builtin_cancelled(builtin_call *c)
{
    return builtin_result(c, (c->t->cancelled ? 1u : 0u) + (c->t->cancel_masked ? 2u : 0u));
}

ran builtin_cancel_mask(builtin_call *c)
{
    bool old = c->t->cancel_masked;

    c->t->cancel_masked = c->args[0] != 0;
    return builtin_result(c, old);
}
