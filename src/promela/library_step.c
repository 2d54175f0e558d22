/* What calls on locks and their like have in common: wait for a guard, check, change the object,
 * all in one step.  In texts @ stands for the object. */
#include "promela/expression.h"
#include "promela/library.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

model_place library_object(translation *t, CXCursor c, u32 n, model_type_kind kind)
{
    model_place p = place_argument(t, tree_child(c, n));

    if (p.type->kind != kind)
        tree_refuse(t, c, "this is no object of the expected type: %s", tree_source(t, c));
    return p;
}

int library_error(translation *t, CXCursor c, int number, int c11)
{
    const char *name = scan_called(t, c);

    return strncmp(name, "mtx_", 4) && strncmp(name, "cnd_", 4) ? number : c11;
}

const char *library_text(translation *t, const char *pattern, const model_place *p)
{
    const char *object = place_text(t, p), *r;
    text s = {0};

    for (; *pattern; pattern++)
        if (*pattern == '@')
            text_add(&s, object);
        else
            text_addc(&s, *pattern);
    r = tr_text(t, "%s", text_str(&s));
    text_free(&s);
    return r;
}

void library_demand(translation *t, const model_place *p, const demand *must, u32 n)
{
    library_check(t, p);
    for (u32 i = 0; i < n && must[i].holds; i++)
        node_assert(t, must[i].error, "%s", library_text(t, must[i].holds, p));
}

value library_step(translation *t, CXCursor c, const step *s)
{
    model_place p = library_object(t, c, 1, s->kind);
    model_node *before = library_begin(t);
    u32 cost = library_cost(t, &p);

    if (s->guard) {
        node_emit(t, cost, "%s", library_text(t, s->guard, &p));
        cost = 0;
    }
    library_demand(t, &p, s->must, LENGTH(s->must));
    node_emit(t, cost, "%s", library_text(t, s->act, &p));
    library_finish(t, before);
    return library_zero(t);
}

value library_try(translation *t, CXCursor c, const step *s, int error, int number)
{
    model_place p = library_object(t, c, 1, s->kind);
    value r = library_room(t);
    model_node *before = library_begin(t), *test, *inner;

    library_demand(t, &p, s->must, LENGTH(s->must));
    test = node_add(t, NODE_IF, NULL);
    library_option(t, test, library_text(t, s->guard, &p), library_cost(t, &p), "%s; %s = 0",
                   library_text(t, s->act, &p), r.text);
    inner = node_enter(t, node_option(t, test, "else", 0));
    node_emit(t, 0, "%s = %d", r.text, error);
    library_set_error(t, number);
    node_leave(t, inner);
    library_finish(t, before);
    return r;
}

void library_set_error(translation *t, int number)
{
    model_variable *v = scan_errno(t);
    model_place p;

    if (!number || !v || !v->fixed)
        return;
    p = place_variable(t, v, v->decl);
    place_store(t, &p, number_constant(t, p.type, number));
}

void library_time(translation *t, CXCursor c, u32 n)
{
    model_place p = place_argument(t, tree_child(c, n)), part;
    value v;

    if (p.type->kind != TYPE_STRUCT || strcmp(tree_name(t, p.type->record->decl), "timespec"))
        tree_refuse(t, c, "this is no time: %s", tree_source(t, tree_child(c, n)));
    part = place_field(t, &p, 1);
    v = number_stable(t, place_load(t, &part));
    node_assert(t, "limit: a time that is not well-formed", "%s == 0 && %s >= 0 && %s < 1000000000",
                number_high(t, v), v.text, v.text);
}

bool library_attribute(translation *t, CXCursor c, u32 n, model_place *out)
{
    CXCursor a = tree_strip_casts(tree_child(c, n));
    value v;

    if (tree_kind(a) == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(a) == CXUnaryOperator_AddrOf) {
        *out = place_argument(t, a);
        return true;
    }
    v = expression_value(t, tree_child(c, n));
    if (!v.constant || v.low != 0)
        tree_refuse(t, c, "attributes that are not named here are not translated: %s",
                    tree_source(t, c));
    return false;
}

/* Attributes are numbers: what a call set last. */
static value set_attribute(translation *t, CXCursor c, value v)
{
    model_place p = place_argument(t, tree_child(c, 1));

    place_store(t, &p, expression_convert(t, v, p.type, c));
    return library_zero(t);
}

value attribute_init(translation *t, CXCursor c)
{
    return set_attribute(t, c, library_zero(t));
}

value attribute_set(translation *t, CXCursor c)
{
    value v = number_stable(t, expression_value(t, tree_child(c, 2)));

    node_assert(t, "limit: an attribute without a meaning", "%s >= 0 && %s < 4", v.text, v.text);
    return set_attribute(t, c, v);
}

value attribute_get(translation *t, CXCursor c)
{
    model_place p = place_argument(t, tree_child(c, 1)), to = place_argument(t, tree_child(c, 2));
    value v = number_stable(t, place_load(t, &p));

    place_store(t, &to, expression_convert(t, v, to.type, c));
    return library_zero(t);
}
