/* Runs the chosen thread: its one visible operation and then whatever is invisible, up to the next
 * visible operation.  Two dispatch loops from one text (interp.inc): the fast one for frames whose
 * registers are all defined, the shadowed one for the rest.
 *
 * Silent loops: after LOOP_PATIENCE back edges in one step the thread's whole state is compared,
 * now and then, with an earlier one of the same step (Brent's method: the earlier one moves on at
 * powers of two).  An exact repeat proves that the thread goes on like this for ever. */
#include "vm/machine.h"

#include "base/halt.h"
#include "base/mutant.h"

#include <math.h>
#include <string.h>

#define LOOP_PATIENCE 2048u
static const u32 loop_sample = 64, loop_look = 1024, loop_end = 1u << 18,
                 loop_end_lasting = 1u << 12;

static inline u64 cut(u64 v, u32 bits)
{
    return bits >= 64 ? v : v & (((u64)1 << bits) - 1);
}

static inline i64 extend(u64 v, u32 bits)
{
    return bits >= 64 ? (i64)v : (i64)(v << (64 - bits)) >> (64 - bits);
}

static inline i64 least(u32 bits)
{
    return bits >= 64 ? INT64_MIN : -((i64)1 << (bits - 1));
}

static inline bool overflows(i128 v, u32 bits)
{
    return v != extend((u64)v, bits) || v != (i128)(i64)v;
}

static inline u64 pointer_plus(u64 p, i32 delta)
{
    return POINTER_IS(p) ? (p & ~(u64)0xffffffff) | (u32)((u32)p + (u32)delta)
                         : p + (u64)(i64)delta;
}

void undefined_value(machine *m, shade s, const char *what)
{
    if (SHADE_IS_LOST(s))
        address_decides(m, what);
    else
        vm_error(m, ERR_UNINITIALISED, "%s depends on an uninitialised value", what);
}

/* No defined value, and whether for the sake of an address. */
static shade vague(u64 bits, u64 origins)
{
    return (shade){bits, origins ? PROV_LOST : PROV_NONE};
}

/* With a layout: the order of two pointers, or of a pointer and a number; false: the thread rests.
 */
static bool pointer_order(machine *m, u64 b, u64 c, bool is_signed, int *order)
{
    u64 pointers[2], at[2] = {b, c};
    u32 n = 0;

    for (u32 k = 0; k < 2; k++)
        if (POINTER_IS(at[k]))
            pointers[n++] = at[k];
    if (!layout_look(m, pointers, n))
        return false;
    for (u32 k = 0; k < 2; k++)
        if (POINTER_IS(at[k]))
            at[k] = layout_address(m, at[k]);
    *order = is_signed && m->prog->pointer_bytes == 8
                 ? ((i64)at[0] > (i64)at[1]) - ((i64)at[0] < (i64)at[1])
             : is_signed ? ((i32)at[0] > (i32)at[1]) - ((i32)at[0] < (i32)at[1])
                         : (at[0] > at[1]) - (at[0] < at[1]);
    return true;
}

/* b - c, of which at least one is a pointer, as an integer of `bits` bits. */
static bool pointer_difference(machine *m, u64 b, u64 c, u32 bits, u64 *value, shade *out)
{
    bool pb = POINTER_IS(b), pc = POINTER_IS(c), strict = m->opt.addresses == ADDRESSES_STRICT;
    insn sub = {.op = OP_SUBN};

    if (strict && pb && pc && POINTER_OBJECT(b) != POINTER_OBJECT(c)) {
        vm_error(m, ERR_POINTER_ORDER, "the difference of pointers to different objects");
        return false;
    }
    if (strict && !pb) {
        vm_error(m, ERR_PROVENANCE, "the difference of a number and a pointer");
        return false;
    }
    sub.y = bits;
    b = pb ? pointer_encode(m, b) : b;
    c = pc ? pointer_encode(m, c) : c;
    return shade_binary(m, &sub, b, c, (shade){0, pb ? PROV_POINTER : 0},
                        (shade){0, pc ? PROV_POINTER : 0}, value, out) &&
           !m->fault.limit;
}

static u32 switch_target(const func *fn, u32 table, u64 value)
{
    const switch_table *s = &fn->switches.at[table];
    u32 low = s->first, high = s->first + s->count;

    while (low < high) {
        u32 middle = low + (high - low) / 2;

        if (fn->cases.at[middle].value == value)
            return fn->cases.at[middle].target;
        if (fn->cases.at[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return s->other;
}

static u64 stack_object(machine *m, thread *t, frame *f, u32 size, u32 align)
{
    u32 id = object_new(m, OC_STACK, size, align, false);

    frame_owns(m, t, f, &m->objects.at[id]);
    return POINTER(id, 0);
}

/* A local's scope begins anew: whoever still has its address must be able to come before that. */
static bool begin_scope(machine *m, u64 p)
{
    const object *o = &m->objects.at[POINTER_OBJECT(p)];
    bool first = m->step.allow;
    bool seen = o->flags & OF_SHARED && several_threads(m) && !m->atomic_owner && !m->step.quiet;

    if (vm_rests(m, seen))
        return false;
    if (seen || first || (m->opt.footprint && event_wanted(m, p)))
        vm_event(m, EV_ALLOC, EVF_VISIBLE, p, o->size);
    object_revive(m, POINTER_OBJECT(p), false);
    return true;
}

/* A local's scope ends: seen by others if they can reach it.  The last one made gives its ordinal
 * back, so that a loop comes to the same state again. */
static bool end_scope(machine *m, frame *f, u64 p, bool made_here)
{
    object *o = &m->objects.at[POINTER_OBJECT(p)];
    bool first = m->step.allow;
    bool seen = o->flags & OF_SHARED && several_threads(m) && !m->atomic_owner && !m->step.quiet &&
                !(o->flags & OF_DEAD);

    if (vm_rests(m, seen))
        return false;
    if (seen || first || (m->opt.footprint && event_wanted(m, p)))
        vm_event(m, EV_FREE, EVF_VISIBLE, p, o->size);
    if (made_here && m->prog->funcs.at[f->func]->saves_stack && o->kind == OC_STACK &&
        !(o->flags & OF_DEAD) && o->seq + 1 == f->seq)
        f->seq--;
    object_kill(m, POINTER_OBJECT(p));
    return true;
}

static void gather(shade *sum, const shade *s, u32 n)
{
    for (u32 k = 0; k < n; k++) {
        sum->bits |= s[k].bits | s[k].origin;
        sum->origin |= s[k].origin;
    }
}

/* Of all operands: whether one is shaded, and whether one comes from an address. */
static shade operands_shade(const insn *i, const shade *s)
{
    u32 from = i->x >> 8 & 0xff, kind = i->x & 0xff;
    shade sum = {0};

    if (i->op == OP_FCONV) {
        bool two =
            kind == FCONV_FROM_SIGNED || kind == FCONV_FROM_UNSIGNED ? i->y > 64 : from == FT_LONG;

        gather(&sum, s + i->b, two ? 2 : 1);
    } else if (i->op == OP_MATH) {
        u32 step = i->y == FT_LONG ? 2 : 1, n = arith_math_arity(i->x);

        gather(&sum, s + i->b, step);
        gather(&sum, s + i->c, (n - 1) * step);
    } else if (i->op == OP_WIDE) {
        gather(&sum, s + i->b, 2);
        gather(&sum, s + i->c, wide_does[i->x].pairs == 2 ? 2 : 0);
    } else {
        gather(&sum, s + i->b, 1);
        gather(&sum, s + i->c, 1);
    }
    return sum;
}

/* What of a wide operation works word by word keeps pointers that are one of the words: the logical
 * operations, and a shift by 64.  False: another operation. */
static bool wide_words(machine *m, const insn *i, u64 *r, shade *s)
{
    static const u16 with[] = {[WIDE_AND] = OP_AND64, [WIDE_OR] = OP_OR64, [WIDE_XOR] = OP_XOR64};
    bool shift = i->x == WIDE_SHL || i->x == WIDE_LSHR;
    u64 value[2] = {0};
    shade sh[2] = {{0}};

    if (i->op != OP_WIDE || i->y != 128)
        return false;
    if (shift && r[i->c] == 64 && !r[i->c + 1] &&
        !(s[i->c].bits | s[i->c].origin | s[i->c + 1].bits | s[i->c + 1].origin)) {
        value[i->x == WIDE_SHL] = r[i->b + (i->x == WIDE_LSHR)];
        sh[i->x == WIDE_SHL] = s[i->b + (i->x == WIDE_LSHR)];
    } else if (i->x < LENGTH(with) && with[i->x]) {
        insn one = {.op = with[i->x]};

        for (u32 k = 0; k < 2; k++)
            if (!shade_binary(m, &one, r[i->b + k], r[i->c + k], s[i->b + k], s[i->c + k],
                              &value[k], &sh[k]))
                return false;
    } else {
        return false;
    }
    for (u32 k = 0; k < 2; k++) {
        r[i->a + k] = value[k];
        s[i->a + k] = sh[k];
    }
    return true;
}

/* With a layout: what the instruction reads becomes numbers; false: the thread rests before it. */
static bool settle_operands(machine *m, const insn *i, u64 *r, shade *s)
{
    u32 regs[4] = {i->b, i->c, i->x, 0}, n = i->op == OP_FSHIFT ? 3 : 2;
    u64 *values[4];
    shade *shades[4];

    if (i->op == OP_FCONV)
        n = 1;
    if (i->op == OP_WIDE) {
        regs[n++] = i->b + 1;
        if (wide_does[i->x].pairs == 2)
            regs[n++] = i->c + 1;
    }
    for (u32 k = 0; k < n; k++) {
        values[k] = &r[regs[k]];
        shades[k] = &s[regs[k]];
    }
    return i->op == OP_MATH || address_settle(m, values, shades, n);
}

static u32 results_of(const insn *i)
{
    u32 kind = i->x & 0xff, to = i->x >> 16 & 0xff;

    if (i->op == OP_OVF)
        return 2;
    if (i->op == OP_MATH)
        return i->y == FT_LONG ? 2 : 1;
    if (i->op == OP_WIDE)
        return wide_does[i->x].does == WIDE_COMPARES ? 1 : 2;
    if (kind == FCONV_FLOAT || kind == FCONV_FROM_SIGNED || kind == FCONV_FROM_UNSIGNED)
        return to == FT_LONG ? 2 : 1;
    return i->y > 64 ? 2 : 1;
}

static shade bits_shade(const insn *i, shade b, shade c)
{
    u64 all = cut(~(u64)0, i->y);

    if (i->x == BITS_BSWAP)
        return b.origin == PROV_POINTER ? vague(all, b.origin)
                                        : vague(__builtin_bswap64(b.bits) >> (64 - i->y), b.origin);
    return vague(b.bits | c.bits | b.origin | c.origin ? all : 0, b.origin | c.origin);
}

/* The new value of a read-modify-write, with its shade. */
static bool updated(machine *m, u32 op, u32 size, u64 old, shade so, u64 value, shade sv, u64 *out,
                    shade *sh)
{
    static const u16 with[] = {[RMW_ADD] = OP_ADDN,
                               [RMW_SUB] = OP_SUBN,
                               [RMW_AND] = OP_ANDN,
                               [RMW_OR] = OP_ORN,
                               [RMW_XOR] = OP_XORN};

    *sh = (shade){0};
    if (op == RMW_XCHG) {
        *out = value;
        *sh = sv;
        return true;
    }
    if (so.bits | so.origin | sv.bits | sv.origin) {
        insn i = {.op = op < LENGTH(with) ? with[op] : 0};

        i.y = size * 8;
        if (i.op)
            return shade_binary(m, &i, old, value, so, sv, out, sh);
        *sh = vague(cut(~(u64)0, size * 8), so.origin | sv.origin);
    }
    *out = arith_rmw(op, size, old, value);
    return true;
}

static void updated_wide(u32 op, const u64 *old, const u64 *value, u64 *out, const shade *so,
                         const shade *sv, shade *sh)
{
    u128 a = (u128)old[1] << 64 | old[0], b = (u128)value[1] << 64 | value[0], v;

    switch (op) {
    case RMW_ADD:
        v = a + b;
        break;
    case RMW_SUB:
        v = a - b;
        break;
    case RMW_AND:
        v = a & b;
        break;
    case RMW_NAND:
        v = ~(a & b);
        break;
    case RMW_OR:
        v = a | b;
        break;
    case RMW_XOR:
        v = a ^ b;
        break;
    case RMW_MAX:
        v = (i128)a > (i128)b ? a : b;
        break;
    case RMW_MIN:
        v = (i128)a < (i128)b ? a : b;
        break;
    case RMW_UMAX:
        v = a > b ? a : b;
        break;
    case RMW_UMIN:
        v = a < b ? a : b;
        break;
    default:
        v = b;
    }
    out[0] = (u64)v;
    out[1] = (u64)(v >> 64);
    u64 origins = so[0].origin | so[1].origin | sv[0].origin | sv[1].origin;
    u64 any = so[0].bits | so[1].bits | sv[0].bits | sv[1].bits | origins;

    for (u32 k = 0; k < 2; k++)
        sh[k] = op == RMW_XCHG ? sv[k] : vague(any ? ~(u64)0 : 0, origins);
}

static void result_shades(thread *t, frame *f, u32 reg, u32 n, const shade *sh)
{
    u64 any = 0;

    for (u32 k = 0; k < n; k++)
        any |= sh[k].bits | sh[k].origin;
    if (any && !f->slow)
        frame_slow(t, f);
    for (u32 k = 0; f->slow && k < n; k++)
        t->shades[f->base + reg + k] = sh[k];
}

/* NULL: nobody wants to know. */
static event *update_event(machine *m, event_kind kind, u32 flags, u32 order, u64 p, u32 size,
                           u64 value, u64 old, bool pointer)
{
    event *e;

    if (!(flags & EVF_VISIBLE) && !event_wanted(m, p))
        return NULL;
    e = vm_event(m, kind,
                 flags | EVF_ATOMIC | (size <= 8 ? EVF_VALUE : 0u) | (pointer ? EVF_POINTER : 0u),
                 p, size);
    e->order = vm_order(order);
    e->value = value;
    e->old = old;
    return e;
}

/* What was there before, and what is now, has perhaps no defined value.  Reports ask which; to a
 * search that asks whether anything changed either is a change (see buffer.c). */
static void tell_undefined(const machine *m, event *e, const shade *old, const shade *now)
{
    if (!e)
        return;
    if (m->opt.events_all)
        e->flags |= (old[0].bits ? EVF_UNSET : 0u) | (now[0].bits ? EVF_UNDEFINED : 0u);
    else if (m->opt.footprint)
        e->flags |= old[0].bits || now[0].bits ? EVF_UNDEFINED : 0u;
}

static access_result update(machine *m, thread *t, frame *f, const insn *i)
{
    u64 *r = t->regs.at + f->base;
    u32 size = i->x, op = i->y & 0xff, n = size > 8 ? 2 : 1;
    bool pointer = (i->y & RMW_POINTER) != 0, visible, mute = m->step.mute, quiet = m->step.quiet;
    u64 p = r[i->b], old[2] = {0}, value[2] = {r[i->c], n > 1 ? r[i->c + 1] : 0}, out[2] = {0};
    shade so[2] = {{0}}, sv[2] = {{0}}, sh[2] = {{0}};
    if (UNLIKELY(t->buffer) && !m->query.asked && !MUTANT(BUFFER_UPDATE))
        return ACC_REST;
    access_result got = mem_update(m, p, size, &visible);

    if (got != ACC_OK)
        return got;
    bool minds = race_minds(m, &m->objects.at[POINTER_OBJECT(p)]);

    if (minds && !race_updates(m, p, size))
        return ACC_ERROR;
    for (u32 k = 0; f->slow && k < n; k++)
        sv[k] = t->shades[f->base + i->c + k];
    m->step.mute = m->step.quiet = true;
    got = mem_load(m, p, size, 0, pointer, old, so);
    if (got == ACC_OK) {
        if (size > 8)
            updated_wide(op, old, value, out, so, sv, sh);
        else if (!updated(m, op, size, old[0], so[0], value[0], sv[0], &out[0], &sh[0]))
            got = ACC_ERROR;
    }
    if (got == ACC_OK)
        got = mem_store(m, p, size, 0, pointer, out, sh);
    m->step.mute = mute;
    m->step.quiet = quiet;
    if (got != ACC_OK)
        return got;
    if (minds)
        race_updated(m, p, size, ORDER_GET(i->y, ORDER_AT));
    for (u32 k = 0; k < n; k++)
        r[i->a + k] = old[k];
    result_shades(t, f, i->a, n, so);
    event *e = update_event(
        m, EV_UPDATE, visible ? EVF_VISIBLE : 0, ORDER_GET(i->y, ORDER_AT), p, size, out[0], old[0],
        (pointer && POINTER_IS(out[0])) ||
            (m->opt.events_all && (so[0].origin == PROV_POINTER || sh[0].origin == PROV_POINTER)));
    tell_undefined(m, e, so, sh);
    return ACC_OK;
}

static access_result exchange(machine *m, thread *t, frame *f, const insn *i)
{
    u64 *r = t->regs.at + f->base;
    u32 size = i->x >> 16, with = i->x & 0xffff, n = size > 8 ? 2 : 1;
    bool pointer = (i->y & CAS_POINTER) != 0, visible, mute = m->step.mute, quiet = m->step.quiet,
         equal;
    u64 p = r[i->b], old[2] = {0};
    shade so[2] = {{0}}, se[2] = {{0}}, sn[2] = {{0}}, flag = {0};

    if (UNLIKELY(t->buffer) && !m->query.asked)
        return ACC_REST;

    /* Whether a weak one fails for no reason is a choice, and so a resting point. */
    if (i->y & CAS_WEAK && !m->step.allow && !m->step.quiet && cas_equal(m, t, f, i, size))
        return ACC_REST;
    access_result got = mem_update(m, p, size, &visible);

    if (got != ACC_OK)
        return got;
    for (u32 k = 0; f->slow && k < n; k++) {
        se[k] = t->shades[f->base + i->c + k];
        sn[k] = t->shades[f->base + with + k];
    }
    m->step.mute = m->step.quiet = true;
    got = mem_load(m, p, size, 0, pointer, old, so);
    equal = old[0] == r[i->c] && so[0].origin == se[0].origin &&
            (n < 2 || (old[1] == r[i->c + 1] && so[1].origin == se[1].origin));
    if (got == ACC_OK && (so[0].bits | se[0].bits | so[1].bits | se[1].bits)) {
        undefined_value(m, vague(1, so[0].origin | se[0].origin | so[1].origin | se[1].origin),
                        "a compare-exchange");
        got = ACC_ERROR;
    }
    bool spurious = equal && visible && i->y & CAS_WEAK && m->step.choice == 1;

    if (spurious)
        equal = false;
    m->step.quiet = quiet;
    bool minds = got == ACC_OK && race_minds(m, &m->objects.at[POINTER_OBJECT(p)]);

    if (minds && m->near)
        race_near_exchanges(m, p, size);
    if (minds && !(equal ? race_updates(m, p, size)
                         : race_reads(m, p, size, ORDER_GET(i->y, ORDER_FAILS_AT))))
        got = ACC_ERROR;
    m->step.quiet = true;
    if (got == ACC_OK && equal)
        got = mem_store(m, p, size, 0, pointer, &r[with], sn);
    m->step.mute = mute;
    m->step.quiet = quiet;
    if (got != ACC_OK)
        return got;
    if (minds && equal)
        race_updated(m, p, size, ORDER_GET(i->y, ORDER_AT));
    event *e =
        update_event(m, equal || spurious ? EV_UPDATE : EV_READ,
                     (visible ? EVF_VISIBLE : 0u) | (equal ? 0u : EVF_FAILED),
                     ORDER_GET(i->y, equal ? ORDER_AT : ORDER_FAILS_AT), p, size,
                     equal ? r[with] : old[0], old[0],
                     (POINTER_IS(old[0]) || m->opt.events_all) &&
                         (pointer || so[0].origin == PROV_POINTER || sn[0].origin == PROV_POINTER));

    if (e) {
        e->flags |= EVF_COMPARES;
        e->expected = r[i->c];
    }
    tell_undefined(m, e, so, equal ? sn : so);
    for (u32 k = 0; k < n; k++)
        r[i->a + k] = old[k];
    r[i->a + n] = equal;
    result_shades(t, f, i->a, n, so);
    result_shades(t, f, i->a + n, 1, &flag);
    return ACC_OK;
}

bool loop_check(machine *m)
{
    thread *t = this_thread(m);

    if (m->query.asked)
        return query_turns(m);
    if (m->repeat.back_edges % loop_sample || MUTANT(ENDLESS_LOOP))
        return false;
    if (m->repeat.back_edges % loop_look == 0)
        halt_look();
    if (m->repeat.back_edges >= (m->opt.lasting ? loop_end_lasting : loop_end)) {
        t->local = true;
        return true;
    }
    if (m->repeat.key && ++m->repeat.count < m->repeat.power && m->repeat.count % 16)
        return false;
    /* A save costs as much as the state is large: look no more often than that. */
    if (m->repeat.back_edges - m->repeat.last < m->repeat.size)
        return false;
    m->repeat.last = m->repeat.back_edges;
    state_key now = state_save(m);

    m->repeat.size = m->objects.n;
    t->leaf = 0;
    top_frame(t)->leaf = 0;
    state_moves(m);
    if (now == m->repeat.key) {
        t->local = t->diverged = true;
        return true;
    }
    if (!m->repeat.key || m->repeat.count >= m->repeat.power) {
        m->repeat.key = now;
        m->repeat.power = m->repeat.power ? m->repeat.power * 2 : 16;
        m->repeat.count = 0;
    }
    return false;
}

bool loop_turn(machine *m)
{
    return ++m->repeat.back_edges >= LOOP_PATIENCE && loop_check(m);
}

/* These rest by themselves where others could tell; a step does not end before them without need.
 */
static bool rests_itself(u32 op)
{
    switch (op) {
    case OP_RMW:
    case OP_CMPXCHG:
    case OP_MEMCPY:
    case OP_MEMSET:
    case OP_BUILTIN:
    case OP_UNSCOPE:
    case OP_RESCOPE:
    case OP_RET:
    case OP_STACKRESTORE:
    case OP_LONGJMP:
    case OP_UNWIND:
    case OP_SETJMP:
    case OP_VASTART:
    case OP_MARK:
        return true;
    default:
        return opcode_does[op].access;
    }
}

/* Was this instruction run in this step before?  It is noted that it was now. */
static bool met_again(machine *m, u32 function, u32 pc)
{
    while (m->repeat.met.n <= function)
        vec_push(&m->repeat.met, NULL);
    if (!m->repeat.met.at[function])
        m->repeat.met.at[function] = mem_alloc(m->prog->funcs.at[function]->ncode * sizeof(u32));
    if (m->repeat.met.at[function][pc] == m->step.number)
        return true;
    m->repeat.met.at[function][pc] = m->step.number;
    return false;
}

static u32 user_depth(const machine *m, const thread *t)
{
    u32 depth = 0;

    for (u32 k = 0; k < t->frames.n; k++)
        depth += !m->prog->funcs.at[t->frames.at[k].func]->runtime;
    return depth;
}

/* Before the instruction at pc: tells whoever asked for it that the thread is at another line. */
static void tell_line(machine *m, thread *t, frame *f, u32 pc)
{
    const func *fn = m->prog->funcs.at[f->func];
    srcloc at = fn->where[pc], told = m->step.line_told;

    if (fn->runtime || !at.line || m->step.quiet || m->query.asked ||
        (at.line == told.line && at.file == told.file && t->frames.n == m->step.line_depth))
        return;
    f->pc = pc;
    m->step.line_told = at;
    m->step.line_depth = t->frames.n;
    m->step.notice->line(m->step.notice->of, &(code_place){.file = m->prog->files.at[at.file],
                                                           .function = fn->name,
                                                           .line = at.line,
                                                           .depth = user_depth(m, t)});
}

/* A thread came to the instruction. */
static void note_reached(const machine *m, u32 function, u32 pc)
{
    if (m->opt.reached)
        m->opt.reached[function][pc] = 1;
}

/* Before the instruction at pc, which is not the first of the step: does the step end here, as the
 * grain wants it?  The library's own code has no such ends. */
static bool grain_rests(machine *m, thread *t, frame *f, u32 pc)
{
    const func *fn = m->prog->funcs.at[f->func];
    u32 op = fn->code[pc].op;
    bool rests;

    note_reached(m, f->func, pc);
    if (UNLIKELY(m->step.notice && m->step.notice->line))
        tell_line(m, t, f, pc);
    if (m->opt.grain == GRAIN_OPERATION || m->step.quiet || m->atomic_owner ||
        !several_threads(m) || fn->runtime)
        return false;
    if (m->opt.grain == GRAIN_LOOP)
        rests = met_again(m, f->func, pc);
    else
        rests = m->opt.grain == GRAIN_BRANCH ? opcode_does[op].control == OPCODE_JUMPS
                                             : !rests_itself(op);
    if (rests) {
        f->pc = pc;
        t->local = true;
    }
    return rests;
}

/* The same where another loop is to go on: whether a frame has shades is no part of the state. */
static bool pauses(machine *m)
{
    thread *t = this_thread(m);

    return t->state == TS_READY && grain_rests(m, t, top_frame(t), top_frame(t)->pc);
}

#define GRAINED 0
#define SHADOW  0
#include "vm/interp.inc"
#undef SHADOW
#define SHADOW 1
#include "vm/interp.inc"
#undef SHADOW
#undef GRAINED
#define GRAINED 1
#define SHADOW  0
#include "vm/interp.inc"
#undef SHADOW
#define SHADOW 1
#include "vm/interp.inc"
#undef SHADOW
#undef GRAINED

void interp_run(machine *m)
{
    bool on = true, grained = m->opt.grain != GRAIN_OPERATION || m->opt.progress ||
                              m->opt.reached || (m->step.notice && m->step.notice->line);

    while (on && this_thread(m)->state == TS_READY) {
        bool slow = top_frame(this_thread(m))->slow;

        note_reached(m, top_frame(this_thread(m))->func, top_frame(this_thread(m))->pc);

        if (grained)
            on = slow ? run_shadowed_grained(m) : run_grained(m);
        else
            on = slow ? run_shadowed(m) : run_fast(m);
    }
}
