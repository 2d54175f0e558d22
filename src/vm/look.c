/* The value of a path such as `d->items[i].own`, as C would evaluate it in the innermost frame of
 * the user's code: only names, members and indexes, so that looking changes nothing and cannot fail
 * but by having no answer.  Whatever is dead, undefined in type or out of bounds has none. */
#include "vm/look.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const type *type_of(const program *p, u32 ty)
{
    return &p->types.at[ty < p->types.n ? ty : 0];
}

static bool same_word(const char *name, const char *word, size_t n)
{
    return name && strncmp(name, word, n) == 0 && name[n] == 0;
}

/* The innermost variable of that name in scope. */
static const variable *find_local(const looker *l, const char *word, size_t n)
{
    const func *f = l->fr ? l->m->prog->funcs.at[l->fr->func] : NULL;
    const variable *found = NULL;

    for (u32 i = 0; f && i < f->vars.n; i++) {
        const variable *v = &f->vars.at[i];

        if (l->fr->pc >= v->from && l->fr->pc < v->to && same_word(v->name, word, n) &&
            (!found || v->to - v->from <= found->to - found->from))
            found = v;
    }
    return found;
}

static bool of_local(const looker *l, const variable *v, place *p)
{
    u64 at = l->m->threads.at[l->slot].regs.at[l->fr->base + v->reg];

    *p = (place){.is.type = v->type};
    if (v->place == VAR_REG)
        return stack_register(l->m, l->slot, l->fr, v, &p->bits, &p->flags);
    if (!POINTER_IS(at))
        return false;
    p->object = POINTER_OBJECT(at);
    p->offset = POINTER_OFFSET(at);
    return true;
}

/* Are both parts of one variable? */
static bool same_variable(const program *p, u32 a, u32 b)
{
    const object_init *x = &p->objects.at[a], *y = &p->objects.at[b];

    return x->of.size && y->of.size && x->decl.file == y->decl.file &&
           x->decl.line == y->decl.line && x->decl.column == y->decl.column;
}

/* A place in a variable that an optimiser took apart: the part that has it; false: none does. */
static bool into_part(const looker *l, place *p)
{
    const program *pr = l->m->prog;
    u32 first = p->object;

    if (!first || first >= pr->objects.n || !pr->objects.at[first].of.size)
        return true;
    for (u32 i = 1; i < pr->objects.n; i++) {
        const object_init *o = &pr->objects.at[i];

        if (!o->of.size || !same_variable(pr, first, i) ||
            strcmp(o->name, pr->objects.at[first].name) || p->offset < o->of.base ||
            p->offset >= (u64)o->of.base + o->of.size)
            continue;
        p->object = i;
        p->offset -= o->of.base;
        return true;
    }
    return false;
}

/* Of two static variables with one name that of the frame's own file is meant; of two there, which
 * functions have for themselves, none. */
static bool of_global(const looker *l, const char *word, size_t n, place *p)
{
    const program *pr = l->m->prog;
    u32 file = l->fr ? pr->funcs.at[l->fr->func]->decl.file : UINT32_MAX;
    u32 found = 0, count = 0;
    bool near = false;

    for (u32 i = 1; i < pr->objects.n; i++) {
        const object_init *o = &pr->objects.at[i];

        if (o->kind != OBJ_GLOBAL || o->hidden || !same_word(o->name, word, n) ||
            (found && same_variable(pr, found, i)))
            continue;
        bool own = o->decl.line && o->decl.file == file;

        if (near && !own)
            continue;
        count = near == own ? count + 1 : 1;
        near = own;
        found = i;
    }
    found = count == 1 ? found : 0;
    *p = (place){.object = found, .is.type = found ? pr->objects.at[found].type : 0};
    return found;
}

static const object *live_object(const looker *l, u32 id)
{
    const object *o = id && id < l->m->objects.n ? &l->m->objects.at[id] : NULL;

    return o && o->data && !(o->flags & (OF_DEAD | OF_NODATA)) ? o : NULL;
}

bool look_load(const looker *l, place *p)
{
    const type *t = type_of(l->m->prog, p->is.type);
    u32 size = p->is.bits ? (p->is.shift + p->is.bits + 7) / 8 : (u32)t->size;
    const object *o;

    if (t->kind == TYPE_ARRAY || t->kind == TYPE_STRUCT || t->kind == TYPE_UNION ||
        t->kind == TYPE_UNKNOWN)
        return false;
    if (!p->object)
        return true;
    if (!into_part(l, p))
        return false;
    o = live_object(l, p->object);
    if (o && p->object <= l->m->mem.nstatic && l->m->prog->objects.at[p->object].of.factor)
        size = 1;
    if (!o || size == 0 || size > 8 || p->offset + size > o->size)
        return false;
    p->bits =
        name_value(l->m, p->object, value_peek(l->m, o, (u32)p->offset, size, &p->flags), &size);
    return true;
}

static bool through_pointer(const looker *l, place *p)
{
    u32 element = type_of(l->m->prog, p->is.type)->element;

    if (type_of(l->m->prog, p->is.type)->kind != TYPE_POINTER || !look_load(l, p) ||
        !POINTER_IS(p->bits) || p->flags & VALUE_UNDEFINED)
        return false;
    *p = (place){
        .object = POINTER_OBJECT(p->bits), .offset = POINTER_OFFSET(p->bits), .is.type = element};
    return true;
}

bool look_member(const looker *l, place *p, const char *word, size_t n)
{
    const type *t = type_of(l->m->prog, p->is.type);

    if (!p->object || (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION))
        return false;
    for (u32 i = 0; i < t->members.n; i++) {
        const member *x = &t->members.at[i];
        place inner = {
            .object = p->object, .offset = p->offset + x->bit_offset / 8, .is.type = x->type};

        inner.is.bits = x->bits;
        inner.is.shift = x->bits ? (u32)(x->bit_offset % 8) : 0;
        if (same_word(x->name, word, n) ||
            ((!x->name || !*x->name) && look_member(l, &inner, word, n))) {
            *p = inner;
            return true;
        }
    }
    return false;
}

bool look_variable(const looker *l, const char *word, size_t n, place *p)
{
    const variable *v = find_local(l, word, n);

    return v ? of_local(l, v, p) : of_global(l, word, n, p);
}

static bool read_path(looker *l, place *p);

static bool read_index(looker *l, i64 *index)
{
    place p;
    char *end;
    u32 width;

    if (isdigit((u8)*l->at)) {
        *index = strtoll(l->at, &end, 0);
        l->at = end;
        return true;
    }
    if (!read_path(l, &p) || !look_load(l, &p) || p.flags || p.is.bits)
        return false;
    width = (u32)type_of(l->m->prog, p.is.type)->size * 8;
    if (width == 0 || width > 64)
        return false;
    *index = (i64)(p.bits << (64 - width)) >> (64 - width);
    return true;
}

static bool into_element(looker *l, place *p)
{
    i64 index;
    u64 each;

    if (!read_index(l, &index) || *l->at++ != ']')
        return false;
    if (type_of(l->m->prog, p->is.type)->kind == TYPE_ARRAY && p->object)
        p->is.type = type_of(l->m->prog, p->is.type)->element;
    else if (!through_pointer(l, p))
        return false;
    each = type_of(l->m->prog, p->is.type)->size;
    p->offset += (u64)index * each;
    return each != 0;
}

static bool read_path(looker *l, place *p)
{
    size_t n = text_word(l->at);

    if (n == 0 || !look_variable(l, l->at, n, p))
        return false;
    for (l->at += n; *l->at && *l->at != ']'; l->at += n) {
        n = 0;
        if (*l->at == '[') {
            l->at++;
            if (!into_element(l, p))
                return false;
            continue;
        }
        if (l->at[0] == '-' && l->at[1] == '>' && !through_pointer(l, p))
            return false;
        l->at += *l->at == '-' ? 2 : 1;
        n = text_word(l->at);
        if (n == 0 || !look_member(l, p, l->at, n))
            return false;
    }
    return true;
}

bool vm_look(sys *s, u16 slot, const char *path, event *e, text *out)
{
    machine *m = vm_of(s);
    const thread *t = slot < m->threads.n ? &m->threads.at[slot] : NULL;
    looker l = {.m = m, .slot = slot, .fr = t ? vm_shown_frame(m, t) : NULL, .at = path};
    place p;
    u32 size;

    *e = (event){.thread = slot};
    if ((!l.fr && slot != NO_THREAD) || !read_path(&l, &p) || *l.at)
        return false;
    bool scalar = look_load(&l, &p);

    size = p.is.bits ? (p.is.shift + p.is.bits + 7) / 8 : (u32)type_of(m->prog, p.is.type)->size;
    *e = (event){.thread = slot,
                 .object = p.object && p.object < m->objects.n ? object_birth(m, p.object) : 0,
                 .offset = (u32)p.offset,
                 .size = size,
                 .flags = p.is.bits || !scalar ? 0 : EVF_VALUE};
    if (!scalar)
        return false;
    value_add(m, slot, p.is, p.bits, size, p.flags, out);
    return true;
}
