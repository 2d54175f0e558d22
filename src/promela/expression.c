/* Expressions, in the order in which clang evaluates them: operands from the left to the right, of
 * an assignment the right side first.  Every access to what other threads may see is a step of its
 * own: a text has at most one, and where a second would come in, the first is kept in a temporary.
 */
#include "promela/expression.h"
#include "base/mutant.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/scan.h"
#include "promela/statement.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

void expression_splice(translation *t, const model_node *from)
{
    for (u32 i = 0; i < from->children.n; i++)
        vec_push(&t->out->children, from->children.at[i]);
}

/* More than assertions over local variables. */
bool expression_acts(const model_node *n)
{
    for (u32 i = 0; i < n->children.n; i++)
        if (n->children.at[i]->kind != NODE_STATEMENT || !n->children.at[i]->kind_of_error ||
            n->children.at[i]->cost)
            return true;
    return false;
}

value expression_after(translation *t, value *first, CXCursor second)
{
    model_node *apart = node_new(t, NODE_SEQUENCE, NULL), *before = node_enter(t, apart);
    value v = expression_value(t, second);

    node_leave(t, before);
    if (expression_acts(apart) && !first->constant && !MUTANT(PROMELA_ORDER))
        *first = number_keep(t, *first);
    expression_splice(t, apart);
    if (first->visible && v.visible && !t->o->statement_atomic)
        *first = number_keep(t, *first);
    if (first->checks && v.checks && !t->o->statement_atomic)
        *first = number_keep(t, *first);
    return v;
}

static bool is_lasting(CXCursor c, void *with)
{
    (void)with;
    switch (tree_kind(c)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_UnaryExpr:
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_TypeRef:
    case CXCursor_ConditionalOperator:
        return false;
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind k = clang_getCursorUnaryOperatorKind(c);

        return k != CXUnaryOperator_Minus && k != CXUnaryOperator_Plus &&
               k != CXUnaryOperator_Not && k != CXUnaryOperator_LNot &&
               k != CXUnaryOperator_Extension;
    }
    case CXCursor_BinaryOperator:
        return tree_assigns(c) || clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Comma;
    case CXCursor_DeclRefExpr:
        return tree_kind(clang_getCursorReferenced(c)) != CXCursor_EnumConstantDecl;
    default:
        return true;
    }
}

/* An integer that the text of the program fixes. */
static bool is_constant(translation *t, CXCursor c, value *out)
{
    model_type *of;
    i128 n;

    if (tree_kind(c) == CXCursor_UnaryExpr) {
        if (!tree_constant(c, &n))
            return false;
    } else if (tree_any(c, is_lasting, NULL) || !tree_constant(c, &n)) {
        return false;
    }
    of = type_of_cursor(t, c);
    if (of->kind != TYPE_INT && of->kind != TYPE_BOOL)
        return false;
    *out = number_constant(t, of, n);
    return true;
}

static value nothing(translation *t)
{
    return (value){.type = type_void(t), .text = "0", .constant = true};
}

/* The name of a local pointer is used for more than an access: others may know it from now on. */
static void escape(translation *t, CXCursor c)
{
    model_variable *v;

    c = tree_strip_casts(c);
    v = tree_kind(c) == CXCursor_DeclRefExpr ? scan_variable(t, c) : NULL;
    for (u32 i = 0; v && i < t->fresh.n; i++)
        if (t->fresh.at[i] == v)
            t->fresh.at[i] = NULL;
}

/* The address of a part of what a local pointer leads to: whoever has it knows the rest. */
static void escape_part(translation *t, CXCursor c)
{
    c = tree_strip_casts(c);
    while (place_is_lvalue(c) && tree_kind(c) != CXCursor_DeclRefExpr)
        c = tree_strip_casts(tree_child(c, 0));
    escape(t, c);
}

static value function_value(translation *t, CXCursor c, model_type *of)
{
    function *f = scan_named(t, tree_strip_casts(c));

    c = tree_strip_casts(c);
    if (!f && place_is_lvalue(c) && tree_kind(c) == CXCursor_UnaryOperator)
        return expression_value(t, tree_child(c, 0)); /* *f of a pointer is the function again */
    if (!f)
        tree_refuse(t, c, "a pointer to %s, which has no definition in these files",
                    tree_source(t, c));
    return number_constant(t, of, f->number);
}

static value decayed(translation *t, CXCursor c, CXCursor inner)
{
    model_place p, first;

    if (tree_kind(tree_strip(inner)) == CXCursor_StringLiteral) {
        model_variable *v = scan_string(t, tree_strip(inner));

        if (!v)
            tree_refuse(t, c, "the address of this string is not translated: %s",
                        tree_source(t, c));
        p = place_variable(t, v, c);
    } else {
        p = place_of(t, inner);
        escape_part(t, inner);
    }
    first = p;
    first.checks = NULL;
    return place_address(t, &first, type_of_cursor(t, c), c);
}

static value unexposed(translation *t, CXCursor c)
{
    CXCursor inner = tree_child(c, 0);
    enum CXTypeKind from;
    model_type *to = type_of_cursor(t, c);
    value v;

    if (atomic_is(t, c))
        return atomic_value(t, c, true);
    if (tree_count(c) != 1)
        tree_refuse(t, c, "this expression is not translated: %s", tree_source(t, c));
    from = clang_getCanonicalType(clang_getCursorType(inner)).kind;
    if (from == CXType_ConstantArray && to->kind == TYPE_POINTER)
        return decayed(t, c, inner);
    if (from == CXType_FunctionProto || from == CXType_FunctionNoProto)
        return function_value(t, inner, to);
    if (to->kind == TYPE_VOID) {
        expression_effect(t, inner);
        return nothing(t);
    }
    if (place_is_lvalue(inner)) {
        model_place p = place_of(t, inner);

        escape(t, inner);
        v = place_load(t, &p);
    } else {
        v = expression_value(t, inner);
    }
    return expression_convert(t, v, to, c);
}

/* How many elements of a type there are in so many bytes. */
static value elements_in(translation *t, model_type *element, value size, CXCursor at)
{
    model_type *word = type_int(t, 64, false);

    if (!size.constant)
        return number_binary(t, CXBinaryOperator_Div, number_settle(t, size),
                             number_constant(t, word, element->bytes), word);
    if (size.low % element->bytes)
        tree_refuse(t, at, "memory that is no multiple of the size of %s", element->name);
    return number_constant(t, word, size.low / element->bytes);
}

static value reallocation(translation *t, model_type *of, CXCursor call)
{
    value old =
        expression_convert(t, expression_value(t, tree_strip_casts(tree_child(call, 1))), of, call);
    value size = expression_after(t, &old, tree_child(call, 2));

    old = number_settle(t, old);
    return place_renew(t, of->to, old, elements_in(t, type_element(of->to), size, call));
}

static value allocation(translation *t, CXCursor cast, CXCursor call)
{
    model_type *of = type_of_cursor(t, cast);
    const char *name = scan_called(t, call);
    value size, n;

    if (!strcmp(name, "realloc")) {
        n = reallocation(t, of, call);
    } else {
        size = expression_value(t, tree_child(call, 1));
        if (!strcmp(name, "calloc"))
            size = number_binary(t, CXBinaryOperator_Mul, size,
                                 expression_after(t, &size, tree_child(call, 2)),
                                 type_int(t, 64, false));
        n = place_new(t, of->to, elements_in(t, type_element(of->to), size, call),
                      !strcmp(name, "calloc"));
    }
    n.type = of;
    return n;
}

static value cast(translation *t, CXCursor c)
{
    cursors list = {0};
    CXCursor inner;
    model_type *to = type_of_cursor(t, c);
    value v;

    tree_children(c, &list);
    inner = list.at[list.n - 1];
    vec_free(&list);
    if (to->kind == TYPE_VOID) {
        expression_effect(t, inner);
        return nothing(t);
    }
    v = expression_value(t, inner);
    return expression_convert(t, v, to, c);
}

static value step_of(translation *t, value v, bool down, CXCursor at)
{
    model_type *of = v.type;
    value one = number_constant(t, of->kind == TYPE_POINTER ? type_int(t, 32, true) : of, 1);
    model_type *word = of->kind == TYPE_INT && of->bits < 32 ? type_int(t, 32, true) : of;

    if (of->kind == TYPE_POINTER)
        return place_move(t, v, one, down, at);
    if (of->kind == TYPE_BOOL)
        return down ? number_not(t, v) : number_constant(t, of, 1);
    v = number_binary(t, down ? CXBinaryOperator_Sub : CXBinaryOperator_Add,
                      number_convert(t, v, word), number_convert(t, one, word), word);
    return number_convert(t, v, of);
}

/* x++ and the like.  Of an atomic object it is one step. */
static value increment(translation *t, CXCursor c, bool down, bool after, bool used)
{
    model_place p = place_of(t, tree_child(c, 0));
    model_node *whole = NULL, *before = NULL;
    value old, new;

    if (p.atomic || (t->o->statement_atomic && p.shared)) {
        memory_direct(t);
        whole = node_add(t, NODE_ATOMIC, NULL);
        before = node_enter(t, whole);
    }
    old = place_load(t, &p);
    if ((p.shared && !t->o->statement_atomic) || (used && after))
        old = number_keep(t, old);
    new = place_fit(t, &p, step_of(t, old, down, c));
    if (used && !after && (p.shared || !new.plain))
        new = number_keep(t, new);
    place_store(t, &p, new);
    if (whole) {
        node_leave(t, before);
        memory_indirect(t);
    }
    return !used ? nothing(t) : after ? old : new;
}

static value address(translation *t, CXCursor c)
{
    CXCursor inner = tree_strip(tree_child(c, 0));
    model_type *of = type_of_cursor(t, c);
    model_place p;

    if (tree_kind(inner) == CXCursor_DeclRefExpr && scan_named(t, inner))
        return function_value(t, inner, of);
    if (tree_kind(inner) == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(inner) == CXUnaryOperator_Deref)
        return expression_value(t, tree_child(inner, 0));
    p = place_of(t, inner);
    escape_part(t, inner);
    p.checks = NULL;
    return place_address(t, &p, of, c);
}

static value unary(translation *t, CXCursor c, bool used)
{
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
    CXCursor inner = tree_child(c, 0);
    model_place p;

    switch (op) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
        return increment(t, c, op == CXUnaryOperator_PostDec, true, used);
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
        return increment(t, c, op == CXUnaryOperator_PreDec, false, used);
    case CXUnaryOperator_AddrOf:
        return address(t, c);
    case CXUnaryOperator_Deref:
        p = place_of(t, c);
        return place_load(t, &p);
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Extension:
        return expression_value(t, inner);
    case CXUnaryOperator_Minus:
        return number_negate(t, number_settle(t, expression_value(t, inner)));
    case CXUnaryOperator_Not:
        return number_complement(t, expression_value(t, inner));
    case CXUnaryOperator_LNot:
        return number_not(t, expression_value(t, inner));
    default:
        tree_refuse(t, c, "this operator is not translated: %s", tree_source(t, c));
    }
}

/* t = right where the left side asks for it, else `otherwise`. */
static value branch_value(translation *t, value left, const model_node *apart, value v, bool when,
                          const char *otherwise)
{
    model_type *of = type_int(t, 32, true);
    value r, kept;
    model_node *test, *before;

    left = number_settle(t, left);
    kept = number_room(t, of);
    test = node_add(t, NODE_IF, NULL);
    before = node_enter(t, node_option(t, test, when ? left.text : number_unless(t, left.text), 0));
    expression_splice(t, apart);
    {
        model_place to = {.type = of, .base = kept.text};

        place_store(t, &to, v);
    }
    node_leave(t, before);
    before = node_enter(t, node_option(t, test, "else", 0));
    node_emit(t, 0, "%s = %s", kept.text, otherwise);
    node_leave(t, before);
    r = kept;
    r.low = 0;
    r.top = 1;
    return r;
}

static value logical(translation *t, CXCursor c, bool is_and)
{
    value left = number_truth(t, expression_value(t, tree_child(c, 0))), v;
    model_node *apart = node_new(t, NODE_SEQUENCE, NULL), *before;
    u32 known = t->known.n, fresh = t->fresh.n;
    bool simple;

    if (left.constant)
        return (left.low != 0) == is_and ? number_truth(t, expression_value(t, tree_child(c, 1)))
                                         : left;
    before = node_enter(t, apart);
    v = number_truth(t, expression_value(t, tree_child(c, 1)));
    node_leave(t, before);
    t->known.n = known;
    t->fresh.n = fresh;
    simple =
        !apart->children.n && !v.checks && !(left.visible && v.visible && !t->o->statement_atomic);
    if (!simple)
        return branch_value(t, left, apart, v, is_and, is_and ? "0" : "1");
    left.text = tr_text(t, "(%s %s %s)", left.text, is_and ? "&&" : "||", v.text);
    left.visible |= v.visible;
    left.plain = false;
    left.low = 0;
    left.top = 1;
    return left;
}

/* a ?: b: a is evaluated once. */
static value short_conditional(translation *t, CXCursor c)
{
    model_type *of = type_of_cursor(t, c);
    value a = number_keep(t, number_settle(t, expression_value(t, tree_child(c, 0)))), v;
    value which = number_truth(t, a), kept = number_room(t, of);
    u32 known = t->known.n, fresh = t->fresh.n;
    model_place to = {.type = of, .base = kept.text};
    model_node *test, *before;

    if (type_is_wide(of))
        to.base = tr_text(t, "%.*s", (int)strlen(kept.text) - 3, kept.text);
    test = node_add(t, NODE_IF, NULL);
    before = node_enter(t, node_option(t, test, which.text, 0));
    place_store(t, &to, expression_convert(t, a, of, c));
    node_leave(t, before);
    before = node_enter(t, node_option(t, test, "else", 0));
    v = expression_as(t, tree_child(c, 3), of);
    place_store(t, &to, v);
    node_leave(t, before);
    t->known.n = known;
    t->fresh.n = fresh;
    return kept;
}

static value conditional(translation *t, CXCursor c)
{
    model_type *of = type_of_cursor(t, c);
    value which = number_settle(t, number_truth(t, expression_value(t, tree_child(c, 0)))), v[2],
          kept;
    model_node *apart[2], *before, *test;
    u32 known = t->known.n, fresh = t->fresh.n;
    model_place to;

    if (which.constant && of->kind != TYPE_VOID)
        return expression_as(t, tree_child(c, which.low ? 1 : 2), of);
    for (u32 i = 0; i < 2; i++) {
        apart[i] = node_new(t, NODE_SEQUENCE, NULL);
        before = node_enter(t, apart[i]);
        if (of->kind == TYPE_VOID)
            expression_effect(t, tree_child(c, 1 + i));
        else
            v[i] = expression_as(t, tree_child(c, 1 + i), of);
        node_leave(t, before);
        t->known.n = known;
        t->fresh.n = fresh;
    }
    kept = of->kind == TYPE_VOID ? nothing(t) : number_room(t, of);
    to = (model_place){.type = of, .base = kept.text};
    if (type_is_wide(of))
        to.base = tr_text(t, "%.*s", (int)strlen(kept.text) - 3, kept.text);
    test = node_add(t, NODE_IF, NULL);
    for (u32 i = 0; i < 2; i++) {
        before = node_enter(t, node_option(t, test, i ? "else" : which.text, 0));
        expression_splice(t, apart[i]);
        if (of->kind != TYPE_VOID)
            place_store(t, &to, v[i]);
        node_leave(t, before);
    }
    return kept;
}

static void note_fresh(translation *t, CXCursor left, CXCursor right)
{
    CXCursor call;
    model_variable *local = tree_kind(tree_strip(left)) == CXCursor_DeclRefExpr
                                ? scan_variable(t, tree_strip(left))
                                : NULL;

    if (local && local->owner && !local->taken && scan_is_allocation(t, right, &call))
        vec_push(&t->fresh, local);
}

static bool is_struct(translation *t, CXCursor c)
{
    return type_of_cursor(t, c)->kind == TYPE_STRUCT;
}

static value assign(translation *t, CXCursor c, bool used)
{
    CXCursor left = tree_child(c, 0), right = tree_child(c, 1);
    model_node *apart, *before;
    model_place p;
    value v;

    if (is_struct(t, c)) {
        p = place_of(t, left);
        expression_copy(t, &p, right);
        if (used)
            tree_refuse(t, c, "the value of an assignment of structs is not translated");
        return nothing(t);
    }
    v = expression_value(t, right);
    apart = node_new(t, NODE_SEQUENCE, NULL);
    before = node_enter(t, apart);
    p = place_of(t, left);
    node_leave(t, before);
    if (expression_acts(apart) && !v.constant)
        v = number_keep(t, v);
    expression_splice(t, apart);
    escape(t, left);
    v = place_fit(t, &p, expression_convert(t, v, p.type, c));
    if (used && !v.constant && !(v.plain && !v.visible))
        v = number_keep(t, v);
    place_store(t, &p, v);
    if (!used)
        note_fresh(t, left, right);
    return used ? v : nothing(t);
}

static enum CXBinaryOperatorKind plain_operator(enum CXBinaryOperatorKind op)
{
    return (enum CXBinaryOperatorKind)(op == CXBinaryOperator_MulAssign   ? CXBinaryOperator_Mul
                                       : op == CXBinaryOperator_DivAssign ? CXBinaryOperator_Div
                                       : op == CXBinaryOperator_RemAssign ? CXBinaryOperator_Rem
                                       : op == CXBinaryOperator_AddAssign ? CXBinaryOperator_Add
                                       : op == CXBinaryOperator_SubAssign ? CXBinaryOperator_Sub
                                       : op == CXBinaryOperator_ShlAssign ? CXBinaryOperator_Shl
                                       : op == CXBinaryOperator_ShrAssign ? CXBinaryOperator_Shr
                                       : op == CXBinaryOperator_AndAssign ? CXBinaryOperator_And
                                       : op == CXBinaryOperator_XorAssign ? CXBinaryOperator_Xor
                                                                          : CXBinaryOperator_Or);
}

static model_type *promoted(translation *t, model_type *of)
{
    return of->kind == TYPE_BOOL || of->bits < 32 ? type_int(t, 32, true) : of;
}

/* What both operands of an arithmetic operator become. */
static model_type *common(translation *t, model_type *a, model_type *b)
{
    a = promoted(t, a);
    b = promoted(t, b);
    if (a->bits != b->bits)
        return a->bits > b->bits ? a : b;
    return a->sign ? b : a;
}

static value compound_result(translation *t, enum CXBinaryOperatorKind op, value old, value by,
                             CXCursor c)
{
    model_type *of = old.type;
    bool shift = op == CXBinaryOperator_Shl || op == CXBinaryOperator_Shr;
    model_type *word;

    if (of->kind == TYPE_POINTER)
        return place_move(t, old, by, op == CXBinaryOperator_Sub, c);
    word = shift ? promoted(t, of) : common(t, of, by.type);
    by = number_convert(t, by, shift ? promoted(t, by.type) : word);
    return number_convert(t, number_binary(t, op, number_convert(t, old, word), by, word), of);
}

static value compound_assign(translation *t, CXCursor c, bool used)
{
    enum CXBinaryOperatorKind op = plain_operator(clang_getCursorBinaryOperatorKind(c));
    value by = number_settle(t, expression_value(t, tree_child(c, 1))), old, new;
    model_node *apart = node_new(t, NODE_SEQUENCE, NULL), *before = node_enter(t, apart),
               *whole = NULL;
    model_place p = place_of(t, tree_child(c, 0));

    node_leave(t, before);
    if (expression_acts(apart) && !by.constant)
        by = number_keep(t, by);
    expression_splice(t, apart);
    escape(t, tree_child(c, 0));
    if (!type_is_scalar(by.type) || !type_is_scalar(p.type))
        tree_refuse(t, c, "this assignment is not translated: %s", tree_source(t, c));
    if (p.atomic || (t->o->statement_atomic && p.shared)) {
        memory_direct(t);
        whole = node_add(t, NODE_ATOMIC, NULL);
        before = node_enter(t, whole);
    }
    old = place_load(t, &p);
    if (p.shared && !t->o->statement_atomic)
        old = number_keep(t, old);
    new = place_fit(t, &p, compound_result(t, op, old, by, c));
    if (used && !new.plain)
        new = number_keep(t, new);
    place_store(t, &p, new);
    if (whole) {
        node_leave(t, before);
        memory_indirect(t);
    }
    return used ? new : nothing(t);
}

static value pointer_binary(translation *t, enum CXBinaryOperatorKind op, value a, value b,
                            CXCursor c)
{
    bool left = a.type->kind == TYPE_POINTER, right = b.type->kind == TYPE_POINTER;

    if (op == CXBinaryOperator_EQ || op == CXBinaryOperator_NE)
        return number_compare(t, op, a, expression_convert(t, b, a.type, c));
    if (tree_compares(op))
        return place_order(t, op, a, b, c);
    if (op == CXBinaryOperator_Sub && left && right)
        return place_difference(t, a, b, c);
    if (op == CXBinaryOperator_Add && right)
        return place_move(t, b, a, false, c);
    return place_move(t, a, b, op == CXBinaryOperator_Sub, c);
}

static value binary(translation *t, CXCursor c, bool used)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
    value a, b;

    switch (op) {
    case CXBinaryOperator_Assign:
        return assign(t, c, used);
    case CXBinaryOperator_LAnd:
    case CXBinaryOperator_LOr:
        return logical(t, c, op == CXBinaryOperator_LAnd);
    case CXBinaryOperator_Comma:
        expression_effect(t, tree_child(c, 0));
        return expression_value(t, tree_child(c, 1));
    default:
        break;
    }
    a = expression_value(t, tree_child(c, 0));
    b = expression_after(t, &a, tree_child(c, 1));
    if (!type_is_scalar(a.type) || !type_is_scalar(b.type))
        tree_refuse(t, c, "this expression is not translated: %s", tree_source(t, c));
    if (a.type->kind == TYPE_POINTER || b.type->kind == TYPE_POINTER)
        return pointer_binary(t, op, a, b, c);
    return tree_compares(op) ? number_compare(t, op, a, b)
                             : number_binary(t, op, a, b, type_of_cursor(t, c));
}

/* ({ ...; e; }) */
static value statement_expression(translation *t, CXCursor c)
{
    value v = nothing(t);

    statement_last(t, tree_child(c, 0), &v);
    return v;
}

static value havoc(translation *t, CXCursor c, model_type *of)
{
    static const i64 samples[] = {0, 1, -1};
    value kept = number_room(t, of);
    model_node *test;

    node_add(t, NODE_NOTE, tr_text(t, "any value of: %s", tree_source(t, c)));
    test = node_add(t, NODE_IF, NULL);
    for (u32 i = 0; i < LENGTH(samples); i++) {
        model_node *before = node_enter(t, node_option(t, test, NULL, 0));

        model_place to = {.type = of,
                          .base = type_is_wide(of)
                                      ? tr_text(t, "%.*s", (int)strlen(kept.text) - 3, kept.text)
                                      : kept.text};

        place_store(t, &to, number_constant(t, of, samples[i]));
        node_leave(t, before);
    }
    return kept;
}

typedef struct parts {
    translation *t;
    bool acts; /* something is stored or called */
    bool bad;
} parts;

static bool look_at_part(CXCursor c, void *with)
{
    parts *p = with;

    if (clang_isExpression(tree_kind(c)))
        p->bad |= type_of_cursor(p->t, c)->kind == TYPE_BAD;
    p->acts |= tree_kind(c) == CXCursor_CallExpr || tree_kind(c) == CXCursor_StmtExpr ||
               tree_assigns(c) || tree_increments(c);
    return false;
}

/* Has parts that cannot be translated, and does nothing else. */
static bool is_abstract(translation *t, CXCursor c)
{
    parts p = {.t = t};

    if (!t->o->havoc)
        return false;
    tree_any(c, look_at_part, &p);
    return p.bad && !p.acts;
}

/* `{e}`, or `{}`. */
static value braced(translation *t, CXCursor c)
{
    if (!tree_count(c))
        return number_constant(t, type_int(t, 32, true), 0);
    return expression_value(t, tree_child(c, 0));
}

/* `(int){e}` */
static value scalar_literal(translation *t, CXCursor c)
{
    model_type *of = type_of_cursor(t, c);

    if (!type_is_scalar(of))
        tree_refuse(t, c, "this compound literal is not translated here: %s", tree_source(t, c));
    return expression_convert(t, braced(t, tree_child(c, tree_count(c) - 1)), of, c);
}

static value evaluate(translation *t, CXCursor c, bool used)
{
    CXCursor call;
    value v;

    if (is_constant(t, c, &v))
        return v;
    if (is_abstract(t, c) &&
        (type_of_cursor(t, c)->kind == TYPE_INT || type_of_cursor(t, c)->kind == TYPE_BOOL))
        return havoc(t, c, type_of_cursor(t, c));
    if ((tree_kind(c) == CXCursor_CStyleCastExpr || tree_kind(c) == CXCursor_UnexposedExpr) &&
        type_of_cursor(t, c)->kind == TYPE_POINTER && !type_is_void_pointer(type_of_cursor(t, c)) &&
        scan_is_allocation(t, c, &call))
        return allocation(t, c, call);
    switch (tree_kind(c)) {
    case CXCursor_ParenExpr:
        return evaluate(t, tree_child(c, 0), used);
    case CXCursor_UnexposedExpr:
        return tree_is_short_conditional(c) ? short_conditional(t, c) : unexposed(t, c);
    case CXCursor_CStyleCastExpr:
        return cast(t, c);
    case CXCursor_UnaryOperator:
        return unary(t, c, used);
    case CXCursor_BinaryOperator:
        return binary(t, c, used);
    case CXCursor_CompoundAssignOperator:
        return compound_assign(t, c, used);
    case CXCursor_ConditionalOperator:
        return conditional(t, c);
    case CXCursor_CallExpr:
        return call_value(t, c);
    case CXCursor_StmtExpr:
        return statement_expression(t, c);
    case CXCursor_InitListExpr:
        return braced(t, c);
    case CXCursor_CompoundLiteralExpr:
        return scalar_literal(t, c);
    default:
        if (place_is_lvalue(c)) {
            model_place p = place_of(t, c);

            escape(t, c);
            return place_load(t, &p);
        }
        tree_refuse(t, c, "this expression is not translated: %s", tree_source(t, c));
    }
}

value expression_value(translation *t, CXCursor c)
{
    return evaluate(t, c, true);
}

/* ---- floating point ---- */

static bool is_float(CXCursor c)
{
    enum CXTypeKind k = clang_getCanonicalType(clang_getCursorType(c)).kind;

    return k == CXType_Float || k == CXType_Double || k == CXType_LongDouble;
}

/* Something that is more than a value: it acts, or it may be an error. */
static bool is_risky(CXCursor c, void *with)
{
    enum CXBinaryOperatorKind b = clang_getCursorBinaryOperatorKind(c);
    enum CXUnaryOperatorKind u = clang_getCursorUnaryOperatorKind(c);

    (void)with;
    switch (tree_kind(c)) {
    case CXCursor_CallExpr:
    case CXCursor_StmtExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_CompoundAssignOperator:
        return true;
    case CXCursor_MemberRefExpr:
        return clang_getCanonicalType(clang_getCursorType(tree_child(c, 0))).kind == CXType_Pointer;
    case CXCursor_UnexposedExpr:
        return tree_count(c) > 1;
    case CXCursor_UnaryOperator:
        return tree_increments(c) || u == CXUnaryOperator_Deref;
    case CXCursor_BinaryOperator:
        return tree_assigns(c) || b == CXBinaryOperator_Comma ||
               (!is_float(c) && (b == CXBinaryOperator_Div || b == CXBinaryOperator_Rem ||
                                 b == CXBinaryOperator_Shl || b == CXBinaryOperator_Shr));
    default:
        return false;
    }
}

bool expression_is_idle(CXCursor c)
{
    return !tree_any(c, is_risky, NULL);
}

/* A float is set, and nothing else happens: where no float becomes a number or decides something,
 * which is refused, nobody can tell its value. */
static bool sets_float(CXCursor c)
{
    enum CXBinaryOperatorKind b = clang_getCursorBinaryOperatorKind(c);

    if (!is_float(c))
        return false;
    if ((tree_kind(c) == CXCursor_BinaryOperator && b == CXBinaryOperator_Assign) ||
        tree_kind(c) == CXCursor_CompoundAssignOperator)
        return expression_is_idle(tree_child(c, 0)) && expression_is_idle(tree_child(c, 1));
    if (tree_kind(c) == CXCursor_UnaryOperator && tree_increments(c))
        return expression_is_idle(tree_child(c, 0));
    return expression_is_idle(c);
}

/* An assignment to a variable that is not part of the model. */
static bool is_left_out(translation *t, CXCursor c)
{
    if (sets_float(c))
        return true;
    return t->o->havoc && type_of_cursor(t, c)->kind == TYPE_BAD &&
           tree_kind(c) == CXCursor_BinaryOperator &&
           clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign &&
           is_abstract(t, tree_child(c, 0)) && is_abstract(t, tree_child(c, 1));
}

/* A read whose value nobody uses is still an access. */
void expression_effect(translation *t, CXCursor c)
{
    value v;

    c = tree_strip(c);
    if (tree_kind(c) == CXCursor_UnexposedExpr && atomic_is(t, c)) {
        atomic_value(t, c, false);
        return;
    }
    if (tree_kind(c) == CXCursor_CallExpr) {
        call_value(t, c);
        return;
    }
    if (place_is_lvalue(c) && (is_struct(t, c) || type_is_sync(type_of_cursor(t, c))))
        return;
    if (is_left_out(t, c)) {
        node_add(t, NODE_NOTE, tr_text(t, "left out: %s", tree_source(t, c)));
        return;
    }
    v = evaluate(t, c, false);
    if (v.visible || v.checks)
        number_keep(t, v);
}

value expression_as(translation *t, CXCursor c, model_type *to)
{
    return expression_convert(t, expression_value(t, c), to, c);
}

value expression_condition(translation *t, CXCursor c)
{
    value v = number_truth(t, expression_value(t, c));

    return v.checks ? number_keep(t, v) : v;
}

void expression_copy(translation *t, const model_place *to, CXCursor from)
{
    model_place p;

    from = tree_strip(from);
    while (tree_kind(from) == CXCursor_UnexposedExpr && tree_count(from) == 1)
        from = tree_strip(tree_child(from, 0));
    if (tree_kind(from) == CXCursor_CallExpr) {
        call_struct(t, from, to);
        return;
    }
    if (tree_kind(from) == CXCursor_CompoundLiteralExpr) {
        cursors list = {0};

        tree_children(from, &list);
        expression_initialise(t, to, list.at[list.n - 1]);
        vec_free(&list);
        return;
    }
    p = place_of(t, from);
    place_copy(t, to, &p);
}
