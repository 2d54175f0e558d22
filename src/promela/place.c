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

static bool is_number(const char *s)
{
    return *s && strspn(s, "0123456789") == strlen(s);
}

static const char *add_texts(translation *t, const char *a, const char *b)
{
    if (!a || !strcmp(a, "0"))
        return b;
    if (!strcmp(b, "0"))
        return a;
    if (is_number(a) && is_number(b))
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
    if (is_number(a))
        return tr_text(t, "%ld", atol(a) * (long)n);
    return tr_text(t, is_whole(a) ? "%s * %u" : "(%s) * %u", a, n);
}

static bool checked(const store *s)
{
    return s->dynamic || s->spans;
}

static bool shareable(translation *t, const variable *v)
{
    if (t->alone)
        return false;
    if (v->owner)
        return v->taken;
    return !clang_isConstQualifiedType(clang_getCursorType(v->decl));
}

place place_variable(translation *t, variable *v, CXCursor at)
{
    place p = {
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

const char *place_text(translation *t, const place *p)
{
    if (p->store)
        return tr_text(t, "%s_mem[%s]", p->store->name, p->offset);
    return p->offset ? tr_text(t, "%s[%s]", p->base, p->offset) : p->base;
}

static const char *shadow_text(translation *t, const place *p)
{
    if (!p->shadow)
        return NULL;
    if (p->store)
        return tr_text(t, "%s_set[%s]", p->store->name, p->offset);
    return p->offset ? tr_text(t, "%s[%s]", p->shadow, p->offset) : p->shadow;
}

static void enter_member(translation *t, const place *p, u32 n, place *r)
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

place place_field(translation *t, const place *p, u32 n)
{
    field *f = &p->type->record->fields.at[n];
    const char *base = place_text(t, p);
    place r = *p;

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

/* ---- bit-fields ---- */

value place_fit(translation *t, const place *p, value v)
{
    u32 n = p->bits ? p->bits->bits : 0;
    bool sign = p->type->kind == TYPE_INT && p->type->sign;
    i128 low = n && sign ? -((i128)1 << (n - 1)) : 0, top = n ? ((i128)1 << (n - sign)) - 1 : 0;
    const char *kept;

    if (!n || p->type->kind == TYPE_BOOL || (v.low >= low && v.top <= top) ||
        (n == 32 && !type_is_wide(p->type)))
        return v;
    v = number_settle(t, v);
    kept = n == 32 ? v.text
           : sign  ? tr_text(t, "((((%s) & %u) ^ %u) - %u)", v.text, (1u << n) - 1, 1u << (n - 1),
                             1u << (n - 1))
                   : tr_text(t, "((%s) & %u)", v.text, (1u << n) - 1);
    v = number_text(t, p->type, kept);
    if (type_is_wide(p->type) && !sign)
        v.high = "0";
    v.low = low;
    v.top = top;
    return v;
}

/* The neighbours of a bit-field, and what says that they are set. */
static void neighbours(translation *t, const place *p, texts *out)
{
    for (u32 i = 0; i < p->unit->fields.n; i++) {
        const field *f = &p->unit->fields.at[i];

        if (!f->bits || f == p->bits || f->unit != p->bits->unit)
            continue;
        vec_push(out, tr_text(t, "%s.%s", p->whole_text, f->name));
        if (f->shadowed)
            vec_push(out, tr_text(t, "%s.%s_set", p->whole_text, f->name));
    }
}

/* As compilers do it: the number that they lie in is loaded, and stored with the new bits. */
static void store_among(translation *t, const place *p, value v, const texts *others)
{
    place alone = *p;
    node *before;
    VEC(value) kept = {0};

    v = number_stable(t, v);
    before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
    if (p->checks)
        node_assert(t, p->kind, "%s", p->checks);
    for (u32 i = 0; i < others->n; i++) {
        vec_push(&kept, number_room(t, type_int(t, 32, true)));
        node_emit(t, i == 0, "%s = %s", kept.at[i].text, others->at[i]);
    }
    node_leave(t, before);
    before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
    alone.bits = NULL;
    place_store(t, &alone, v);
    for (u32 i = 0; i < others->n; i++)
        node_emit(t, 0, "%s = %s", others->at[i], kept.at[i].text);
    node_leave(t, before);
    vec_free(&kept);
}

static void store_bits(translation *t, const place *p, value v)
{
    place alone = *p;
    texts others = {0};

    v = place_fit(t, p, v);
    alone.bits = NULL;
    if (memory_buffers(t, p))
        fail(EXIT_INPUT, "%s:%u: a bit-field that others see is not translated with --memory %s",
             t->file, t->line, memory_name(t));
    if (p->shared)
        neighbours(t, p, &others);
    if (others.n && !t->o->statement_atomic && !MUTANT(PROMELA_BITS))
        store_among(t, p, v, &others);
    else
        place_store(t, &alone, v);
    vec_free(&others);
}

place place_element(translation *t, const place *p, u32 n)
{
    place r = *p;

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
    variable *v = tree_kind(inner) == CXCursor_DeclRefExpr ? scan_variable(t, inner) : NULL;
    place p;

    if (!v || v->type != type_of_cursor(t, c))
        return expression_value(t, c);
    p = place_variable(t, v, inner);
    return place_load(t, &p);
}

/* Members of a member without a name are found as if they were the struct's own. */
static bool find_member(translation *t, const place *p, const char *name, place *out)
{
    for (u32 i = 0; i < p->type->record->fields.n; i++) {
        const field *f = &p->type->record->fields.at[i];
        place inner;

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

static place member(translation *t, CXCursor c)
{
    CXCursor inner = tree_child(c, 0);
    CXType of = clang_getCanonicalType(clang_getCursorType(inner));
    const char *name = tree_name(t, c);
    place p, r;

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

static place subscript(translation *t, CXCursor c)
{
    CXCursor base = tree_strip_casts(tree_child(c, 0)), index = tree_child(c, 1);
    place p, r;
    value pointer;

    if (clang_getCanonicalType(clang_getCursorType(base)).kind != CXType_ConstantArray) {
        pointer = number_settle(t, expression_value(t, tree_child(c, 0)));
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
    variable *v;

    c = tree_strip_casts(c);
    v = tree_kind(c) == CXCursor_DeclRefExpr ? scan_variable(t, c) : NULL;
    for (u32 i = 0; v && i < t->fresh.n && !memory_overtakes(t); i++)
        if (t->fresh.at[i] == v)
            return true;
    return false;
}

place place_behind(translation *t, value pointer, CXCursor at)
{
    type *to = pointer.type->to;
    place p = {.type = to, .shared = !t->alone};
    CXCursor inner = tree_null(at) ? at : tree_child(at, 0);

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

place place_of(translation *t, CXCursor c)
{
    variable *v;

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

place place_argument(translation *t, CXCursor argument)
{
    CXCursor c = tree_strip_casts(argument);
    value pointer;
    place p;

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

static const char *with_shadow(translation *t, const place *p, const char *checks)
{
    const char *shadow = shadow_text(t, p);

    if (!shadow)
        return checks;
    if (memory_buffers(t, p))
        shadow = memory_read(t, place_text(t, p), "set", shadow);
    return checks ? tr_text(t, "%s\n%s", checks, shadow) : shadow; /* two assertions */
}

/* A member that was not the last to be written has no value that the model knows; zeros are those
 * of every member. */
static void assert_member(translation *t, const place *p, const char *error)
{
    node_assert(t, error, "%s == 0 || %s == %u", p->tag, p->tag, p->member);
}

/* The value and what says that it is there, at once. */
static value load_member(translation *t, const place *p)
{
    node *before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
    place inner = *p;
    value v;

    inner.tag = NULL;
    if (p->checks)
        node_assert(t, p->kind, "%s", p->checks);
    assert_member(t, p, "limit: a union that is read as another member");
    inner.checks = NULL;
    v = number_keep(t, place_load(t, &inner));
    node_leave(t, before);
    return v;
}

/* What is not the whole of its member needs the rest of it. */
static void store_member(translation *t, const place *p, value v)
{
    node *before;
    place inner = *p;

    v = number_settle(t, v);
    before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
    inner.tag = NULL;
    if (!p->whole)
        assert_member(t, p, "limit: a part of a union's member that is not there");
    place_store(t, &inner, v);
    node_emit(t, 0, "%s = %u", p->tag, p->member);
    node_leave(t, before);
}

enum { BEING_WRITTEN = 255 };

place place_begin_member(translation *t, const place *p)
{
    place inner = *p;

    node_emit(t, p->shared, "%s = %d", p->tag, (int)BEING_WRITTEN);
    inner.tag = NULL;
    return inner;
}

void place_end_member(translation *t, const place *p)
{
    node_emit(t, p->shared, "%s = %u", p->tag, p->member);
}

value place_load(translation *t, const place *p)
{
    const char *what = place_text(t, p);
    value v;

    if (!type_is_scalar(p->type))
        fail(EXIT_INPUT, "%s:%u: a value of the type %s is not translated here", t->file, t->line,
             p->type->name);
    if (p->tag)
        return load_member(t, p);
    v = number_text(t, p->type, type_is_wide(p->type) ? tr_text(t, "%s.lo", what) : what);
    if (type_is_wide(p->type))
        v.high = tr_text(t, "%s.hi", what);
    if (memory_buffers(t, p)) {
        v.text = memory_read(t, what, "value", v.text);
        v.high = v.high ? memory_read(t, what, "high", v.high) : NULL;
    }
    if (p->bits && t->claiming)
        fail(EXIT_INPUT,
             "heddle promela: a proposition reads the bit-field %s, whose neighbours the "
             "model sets one by one; heddle check takes it",
             p->bits->c_name);
    if (p->bits && p->type->kind == TYPE_INT && p->bits->bits < 32) {
        v.low = p->type->sign ? -((i128)1 << (p->bits->bits - 1)) : 0;
        v.top = ((i128)1 << (p->bits->bits - p->type->sign)) - 1;
    }
    v.visible = p->shared;
    v.plain = !p->store && !p->offset && !p->shared;
    v.global = v.plain && p->global;
    v.checks = p->checks;
    v.kind = p->kind;
    if (p->shadow && !p->shared) {
        if (p->checks)
            node_assert(t, p->kind, "%s", p->checks);
        node_assert(t, "uninitialised", "%s", shadow_text(t, p));
        v.checks = NULL;
    } else if (p->shadow) {
        v.kind = v.checks ? v.kind : "uninitialised";
        v.checks = with_shadow(t, p, v.checks);
    }
    return type_is_wide(p->type) && v.visible ? number_settle(t, v) : v;
}

static void emit_parts(translation *t, const place *p, const char *const *parts, u32 n)
{
    node *whole, *before;

    if (n == 1 && !p->checks) {
        node_emit(t, p->shared, "%s", parts[0]);
        return;
    }
    whole = node_add(t, NODE_ATOMIC, NULL);
    before = node_enter(t, whole);
    if (p->checks)
        node_assert(t, p->kind, "%s", p->checks);
    for (u32 i = 0; i < n; i++)
        node_emit(t, p->shared && i == 0, "%s", parts[i]);
    node_leave(t, before);
}

/* Constant objects lie together in their store. */
static void assert_writable(translation *t, const place *p)
{
    const store *s = p->store;

    if (!s || s->constants == s->constants_end || t->initialising)
        return;
    if (!is_number(p->offset))
        node_assert(t, "read-only", "%s < %u || %s >= %u", p->offset, s->constants, p->offset,
                    s->constants_end);
    else if (atol(p->offset) >= s->constants && atol(p->offset) < s->constants_end)
        node_assert(t, "read-only", "false");
}

static void write_words(translation *t, const place *p, value v)
{
    const char *what = place_text(t, p), *parts[3];
    place counted = *p;
    u32 n = 0;

    if (type_is_wide(p->type)) {
        parts[n++] = tr_text(t, "%s.lo = %s", what, v.text);
        parts[n++] = tr_text(t, "%s.hi = %s", what, number_high(t, v));
    } else {
        parts[n++] = tr_text(t, "%s = %s", what, v.text);
    }
    if (p->shadow)
        parts[n++] = tr_text(t, "%s = true", shadow_text(t, p));
    counted.shared |= v.visible; /* for the cost */
    emit_parts(t, &counted, parts, n);
}

/* To memory, or to the store buffer. */
static void write_value(translation *t, const place *p, value v)
{
    const char *what = place_text(t, p);

    known_changes(t, what);
    assert_writable(t, p);
    if (memory_buffers(t, p) && p->atomic) {
        memory_direct(t);
        place_store(t, p, v);
        memory_indirect(t);
    } else if (memory_buffers(t, p)) {
        memory_write(t, p, what, shadow_text(t, p), v, "true");
    } else {
        write_words(t, p, v);
    }
}

void place_store(translation *t, const place *p, value v)
{
    node *before;

    if (p->tag) {
        store_member(t, p, v);
        return;
    }
    if (p->bits) {
        store_bits(t, p, v);
        return;
    }
    if (v.visible && p->shared && !t->o->statement_atomic)
        v = number_settle(t, v);
    if (v.checks && v.visible) { /* the load and what it needs, with the store of a local */
        before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
        node_assert(t, v.kind, "%s", v.checks);
        write_value(t, p, v);
        node_leave(t, before);
        return;
    }
    if (v.checks)
        node_assert(t, v.kind, "%s", v.checks);
    write_value(t, p, v);
}

static void clear_part(translation *t, const place *p);
static void forget_part(translation *t, const place *p);

/* Applies a function to each part of an object that is a variable of the model. */
static void each_part(translation *t, const place *p,
                      void (*act)(translation *t, const place *part))
{
    place part;

    if (p->type->kind == TYPE_ARRAY) {
        for (u32 i = 0; i < p->type->n; i++) {
            part = place_element(t, p, i);
            each_part(t, &part, act);
        }
    } else if (p->type->kind == TYPE_STRUCT) {
        for (u32 i = 0; i < p->type->record->fields.n; i++) {
            if (p->type->record->fields.at[i].type->kind == TYPE_BAD)
                continue; /* its use is refused */
            part = place_field(t, p, i);
            part.tag = NULL;
            each_part(t, &part, act);
        }
        if (p->type->record->tag && (act == clear_part || act == forget_part))
            node_emit(t, 0, "%s.%s = 0", place_text(t, p), p->type->record->tag);
    } else {
        act(t, p);
    }
}

void place_set_mutex_type(translation *t, const place *p, int kind)
{
    node_emit(t, 0, "%s = %d", place_text(t, p), kind == 1 || kind == 2 ? kind << 8 : 0);
}

/* Zeros are a lock that is free, but no semaphore. */
void place_set_sync(translation *t, const place *p, bool made)
{
    static const char *const gone[] = {[TYPE_MUTEX] = "255",
                                       [TYPE_COND] = "-1",
                                       [TYPE_SEM] = "-1",
                                       [TYPE_RWLOCK] = "-100",
                                       [TYPE_BARRIER] = "0"};

    node_emit(t, 0, "%s%s = %s", place_text(t, p), p->type->kind == TYPE_BARRIER ? ".needed" : "",
              made && p->type->kind != TYPE_SEM ? "0" : gone[p->type->kind]);
}

static void clear_part(translation *t, const place *p)
{
    place quiet = *p;

    quiet.shared = false;
    quiet.checks = NULL;
    if (type_is_sync(p->type))
        place_set_sync(t, p, true);
    else
        place_store(t, &quiet, number_constant(t, p->type, 0));
}

void place_clear(translation *t, const place *p)
{
    each_part(t, p, clear_part);
}

static void forget_part(translation *t, const place *p)
{
    if (type_is_sync(p->type))
        place_set_sync(t, p, false);
    else if (p->shadow)
        node_emit(t, 0, "%s = false", shadow_text(t, p));
}

static void unset_part(translation *t, const place *p)
{
    if (!type_is_sync(p->type) && p->shadow)
        node_emit(t, 0, "%s = false", shadow_text(t, p));
}

void place_unset(translation *t, const place *p)
{
    each_part(t, p, unset_part);
}

static void add_leaf(translation *t, const place *p)
{
    const char *what = place_text(t, p), *shadow = shadow_text(t, p);

    if (!type_is_scalar(p->type))
        fail(EXIT_INPUT, "%s:%u: a copy of %s is not translated", t->file, t->line, p->type->name);
    if (type_is_wide(p->type)) {
        vec_push(t->leaves, tr_text(t, "%s.lo", what));
        vec_push(t->leaves, tr_text(t, "%s.hi", what));
    } else {
        vec_push(t->leaves, what);
    }
    if (shadow)
        vec_push(t->leaves, shadow);
}

void place_leaves(translation *t, const place *p, texts *out)
{
    t->leaves = out;
    if (p->type->kind == TYPE_STRUCT && p->type->record->tag)
        vec_push(out, tr_text(t, "%s.%s", place_text(t, p), p->type->record->tag));
    each_part(t, p, add_leaf);
}

void place_drop(translation *t, const place *p)
{
    each_part(t, p, memory_drop);
}

void place_forget(translation *t, const place *p)
{
    each_part(t, p, forget_part);
}

static void mark_part(translation *t, const place *p)
{
    if (p->type->kind == TYPE_SEM)
        place_set_sync(t, p, true);
    if (p->shadow && !type_is_sync(p->type))
        node_emit(t, 0, "%s = true", shadow_text(t, p));
}

void place_mark(translation *t, const place *p)
{
    each_part(t, p, mark_part);
}

static void copy_shadow(translation *t, const place *to, const place *from)
{
    if (to->shadow)
        node_emit(t, 0, "%s = %s", shadow_text(t, to),
                  from->shadow ? with_shadow(t, from, NULL) : "true");
}

/* What was never set may be copied, as long as nobody looks at it. */
static void copy_scalar(translation *t, const place *to, const place *from)
{
    place source = *from, target = *to;
    value v;

    if (type_is_sync(to->type))
        fail(EXIT_INPUT, "%s:%u: a copy of a lock is not translated", t->file, t->line);
    if (to->shadow && from->shadow) {
        source.shadow = target.shadow = NULL;
        v = place_load(t, &source);
        if (memory_buffers(t, to)) {
            v = number_settle(t, v);
            memory_write(t, to, place_text(t, to), shadow_text(t, to), v,
                         with_shadow(t, from, NULL));
        } else {
            place_store(t, &target, v);
            copy_shadow(t, to, from);
        }
        return;
    }
    v = place_load(t, &source);
    place_store(t, &target, v);
}

static void copy_tag(translation *t, const place *to, const place *from)
{
    type *byte = type_int(t, 8, false);
    place a = *to, b = *from;

    a.type = b.type = byte;
    a.base = tr_text(t, "%s.%s", place_text(t, to), to->type->record->tag);
    b.base = tr_text(t, "%s.%s", place_text(t, from), from->type->record->tag);
    a.store = b.store = NULL;
    a.offset = b.offset = a.shadow = b.shadow = NULL;
    place_store(t, &a, place_load(t, &b));
}

void place_copy(translation *t, const place *to, const place *from)
{
    place a, b;

    if (to->tag && to->whole && !type_is_scalar(to->type)) {
        a = place_begin_member(t, to);
        place_copy(t, &a, from);
        place_end_member(t, to);
        return;
    }
    if (to->type->kind == TYPE_STRUCT) {
        for (u32 i = 0; i < to->type->record->fields.n; i++) {
            if (to->type->record->fields.at[i].type->kind == TYPE_BAD)
                continue;
            a = place_field(t, to, i);
            b = place_field(t, from, i);
            if (to->type->record->tag)
                a.tag = b.tag = NULL;
            place_copy(t, &a, &b);
        }
        if (to->type->record->tag)
            copy_tag(t, to, from);
    } else if (to->type->kind == TYPE_ARRAY) {
        for (u32 i = 0; i < to->type->n; i++) {
            a = place_element(t, to, i);
            b = place_element(t, from, i);
            place_copy(t, &a, &b);
        }
    } else {
        copy_scalar(t, to, from);
    }
}

value place_address(translation *t, const place *p, type *of, CXCursor at)
{
    value v;

    if (!p->store)
        tree_refuse(t, at, "the address of this object is not translated: %s", tree_source(t, at));
    if (is_number(p->offset))
        return number_constant(t, of, atoi(p->offset));
    v = number_text(t, of, is_whole(p->offset) ? p->offset : tr_text(t, "(%s)", p->offset));
    v.low = 1;
    if (p->checks)
        node_assert(t, p->kind, "%s", p->checks);
    return v;
}
