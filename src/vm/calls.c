/* Frames: calls, returns, variable arguments, setjmp.  A thread's registers lie in one array, the
 * frames one after another in it; a frame waits at its CALL instruction, whose fields say where the
 * results go. */
#include "vm/machine.h"

#include "base/mutant.h"

#include <assert.h>
#include <string.h>

static const u32 default_stack = 10000;

void frame_slow(thread *t, frame *f)
{
    u32 end = t->regs.cap;

    if (t->shades_cap < end) {
        t->shades = mem_resize(t->shades, (size_t)end * sizeof(shade));
        t->shades_cap = end;
    }
    f->slow = true;
    u32 next = f == top_frame(t) ? t->regs.n : f[1].base;

    memset(t->shades + f->base, 0, (size_t)(next - f->base) * sizeof(shade));
}

void frame_push(machine *m, thread *t, u32 func_index)
{
    func *fn = m->prog->funcs.at[func_index];
    frame f = {.func = func_index, .base = t->regs.n};

    vec_reserve(&t->regs, fn->nregs);
    t->regs.n += fn->nregs;
    if (t->shades && t->shades_cap < t->regs.cap) {
        t->shades = mem_resize(t->shades, (size_t)t->regs.cap * sizeof(shade));
        t->shades_cap = t->regs.cap;
    }
    /* What may be read before it is written, as far as liveness can tell, must not be an accident.
     */
    const live_set *live = live_at(fn, 0, false);

    for (u32 k = live->n; k && live->regs[k - 1] >= fn->nparams; k--)
        t->regs.at[f.base + live->regs[k - 1]] = 0;
    vec_push(&t->frames, f);
    t->leaf = 0;
}

/* Each frame lists its objects, so that its end looks at no others.  After a state was restored, or
 * objects got other numbers, the lists are made anew when the first frame ends. */
static void list_local(machine *m, u32 id)
{
    object *o = &m->objects.at[id];
    frame *f;

    if (!object_framed(o) || o->owner >= m->threads.n ||
        o->depth >= m->threads.at[o->owner].frames.n)
        return;
    f = &m->threads.at[o->owner].frames.at[o->depth];
    o->next_local = f->locals;
    f->locals = id;
}

static void list_locals(machine *m)
{
    if (m->mem.locals_listed)
        return;
    for (u32 k = 0; k < m->threads.n; k++)
        for (u32 depth = 0; depth < m->threads.at[k].frames.n; depth++)
            m->threads.at[k].frames.at[depth].locals = 0;
    for (u32 id = m->mem.nstatic + 1; id < m->objects.n; id++)
        list_local(m, id);
    m->mem.locals_listed = true;
}

/* Is the listed object one of the frame's, numbers and all? */
static bool lists_own(const machine *m, const thread *t, u32 depth, u32 id)
{
    const object *o = &m->objects.at[id];

    return id > m->mem.nstatic && id < m->objects.n && object_framed(o) && o->depth == depth &&
           &m->threads.at[o->owner] == t;
}

/* Ends the stack objects of frame `depth` made since mark `seq`. */
static void end_objects(machine *m, u32 depth, u32 seq)
{
    u32 *from, id;

    list_locals(m);
    from = &this_thread(m)->frames.at[depth].locals;
    while ((id = *from) != 0) {
        object *o = &m->objects.at[id];

        assert(lists_own(m, this_thread(m), depth, id));
        if (o->seq < seq) {
            from = &o->next_local;
            continue;
        }
        *from = o->next_local;
        object_kill(m, id);
    }
}

/* Ordinals count only where a stack mark compares them: in a loop they would tell states apart. */
void frame_owns(machine *m, thread *t, frame *f, object *o)
{
    assert(f == top_frame(t));
    if (m->mem.locals_listed) {
        o->next_local = f->locals;
        f->locals = (u32)(o - m->objects.at);
    }
    o->depth = t->frames.n - 1;
    o->seq = f->seq;
    if (m->prog->funcs.at[f->func]->saves_stack) {
        f->seq++;
    } else {
        o->seq = 0;
        f->seq = 1;
    }
}

/* Of the frame's locals since mark `seq` those that another thread can reach: the first by number,
 * if it is before `first`, and their number. */
static u32 lent_by(const machine *m, const thread *t, u32 depth, u32 seq, u32 first, u32 *count)
{
    for (u32 id = t->frames.at[depth].locals; id; id = m->objects.at[id].next_local) {
        const object *o = &m->objects.at[id];

        assert(lists_own(m, t, depth, id));
        if (!(o->flags & OF_SHARED) || o->flags & OF_DEAD || o->seq < seq)
            continue;
        if (!(*count)++ || id < first)
            first = id;
    }
    return first;
}

/* The first local of frames from `depth` on that another thread can reach, and their number. */
static u32 frame_lent(machine *m, u16 slot, u32 depth, u32 seq, u32 *count)
{
    const thread *t = &m->threads.at[slot];
    u32 first = 0;

    *count = 0;
    if (!several_threads(m))
        return 0;
    list_locals(m);
    for (u32 k = depth; k < t->frames.n; k++)
        if (t->frames.at[k].seq)
            first = lent_by(m, t, k, k == depth ? seq : 0, first, count);
    return first;
}

/* Its end is seen by others, as a write would be. */
u32 frame_shared(machine *m, u16 slot, u32 depth, u32 seq, u32 *count)
{
    *count = 0;
    return m->atomic_owner || m->step.quiet ? 0 : frame_lent(m, slot, depth, seq, count);
}

ran frame_ends(machine *m, u32 depth, u32 seq)
{
    u32 count, id = frame_shared(m, m->running, depth, seq, &count);

    bool first = m->step.allow;

    if (vm_rests(m, id != 0))
        return RAN_REST;
    if (!id && m->opt.footprint)
        id = frame_lent(m, m->running, depth, seq, &count);
    if (id || first)
        vm_event(m, EV_FREE, EVF_VISIBLE | (count > 1 ? EVF_OPAQUE : 0u), id ? POINTER(id, 0) : 0,
                 id ? m->objects.at[id].size : 0);
    return RAN_ON;
}

ran frame_unwind(machine *m, u32 seq)
{
    thread *t = this_thread(m);

    if (frame_ends(m, t->frames.n - 1, seq) != RAN_ON)
        return RAN_REST;
    end_objects(m, t->frames.n - 1, seq);
    top_frame(t)->seq = seq;
    return RAN_ON;
}

bool frame_pop(machine *m, thread *t)
{
    frame *f = top_frame(t);

    if (f->seq)
        end_objects(m, t->frames.n - 1, 0);
    if (f->atomic) {
        m->atomic_owner = 0;
        m->atomic_depth = 0;
    }
    t->regs.n = f->base;
    t->frames.n--;
    if (t->frames.n)
        top_frame(t)->leaf = 0;
    return true;
}

static u32 align_up(u32 n, u32 align)
{
    return (n + align - 1) & ~(align - 1);
}

/* Lays the variable arguments out in memory as the calling convention's overflow area. */
static u64 make_varargs(machine *m, thread *t, const func *caller, u32 base, const insn *i,
                        u32 first, u32 nfixed)
{
    u32 slot = m->prog->pointer_bytes, size = 0;

    for (u32 k = nfixed; k < i->b; k++) {
        const operand *p = &caller->operands.at[first + k];
        u32 bytes = p->byval ? p->byval : p->size;

        size = align_up(size, p->align > slot ? p->align : slot) + align_up(bytes, slot);
    }
    u32 id = object_new(m, OC_VARARGS, size, 16, true);
    frame *f = top_frame(t);
    u32 at = 0;

    frame_owns(m, t, f, &m->objects.at[id]);
    bool mute = m->step.mute, quiet = m->step.quiet;

    m->step.mute = m->step.quiet = true;
    for (u32 k = nfixed; k < i->b; k++) {
        const operand *p = &caller->operands.at[first + k];
        u32 bytes = p->byval ? p->byval : p->size;
        u64 r = t->regs.at[base + p->reg];

        at = align_up(at, p->align > slot ? p->align : slot);
        u64 to = POINTER(id, at);

        if (p->byval) { /* a copy of the caller's own */
            assert(!(m->objects.at[POINTER_OBJECT(r)].flags & OF_SHARED));
            for (u32 b = 0; b < bytes; b += slot) {
                u64 v[2];
                shade sh[2];
                u32 n = bytes - b < slot ? bytes - b : slot;

                if (mem_load(m, POINTER(POINTER_OBJECT(r), (u32)r + b), n, 0, false, v, sh) !=
                    ACC_OK)
                    break;
                mem_store(m, POINTER(id, at + b), n, 0, false, v, sh);
            }
        } else {
            u64 v[2] = {r, bytes > 8 ? t->regs.at[base + p->reg + 1] : 0};
            shade sh[2] = {{0}, {0}};
            frame *from = &t->frames.at[t->frames.n - 2];

            if (from->slow) {
                sh[0] = t->shades[base + p->reg];
                if (bytes > 8)
                    sh[1] = t->shades[base + p->reg + 1];
            }
            mem_store(m, to, bytes, 0, p->pointer, v, sh);
        }
        at += align_up(bytes, slot);
    }
    m->step.mute = mute;
    m->step.quiet = quiet;
    return POINTER(id, 0);
}

void vm_section_begins(machine *m)
{
    vm_event(m, EV_ATOMIC, EVF_VISIBLE | EVF_OPAQUE, 0, 0);
    m->atomic_owner = (u16)(m->running + 1);
    m->atomic_depth = 1;
    if (m->race)
        race_section_begins(m);
}

/* An atomic function's body becomes a section of its own, unless one is open. */
static ran enter_atomic(machine *m)
{
    if (m->atomic_owner || m->step.quiet)
        return RAN_ON;
    if (this_thread(m)->buffer || vm_rests(m, several_threads(m)))
        return RAN_REST;
    vm_section_begins(m);
    return RAN_ON;
}

static void cut_undefined(machine *m, const func *fn)
{
    if (fn->gap)
        vm_cut(m, "%s", m->prog->gaps.at[fn->gap - 1].what);
    else
        vm_cut(m, "function '%s' is not defined", fn->name);
}

ran call_function(machine *m, u32 callee, const insn *i, u32 first)
{
    thread *t = this_thread(m);
    frame *f = top_frame(t);
    const func *caller = m->prog->funcs.at[f->func], *fn = m->prog->funcs.at[callee];
    u32 base = f->base, nfixed = fn->nparams;
    bool opens = fn->atomic && !m->atomic_owner && !m->step.quiet;

    if (!fn->defined) {
        cut_undefined(m, fn);
        return RAN_STOP;
    }
    if (t->frames.n >= (m->opt.max_stack ? m->opt.max_stack : default_stack)) {
        vm_error(m, ERR_STACK_OVERFLOW, "calls nested more than %u deep (--max-stack)",
                 m->opt.max_stack ? m->opt.max_stack : default_stack);
        return RAN_STOP;
    }
    if (fn->atomic && enter_atomic(m) == RAN_REST)
        return RAN_REST;
    frame_push(m, t, callee);
    f = &t->frames.at[t->frames.n - 2];
    f->stale = false;
    frame *g = top_frame(t);
    u64 *from = t->regs.at + base, *to = t->regs.at + g->base;
    const operand *args = caller->operands.at + first;

    g->atomic = opens;
    for (u32 k = 0; k < nfixed; k++)
        to[k] = from[args[k].reg];
    if (f->slow) {
        u64 any = 0;

        for (u32 k = 0; k < nfixed; k++)
            any |= t->shades[base + args[k].reg].bits | t->shades[base + args[k].reg].origin;
        if (any) {
            frame_slow(t, g);
            for (u32 k = 0; k < nfixed; k++)
                t->shades[g->base + k] = t->shades[base + args[k].reg];
        }
    }
    if (fn->variadic) {
        u64 area = make_varargs(m, t, caller, base, i, first, nfixed);

        t->regs.at[top_frame(t)->base + fn->va_reg] = area;
    }
    return m->fault.failed || m->fault.limit ? RAN_STOP : RAN_ON;
}

/* In the place of a virtual function that is not there: it fails, whatever was to be returned. */
static bool stands_in(const func *fn)
{
    return fn->runtime && fn->variadic && !strncmp(fn->name, "__cxa_", 6);
}

ran call_indirect(machine *m, const insn *i)
{
    thread *t = this_thread(m);
    frame *f = top_frame(t);
    const func *caller = m->prog->funcs.at[f->func];
    u16 reg = caller->operands.at[i->x].reg;
    u64 p = t->regs.at[f->base + reg];

    if (f->slow && t->shades[f->base + reg].bits) {
        undefined_value(m, t->shades[f->base + reg], "a call through a pointer");
        return RAN_STOP;
    }
    if (!POINTER_IS(p)) {
        if (p)
            vm_error(m, ERR_BAD_CALL, "call through 0x%llx, which is no function",
                     (unsigned long long)p);
        else
            vm_error(m, ERR_NULL_POINTER, "call through a null pointer");
        return RAN_STOP;
    }
    const object *o = &m->objects.at[POINTER_OBJECT(p)];

    if (o->kind != OC_FUNC || POINTER_OFFSET(p)) {
        vm_error(m, ERR_BAD_CALL, "call through a pointer to data");
        return RAN_STOP;
    }
    u32 callee = m->prog->objects.at[POINTER_OBJECT(p)].func;
    const func *fn = m->prog->funcs.at[callee];
    const char *want = m->prog->signatures.at[i->y], *have = m->prog->signatures.at[fn->signature];

    if (fn->defined && fn->signature != i->y &&
        (!program_takes(m->prog, fn, i->y) ||
         (i->c && !stands_in(fn) && strcmp(strchr(want, ':'), strchr(have, ':'))))) {
        vm_error(m, ERR_BAD_CALL,
                 "'%s' is called with arguments or a result of other types or number than it has",
                 fn->name);
        if (caller->runtime && fn->decl.line) {
            m->fault.error.file = m->prog->files.at[fn->decl.file];
            m->fault.error.line = fn->decl.line;
        }
        return RAN_STOP;
    }
    return call_function(m, callee, i, i->x + 1);
}

/* By heddle_atomic_begin: the end of a call ends the section of an atomic function. */
bool section_stays_open(machine *m, const thread *t)
{
    for (u32 i = 0; i < t->frames.n; i++)
        if (t->frames.at[i].atomic)
            return false;
    if (m->atomic_owner != m->running + 1)
        return false;
    vm_error(m, ERR_MISUSE, "the thread ends inside an atomic section that it began");
    return true;
}

ran call_return(machine *m, const insn *i)
{
    thread *t = this_thread(m);
    frame *f = top_frame(t);
    u32 n = i->b, from = f->base + i->a;
    bool slow = f->slow;

    const func *fn = m->prog->funcs.at[f->func];

    if (m->query.asked && t->frames.n == 1)
        return query_return(m, i);
    if (UNLIKELY(m->place.asked) && !fn->runtime && place_left(m, t) && place_waits(m))
        return RAN_REST;
    if (f->seq && frame_ends(m, t->frames.n - 1, 0) != RAN_ON)
        return RAN_REST;
    if (UNLIKELY(m->atomic_owner) && m->running && t->frames.n == 2 && section_stays_open(m, t))
        return RAN_STOP; /* told in a line of the thread's own function */
    frame_pop(m, t);
    if (fn->marks_error) {
        vm_error(m, ERR_ASSERTION, "%s() called", fn->name);
        return RAN_STOP;
    }
    if (!t->frames.n)
        die("the first function of a thread returned");
    frame *g = top_frame(t);
    const insn *call = &m->prog->funcs.at[g->func]->code[g->pc];
    u32 to = g->base + call->a;
    u64 any = 0;

    if (n > call->c)
        n = call->c;
    for (u32 k = 0; k < n; k++)
        t->regs.at[to + k] = t->regs.at[from + k];
    for (u32 k = 0; slow && k < n; k++)
        any |= t->shades[from + k].bits | t->shades[from + k].origin;
    if (any && !g->slow)
        frame_slow(t, g);
    for (u32 k = 0; g->slow && k < n; k++)
        t->shades[to + k] = any ? t->shades[from + k] : (shade){0};
    g->pc++;
    return UNLIKELY(m->place.asked) && place_changed(m) ? RAN_REST : RAN_ON;
}

ran call_vastart(machine *m, const insn *i)
{
    thread *t = this_thread(m);
    frame *f = top_frame(t);
    const func *fn = m->prog->funcs.at[f->func];
    u64 list = t->regs.at[f->base + i->a], area = t->regs.at[f->base + fn->va_reg];
    bool wide = m->prog->pointer_bytes == 8;
    object *o = mem_check(m, list, wide ? 24 : 4, wide ? 8 : 4, true, "va_start");
    u32 at = POINTER_OFFSET(list);

    if (!o)
        return RAN_STOP;
    if (mem_access(m, EV_WRITE, list, wide ? 24 : 4))
        return RAN_REST;
    if (wide) {
        mem_poke(m, o, at, 4, 48, false);
        mem_poke(m, o, at + 4, 4, 176, false);
        mem_poke(m, o, at + 8, 8, area, true);
        mem_poke(m, o, at + 16, 8, 0, false);
    } else {
        mem_poke(m, o, at, 4, area, true);
    }
    if (o->flags & OF_SHARED)
        object_share(m, area);
    return m->fault.limit ? RAN_STOP : RAN_ON;
}

static const u32 jump_mark = 0x6a6d7062;

ran call_setjmp(machine *m, const insn *i)
{
    thread *t = this_thread(m);
    frame *f = top_frame(t);
    u64 buffer = t->regs.at[f->base + i->b];
    object *o = mem_check(m, buffer, 20, 4, true, "setjmp");
    u32 at = POINTER_OFFSET(buffer);

    if (!o)
        return RAN_STOP;
    if (mem_access(m, EV_WRITE, buffer, 20))
        return RAN_REST;
    if (m->opt.symmetry && o->flags & OF_SHARED)
        symmetry_tell(m, m->running, "a thread's place is kept where others can jump to it");
    mem_poke(m, o, at, 4, jump_mark, false);
    mem_poke(m, o, at + 4, 4, t->frames.n, false);
    mem_poke(m, o, at + 8, 4, f->func, false);
    mem_poke(m, o, at + 12, 4, f->pc, false);
    mem_poke(m, o, at + 16, 4, m->running, false);
    f->marked = true;
    f->leaf = 0;
    t->regs.at[f->base + i->a] = 0;
    if (f->slow)
        t->shades[f->base + i->a] = (shade){0};
    return RAN_ON;
}

/* The frame that called setjmp, or one of the same function in its place that called it too. */
static bool jump_lands(const thread *t, u32 depth, u32 function)
{
    return depth <= t->frames.n && t->frames.at[depth - 1].func == function &&
           (t->frames.at[depth - 1].marked || MUTANT(JUMP_STALE));
}

ran call_longjmp(machine *m, const insn *i)
{
    thread *t = this_thread(m);
    frame *f = top_frame(t);
    u64 buffer = t->regs.at[f->base + i->a], value = (u32)t->regs.at[f->base + i->b];
    object *o = mem_check(m, buffer, 20, 4, false, "longjmp");
    u32 at = POINTER_OFFSET(buffer);
    bool first = m->step.allow;

    if (!o)
        return RAN_STOP;
    if ((m->place.asked && place_waits(m)) || mem_access(m, EV_READ, buffer, 20))
        return RAN_REST;
    u32 depth = (u32)mem_peek(m, o, at + 4, 4), function = (u32)mem_peek(m, o, at + 8, 4);
    u32 pc = (u32)mem_peek(m, o, at + 12, 4);

    if (mem_peek(m, o, at, 4) != jump_mark || mem_peek(m, o, at + 16, 4) != m->running ||
        !jump_lands(t, depth, function)) {
        vm_error(
            m, ERR_LONGJMP,
            "longjmp to a function that has returned, or with a buffer that setjmp did not fill");
        return RAN_STOP;
    }
    m->step.allow = first; /* reading the buffer and leaving the frames are one operation */
    if (frame_ends(m, depth, 0) != RAN_ON)
        return RAN_REST;
    if (m->opt.progress)
        spin_unwind(m, t, depth, pc + 1);
    while (t->frames.n > depth)
        frame_pop(m, t);
    f = top_frame(t);
    f->pc = pc + 1;
    const insn *set = &m->prog->funcs.at[function]->code[pc];

    t->regs.at[f->base + set->a] = value ? value : 1;
    if (f->slow)
        t->shades[f->base + set->a] = (shade){0};
    return (m->place.asked && place_changed(m)) || loop_turn(m) ? RAN_REST : RAN_ON;
}
