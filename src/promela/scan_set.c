/* Which variables may be read before they were set: those have a shadow in the model, a flag that
 * a store sets and a load asks for.  The analysis follows the structure of the code and takes a
 * variable for unset where it does not know. */
#include "base/mutant.h"
#include "promela/place.h"
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

typedef struct tracking {
    translation *t;
    model_variable *v;
    bool at_switch; /* set where the innermost switch begins */
    bool early;     /* read where it may be unset */
} tracking;

static bool track(tracking *k, CXCursor c, bool set);

static bool is_it(tracking *k, CXCursor c)
{
    c = tree_strip(c);
    return tree_kind(c) == CXCursor_DeclRefExpr && scan_variable(k->t, c) == k->v;
}

static bool track_children(tracking *k, CXCursor c, bool set)
{
    cursors list = {0};

    tree_children(c, &list);
    for (u32 i = 0; i < list.n; i++)
        set = track(k, list.at[i], set);
    vec_free(&list);
    return set;
}

static bool track_binary(tracking *k, CXCursor c, bool set)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
    CXCursor left = tree_child(c, 0), right = tree_child(c, 1);

    if (op == CXBinaryOperator_Assign && is_it(k, left)) {
        track(k, right, set);
        return true;
    }
    if (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr) {
        set = track(k, left, set);
        track(k, right, set);
        return set;
    }
    return track_children(k, c, set);
}

static bool track_if(tracking *k, CXCursor c, bool set)
{
    cursors list = {0};
    bool yes, no;

    tree_children(c, &list);
    set = track(k, list.at[0], set);
    yes = track(k, list.at[1], set);
    no = list.n > 2 ? track(k, list.at[2], set) : set;
    vec_free(&list);
    return yes && no;
}

static bool track_for(tracking *k, CXCursor c, bool set)
{
    CXCursor part[4];
    bool inside;

    tree_for(k->t, c, part);
    if (!tree_null(part[0]))
        set = track(k, part[0], set);
    if (!tree_null(part[1]))
        set = track(k, part[1], set);
    inside = track(k, part[3], set);
    if (!tree_null(part[2]))
        track(k, part[2], inside && set);
    return set;
}

static bool track_switch(tracking *k, CXCursor c, bool set)
{
    bool outer = k->at_switch;

    set = track(k, tree_child(c, 0), set);
    k->at_switch = set;
    track(k, tree_child(c, 1), set);
    k->at_switch = outer;
    return set;
}

static bool track(tracking *k, CXCursor c, bool set)
{
    if (tree_is_short_conditional(c)) {
        set = track(k, tree_child(c, 0), set);
        track(k, tree_child(c, 3), set);
        return set;
    }
    switch (tree_kind(c)) {
    case CXCursor_DeclRefExpr:
        if (!set && scan_variable(k->t, c) == k->v)
            k->early = true;
        return set;
    case CXCursor_UnaryExpr:
        return set;
    case CXCursor_UnaryOperator:
        if (clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf &&
            is_it(k, tree_child(c, 0)))
            return true; /* a library function sets it */
        return track_children(k, c, set);
    case CXCursor_BinaryOperator:
        return track_binary(k, c, set);
    case CXCursor_ConditionalOperator:
    case CXCursor_IfStmt:
        return track_if(k, c, set);
    case CXCursor_WhileStmt:
        set = track(k, tree_child(c, 0), set);
        track(k, tree_child(c, 1), set);
        return set;
    case CXCursor_DoStmt:
        track_children(k, c, set);
        return set;
    case CXCursor_ForStmt:
        return track_for(k, c, set);
    case CXCursor_SwitchStmt:
        return track_switch(k, c, set);
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        return track_children(k, c, k->at_switch);
    case CXCursor_LabelStmt:
        track_children(k, c, false);
        return false;
    case CXCursor_ReturnStmt:
        track_children(k, c, set);
        return true;
    case CXCursor_VarDecl:
        if (clang_equalCursors(c, k->v->decl))
            return k->v->has_init;
        return track_children(k, c, set);
    default:
        return track_children(k, c, set);
    }
}

static void shadow_fields(model_type *of)
{
    of = type_element(of);
    if (of->kind != TYPE_STRUCT)
        return;
    for (u32 i = 0; i < of->record->fields.n; i++) {
        field *f = &of->record->fields.at[i];

        f->shadowed = true;
        if (f->taken && type_element(f->type)->store)
            type_element(f->type)->store->shadowed = true;
        shadow_fields(f->type);
    }
}

static void mark_unset(translation *t, model_variable *v)
{
    model_type *of = type_element(v->type);

    if (type_is_sync(of))
        return;
    if (of->kind == TYPE_STRUCT) {
        shadow_fields(of);
        return;
    }
    v->shadowed = true;
    if (v->taken)
        type_store(t, of)->shadowed = true;
}

void scan_unset(translation *t, function *f)
{
    for (u32 i = 0; i < f->locals.n; i++) {
        tracking k = {.t = t, .v = f->locals.at[i]};

        if (k.v->type->kind == TYPE_BAD)
            continue;
        if (k.v->taken && k.v->has_init)
            continue;
        if (!k.v->taken)
            track(&k, f->decl, false);
        if ((k.early || k.v->taken) && !MUTANT(PROMELA_UNSET))
            mark_unset(t, k.v);
    }
}

static bool mentions(CXCursor c, void *with)
{
    tracking *k = with;

    return tree_kind(c) == CXCursor_DeclRefExpr && scan_variable(k->t, c) == k->v;
}

/* `v->field = ...` with nothing of v on the right: the field's number, or -1. */
static int sets_field(tracking *k, record *r, CXCursor c)
{
    CXCursor left, right;

    c = tree_strip(c);
    if (tree_kind(c) != CXCursor_BinaryOperator ||
        clang_getCursorBinaryOperatorKind(c) != CXBinaryOperator_Assign)
        return -1;
    left = tree_strip(tree_child(c, 0));
    right = tree_child(c, 1);
    if (tree_kind(left) != CXCursor_MemberRefExpr || tree_any(right, mentions, k) ||
        !is_it(k, tree_strip_casts(tree_child(left, 0))))
        return -1;
    for (u32 i = 0; i < r->fields.n; i++)
        if (!strcmp(r->fields.at[i].c_name, tree_name(k->t, left)))
            return (int)i;
    return -1;
}

static bool follows(CXCursor c, void *with)
{
    (void)with;
    return tree_kind(c) == CXCursor_CallExpr ||
           (place_is_lvalue(c) && tree_kind(c) != CXCursor_DeclRefExpr);
}

/* `if (!v) ...` and its like, which do nothing with v but look whether it is null. */
static bool is_null_test(tracking *k, CXCursor c)
{
    cursors list = {0};
    bool ends = tree_kind(c) == CXCursor_IfStmt;

    if (ends)
        tree_children(c, &list);
    ends = ends && tree_any(list.at[0], mentions, k) && !tree_any(list.at[0], follows, k);
    for (u32 i = 1; i < list.n; i++)
        ends = ends && !tree_any(list.at[i], mentions, k);
    vec_free(&list);
    return ends;
}

/* The fields that no statement sets in the sequence that begins at list[from]. */
static void check_following(tracking *k, model_type *of, cursors *list, u32 from)
{
    u64 set = 0;

    if (of->kind != TYPE_STRUCT) {
        type_store(k->t, of)->shadowed = true;
        return;
    }
    for (u32 i = from; k->v->owner && i < list->n; i++) { /* what is global others follow at once */
        int n = sets_field(k, of->record, list->at[i]);

        if (n < 0 && !is_null_test(k, list->at[i]))
            break;
        if (n >= 0 && n < 64)
            set |= (u64)1 << n;
    }
    for (u32 i = 0; i < of->record->fields.n; i++) {
        field *f = &of->record->fields.at[i];

        if (i < 64 && set >> i & 1)
            continue;
        f->shadowed = true;
        if (f->taken)
            type_store(k->t, f->type)->shadowed = true;
        shadow_fields(f->type);
    }
}

/* The variable that a statement sets to new memory, and the call; NULL: it does not. */
static model_variable *allocates(translation *t, CXCursor c, CXCursor *call)
{
    c = tree_strip(c);
    if (tree_kind(c) == CXCursor_DeclStmt && tree_count(c) == 1) {
        CXCursor decl = tree_child(c, 0), init = clang_Cursor_getVarDeclInitializer(decl);

        if (tree_kind(decl) == CXCursor_VarDecl && !tree_null(init) &&
            scan_is_allocation(t, init, call))
            for (u32 i = 0; i < t->variables.n; i++)
                if (clang_equalCursors(t->variables.at[i]->decl, decl))
                    return t->variables.at[i];
        return NULL;
    }
    if (tree_kind(c) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign &&
        tree_kind(tree_strip(tree_child(c, 0))) == CXCursor_DeclRefExpr &&
        scan_is_allocation(t, tree_child(c, 1), call))
        return scan_variable(t, tree_strip(tree_child(c, 0)));
    return NULL;
}

typedef struct heap_scan {
    translation *t;
    cursors known; /* calls whose memory was looked after */
} heap_scan;

static bool visit_blocks(CXCursor c, void *with)
{
    heap_scan *h = with;
    cursors list = {0};

    if (tree_kind(c) != CXCursor_CompoundStmt)
        return false;
    tree_children(c, &list);
    for (u32 i = 0; i < list.n; i++) {
        CXCursor call;
        tracking k = {.t = h->t, .v = allocates(h->t, list.at[i], &call)};

        if (!k.v || k.v->type->kind != TYPE_POINTER || k.v->taken ||
            !strcmp(scan_called(h->t, call), "realloc"))
            continue;
        if (!strcmp(scan_called(h->t, call), "malloc"))
            check_following(&k, type_element(k.v->type->to), &list, i + 1);
        vec_push(&h->known, call);
    }
    vec_free(&list);
    return false;
}

static bool visit_others(CXCursor c, void *with)
{
    heap_scan *h = with;
    CXCursor call;
    model_type *of;

    if ((tree_kind(c) != CXCursor_UnexposedExpr && tree_kind(c) != CXCursor_CStyleCastExpr) ||
        !scan_is_allocation(h->t, c, &call) || !strcmp(scan_called(h->t, call), "calloc"))
        return false;
    for (u32 i = 0; i < h->known.n; i++)
        if (clang_equalCursors(h->known.at[i], call))
            return false;
    of = type_of_cursor(h->t, c);
    if (of->kind == TYPE_POINTER && of->to->kind != TYPE_VOID && of->to->kind != TYPE_BAD) {
        if (type_element(of->to)->kind == TYPE_STRUCT)
            shadow_fields(of->to);
        else
            type_store(h->t, of->to)->shadowed = true;
    }
    return false;
}

void scan_unset_heap(translation *t, function *f)
{
    heap_scan h = {.t = t};

    tree_any(f->decl, visit_blocks, &h);
    tree_any(f->decl, visit_others, &h);
    vec_free(&h.known);
}
