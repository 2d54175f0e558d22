/* A variable whose address is not used is a variable of the model.  Other objects are elements of
 * the array of their type, `node_mem` of struct node: a pointer is an index, 0 is NULL, and
 * `node_valid` says of each place which object it belongs to, 0 for none.  Behind an object of
 * several places lies a gap, so that a pointer past its end leads to no other object. */
#include "promela/place.h"
#include "base/mutant.h"
#include "promela/expression.h"
#include "promela/function.h"
#include "promela/known.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <stdlib.h>
#include <string.h>

bool place_fixed(const char *s)
{
    return *s && strspn(s, "0123456789") == strlen(s);
}

static const char *add_texts(translation *t, const char *a, const char *b)
{
    if (!a || !strcmp(a, "0"))
        return b;
    if (!strcmp(b, "0"))
        return a;
    if (place_fixed(a) && place_fixed(b))
        return tr_text(t, "%ld", atol(a) + atol(b));
    return tr_text(t, "%s + %s", a, b);
}

/* Needs no parentheses, whatever stands beside it. */
static bool is_whole(const char *s)
{
    u32 depth = 0;

    if (!strchr(s, ' '))
        return true;
    for (; *s; s++) {
        depth += *s == '(' || *s == '[';
        depth -= *s == ')' || *s == ']';
        if (!depth && *s == ' ')
            return false;
    }
    return true;
}

const char *place_times(translation *t, const char *a, u32 n)
{
    if (n == 1)
        return a;
    if (place_fixed(a))
        return tr_text(t, "%ld", atol(a) * (long)n);
    return tr_text(t, is_whole(a) ? "%s * %u" : "(%s) * %u", a, n);
}

static bool checked(const store *s)
{
    return s->dynamic || s->spans;
}

static bool shareable(translation *t, const model_variable *v)
{
    if (t->alone)
        return false;
    if (v->owner)
        return v->taken;
    return !clang_isConstQualifiedType(clang_getCursorType(v->decl));
}

model_place place_variable(translation *t, model_variable *v, CXCursor at)
{
    model_place p = {
        .type = v->type, .base = v->name, .shared = shareable(t, v), .global = v->owner == NULL};

    if (v->type->kind == TYPE_BAD)
        tree_refuse(t, at, "%s is %s, which is not translated", v->c_name, v->type->name);
    if (v->threaded && (v->taken || (v->has_init && !function_is_plain(v))))
        tree_refuse(t, at,
                    "%s is thread-local, and has an initialiser of several values or its address "
                    "is used, which is not translated",
                    v->c_name);
    p.atomic = type_is_atomic(clang_getCursorType(v->decl));
    if (v->taken) {
        p.store = type_store(t, v->type);
        p.lives = v->fixed ? NULL : tr_text(t, "%s_valid[@]", p.store->name);
        p.offset = v->fixed ? tr_text(t, "%u", v->place) : tr_text(t, "%s_at", v->name);
        p.shadow = p.store->shadowed ? "" : NULL;
    } else if (v->shadowed) {
        p.shadow = tr_text(t, "%s_set", v->name);
    }
    if (v->threaded) { /* one for each thread */
        p.shared = false;
        p.offset = place_times(t, "me", type_elements(v->type));
    }
    return p;
}

const char *place_text(translation *t, const model_place *p)
{
    if (p->store)
        return tr_text(t, "%s_mem[%s]", p->store->name, p->offset);
    return p->offset ? tr_text(t, "%s[%s]", p->base, p->offset) : p->base;
}

const char *place_shadow(translation *t, const model_place *p)
{
    if (!p->shadow)
        return NULL;
    if (p->store)
        return tr_text(t, "%s_set[%s]", p->store->name, p->offset);
    return p->offset ? tr_text(t, "%s[%s]", p->shadow, p->offset) : p->shadow;
}

static void enter_member(translation *t, const model_place *p, u32 n, model_place *r)
{
    if (p->tag)
        fail(EXIT_INPUT, "%s:%u: a union inside of a union is not translated", t->file, t->line);
    if (t->o->memory)
        fail(EXIT_INPUT, "%s:%u: a union is not translated with --memory %s", t->file, t->line,
             memory_name(t));
    r->tag = tr_text(t, "%s.%s", place_text(t, p), p->type->record->tag);
    r->member = n + 1;
    r->whole = true;
}

model_place place_field(translation *t, const model_place *p, u32 n)
{
    field *f = &p->type->record->fields.at[n];
    const char *base = place_text(t, p);
    model_place r = *p;

    r.type = f->type;
    r.bits = f->bits ? f : NULL;
    r.unit = p->type->record;
    r.whole_text = base;
    r.atomic = false;
    if (f->type->kind == TYPE_BAD)
        fail(EXIT_INPUT, "%s:%u: the member %s is %s, which is not translated", t->file, t->line,
             f->c_name, f->type->name);
    if (f->taken && !p->store)
        fail(EXIT_INPUT,
             "%s:%u: a struct by value, the address of whose member %s is used elsewhere, is not "
             "translated",
             t->file, t->line, f->c_name);
    if (f->taken) {
        if (p->lives)
            r.lives = tr_text(t, "%.*s(@ - %u) / %u%s", (int)strcspn(p->lives, "@"), p->lives,
                              f->base, f->stride, strchr(p->lives, '@') + 1);
        r.store = type_store(t, f->type);
        r.offset = add_texts(t, tr_text(t, "%u", f->base), place_times(t, p->offset, f->stride));
        r.shadow = r.store->shadowed ? "" : NULL;
        return r;
    }
    r.whole = false;
    if (p->type->record->tag)
        enter_member(t, p, n, &r);
    r.store = NULL;
    r.offset = NULL;
    r.base = tr_text(t, "%s.%s", base, f->name);
    r.shadow =
        f->shadowed && !type_is_sync(type_element(f->type)) ? tr_text(t, "%s_set", r.base) : NULL;
    return r;
}

model_place place_element(translation *t, const model_place *p, u32 n)
{
    model_place r = *p;

    r.type = p->type->to;
    r.whole = false;
    r.bits = NULL;
    r.offset = add_texts(t, p->offset, place_times(t, tr_text(t, "%u", n), type_elements(r.type)));
    return r;
}

/* A pointer that is only followed: what it leads to is no better known afterwards. */
static value base_value(translation *t, CXCursor c)
{
    CXCursor inner = tree_strip_casts(c);
    model_variable *v = tree_kind(inner) == CXCursor_DeclRefExpr ? scan_variable(t, inner) : NULL;
    model_place p;

    if (!v || v->type != type_of_cursor(t, c))
        return expression_value(t, c);
    p = place_variable(t, v, inner);
    return place_load(t, &p);
}

/* Members of a member without a name are found as if they were the struct's own. */
static bool find_member(translation *t, const model_place *p, const char *name, model_place *out)
{
    for (u32 i = 0; i < p->type->record->fields.n; i++) {
        const field *f = &p->type->record->fields.at[i];
        model_place inner;

        if (*f->c_name && strcmp(f->c_name, name))
            continue;
        inner = place_field(t, p, i);
        if (*f->c_name)
            *out = inner;
        if (*f->c_name || find_member(t, &inner, name, out))
            return true;
    }
    return false;
}

/* A member without a name, which clang shows where it is inside of another one. */
static bool is_nameless(CXCursor c)
{
    return tree_kind(c) == CXCursor_MemberRefExpr &&
           clang_Cursor_isAnonymousRecordDecl(clang_getTypeDeclaration(clang_getCursorType(c)));
}

static CXCursor named_outside(CXCursor member)
{
    do
        member = tree_child(member, 0);
    while (is_nameless(member));
    return member;
}

static model_place member(translation *t, CXCursor c)
{
    CXCursor inner = named_outside(c);
    CXType of = clang_getCanonicalType(clang_getCursorType(inner));
    const char *name = tree_name(t, c);
    model_place p, r;

    if (of.kind == CXType_Pointer)
        p = place_behind(t, base_value(t, inner), c);
    else
        p = place_of(t, inner);
    if (p.type->kind != TYPE_STRUCT)
        tree_refuse(t, c, "the member %s of %s is not translated", name, p.type->name);
    if (!find_member(t, &p, name, &r))
        tree_refuse(t, c, "there is no member %s", name);
    r.atomic = type_is_atomic(clang_getCursorType(clang_getCursorReferenced(c)));
    return r;
}

/* Anonymous: a kept index, in bounds. */
static const char *index_text(translation *t, CXCursor c, u32 n)
{
    value i = number_settle(t, expression_value(t, c));

    if (i.constant && (i.low < 0 || i.low >= n)) {
        node_assert(t, "out-of-bounds", "false");
        return "0";
    }
    if (i.high || i.low < 0 || i.top >= n) {
        if (!i.plain)
            i = number_keep(t, i);
        if (i.high)
            node_assert(t, "out-of-bounds", "%s == 0 && %s >= 0 && %s < %u", i.high, i.text, i.text,
                        n);
        else
            node_assert(t, "out-of-bounds", "%s >= 0 && %s < %u", i.text, i.text, n);
    }
    return i.text;
}

static model_place subscript(translation *t, CXCursor c)
{
    CXCursor given, base, index;
    model_place p, r;
    value pointer;

    tree_subscript(c, &given, &index);
    base = tree_strip_casts(given);
    if (clang_getCanonicalType(clang_getCursorType(base)).kind != CXType_ConstantArray) {
        pointer = number_settle(t, expression_value(t, given));
        pointer = place_move(t, pointer, number_settle(t, expression_value(t, index)), false, c);
        return place_behind(t, pointer, c);
    }
    p = place_of(t, base);
    r = p;
    r.type = p.type->to;
    r.whole = false;
    r.offset = add_texts(t, p.offset,
                         place_times(t, index_text(t, index, p.type->n), type_elements(r.type)));
    r.atomic = type_is_atomic(clang_getCursorType(c));
    return r;
}

static bool is_fresh(translation *t, CXCursor c)
{
    model_variable *v;

    c = tree_strip_casts(c);
    v = tree_kind(c) == CXCursor_DeclRefExpr ? scan_variable(t, c) : NULL;
    for (u32 i = 0; v && i < t->fresh.n && !memory_overtakes(t); i++)
        if (t->fresh.at[i] == v)
            return true;
    return false;
}

/* The pointer in `*p`, `p->x`, `p[i]` and `i[p]`; a null cursor where there is none. */
static CXCursor followed(CXCursor at)
{
    CXCursor base, index;

    if (tree_null(at))
        return at;
    if (tree_kind(at) != CXCursor_ArraySubscriptExpr)
        return tree_child(at, 0);
    tree_subscript(at, &base, &index);
    return base;
}

model_place place_behind(translation *t, value pointer, CXCursor at)
{
    model_type *to = pointer.type->to;
    model_place p = {.type = to, .shared = !t->alone};
    CXCursor inner = followed(at);

    if (to->kind == TYPE_VOID || to->kind == TYPE_BAD || to->kind == TYPE_FUNCTION)
        tree_refuse(t, at, "an access to %s through a pointer is not translated", to->name);
    p.store = type_store(t, to);
    if (pointer.constant && pointer.low) { /* the address of a variable */
        p.offset = pointer.text;
        p.shadow = p.store->shadowed ? "" : NULL;
        return p;
    }
    if (pointer.constant) {
        node_assert(t, "null-pointer", "false");
        pointer.text = "0";
    } else {
        pointer = number_settle(t, pointer);
        if (!pointer.plain)
            pointer = number_keep(t, pointer);
        if (pointer.low <= 0)
            known_assert(t, pointer.text);
    }
    p.offset = pointer.text;
    p.lives = p.store->dynamic ? tr_text(t, "%s_valid[@]", p.store->name) : NULL;
    p.shadow = p.store->shadowed ? "" : NULL;
    p.atomic =
        !tree_null(inner) &&
        type_is_atomic(clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(inner))));
    if (!tree_null(inner) && is_fresh(t, inner)) {
        p.shared = false;
    } else if (checked(p.store) && !(MUTANT(PROMELA_VALID) && p.store->dynamic)) {
        p.checks = tr_text(t, "%s_valid[%s]", p.store->name, pointer.text);
        p.kind = p.store->dynamic ? "use-after-free" : "out-of-bounds";
    }
    return p;
}

bool place_is_lvalue(CXCursor c)
{
    c = tree_strip(c);
    switch (tree_kind(c)) {
    case CXCursor_DeclRefExpr:
        return tree_kind(clang_getCursorReferenced(c)) == CXCursor_VarDecl ||
               tree_kind(clang_getCursorReferenced(c)) == CXCursor_ParmDecl;
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
        return true;
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Deref;
    default:
        return false;
    }
}

model_place place_of(translation *t, CXCursor c)
{
    model_variable *v;

    c = tree_strip(c);
    if (scan_is_errno(t, c))
        return place_variable(t, scan_errno(t), c);
    switch (tree_kind(c)) {
    case CXCursor_DeclRefExpr:
        v = scan_variable(t, c);
        if (!v)
            tree_refuse(t, c, "%s has no definition in these files", tree_name(t, c));
        return place_variable(t, v, c);
    case CXCursor_StringLiteral: /* the base of a subscript */
        v = scan_string(t, c);
        if (!v)
            break;
        return place_variable(t, v, c);
    case CXCursor_MemberRefExpr:
        return member(t, c);
    case CXCursor_CallExpr: /* of a member of its result */
        return call_place(t, c);
    case CXCursor_ArraySubscriptExpr:
        return subscript(t, c);
    case CXCursor_UnaryOperator:
        if (clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Deref) {
            CXCursor inner = tree_strip_casts(tree_child(c, 0));

            if (tree_kind(inner) == CXCursor_UnaryOperator &&
                clang_getCursorUnaryOperatorKind(inner) == CXUnaryOperator_AddrOf)
                return place_of(t, tree_child(inner, 0));
            return place_behind(t, base_value(t, tree_child(c, 0)), c);
        }
        break;
    default:
        break;
    }
    tree_refuse(t, c, "this kind of object is not translated: %s", tree_source(t, c));
}

model_place place_argument(translation *t, CXCursor argument)
{
    CXCursor c = tree_strip_casts(argument);
    value pointer;
    model_place p;

    if (tree_kind(c) == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf)
        return place_of(t, tree_child(c, 0));
    pointer = place_is_lvalue(c) ? base_value(t, c) : expression_value(t, c);
    p = place_behind(t, pointer, clang_getNullCursor());
    if (is_fresh(t, c)) {
        p.shared = false;
        p.checks = NULL;
    }
    return p;
}

value place_address(translation *t, const model_place *p, model_type *of, CXCursor at)
{
    value v;

    if (!p->store)
        tree_refuse(t, at, "the address of this object is not translated: %s", tree_source(t, at));
    if (place_fixed(p->offset))
        return number_constant(t, of, atoi(p->offset));
    v = number_text(t, of, is_whole(p->offset) ? p->offset : tr_text(t, "(%s)", p->offset));
    v.low = 1;
    if (p->checks)
        node_assert(t, p->kind, "%s", p->checks);
    return v;
}
