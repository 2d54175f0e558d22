/* What a person sees of the machine: events, threads, and what blocked threads wait for.
 *
 * The frames of the runtime are left out everywhere: an event of it belongs to the call in the
 * user's code.  That call's arguments are in its frame while it lasts; so an event is shown as it
 * happens (system.h, notify), and afterwards the arguments are `...`. */
#include "vm/name.h"
#include "base/mutant.h"
#include "program/effect.h"

#include <string.h>

enum { ARGUMENTS = 3, WHOLE_BYTES = 64, WRITER_BIT = 0x80000000u };

/* Places in the source. */

/* The nearest instruction at or before pc that has a line. */
srcloc show_source(const func *f, u32 pc)
{
    if (f->ncode == 0)
        return f->decl;
    for (u32 i = pc < f->ncode ? pc : f->ncode - 1;; i--) {
        if (f->where[i].line)
            return f->where[i];
        if (i == 0)
            return f->decl;
    }
}

const char *show_file(const program *p, srcloc at)
{
    return at.line && at.file < p->files.n && p->files.at[at.file] ? p->files.at[at.file] : "";
}

/* Is that place the runtime's own? */
static bool hidden(const machine *m, u32 id, u32 offset)
{
    if (id <= m->mem.nstatic)
        return m->prog->objects.at[id].hidden;
    return m->objects.at[id].kind == OC_TLS && !name_tls_variable(m->prog, offset);
}

/* `malloc#2` without the remark that it is freed, or the variable whose scope ended. */
static void show_heap(machine *m, u16 viewer, u32 id, text *out)
{
    text name = {0};
    const char *from, *remark;

    name_pointer(m, viewer, POINTER(id, 0), 0, &name);
    from = name.at + (name.at[0] == '&');
    remark = strstr(from, " (");
    text_addn(out, from, remark ? (size_t)(remark - from) : strlen(from));
    text_free(&name);
}

/* Calls of the library. */

typedef struct call {
    machine *m;
    u16 slot;
    const func *f; /* who calls */
    u32 pc;
    const frame *here; /* the caller's frame while it waits in this call, else NULL */
    const event *e;    /* may be NULL */
    u32 object;        /* of the event */
} call;

static const func *callee_of(const machine *m, const func *f, u32 pc)
{
    const insn *i = pc < f->ncode ? &f->code[pc] : NULL;

    if (!i || i->op != OP_CALL)
        return NULL;
    return m->prog->funcs.at[i->y];
}

static const frame *waiting_frame(const machine *m, u16 slot, const func *f, u32 pc)
{
    const thread *t = slot < m->threads.n ? &m->threads.at[slot] : NULL;
    const frame *u = t ? vm_shown_frame(m, t) : NULL;

    if (!u || m->prog->funcs.at[u->func] != f || u->pc != pc || u == &vec_last(&t->frames))
        return NULL;
    return u;
}

bool show_writes(const func *f, u32 pc, u32 reg)
{
    effects e = {0};
    bool found = false;

    effects_of(f, pc, &e);
    for (u32 i = 0; i < e.writes.n; i++)
        found |= e.writes.at[i] == reg;
    effects_free(&e);
    return found;
}

/* The type that a parameter points to, 0 unknown. */
static u32 parameter_target(const machine *m, const func *f, u32 index)
{
    for (u32 i = 0; i < f->vars.n; i++) {
        const variable *v = &f->vars.at[i];

        if (v->parameter && v->place == VAR_REG && v->reg == index &&
            m->prog->types.at[v->type].kind == TYPE_POINTER)
            return m->prog->types.at[v->type].element;
    }
    return 0;
}

static bool pointer_operand(const call *c, const operand *o)
{
    return o->pointer || c->f->regclass[o->reg] == REG_PTR;
}

/* `&q->lock` for the place `q->lock`; what a pointer points to as a whole is named by the pointer,
 * an array by its name. */
static void add_address(const machine *m, const text *place, leaf is, text *out)
{
    const char *name = place->n ? place->at : "";
    bool array = !is.count && is.type && m->prog->types.at[is.type].kind == TYPE_ARRAY;

    text_addf(out, "%s%s", *name == '*' || array ? "" : "&", name + (*name == '*'));
}

static void add_place_address(const call *c, u64 pointer, u32 size, text *out)
{
    text name = {0};
    part at = {.offset = POINTER_OFFSET(pointer), .size = size, .here = true};
    leaf is = name_place(c->m, c->slot, POINTER_OBJECT(pointer), at, &name);

    add_address(c->m, &name, is, out);
    text_free(&name);
}

/* The functions whose arguments are objects of the system's own types. */
static bool of_threads(const func *callee)
{
    static const char *const heads[] = {"pthread_", "sem_", "mtx_", "cnd_", "call_once"};

    for (u32 i = 0; i < LENGTH(heads); i++)
        if (strncmp(callee->name, heads[i], strlen(heads[i])) == 0)
            return true;
    return false;
}

/* Is a mutex or its like at that address, perhaps as the first member of something larger? */
static bool at_opaque(const call *c, const func *callee, u64 pointer)
{
    text name = {0};
    part at = {.offset = POINTER_OFFSET(pointer), .size = 1};
    leaf is = name_place(c->m, c->slot, POINTER_OBJECT(pointer), at, &name);

    text_free(&name);
    return of_threads(callee) && is.type && name_opaque(c->m->prog, is.type);
}

/* The object that a value points to, 0 if none: a register that is dead may hold a pointer of
 * another state. */
static u32 pointed_at(const machine *m, u64 value)
{
    return POINTER_IS(value) && POINTER_OBJECT(value) < m->objects.n ? POINTER_OBJECT(value) : 0;
}

static bool has_place(const machine *m, u64 pointer)
{
    const object *o = &m->objects.at[pointed_at(m, pointer)];

    return pointed_at(m, pointer) && !(o->flags & (OF_DEAD | OF_NODATA)) &&
           POINTER_OFFSET(pointer) < o->size;
}

/* What a value of a pointer type is called as an argument: the type of the parameter is not known.
 */
static void add_pointer_argument(const call *c, const func *callee, u64 value, text *out)
{
    const object *o = &c->m->objects.at[pointed_at(c->m, value)];
    text name = {0};

    name_pointer(c->m, c->slot, value, 0, &name);
    if (has_place(c->m, value) && at_opaque(c, callee, value))
        add_place_address(c, value, 1, out);
    else if (has_place(c->m, value) &&
             (o->kind == OC_HEAP ? POINTER_OFFSET(value) != 0 : name.at[0] == '&'))
        add_place_address(c, value, 0, out);
    else
        text_add(out, name.at);
    text_free(&name);
}

static bool is_event_object(const call *c, u64 value)
{
    return c->e && c->object && c->e->size && POINTER_IS(value) &&
           POINTER_OBJECT(value) == c->object && POINTER_OFFSET(value) == c->e->offset;
}

static bool plain_access(const event *e)
{
    return e->kind == EV_READ || e->kind == EV_WRITE || e->kind == EV_UPDATE ||
           e->kind == EV_BUFFER || e->kind == EV_FORWARD;
}

/* A pthread_t is a number to the compiler: the object that stands for the thread, or 0. */
static u32 handle_of(const machine *m, const func *callee, u64 value)
{
    u64 pointer = POINTER_IS(value) ? value : pointer_decode(m, value);
    u32 id = pointed_at(m, pointer);
    bool takes =
        strncmp(callee->name, "pthread_", 8) == 0 || strncmp(callee->name, "thrd_", 5) == 0;

    return takes && m->objects.at[id].kind == OC_THREAD ? id : 0;
}

static void add_value(const call *c, const func *callee, const operand *o, u64 value, text *out)
{
    u32 handle = handle_of(c->m, callee, value);

    if (c->e && c->e->kind == EV_FREE && POINTER_IS(value) && POINTER_OBJECT(value) == c->object)
        show_heap(c->m, c->slot, c->object, out);
    else if (is_event_object(c, value) && !plain_access(c->e))
        add_place_address(c, value, c->e->size, out);
    else if (pointer_operand(c, o))
        add_pointer_argument(c, callee, value, out);
    else if (handle)
        name_thread(c->m, c->m->objects.at[handle].owner, out);
    else
        text_addf(out, "%lld", value >> 31 == 1 ? (long long)(i32)value : (long long)value);
}

static bool is_condition(const func *callee)
{
    return strstr(callee->name, "cond_") || strstr(callee->name, "cnd_");
}

static bool blocks_on_lock(const event *e)
{
    return e->kind == EV_LOCK || e->kind == EV_READ_LOCK;
}

/* Has the register of a calling frame its value still? */
static bool is_kept(const call *c, u16 reg)
{
    const live_set *live = live_at(c->m->prog->funcs.at[c->here->func], c->pc, true);
    bool kept = !c->here->stale;

    for (u32 k = 0; k < live->n && !kept; k++)
        kept = live->regs[k] == reg;
    return kept;
}

/* Of an argument whose register has another state's value: the object of the operation comes first,
 * but for the lock that a condition wait takes again. */
static void add_lost(const call *c, const func *callee, u32 k, text *out)
{
    if (k == 0 && c->object && c->e->size && of_threads(callee) &&
        !(is_condition(callee) && blocks_on_lock(c->e)))
        add_place_address(c, POINTER(c->object, c->e->offset), c->e->size, out);
    else
        text_add(out, "...");
}

static void add_arguments(const call *c, const func *callee, text *out)
{
    const insn *i = &c->f->code[c->pc];

    for (u32 k = 0; k < i->b && k < ARGUMENTS && c->here; k++) {
        const operand *o = &c->f->operands.at[i->x + k];

        text_add(out, k ? ", " : "");
        if (is_kept(c, o->reg))
            add_value(c, callee, o, c->m->threads.at[c->slot].regs.at[c->here->base + o->reg], out);
        else
            add_lost(c, callee, k, out);
    }
    if (i->b > ARGUMENTS || (i->b && !c->here))
        text_add(out, c->here ? ", ..." : "...");
}

/* "pthread_mutex_lock(&m)" for the call at pc; false when there is none of the library there. */
static bool add_call(machine *m, u16 slot, u32 fn, u32 pc, const event *e, u32 id, text *out)
{
    const func *f = m->prog->funcs.at[fn], *callee = callee_of(m, f, pc);
    call c = {.m = m, .slot = slot, .f = f, .pc = pc, .e = e, .object = id};

    if (!callee || !callee->runtime || strncmp(callee->name, "__atomic_", 9) == 0)
        return false; /* of those the source has an operator */
    c.here = waiting_frame(m, slot, f, pc);
    text_addf(out, "%s(", callee->name);
    add_arguments(&c, callee, out);
    text_addc(out, ')');
    return true;
}

/* Events. */

/* The word of a lock: as the event says, without that as it is now. */
static bool lock_word(const machine *m, const event *e, u32 id, u32 *word)
{
    const object *o = &m->objects.at[id];

    *word = (u32)e->value;
    if (e->flags & EVF_VALUE)
        return true;
    if (!o->data || (u64)e->offset + 4 > o->size)
        return false;
    *word = (u32)mem_peek(m, o, e->offset, 4);
    return true;
}

static void add_lock_state(const machine *m, const event *e, u32 id, bool many_readers, text *out)
{
    u32 word;

    if (!lock_word(m, e, id, &word))
        return;
    if (word == 0) {
        text_add(out, "unlocked");
    } else if (word >= LOCK_MARKS) {
        return;
    } else if (many_readers && !(word & WRITER_BIT)) {
        text_addf(out, "has %u reader%s", word, word == 1 ? "" : "s");
    } else {
        text_add(out, "locked by ");
        name_thread(m, (word & LOCK_NUMBER) - 1, out);
    }
}

/* A pointer that the program handled as a number is in the form in which 32-bit memory has it. */
static u64 as_pointer(const machine *m, const event *e, u64 value)
{
    u64 pointer = pointer_decode(m, value);

    if (!(e->flags & EVF_POINTER) || POINTER_IS(value) || !POINTER_OBJECT(pointer) ||
        POINTER_OBJECT(pointer) >= m->objects.n)
        return value;
    return pointer;
}

/* A number may follow a pointer, and the event says of both that they are pointers. */
static void add_accessed(machine *m, const event *e, leaf is, u32 id, u64 value, u32 undefined,
                         text *out)
{
    u32 size = e->size, flags = e->flags & undefined ? VALUE_UNDEFINED : 0;
    u64 shown_value = name_value(m, id, as_pointer(m, e, value), &size);

    if (e->flags & EVF_POINTER && POINTER_IS(shown_value))
        flags |= VALUE_POINTER;
    value_add(m, e->thread, is, shown_value, size, flags, out);
}

/* A piece of a large number: the number as it is now.  What is written in pieces is whole with the
 * last one. */
static void show_piece(machine *m, const event *e, leaf is, u32 id, shown *out)
{
    bool writes = event_writes(e), ends = is.piece == PIECE_LAST;

    out->piece = true;
    out->goes_on = !ends;
    if (e->kind != EV_READ && e->kind != EV_WRITE && e->kind != EV_UPDATE)
        return;
    if (writes && !ends)
        text_add(&out->value, "partly written");
    else if (m->opt.alone) /* memory is what the graph says */
        text_add(&out->value, "...");
    else
        value_in_memory(m, e->thread, is.type, &m->objects.at[id], e->offset - (u32)is.from,
                        WHOLE_BYTES, &out->value);
}

/* A structure of which only some bits have a value, its padding for one: memory has the others. */
static bool partly_defined(const machine *m, const event *e, leaf is)
{
    return e->flags & EVF_UNDEFINED && e->flags & EVF_SETTLED && is.type && !is.from && !is.count &&
           m->prog->types.at[is.type].kind == TYPE_STRUCT;
}

static void show_access(machine *m, const event *e, u32 id, shown *out)
{
    part at = {.offset = e->offset, .size = e->size};
    leaf is;

    if (e->flags & EVF_VALUE && e->kind != EV_READ)
        at.changed = e->value ^ e->old;
    is = name_place(m, e->thread, id, at, &out->where);
    if (is.piece) {
        show_piece(m, e, is, id, out);
        return;
    }
    if (!(e->flags & EVF_VALUE)) {
        if (!(e->flags & EVF_SETTLED) || !is.type || is.from)
            return;
        if (is.count)
            value_slice(m, e->thread, is, &m->objects.at[id], e->offset, &out->value);
        else
            value_in_memory(m, e->thread, is.type, &m->objects.at[id], e->offset, WHOLE_BYTES,
                            &out->value);
        return;
    }
    if (partly_defined(m, e, is))
        value_in_memory(m, e->thread, is.type, &m->objects.at[id], e->offset, WHOLE_BYTES,
                        &out->value);
    else
        add_accessed(m, e, is, id, e->value, EVF_UNDEFINED, &out->value);
    add_accessed(m, e, is, id, MUTANT(REPORT_OLD) ? e->value : e->old,
                 event_writes(e) ? EVF_UNSET : EVF_UNDEFINED, &out->old);
}

/* Did this signal or broadcast wake the thread?  Of those at that address that were woken and have
 * not gone on yet the event knows which; of slots from the last bit on it knows only that some are.
 */
static bool woken_by(const machine *m, const event *e, u32 id, u32 slot)
{
    const thread *t = &m->threads.at[slot];

    if (t->state != TS_WAITING || !t->woken || t->wait_at != POINTER(id, e->offset))
        return false;
    return e->old >> (slot < WOKEN_LAST ? slot : WOKEN_LAST) & 1;
}

static void add_woken(const machine *m, const event *e, u32 id, text *out)
{
    const char *comma = " ";

    text_add(out, "wakes");
    if (e->value == 0)
        text_add(out, " nobody");
    for (u32 k = 0; k < m->threads.n && e->value; k++) {
        if (!woken_by(m, e, id, k))
            continue;
        text_add(out, comma);
        name_thread(m, k, out);
        comma = ", ";
    }
}

static void show_operation(machine *m, const event *e, u32 id, shown *out)
{
    const func *callee = callee_of(m, m->prog->funcs.at[e->func], e->pc);
    bool readers = callee && strstr(callee->name, "rwlock");
    u32 word;

    name_place(m, e->thread, id, (part){.offset = e->offset, .size = e->size}, &out->where);
    switch (e->kind) {
    case EV_LOCK:
    case EV_TRYLOCK:
    case EV_UNLOCK:
    case EV_READ_LOCK:
        add_lock_state(m, e, id, readers, &out->value);
        break;
    case EV_SIGNAL:
    case EV_BROADCAST:
        add_woken(m, e, id, &out->value);
        break;
    case EV_SEM_WAIT:
    case EV_SEM_POST:
        if (lock_word(m, e, id, &word) && word != 0 &&
            word < LOCK_MARKS) /* the word is the value + 1 */
            text_addf(&out->value, "%u", (u32)word - 1);
        break;
    default:
        break;
    }
}

static void show_object(machine *m, const event *e, u32 id, shown *out)
{
    if (plain_access(e))
        show_access(m, e, id, out);
    else if (e->kind == EV_FREE || e->kind == EV_ALLOC)
        show_heap(m, e->thread, id, &out->where);
    else
        show_operation(m, e, id, out);
}

/* What the library keeps for itself has no name, but its value may tell much. */
static void show_hidden(machine *m, const event *e, shown *out)
{
    if (plain_access(e) && e->flags & EVF_VALUE && e->flags & EVF_POINTER)
        name_pointer(m, e->thread, e->value, 0, &out->value);
}

static void add_looked(machine *m, u16 viewer, u64 pointer, shown *out)
{
    if (!POINTER_IS(pointer) || POINTER_OBJECT(pointer) >= m->objects.n)
        return;
    text_add(&out->where, out->where.n ? ", " : "");
    name_pointer(m, viewer, pointer, 0, &out->where);
    if (!layout_placed(m, pointer))
        return;
    text_add(&out->value, out->value.n ? ", " : "");
    text_addf(&out->value, "0x%llx", (unsigned long long)layout_address(m, pointer));
}

/* A look at an address: `&x = 0x555555600004`, or `0x555555600004 = &x` of a number that becomes a
 * pointer. */
static void show_looked(machine *m, const event *e, shown *out)
{
    if (e->flags & EVF_POINTER) {
        add_looked(m, e->thread, e->value, out);
        add_looked(m, e->thread, e->old, out);
    } else if (e->value) {
        text_addf(&out->where, "0x%llx", (unsigned long long)e->value);
        text_add(&out->value, e->old ? "" : "no object");
        if (e->old)
            name_pointer(m, e->thread, e->old, 0, &out->value);
    }
}

static void show_number(machine *m, const event *e, shown *out)
{
    if (e->kind == EV_CREATE || e->kind == EV_JOIN || e->kind == EV_CANCEL)
        name_thread(m, (u32)e->value, &out->value);
    else if (e->kind == EV_CHOOSE)
        text_addf(&out->value, "%lld", (long long)e->value);
    else if (e->kind == EV_EXIT)
        text_addf(&out->value, "%d", (i32)e->value);
}

void vm_show(sys *s, const event *e, shown *out)
{
    machine *m = vm_of(s);
    u32 id = name_object(m, e->object);
    const func *f = e->func < m->prog->funcs.n ? m->prog->funcs.at[e->func] : NULL;

    if (f && func_shown(f)) {
        srcloc at = show_source(f, e->pc);

        out->file = show_file(m->prog, at);
        out->line = at.line;
        out->column = at.column;
        out->function = f->name;
        add_call(m, e->thread, e->func, e->pc, e, id, &out->call);
    }
    if (e->object == LAYOUT_OBJECT)
        show_looked(m, e, out);
    else if (id && !hidden(m, id, e->offset))
        show_object(m, e, id, out);
    else if (id)
        show_hidden(m, e, out);
    else
        show_number(m, e, out);
}

/* Threads. */

static bool converts_to_integer(const func *f)
{
    for (u32 i = 0; i < f->ncode; i++)
        if (f->code[i].op == OP_PTRTOINT)
            return true;
    return false;
}

static void add_thread_argument(machine *m, u16 slot, const func *f, u64 arg, text *out)
{
    text name = {0};

    if (arg == 0) {
        text_add(out, converts_to_integer(f) ? "(0)" : "");
        return;
    }
    if (POINTER_IS(arg))
        name_pointer(m, slot, arg, f->nparams ? parameter_target(m, f, 0) : 0, &name);
    else
        text_addf(&name, "%lld", (long long)arg);
    text_addf(out, "(%s)", name.at);
    text_free(&name);
}

/* After a reset main is another thread. */
static bool begins_with_main(const machine *m, const thread *t)
{
    return t->start == m->prog->argc && t->arg == m->prog->argv;
}

void vm_thread_name(sys *s, u16 slot, text *out)
{
    machine *m = vm_of(s);
    const thread *t = slot < m->threads.n ? &m->threads.at[slot] : NULL;
    u32 id = t ? POINTER_OBJECT(t->start) : 0;

    if (!t || t->birth == 0 || begins_with_main(m, t)) {
        text_add(out, t ? "main" : "");
        return;
    }
    if (!POINTER_IS(t->start) || id > m->mem.nstatic || m->prog->objects.at[id].kind != OBJ_FUNC) {
        text_add(out, "thread");
        return;
    }
    text_add(out, m->prog->objects.at[id].name);
    add_thread_argument(m, slot, m->prog->funcs.at[m->prog->objects.at[id].func], t->arg, out);
}

/* Who waits for what. */

/* "&m, held by T1": from the word of the lock. */
static void add_holder(machine *m, const event *e, u32 id, bool again, text *out)
{
    text state = {0};
    event now = *e;

    if (again) {
        text_add(out, " to lock ");
        name_place(m, e->thread, id, (part){.offset = e->offset, .size = e->size}, out);
        text_add(out, " again");
    }
    now.flags &= (u8)~EVF_VALUE;
    add_lock_state(m, &now, id, false, &state);
    if (state.n > 10 && strncmp(state.at, "locked by ", 10) == 0)
        text_addf(out, ", held by %s", state.at + 10);
    text_free(&state);
}

static void add_pending(machine *m, u16 slot, const event *e, text *out)
{
    const thread *t = &m->threads.at[slot];
    const frame *u = vm_shown_frame(m, t);
    const func *callee = u ? callee_of(m, m->prog->funcs.at[u->func], u->pc) : NULL;
    u32 id = name_object(m, e->object);

    if (e->kind == EV_JOIN) {
        text_addf(out, "%s(", callee && callee->runtime ? callee->name : "join");
        name_thread(m, (u32)e->value, out);
        text_addc(out, ')');
        return;
    }
    if (!u || !add_call(m, slot, u->func, u->pc, e, id, out))
        text_add(out, event_names[e->kind]);
    if (id && blocks_on_lock(e))
        add_holder(m, e, id, callee && is_condition(callee), out);
}

void vm_waits_for(sys *s, u16 slot, text *out)
{
    machine *m = vm_of(s);
    event e = {0};
    u32 choices = 0;
    bool enabled = false;
    const thread *t = slot < m->threads.n ? &m->threads.at[slot] : NULL;

    if (!t || t->state == TS_FREE || t->state == TS_OVER)
        return;
    if (!pending_event(m, slot, &e, &choices, &enabled))
        return;
    if (t->state == TS_WAITING)
        enabled = t->woken || thread_called_off(t);
    if (enabled)
        hang_tell(m, slot, out);
    else if (t->buffer)
        text_add(out, "until its stores have reached memory");
    else
        add_pending(m, slot, &e, out);
}
