/* What an evaluator of C expressions asks of the machine: variables of any frame, thread-local
 * ones, enumerators, types by name, and values in memory.  An address is a pointer of the machine.
 */
#include "vm/look.h"

#include <string.h>

enum { PRINTED_BYTES = 256 };

static const type *type_at(const machine *m, u32 ty)
{
    return &m->prog->types.at[ty < m->prog->types.n ? ty : 0];
}

/* Frame `number` of the user's code, from the innermost out. */
static const frame *frame_number(const machine *m, const thread *t, u32 number)
{
    for (u32 k = t->frames.n; k-- > 0;)
        if (vm_shows(m, t, k) && number-- == 0)
            return &t->frames.at[k];
    return NULL;
}

static looker looker_of(machine *m, u16 slot, u32 number)
{
    const thread *t = slot < m->threads.n ? &m->threads.at[slot] : NULL;

    return (looker){.m = m, .slot = slot, .fr = t ? frame_number(m, t, number) : NULL};
}

static c_value value_of(const place *p)
{
    return (c_value){.type = p->is.type,
                     .placed = p->object != 0,
                     .at = p->object ? POINTER(p->object, p->offset) : 0,
                     .bits = p->is.bits,
                     .shift = p->is.shift,
                     .value = p->bits,
                     .undefined = p->flags & VALUE_UNDEFINED,
                     .pointer = p->flags & VALUE_POINTER};
}

static place place_of(const c_value *v)
{
    return (place){.object = v->placed ? POINTER_OBJECT(v->at) : 0,
                   .offset = v->placed ? POINTER_OFFSET(v->at) : 0,
                   .bits = v->value,
                   .flags =
                       (v->undefined ? VALUE_UNDEFINED : 0u) | (v->pointer ? VALUE_POINTER : 0u),
                   .is = {.type = v->type, .bits = v->bits, .shift = v->shift}};
}

static bool thread_local_variable(machine *m, u16 slot, const char *name, c_value *out)
{
    const program *p = m->prog;

    if (slot >= m->threads.n || !m->threads.at[slot].tls)
        return false;
    for (u32 i = 0; i < p->tls_vars.n; i++)
        if (strcmp(p->tls_vars.at[i].name, name) == 0) {
            *out = (c_value){.type = p->tls_vars.at[i].type,
                             .placed = true,
                             .at = POINTER(m->threads.at[slot].tls, p->tls_vars.at[i].from)};
            return true;
        }
    return false;
}

static bool enumerator(const machine *m, const char *name, c_value *out)
{
    for (u32 ty = 1; ty < m->prog->types.n; ty++) {
        const type *t = type_at(m, ty);

        for (u32 i = 0; t->kind == TYPE_ENUM && i < t->members.n; i++)
            if (t->members.at[i].name && strcmp(t->members.at[i].name, name) == 0) {
                *out = (c_value){.type = ty, .value = t->members.at[i].bit_offset};
                return true;
            }
    }
    return false;
}

static bool function_named(const machine *m, const char *name, c_value *out)
{
    for (u32 i = 1; i < m->prog->objects.n; i++) {
        const object_init *o = &m->prog->objects.at[i];

        if (o->kind == OBJ_FUNC && !o->hidden && o->name && strcmp(o->name, name) == 0) {
            *out = (c_value){.stars = 1, .value = POINTER(i, 0), .pointer = true};
            return true;
        }
    }
    return false;
}

static bool values_variable(sys *s, u16 slot, u32 number, const char *name, c_value *out)
{
    machine *m = vm_of(s);
    looker l = looker_of(m, slot, number);
    place p = {0};

    if (look_variable(&l, name, strlen(name), &p)) {
        *out = value_of(&p);
        return true;
    }
    return thread_local_variable(m, slot, name, out) || enumerator(m, name, out) ||
           function_named(m, name, out);
}

static bool named(const type *t, const char *head, const char *name)
{
    size_t n = strlen(head);

    return t->name && strncmp(t->name, head, n) == 0 && strcmp(t->name + n, name) == 0;
}

/* As it was written; in C++ and by habit also without its keyword. */
static u32 values_type_named(sys *s, const char *name)
{
    static const char *const heads[] = {"", "struct ", "union ", "enum "};
    machine *m = vm_of(s);

    for (u32 i = 0; i < LENGTH(heads); i++)
        for (u32 ty = 1; ty < m->prog->types.n; ty++)
            if (named(type_at(m, ty), heads[i], name))
                return ty;
    return 0;
}

static c_type values_type_of(sys *s, u32 ty)
{
    const machine *m = vm_of(s);
    const type *t = type_at(m, ty);
    c_type out = {.size = t->size, .element = t->element, .count = t->count};

    switch (t->kind) {
    case TYPE_SIGNED:
    case TYPE_CHAR:
        out.class = C_SIGNED;
        break;
    case TYPE_UNSIGNED:
        out.class = C_UNSIGNED;
        break;
    case TYPE_BOOL:
        out.class = C_BOOL;
        break;
    case TYPE_ENUM:
        out.class = type_at(m, t->element)->kind == TYPE_SIGNED ? C_SIGNED : C_UNSIGNED;
        break;
    case TYPE_FLOAT:
        out.class = C_FLOAT;
        break;
    case TYPE_POINTER:
        out.class = C_POINTER;
        break;
    case TYPE_ARRAY:
        out.class = C_ARRAY;
        break;
    case TYPE_STRUCT:
    case TYPE_UNION:
        out.class = C_RECORD;
        break;
    default:
        break;
    }
    return out;
}

static bool values_member(sys *s, c_value *v, const char *name)
{
    looker l = looker_of(vm_of(s), NO_THREAD, 0);
    place p = place_of(v);

    if (v->stars || !look_member(&l, &p, name, strlen(name)))
        return false;
    *v = value_of(&p);
    return true;
}

static const object *readable(const machine *m, u64 at, u64 size)
{
    const object *o = POINTER_IS(at) && POINTER_OBJECT(at) < m->objects.n
                          ? &m->objects.at[POINTER_OBJECT(at)]
                          : NULL;

    return o && o->data && !(o->flags & (OF_DEAD | OF_NODATA)) &&
                   POINTER_OFFSET(at) + size <= o->size
               ? o
               : NULL;
}

static bool values_load(sys *s, c_value *v)
{
    machine *m = vm_of(s);
    looker l = looker_of(m, NO_THREAD, 0);
    place p = place_of(v);
    u32 flags = 0, each = m->prog->pointer_bytes;

    if (!v->placed)
        return true;
    if (!readable(m, v->at, v->stars ? each : 0))
        return false;
    if (v->stars) {
        v->value = value_peek(m, &m->objects.at[p.object], (u32)p.offset, each, &flags);
    } else {
        if (!look_load(&l, &p))
            return false;
        v->value = p.bits;
        flags = p.flags;
    }
    v->undefined = flags & VALUE_UNDEFINED;
    v->pointer = flags & VALUE_POINTER;
    return true;
}

static void values_print(sys *s, u16 slot, const c_value *v, text *out)
{
    machine *m = vm_of(s);
    const type *t = type_at(m, v->type);
    const object *o = v->placed ? readable(m, v->at, 0) : NULL;
    leaf is = {.type = v->type, .bits = v->bits, .shift = v->shift};
    u32 size = v->bits ? (v->shift + v->bits + 7) / 8 : (u32)t->size;
    u32 flags = (v->undefined ? VALUE_UNDEFINED : 0u) | (v->pointer ? VALUE_POINTER : 0u);
    c_value copy = *v;

    if (v->stars) {
        if (values_load(s, &copy) && !copy.undefined)
            name_pointer(m, slot, copy.value, v->stars == 1 ? v->type : 0, out);
        else
            text_add(out, "undefined");
    } else if (o && !v->bits &&
               (t->kind == TYPE_ARRAY || t->kind == TYPE_STRUCT || t->kind == TYPE_UNION ||
                t->size > 8)) {
        value_in_memory(m, slot, v->type, o, POINTER_OFFSET(v->at), PRINTED_BYTES, out);
    } else if (values_load(s, &copy)) {
        flags |= (copy.undefined ? VALUE_UNDEFINED : 0u) | (copy.pointer ? VALUE_POINTER : 0u);
        value_add(m, slot, is, copy.value, size && size <= 8 ? size : 8, flags, out);
    }
}

static u64 values_advance(sys *s, u64 pointer, i64 bytes)
{
    (void)s;
    if (!POINTER_IS(pointer))
        return pointer + (u64)bytes;
    return POINTER(POINTER_OBJECT(pointer), POINTER_OFFSET(pointer) + (u64)bytes);
}

static bool values_place(sys *s, const c_value *v, event *e)
{
    machine *m = vm_of(s);
    u32 id = v->placed ? POINTER_OBJECT(v->at) : 0;
    u64 size = v->stars  ? m->prog->pointer_bytes
               : v->bits ? (v->shift + v->bits + 7) / 8
                         : type_at(m, v->type)->size;

    if (!id || id >= m->objects.n)
        return false;
    *e = (event){.object = object_birth(m, id),
                 .offset = POINTER_OFFSET(v->at),
                 .size = (u32)(size ? size : 1)};
    return true;
}

bool vm_name(sys *s, u32 i, const char **name, bool *is_function)
{
    const program *p = vm_of(s)->prog;

    for (u32 k = 1; k < p->objects.n; k++) {
        const object_init *o = &p->objects.at[k];
        bool own =
            !o->hidden && o->name && *o->name && *o->name != '.' &&
            (o->kind == OBJ_FUNC ? p->funcs.at[o->func]->defined && !p->funcs.at[o->func]->runtime
                                 : o->kind == OBJ_GLOBAL);

        if (!own || i-- > 0)
            continue;
        *name = o->name;
        *is_function = o->kind == OBJ_FUNC;
        return true;
    }
    return false;
}

const system_values vm_values = {.variable = values_variable,
                                 .type_named = values_type_named,
                                 .type_of = values_type_of,
                                 .member = values_member,
                                 .load = values_load,
                                 .print = values_print,
                                 .advance = values_advance,
                                 .place = values_place};
