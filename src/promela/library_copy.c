/* memset, memcpy, memmove and memcmp where it is known which objects they work on: each of their
 * parts is set or copied on its own, with the type it has. */
#include "promela/expression.h"
#include "promela/library.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

enum { MOST_PARTS = 64 };

/* Nobody may use what they return. */
static value nothing(translation *t)
{
    return (value){.type = type_void(t), .text = "0", .constant = true};
}

/* What an argument points to: an object, or the first of several. */
typedef struct range {
    model_place first;
    value pointer; /* when there is no object that is named */
    bool named;
    u32 n; /* parts */
} range;

static i128 bytes_of(translation *t, CXCursor c, u32 n)
{
    i128 size;

    if (!tree_constant(tree_child(c, n), &size))
        tree_refuse(t, c, "a size that is not constant is not translated: %s", tree_source(t, c));
    return size;
}

/* The number of elements; more than there are is an error of the program. */
static u32 parts(translation *t, CXCursor c, i128 bytes, const model_type *of, i128 most)
{
    if (!of->bytes || bytes % of->bytes)
        tree_refuse(t, c, "a part of an object of the type %s is not translated: %s", of->name,
                    tree_source(t, c));
    if (bytes / of->bytes > most) {
        node_assert(t, "out-of-bounds", "false");
        return (u32)most;
    }
    if (bytes / of->bytes > MOST_PARTS)
        tree_refuse(t, c, "more than %d elements are not translated: %s", MOST_PARTS,
                    tree_source(t, c));
    return (u32)(bytes / of->bytes);
}

static CXCursor object_of(CXCursor argument)
{
    CXCursor c = tree_strip_casts(argument);

    while (tree_kind(c) == CXCursor_CStyleCastExpr) {
        cursors list = {0};

        tree_children(c, &list);
        c = tree_strip_casts(list.at[list.n - 1]);
        vec_free(&list);
    }
    return c;
}

static range range_of(translation *t, CXCursor c, u32 n, i128 bytes)
{
    CXCursor arg = object_of(tree_child(c, n));
    range r = {.named = true};

    if (tree_kind(arg) == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(arg) == CXUnaryOperator_AddrOf) {
        r.first = place_of(t, tree_child(arg, 0));
    } else if (clang_getCanonicalType(clang_getCursorType(arg)).kind == CXType_ConstantArray) {
        r.first = place_of(t, arg);
    } else {
        r.named = false;
        r.pointer = number_stable(t, expression_value(t, arg));
        if (r.pointer.type->kind != TYPE_POINTER || r.pointer.type->to->kind == TYPE_VOID ||
            r.pointer.type->to->kind == TYPE_BAD)
            tree_refuse(t, c, "memory whose type is not known: %s", tree_source(t, c));
        r.n = parts(t, c, bytes, r.pointer.type->to, MOST_PARTS + 1);
        return r;
    }
    if (r.first.type->kind == TYPE_ARRAY)
        r.n = parts(t, c, bytes, r.first.type->to, r.first.type->n);
    else
        r.n = parts(t, c, bytes, r.first.type, 1);
    return r;
}

/* Casts may hide that it is constant. */
static range target_of(translation *t, CXCursor c, i128 bytes)
{
    CXCursor arg = object_of(tree_child(c, 1));
    CXType of = clang_getCursorType(arg);

    while (of.kind == CXType_ConstantArray)
        of = clang_getArrayElementType(of);
    if (tree_kind(arg) == CXCursor_DeclRefExpr && clang_isConstQualifiedType(of))
        node_assert(t, "read-only", "false");
    return range_of(t, c, 1, bytes);
}

static model_place part_of(translation *t, const range *r, u32 n)
{
    value moved;

    if (r->named)
        return r->first.type->kind == TYPE_ARRAY ? place_element(t, &r->first, n) : r->first;
    moved = place_move(t, r->pointer, number_constant(t, type_int(t, 32, true), n), false,
                       clang_getNullCursor());
    return place_behind(t, moved, clang_getNullCursor());
}

typedef struct filling {
    i128 byte;
    CXCursor at;
} filling;

static void fill_part(translation *t, const model_place *p, const filling *f)
{
    i128 n = 0;

    if (p->type->kind == TYPE_ARRAY || p->type->kind == TYPE_STRUCT) {
        const char *tag = p->type->kind == TYPE_STRUCT ? p->type->record->tag : NULL;
        u32 count = p->type->kind == TYPE_ARRAY ? p->type->n : p->type->record->fields.n;

        for (u32 i = 0; i < count; i++) {
            model_place part =
                p->type->kind == TYPE_ARRAY ? place_element(t, p, i) : place_field(t, p, i);

            if (tag)
                part.tag = NULL;
            fill_part(t, &part, f);
        }
        if (tag && f->byte)
            tree_refuse(t, f->at, "filling a union is not translated");
        if (tag) /* zeros are those of every member */
            node_emit(t, p->shared, "%s.%s = 0", place_text(t, p), tag);
        return;
    }
    if (!type_is_scalar(p->type) || (f->byte && (p->type->kind != TYPE_INT || p->bits)))
        tree_refuse(t, f->at, "filling %s is not translated", p->type->name);
    for (i64 i = 0; i < p->type->bytes; i++)
        n = n << 8 | f->byte;
    place_store(t, p, number_constant(t, p->type, n));
}

value copy_fill(translation *t, CXCursor c)
{
    i128 bytes = bytes_of(t, c, 3);
    value byte = number_settle(t, expression_value(t, tree_child(c, 2)));
    filling f = {.byte = byte.low & 255, .at = c};
    range to;

    if (!byte.constant)
        tree_refuse(t, c, "filling with a value that is not constant is not translated: %s",
                    tree_source(t, c));
    if (!bytes)
        return nothing(t);
    to = target_of(t, c, bytes);
    for (u32 i = 0; i < to.n; i++) {
        model_place p = part_of(t, &to, i);

        fill_part(t, &p, &f);
    }
    return nothing(t);
}

static void copy_part(translation *t, CXCursor c, const range *to, const range *from, u32 n)
{
    model_place p = part_of(t, to, n), q = part_of(t, from, n);

    if (p.type != q.type)
        tree_refuse(t, c, "a copy between objects of different types is not translated: %s",
                    tree_source(t, c));
    place_copy(t, &p, &q);
}

static const char *index_of(const model_place *p)
{
    return p->offset ? p->offset : "0";
}

/* memcpy may not be given objects that overlap. */
static void assert_apart(translation *t, const model_place *p, const model_place *q, u32 n)
{
    n *= type_elements(p->type);
    node_assert(t, "misuse", "%s + %u <= %s || %s + %u <= %s", index_of(p), n, index_of(q),
                index_of(q), n, index_of(p));
}

/* From the end where the target lies behind the source. */
static void move(translation *t, CXCursor c, const range *to, const range *from,
                 const model_place *p, const model_place *q)
{
    model_node *test = node_add(t, NODE_IF, NULL), *before;

    before =
        node_enter(t, node_option(t, test, tr_text(t, "%s > %s", index_of(p), index_of(q)), 0));
    for (u32 i = to->n; i-- > 0;)
        copy_part(t, c, to, from, i);
    node_leave(t, before);
    before = node_enter(t, node_option(t, test, "else", 0));
    for (u32 i = 0; i < to->n; i++)
        copy_part(t, c, to, from, i);
    node_leave(t, before);
}

value copy_copy(translation *t, CXCursor c)
{
    i128 bytes = bytes_of(t, c, 3);
    range to, from;
    model_place p, q;
    bool together;

    if (!bytes)
        return nothing(t);
    to = target_of(t, c, bytes);
    from = range_of(t, c, 2, bytes);
    to.n = from.n = to.n < from.n ? to.n : from.n;
    p = part_of(t, &to, 0);
    q = part_of(t, &from, 0);
    together = p.store == q.store && (p.store || !strcmp(p.base, q.base));
    if (together && !strcmp(scan_called(t, c), "memmove")) {
        move(t, c, &to, &from, &p, &q);
        return nothing(t);
    }
    if (together)
        assert_apart(t, &p, &q, to.n);
    for (u32 i = 0; i < to.n; i++)
        copy_part(t, c, &to, &from, i);
    return nothing(t);
}

static value as_byte(translation *t, CXCursor c, const model_place *p)
{
    if (p->type->kind != TYPE_INT || p->type->bits != 8)
        tree_refuse(t, c, "a comparison of other objects than bytes is not translated: %s",
                    tree_source(t, c));
    return number_convert(
        t, number_convert(t, number_keep(t, place_load(t, p)), type_int(t, 8, false)),
        type_int(t, 32, true));
}

static void compare_part(translation *t, CXCursor c, model_place a, model_place b, value r)
{
    value x = as_byte(t, c, &a), y = as_byte(t, c, &b);
    value difference = number_binary(t, CXBinaryOperator_Sub, x, y, r.type);

    node_emit(t, 0, "%s = %s", r.text, difference.text);
}

/* Bytes up to the first two that differ: r = a - b as long as it is 0. */
value copy_compare(translation *t, CXCursor c)
{
    i128 bytes = bytes_of(t, c, 3);
    value r = number_room(t, type_int(t, 32, true));
    range a, b;

    node_emit(t, 0, "%s = 0", r.text);
    if (!bytes)
        return r;
    a = range_of(t, c, 1, bytes);
    b = range_of(t, c, 2, bytes);
    for (u32 i = 0; i < a.n && i < b.n; i++) {
        model_node *test = node_add(t, NODE_IF, NULL), *before;

        before = node_enter(t, node_option(t, test, tr_text(t, "%s == 0", r.text), 0));
        compare_part(t, c, part_of(t, &a, i), part_of(t, &b, i), r);
        node_leave(t, before);
        node_option(t, test, "else", 0);
    }
    r.low = -255;
    r.top = 255;
    return r;
}
