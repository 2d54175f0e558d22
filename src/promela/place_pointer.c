/* Arithmetic with pointers, which stays within one object. */
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/tree.h"
#include "promela/types.h"

value place_move(translation *t, value pointer, value by, bool back, CXCursor at)
{
    store *s;
    value r;
    const char *step;

    if (pointer.type->to->kind == TYPE_VOID || pointer.type->to->kind == TYPE_FUNCTION ||
        pointer.type->to->kind == TYPE_BAD)
        tree_refuse(t, at, "arithmetic with pointers to %s is not translated",
                    pointer.type->to->name);
    s = type_store(t, pointer.type->to);
    if (by.constant && by.low == 0)
        return pointer;
    pointer = number_settle(t, pointer);
    if (!pointer.plain)
        pointer = number_keep(t, pointer);
    by = number_convert(t, number_settle(t, by), type_int(t, 32, true));
    step = place_times(t, by.text, type_elements(pointer.type->to));
    r = number_text(t, pointer.type,
                    tr_text(t, "%s %s (%s)", pointer.text, back ? "-" : "+", step));
    r = number_keep(t, r);
    node_assert(t, "out-of-bounds", "WITHIN(%s_valid, %u, %s, %s)", s->name, s->size, pointer.text,
                r.text);
    r.low = 1;
    return r;
}

static void same_object(translation *t, const value *a, const value *b, const store *s)
{
    node_assert(t, "pointer-order", "WITHIN(%s_valid, %u, %s, %s)", s->name, s->size, a->text,
                b->text);
}

value place_difference(translation *t, value a, value b, CXCursor at)
{
    store *s;
    value r;
    u32 n = type_elements(a.type->to);

    if (a.type->to->kind == TYPE_VOID || a.type->to->kind == TYPE_BAD)
        tree_refuse(t, at, "a difference of pointers to %s is not translated", a.type->to->name);
    s = type_store(t, a.type->to);
    s->spans = true;
    a = number_stable(t, a);
    b = number_stable(t, b);
    same_object(t, &a, &b, s);
    r = number_text(t, type_int(t, 64, true),
                    n == 1 ? tr_text(t, "(%s - %s)", a.text, b.text)
                           : tr_text(t, "((%s - %s) / %u)", a.text, b.text, n));
    r.low = -256;
    r.top = 256;
    return r;
}

value place_order(translation *t, enum CXBinaryOperatorKind op, value a, value b, CXCursor at)
{
    if (a.type->to->kind == TYPE_VOID || a.type->to->kind == TYPE_BAD)
        tree_refuse(t, at, "the order of pointers to %s is not translated", a.type->to->name);
    a = number_stable(t, a);
    b = number_stable(t, b);
    same_object(t, &a, &b, type_store(t, a.type->to));
    return number_compare(t, op, a, b);
}
