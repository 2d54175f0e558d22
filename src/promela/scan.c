/* Finds the functions that main reaches, the variables they name, and of each whether its address
 * is used: such a variable lives in the array of its type, where pointers are indices.  A field
 * whose address is used lives outside of its struct, in the array of its own type. */
#include "promela/scan.h"
#include "promela/prelude.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

/* One of the library's functions, which take the places that their arguments point to. */
static bool scan_is_library(const char *name)
{
    static const char *const names[] = {
#define LIBRARY(name, kind, count) #name,
#include "promela/library.def"
    };

    for (u32 i = 0; i < LENGTH(names); i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

static bool external(CXCursor c)
{
    return clang_getCursorLinkage(c) == CXLinkage_External;
}

function *scan_named(translation *t, CXCursor reference)
{
    CXCursor decl = clang_getCursorReferenced(reference);
    CXCursor definition = tree_null(decl) ? decl : clang_getCursorDefinition(decl);

    if (tree_null(decl) || tree_kind(decl) != CXCursor_FunctionDecl)
        return NULL;
    for (u32 i = 0; i < t->functions.n; i++) {
        function *f = t->functions.at[i];

        if (clang_equalCursors(f->decl, definition))
            return f;
        if (tree_null(definition) && external(decl) && external(f->decl) &&
            !strcmp(f->c_name, tree_name(t, decl)))
            return f;
    }
    return NULL;
}

model_variable *scan_variable(translation *t, CXCursor reference)
{
    CXCursor decl = clang_getCanonicalCursor(clang_getCursorReferenced(reference));

    for (u32 i = 0; i < t->variables.n; i++)
        if (clang_equalCursors(clang_getCanonicalCursor(t->variables.at[i]->decl), decl))
            return t->variables.at[i];
    if (tree_kind(decl) != CXCursor_VarDecl || !external(decl))
        return NULL;
    for (u32 i = 0; i < t->globals.n; i++)
        if (external(t->globals.at[i]->decl) &&
            !strcmp(t->globals.at[i]->c_name, tree_name(t, decl)))
            return t->globals.at[i];
    return NULL;
}

function *scan_by_name(translation *t, const char *name)
{
    for (u32 i = 0; i < t->functions.n; i++)
        if (!strcmp(t->functions.at[i]->c_name, name))
            return t->functions.at[i];
    return NULL;
}

bool scan_is_text(translation *t, CXCursor argument)
{
    model_type *of = type_of_cursor(t, argument);

    return of->kind == TYPE_POINTER && of->to->kind == TYPE_INT && of->to->bits == 8 &&
           tree_kind(tree_strip_casts(argument)) != CXCursor_StringLiteral;
}

const char *scan_called(translation *t, CXCursor call)
{
    CXCursor callee = tree_strip_casts(tree_child(call, 0));

    if (tree_kind(callee) != CXCursor_DeclRefExpr ||
        tree_kind(clang_getCursorReferenced(callee)) != CXCursor_FunctionDecl)
        return "";
    return tree_name(t, callee);
}

function *scan_callee(translation *t, CXCursor call)
{
    CXCursor callee = tree_strip_casts(tree_child(call, 0));
    const char *name = scan_called(t, call);

    if (!strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error"))
        return NULL; /* an error even if the program brings its own, empty one */
    return tree_kind(callee) == CXCursor_DeclRefExpr ? scan_named(t, callee) : NULL;
}

bool scan_is_allocation(translation *t, CXCursor c, CXCursor *call)
{
    c = tree_strip(c);
    while (tree_kind(c) == CXCursor_CStyleCastExpr ||
           (tree_kind(c) == CXCursor_UnexposedExpr && tree_count(c) == 1)) {
        cursors list = {0};

        tree_children(c, &list);
        c = tree_strip(list.at[list.n - 1]);
        vec_free(&list);
    }
    *call = c;
    return tree_kind(c) == CXCursor_CallExpr && !scan_callee(t, c) &&
           (!strcmp(scan_called(t, c), "malloc") || !strcmp(scan_called(t, c), "calloc") ||
            !strcmp(scan_called(t, c), "realloc"));
}

static bool is_array(CXCursor c)
{
    return clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_ConstantArray;
}

static bool is_pointer(CXCursor c)
{
    return clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_Pointer;
}

static field *field_of(translation *t, CXCursor member)
{
    CXCursor decl = clang_getCursorReferenced(member), parent = clang_getCursorSemanticParent(decl);
    model_type *of = type_of(t, clang_getCursorType(parent));

    if (of->kind != TYPE_STRUCT)
        tree_refuse(t, member, "the member %s of %s is not translated", tree_name(t, member),
                    of->name);
    for (u32 i = 0; i < of->record->fields.n; i++)
        if (!strcmp(of->record->fields.at[i].c_name, tree_name(t, decl)))
            return &of->record->fields.at[i];
    return NULL;
}

static bool in_union(translation *t, CXCursor member)
{
    CXCursor parent = clang_getCursorSemanticParent(clang_getCursorReferenced(member));

    return type_of(t, clang_getCursorType(parent))->record->tag != NULL;
}

/* The address of this object is used. */
static void mark_taken(translation *t, CXCursor c)
{
    c = tree_strip(c);
    switch (tree_kind(c)) {
    case CXCursor_DeclRefExpr: {
        model_variable *v = scan_variable(t, c);

        if (v)
            v->taken = true;
        break;
    }
    case CXCursor_MemberRefExpr: {
        field *f = field_of(t, c);

        if (f && in_union(t, c))
            tree_refuse(t, c, "the address of %s, a member of a union, is not translated",
                        f->c_name);
        if (f)
            f->taken = true;
        break;
    }
    case CXCursor_ArraySubscriptExpr: {
        CXCursor base, index;

        tree_subscript(c, &base, &index);
        base = tree_strip_casts(base);
        if (is_array(base))
            mark_taken(t, base);
        break;
    }
    default:
        break;
    }
}

static bool is_address(CXCursor c)
{
    return tree_kind(c) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf;
}

static void scan_children(translation *t, function *f, CXCursor c, u32 from)
{
    cursors list = {0};

    tree_children(c, &list);
    for (u32 i = from; i < list.n; i++)
        scan_expression(t, f, list.at[i]);
    vec_free(&list);
}

/* Arguments of the library: where the function only works on what `&x` points to, the address goes
 * nowhere; nor does that of an array in memset and its like.  `direct` and `skipped` are sets of
 * arguments. */
static void scan_direct(translation *t, function *f, CXCursor call, u32 from, u32 direct,
                        u32 skipped)
{
    const char *name = from ? scan_called(t, call) : "";
    cursors list = {0};

    tree_children(call, &list);
    for (u32 i = from; i < list.n; i++) {
        CXCursor a = tree_strip_casts(list.at[i]);

        if (skipped >> i & 1)
            continue;
        if (is_address(a) && direct >> i & 1)
            a = tree_child(a, 0);
        else if (tree_kind(a) == CXCursor_StringLiteral && strncmp(name, "mem", 3))
            continue; /* to be printed */
        else if (!is_array(a) || strncmp(name, "mem", 3) || tree_kind(a) == CXCursor_StringLiteral)
            a = list.at[i];
        scan_expression(t, f, a);
    }
    vec_free(&list);
}

static void add_call(translation *t, function *from, function *to)
{
    to->called = true;
    vec_push(&from->calls, to);
    scan_reach(t, to);
}

bool scan_is_creation(translation *t, CXCursor call)
{
    const char *name = scan_called(t, call);

    return !strcmp(name, "pthread_create") || !strcmp(name, "thrd_create");
}

bool scan_runs_once(const char *name)
{
    return !strcmp(name, "pthread_once") || !strcmp(name, "call_once");
}

static u32 started_at(translation *t, CXCursor call)
{
    return strcmp(scan_called(t, call), "pthread_create") ? 2 : 3;
}

CXCursor scan_started(translation *t, CXCursor call)
{
    CXCursor start = tree_strip_casts(tree_child(call, started_at(t, call)));

    return is_address(start) ? tree_strip_casts(tree_child(start, 0)) : start;
}

/* Calls of the library that call back. */
static void scan_start(translation *t, function *f, CXCursor call)
{
    CXCursor start = scan_started(t, call);
    function *to = tree_kind(start) == CXCursor_DeclRefExpr ? scan_named(t, start) : NULL;

    if (!to)
        tree_refuse(t, call, "a thread that starts with a function that is not named here");
    if (scan_is_creation(t, call)) {
        t->threads = true;
        to->starts = true;
        scan_reach(t, to);
    } else {
        add_call(t, f, to);
    }
}

static bool scan_prints(const char *name)
{
    return strstr(name, "printf") || strstr(name, "puts") || !strcmp(name, "perror");
}

/* Threads have destructors to call. */
static void add_thread_end(translation *t)
{
    t->thread_end = scan_by_name(t, PRELUDE_KEYS);
    t->thread_end->called = true;
    scan_reach(t, t->thread_end);
}

static bool sets_mutex_type(translation *t, CXCursor call)
{
    const char *name = scan_called(t, call);
    i128 n;

    if (strcmp(name, "mtx_init"))
        return !strcmp(name, "pthread_mutexattr_settype");
    return !tree_constant(tree_child(call, 2), &n) || (n & 1);
}

/* A call through a pointer may reach every function whose address is used. */
static void scan_call(translation *t, function *f, CXCursor c)
{
    const char *name = scan_called(t, c);
    function *to = scan_callee(t, c);

    if (to) {
        add_call(t, f, to);
        if (!strcmp(to->c_name, "pthread_key_create"))
            add_thread_end(t);
        scan_children(t, f, c, 1);
    } else if (scan_is_creation(t, c) || scan_runs_once(name)) {
        scan_start(t, f, c);
        scan_direct(t, f, c, 1, 1 << 1, 1 << started_at(t, c));
    } else if (*name && scan_is_library(name)) {
        scan_direct(t, f, c, 1, strncmp(name, "__sync", 6) ? ~0u : 1 << 1, 0);
        for (u32 i = 1; i < tree_count(c); i++)
            if (scan_prints(name) && scan_is_text(t, tree_child(c, i)))
                add_call(t, f, scan_by_name(t, "strlen"));
        if (!strcmp(name, "exit") || strstr(name, "assume"))
            t->ends_early = true;
        if (!strcmp(name, "pthread_self") || !strcmp(name, "thrd_current"))
            t->knows_itself = true;
        if (sets_mutex_type(t, c))
            t->mutex_types = true;
    } else {
        if (f && !*name)
            f->indirect = true;
        scan_children(t, f, c, 0);
    }
}

static void scan_allocation(translation *t, CXCursor cast, CXCursor call)
{
    model_type *of = type_of_cursor(t, cast), *to = of->to;
    i128 size = 0;
    bool constant = tree_constant(tree_child(call, 1), &size);
    store *s;

    if (of->kind != TYPE_POINTER || to->kind == TYPE_VOID)
        tree_refuse(t, call,
                    "memory whose type is not known; convert what malloc returns to the "
                    "pointer type that is meant");
    if (to->kind == TYPE_BAD)
        tree_refuse(t, call, "memory for %s is not translated", to->name);
    s = type_store(t, to);
    s->dynamic = true;
    if (!constant || size != type_element(to)->bytes || strcmp(scan_called(t, call), "malloc"))
        s->spans = true;
}

model_variable *scan_string(translation *t, CXCursor literal)
{
    for (u32 i = 0; i < t->globals.n; i++)
        if (clang_equalCursors(t->globals.at[i]->decl, literal))
            return t->globals.at[i];
    return NULL;
}

/* A string whose address is used is a constant array. */
static void add_string(translation *t, CXCursor literal, CXCursor decayed)
{
    model_variable *v;

    if (scan_string(t, literal))
        return;
    v = scan_add_variable(t, literal, NULL);
    v->c_name = v->name = type_claim(t, "string", "v");
    v->type = type_of_cursor(t, literal);
    v->taken = v->fixed = v->constant = v->has_init = true;
    v->init = decayed; /* which libclang can evaluate */
    vec_push(&t->globals, v);
}

static void scan_decay(translation *t, CXCursor c)
{
    CXCursor inner = tree_strip(tree_child(c, 0));

    if (tree_kind(inner) == CXCursor_StringLiteral)
        add_string(t, inner, c);
    else
        mark_taken(t, inner);
}

static void mark_spans(translation *t, CXCursor pointer)
{
    model_type *of = type_of_cursor(t, pointer);

    if (of->kind == TYPE_POINTER && of->to->kind != TYPE_BAD && of->to->kind != TYPE_FUNCTION &&
        of->to->kind != TYPE_VOID)
        type_store(t, of->to)->spans = true;
}

static void scan_assigned(translation *t, CXCursor c)
{
    CXCursor to = tree_strip(tree_child(c, 0));
    model_variable *v = tree_kind(to) == CXCursor_DeclRefExpr ? scan_variable(t, to) : NULL;

    if (v)
        v->assigned = true;
}

bool scan_is_errno(translation *t, CXCursor c)
{
    CXCursor call;

    c = tree_strip(c);
    if (tree_kind(c) != CXCursor_UnaryOperator ||
        clang_getCursorUnaryOperatorKind(c) != CXUnaryOperator_Deref)
        return false;
    call = tree_strip_casts(tree_child(c, 0));
    return tree_kind(call) == CXCursor_CallExpr && !scan_callee(t, call) &&
           !strcmp(scan_called(t, call), "__errno_location");
}

model_variable *scan_errno(translation *t)
{
    for (u32 i = 0; i < t->globals.n; i++)
        if (!strcmp(t->globals.at[i]->c_name, PRELUDE_ERRNO))
            return t->globals.at[i];
    return NULL;
}

static void scan_unary(translation *t, function *f, CXCursor c)
{
    if (scan_is_errno(t, c)) {
        scan_errno(t)->fixed = true;
        return;
    }
    switch (clang_getCursorUnaryOperatorKind(c)) {
    case CXUnaryOperator_AddrOf:
        mark_taken(t, tree_child(c, 0));
        break;
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
        scan_assigned(t, c);
        if (is_pointer(c))
            mark_spans(t, c);
        break;
    default:
        break;
    }
    scan_children(t, f, c, 0);
}

static bool adds(enum CXBinaryOperatorKind k)
{
    return k == CXBinaryOperator_Add || k == CXBinaryOperator_Sub ||
           k == CXBinaryOperator_AddAssign || k == CXBinaryOperator_SubAssign;
}

static void scan_binary(translation *t, function *f, CXCursor c)
{
    enum CXBinaryOperatorKind k = clang_getCursorBinaryOperatorKind(c);
    CXCursor left = tree_child(c, 0), right = tree_child(c, 1);

    if (tree_assigns(c))
        scan_assigned(t, c);
    if (adds(k) && is_pointer(left))
        mark_spans(t, left);
    if (adds(k) && is_pointer(right))
        mark_spans(t, right);
    scan_children(t, f, c, 0);
}

static void scan_subscript(translation *t, function *f, CXCursor c)
{
    CXCursor given, base, index;

    tree_subscript(c, &given, &index);
    base = tree_strip_casts(given);
    if (tree_kind(base) == CXCursor_StringLiteral)
        add_string(t, base, given);
    else if (is_array(base))
        scan_expression(t, f, base);
    else {
        mark_spans(t, given);
        scan_expression(t, f, given);
    }
    scan_expression(t, f, index);
}

static void scan_name(translation *t, CXCursor c)
{
    function *f = scan_named(t, c);

    if (f) {
        if (!f->taken) {
            u32 n = 0;

            for (u32 i = 0; i < t->functions.n; i++)
                n += t->functions.at[i]->taken;
            f->number = n + 1;
        }
        f->taken = true;
        scan_reach(t, f);
        return;
    }
    if (tree_kind(clang_getCursorReferenced(c)) == CXCursor_VarDecl) {
        model_variable *v = scan_variable(t, c);

        if (v && !v->owner && !v->fixed) {
            v->fixed = true;
            if (v->has_init)
                scan_expression(t, NULL, v->init);
        }
    }
}

static bool is_atomic_builtin(translation *t, CXCursor c)
{
    return tree_count(c) > 1 && !tree_is_short_conditional(c) && strstr(tree_word(t, c), "atomic_");
}

static void scan_unexposed(translation *t, function *f, CXCursor c)
{
    if (is_atomic_builtin(t, c))
        scan_direct(t, f, c, 0, strstr(tree_word(t, c), "compare_exchange") ? 1 | 1 << 2 : 1, 0);
    else {
        if (tree_count(c) == 1 && is_pointer(c) && is_array(tree_child(c, 0)))
            scan_decay(t, c);
        scan_children(t, f, c, tree_is_short_conditional(c) ? 2 : 0);
    }
}

void scan_expression(translation *t, function *f, CXCursor c)
{
    CXCursor call;

    if ((tree_kind(c) == CXCursor_CStyleCastExpr || tree_kind(c) == CXCursor_UnexposedExpr) &&
        is_pointer(c) && scan_is_allocation(t, c, &call)) {
        model_type *of = type_of_cursor(t, c);

        if (of->to->kind != TYPE_VOID) {
            scan_allocation(t, c, call);
            scan_children(t, f, call, 1);
            return;
        }
    }
    switch (tree_kind(c)) {
    case CXCursor_CallExpr:
        scan_call(t, f, c);
        break;
    case CXCursor_UnaryOperator:
        scan_unary(t, f, c);
        break;
    case CXCursor_UnaryExpr: /* sizeof: not evaluated */
        break;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        scan_binary(t, f, c);
        break;
    case CXCursor_ArraySubscriptExpr:
        scan_subscript(t, f, c);
        break;
    case CXCursor_DeclRefExpr:
        scan_name(t, c);
        break;
    case CXCursor_UnexposedExpr:
        scan_unexposed(t, f, c);
        break;
    default:
        scan_children(t, f, c, 0);
        break;
    }
}
