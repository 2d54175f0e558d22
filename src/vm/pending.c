/* What each thread would do next, without doing it: the moves of a state, and its status. */
#include "vm/machine.h"

#include <string.h>

/* Object, offset and place of an event on [p, p + size) by a thread at rest. */
static void place(const machine *m, const thread *t, u64 p, event *e)
{
    u32 k = t->frames.n;

    if (POINTER_IS(p)) {
        e->object = object_birth(m, POINTER_OBJECT(p));
        e->offset = POINTER_OFFSET(p);
        if (POINTER_OBJECT(p) <= m->nstatic && m->prog->objects.at[POINTER_OBJECT(p)].hidden)
            e->flags |= EVF_RUNTIME;
        if (m->watch && event_writes(e))
            e->flags |= query_watches(m, &m->objects.at[POINTER_OBJECT(p)]);
    }
    if (!k)
        return;
    for (k--; k && m->prog->funcs.at[t->frames.at[k].func]->runtime; k--)
        ;
    e->func = t->frames.at[k].func;
    e->pc = t->frames.at[k].pc;
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

static void pending_builtin(machine *m, const thread *t, u16 slot, const frame *f, const insn *i,
                            event *e, u32 *choices, bool *enabled)
{
    u64 args[8] = {0};
    u64 p = 0;
    i64 low;

    builtin_args(m, t, f, i, args);
    e->flags |= EVF_RUNTIME | lasting_flag(m);
    switch (i->y) {
    case BI_await:
        *enabled = guard_holds(m, t, slot, args);
        /* fallthrough */
    case BI_visible:
        e->kind = (u8)args[0];
        p = args[1];
        e->size = (u32)args[2];
        guard_note(m, t, slot, args, i->y == BI_await, e);
        break;
    case BI_wait:
        e->kind = EV_WOKEN;
        e->flags |= EVF_GUARD;
        p = t->wait_at;
        e->size = 1;
        break;
    case BI_wake_one: {
        u32 n = waiters_at(m, args[0]);

        *choices = n > 1 ? n : 1;
        e->kind = EV_SIGNAL;
        p = args[0];
        e->size = 1;
        break;
    }
    case BI_wake_all:
        e->kind = EV_BROADCAST;
        p = args[0];
        e->size = 1;
        break;
    case BI_spawn:
        e->kind = EV_CREATE;
        break;
    case BI_join: {
        int other = thread_of_handle(m, args[0]);

        e->kind = EV_JOIN;
        e->value = other < 0 ? 0 : m->opt.symmetry ? symmetry_awaited(m, (u16)other) : (u64)other;
        e->flags |= thread_waits(m, slot, other, args) ? EVF_GUARD : 0;
        *enabled = join_ready(m, t, slot, args);
        break;
    }
    case BI_exit:
        e->kind = EV_EXIT;
        e->value = args[0] & 0xff;
        break;
    case BI_choose:
        e->kind = EV_CHOOSE;
        *choices = (u32)args[0] ? (u32)args[0] : 1;
        break;
    case BI_nondet:
        if ((u32)args[0] != 1 && !m->opt.nondet.set) /* it cuts the run */
            break;
        e->kind = EV_CHOOSE;
        *choices = (u32)nondet_count(m, (u32)args[0], args[1] != 0, &low);
        if (!*choices) /* the step cuts the run */
            *choices = 1;
        break;
    case BI_cancel: {
        int other = thread_of_handle(m, args[0]);

        e->kind = EV_CANCEL;
        e->value = other < 0 ? 0 : (u64)other;
        break;
    }
    case BI_free:
        e->kind = EV_FREE;
        p = args[0];
        if (POINTER_IS(p))
            e->size = m->objects.at[POINTER_OBJECT(p)].size;
        break;
    case BI_write:
        e->kind = EV_READ;
        e->flags &= ~(u32)EVF_RUNTIME;
        p = args[1];
        e->size = (u32)args[2];
        break;
    case BI_object_size:
        e->kind = EV_READ;
        p = args[0];
        e->size = 1;
        break;
    case BI_option: { /* a thread is about to end */
        u32 count, id = frame_shared(m, slot, 0, 0, &count);

        e->kind = id ? EV_FREE : EV_THREAD_EXIT;
        e->value = threads_left(m);
        p = id ? POINTER(id, 0) : 0;
        e->size = id ? m->objects.at[id].size : 0;
        e->flags |= EVF_OPAQUE;
        break;
    }
    case BI_atomic_begin:
        e->kind = EV_ATOMIC;
        e->flags |= EVF_OPAQUE;
        break;
    case BI_assume: /* they drop or cut the run */
    case BI_fail:
    case BI_unsupported:
        break;
    default:
        e->kind = EV_SYNC;
        e->flags |= EVF_OPAQUE;
        p = args[0];
        break;
    }
    place(m, t, p, e);
}

static bool callee_defined(const machine *m, const u64 *r, const func *caller, const insn *i)
{
    const object_init *o;
    u64 p;

    if (i->op == OP_CALL)
        return m->prog->funcs.at[i->y]->defined;
    p = r[caller->operands.at[i->x].reg];
    o = POINTER_IS(p) && POINTER_OBJECT(p) <= m->nstatic ? &m->prog->objects.at[POINTER_OBJECT(p)]
                                                         : NULL;
    return o && o->kind == OBJ_FUNC && m->prog->funcs.at[o->func]->defined;
}

/* An access to what is nowhere defined, or whose address is not known. */
static bool cuts(const machine *m, const thread *t, const frame *f, const insn *i, u64 p)
{
    if (POINTER_IS(p))
        return POINTER_OBJECT(p) <= m->nstatic && m->prog->objects.at[POINTER_OBJECT(p)].gap;
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

bool pending_event(machine *m, u16 slot, event *e, u32 *choices, bool *enabled)
{
    thread *t = &m->threads.at[slot];
    frame *f = top_frame(t);
    const insn *i = &m->prog->funcs.at[f->func]->code[f->pc];
    const u64 *r = t->regs.at + f->base;
    u64 p = 0;

    *e = (event){.thread = slot, .flags = EVF_VISIBLE};
    *choices = 1;
    *enabled = true;
    if (t->state == TS_NEW) {
        e->kind = EV_START;
        e->flags = 0;
        place(m, t, 0, e);
        return true;
    }
    if (t->local) {
        e->flags = 0;
        place(m, t, 0, e);
        return true;
    }
    switch (i->op) {
    case OP_RMW:
        e->kind = EV_UPDATE;
        e->flags |= EVF_ATOMIC;
        p = r[i->b];
        e->size = i->x;
        break;
    case OP_CMPXCHG:
        p = r[i->b];
        e->size = i->x >> 16;
        e->kind = EV_READ;
        e->flags |= EVF_ATOMIC;
        if (cas_equal(m, t, f, i, e->size)) {
            e->kind = EV_UPDATE;
            *choices = i->y & CAS_WEAK && !m->opt.rules.no_spurious ? 2 : 1;
        }
        break;
    case OP_MEMCPY:
    case OP_MEMSET:
        e->kind = (u8)bulk_next(m, t, f, i, &p, &e->size);
        break;
    case OP_BUILTIN:
        if (takes_unknown(m, t, f, i))
            break;
        pending_builtin(m, t, slot, f, i, e, choices, enabled);
        return true;
    case OP_SETJMP:
        e->kind = EV_WRITE;
        p = r[i->b];
        e->size = 20;
        break;
    case OP_VASTART:
        e->kind = EV_WRITE;
        p = r[i->a];
        e->size = m->prog->pointer_bytes == 8 ? 24 : 4;
        break;
    case OP_UNSCOPE:
    case OP_RESCOPE:
        e->kind = i->op == OP_UNSCOPE ? EV_FREE : EV_ALLOC;
        p = r[i->a];
        e->size = m->objects.at[POINTER_OBJECT(p)].size;
        break;
    case OP_RET:
    case OP_STACKRESTORE:
    case OP_LONGJMP: {
        u32 mark = i->op == OP_STACKRESTORE ? (u32)r[i->a] : 0, count;
        u32 depth = i->op == OP_LONGJMP ? 0 : t->frames.n - 1,
            id = frame_shared(m, slot, depth, mark, &count);

        e->kind = EV_FREE;
        p = id ? POINTER(id, 0) : 0;
        e->size = id ? m->objects.at[id].size : 0;
        if (count > 1 || i->op == OP_LONGJMP)
            e->flags |= EVF_OPAQUE;
        break;
    }
    case OP_CALL:
    case OP_CALLI: /* of an atomic function */
        if (!callee_defined(m, r, m->prog->funcs.at[f->func], i))
            break;
        e->kind = EV_ATOMIC;
        e->flags |= EVF_OPAQUE;
        break;
    case OP_CUT:
        break;
    default: /* it accesses memory, cuts the run, or looks at an address */
        if (opcode_does[i->op].access) {
            e->kind = opcode_does[i->op].access == OPCODE_LOADS ? EV_READ : EV_WRITE;
            e->flags |= i->c & ACCESS_ATOMIC ? EVF_ATOMIC : 0;
            p = address(r, i);
            e->size = insn_bytes(m->prog, i);
        } else if (m->static_at) {
            layout_event(e);
            place(m, t, 0, e);
            return true;
        }
        break;
    }
    if (cuts(m, t, f, i, p)) {
        e->kind = EV_NONE;
        e->size = 0;
        p = 0;
    }
    place(m, t, p, e);
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

/* The moves of a thread that sleeps at a condition. */
static void waiting_moves(machine *m, u16 slot, const event *e, move_list *out)
{
    const thread *t = &m->threads.at[slot];
    bool cancelled = t->cancelled && !t->cancel_masked && t->cancellable;
    bool free_to = !barred(m, slot);

    add(out, slot, MOVE_RUN, free_to && (t->woken || cancelled) ? MOVE_ENABLED : 0, 1, e);
    if (t->woken || cancelled)
        return;
    if (!m->opt.rules.no_spurious && !t->strong)
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
        waiting_moves(m, slot, &e, out);
        return;
    }
    bool timed = !enabled && times_out(m, t);
    u8 flags = (u8)((enabled && !barred(m, slot) ? MOVE_ENABLED : 0) | local_flags(t) |
                    (e.flags & EVF_OPAQUE ? MOVE_OPAQUE : 0));

    add(out, slot, t->state == TS_NEW ? MOVE_START : MOVE_RUN, flags, choices, &e);
    if (timed)
        add(out, slot, MOVE_TIMEOUT, barred(m, slot) ? 0 : MOVE_ENABLED, 1, &e);
}

void pending_moves(machine *m, u16 slot, move_list *out)
{
    vec_clear(out);
    if (!m->done && !m->failed)
        thread_moves(m, slot, out);
}

bool pending_move(machine *m, u16 slot, move *out)
{
    thread *t = &m->threads.at[slot];
    bool enabled;

    if (m->done || m->failed || t->state == TS_FREE || t->state == TS_OVER)
        return false;
    *out = (move){.thread = slot, .kind = t->state == TS_NEW ? MOVE_START : MOVE_RUN};
    pending_event(m, slot, &out->next, &out->choices, &enabled);
    if (t->state == TS_WAITING)
        enabled = t->woken || (t->cancelled && !t->cancel_masked && t->cancellable);
    out->flags = (u8)((enabled && !barred(m, slot) ? MOVE_ENABLED : 0) | local_flags(t) |
                      (out->next.flags & EVF_OPAQUE ? MOVE_OPAQUE : 0));
    return true;
}

void vm_moves(sys *s, move_list *out)
{
    machine *m = vm_of(s);

    vec_clear(out);
    if (m->done || (m->failed && !m->opt.lasting))
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
        return t->woken || t->timed || (t->cancelled && !t->cancel_masked && t->cancellable);
    if (t->state == TS_NEW || t->local)
        return true;
    pending_event(m, slot, &e, &choices, &enabled);
    return enabled || times_out(m, t);
}

status vm_status(sys *s)
{
    machine *m = vm_of(s);

    if (m->failed)
        return ST_ERROR;
    if (m->outcome == OUT_PRUNED)
        return ST_PRUNED;
    if (m->outcome == OUT_LIMIT)
        return ST_LIMIT;
    if (m->done)
        return ST_DONE;
    for (u32 k = 0; k < m->threads.n; k++)
        if (can_move(m, (u16)k))
            return ST_RUNNING;
    return ST_DEADLOCK;
}
