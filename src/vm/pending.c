/* What each thread would do next, without doing it: the moves of a state, and its status. */
#include "vm/machine.h"

#include <string.h>

/* Object, offset and place of an event on [p, p + size) by a thread at rest. */
static void place(const machine *m, const thread *t, u64 p, event *e)
{
    const frame *f = vm_user_frame(m, t);

    if (POINTER_IS(p)) {
        e->object = object_birth(m, POINTER_OBJECT(p));
        e->offset = POINTER_OFFSET(p);
        if (POINTER_OBJECT(p) <= m->mem.nstatic && m->prog->objects.at[POINTER_OBJECT(p)].hidden)
            e->flags |= EVF_RUNTIME;
        if (m->query.watch && event_writes(e))
            e->flags |= query_watches(m, &m->objects.at[POINTER_OBJECT(p)]);
    }
    if (!f)
        return;
    e->func = f->func;
    e->pc = f->pc;
}

static u64 address(const u64 *r, const insn *i)
{
    u64 p = r[i->b];

    return POINTER_IS(p) ? POINTER(POINTER_OBJECT(p), (u32)p + i->x) : p;
}

/* Would a compare-exchange find what it expects? */
bool cas_equal(const machine *m, const thread *t, const frame *f, const insn *i, u32 size)
{
    const u64 *r = t->regs.at + f->base;
    u64 p = r[i->b], old = 0, want = r[i->c];
    const object *o;

    if (!POINTER_IS(p))
        return false;
    o = &m->objects.at[POINTER_OBJECT(p)];
    if (o->flags & (OF_DEAD | OF_NODATA) || (u64)POINTER_OFFSET(p) + size > o->size)
        return false;
    memcpy(&old, o->data + POINTER_OFFSET(p), size > 8 ? 8 : size);
    bool is_pointer = o->flags & OF_POINTERS && o->map[POINTER_OFFSET(p) / m->prog->pointer_bytes];
    bool want_pointer = i->y & CAS_POINTER
                            ? POINTER_IS(want)
                            : f->slow && t->shades[f->base + i->c].origin == PROV_POINTER;

    if (is_pointer != want_pointer)
        return false;
    if (is_pointer && i->y & CAS_POINTER)
        old = pointer_decode(m, old);
    if (old != want)
        return false;
    if (size > 8) {
        u64 high = 0;

        memcpy(&high, o->data + POINTER_OFFSET(p) + 8, size - 8);
        return high == r[i->c + 1];
    }
    return true;
}

static bool join_ready(const machine *m, const thread *t, u16 slot, const u64 *args)
{
    int other = thread_of_handle(m, args[0]);

    if (other < 0 || other == slot || args[2] & 1)
        return true;
    if (t->cancelled && !t->cancel_masked && !(args[2] & 2))
        return true;
    const thread *o = &m->threads.at[other];

    return thread_joinable(m, (u16)other) || o->detached || o->joined;
}

/* What a thread would do next: filled in part by part. */
typedef struct pending {
    machine *m;
    const thread *t;
    u16 slot;
    const frame *f;
    const insn *i;
    const u64 *r; /* registers of the frame */
    u64 *args;    /* of a builtin */
    event *e;
    u64 p; /* what it touches */
    u32 *choices;
    bool *enabled;
} pending;

static void touches(pending *n, event_kind kind, u64 p, u32 size)
{
    n->e->kind = (u8)kind;
    n->p = p;
    n->e->size = size;
}

static void next_guarded(pending *n)
{
    bool waits = n->i->y == BI_await;

    if (waits)
        *n->enabled = guard_holds(n->m, n->t, n->slot, n->args);
    touches(n, (event_kind)(u8)n->args[0], n->args[1], (u32)n->args[2]);
    guard_note(n->m, n->t, n->slot, n->args, waits, n->e);
}

static void next_wake_one(pending *n)
{
    u32 waiters = waiters_at(n->m, n->args[0]);

    *n->choices = waiters > 1 ? waiters : 1;
    touches(n, EV_SIGNAL, n->args[0], 1);
}

static void next_join(pending *n)
{
    int other = thread_of_handle(n->m, n->args[0]);

    n->e->kind = EV_JOIN;
    if (other >= 0)
        n->e->value = n->m->opt.symmetry ? symmetry_awaited(n->m, (u16)other) : (u64)other;
    n->e->flags |= thread_waits(n->m, n->slot, other, n->args) ? EVF_GUARD : 0;
    *n->enabled = join_ready(n->m, n->t, n->slot, n->args);
}

static void next_choice(pending *n, u32 choices)
{
    n->e->kind = EV_CHOOSE;
    *n->choices = choices ? choices : 1; /* 0: the step cuts the run */
}

static void next_nondet(pending *n)
{
    i64 low;

    if ((u32)n->args[0] != 1 && !n->m->opt.nondet.set) /* it cuts the run */
        return;
    next_choice(n, (u32)nondet_count(n->m, (u32)n->args[0], n->args[1] != 0, &low));
}

static void next_cancel(pending *n)
{
    int other = thread_of_handle(n->m, n->args[0]);

    n->e->kind = EV_CANCEL;
    n->e->value = other < 0 ? 0 : (u64)other;
}

static void next_free(pending *n)
{
    u64 p = n->args[0];

    touches(n, EV_FREE, p, POINTER_IS(p) ? n->m->objects.at[POINTER_OBJECT(p)].size : 0);
}

/* The objects of frames that are left, from this one and this mark on: the first one, and whether
 * there are more. */
static bool next_leave(pending *n, u32 depth, u32 mark)
{
    u32 count, id = frame_shared(n->m, n->slot, depth, mark, &count);

    touches(n, EV_FREE, id ? POINTER(id, 0) : 0, id ? n->m->objects.at[id].size : 0);
    return count > 1;
}

static void next_thread_end(pending *n)
{
    next_leave(n, 0, 0);
    if (!n->p)
        n->e->kind = EV_THREAD_EXIT;
    n->e->value = threads_left(n->m);
    n->e->flags |= EVF_OPAQUE;
}

static void next_opaque(pending *n, event_kind kind)
{
    n->e->kind = (u8)kind;
    n->e->flags |= EVF_OPAQUE;
}

static void next_builtin(pending *n)
{
    u64 args[8] = {0};

    n->args = args;
    builtin_args(n->m, n->t, n->f, n->i, args);
    n->e->flags |= EVF_RUNTIME | lasting_flag(n->m);
    switch (n->i->y) {
    case BI_await:
    case BI_visible:
        next_guarded(n);
        break;
    case BI_wait:
        touches(n, EV_WOKEN, n->t->wait_at, 1);
        n->e->flags |= EVF_GUARD | (wait_undecided(n->m, n->t) ? EVF_OPAQUE : 0);
        *n->choices = wait_ways(n->m, n->t);
        break;
    case BI_wake_one:
        next_wake_one(n);
        break;
    case BI_wake_all:
        touches(n, EV_BROADCAST, n->args[0], 1);
        break;
    case BI_spawn:
        n->e->kind = EV_CREATE;
        break;
    case BI_join:
        next_join(n);
        break;
    case BI_exit:
        n->e->kind = EV_EXIT;
        n->e->value = n->args[0] & 0xff;
        break;
    case BI_reset:
        n->e->kind = EV_RESET;
        n->e->flags |= EVF_OPAQUE;
        break;
    case BI_choose:
        next_choice(n, (u32)n->args[0]);
        break;
    case BI_nondet:
        next_nondet(n);
        break;
    case BI_cancel:
        next_cancel(n);
        break;
    case BI_free:
        next_free(n);
        break;
    case BI_write:
        touches(n, EV_READ, n->args[1], (u32)n->args[2]);
        n->e->flags &= ~(u32)EVF_RUNTIME;
        break;
    case BI_object_size:
        touches(n, EV_READ, n->args[0], 1);
        break;
    case BI_option:
        next_thread_end(n);
        break;
    case BI_atomic_begin:
        next_opaque(n, EV_ATOMIC);
        break;
    case BI_assume: /* they drop or cut the run */
    case BI_fail:
    case BI_unsupported:
        break;
    default:
        next_opaque(n, EV_SYNC);
        n->p = n->args[0];
        break;
    }
    if (UNLIKELY(n->m->opt.memory))
        *n->enabled &= !buffer_stops_builtin(n->m, n->t, n->i->y, n->args);
    place(n->m, n->t, n->p, n->e);
}

static bool callee_defined(const machine *m, const u64 *r, const func *caller, const insn *i)
{
    const object_init *o;
    u64 p;

    if (i->op == OP_CALL)
        return m->prog->funcs.at[i->y]->defined;
    p = r[caller->operands.at[i->x].reg];
    o = POINTER_IS(p) && POINTER_OBJECT(p) <= m->mem.nstatic
            ? &m->prog->objects.at[POINTER_OBJECT(p)]
            : NULL;
    return o && o->kind == OBJ_FUNC && m->prog->funcs.at[o->func]->defined;
}

/* An access to what is nowhere defined, or whose address is not known. */
static bool cuts(const machine *m, const thread *t, const frame *f, const insn *i, u64 p)
{
    if (POINTER_IS(p))
        return POINTER_OBJECT(p) <= m->mem.nstatic && m->prog->objects.at[POINTER_OBJECT(p)].gap;
    bool reads_b = opcode_roles[i->op][1] == 'u' || i->op == OP_RMW || i->op == OP_CMPXCHG;

    return f->slow && reads_b && t->shades[f->base + i->b].bits;
}

/* An argument has no defined value: the call is an error or cuts the run. */
static bool takes_unknown(const machine *m, const thread *t, const frame *f, const insn *i)
{
    const operand *args = m->prog->funcs.at[f->func]->operands.at + i->x;
    u64 any = 0;

    for (u32 k = 0; f->slow && k < i->b; k++)
        any |= t->shades[f->base + args[k].reg].bits;
    return any && i->y != BI_thread_exit && i->y != BI_spawn && t->state == TS_READY;
}

static void next_cmpxchg(pending *n)
{
    u32 size = n->i->x >> 16;
    bool equal = cas_equal(n->m, n->t, n->f, n->i, size);

    touches(n, equal ? EV_UPDATE : EV_READ, n->r[n->i->b], size);
    n->e->flags |= EVF_ATOMIC;
    if (equal)
        *n->choices = n->i->y & CAS_WEAK && !n->m->opt.rules.no_spurious ? 2 : 1;
}

static void next_bulk(pending *n)
{
    n->e->kind = (u8)bulk_next(n->m, n->t, n->f, n->i, &n->p, &n->e->size);
}

static void next_scope(pending *n)
{
    u64 p = n->r[n->i->a];

    touches(n, n->i->op == OP_UNSCOPE ? EV_FREE : EV_ALLOC, p,
            n->m->objects.at[POINTER_OBJECT(p)].size);
}

static void next_return(pending *n)
{
    bool jump = n->i->op == OP_LONGJMP;
    u32 mark = n->i->op == OP_STACKRESTORE ? (u32)n->r[n->i->a] : 0;
    u32 leaves = n->i->op == OP_UNWIND ? (u32)n->r[n->i->a] : 1;

    if (next_leave(n, jump ? 0 : n->t->frames.n - leaves, mark) || jump)
        n->e->flags |= EVF_OPAQUE;
}

static void next_access(pending *n)
{
    touches(n, opcode_does[n->i->op].access == OPCODE_LOADS ? EV_READ : EV_WRITE,
            address(n->r, n->i), insn_bytes(n->m->prog, n->i));
    n->e->flags |= vm_atomic(n->m, n->i->c) ? EVF_ATOMIC : 0;
}

/* An instruction other than a builtin. */
static void next_instruction(pending *n)
{
    const insn *i = n->i;

    switch (i->op) {
    case OP_RMW:
        touches(n, EV_UPDATE, n->r[i->b], i->x);
        n->e->flags |= EVF_ATOMIC;
        break;
    case OP_CMPXCHG:
        next_cmpxchg(n);
        break;
    case OP_MEMCPY:
    case OP_MEMSET:
        next_bulk(n);
        break;
    case OP_SETJMP:
        touches(n, EV_WRITE, n->r[i->b], 20);
        break;
    case OP_VASTART:
        touches(n, EV_WRITE, n->r[i->a], n->m->prog->pointer_bytes == 8 ? 24 : 4);
        break;
    case OP_UNSCOPE:
    case OP_RESCOPE:
        next_scope(n);
        break;
    case OP_RET:
    case OP_STACKRESTORE:
    case OP_LONGJMP:
    case OP_UNWIND:
        next_return(n);
        break;
    case OP_CALL:
    case OP_CALLI: /* of an atomic function */
        if (callee_defined(n->m, n->r, n->m->prog->funcs.at[n->f->func], i))
            next_opaque(n, EV_ATOMIC);
        break;
    case OP_BUILTIN: /* with an unknown argument */
    case OP_CUT:
        break;
    default: /* it accesses memory, cuts the run, or looks at an address */
        if (opcode_does[i->op].access) {
            next_access(n);
        } else if (n->m->mem.static_at) {
            layout_event(n->e);
            place(n->m, n->t, 0, n->e);
            return;
        }
        break;
    }
    if (cuts(n->m, n->t, n->f, i, n->p))
        touches(n, EV_NONE, 0, 0);
    place(n->m, n->t, n->p, n->e);
}

bool pending_event(machine *m, u16 slot, event *e, u32 *choices, bool *enabled)
{
    thread *t = &m->threads.at[slot];
    frame *f = top_frame(t);
    pending n = {.m = m,
                 .t = t,
                 .slot = slot,
                 .f = f,
                 .i = &m->prog->funcs.at[f->func]->code[f->pc],
                 .r = t->regs.at + f->base,
                 .e = e,
                 .choices = choices,
                 .enabled = enabled};

    *e = (event){.thread = slot, .flags = EVF_VISIBLE};
    *choices = 1;
    *enabled = true;
    if (t->state == TS_NEW || t->local) {
        e->kind = t->state == TS_NEW ? EV_START : EV_NONE;
        e->flags = 0;
        place(m, t, 0, e);
    } else if (n.i->op == OP_BUILTIN && !takes_unknown(m, t, f, n.i)) {
        next_builtin(&n);
    } else {
        next_instruction(&n);
        if (UNLIKELY(m->opt.memory))
            buffer_announce(m, t, n.i, n.p, e, enabled);
    }
    if (UNLIKELY(t->buffer)) {
        *enabled &= several_threads(m);
        if (!*enabled) { /* nobody else can let it go on: what it would do then is not next */
            *e = (event){.thread = slot, .flags = EVF_VISIBLE, .func = e->func, .pc = e->pc};
            *choices = 1;
        }
    }
    return true;
}

static u8 local_flags(const thread *t)
{
    return (u8)((t->local ? MOVE_LOCAL : 0) | (t->diverged ? MOVE_ENDLESS : 0));
}

static void add(move_list *out, u16 slot, move_kind kind, u8 flags, u32 choices, const event *e)
{
    vec_push(
        out,
        (move){.thread = slot, .kind = (u8)kind, .flags = flags, .choices = choices, .next = *e});
}

static bool barred(const machine *m, u16 slot)
{
    return m->atomic_owner && m->atomic_owner != slot + 1;
}

/* A store that waits reaches memory. */
static void add_flush(machine *m, u16 slot, move_list *out)
{
    event e;

    buffer_next(m, slot, &e);
    add(out, slot, MOVE_FLUSH,
        (u8)((barred(m, slot) ? 0 : MOVE_ENABLED) | (e.flags & EVF_OPAQUE ? MOVE_OPAQUE : 0)),
        buffer_ways(m, &m->threads.at[slot]), &e);
}

/* The moves of a thread that sleeps at a condition.  POSIX lets a wait that times out use up a
 * signal that was sent to it meanwhile, and C++ looks at the clock when it has the mutex back. */
static void waiting_moves(machine *m, u16 slot, const event *e, u32 ways, move_list *out)
{
    const thread *t = &m->threads.at[slot];
    bool cancelled = thread_called_off(t), free_to = !barred(m, slot);

    add(out, slot, MOVE_RUN,
        (u8)((free_to && (t->woken || cancelled) ? MOVE_ENABLED : 0) |
             (e->flags & EVF_OPAQUE ? MOVE_OPAQUE : 0)),
        ways, e);
    if (t->woken ? t->strong || MUTANT(WAIT_EITHER) : cancelled)
        return;
    if (!m->opt.rules.no_spurious && !t->strong && !t->woken)
        add(out, slot, MOVE_SPURIOUS, free_to ? MOVE_ENABLED | MOVE_WEAK : MOVE_WEAK, 1, e);
    if (t->timed)
        add(out, slot, MOVE_TIMEOUT, free_to ? MOVE_ENABLED : 0, 1, e);
}

static bool times_out(const machine *m, const thread *t)
{
    const frame *f = &t->frames.at[t->frames.n - 1];
    const insn *i = &m->prog->funcs.at[f->func]->code[f->pc];
    u64 args[8];

    if (t->state != TS_READY || i->op != OP_BUILTIN || i->y != BI_await)
        return false;
    builtin_args(m, t, f, i, args);
    return args[3] & GUARD_TIMED;
}

static void thread_moves(machine *m, u16 slot, move_list *out)
{
    thread *t = &m->threads.at[slot];
    event e;
    u32 choices;
    bool enabled;

    if (t->state == TS_FREE || t->state == TS_OVER)
        return;
    pending_event(m, slot, &e, &choices, &enabled);
    if (t->state == TS_WAITING) {
        waiting_moves(m, slot, &e, choices, out);
        return;
    }
    if (UNLIKELY(t->buffer) && !enabled) {
        add_flush(m, slot, out);
        return;
    }
    bool timed = !enabled && times_out(m, t);
    u8 flags = (u8)((enabled && !barred(m, slot) ? MOVE_ENABLED : 0) | local_flags(t) |
                    (e.flags & EVF_OPAQUE ? MOVE_OPAQUE : 0));

    add(out, slot, t->state == TS_NEW ? MOVE_START : MOVE_RUN, flags, choices, &e);
    if (timed)
        add(out, slot, MOVE_TIMEOUT, barred(m, slot) ? 0 : MOVE_ENABLED, 1, &e);
    if (UNLIKELY(t->buffer))
        add_flush(m, slot, out);
}

void pending_moves(machine *m, u16 slot, move_list *out)
{
    vec_clear(out);
    if (!m->done && !m->fault.failed)
        thread_moves(m, slot, out);
}

bool pending_move(machine *m, u16 slot, move *out)
{
    thread *t = &m->threads.at[slot];
    bool enabled;

    if (m->done || m->fault.failed || t->state == TS_FREE || t->state == TS_OVER)
        return false;
    if (t->buffer && !MUTANT(BUFFER_PEEK))
        return false;
    *out = (move){.thread = slot, .kind = t->state == TS_NEW ? MOVE_START : MOVE_RUN};
    pending_event(m, slot, &out->next, &out->choices, &enabled);
    if (t->state == TS_WAITING)
        enabled = t->woken || thread_called_off(t);
    out->flags = (u8)((enabled && !barred(m, slot) ? MOVE_ENABLED : 0) | local_flags(t) |
                      (out->next.flags & EVF_OPAQUE ? MOVE_OPAQUE : 0));
    return true;
}

void vm_moves(sys *s, move_list *out)
{
    machine *m = vm_of(s);

    vec_clear(out);
    if (m->done || (m->fault.failed && !m->opt.lasting))
        return;
    for (u32 k = 0; k < m->threads.n; k++)
        thread_moves(m, (u16)k, out);
}

static bool can_move(machine *m, u16 slot)
{
    thread *t = &m->threads.at[slot];
    event e;
    u32 choices;
    bool enabled;

    if (t->state == TS_FREE || t->state == TS_OVER || barred(m, slot))
        return false;
    if (t->state == TS_WAITING)
        return t->woken || t->timed || thread_called_off(t);
    if (t->state == TS_NEW || t->local || t->buffer)
        return true;
    pending_event(m, slot, &e, &choices, &enabled);
    return enabled || times_out(m, t);
}

status vm_status(sys *s)
{
    machine *m = vm_of(s);

    if (m->fault.failed)
        return ST_ERROR;
    if (m->fault.outcome == OUT_PRUNED)
        return ST_PRUNED;
    if (m->fault.outcome == OUT_LIMIT)
        return ST_LIMIT;
    if (m->done)
        return ST_DONE;
    for (u32 k = 0; k < m->threads.n; k++)
        if (can_move(m, (u16)k))
            return ST_RUNNING;
    return ST_DEADLOCK;
}
