/* Finds the functions that main reaches, the variables they name, and of each whether its address
 * is used: such a variable lives in the array of its type, where pointers are indices.  A field
 * whose address is used lives outside of its struct, in the array of its own type. */
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

bool scan_is_library(const char *name)
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

variable *scan_variable(translation *t, CXCursor reference)
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
    type *of = type_of_cursor(t, argument);

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
           (!strcmp(scan_called(t, c), "malloc") || !strcmp(scan_called(t, c), "calloc"));
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
    type *of = type_of(t, clang_getCursorType(parent));

    if (of->kind != TYPE_STRUCT)
        tree_refuse(t, member, "the member %s of %s is not translated", tree_name(t, member),
                    of->name);
    for (u32 i = 0; i < of->record->fields.n; i++)
        if (!strcmp(of->record->fields.at[i].c_name, tree_name(t, decl)))
            return &of->record->fields.at[i];
    return NULL;
}

/* The address of this object is used. */
static void mark_taken(translation *t, CXCursor c)
{
    c = tree_strip(c);
    switch (tree_kind(c)) {
    case CXCursor_DeclRefExpr: {
        variable *v = scan_variable(t, c);

        if (v)
            v->taken = true;
        break;
    }
    case CXCursor_MemberRefExpr: {
        field *f = field_of(t, c);

        if (f)
            f->taken = true;
        break;
    }
    case CXCursor_ArraySubscriptExpr: {
        CXCursor base = tree_strip_casts(tree_child(c, 0));

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

static variable *add_variable(translation *t, CXCursor c, function *owner);
static void scan_expression(translation *t, function *f, CXCursor c);

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
        else if (!is_array(a) || strncmp(name, "mem", 3))
            a = list.at[i];
        scan_expression(t, f, a);
    }
    vec_free(&list);
}

static void reach(translation *t, function *f);

static void add_call(translation *t, function *from, function *to)
{
    to->called = true;
    vec_push(&from->calls, to);
    reach(t, to);
}

bool scan_is_creation(translation *t, CXCursor call)
{
    const char *name = scan_called(t, call);

    return !strcmp(name, "pthread_create") || !strcmp(name, "thrd_create");
}

static bool runs_once(const char *name)
{
    return !strcmp(name, "pthread_once") || !strcmp(name, "call_once");
}

CXCursor scan_started(translation *t, CXCursor call)
{
    u32 n = !strcmp(scan_called(t, call), "pthread_create") ? 3 : 2;
    CXCursor start = tree_strip_casts(tree_child(call, n));

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
        reach(t, to);
    } else {
        add_call(t, f, to);
    }
}

static bool scan_prints(const char *name)
{
    return strstr(name, "printf") || strstr(name, "puts") || !strcmp(name, "perror");
}

/* A call through a pointer may reach every function whose address is used. */
static void scan_call(translation *t, function *f, CXCursor c)
{
    const char *name = scan_called(t, c);
    function *to = scan_callee(t, c);

    if (to) {
        add_call(t, f, to);
        scan_children(t, f, c, 1);
    } else if (scan_is_creation(t, c) || runs_once(name)) {
        scan_start(t, f, c);
        scan_direct(t, f, c, 1, 1 << 1, scan_is_creation(t, c) ? 0 : 1 << 2);
    } else if (*name && scan_is_library(name)) {
        scan_direct(t, f, c, 1, strncmp(name, "__sync", 6) ? ~0u : 1 << 1, 0);
        for (u32 i = 1; i < tree_count(c); i++)
            if (scan_prints(name) && scan_is_text(t, tree_child(c, i)))
                add_call(t, f, scan_by_name(t, "strlen"));
        if (!strcmp(name, "exit") || strstr(name, "assume"))
            t->ends_early = true;
        if (!strcmp(name, "pthread_self") || !strcmp(name, "thrd_current"))
            t->knows_itself = true;
    } else {
        if (f && !*name)
            f->indirect = true;
        scan_children(t, f, c, 0);
    }
}

static void scan_allocation(translation *t, CXCursor cast, CXCursor call)
{
    type *of = type_of_cursor(t, cast), *to = of->to;
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
    if (!constant || size != type_element(to)->bytes || !strcmp(scan_called(t, call), "calloc"))
        s->spans = true;
}

variable *scan_string(translation *t, CXCursor literal)
{
    for (u32 i = 0; i < t->globals.n; i++)
        if (clang_equalCursors(t->globals.at[i]->decl, literal))
            return t->globals.at[i];
    return NULL;
}

/* A string whose address is used is a constant array. */
static void add_string(translation *t, CXCursor literal, CXCursor decayed)
{
    variable *v;

    if (scan_string(t, literal))
        return;
    v = add_variable(t, literal, NULL);
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
    type *of = type_of_cursor(t, pointer);

    if (of->kind == TYPE_POINTER && of->to->kind != TYPE_BAD && of->to->kind != TYPE_FUNCTION &&
        of->to->kind != TYPE_VOID)
        type_store(t, of->to)->spans = true;
}

static void scan_assigned(translation *t, CXCursor c)
{
    CXCursor to = tree_strip(tree_child(c, 0));
    variable *v = tree_kind(to) == CXCursor_DeclRefExpr ? scan_variable(t, to) : NULL;

    if (v)
        v->assigned = true;
}

static void scan_unary(translation *t, function *f, CXCursor c)
{
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

    if (k >= CXBinaryOperator_Assign && k <= CXBinaryOperator_OrAssign)
        scan_assigned(t, c);
    if (adds(k) && is_pointer(left))
        mark_spans(t, left);
    if (adds(k) && is_pointer(right))
        mark_spans(t, right);
    scan_children(t, f, c, 0);
}

static void scan_subscript(translation *t, function *f, CXCursor c)
{
    CXCursor base = tree_strip_casts(tree_child(c, 0));

    if (is_array(base))
        scan_expression(t, f, base);
    else {
        mark_spans(t, tree_child(c, 0));
        scan_expression(t, f, tree_child(c, 0));
    }
    scan_expression(t, f, tree_child(c, 1));
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
        reach(t, f);
        return;
    }
    if (tree_kind(clang_getCursorReferenced(c)) == CXCursor_VarDecl) {
        variable *v = scan_variable(t, c);

        if (v && !v->owner && !v->fixed) {
            v->fixed = true;
            if (v->has_init)
                scan_expression(t, NULL, v->init);
        }
    }
}

static bool is_atomic_builtin(translation *t, CXCursor c)
{
    return tree_count(c) > 1 && strstr(tree_word(t, c), "atomic_");
}

static void scan_unexposed(translation *t, function *f, CXCursor c)
{
    if (is_atomic_builtin(t, c))
        scan_direct(t, f, c, 0, strstr(tree_word(t, c), "compare_exchange") ? 1 | 1 << 2 : 1, 0);
    else {
        if (tree_count(c) == 1 && is_pointer(c) && is_array(tree_child(c, 0)))
            scan_decay(t, c);
        scan_children(t, f, c, 0);
    }
}

static void scan_expression(translation *t, function *f, CXCursor c)
{
    CXCursor call;

    if ((tree_kind(c) == CXCursor_CStyleCastExpr || tree_kind(c) == CXCursor_UnexposedExpr) &&
        is_pointer(c) && scan_is_allocation(t, c, &call)) {
        type *of = type_of_cursor(t, c);

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

static variable *add_variable(translation *t, CXCursor c, function *owner)
{
    variable *v = tr_alloc(t, sizeof *v);

    v->decl = c;
    v->c_name = tree_name(t, c);
    v->owner = owner;
    if (tree_kind(c) == CXCursor_VarDecl)
        v->init = clang_Cursor_getVarDeclInitializer(c);
    v->has_init = tree_kind(c) == CXCursor_VarDecl && !tree_null(v->init);
    v->threaded = tree_kind(c) == CXCursor_VarDecl && clang_getCursorTLSKind(c) != CXTLS_None;
    vec_push(&t->variables, v);
    return v;
}

typedef struct gathering {
    translation *t;
    function *f;
} gathering;

static bool is_static(CXCursor c)
{
    return clang_Cursor_getStorageClass(c) == CX_SC_Static;
}

/* Local variables, before anything refers to them. */
static bool gather_local(CXCursor c, void *with)
{
    gathering *g = with;
    variable *v;

    if (tree_kind(c) != CXCursor_VarDecl || clang_Cursor_getStorageClass(c) == CX_SC_Extern)
        return false;
    v = add_variable(g->t, c, g->f);
    if (is_static(c)) {
        v->owner = NULL;
        v->fixed = true;
        vec_push(&g->t->globals, v);
    } else {
        vec_push(&g->f->locals, v);
    }
    v->name = type_claim(g->t, v->c_name, g->f->c_name);
    v->type = type_of_cursor(g->t, c);
    return false;
}

static void gather_parameters(translation *t, function *f)
{
    int n = clang_Cursor_getNumArguments(f->decl);

    for (int i = 0; i < n; i++) {
        CXCursor c = clang_Cursor_getArgument(f->decl, (unsigned)i);
        variable *v = add_variable(t, c, f);

        if (!*v->c_name)
            v->c_name = "unnamed";
        v->type = type_of_cursor(t, c);
        v->name = type_claim(t, v->c_name, f->c_name);
        v->parameter = true;
        vec_push(&f->parameters, v);
    }
}

static bool gather_label(CXCursor c, void *with)
{
    gathering *g = with;

    if (tree_kind(c) == CXCursor_LabelStmt)
        vec_push(&g->f->labels,
                 (label){tree_name(g->t, c), type_claim(g->t, tree_name(g->t, c), g->f->c_name)});
    return false;
}

CXCursor scan_body(function *f)
{
    cursors list = {0};
    CXCursor body;

    tree_children(f->decl, &list);
    body = list.at[list.n - 1];
    vec_free(&list);
    return body;
}

static void reach(translation *t, function *f)
{
    gathering g = {t, f};

    if (f->reached)
        return;
    f->reached = true;
    if (clang_getCanonicalType(clang_getCursorType(f->decl)).kind == CXType_FunctionProto &&
        clang_isFunctionTypeVariadic(clang_getCursorType(f->decl)))
        tree_refuse(t, f->decl,
                    "%s takes a variable number of arguments; such functions are not translated",
                    f->c_name);
    f->result = type_of(t, clang_getCursorResultType(f->decl));
    f->name = f == t->main ? "main" : type_claim(t, f->c_name, "f");
    f->atomic = strncmp(f->c_name, "__VERIFIER_atomic_", 18) == 0;
    gather_parameters(t, f);
    tree_any(scan_body(f), gather_local, &g);
    tree_any(scan_body(f), gather_label, &g);
    scan_expression(t, f, scan_body(f));
}

/* Functions that run before or after main would be left out. */
static void refuse_hooks(translation *t, CXCursor c)
{
    const char *source = tree_in_system(c) ? "" : tree_source(t, c), *brace = strchr(source, '{'),
               *found = strstr(source, "structor");

    if (found && (!brace || found < brace))
        tree_refuse(t, c, "constructors and destructors are not translated");
}

static void gather_top(translation *t, CXCursor c)
{
    if (tree_kind(c) == CXCursor_FunctionDecl && clang_isCursorDefinition(c)) {
        function *f = tr_alloc(t, sizeof *f);

        refuse_hooks(t, c);
        f->decl = c;
        f->c_name = tree_name(t, c);
        vec_push(&t->functions, f);
        if (!strcmp(f->c_name, "main"))
            t->main = f;
    } else if (tree_kind(c) == CXCursor_VarDecl && !tree_in_system(c) &&
               clang_Cursor_getStorageClass(c) != CX_SC_Extern) {
        variable *known = scan_variable(t, c), *v;

        if (known && !known->has_init && !tree_null(clang_Cursor_getVarDeclInitializer(c))) {
            known->init = clang_Cursor_getVarDeclInitializer(c);
            known->has_init = true;
            known->decl = c;
        }
        if (known)
            return;
        v = add_variable(t, c, NULL);
        vec_push(&t->globals, v);
    }
}

static void gather(translation *t)
{
    for (u32 i = 0; i < t->units.n; i++) {
        cursors list = {0};

        tree_children(clang_getTranslationUnitCursor(t->units.at[i]), &list);
        for (u32 k = 0; k < list.n; k++)
            gather_top(t, list.at[k]);
        vec_free(&list);
    }
    if (!t->main)
        fail(EXIT_INPUT, "%s: there is no function 'main'; a model needs one, or --harness",
             t->o->files.at[0]);
    for (u32 i = 0; i < t->globals.n; i++) {
        t->globals.at[i]->name = type_claim(t, t->globals.at[i]->c_name, "v");
        t->globals.at[i]->type = type_of_cursor(t, t->globals.at[i]->decl);
    }
}

/* Does a call in `from`, or in what it calls, lead to `to`?  `visit` tells searches apart. */
static bool reaches(function *from, function *to, u32 visit)
{
    from->visit = visit;
    for (u32 i = 0; i < from->calls.n; i++) {
        function *f = from->calls.at[i];

        if (f == to || (f->visit != visit && reaches(f, to, visit)))
            return true;
    }
    return false;
}

static bool calls_create(CXCursor c, void *with)
{
    return tree_kind(c) == CXCursor_CallExpr && scan_is_creation(with, c);
}

static void find_creators(translation *t)
{
    bool more = true;

    for (u32 i = 0; i < t->functions.n; i++)
        t->functions.at[i]->creates =
            t->functions.at[i]->reached && tree_any(t->functions.at[i]->decl, calls_create, t);
    while (more) {
        more = false;
        for (u32 i = 0; i < t->functions.n; i++) {
            function *f = t->functions.at[i];

            for (u32 k = 0; k < f->calls.n && !f->creates; k++)
                more |= f->creates = f->calls.at[k]->creates;
        }
    }
}

bool scan_creates(translation *t, CXCursor call)
{
    function *f = scan_callee(t, call);

    if (f)
        return f->creates;
    if (*scan_called(t, call))
        return scan_is_creation(t, call) ||
               (runs_once(scan_called(t, call)) && scan_named(t, scan_started(t, call))->creates);
    for (u32 i = 0; i < t->functions.n; i++)
        if (t->functions.at[i]->taken && t->functions.at[i]->creates)
            return true;
    return false;
}

/* A call through a pointer is a call of each function whose address is used. */
static void add_indirect_calls(translation *t, function *f)
{
    for (u32 i = 0; f->indirect && i < t->functions.n; i++)
        if (t->functions.at[i]->taken && t->functions.at[i]->reached) {
            vec_push(&f->calls, t->functions.at[i]);
            t->functions.at[i]->called = true;
        }
}

static void find_processes(translation *t)
{
    for (u32 i = 0; i < t->functions.n; i++)
        add_indirect_calls(t, t->functions.at[i]);
    for (u32 i = 0; i < t->functions.n; i++) {
        function *f = t->functions.at[i];

        if (!f->reached)
            continue;
        f->process = f != t->main && f->called &&
                     (t->o->functions == PROMELA_PROCESSES || reaches(f, f, i + 1));
    }
    find_creators(t);
}

void scan_program(translation *t)
{
    gather(t);
    reach(t, t->main);
    find_processes(t);
    scan_place(t);
    for (u32 i = 0; i < t->functions.n; i++)
        if (t->functions.at[i]->reached) {
            scan_unset(t, t->functions.at[i]);
            scan_unset_heap(t, t->functions.at[i]);
        }
    scan_size(t);
    t->scanned = true;
}
