/* Names of places.  Static objects, locals and thread-local variables have names of their own, and
 * debug types name what is inside them.  Heap objects have none: they are named by the shortest path
 * of typed pointers that leads there, breadth first, beginning with the globals, then the viewer's
 * locals, then those of other threads; without a path by the order of allocation, `malloc#2`.
 *
 * Nothing here changes the machine. */
#include "vm/name.h"

#include <stdio.h>
#include <string.h>

enum { DEEPEST = 16, LEVELS = 6, NODES = 4096 };

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

bool name_same_type(const program *p, u32 a, u32 b)
{
    const type *x = type_of(p, a), *y = type_of(p, b);

    if (a == b)
        return true;
    return x->kind == y->kind && x->size == y->size && x->name && y->name && *x->name &&
           strcmp(x->name, y->name) == 0;
}

static bool flexible(const program *p, const member *m)
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
    return flexible(p, m) || at.offset + (at.size ? at.size : 1) <= from + size;
}

static bool member_changed(const member *m, part at)
{
    u64 shift = m->bit_offset - at.offset * 8;

    return shift < 64 && at.changed >> shift & (m->bits < 64 ? ((u64)1 << m->bits) - 1 : ~(u64)0);
}

/* Of a union the first member as large as the access, of bit-fields the one that changed. */
static const member *find_member(const program *p, const type *t, part at)
{
    const member *first = NULL;

    for (u32 i = 0; i < t->members.n; i++) {
        const member *m = &t->members.at[i];

        if (!member_holds(p, m, at))
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

static bool arrived(const program *p, u32 ty, part at)
{
    if (name_opaque(p, ty))
        return true;
    if (at.offset)
        return false;
    return at.want ? name_same_type(p, ty, at.want) : at.size == 0;
}

static u32 into_array(const program *p, const type *t, part *at, text *out)
{
    u64 each = type_of(p, t->element)->size;

    if (each == 0 || at->size > each)
        return 0;
    text_addf(out, "[%llu]", (unsigned long long)(at->offset / each));
    at->offset %= each;
    return t->element;
}

leaf name_part(const program *p, u32 ty, part at, text *out)
{
    for (u32 depth = 0; depth < DEEPEST && !arrived(p, ty, at); depth++) {
        const type *t = type_of(p, ty);
        const member *m;

        if (t->kind == TYPE_ARRAY) {
            u32 next = into_array(p, t, &at, out);

            if (next == 0)
                break;
            ty = next;
            continue;
        }
        if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION)
            break;
        m = find_member(p, t, at);
        if (!m)
            break;
        if (m->name && *m->name)
            text_addf(out, ".%s", m->name);
        ty = m->type;
        if (m->bits)
            return (leaf){ty, m->bits, (u32)(m->bit_offset - at.offset * 8)};
        at.offset -= m->bit_offset / 8;
    }
    if (at.offset && !name_opaque(p, ty)) {
        text_addf(out, "+%llu", (unsigned long long)at.offset);
        return (leaf){0};
    }
    return (leaf){.type = ty};
}

/* Objects with names. */

void name_thread(const machine *m, u32 slot, text *out)
{
    if (slot < m->threads.n)
        text_addf(out, "T%u", m->threads.at[slot].birth);
    else
        text_add(out, "a thread that is over");
}

/* "main:" or "T2:" before what belongs to another thread. */
static void add_owner(const machine *m, u16 viewer, u32 slot, text *out)
{
    if (slot == viewer || slot >= m->threads.n)
        return;
    if (m->threads.at[slot].birth == 0) {
        text_add(out, "main:");
        return;
    }
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

const variable *name_variable(const machine *m, u32 id)
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

static leaf name_local(machine *m, u16 viewer, u32 id, part at, text *out)
{
    const variable *v = name_variable(m, id);

    add_owner(m, viewer, m->objects.at[id].owner, out);
    if (v) {
        text_add(out, v->name);
        return name_part(m->prog, v->type, at, out);
    }
    text_addf(out, "local#%u", m->objects.at[id].seq);
    if (at.offset)
        text_addf(out, "+%llu", (unsigned long long)at.offset);
    return (leaf){0};
}

static leaf name_tls(machine *m, u16 viewer, u32 id, part at, text *out)
{
    const program *p = m->prog;

    add_owner(m, viewer, m->objects.at[id].owner, out);
    for (u32 i = 0; i < p->tls_vars.n; i++) {
        const variable *v = &p->tls_vars.at[i];
        u64 size = type_of(p, v->type)->size;

        if (at.offset < v->from || at.offset >= v->from + (size ? size : 1))
            continue;
        text_add(out, v->name);
        at.offset -= v->from;
        return name_part(p, v->type, at, out);
    }
    text_addf(out, "thread-local+%llu", (unsigned long long)at.offset);
    return (leaf){0};
}

static leaf name_static(const program *p, u32 id, part at, text *out)
{
    const object_init *o = &p->objects.at[id];

    text_add(out, o->name && *o->name ? o->name : "constant");
    if (o->kind == OBJ_FUNC)
        return (leaf){0};
    return name_part(p, o->type, at, out);
}

/* Paths to heap objects. */

typedef struct node {
    u32 object, base; /* what it leads to, and the offset there */
    u32 type;         /* of what is there */
    bool direct;      /* expr is the thing itself, else a pointer to it */
    u32 level;
    char *expr;
} node;

typedef struct finder {
    machine *m;
    u16 viewer;
    u32 target;
    part at;
    VEC(node) nodes;
} finder;

/* Is there a last member without end? */
static bool open_ended(const program *p, const type *t, u64 delta)
{
    const member *last = t->kind == TYPE_STRUCT && t->members.n ? &vec_last(&t->members) : NULL;

    return last && flexible(p, last) && delta >= last->bit_offset / 8;
}

static void add_arrow(const char *expr, const text *inside, text *out)
{
    const char *open = *expr == '*' ? "(" : "", *close = *expr == '*' ? ")" : "";

    if (inside->n == 0)
        text_addf(out, "*%s", expr);
    else if (inside->at[0] == '.')
        text_addf(out, "%s%s%s->%s", open, expr, close, inside->at + 1);
    else
        text_addf(out, "(*%s)%s", expr, inside->at);
}

/* The part of the node's object, said through the node; false when types do not tell. */
static bool through(const machine *m, const node *n, part at, leaf *is, text *out)
{
    const type *t = type_of(m->prog, n->type);
    text inside = {0};
    u64 delta, index = 0;

    if (at.offset < n->base || t->size == 0)
        return false;
    delta = at.offset -= n->base;
    if (n->direct) {
        text_add(out, n->expr);
        *is = name_part(m->prog, n->type, at, out);
        return true;
    }
    if (!open_ended(m->prog, t, delta)) {
        index = delta / t->size;
        at.offset = delta % t->size;
    }
    *is = name_part(m->prog, n->type, at, &inside);
    if (index || (m->objects.at[n->object].size > t->size && !open_ended(m->prog, t, t->size)))
        text_addf(out, "%s%s%s[%llu]%s", *n->expr == '*' ? "(" : "", n->expr,
                  *n->expr == '*' ? ")" : "", (unsigned long long)index, text_str(&inside));
    else
        add_arrow(n->expr, &inside, out);
    text_free(&inside);
    return true;
}

static bool seen(const finder *f, u32 id)
{
    for (u32 i = 0; i < f->nodes.n; i++)
        if (f->nodes.at[i].object == id)
            return true;
    return false;
}

static void add_node(finder *f, node n)
{
    if (f->nodes.n < NODES && n.level <= LEVELS && (n.object == f->target || !seen(f, n.object)))
        vec_push(&f->nodes, n);
    else
        mem_free(n.expr);
}

static u32 element_of(const program *p, u32 ty)
{
    const type *t = type_of(p, ty);

    return t->kind == TYPE_POINTER ? t->element : 0;
}

static void add_pointer(finder *f, u64 value, u32 ty, u32 level, const char *expr)
{
    u32 id = POINTER_OBJECT(value);

    if (!POINTER_IS(value) || id >= f->m->objects.n || f->m->objects.at[id].kind != OC_HEAP)
        return;
    add_node(f, (node){.object = id, .base = POINTER_OFFSET(value), .type = element_of(f->m->prog, ty),
                       .level = level, .expr = mem_strdup(expr)});
}

/* Follows every pointer inside the object of node i. */
static void expand(finder *f, u32 i)
{
    node n = f->nodes.at[i];
    const object *o = &f->m->objects.at[n.object];
    u32 each = f->m->prog->pointer_bytes;
    text expr = {0};

    if (o->flags & OF_DEAD || !(o->flags & OF_POINTERS) || !o->map)
        return;
    for (u32 w = 0; (w + 1) * each <= o->size; w++) {
        u32 flags = 0;
        leaf is = {0};

        if (!o->map[w])
            continue;
        text_clear(&expr);
        if (through(f->m, &n, (part){.offset = w * each, .size = each}, &is, &expr))
            add_pointer(f, value_peek(f->m, o, w * each, each, &flags), is.type, n.level + 1,
                        text_str(&expr));
    }
    text_free(&expr);
}

static void seed_statics(finder *f)
{
    const program *p = f->m->prog;

    for (u32 i = 1; i < p->objects.n; i++) {
        const object_init *o = &p->objects.at[i];

        if (o->kind == OBJ_GLOBAL && !o->hidden && !o->constant && o->name)
            add_node(f, (node){.object = i, .type = o->type, .direct = true,
                               .expr = mem_strdup(o->name)});
    }
}

static void seed_variable(finder *f, u32 slot, const frame *fr, const variable *v)
{
    const thread *t = &f->m->threads.at[slot];
    u64 value = t->regs.at[fr->base + v->reg];
    text expr = {0};

    if (fr->pc < v->from || fr->pc >= v->to || !POINTER_IS(value))
        return;
    add_owner(f->m, f->viewer, slot, &expr);
    text_add(&expr, v->name);
    if (v->place == VAR_REG)
        add_pointer(f, value, v->type, 1, expr.at);
    else
        add_node(f, (node){.object = POINTER_OBJECT(value), .type = v->type, .direct = true,
                           .expr = mem_strdup(expr.at)});
    text_free(&expr);
}

static void seed_thread(finder *f, u32 slot)
{
    const thread *t = &f->m->threads.at[slot];

    for (u32 k = t->frames.n; k-- > 0;) {
        const frame *fr = &t->frames.at[k];
        const func *fn = f->m->prog->funcs.at[fr->func];

        for (u32 i = 0; i < fn->vars.n && !fn->runtime; i++)
            seed_variable(f, slot, fr, &fn->vars.at[i]);
    }
}

static void seed(finder *f)
{
    seed_statics(f);
    if (f->viewer < f->m->threads.n)
        seed_thread(f, f->viewer);
    for (u32 i = 0; i < f->m->threads.n; i++)
        if (i != f->viewer)
            seed_thread(f, i);
}

/* The nodes in order of their level: those of variables in registers begin at 1. */
static bool search_path(finder *f, leaf *is, text *out)
{
    for (u32 level = 0; level <= LEVELS; level++)
        for (u32 i = 0; i < f->nodes.n; i++) {
            const node *n = &f->nodes.at[i];

            if (n->level != level)
                continue;
            if (n->object == f->target && through(f->m, n, f->at, is, out))
                return true;
            expand(f, i);
        }
    return false;
}

static u32 heap_number(const machine *m, u32 id)
{
    u32 n = 0;

    for (u32 i = m->nstatic + 1; i <= id; i++)
        n += m->objects.at[i].kind == OC_HEAP;
    return n;
}

static leaf name_heap(machine *m, u16 viewer, u32 id, part at, text *out)
{
    finder f = {.m = m, .viewer = viewer, .target = id, .at = at};
    leaf is = {0};

    seed(&f);
    if (!search_path(&f, &is, out)) {
        text_addf(out, "malloc#%u", heap_number(m, id));
        if (at.offset)
            text_addf(out, "+%llu", (unsigned long long)at.offset);
    }
    for (u32 i = 0; i < f.nodes.n; i++)
        mem_free(f.nodes.at[i].expr);
    vec_free(&f.nodes);
    return is;
}

leaf name_place(machine *m, u16 viewer, u32 id, part at, text *out)
{
    if (id == 0 || id >= m->objects.n)
        return (leaf){0};
    if (id <= m->nstatic)
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
        text_add(out, "arguments");
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
    text_addc(out, '"');
    for (u32 i = offset; o->data[i]; i++) {
        if (i - offset == 20) {
            text_add(out, "...");
            break;
        }
        if (o->data[i] == '\n')
            text_add(out, "\\n");
        else
            text_addc(out, o->data[i] < 32 || o->data[i] > 126 ? '?' : (char)o->data[i]);
    }
    text_addc(out, '"');
    return true;
}

void name_pointer(machine *m, u16 viewer, u64 pointer, u32 element, text *out)
{
    u32 id = POINTER_OBJECT(pointer), offset = POINTER_OFFSET(pointer);
    const object *o;

    if (!POINTER_IS(pointer) || id == 0 || id >= m->objects.n) {
        text_addf(out, pointer == 0 ? "NULL" : (i64)pointer > -4096 && (i64)pointer < 65536
                                          ? "(void *)%lld" : "(void *)0x%llx", (long long)pointer);
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
    if (id <= m->nstatic && offset < o->size && add_string(m, id, offset, out))
        return;
    if (o->kind != OC_FUNC && o->kind != OC_THREAD)
        text_addc(out, '&');
    name_place(m, viewer, id, (part){.offset = offset, .want = element}, out);
    if (o->flags & OF_DEAD)
        text_add(out, " (gone)");
}
