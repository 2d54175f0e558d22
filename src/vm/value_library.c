/* Values of the classes of C++'s library as what they hold: a string as its text, a container as
 * its elements, a shared_ptr as the pointer, an optional as its value.  They are told by the names
 * of their members, as libstdc++ has them.  No member tells what the nodes of a map or a list hold:
 * the front end keeps that as the `element` of their type.  Where it is not known, only how many
 * elements they have is said.
 *
 * The program may have been stopped in the middle of a change, or have spoilt its containers:
 * nothing is followed that is no pointer to a live object, and no walk is longer than what is
 * shown.
 */
#include "vm/machine.h"
#include "vm/name.h"

#include <string.h>

enum { ELEMENTS = 8, DEEPEST = 64, BLOCK = 512 /* bytes of a deque's blocks */ };
enum { TREE_ROOT = 8, TREE_LEFT = 16, TREE_RIGHT = 24, TREE_VALUE = 32 };
enum { LIST_NEXT = 0, LIST_VALUE = 16, HASH_NEXT = 0, HASH_VALUE = 8 };
enum { CURRENT, FIRST, LAST, NODE }; /* members of a deque's iterators */

static bool has(const type *t, u32 i, const char *name)
{
    return i < t->members.n && t->members.at[i].name && !strcmp(t->members.at[i].name, name);
}

static u32 member_at(const type *t, u32 i, u32 offset)
{
    return offset + (u32)(t->members.at[i].bit_offset / 8);
}

/* What the pointer at the offset points to: a place in a live object; NULL: nothing of the kind. */
static const object *followed(machine *m, const object *o, u32 offset, u64 *to)
{
    u32 flags = 0;
    const object *at;

    *to = value_peek(m, o, offset, m->prog->pointer_bytes, &flags);
    if (!(flags & VALUE_POINTER) || flags & VALUE_UNDEFINED || !POINTER_IS(*to))
        return NULL;
    at = &m->objects.at[POINTER_OBJECT(*to)];
    return at->data && !(at->flags & (OF_DEAD | OF_NODATA)) && POINTER_OFFSET(*to) <= at->size
               ? at
               : NULL;
}

static const object *pointed(machine *m, const type *t, u32 i, const object *o, u32 offset, u64 *to)
{
    return followed(m, o, member_at(t, i, offset), to);
}

static bool is_null(machine *m, const object *o, u32 offset)
{
    u32 flags = 0;

    return !value_peek(m, o, offset, m->prog->pointer_bytes, &flags) && !flags;
}

/* Elements of one type, as far as they are shown. */
typedef struct items {
    machine *m;
    u16 viewer;
    u32 type, most, n;
    text *out;
} items;

/* One more; false: it is the last that is shown. */
static bool add_item(items *l, const object *o, u32 offset)
{
    text_add(l->out, l->n ? ", " : "");
    if (l->n++ == ELEMENTS) {
        text_add(l->out, "...");
        return false;
    }
    value_in_memory(l->m, l->viewer, l->type, o, offset, l->most / 2, l->out);
    return true;
}

static void add_member(machine *m, u16 viewer, const type *t, u32 i, const object *o, u32 offset,
                       u32 most, text *out)
{
    value_in_memory(m, viewer, t->members.at[i].type, o, member_at(t, i, offset), most, out);
}

/* The bytes of a letter: 1, or those of wchar_t and its kin. */
static u32 letter_size(const machine *m, const type *t)
{
    const type *holder = &m->prog->types.at[t->members.at[0].type];
    const type *pointer =
        has(holder, 0, "_M_p") ? &m->prog->types.at[holder->members.at[0].type] : holder;
    u64 size = m->prog->types.at[pointer->element].size;

    return size == 2 || size == 4 ? (u32)size : 1;
}

/* n letters of more than a byte; those that are not of ASCII are shown as `?`. */
static void add_wide(const u8 *letters, u64 n, u32 each, text *out)
{
    text narrow = {0};

    for (u64 i = 0; i < n; i++) {
        u32 letter = 0;

        memcpy(&letter, letters + i * each, each);
        text_addc(&narrow, letter < 128 ? (char)letter : '?');
    }
    text_quoted(out, text_str(&narrow), n);
    text_free(&narrow);
}

static bool add_string(machine *m, u16 viewer, const type *t, const object *o, u32 offset,
                       text *out)
{
    u64 to, n;
    u32 flags = 0, each = letter_size(m, t);
    const object *at = pointed(m, t, 0, o, offset, &to);

    n = value_peek(m, o, member_at(t, 1, offset), m->prog->pointer_bytes, &flags);
    if (!at && POINTER_IS(to)) { /* its text is gone */
        add_member(m, viewer, t, 0, o, offset, 0, out);
        return true;
    }
    if (!at || flags & VALUE_UNDEFINED || n > (at->size - POINTER_OFFSET(to)) / each)
        return false;
    for (u64 i = 0; at->flags & OF_SHADOW && i < n * each; i++)
        if (at->shadow[POINTER_OFFSET(to) + i])
            return false;
    if (each > 1)
        add_wide(at->data + POINTER_OFFSET(to), n, each, out);
    else
        text_quoted(out, (const char *)at->data + POINTER_OFFSET(to), n);
    return true;
}

static bool add_vector(machine *m, u16 viewer, const type *t, const object *o, u32 offset, u32 most,
                       text *out)
{
    u64 first, end;
    const object *at = pointed(m, t, 0, o, offset, &first);
    u32 element = m->prog->types.at[t->members.at[0].type].element, each;

    if (is_null(m, o, member_at(t, 0, offset)) && is_null(m, o, member_at(t, 1, offset))) {
        text_add(out, "{}");
        return true;
    }
    if (!at || !pointed(m, t, 1, o, offset, &end) || POINTER_OBJECT(end) != POINTER_OBJECT(first))
        return false;
    each = (u32)m->prog->types.at[element].size;
    if (!each || POINTER_OFFSET(end) < POINTER_OFFSET(first) || most < each)
        return false;
    items l = {.m = m, .viewer = viewer, .type = element, .most = most, .out = out};

    text_addc(out, '{');
    for (u32 k = POINTER_OFFSET(first); k + each <= POINTER_OFFSET(end); k += each)
        if (!add_item(&l, at, k))
            break;
    text_addc(out, '}');
    return true;
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

/* In the order of the keys. */
static bool add_subtree(items *l, const object *o, u32 offset, u32 depth)
{
    u64 to;
    const object *below = followed(l->m, o, offset + TREE_LEFT, &to);

    if (below && depth < DEEPEST && !add_subtree(l, below, POINTER_OFFSET(to), depth + 1))
        return false;
    if (!add_item(l, o, offset + TREE_VALUE))
        return false;
    below = followed(l->m, o, offset + TREE_RIGHT, &to);
    return !below || depth >= DEEPEST || add_subtree(l, below, POINTER_OFFSET(to), depth + 1);
}

/* From the node that the pointer at the offset points to; that at `head` is no element. */
static void add_chain(items *l, const object *o, u32 offset, const object *head, u32 at, u32 value)
{
    u64 to;

    while ((o = followed(l->m, o, offset, &to)) != NULL) {
        offset = POINTER_OFFSET(to);
        if ((o == head && offset == at) || !add_item(l, o, offset + value))
            return;
    }
}

static bool add_nodes(machine *m, u16 viewer, const type *t, const object *o, u32 offset, u32 most,
                      text *out)
{
    items l = {.m = m, .viewer = viewer, .type = t->element, .most = most, .out = out};
    u64 size = t->element ? m->prog->types.at[t->element].size : 0, to;
    const object *root;

    if (!size || size > most)
        return add_count(m, t, count_of_nodes(t), o, offset, out);
    text_addc(out, '{');
    if (has(t, 0, "_M_header")) {
        root = followed(m, o, member_at(t, 0, offset) + TREE_ROOT, &to);
        if (root)
            add_subtree(&l, root, POINTER_OFFSET(to), 0);
    } else if (has(t, 0, "_M_next")) {
        add_chain(&l, o, offset + LIST_NEXT, o, offset, LIST_VALUE);
    } else {
        add_chain(&l, o, member_at(t, 2, offset) + HASH_NEXT, NULL, 0, HASH_VALUE);
    }
    text_addc(out, '}');
    return true;
}

/* From the place `at` to `end`; `left` elements of this block are to come, and the pointer to the
 * next block lies behind that to this one, at `block`. */
static void add_blocks(items *l, u64 at, u64 end, u32 left, u64 block)
{
    machine *m = l->m;
    u32 each = (u32)m->prog->types.at[l->type].size, pointer = m->prog->pointer_bytes;
    const object *blocks = &m->objects.at[POINTER_OBJECT(block)];
    const object *in = &m->objects.at[POINTER_OBJECT(at)];

    while (at != end && in && add_item(l, in, POINTER_OFFSET(at))) {
        at += each;
        if (left-- > 1)
            continue;
        block += pointer;
        in = followed(m, blocks, POINTER_OFFSET(block), &at);
        left = each < BLOCK ? BLOCK / each : 1;
    }
}

/* Blocks of elements, from where `_M_start` is to where `_M_finish` is. */
static bool add_deque(machine *m, u16 viewer, const type *t, const object *o, u32 offset, u32 most,
                      text *out)
{
    const type *place = &m->prog->types.at[t->members.at[2].type];
    u32 start = member_at(t, 2, offset), finish = member_at(t, 3, offset), each;
    u64 at, block, last, end;
    items l = {.m = m, .viewer = viewer, .most = most, .out = out};

    if (place->kind != TYPE_STRUCT || place->members.n <= NODE)
        return false;
    l.type = m->prog->types.at[place->members.at[CURRENT].type].element;
    each = (u32)m->prog->types.at[l.type].size;
    if (!each || most < each || !pointed(m, place, CURRENT, o, start, &at) ||
        !pointed(m, place, NODE, o, start, &block) || !pointed(m, place, LAST, o, start, &last) ||
        !pointed(m, place, CURRENT, o, finish, &end) || POINTER_OFFSET(last) < POINTER_OFFSET(at))
        return false;
    text_addc(out, '{');
    add_blocks(&l, at, end, (POINTER_OFFSET(last) - POINTER_OFFSET(at)) / each, block);
    text_addc(out, '}');
    return true;
}

/* queue, stack and priority_queue have the container in `c`. */
static bool is_adapter(const machine *m, const type *t)
{
    const type *c = has(t, 0, "c") ? &m->prog->types.at[t->members.at[0].type] : NULL;

    return c && (t->members.n == 1 || has(t, 1, "comp")) &&
           (has(c, 0, "_M_map") || has(c, 0, "_M_start"));
}

static bool is_pair(const type *t)
{
    return t->name && !strncmp(t->name, "struct pair<", 12) && t->members.n == 2;
}

static bool add_pair(machine *m, u16 viewer, const type *t, const object *o, u32 offset, u32 most,
                     text *out)
{
    text_addc(out, '{');
    add_member(m, viewer, t, 0, o, offset, most / 2, out);
    text_add(out, ", ");
    add_member(m, viewer, t, 1, o, offset, most / 2, out);
    text_addc(out, '}');
    return true;
}

/* A union of the first alternative and of the rest, which is such a union again. */
static bool add_variant(machine *m, u16 viewer, const type *t, const object *o, u32 offset,
                        u32 most, text *out)
{
    const type *all = &m->prog->types.at[t->members.at[0].type], *is;
    u32 flags = 0, held;
    u64 index = value_peek(m, o, member_at(t, 1, offset),
                           (u32)m->prog->types.at[t->members.at[1].type].size, &flags);

    if (flags & VALUE_UNDEFINED)
        return false;
    for (; index && has(all, 1, "_M_rest"); index--)
        all = &m->prog->types.at[all->members.at[1].type];
    if (index || !has(all, 0, "_M_first"))
        return false;
    held = all->members.at[0].type;
    is = &m->prog->types.at[held];
    held = is->kind == TYPE_STRUCT && is->element ? is->element : held;
    value_in_memory(m, viewer, held, o, member_at(t, 0, offset), most, out);
    return true;
}

static bool add_lock(machine *m, u16 viewer, const type *t, const object *o, u32 offset, u32 most,
                     text *out)
{
    u32 flags = 0;
    u64 owns = value_peek(m, o, member_at(t, 1, offset), 1, &flags);

    if (flags & VALUE_UNDEFINED)
        return false;
    add_member(m, viewer, t, 0, o, offset, most, out);
    text_add(out, owns & 1 ? " (owned)" : " (not owned)");
    return true;
}

static bool add_function(machine *m, const type *t, const object *o, u32 offset, text *out)
{
    text_add(out, is_null(m, o, member_at(t, 1, offset)) ? "empty" : "{...}");
    return true;
}

static u32 find_member(const type *t, const char *name)
{
    u32 i = 0;

    while (i < t->members.n && !has(t, i, name))
        i++;
    return i;
}

/* What the first member points to, where it is what a future and its promise share. */
static const type *shared_state(const machine *m, const type *t)
{
    const type *pointer = &m->prog->types.at[t->members.at[0].type];
    const type *state = &m->prog->types.at[pointer->element];

    return pointer->kind == TYPE_POINTER && state->kind == TYPE_STRUCT &&
                   find_member(state, "_M_status") < state->members.n &&
                   find_member(state, "_M_retrieved") < state->members.n
               ? state
               : NULL;
}

/* A future: whether its result is there. */
static bool add_future(machine *m, const type *t, const object *o, u32 offset, text *out)
{
    const type *state = shared_state(m, t);
    u64 to, word;
    u32 flags = 0;
    const object *at = pointed(m, t, 0, o, offset, &to);

    if (is_null(m, o, member_at(t, 0, offset))) {
        text_add(out, "no state");
        return true;
    }
    if (!at)
        return false;
    offset = member_at(state, find_member(state, "_M_status"), POINTER_OFFSET(to));
    word = value_peek(m, at, offset, 4, &flags);
    if (flags & VALUE_UNDEFINED)
        return false;
    text_add(out, word & INT32_MAX ? "ready" : "not ready");
    return true;
}

/* A class that is its first member to those who use it. */
static bool is_member(const machine *m, const type *t)
{
    bool only = t->members.n == 1;

    return (has(t, 0, "_M_ptr") && has(t, 1, "_M_refcount")) ||
           (has(t, 0, "_M_future") && has(t, 1, "_M_storage")) || (has(t, 0, "_M_elems") && only) ||
           (has(t, 0, "__r") && only) || (has(t, 0, "__d") && only) || is_adapter(m, t);
}

bool value_library(machine *m, u16 viewer, const type *t, const object *o, u32 offset, u32 most,
                   text *out)
{
    if (t->kind != TYPE_STRUCT || !o->data)
        return false;
    if (has(t, 0, "_M_dataplus") && has(t, 1, "_M_string_length"))
        return add_string(m, viewer, t, o, offset, out);
    if (has(t, 0, "_M_start") && has(t, 1, "_M_finish") && has(t, 2, "_M_end_of_storage"))
        return add_vector(m, viewer, t, o, offset, most, out);
    if (has(t, 0, "_M_len") && has(t, 1, "_M_str"))
        return add_view(m, t, o, offset, out);
    if (has(t, 0, "_M_payload") && has(t, 1, "_M_engaged"))
        return add_optional(m, viewer, t, o, offset, most, out);
    if (count_of_nodes(t) < t->members.n)
        return add_nodes(m, viewer, t, o, offset, most, out);
    if (has(t, 0, "_M_map") && has(t, 2, "_M_start") && has(t, 3, "_M_finish"))
        return add_deque(m, viewer, t, o, offset, most, out);
    if (has(t, 0, "_M_u") && has(t, 1, "_M_index"))
        return add_variant(m, viewer, t, o, offset, most, out);
    if (has(t, 0, "_M_device") && has(t, 1, "_M_owns"))
        return add_lock(m, viewer, t, o, offset, most, out);
    if (has(t, 0, "_M_ptr") && has(t, 1, "_M_refcount") && shared_state(m, t))
        return add_future(m, t, o, offset, out);
    if (has(t, 0, "_M_functor") && has(t, 1, "_M_manager"))
        return add_function(m, t, o, offset, out);
    if (has(t, 0, "_M_stop_source") && has(t, 1, "_M_thread")) {
        add_member(m, viewer, t, 1, o, offset, most, out);
        return true;
    }
    if (is_pair(t))
        return add_pair(m, viewer, t, o, offset, most, out);
    if (is_tuple(t))
        return add_tuple(m, viewer, t, o, offset, most, out);
    if (!is_member(m, t))
        return false;
    add_member(m, viewer, t, 0, o, offset, most, out);
    return true;
}
