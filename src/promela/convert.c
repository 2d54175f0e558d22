/* Conversions between integers, pointers and void pointers. */
#include "promela/expression.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/tree.h"
#include "promela/types.h"

/* A void pointer is n * 64 + the tag of the type that n points to; an integer has the tag 1. */
static value to_void(translation *t, value v, model_type *to)
{
    store *s = type_store(t, v.type->to);
    value r = number_text(t, to, NULL);

    if (v.constant)
        return number_constant(t, to, v.low ? v.low * 64 + s->tag : 0);
    if (v.low > 0) {
        v = number_settle(t, v);
        r.text = tr_text(t, "(%s * 64 + %u)", v.text, s->tag);
        r.low = 1;
        return r;
    }
    v = number_settle(t, v);
    if (!v.plain)
        v = number_keep(t, v);
    r.text = tr_text(t, "TO_VOID(%s, %u)", v.text, s->tag);
    return r;
}

static value from_void(translation *t, value v, model_type *to)
{
    store *s = type_store(t, to->to);
    value r = number_text(t, to, NULL);

    if (v.constant && v.low == 0)
        return number_constant(t, to, 0);
    v = number_settle(t, v);
    if (!v.plain)
        v = number_keep(t, v);
    node_assert(t, "limit: a void pointer that leads to another type", "%s == 0 || (%s & 63) == %u",
                v.text, v.text, s->tag);
    r.text = tr_text(t, "(%s >> 6)", v.text);
    return r;
}

enum { MOST_IN_POINTER = 1 << 24 };

static value integer_to_void(translation *t, value v, model_type *to)
{
    value r = number_text(t, to, NULL);

    v = number_settle(t, v);
    if (v.constant && v.low >= -MOST_IN_POINTER && v.low < MOST_IN_POINTER)
        return v.low ? number_constant(t, to, v.low * 64 + 1) : number_constant(t, to, 0);
    if (!v.plain)
        v = number_keep(t, v);
    if (v.low < -MOST_IN_POINTER || v.top >= MOST_IN_POINTER)
        node_assert(t, "limit: an integer beyond 24 bits in a pointer",
                    v.high ? "%s >= -%d && %s < %d && %s == (%s >> 31)" : "%s >= -%d && %s < %d",
                    v.text, MOST_IN_POINTER, v.text, MOST_IN_POINTER, v.high, v.text);
    r.text = tr_text(t, "(%s == 0 -> 0 : %s * 64 + 1)", v.text, v.text);
    return r;
}

static value void_to_integer(translation *t, value v, model_type *to)
{
    value r = number_text(t, type_int(t, 32, true), NULL);

    if (v.constant)
        return number_constant(t, to, v.low >> 6);
    v = number_settle(t, v);
    if (!v.plain)
        v = number_keep(t, v);
    node_assert(t, "limit: a pointer as an integer", "%s == 0 || (%s & 63) == 1", v.text, v.text);
    r.text = tr_text(t, "(%s >> 6)", v.text);
    r.low = -MOST_IN_POINTER * 2;
    r.top = MOST_IN_POINTER * 2;
    return number_convert(t, r, to);
}

static value convert_pointer(translation *t, value v, model_type *to, CXCursor at)
{
    bool from_pointer = v.type->kind == TYPE_POINTER, to_pointer = to->kind == TYPE_POINTER;

    if (from_pointer && to_pointer) {
        bool code = v.type->to->kind == TYPE_FUNCTION || to->to->kind == TYPE_FUNCTION;

        if (v.constant && v.low == 0)
            return number_constant(t, to, 0);
        if (!code && type_is_void_pointer(to) && v.type->to->kind != TYPE_BAD)
            return to_void(t, v, to);
        if (!code && type_is_void_pointer(v.type) && to->to->kind != TYPE_BAD)
            return from_void(t, v, to);
    } else if (to_pointer) {
        if (v.constant && v.low == 0)
            return number_constant(t, to, 0);
        if (type_is_void_pointer(to))
            return integer_to_void(t, v, to);
    } else if (to->kind == TYPE_BOOL || v.constant) {
        return number_convert(t, v, to);
    } else if (type_is_void_pointer(v.type)) {
        return void_to_integer(t, v, to);
    }
    tree_refuse(t, at, "a conversion from %s to %s is not translated", v.type->name, to->name);
}

value expression_convert(translation *t, value v, model_type *to, CXCursor at)
{
    if (v.type == to || to->kind == TYPE_VOID)
        return v;
    if (!type_is_scalar(to) || !type_is_scalar(v.type))
        tree_refuse(t, at, "a value of the type %s as %s is not translated", v.type->name,
                    to->name);
    if (v.type->kind == TYPE_POINTER || to->kind == TYPE_POINTER)
        return convert_pointer(t, v, to, at);
    return number_convert(t, v, to);
}
