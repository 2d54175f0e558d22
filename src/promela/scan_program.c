/* The program as a whole: its variables, the functions that main reaches, which of them are
 * recursive, and which start threads. */
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

model_variable *scan_add_variable(translation *t, CXCursor c, function *owner)
{
    model_variable *v = tr_alloc(t, sizeof *v);

    v->decl = c;
    v->c_name = tree_name(t, c);
    v->owner = owner;
    if (tree_kind(c) == CXCursor_VarDecl)
        v->init = clang_Cursor_getVarDeclInitializer(c);
    v->has_init = tree_kind(c) == CXCursor_VarDecl && !tree_null(v->init);
    if (v->has_init && strstr(tree_source(t, v->init), "_MUTEX_INITIALIZER_NP"))
        t->mutex_types = true;
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
    model_variable *v;

    if (tree_kind(c) != CXCursor_VarDecl || clang_Cursor_getStorageClass(c) == CX_SC_Extern)
        return false;
    v = scan_add_variable(g->t, c, g->f);
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
        model_variable *v = scan_add_variable(t, c, f);

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
                 (label){.c_name = tree_name(g->t, c),
                         .name = type_claim(g->t, tree_name(g->t, c), g->f->c_name)});
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

void scan_reach(translation *t, function *f)
{
    gathering g = {t, f};

    if (f->reached)
        return;
    f->reached = true;
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
        model_variable *known = scan_variable(t, c), *v;

        if (known && !known->has_init && !tree_null(clang_Cursor_getVarDeclInitializer(c))) {
            known->init = clang_Cursor_getVarDeclInitializer(c);
            known->has_init = true;
            known->decl = c;
        }
        if (known)
            return;
        v = scan_add_variable(t, c, NULL);
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
        return scan_is_creation(t, call) || (scan_runs_once(scan_called(t, call)) &&
                                             scan_named(t, scan_started(t, call))->creates);
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
    scan_reach(t, t->main);
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
