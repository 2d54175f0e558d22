/* The arrays that pointers lead to: which objects live in them, and how large they are. */
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

/* What holds a struct whose fields have addresses is in a store itself. */
static bool pool_records(translation *t)
{
    bool changed = false;

    for (u32 i = 0; i < t->records.n; i++) {
        record *r = t->records.at[i];

        for (u32 k = 0; k < r->fields.n; k++) {
            field *f = &r->fields.at[k];
            model_type *of = type_element(f->type);

            if (!f->taken && of->kind == TYPE_STRUCT && of->record->pooled)
                f->taken = changed = true;
            if (f->taken && r->tag)
                tree_refuse(t, r->decl,
                            "the address of a part of %s, a member of a union, is not translated",
                            *f->c_name ? f->c_name : "a struct without a name");
            if (f->taken && !r->pooled)
                r->pooled = changed = true;
        }
    }
    return changed;
}

static void pool_variables(translation *t)
{
    for (u32 i = 0; i < t->variables.n; i++) {
        model_variable *v = t->variables.at[i];
        model_type *of = v->type ? type_element(v->type) : NULL;

        if (of && of->kind == TYPE_STRUCT && of->record->pooled)
            v->taken = true;
    }
}

/* Gives a static object its places; arrays have a gap behind. */
static u32 take_places(store *s, u32 n)
{
    u32 at = s->objects.n;

    for (u32 i = 0; i < n; i++)
        vec_push(&s->objects, at);
    if (n > 1 || s->spans)
        vec_push(&s->objects, 0u);
    return at;
}

/* The variables of main's outermost block live as long as the program. */
static void find_outer(translation *t)
{
    cursors list = {0};

    tree_children(scan_body(t->main), &list);
    for (u32 i = 0; i < list.n; i++)
        for (u32 k = 0; k < t->main->locals.n; k++) {
            CXCursor decl = t->main->locals.at[k]->decl;

            for (u32 n = 0;
                 tree_kind(list.at[i]) == CXCursor_DeclStmt && n < tree_count(list.at[i]); n++)
                if (clang_equalCursors(tree_child(list.at[i], n), decl))
                    t->main->locals.at[k]->outer = true;
        }
    vec_free(&list);
}

static bool in_use(translation *t, const model_variable *v)
{
    return v->type && (v->owner ? v->owner->reached : v->fixed) && v->type->kind != TYPE_BAD &&
           (!v->owner || v->owner == t->main || v->taken);
}

static bool is_constant(const model_variable *v)
{
    CXType of = clang_getCursorType(v->decl);

    while (of.kind == CXType_ConstantArray)
        of = clang_getArrayElementType(of);
    return v->constant || (!v->owner && clang_isConstQualifiedType(of));
}

/* Places for the variables that live as long as the program. */
static void give_places(translation *t, bool constant)
{
    for (u32 i = 0; i < t->variables.n; i++) {
        model_variable *v = t->variables.at[i];

        if (!in_use(t, v) || !v->taken || (v->owner && !v->outer) || is_constant(v) != constant)
            continue;
        v->fixed = true;
        v->constant = constant;
        v->place = take_places(type_store(t, v->type), type_elements(v->type));
    }
}

static void place_variables(translation *t)
{
    for (u32 i = 0; i < t->variables.n; i++) {
        model_variable *v = t->variables.at[i];

        if (!in_use(t, v) || !v->taken)
            continue;
        if (type_elements(v->type) > 1)
            type_store(t, v->type)->spans = true;
        if (v->owner && !v->outer) {
            type_store(t, v->type)->dynamic = true;
            v->owner->tidies = true;
        }
    }
    give_places(t, false);
    for (u32 i = 0; i < t->stores.n; i++)
        t->stores.at[i]->constants = t->stores.at[i]->objects.n;
    give_places(t, true);
    for (u32 i = 0; i < t->stores.n; i++)
        t->stores.at[i]->constants_end = t->stores.at[i]->objects.n;
}

/* The places of fields that live outside come behind all others of their type, once it is known how
 * many structs there are; false: of one that it depends on it is not known yet. */
static bool size_store(translation *t, store *s)
{
    for (u32 i = 0; i < t->records.n; i++) {
        record *r = t->records.at[i];

        for (u32 k = 0; k < r->fields.n; k++) {
            field *f = &r->fields.at[k];
            model_type of = {.kind = TYPE_STRUCT, .record = r};
            store *outer = NULL;

            if (!f->taken || f->base || type_element(f->type)->store != s)
                continue;
            for (u32 j = 0; j < t->stores.n; j++)
                if (t->stores.at[j]->type->kind == TYPE_STRUCT &&
                    t->stores.at[j]->type->record == of.record)
                    outer = t->stores.at[j];
            if (!outer)
                continue;
            if (!outer->size)
                return false;
            f->stride = type_elements(f->type) + (type_elements(f->type) > 1 || s->spans);
            f->base = s->objects.n;
            for (u32 n = 0; n < outer->size * f->stride; n++) {
                u32 start = f->base + n / f->stride * f->stride;

                vec_push(&s->objects, n % f->stride < type_elements(f->type) ? start : 0u);
            }
        }
    }
    s->statics = s->objects.n;
    s->size = s->statics + (s->dynamic ? t->o->heap : 0);
    if (s->size < STORE_LEAST)
        s->size = STORE_LEAST;
    return true;
}

static void make_field_stores(translation *t)
{
    for (u32 i = 0; i < t->records.n; i++)
        for (u32 k = 0; k < t->records.at[i]->fields.n; k++) {
            field *f = &t->records.at[i]->fields.at[k];

            if (f->taken && type_elements(f->type) > 1)
                type_store(t, f->type)->spans = true;
            else if (f->taken)
                type_store(t, f->type);
        }
}

/* Where most of the places of a store come from; main if that is no variable. */
static CXCursor largest_of(translation *t, const store *s)
{
    CXCursor at = t->main->decl;
    u32 most = 0;

    for (u32 i = 0; i < t->variables.n; i++) {
        model_variable *v = t->variables.at[i];

        if (v->taken && v->type && type_element(v->type)->store == s &&
            type_elements(v->type) > most) {
            most = type_elements(v->type);
            at = v->decl;
        }
    }
    return at;
}

void scan_size(translation *t)
{
    for (bool more = true; more;) {
        more = false;
        for (u32 i = 0; i < t->stores.n; i++) {
            store *s = t->stores.at[i];

            if (!s->size && size_store(t, s))
                more = true;
        }
    }
    for (u32 i = 0; i < t->stores.n; i++)
        if (t->stores.at[i]->size > 250)
            tree_refuse(t, largest_of(t, t->stores.at[i]),
                        "%u objects of the type %s have addresses; a model holds 250, lower --heap",
                        t->stores.at[i]->size, t->stores.at[i]->name);
}

void scan_place(translation *t)
{
    while (pool_records(t))
        continue;
    pool_variables(t);
    make_field_stores(t);
    find_outer(t);
    place_variables(t);
}
