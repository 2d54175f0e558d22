/* Initialisers, with designators and without inner braces. */
#include "promela/expression.h"

#include "base/mutant.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

/* The elements of a braced list, one by one. */
typedef struct initialiser {
    cursors list;
    u32 at;
} initialiser;

static void fill(translation *t, const model_place *p, initialiser *from, bool braced);

static bool designates(CXCursor c)
{
    CXCursor first = tree_child(c, 0);

    return tree_kind(c) == CXCursor_UnexposedExpr && tree_count(c) > 1 &&
           (tree_kind(first) == CXCursor_MemberRef || clang_getCursorType(c).kind == CXType_Void);
}

static void fill_one(translation *t, const model_place *p, CXCursor c, initialiser *rest)
{
    if (tree_kind(c) == CXCursor_InitListExpr || type_is_sync(p->type)) {
        expression_initialise(t, p, c);
        rest->at++;
    } else if (type_is_scalar(p->type)) {
        place_store(t, p, expression_as(t, c, p->type));
        rest->at++;
    } else if (p->type->kind == TYPE_ARRAY && tree_kind(tree_strip(c)) == CXCursor_StringLiteral) {
        expression_initialise(t, p, tree_strip(c));
        rest->at++;
    } else if (p->type->kind == TYPE_STRUCT && type_of_cursor(t, c) == p->type) {
        expression_copy(t, p, c);
        rest->at++;
    } else {
        fill(t, p, rest, false);
    }
}

/* Values without designators set the first member of a union alone. */
static u32 parts_of(const model_type *of)
{
    if (of->kind == TYPE_STRUCT && of->record->tag && !MUTANT(PROMELA_UNION_FIRST))
        return of->record->fields.n > 0;
    return of->kind == TYPE_ARRAY ? of->n : of->record->fields.n;
}

static model_place part_of(translation *t, const model_place *p, u32 n)
{
    return p->type->kind == TYPE_ARRAY ? place_element(t, p, n) : place_field(t, p, n);
}

/* The part of p that `.field` or `[n]` names. */
static u32 designated(translation *t, const model_place *p, CXCursor by)
{
    u32 n = UINT32_MAX;
    i128 index;

    if (p->type->kind == TYPE_STRUCT && tree_kind(by) == CXCursor_MemberRef) {
        for (u32 i = 0; i < p->type->record->fields.n; i++)
            if (!strcmp(p->type->record->fields.at[i].c_name, tree_name(t, by)) &&
                p->type->record->fields.at[i].type == type_of_cursor(t, by))
                n = i;
    } else if (p->type->kind == TYPE_ARRAY && tree_constant(by, &index) && index < p->type->n) {
        n = (u32)index;
    }
    if (n == UINT32_MAX)
        tree_refuse(t, by, "this designator is not translated: %s", tree_source(t, by));
    return n;
}

static bool is_variable(CXCursor c, void *with)
{
    (void)with;
    return tree_kind(c) == CXCursor_CallExpr || tree_kind(c) == CXCursor_StmtExpr ||
           (tree_kind(c) == CXCursor_DeclRefExpr &&
            tree_kind(clang_getCursorReferenced(c)) != CXCursor_EnumConstantDecl);
}

/* `[2 ... 4] = e`, where it does not matter that e is evaluated for each; returns the last part. */
static u32 fill_range(translation *t, const model_place *p, CXCursor c, const cursors *list)
{
    initialiser one = {0};
    u32 from, to;

    if (list->n != 3 || p->type->kind != TYPE_ARRAY)
        tree_refuse(t, c, "a range beside other designators is not translated: %s",
                    tree_source(t, c));
    if (tree_any(list->at[2], is_variable, NULL))
        tree_refuse(t, c, "a range whose value is not constant is not translated: %s",
                    tree_source(t, c));
    from = designated(t, p, list->at[0]);
    to = designated(t, p, list->at[1]);
    vec_push(&one.list, list->at[2]);
    for (u32 i = from; i <= to; i++) {
        model_place part = place_element(t, p, i);

        one.at = 0;
        fill_one(t, &part, list->at[2], &one);
    }
    vec_free(&one.list);
    return to;
}

/* Of the designators, not the value. */
static bool has_range(translation *t, const cursors *list)
{
    for (u32 i = 0; i + 2 < list->n; i++)
        if (tree_kind(list->at[i]) != CXCursor_MemberRef &&
            tree_kind(list->at[i + 1]) != CXCursor_MemberRef &&
            tree_is_range(t, list->at[i], list->at[i + 1]))
            return true;
    return false;
}

/* `.p[2].y = e`; returns which part of p it is in. */
static u32 fill_designated(translation *t, const model_place *p, CXCursor c,
                           const initialiser *from)
{
    initialiser one = {0};
    cursors list = {0};
    model_place part = *p;
    u32 first = 0;

    tree_children(c, &list);
    if (has_range(t, &list)) {
        first = fill_range(t, p, c, &list);
        vec_free(&list);
        return first;
    }
    if (list.n > 2 && from->at + 1 < from->list.n && !designates(from->list.at[from->at + 1]))
        tree_refuse(t, c, "a value without a designator behind %s is not translated",
                    tree_source(t, c));
    for (u32 i = 0; i + 1 < list.n; i++) {
        u32 n = designated(t, &part, list.at[i]);

        part = part_of(t, &part, n);
        first = i ? first : n;
        if (part.tag && i + 2 < list.n)
            tree_refuse(t, c, "this designator is not translated: %s", tree_source(t, c));
    }
    vec_push(&one.list, list.at[list.n - 1]);
    fill_one(t, &part, one.list.at[0], &one);
    vec_free(&one.list);
    vec_free(&list);
    return first;
}

static void fill(translation *t, const model_place *p, initialiser *from, bool braced)
{
    u32 n = parts_of(p->type), at = 0;

    while (from->at < from->list.n && (at < n || (braced && designates(from->list.at[from->at])))) {
        CXCursor c = from->list.at[from->at];

        if (designates(c)) {
            if (!braced)
                return;
            at = fill_designated(t, p, c, from);
            from->at++;
        } else {
            model_place part = part_of(t, p, at);

            fill_one(t, &part, c, from);
        }
        at++;
    }
}

/* The letters, and zeros behind them. */
static void fill_string(translation *t, const model_place *p, CXCursor literal)
{
    u32 length;
    const char *s = tree_string(t, literal, &length);

    if (MUTANT(PROMELA_STRING))
        length = (u32)strnlen(s, length);

    if (p->type->to->kind != TYPE_INT || p->type->to->bits != 8)
        tree_refuse(t, literal, "this initialiser is not translated: %s", tree_source(t, literal));
    for (u32 i = 0; i < p->type->n; i++) {
        model_place part = place_element(t, p, i);

        place_store(t, &part,
                    number_convert(t,
                                   number_constant(t, type_int(t, 8, true), i < length ? s[i] : 0),
                                   part.type));
    }
}

/* The first number in an initialiser that is not 0. */
static bool find_number(CXCursor c, void *with)
{
    i128 *n = with;

    return clang_isExpression(tree_kind(c)) && tree_constant(c, n) && *n != 0;
}

static void initialise_sync(translation *t, const model_place *p, CXCursor init)
{
    i128 n = 0;

    if (!tree_any(init, find_number, &n) || p->type->kind == TYPE_RWLOCK)
        place_set_sync(t, p, true);
    else if (p->type->kind == TYPE_MUTEX && t->mutex_types)
        place_set_mutex_type(t, p, (int)n);
    else
        tree_refuse(t, init, "a lock with attributes is not translated: %s", tree_source(t, init));
}

void expression_initialise(translation *t, const model_place *p, CXCursor init)
{
    initialiser from = {0};
    CXCursor given = init;

    if (type_is_sync(p->type)) {
        initialise_sync(t, p, init);
        return;
    }
    init = tree_strip(init);
    if (type_is_scalar(p->type)) {
        place_store(t, p, expression_as(t, init, p->type));
        return;
    }
    if (p->tag && p->whole) {
        model_place inner = place_begin_member(t, p);

        expression_initialise(t, &inner, given);
        place_end_member(t, p);
        return;
    }
    if (tree_kind(init) == CXCursor_InitListExpr && tree_count(init) == 1 &&
        p->type->kind == TYPE_ARRAY &&
        tree_kind(tree_strip(tree_child(init, 0))) == CXCursor_StringLiteral &&
        type_element(p->type)->bits == 8 && p->type->to->kind == TYPE_INT)
        given = init = tree_strip(tree_child(init, 0));
    if (p->type->kind == TYPE_ARRAY &&
        tree_kind(tree_strip_casts(init)) == CXCursor_StringLiteral) {
        fill_string(t, p, given);
        return;
    }
    if (tree_kind(init) != CXCursor_InitListExpr) {
        if (p->type->kind != TYPE_STRUCT)
            tree_refuse(t, init, "this initialiser is not translated: %s", tree_source(t, init));
        expression_copy(t, p, init);
        return;
    }
    place_clear(t, p);
    tree_children(init, &from.list);
    fill(t, p, &from, true);
    vec_free(&from.list);
}
