/* The machine as a system: opening a program, stepping, errors and events. */
#include "vm/machine.h"
#include "base/halt.h"
#include "base/mutant.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *vm_where(const machine *m, u32 function, u32 pc, char *buffer, size_t n)
{
    const func *f = m->prog->funcs.at[function];
    srcloc at = f->where[pc];

    if (!at.line)
        snprintf(buffer, n, "%s()", f->name);
    else
        snprintf(buffer, n, "%s:%u", m->prog->files.at[at.file], at.line);
    return buffer;
}

void vm_at(const machine *m, const char *words, u32 function, u32 pc, char *buffer, size_t n)
{
    char place[300];

    buffer[0] = 0;
    if (func_shown(m->prog->funcs.at[function]))
        snprintf(buffer, n, "%s %s", words, vm_where(m, function, pc, place, sizeof place));
}

/* In a thread that is in no function of the user's, those that host the user's code count. */
const frame *vm_shown_frame(const machine *m, const thread *t)
{
    const frame *hosts = NULL;

    for (u32 k = t->frames.n; k-- > 0;) {
        const func *f = m->prog->funcs.at[t->frames.at[k].func];

        if (!f->runtime)
            return &t->frames.at[k];
        if (f->hosts && !hosts)
            hosts = &t->frames.at[k];
    }
    return hosts;
}

bool vm_shows(const machine *m, const thread *t, u32 k)
{
    const func *f = m->prog->funcs.at[t->frames.at[k].func];
    const frame *top = f->hosts ? vm_shown_frame(m, t) : NULL;

    return !f->runtime || (top && m->prog->funcs.at[top->func]->hosts);
}

const frame *vm_user_frame(const machine *m, const thread *t)
{
    const frame *f = vm_shown_frame(m, t);

    return f || !t->frames.n ? f : t->frames.at;
}

/* The nearest instruction at or before pc that has a line. */
srcloc vm_line_of(const func *f, u32 pc)
{
    u32 k = pc;

    while (k && !f->where[k].line)
        k--;
    return f->where[k].line ? f->where[k] : f->decl;
}

void vm_place(machine *m, failure *out, u16 slot)
{
    const frame *f = vm_user_frame(m, &m->threads.at[slot]);

    out->thread = slot;
    out->file = "";
    out->line = 0;
    if (!f)
        return;
    srcloc at = vm_line_of(m->prog->funcs.at[f->func], f->pc);

    out->file = at.line ? m->prog->files.at[at.file] : "";
    out->line = at.line;
}

void vm_error(machine *m, error_kind kind, const char *format, ...)
{
    va_list args;

    if (m->fault.failed)
        return;
    va_start(args, format);
    vsnprintf(m->fault.message, sizeof m->fault.message, format, args);
    va_end(args);
    m->fault.failed = true;
    m->fault.outcome = OUT_ERROR;
    m->fault.error = (failure){.kind = kind, .message = m->fault.message};
    vm_place(m, &m->fault.error, m->running);
    event *e = vm_event(m, EV_FAIL, EVF_VISIBLE, 0, 0);

    e->value = kind;
}

void vm_limit(machine *m, const char *what)
{
    m->fault.limit = what;
    m->fault.outcome = OUT_LIMIT;
}

bool vm_rests_to_stop(machine *m)
{
    return vm_rests(m, several_threads(m) && !m->atomic_owner && !m->step.quiet &&
                           !m->query.asked && !MUTANT(CUT_WITH_STEP));
}

void vm_cut(machine *m, const char *format, ...)
{
    failure at = {0};
    va_list args;
    int n = 0;

    if (m->fault.failed || m->fault.limit || vm_rests_to_stop(m))
        return;
    vm_place(m, &at, m->running);
    if (at.line && !(m->query.asked && this_thread(m)->frames.n == 1)) /* that code is ours */
        n = snprintf(m->fault.message, sizeof m->fault.message, "%s:%u: ", at.file, at.line);
    va_start(args, format);
    vsnprintf(m->fault.message + n, sizeof m->fault.message - (size_t)n, format, args);
    va_end(args);
    vm_limit(m, m->fault.message);
}

/* The event that was just recorded is one that somebody wants to see as it happens. */
static void tell_event(machine *m)
{
    const notice *n = m->step.notice;

    if (m->step.noticed < n->n && n->events[m->step.noticed] == m->step.out->events.n - 1)
        n->happens(n->of, m->step.noticed++);
}

event *vm_event(machine *m, event_kind kind, u32 flags, u64 p, u32 size)
{
    const frame *f = vm_user_frame(m, this_thread(m));
    event e = {.kind = (u8)kind, .flags = flags, .thread = m->running, .size = size};

    if (f) {
        e.func = f->func;
        e.pc = f->pc;
    }
    if (POINTER_IS(p)) {
        u32 id = POINTER_OBJECT(p);

        /* What the steps since the last save made has no name that others could know. */
        e.object = m->opt.footprint && object_fresh(m, id) ? 0 : object_birth(m, id);
        e.offset = POINTER_OFFSET(p);
        if (!(m->objects.at[id].flags & OF_SHARED))
            e.flags |= EVF_OWN;
        if (id <= m->mem.nstatic && m->prog->objects.at[id].hidden)
            e.flags |= EVF_RUNTIME;
        if (m->query.watch && event_writes(&e))
            e.flags |= query_watches(m, &m->objects.at[id]);
    }
    if (m->step.quiet)
        e.flags |= EVF_RUNTIME;
    vec_push(&m->step.out->events, e);
    if (UNLIKELY(m->step.notice))
        tell_event(m);
    return &vec_last(&m->step.out->events);
}

static void open_static(machine *m, u32 id)
{
    const object_init *init = &m->prog->objects.at[id];
    object *o = &m->objects.at[id];

    *o = (object){.flags = OF_ANY, .size = init->size};
    if (init->kind == OBJ_FUNC) {
        o->kind = OC_FUNC;
        o->flags |= OF_NODATA | OF_CONST;
        return;
    }
    o->kind = OC_STATIC;
    while ((1u << o->align) < init->align)
        o->align++;
    if (init->gap) {
        o->flags |= OF_NODATA | OF_CONST;
        return;
    }
    o->flags |= init->constant ? OF_CONST : OF_SHARED;
    object_buffers(m, o, init->size);
    if (init->size > CHUNK_BYTES) {
        o->flags |= OF_CHUNKED;
        tree_size(&o->chunks, (init->size + CHUNK_BYTES - 1) / CHUNK_BYTES);
    }
    if (init->bytes && init->size)
        memcpy(o->data, init->bytes, init->size);
}

static void relocate(machine *m, u32 id)
{
    const object_init *init = &m->prog->objects.at[id];
    object *o = &m->objects.at[id];

    for (u32 k = 0; k < init->relocs.n; k++)
        mem_poke(m, o, init->relocs.at[k].offset, m->prog->pointer_bytes, init->relocs.at[k].value,
                 true);
}

void static_begin(machine *m, u32 id)
{
    const object_init *init = &m->prog->objects.at[id];
    object *o = &m->objects.at[id];

    object_dirty(m, o);
    object_buffers(m, o, init->size);
    if (init->bytes && init->size)
        memcpy(o->data, init->bytes, init->size);
    relocate(m, id);
}

static void open_statics(machine *m)
{
    u32 n = m->prog->objects.n;

    m->mem.nstatic = n ? n - 1 : 0;
    vec_reserve(&m->objects, n + 64);
    m->objects.n = n ? n : 1;
    m->mem.static_slot = mem_alloc((n + 1) * 4);
    m->mem.slot_static = mem_alloc((n + 1) * 4);
    m->objects.at[0] = (object){.flags = OF_ANY | OF_DEAD};
    for (u32 id = 1; id < n; id++) {
        open_static(m, id);
        bool mutable = !(m->objects.at[id].flags & OF_CONST);

        m->mem.static_slot[id] = mutable ? m->mem.nmutable : ~0u;
        if (mutable)
            m->mem.slot_static[m->mem.nmutable++] = id;
    }
    tree_size(&m->mem.statics, m->mem.nmutable);
    for (u32 id = 1; id < n; id++)
        relocate(m, id);
}

static void begin(machine *m, u16 slot, move_kind kind, u32 choice, taken *out)
{
    for (u32 k = 0; k < m->step.outputs.n; k++)
        mem_free(m->step.outputs.at[k]);
    vec_clear(&m->step.outputs);
    vec_clear(&out->events);
    vec_clear(&out->accesses);
    out->race_steps = 0;
    out->outcome = m->fault.outcome = OUT_RAN;
    out->steps = 1;
    out->renamed = out->progress = false;
    out->limit = m->fault.limit = NULL;
    m->step.out = out;
    m->running = slot;
    m->step.how = kind;
    m->step.choice = choice;
    m->step.quiet = m->step.mute = m->fault.failed = false;
    m->repeat.back_edges = m->repeat.power = m->repeat.count = m->repeat.last = 0;
    m->repeat.key = 0;
    m->repeat.size = m->objects.n;
    m->step.layout_touched = false;
    m->step.number++;
    m->step.written = 0;
}

/* With --leaks: heap memory that the step lost. */
static void check_leaks(machine *m)
{
    u32 id = canon_lost(m);

    if (!id)
        return;
    const object *o = &m->objects.at[id];
    srcloc at = vm_line_of(m->prog->funcs.at[o->made_func], o->made_pc);

    vm_error(m, ERR_LEAK,
             "%u bytes allocated here are lost: nothing points to them and they were not freed",
             o->size);
    m->fault.error.file = at.line ? m->prog->files.at[at.file] : "";
    m->fault.error.line = at.line;
}

/* An atomic section that the step has left is known by its events; one in which it rests is not. */
static void close_sections(machine *m, taken *out)
{
    for (u32 k = 0; k < out->events.n && !m->atomic_owner; k++)
        if (out->events.at[k].kind == EV_ATOMIC)
            out->events.at[k].flags &= ~(u32)EVF_OPAQUE;
}

/* The step wrote what a query reads: its first event says so for all of them. */
static void check_invariants(machine *m, taken *out)
{
    u32 n = out->events.n;
    failure later = m->fault.error;
    bool failed = m->fault.failed;
    char message[sizeof m->fault.message];

    if (n)
        out->events.at[0].flags |= query_written(m);
    memcpy(message, m->fault.message, sizeof message);
    m->fault.failed = false;
    query_check(m);
    if (m->fault.outcome == OUT_PRUNED &&
        failed) { /* it went wrong where it did not count any more */
        out->events.n = n - 1;
    } else if (failed && m->fault.failed) { /* of the two it came first */
        out->events.at[n - 1] = out->events.at[n];
        out->events.n = n;
    } else if (failed) {
        memcpy(m->fault.message, message, sizeof message);
        m->fault.error = later;
        m->fault.failed = true;
    }
}

/* Does a thread that repeats itself leave loops meanwhile?  It turns once more to find out. */
static bool turns_make_progress(machine *m, thread *t)
{
    state_key here = state_save(m);

    state_moves(m);
    m->step.allow = t->local = t->diverged = false;
    masks_set(m);
    t->leaf = 0;
    top_frame(t)->leaf = 0;
    interp_run(m);
    vec_clear(&m->step.out->events);
    vec_clear(&m->step.out->accesses);
    state_restore(m, here);
    return m->step.progressed;
}

/* Joins were taken together since no other thread lives: not only those that were joined are over.
 */
static void note_alone(machine *m)
{
    for (u32 k = 0; k < m->threads.n && !MUTANT(PASS_ALONE); k++)
        if (k != m->running && m->threads.at[k].state == TS_OVER && !m->threads.at[k].joined)
            vm_event(m, EV_JOIN, EVF_RUNTIME | EVF_ALONE | lasting_flag(m), 0, 0)->value = k;
}

/* The thread goes on from where it rests. */
static void wake(machine *m, thread *t)
{
    state_moves(m);
    m->step.joined = 0;
    m->step.allow = t->state != TS_NEW && !t->local;
    masks_set(m);
    if (t->state == TS_NEW)
        vm_event(m, EV_START, 0, 0, 0);
    t->local = false;
    t->state = TS_READY;
    t->leaf = 0;
    top_frame(t)->leaf = 0;
    if (m->place.asked)
        place_begin(m);
}

/* Events that speak of the whole step. */
static void note_step(machine *m, taken *out)
{
    if (UNLIKELY(m->step.joined > 1))
        note_alone(m);
    if (UNLIKELY(m->step.layout_touched))
        layout_event(vm_event(m, EV_UPDATE, 0, 0, 1));
    if (UNLIKELY(m->mem.static_at))
        layout_stepped(m, out);
    if (m->opt.symmetry)
        symmetry_stepped(m);
}

/* What is looked at between steps. */
static void check_step(machine *m, taken *out)
{
    if (m->opt.rules.leaks && m->fault.outcome == OUT_RAN)
        check_leaks(m);
    if (UNLIKELY(m->step.written && m->atomic_owner && !m->done))
        query_section_rests(m);
    if (UNLIKELY(m->step.written))
        check_invariants(m, out);
    if (UNLIKELY(m->place.asked))
        place_stepped(m, out);
}

/* `inside`: it began in an atomic section, and held up all others until now. */
static void note_footprint(machine *m, bool inside, taken *out)
{
    close_sections(m, out);
    if (inside)
        vm_event(m, EV_NONE, EVF_OPAQUE, 0, 0);
}

static void end(machine *m, u64 walks, taken *out)
{
    out->renamed = m->canon.walks != walks;
    if (UNLIKELY(m->near))
        race_near_stepped(m, out);
    out->steps = m->step.joined ? m->step.joined : 1;
    out->outcome = m->fault.outcome;
    out->limit = m->fault.limit;
    if (m->fault.failed)
        out->error = m->fault.error;
    m->step.out = NULL;
    m->step.notice = NULL;
}

/* The line where the step begins is not told: whoever asks knows it. */
static void note_line(machine *m, const thread *t)
{
    const frame *f = vm_user_frame(m, t);

    m->step.line_told = f ? vm_line_of(m->prog->funcs.at[f->func], f->pc) : (srcloc){0};
    m->step.line_depth = f ? (u32)(f - t->frames.at) + 1 : 0;
}

/* Does the thread wait for its buffer and for nothing else? */
static bool waits_for_buffer(machine *m, u16 slot)
{
    event e;
    u32 choices;
    bool enabled;

    pending_event(m, slot, &e, &choices, &enabled);
    return !enabled && !m->threads.at[slot].local;
}

/* A store of the thread reaches memory.  If the thread waited for that it goes on, up to the next
 * operation that others see. */
static void flush(machine *m, u16 slot)
{
    bool waits = waits_for_buffer(m, slot);
    thread *t;

    state_moves(m);
    m->step.allow = false;
    m->step.joined = 0;
    masks_set(m);
    if (m->place.asked)
        place_begin(m);
    buffer_flush(m, m->step.choice);
    t = &m->threads.at[slot];
    if (!waits || t->buffer || m->fault.failed)
        return;
    t->leaf = 0;
    top_frame(t)->leaf = 0;
    interp_run(m);
}

static void vm_step(sys *s, u16 slot, move_kind kind, u32 choice, taken *out)
{
    machine *m = vm_of(s);
    thread *t = &m->threads.at[slot];
    u64 walks = m->canon.walks;
    bool inside = m->atomic_owner != 0;

    begin(m, slot, kind, choice, out);
    if (UNLIKELY(m->step.notice && m->step.notice->line))
        note_line(m, t);
    if (m->opt.progress)
        out->progress = m->step.progressed = !spin_inside(m, t);
    if (t->diverged && kind != MOVE_FLUSH) {
        if (m->opt.progress && !out->progress)
            out->progress = turns_make_progress(m, t);
        return;
    }
    if (UNLIKELY(inside && m->query.all))
        query_section_goes_on(m);
    if (UNLIKELY(kind == MOVE_FLUSH)) {
        flush(m, slot);
    } else {
        wake(m, t);
        interp_run(m);
    }
    note_step(m, out);
    check_step(m, out);
    if (m->fault.outcome == OUT_RAN && !m->done)
        canon_settle(m);
    if (m->opt.footprint)
        note_footprint(m, inside, out);
    if (m->opt.progress)
        out->progress = m->step.progressed || m->done || !spin_inside(m, &m->threads.at[slot]);
    end(m, walks, out);
}

static void vm_explain(sys *s, failure *out)
{
    machine *m = vm_of(s);

    if (m->fault.failed) {
        *out = m->fault.error;
        return;
    }
    if (m->fault.outcome == OUT_LIMIT) {
        *out = (failure){.kind = ERR_INVARIANT, .message = m->fault.limit, .file = ""};
        return;
    }
    *out = (failure){.kind = ERR_DEADLOCK,
                     .message = "deadlock: every thread that is left is blocked",
                     .file = ""};
    for (u32 k = 0; k < m->threads.n; k++) {
        thread_state st = m->threads.at[k].state;

        if (st != TS_FREE && st != TS_OVER) {
            vm_place(m, out, (u16)k);
            return;
        }
    }
}

static state_key vm_save(sys *s)
{
    machine *m = vm_of(s);

    if (m->opt.symmetry && !m->saved.current)
        symmetry_rehearse(m);
    return state_save(m);
}

static const char *vm_told_apart(const sys *s)
{
    const char *leak = vm_of(s)->opt.symmetry->leak;

    return *leak ? leak : NULL;
}

static state_key vm_match(sys *s)
{
    machine *m = vm_of(s);
    state_key key = vm_save(s);

    return m->done ? key : symmetry_match(m);
}

static void vm_restore(sys *s, state_key key)
{
    machine *m = vm_of(s);

    m->fault.outcome = OUT_RAN;
    m->fault.failed = false;
    alone_reset(m);
    state_restore(m, key);
}

static void vm_reset(sys *s)
{
    machine *m = vm_of(s);

    m->births = 1;
    vm_restore(s, m->saved.initial);
    if (m->threads.n) {
        thread *t = &m->threads.at[0];

        t->birth = t->children = 0;
        t->allocations = 0;
        name_forget(m);
        for (u32 id = m->mem.nstatic + 1; id < m->objects.n; id++) {
            m->objects.at[id].birth_thread = 1;
            m->objects.at[id].birth_ordinal = ++t->allocations;
        }
    }
    query_initial(m);
}

static u32 vm_exit_status(sys *s)
{
    return vm_of(s)->exit_status & 0xff;
}

static u64 vm_memory(const sys *s)
{
    const machine *m = vm_of(s);

    return intern_bytes(m->table) + hang_bytes(m);
}

static void drop(machine *m)
{
    for (u32 id = 1; id < m->objects.n; id++)
        object_release(m, &m->objects.at[id]);
    object_forget_spares(m);
    while (m->threads.n)
        thread_drop(m);
    query_close(m);
    race_close(m);
    mem_free(m->place.of);
    tree_free(&m->mem.statics);
    tree_free(&m->mem.heap);
    vec_free(&m->objects);
    vec_free(&m->threads);
    vec_free(&m->saved.root);
    vec_free(&m->saved.buffer);
    vec_free(&m->saved.thread_buffer);
    vec_free(&m->canon.scratch);
    vec_free(&m->canon.order);
    vec_free(&m->canon.renamed);
    vec_free(&m->canon.dirty);
    vec_free(&m->symmetry.members);
    vec_free(&m->symmetry.exchange);
    name_forget(m);
    vec_free_items(&m->repeat.met);
    vec_free_items(&m->step.outputs);
    mem_free(m->mem.static_slot);
    mem_free(m->mem.static_at);
    mem_free(m->mem.slot_static);
}

static void vm_close(sys *s)
{
    machine *m = vm_of(s);

    hang_close(m);
    alone_close(m);
    drop(m);
    if (!--*m->table_users) {
        intern_close(m->table);
        mem_free(m->table);
        mem_free(m->table_users);
    }
    mem_free(m);
}

static sys *vm_clone(sys *s);

static bool vm_peek(sys *s, u16 slot, move *out)
{
    machine *m = vm_of(s);

    return slot < m->threads.n && pending_move(m, slot, out);
}

static void vm_notify(sys *s, const notice *what)
{
    machine *m = vm_of(s);

    m->step.notice = what;
    m->step.noticed = 0;
}

static bool uses(const func *f, u32 builtin)
{
    for (u32 pc = 0; f->runtime && pc < f->ncode; pc++)
        if (f->code[pc].op == OP_BUILTIN && f->code[pc].y == builtin)
            return true;
    return false;
}

static void vm_join_together(sys *s, bool on)
{
    vm_of(s)->step.joins_together = on;
}

static bool vm_waiting(sys *s, u16 slot, u32 i, event *e)
{
    machine *m = vm_of(s);

    return slot < m->threads.n && buffer_waiting(m, slot, i, e);
}

static const system_describe describe = {
    .show = vm_show,
    .thread_name = vm_thread_name,
    .stack = vm_stack,
    .waits_for = vm_waits_for,
    .outcome = vm_outcome,
    .exit_status = vm_exit_status,
    .look = vm_look,
    .notify = vm_notify,
    .heap = vm_heap,
    .name = vm_name,
    .waiting = vm_waiting,
};
static void vm_renew(sys *s);
static void vm_clear(sys *s);
static void vm_write(sys *s, struct sealed *to);
static bool vm_read(sys *s, struct sealed *from);

static const system_bytes bytes = {.pack = vm_pack,
                                   .unpack = vm_unpack,
                                   .pack_saved = vm_pack_saved,
                                   .renew = vm_renew,
                                   .clear = vm_clear,
                                   .write = vm_write,
                                   .read = vm_read};
static const system_match symmetric = {.key = vm_match};
static const system_queries queries = {
    .value = vm_value, .control = vm_control, .pack_control = vm_pack_control};
static const system_spin_loops spin_loops = {.own = vm_own, .whole = vm_whole};

static const system_ops ops = {
    .moves = vm_moves,
    .step = vm_step,
    .status = vm_status,
    .explain = vm_explain,
    .peek = vm_peek,
    .save = vm_save,
    .restore = vm_restore,
    .reset = vm_reset,
    .clone = vm_clone,
    .close = vm_close,
    .memory = vm_memory,
    .describe = &describe,
    .bytes = &bytes,
    .queries = &queries,
    .values = &vm_values,
    .future = vm_future,
    .hang = vm_hang,
    .spin_loops = &spin_loops,
    .join_together = vm_join_together,
    .unsound = vm_unsound,
};

/* What the machine wants to know of a function beforehand. */
static void note_function(func *f)
{
    f->marks_error = !strcmp(f->name, "reach_error");
    f->saves_stack = false;
    for (u32 pc = 0; f->has_alloca && pc < f->ncode; pc++)
        f->saves_stack |= f->code[pc].op == OP_STACKSAVE;
}

/* May the program ask whether a thread is over, or for its number? */
static bool polls(const func *f)
{
    return uses(f, BI_polls) && !MUTANT(END_UNSEEN);
}

/* Is the end of a thread more than what joins wait for: can others tell it from what comes before?
 * Of the runtime a program has only what it refers to.  In stateless searches the end is then no
 * part of the last step of a thread: whether it follows depends on the values that the step finds,
 * and a step that is moved would touch other things (search/races.c). */
static bool ends_matter(const func *f)
{
    return uses(f, BI_polls) || uses(f, BI_cancel) || uses(f, BI_detach);
}

/* Can it be told which thread was the last?  Handlers run in it, if others than the first may be.
 */
static bool last_matters(const program *p)
{
    bool leaves = false, handled = false;

    for (u32 k = 0; k < p->funcs.n; k++) {
        leaves |= uses(p->funcs.at[k], BI_leaves) || uses(p->funcs.at[k], BI_cancel);
        handled |= uses(p->funcs.at[k], BI_handles);
    }
    return leaves && handled && !MUTANT(END_LAST);
}

static machine *make(program *p, const vm_options *o, intern *table, u32 *users)
{
    machine *m = mem_alloc(sizeof *m);

    m->ops = ops;
    m->ops.match = o->symmetry ? &symmetric : NULL;
    m->ops.broken = o->symmetry ? vm_told_apart : o->races_near ? vm_beyond : NULL;
    m->head.ops = &m->ops;
    m->prog = p;
    m->opt = *o;
    m->table = table;
    m->table_users = users;
    ++*users;
    open_statics(m);
    layout_open(m);
    query_open(m);
    place_open(m);
    race_open(m);
    masks_set(m);
    for (u32 k = 0; k < p->funcs.n; k++) {
        note_function(p->funcs.at[k]);
        m->uses.polls |= polls(p->funcs.at[k]);
        m->uses.cancels |= uses(p->funcs.at[k], BI_cancel);
        m->uses.resets |= uses(p->funcs.at[k], BI_reset);
        m->uses.locks_streams |= uses(p->funcs.at[k], BI_locks_streams);
        m->uses.ends_apart |= o->lasting && ends_matter(p->funcs.at[k]);
    }
    m->uses.last_ends = last_matters(p);
    m->uses.ends_apart |= m->uses.last_ends;
    spin_open(m);
    return m;
}

/* A machine over this table, which has nothing of it yet. */
static machine *at_start(program *p, const vm_options *o, intern *table, u32 *users)
{
    taken scratch = {0};
    machine *m = make(p, o, table, users);

    m->step.out = &scratch;
    thread_new(m, p->entry, p->argc, p->argv);
    object_share(m, p->argv);
    m->saved.initial = state_save(m);
    m->step.out = NULL;
    taken_free(&scratch);
    query_initial(m);
    return m;
}

sys *vm_open(program *p, const vm_options *o)
{
    intern *table = mem_alloc(sizeof *table);
    u32 *users = mem_alloc(sizeof *users);

    if (!o->shared)
        intern_open(table, o->limit_bytes);
    else if (!intern_open_shared(table, o->limit_bytes))
        halt("no addresses are left for states that processes share");
    return &at_start(p, o, table, users)->head;
}

machine *vm_sibling(machine *m, const vm_options *o)
{
    machine *c = make(m->prog, o, m->table, m->table_users);

    c->saved.initial = m->saved.initial;
    vm_reset(&c->head);
    return c;
}

static sys *vm_clone(sys *s)
{
    machine *m = vm_of(s);
    state_key here = state_save(m);
    machine *c = vm_sibling(m, &m->opt);

    vm_restore(&c->head, here);
    return &c->head;
}

static void vm_clear(sys *s)
{
    intern_clear_shared(vm_of(s)->table);
}

/* Another machine takes the place of this one: with a table of its own, or over the shared one. */
static void vm_renew(sys *s)
{
    machine *m = vm_of(s), *fresh, old = *m;

    assert(!m->alone && !m->step.notice);
    if (m->opt.shared) {
        intern_forget(m->table);
        fresh = at_start(m->prog, &m->opt, m->table, m->table_users);
    } else {
        fresh = vm_of(vm_open(m->prog, &m->opt));
    }
    query_count(fresh, vm_evaluations(s));
    fresh->step.joins_together = m->step.joins_together;
    *m = *fresh;
    m->head.ops = &m->ops;
    *fresh = old;
    fresh->head.ops = &fresh->ops;
    vm_close(&fresh->head);
    vm_reset(s);
}

static void vm_write(sys *s, struct sealed *to)
{
    intern_write(vm_of(s)->table, to);
}

static bool vm_read(sys *s, struct sealed *from)
{
    if (!intern_read(vm_of(s)->table, from))
        return false;
    vm_reset(s);
    return true;
}
