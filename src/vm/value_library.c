/* Values of the classes of C++'s library as what they hold: a string as its text, a vector as its
 * elements, a shared_ptr as the pointer.  They are told by the names of their members, as libstdc++
 * has them. */
#include "vm/machine.h"
#include "vm/name.h"

#include <string.h>

enum { ELEMENTS = 8 };

static bool has(const type *t, u32 i, const char *name)
{
    return i < t->members.n && t->members.at[i].name && !strcmp(t->members.at[i].name, name);
}

/* What member i, a pointer, points to: so many bytes of a live object; NULL: nothing of the kind.
 */
static const object *pointed(machine *m, const type *t, u32 i, const object *o, u32 offset, u64 *to)
{
    u32 flags = 0;
    const object *at;

    *to = value_peek(m, o, offset + (u32)(t->members.at[i].bit_offset / 8), m->prog->pointer_bytes,
                     &flags);
    if (!(flags & VALUE_POINTER) || flags & VALUE_UNDEFINED || !POINTER_IS(*to))
        return NULL;
    at = &m->objects.at[POINTER_OBJECT(*to)];
    return at->data && !(at->flags & (OF_DEAD | OF_NODATA)) && POINTER_OFFSET(*to) <= at->size
               ? at
               : NULL;
}

static bool add_string(machine *m, const type *t, const object *o, u32 offset, text *out)
{
    u64 to, n;
    u32 flags = 0;
    const object *at = pointed(m, t, 0, o, offset, &to);

    n = value_peek(m, o, offset + (u32)(t->members.at[1].bit_offset / 8), m->prog->pointer_bytes,
                   &flags);
    if (!at || flags & VALUE_UNDEFINED || n > at->size - POINTER_OFFSET(to))
        return false;
    for (u64 i = 0; at->flags & OF_SHADOW && i < n; i++)
        if (at->shadow[POINTER_OFFSET(to) + i])
            return false;
    text_quoted(out, (const char *)at->data + POINTER_OFFSET(to), n);
    return true;
}

static bool add_vector(machine *m, u16 viewer, const type *t, const object *o, u32 offset, u32 most,
                       text *out)
{
    u64 first, end;
    const object *at = pointed(m, t, 0, o, offset, &first);
    u32 element = m->prog->types.at[t->members.at[0].type].element, each;

    if (!at || !pointed(m, t, 1, o, offset, &end) || POINTER_OBJECT(end) != POINTER_OBJECT(first))
        return false;
    each = (u32)m->prog->types.at[element].size;
    if (!each || POINTER_OFFSET(end) < POINTER_OFFSET(first) || most < each)
        return false;
    text_addc(out, '{');
    for (u32 k = POINTER_OFFSET(first), n = 0; k + each <= POINTER_OFFSET(end); k += each, n++) {
        text_add(out, n ? ", " : "");
        if (n == ELEMENTS) {
            text_add(out, "...");
            break;
        }
        value_in_memory(m, viewer, element, at, k, most / 2, out);
    }
    text_addc(out, '}');
    return true;
}

bool value_library(machine *m, u16 viewer, const type *t, const object *o, u32 offset, u32 most,
                   text *out)
{
    if (t->kind != TYPE_STRUCT || !o->data)
        return false;
    if (has(t, 0, "_M_dataplus") && has(t, 1, "_M_string_length"))
        return add_string(m, t, o, offset, out);
    if (has(t, 0, "_M_start") && has(t, 1, "_M_finish") && has(t, 2, "_M_end_of_storage"))
        return add_vector(m, viewer, t, o, offset, most, out);
    if (!has(t, 0, "_M_ptr") || !has(t, 1, "_M_refcount"))
        return false;
    value_in_memory(m, viewer, t->members.at[0].type, o,
                    offset + (u32)(t->members.at[0].bit_offset / 8), most, out);
    return true;
}
