/* Names of places.  Static objects, locals and thread-local variables have names of their own, and
 * debug types name what is inside them.  Heap objects have none: they are named by a path of typed
 * pointers that leads there (path.c), without one by the order of allocation, `malloc#2`.
 *
 * Nothing here changes the machine. */
#include "vm/name.h"
#include "base/mutant.h"

#include <string.h>

enum { DEEPEST = 16, STRING_BYTES = 20 };

static const type *type_of(const program *p, u32 ty)
{
    return &p->types.at[ty < p->types.n ? ty : 0];
}

/* Parts of typed things. */

bool name_opaque(const program *p, u32 ty)
{
    const type *t = type_of(p, ty);

    return (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && t->members.n &&
           t->members.at[0].name && strncmp(t->members.at[0].name, "__", 2) == 0;
}

bool name_number(const type *t)
{
    return t->kind == TYPE_FLOAT || t->kind == TYPE_SIGNED || t->kind == TYPE_UNSIGNED;
}

/* Is the access a piece of the number? */
static piece_of piece_of_number(const program *p, u32 ty, part at)
{
    const type *t = type_of(p, ty);
    u64 bytes = t->kind == TYPE_FLOAT && t->size > 8 ? LONG_DOUBLE_BYTES : t->size;

    if (!name_number(t) || t->size <= p->pointer_bytes || at.size == 0 || at.size >= bytes ||
        at.offset + at.size > t->size)
        return PIECE_NONE;
    return at.offset == 0 ? PIECE_FIRST : at.offset + at.size >= bytes ? PIECE_LAST : PIECE_INNER;
}

static bool name_same_type(const program *p, u32 a, u32 b)
{
    const type *x = type_of(p, a), *y = type_of(p, b);

    if (a == b)
        return true;
    return x->kind == y->kind && x->size == y->size && x->name && y->name && *x->name &&
           strcmp(x->name, y->name) == 0;
}

bool name_flexible(const program *p, const member *m)
{
    const type *t = type_of(p, m->type);

    return t->kind == TYPE_ARRAY && t->count == 0;
}

static bool member_holds(const program *p, const member *m, part at)
{
    u64 from = m->bit_offset / 8, size = type_of(p, m->type)->size;

    if (m->bits)
        return m->bit_offset < (at.offset + at.size) * 8 && at.offset * 8 < m->bit_offset + m->bits;
    if (at.offset < from)
        return false;
    return name_flexible(p, m) || at.offset + (at.size ? at.size : 1) <= from + size;
}

static bool member_changed(const member *m, part at)
{
    u64 shift = m->bit_offset - at.offset * 8;

    return shift < 64 && at.changed >> shift & (m->bits < 64 ? ((u64)1 << m->bits) - 1 : ~(u64)0);
}

/* Does the access touch a member that is no bit-field? */
static bool touches_whole(const program *p, const type *t, part at)
{
    for (u32 i = 0; i < t->members.n; i++) {
        const member *m = &t->members.at[i];
        u64 from = m->bit_offset / 8;

        if (!m->bits && at.offset < from + type_of(p, m->type)->size && from < at.offset + at.size)
            return true;
    }
    return false;
}

/* Of a union the first member as large as the access, of bit-fields the one that changed. */
static const member *find_member(const program *p, const type *t, part at)
{
    const member *first = NULL;

    for (u32 i = 0; i < t->members.n; i++) {
        const member *m = &t->members.at[i];

        if (!member_holds(p, m, at) ||
            (m->bits && t->kind == TYPE_STRUCT && touches_whole(p, t, at)))
            continue;
        if (!first)
            first = m;
        if (m->bits && member_changed(m, at))
            return m;
        if (t->kind == TYPE_UNION && type_of(p, m->type)->size == at.size)
            return m;
    }
    return first;
}

/* A read of a unit of bit-fields, of which any may be meant. */
static bool any_field(const program *p, const type *t, part at)
{
    u32 n = 0;

    for (u32 i = 0; i < t->members.n; i++)
        n += t->members.at[i].bits && member_holds(p, &t->members.at[i], at);
    return n > 1 && !at.changed && t->kind == TYPE_STRUCT;
}

static bool arrived(const program *p, u32 ty, part at)
{
    if (name_opaque(p, ty))
        return true;
    if (at.offset)
        return false;
    return at.want ? name_same_type(p, ty, at.want) : at.size == 0;
}

/* Several elements at once are `[2..5]`; false when it ends inside one. */
static bool into_array(const program *p, const type *t, part *at, leaf *is, text *out)
{
    u64 each = type_of(p, t->element)->size, first = each ? at->offset / each : 0;

    if (each == 0 || (at->size > each && (at->offset % each || at->size % each)))
        return false;
    *is = (leaf){.type = t->element, .count = at->size > each ? (u32)(at->size / each) : 0};
    text_addf(out, "[%llu", (unsigned long long)first);
    if (is->count)
        text_addf(out, "..%llu", (unsigned long long)first + is->count - 1);
    text_addc(out, ']');
    at->offset %= each;
    return true;
}

static leaf walk(const program *p, u32 ty, part at, text *out)
{
    for (u32 depth = 0; depth < DEEPEST && !arrived(p, ty, at); depth++) {
        const type *t = type_of(p, ty);
        const member *m;

        if (t->kind == TYPE_ARRAY) {
            leaf is;

            if (!into_array(p, t, &at, &is, out))
                break;
            if (is.count)
                return is;
            ty = is.type;
            continue;
        }
        if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION)
            break;
        m = find_member(p, t, at);
        if ((!m || (m->bits && any_field(p, t, at))) && t->kind == TYPE_STRUCT && at.size &&
            at.offset + at.size <= t->size)
            return (leaf){.type = ty, .from = at.offset};
        if (!m)
            break;
        if (m->name && *m->name)
            text_addf(out, ".%s", m->name);
        ty = m->type;
        if (m->bits)
            return (leaf){
                .type = ty, .bits = m->bits, .shift = (u32)(m->bit_offset - at.offset * 8)};
        at.offset -= m->bit_offset / 8;
    }
    piece_of piece = piece_of_number(p, ty, at);

    if (piece)
        return (leaf){.type = ty, .from = at.offset, .piece = piece};
    if (at.offset && !name_opaque(p, ty)) {
        text_addf(out, "+%llu", (unsigned long long)at.offset);
        return (leaf){0};
    }
    return (leaf){.type = ty};
}

/* Is there such a thing at that place?  Not of a `void *` or `char *` to a struct. */
static bool has_wanted(const program *p, u32 ty, part at)
{
    text name = {0};
    leaf is = walk(p, ty, at, &name);

    text_free(&name);
    return MUTANT(REPORT_FIRST) || (is.type && name_same_type(p, is.type, at.want));
}

leaf name_part(const program *p, u32 ty, part at, text *out)
{
    if (at.want && at.size == 0 && !has_wanted(p, ty, at))
        at.want = 0;
    return walk(p, ty, at, out);
}

/* Objects with names. */

void name_thread(const machine *m, u32 slot, text *out)
{
    if (slot < m->threads.n)
        text_addf(out, "T%u", m->threads.at[slot].birth);
    else
        text_add(out, "a thread that is over");
}

/* "T2:" before what belongs to another thread, "main:" before a variable of main itself. */
void name_owner(const machine *m, u16 viewer, u32 slot, u32 depth, text *out)
{
    const thread *t = slot < m->threads.n ? &m->threads.at[slot] : NULL;

    if (slot == viewer || !t)
        return;
    if (t->birth == 0 && depth < t->frames.n &&
        strcmp(m->prog->funcs.at[t->frames.at[depth].func]->name, "main") == 0)
        text_add(out, "main");
    else
        name_thread(m, slot, out);
    text_addc(out, ':');
}

static const variable *variable_in_register(const func *f, u32 reg, u32 pc)
{
    const variable *found = NULL;

    for (u32 i = 0; i < f->vars.n; i++) {
        const variable *v = &f->vars.at[i];

        if (v->place != VAR_MEM || v->reg != reg)
            continue;
        if (pc >= v->from && pc < v->to)
            return v;
        found = v;
    }
    return found;
}

/* The variable of a frame's function that lives in this object, or NULL. */
static const variable *name_variable(const machine *m, u32 id)
{
    const object *o = &m->objects.at[id];
    const func *f = m->prog->funcs.at[o->made_func];
    const thread *t = o->owner < m->threads.n ? &m->threads.at[o->owner] : NULL;

    if (o->kind == OC_STACK && !f->runtime && o->made_pc < f->ncode &&
        (f->code[o->made_pc].op == OP_ALLOCA || f->code[o->made_pc].op == OP_ALLOCAV))
        return variable_in_register(f, f->code[o->made_pc].a, o->made_pc + 1);
    if (o->kind != OC_STACK || !t || o->depth >= t->frames.n)
        return NULL;
    f = m->prog->funcs.at[t->frames.at[o->depth].func];
    for (u32 i = 0; i < f->vars.n; i++) {
        u64 v = t->regs.at[t->frames.at[o->depth].base + f->vars.at[i].reg];

        if (f->vars.at[i].place == VAR_MEM && POINTER_IS(v) && POINTER_OBJECT(v) == id)
            return &f->vars.at[i];
    }
    return NULL;
}

static bool in_scope(const variable *v, const frame *f)
{
    return f->pc >= v->from && f->pc < v->to;
}

bool name_taken(const machine *m, const thread *t, u32 depth, const char *name)
{
    for (u32 k = depth + 1; k < t->frames.n; k++) {
        const frame *f = &t->frames.at[k];
        const func *fn = m->prog->funcs.at[f->func];

        for (u32 i = 0; i < fn->vars.n && !fn->runtime; i++)
            if (in_scope(&fn->vars.at[i], f) && strcmp(fn->vars.at[i].name, name) == 0)
                return true;
    }
    return false;
}

static bool runs(const thread *t, u32 function)
{
    for (u32 k = 0; k < t->frames.n; k++)
        if (t->frames.at[k].func == function)
            return true;
    return false;
}

/* May another thread have a variable of that function, now or after it has begun? */
static bool also_elsewhere(const machine *m, const thread *t, u32 function)
{
    for (u32 k = 0; k < m->threads.n && !MUTANT(REPORT_WHOSE); k++) {
        const thread *x = &m->threads.at[k];

        if (x != t && x->state != TS_FREE && x->birth && t->birth &&
            (x->start == t->start || runs(x, function)))
            return true;
    }
    return false;
}

/* A variable of the viewer's own: `T2:x` where other threads run the function too and the name
 * leaves the thread (`far`) or the function; `caller:x` where the function that runs has an x. */
static void name_own(const machine *m, u16 viewer, const object *o, const char *name, bool far,
                     text *out)
{
    const thread *t = o->owner < m->threads.n ? &m->threads.at[o->owner] : NULL;
    u32 function;
    bool inner;

    if (!t || o->owner != viewer || o->depth >= t->frames.n)
        return;
    function = t->frames.at[o->depth].func;
    inner = name_taken(m, t, o->depth, name);
    if ((inner || far) && also_elsewhere(m, t, function)) {
        name_thread(m, viewer, out);
        text_addc(out, ':');
    } else if (inner) {
        text_addf(out, "%s:", m->prog->funcs.at[function]->name);
    }
}

static leaf name_local(machine *m, u16 viewer, u32 id, part at, text *out)
{
    const variable *v = name_variable(m, id);

    name_owner(m, viewer, m->objects.at[id].owner, m->objects.at[id].depth, out);
    if (v) {
        name_own(m, viewer, &m->objects.at[id], v->name, at.far, out);
        text_add(out, v->name);
        return name_part(m->prog, v->type, at, out);
    }
    text_addf(out, "local#%u", m->objects.at[id].seq);
    if (at.offset)
        text_addf(out, "+%llu", (unsigned long long)at.offset);
    return (leaf){0};
}

const variable *name_tls_variable(const program *p, u64 offset)
{
    for (u32 i = 0; i < p->tls_vars.n; i++) {
        const variable *v = &p->tls_vars.at[i];
        u64 size = type_of(p, v->type)->size;

        if (offset >= v->from && offset < v->from + (size ? size : 1))
            return v;
    }
    return NULL;
}

static leaf name_tls(machine *m, u16 viewer, u32 id, part at, text *out)
{
    const variable *v = name_tls_variable(m->prog, at.offset);

    name_owner(m, at.far && m->threads.n > 1 ? NO_THREAD : viewer, m->objects.at[id].owner,
               NO_FRAME, out);
    if (!v) {
        text_addf(out, "thread-local+%llu", (unsigned long long)at.offset);
        return (leaf){0};
    }
    text_add(out, v->name);
    at.offset -= v->from;
    return name_part(m->prog, v->type, at, out);
}

static leaf name_static(const program *p, u32 id, part at, text *out)
{
    const object_init *o = &p->objects.at[id];

    text_add(out, o->name && *o->name ? o->name : "constant");
    if (o->kind == OBJ_FUNC)
        return (leaf){0};
    at.offset += MUTANT(REPORT_PART) ? 0 : o->of.base;
    if (o->of.factor && at.size)
        at.size = o->of.size;
    return name_part(p, o->type, at, out);
}

u64 name_value(const machine *m, u32 id, u64 stored, u32 *size)
{
    const var_part *of = id && id <= m->mem.nstatic ? &m->prog->objects.at[id].of : NULL;

    if (!of || !of->factor)
        return stored;
    *size = of->size;
    return stored * of->factor + of->bias;
}

/* Heap objects. */

void name_forget(machine *m)
{
    if (!m->numbers.heap.n)
        return;
    vec_free(&m->numbers.heap);
    map_free(&m->numbers.births);
}

static u32 numbered(const machine *m)
{
    return m->mem.nstatic + 1 + m->numbers.heap.n;
}

/* Up to the object.  What the library has for itself does not count. */
static void number_objects(machine *m, u32 id)
{
    machine_numbers *n = &m->numbers;
    u32 heap = n->heap.n ? vec_last(&n->heap) : 0;

    for (u32 i = numbered(m); i <= id; i++) {
        const object *before = &m->objects.at[i - 1];
        heap += i > m->mem.nstatic + 1 && before->kind == OC_HEAP && before->owner != HEAP_OWN;
        vec_push(&n->heap, heap);
        map_put(&n->births, object_birth(m, i), i);
    }
}

static u32 heap_number(machine *m, u32 id)
{
    number_objects(m, id);
    return 1 + m->numbers.heap.at[id - m->mem.nstatic - 1];
}

u32 name_object(machine *m, u64 birth)
{
    u64 id = 0;

    if (birth <= m->mem.nstatic || m->opt.mode == VM_CANONICAL)
        return birth < m->objects.n ? (u32)birth : 0;
    number_objects(m, m->objects.n - 1);
    return map_get(&m->numbers.births, birth, &id) ? (u32)id : 0;
}

static leaf name_heap(machine *m, u16 viewer, u32 id, part at, text *out)
{
    leaf is = {0};

    if (!path_find(m, viewer, id, at, &is, out)) {
        text_addf(out, "malloc#%u", heap_number(m, id));
        if (at.offset)
            text_addf(out, "+%llu", (unsigned long long)at.offset);
    }
    return is;
}

leaf name_place(machine *m, u16 viewer, u32 id, part at, text *out)
{
    if (id == 0 || id >= m->objects.n)
        return (leaf){0};
    if (id <= m->mem.nstatic)
        return name_static(m->prog, id, at, out);
    switch (m->objects.at[id].kind) {
    case OC_STACK:
        return name_local(m, viewer, id, at, out);
    case OC_TLS:
        return name_tls(m, viewer, id, at, out);
    case OC_THREAD:
        name_thread(m, m->objects.at[id].owner, out);
        return (leaf){0};
    case OC_VARARGS:
        text_add(out, "variable arguments");
        return (leaf){0};
    default:
        return name_heap(m, viewer, id, at, out);
    }
}

/* Pointers as values. */

/* A string constant is its own best name. */
static bool add_string(const machine *m, u32 id, u32 offset, text *out)
{
    const object_init *init = &m->prog->objects.at[id];
    const object *o = &m->objects.at[id];

    if (!(o->flags & OF_CONST) || !o->data || (init->name && *init->name && *init->name != '.'))
        return false;
    if (!memchr(o->data + offset, 0, o->size > offset ? o->size - offset : 0))
        return false;
    text_quoted(out, (const char *)o->data + offset, STRING_BYTES);
    return true;
}

void name_pointer(machine *m, u16 viewer, u64 pointer, u32 element, text *out)
{
    u32 id = POINTER_OBJECT(pointer), offset = POINTER_OFFSET(pointer);
    const object *o;

    if (!POINTER_IS(pointer) || id == 0 || id >= m->objects.n) {
        text_addf(out,
                  pointer == 0                                   ? "NULL"
                  : (i64)pointer > -4096 && (i64)pointer < 65536 ? "(void *)%lld"
                                                                 : "(void *)0x%llx",
                  (long long)pointer);
        return;
    }
    o = &m->objects.at[id];
    if (o->kind == OC_HEAP) {
        text_addf(out, "malloc#%u", heap_number(m, id));
        if (offset)
            text_addf(out, "%+d", (i32)offset);
        if (o->flags & OF_DEAD)
            text_add(out, " (freed)");
        return;
    }
    if (id <= m->mem.nstatic && offset < o->size && add_string(m, id, offset, out))
        return;
    if (o->kind != OC_FUNC && o->kind != OC_THREAD)
        text_addc(out, '&');
    name_place(m, viewer, id, (part){.offset = offset, .want = element, .far = true}, out);
    if (o->flags & OF_DEAD)
        text_add(out, " (gone)");
}
