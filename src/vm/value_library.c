/* Values of the classes of C++'s library as what they hold: a string as its text, a vector as its
 * elements, a shared_ptr as the pointer, an optional as its value.  They are told by the names of
 * their members, as libstdc++ has them.  Of containers with nodes, whose type no member tells, only
 * how many elements they have is said. */
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

static u32 member_at(const type *t, u32 i, u32 offset)
{
    return offset + (u32)(t->members.at[i].bit_offset / 8);
}

static void add_member(machine *m, u16 viewer, const type *t, u32 i, const object *o, u32 offset,
                       u32 most, text *out)
{
    value_in_memory(m, viewer, t->members.at[i].type, o, member_at(t, i, offset), most, out);
}

static bool add_view(machine *m, const type *t, const object *o, u32 offset, text *out)
{
    u64 to, n;
    u32 flags = 0;
    const object *at = pointed(m, t, 1, o, offset, &to);

    n = value_peek(m, o, member_at(t, 0, offset), m->prog->pointer_bytes, &flags);
    if (!at || flags & VALUE_UNDEFINED || n > at->size - POINTER_OFFSET(to) ||
        at->flags & OF_SHADOW)
        return false;
    text_quoted(out, (const char *)at->data + POINTER_OFFSET(to), n);
    return true;
}

/* Its payload is a union, of which `_M_value` is the value. */
static bool add_optional(machine *m, u16 viewer, const type *t, const object *o, u32 offset,
                         u32 most, text *out)
{
    const type *payload = &m->prog->types.at[t->members.at[0].type];
    u32 flags = 0;
    u64 engaged = value_peek(m, o, member_at(t, 1, offset), 1, &flags);

    if (flags & VALUE_UNDEFINED)
        return false;
    if (!(engaged & 1)) {
        text_add(out, "nullopt");
        return true;
    }
    for (u32 i = 0; i < payload->members.n; i++)
        if (has(payload, i, "_M_value")) {
            add_member(m, viewer, payload, i, o, member_at(t, 0, offset), most, out);
            return true;
        }
    return false;
}

static bool add_count(machine *m, const type *t, u32 i, const object *o, u32 offset, text *out)
{
    u32 flags = 0;
    u64 n = value_peek(m, o, member_at(t, i, offset), m->prog->pointer_bytes, &flags);

    if (flags & VALUE_UNDEFINED)
        return false;
    text_addf(out, "{%llu element%s}", (unsigned long long)n, n == 1 ? "" : "s");
    return true;
}

/* Each base of a tuple has one element, the last one first. */
static bool is_tuple(const type *t)
{
    for (u32 i = 0; i < t->members.n; i++)
        if (!has(t, i, "_M_base"))
            return false;
    return t->members.n > 1;
}

static bool add_tuple(machine *m, u16 viewer, const type *t, const object *o, u32 offset, u32 most,
                      text *out)
{
    text_addc(out, '{');
    for (u32 i = t->members.n; i-- > 0;) {
        add_member(m, viewer, t, i, o, offset, most / 2, out);
        text_add(out, i ? ", " : "");
    }
    text_addc(out, '}');
    return true;
}

/* Where the count of elements is in a container with nodes; members.n: it is none. */
static u32 count_of_nodes(const type *t)
{
    if (has(t, 0, "_M_header") && has(t, 1, "_M_node_count"))
        return 1;
    if (has(t, 0, "_M_next") && has(t, 1, "_M_prev") && has(t, 2, "_M_size"))
        return 2;
    if (has(t, 0, "_M_buckets") && has(t, 3, "_M_element_count"))
        return 3;
    return t->members.n;
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
    if (has(t, 0, "_M_len") && has(t, 1, "_M_str"))
        return add_view(m, t, o, offset, out);
    if (has(t, 0, "_M_payload") && has(t, 1, "_M_engaged"))
        return add_optional(m, viewer, t, o, offset, most, out);
    if (count_of_nodes(t) < t->members.n)
        return add_count(m, t, count_of_nodes(t), o, offset, out);
    if (is_tuple(t))
        return add_tuple(m, viewer, t, o, offset, most, out);
    if (!(has(t, 0, "_M_ptr") && has(t, 1, "_M_refcount")) &&
        !(has(t, 0, "_M_elems") && t->members.n == 1))
        return false;
    add_member(m, viewer, t, 0, o, offset, most, out);
    return true;
}
