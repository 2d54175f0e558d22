/* The builtins: what the runtime asks of the machine.  A visible one is a resting point: unless the
 * step's visible operation is still to come it answers RAN_REST, and the thread stops just before it.
 * Where no other thread exists, or inside an atomic section, nothing rests but choices and what is
 * blocked. */
#include "vm/machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const u32 default_threads = 64;
static const u64 default_heap = (u64)1 << 30;
enum { MAX_ARGS = 8 };

typedef struct call {
    machine *m;
    thread *t;
    frame *f;
    const insn *i;
    u64 args[MAX_ARGS];
} call;

void builtin_args(const machine *m, const thread *t, const frame *f, const insn *i, u64 *args)
{
    const func *fn = m->prog->funcs.at[f->func];

    for (u32 k = 0; k < i->b && k < MAX_ARGS; k++)
        args[k] = t->regs.at[f->base + fn->operands.at[i->x + k].reg];
}

static ran result(call *c, u64 value)
{
    thread *t = this_thread(c->m);
    frame *f = top_frame(t);

    if (c->i->a != 0xffff) {
        t->regs.at[f->base + c->i->a] = value;
        if (f->slow)
            t->shades[f->base + c->i->a] = (shade){0};
    }
    return RAN_ON;
}

/* Takes the step's visible operation, or rests.  `must` rests even where nobody else could see it. */
static bool rests(call *c, bool must)
{
    machine *m = c->m;

    return vm_rests(m, must || (m->live_threads > 1 && !m->atomic_owner && !m->quiet));
}

/* An atomic section that blocks is one no longer. */
static void release_atomic(machine *m)
{
    if (m->atomic_owner != m->running + 1)
        return;
    if (!m->note_atomic)
        note("an atomic section blocks and lets other threads run");
    m->note_atomic = true;
    m->atomic_owner = 0;
    m->atomic_depth = 0;
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

/* Whether `await` with these arguments may go on.  A bad address may: it then fails. */
bool guard_holds(const machine *m, const thread *t, u16 slot, const u64 *args)
{
    u32 word, guard = (u32)args[3], value = (u32)args[4];

    (void)slot;
    if (guard & GUARD_CANCEL && t->cancelled && !t->cancel_masked)
        return true;
    if (!lock_word(m, args[1], &word))
        return true;
    switch (guard & GUARD_MASK) {
    case GUARD_EQ: return word == value;
    case GUARD_NE: return word != value;
    case GUARD_GE: return (i32)word >= (i32)value;
    case GUARD_GT: return (i32)word > (i32)value;
    case GUARD_SHARE: return (i32)word >= 0 || word == value || word >= LOCK_MARKS;
    case GUARD_LOCK: return !word || word == value || word >= LOCK_MARKS;
    default: return true;
    }
}

static bool private_here(const machine *m, u64 p)
{
    return POINTER_IS(p) && !(m->objects.at[POINTER_OBJECT(p)].flags & OF_SHARED) && !m->opt.every_access;
}

static ran do_await(call *c)
{
    machine *m = c->m;
    bool holds = guard_holds(m, c->t, m->running, c->args);
    bool timeout = m->how == MOVE_TIMEOUT && m->allow;

    if (!holds && !timeout) {
        release_atomic(m);
        if (m->quiet)
            die("a runtime operation blocks inside another");
        return RAN_REST;
    }
    if ((m->allow || !private_here(m, c->args[1])) && rests(c, false))
        return RAN_REST;
    bool cancelled = (u32)c->args[3] & GUARD_CANCEL && c->t->cancelled && !c->t->cancel_masked;

    if (!mem_check(m, c->args[1], (u32)c->args[2], 4, true, "operation"))
        return RAN_STOP;
    vm_event(m, (event_kind)c->args[0], EVF_VISIBLE | EVF_RUNTIME, c->args[1], (u32)c->args[2]);
    m->how = MOVE_RUN;
    m->quiet = true;
    return result(c, timeout ? ETIMEDOUT : cancelled ? ECANCELED : 0);
}

static ran do_visible(call *c)
{
    if ((c->m->allow || !private_here(c->m, c->args[1])) && rests(c, false))
        return RAN_REST;
    if ((c->args[1] || c->args[2]) && !mem_check(c->m, c->args[1], (u32)c->args[2], 1, true, "operation"))
        return RAN_STOP;
    vm_event(c->m, (event_kind)c->args[0], EVF_VISIBLE | EVF_RUNTIME, c->args[1], (u32)c->args[2]);
    c->m->quiet = true;
    return result(c, 0);
}

static ran do_op_end(call *c)
{
    c->m->quiet = false;
    return result(c, 0);
}

static ran do_wait(call *c)
{
    machine *m = c->m;
    thread *t = c->t;

    if (t->state != TS_WAITING && !t->wait_at) {
        release_atomic(m);
        vm_event(m, EV_WAIT, EVF_RUNTIME, c->args[0], 1);
        t->state = TS_WAITING;
        t->wait_at = c->args[0];
        t->timed = c->args[1] & WAIT_TIMED;
        t->cancellable = !(c->args[1] & WAIT_NO_CANCEL);
        t->strong = c->args[1] & WAIT_STRONG;
        t->woken = false;
        m->quiet = false;
        return RAN_REST;
    }
    u32 reason = m->how == MOVE_SPURIOUS ? WAIT_SPURIOUS : m->how == MOVE_TIMEOUT ? WAIT_TIMEOUT
               : t->woken ? WAIT_WOKEN : WAIT_CANCELED;

    vm_event(m, EV_WOKEN, EVF_VISIBLE | EVF_RUNTIME, t->wait_at, 1);
    t->woken = t->timed = t->cancellable = t->strong = false;
    t->wait_at = 0;
    vm_rests(m, false);
    m->how = MOVE_RUN;
    return result(c, reason);
}

u32 waiters_at(const machine *m, u64 address)
{
    u32 n = 0;

    for (u32 k = 0; k < m->threads.n; k++) {
        const thread *t = &m->threads.at[k];

        n += t->state == TS_WAITING && !t->woken && t->wait_at == address;
    }
    return n;
}

static void wake(machine *m, u64 address, u32 index, bool all)
{
    for (u32 k = 0; k < m->threads.n; k++) {
        thread *t = &m->threads.at[k];

        if (t->state != TS_WAITING || t->woken || t->wait_at != address)
            continue;
        if (!all && index--)
            continue;
        t->woken = true;
        t->leaf = 0;
        if (!all)
            return;
    }
}

static ran do_wake(call *c, bool all)
{
    machine *m = c->m;
    u32 n = waiters_at(m, c->args[0]);
    bool chosen = m->allow;

    if (rests(c, !all && n > 1))
        return RAN_REST;
    if (!mem_check(m, c->args[0], 1, 1, false, "signal"))
        return RAN_STOP;
    event *e = vm_event(m, all ? EV_BROADCAST : EV_SIGNAL, EVF_VISIBLE | EVF_RUNTIME, c->args[0], 1);

    e->value = all ? n : n > 0;
    wake(m, c->args[0], chosen && !all && n > 1 ? m->choice : 0, all);
    return result(c, e->value);
}

static ran do_wake_one(call *c)
{
    return do_wake(c, false);
}

static ran do_wake_all(call *c)
{
    return do_wake(c, true);
}

static ran do_waiters(call *c)
{
    return result(c, waiters_at(c->m, c->args[0]));
}

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
    t->cancellable = t->strong = t->local = t->diverged = false;
    t->held = t->tls = t->children = t->allocations = t->leaf = 0;
    t->wait_at = t->result = t->sig = 0;
    t->birth = m->births++;
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

static ran do_spawn(call *c)
{
    machine *m = c->m;
    u32 limit = m->opt.max_threads ? m->opt.max_threads : default_threads;
    int entry = function_at(m, c->args[0]);

    if (rests(c, false))
        return RAN_REST;
    if (entry < 0)
        die("the runtime started a thread without a function");
    if (function_at(m, c->args[1]) < 0) {
        vm_error(m, ERR_BAD_CALL, "a thread is started with what is no function");
        return RAN_STOP;
    }
    if (m->live_threads >= limit) {
        vm_limit(m, "more threads at once than --max-threads allows");
        return RAN_STOP;
    }
    object_share(m, c->args[2]);
    u16 slot = thread_new(m, (u32)entry, c->args[1], c->args[2]);

    m->threads.at[slot].detached = c->args[3] != 0;
    event *e = vm_event(m, EV_CREATE, EVF_VISIBLE | EVF_RUNTIME, 0, 0);

    e->value = slot;
    return result(c, POINTER(m->threads.at[slot].handle, 0));
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

static ran do_join(call *c)
{
    machine *m = c->m;
    int slot = thread_of_handle(m, c->args[0]);
    thread *other = slot < 0 ? NULL : &m->threads.at[slot];
    bool ready = !other || other->state == TS_OVER || slot == m->running || other->detached || other->joined;
    bool cancelled = c->t->cancelled && !c->t->cancel_masked && !(c->args[2] & 2);

    if (!ready && !(c->args[2] & 1) && !cancelled) {
        release_atomic(m);
        return RAN_REST;
    }
    if (rests(c, false))
        return RAN_REST;
    event *e = vm_event(m, EV_JOIN, EVF_VISIBLE | EVF_RUNTIME, 0, 0);

    e->value = slot < 0 ? 0 : (u64)slot;
    if (!other)
        return result(c, ESRCH);
    if (slot == m->running)
        return result(c, EDEADLK);
    if (other->detached || other->joined)
        return result(c, EINVAL);
    if (cancelled)
        return result(c, ECANCELED);
    if (other->state != TS_OVER)
        return result(c, EBUSY);
    if (c->args[1]) {
        bool quiet = m->quiet;
        u64 value = other->result;

        m->quiet = true;
        access_result got = mem_store(m, c->args[1], m->prog->pointer_bytes, 0, true, &value, NULL);

        m->quiet = quiet;
        if (got != ACC_OK)
            return RAN_STOP;
    }
    other = &m->threads.at[slot];
    other->joined = true;
    other->result = 0;
    other->leaf = 0;
    m->reshaped = true;
    return result(c, 0);
}

static ran do_detach(call *c)
{
    machine *m = c->m;
    int slot = thread_of_handle(m, c->args[0]);

    if (rests(c, false))
        return RAN_REST;
    vm_event(m, EV_SYNC, EVF_VISIBLE | EVF_RUNTIME, c->args[0], 0);
    if (slot < 0)
        return result(c, ESRCH);
    if (m->threads.at[slot].detached || m->threads.at[slot].joined)
        return result(c, EINVAL);
    m->threads.at[slot].detached = true;
    m->threads.at[slot].result = 0;
    m->threads.at[slot].leaf = 0;
    m->reshaped = true;
    return result(c, 0);
}

static ran do_thread_exit(call *c)
{
    machine *m = c->m;
    thread *t = c->t;

    bool seen = t->tls && m->objects.at[t->tls].flags & OF_SHARED && m->live_threads > 1;

    if (frame_ends(m, 0, 0) != RAN_ON || (seen && rests(c, false)))
        return RAN_REST;
    vm_event(m, EV_THREAD_EXIT, EVF_RUNTIME, 0, 0);
    t->result = t->detached ? 0 : c->args[0];
    object_share(m, t->result);
    t = this_thread(m);
    while (t->frames.n)
        frame_pop(m, t);
    if (t->tls)
        object_kill(m, t->tls);
    t->tls = 0;
    t->state = TS_OVER;
    m->live_threads--;
    m->reshaped = true;
    if (m->atomic_owner == m->running + 1)
        m->atomic_owner = 0;
    if (!m->live_threads)
        m->done = true;
    return RAN_STOP;
}

static ran do_exit(call *c)
{
    machine *m = c->m;

    if (rests(c, false))
        return RAN_REST;
    event *e = vm_event(m, EV_EXIT, EVF_VISIBLE | EVF_RUNTIME, 0, 0);

    e->value = c->args[0] & 0xff;
    m->exit_status = c->args[0] & 0xff;
    m->done = true;
    if (m->opt.exit_status && m->exit_status)
        vm_error(m, ERR_EXIT_STATUS, "the program ends with status %u", (u32)m->exit_status);
    return RAN_STOP;
}

static ran do_thread(call *c)
{
    return result(c, POINTER(c->t->handle, 0));
}

static ran do_self(call *c)
{
    return result(c, c->m->running + 1u);
}

static ran do_alive(call *c)
{
    int slot = thread_of_handle(c->m, c->args[0]);

    return result(c, slot >= 0 && c->m->threads.at[slot].state != TS_OVER);
}

static ran do_held(call *c)
{
    c->t->held += (u32)c->args[0];
    return result(c, 0);
}

static ran do_cancel(call *c)
{
    machine *m = c->m;
    int slot = thread_of_handle(m, c->args[0]);

    if (rests(c, false))
        return RAN_REST;
    event *e = vm_event(m, EV_CANCEL, EVF_VISIBLE | EVF_RUNTIME, 0, 0);

    if (slot < 0)
        return result(c, ESRCH);
    e->value = (u64)slot;
    m->threads.at[slot].cancelled = true;
    m->threads.at[slot].leaf = 0;
    return result(c, 0);
}

static ran do_cancelled(call *c)
{
    return result(c, (c->t->cancelled ? 1u : 0u) + (c->t->cancel_masked ? 2u : 0u));
}

static ran do_cancel_mask(call *c)
{
    bool old = c->t->cancel_masked;

    c->t->cancel_masked = c->args[0] != 0;
    return result(c, old);
}

static ran do_yield(call *c)
{
    return result(c, 0);
}

static ran choose(call *c, u64 n, i64 low, u32 bits)
{
    machine *m = c->m;
    u64 k = 0;

    if (n > 1) {
        if (rests(c, true))
            return RAN_REST;
        k = m->choice;
    }
    event *e = vm_event(m, EV_CHOOSE, EVF_VISIBLE | EVF_RUNTIME | EVF_VALUE, 0, 0);

    e->value = (u64)(low + (i64)k);
    if (bits < 64)
        e->value &= ((u64)1 << bits) - 1;
    return result(c, e->value);
}

static ran do_choose(call *c)
{
    u32 n = (u32)c->args[0];

    if (!n) {
        vm_error(c->m, ERR_MISUSE, "a choice out of nothing");
        return RAN_STOP;
    }
    return choose(c, n, 0, 32);
}

/* The range of a wide nondeterministic value: the user's, cut to the type. */
u64 nondet_count(const machine *m, u32 bits, bool is_signed, i64 *low)
{
    i64 high = m->opt.nondet_high, least = is_signed ? -((i64)1 << (bits - 1)) : 0;
    i64 most = bits >= 64 && !is_signed ? INT64_MAX
             : is_signed ? (i64)(((u64)1 << (bits - 1)) - 1) : (i64)(((u64)1 << bits) - 1);

    if (bits == 1) {
        *low = 0;
        return 2;
    }
    *low = m->opt.nondet_low < least ? least : m->opt.nondet_low;
    if (high > most)
        high = most;
    return high < *low ? 1 : (u64)(high - *low) + 1;
}

static ran do_nondet(call *c)
{
    u32 bits = (u32)c->args[0];
    i64 low = 0;

    if (bits != 1 && !c->m->opt.nondet_set) {
        vm_limit(c->m, "a nondeterministic value needs a range: --nondet-range LOW..HIGH");
        return RAN_STOP;
    }
    u64 n = nondet_count(c->m, bits, c->args[1] != 0, &low);

    if (n > UINT32_MAX) {
        vm_limit(c->m, "--nondet-range has more than 2^32 values");
        return RAN_STOP;
    }
    return choose(c, n, low, bits);
}

static ran do_assume(call *c)
{
    if ((u32)c->args[0])
        return result(c, 0);
    c->m->outcome = OUT_PRUNED;
    return RAN_STOP;
}

static ran do_atomic_begin(call *c)
{
    machine *m = c->m;

    if (m->atomic_owner) {
        m->atomic_depth++;
        return result(c, 0);
    }
    if (rests(c, false))
        return RAN_REST;
    vm_event(m, EV_ATOMIC, EVF_VISIBLE | EVF_OPAQUE, 0, 0);
    m->atomic_owner = (u16)(m->running + 1);
    m->atomic_depth = 1;
    return result(c, 0);
}

static ran do_atomic_end(call *c)
{
    machine *m = c->m;

    if (m->atomic_owner == m->running + 1 && !--m->atomic_depth)
        m->atomic_owner = 0;
    return result(c, 0);
}

/* A C string of the program, at most n - 1 bytes. */
static bool read_string(machine *m, u64 p, char *out, size_t n)
{
    size_t k = 0;

    for (; k + 1 < n; k++) {
        object *o = mem_check(m, POINTER_IS(p) ? POINTER(POINTER_OBJECT(p), (u32)p + k) : p, 1, 1, false, "read");

        if (!o)
            return false;
        out[k] = (char)o->data[(u32)p + k];
        if (!out[k])
            return true;
    }
    out[k] = 0;
    return true;
}

/* The usual way to write an assumption where none is at hand: abort() in a function of this name. */
static bool assumes(const call *c)
{
    for (u32 k = c->t->frames.n; k--;) {
        const func *fn = c->m->prog->funcs.at[c->t->frames.at[k].func];

        if (!fn->runtime)
            return !strcmp(fn->name, "assume_abort_if_not");
    }
    return false;
}

static ran do_fail(call *c)
{
    char text_of[400];

    if (c->args[0] == ERR_ABORT && assumes(c)) {
        c->m->outcome = OUT_PRUNED;
        return RAN_STOP;
    }
    if (read_string(c->m, c->args[1], text_of, sizeof text_of))
        vm_error(c->m, (error_kind)c->args[0], "%s", text_of);
    return RAN_STOP;
}

static ran do_alloc(call *c)
{
    machine *m = c->m;
    u64 limit = m->opt.max_heap ? m->opt.max_heap : default_heap, size = c->args[0];

    if (size > limit || m->heap_bytes + size > limit || size > 0x7fffffff) {
        vm_limit(m, "the program holds more memory than --max-heap allows");
        return RAN_STOP;
    }
    u32 id = object_new(m, OC_HEAP, (u32)size, (u32)c->args[1], c->args[2] != 0);

    if (m->opt.events_all)
        vm_event(m, EV_ALLOC, EVF_RUNTIME, POINTER(id, 0), (u32)size);
    return result(c, POINTER(id, 0));
}

/* The heap object that starts at p, or an error. */
static object *heap_object(machine *m, u64 p, const char *what)
{
    object *o = POINTER_IS(p) ? &m->objects.at[POINTER_OBJECT(p)] : NULL;
    char made[300] = "", place[300];

    if (!o || o->kind != OC_HEAP) {
        vm_error(m, ERR_INVALID_FREE, "%s of %s", what,
                 !o ? "a value that is no pointer" : o->kind == OC_STACK ? "a local variable" : "what malloc did not return");
        return NULL;
    }
    if (m->opt.mode == VM_BIRTH)
        snprintf(made, sizeof made, "; it was freed at %s", vm_where(m, o->gone_func, o->gone_pc, place, sizeof place));
    if (o->flags & OF_DEAD) {
        vm_error(m, ERR_DOUBLE_FREE, "%s of memory that is free already%s", what, made);
        return NULL;
    }
    if (POINTER_OFFSET(p)) {
        vm_error(m, ERR_INVALID_FREE, "%s of a pointer into the middle of an object (offset %d)", what,
                 (i32)POINTER_OFFSET(p));
        return NULL;
    }
    return o;
}

static ran do_free(call *c)
{
    machine *m = c->m;
    u64 p = c->args[0];

    if (vm_rests(m, POINTER_IS(p) && mem_visible(m, &m->objects.at[POINTER_OBJECT(p)])))
        return RAN_REST;
    object *o = heap_object(m, p, "free");

    if (!o)
        return RAN_STOP;
    vm_event(m, EV_FREE, EVF_VISIBLE | EVF_RUNTIME, p, o->size);
    object_kill(m, POINTER_OBJECT(p));
    return result(c, 0);
}

static ran do_object_size(call *c)
{
    object *o = heap_object(c->m, c->args[0], "realloc");

    return o ? result(c, o->size) : RAN_STOP;
}

static ran do_option(call *c)
{
    switch (c->args[0]) {
    case OPTION_MALLOC_MAY_FAIL: return result(c, c->m->opt.malloc_may_fail);
    case OPTION_LAST_THREAD: return result(c, c->m->live_threads == 1);
    case OPTION_EXIT_STATUS: return result(c, c->m->opt.exit_status);
    default: return result(c, 0);
    }
}

static ran do_write(call *c)
{
    machine *m = c->m;
    u64 p = c->args[1], n = c->args[2];

    if (!n)
        return result(c, 0);
    object *o = mem_check(m, p, n, 1, false, "output");

    if (!o)
        return RAN_STOP;
    if (m->opt.events_all || m->opt.output) {
        char *bytes = mem_strndup((const char *)o->data + POINTER_OFFSET(p), n);
        event *e = vm_event(m, EV_OUTPUT, EVF_RUNTIME, 0, 0);

        for (u64 k = 0; k < n; k++)
            if (!bytes[k])
                bytes[k] = ' ';
        e->value = c->args[0];
        e->size = (u32)n;
        e->text = bytes;
        vec_push(&m->outputs, bytes);
    }
    return result(c, n);
}

static ran put_text(call *c, u64 buffer, u64 size, const char *s)
{
    size_t n = strlen(s);
    object *o;

    if (!size)
        return result(c, n);
    if (n + 1 > size)
        n = size - 1;
    o = mem_check(c->m, buffer, n + 1, 1, true, "write");
    if (!o)
        return RAN_STOP;
    for (size_t k = 0; k <= n; k++)
        mem_poke(c->m, o, POINTER_OFFSET(buffer) + (u32)k, 1, k < n ? (u8)s[k] : 0, false);
    return result(c, strlen(s));
}

static ran do_format_double(call *c)
{
    char spec[64], out[5200];
    long double v = 0;
    object *o;

    if (!read_string(c->m, c->args[2], spec, sizeof spec))
        return RAN_STOP;
    o = mem_check(c->m, c->args[3], 10, 1, false, "read");
    if (!o)
        return RAN_STOP;
    memcpy(&v, o->data + POINTER_OFFSET(c->args[3]), 10);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(out, sizeof out, spec, v);
#pragma GCC diagnostic pop
    return put_text(c, c->args[0], c->args[1], out);
}

static ran do_scan_double(call *c)
{
    char in[256], *end;
    u64 n = c->args[1] < sizeof in - 1 ? c->args[1] : sizeof in - 1;
    object *o = n ? mem_check(c->m, c->args[0], n, 1, false, "read") : NULL;
    object *to = mem_check(c->m, c->args[2], 10, 1, true, "write");
    long double v;
    u64 words[2] = {0};

    if (!to || (n && !o))
        return RAN_STOP;
    if (n)
        memcpy(in, o->data + POINTER_OFFSET(c->args[0]), n);
    in[n] = 0;
    v = strtold(in, &end);
    memcpy(words, &v, 10);
    mem_poke(c->m, to, POINTER_OFFSET(c->args[2]), 8, words[0], false);
    mem_poke(c->m, to, POINTER_OFFSET(c->args[2]) + 8, 2, words[1], false);
    return result(c, (u64)(end - in));
}

static ran do_format_pointer(call *c)
{
    char out[64];
    u64 p = c->args[2];

    if (POINTER_IS(p) && c->m->opt.mode == VM_BIRTH)
        snprintf(out, sizeof out, "0x%llx", (unsigned long long)(object_birth(c->m, POINTER_OBJECT(p)) << 16 | POINTER_OFFSET(p)));
    else if (POINTER_IS(p))
        snprintf(out, sizeof out, "0x1000");
    else
        snprintf(out, sizeof out, p ? "0x%llx" : "(nil)", (unsigned long long)p);
    return put_text(c, c->args[0], c->args[1], out);
}

/* Says where the runtime's own reads of the program's memory stand. */
static ran do_defined(call *c)
{
    machine *m = c->m;
    u64 p = c->args[0], n = c->args[1], any = 0;
    object *o = n ? mem_check(m, p, n, 1, false, "read") : NULL;

    if (n && !o)
        return RAN_STOP;
    for (u64 k = 0; n && o->flags & OF_SHADOW && k < n; k++)
        any |= o->shadow[POINTER_OFFSET(p) + k];
    return result(c, !any);
}

static ran do_unsupported(call *c)
{
    char what[400];

    if (read_string(c->m, c->args[0], what, sizeof what)) {
        snprintf(c->m->message, sizeof c->m->message, "%s", what);
        vm_limit(c->m, c->m->message);
    }
    return RAN_STOP;
}

static ran do_is_pointer(call *c)
{
    return result(c, POINTER_IS(c->args[0]));
}

static ran do_va_object(call *c)
{
    return result(c, 0);
}

static ran do_stack_depth(call *c)
{
    return result(c, c->t->frames.n);
}

ran builtin_run(machine *m, thread *t, frame *f, const insn *i)
{
    static ran (*const table[BI_COUNT])(call *) = {
#define BUILTIN(name, arity, flags, meaning) [BI_##name] = do_##name,
#include "program/builtins.def"
    };
    call c = {.m = m, .t = t, .f = f, .i = i};
    const func *fn = m->prog->funcs.at[f->func];

    builtin_args(m, t, f, i, c.args);
    for (u32 k = 0; f->slow && k < i->b; k++) {
        shade s = t->shades[f->base + fn->operands.at[i->x + k].reg];

        if (s.bits && i->y != BI_thread_exit && i->y != BI_spawn) {
            vm_error(m, ERR_UNINITIALISED, "a library call depends on an uninitialised value");
            return RAN_STOP;
        }
        if (s.origin == PROV_POINTER)
            c.args[k] = pointer_decode(m, c.args[k]);
    }
    return table[i->y](&c);
}
