/* The model as text: types, the arrays that pointers lead to, variables, inlines and processes. */
#include "base/mutant.h"
#include "promela/claim.h"
#include "promela/collect.h"
#include "promela/expression.h"
#include "promela/function.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/place.h"
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

typedef VEC(function *) functions;

static const struct {
    const char *name, *definition;
} macros[] = {
    {"MULHI(", "#define MULHI(a, b) (((((a) >> 16) & 65535) * (((b) >> 16) & 65535)) + "
               "USHR(MULMID(a, b), 16) + USHR((((a) & 65535) * (((b) >> 16) & 65535)) + (MULMID(a, "
               "b) & 65535), 16))"},
    {"MULHI(", "#define MULMID(a, b) (((((a) >> 16) & 65535) * ((b) & 65535)) + USHR(((a) & 65535) "
               "* ((b) & 65535), 16))"},
    {"UDIV(", "#define UDIV(a, b) ((b) < 0 -> !ULT(a, b) : ((a) >= 0 -> (a) / (b) : UDIV2(a, b, "
              "USHR(a, 1) / (b) * 2)))"},
    {"UDIV(", "#define UDIV2(a, b, q) ((q) + !ULT((a) - (q) * (b), b))"},
    {"UMOD(", "#define UMOD(a, b) ((a) - UDIV(a, b) * (b))"},
    {"USHR(", "#define USHR(a, n) ((n) == 0 -> (a) : ((a) >> (n)) & (2147483647 >> ((n) - 1)))"},
    {"ULT(", "#define ULT(a, b) (((a) ^ (-2147483647 - 1)) < ((b) ^ (-2147483647 - 1)))"},
    {"I8(", "#define I8(a) ((((a) & 255) ^ 128) - 128)"},
    {"I16(", "#define I16(a) ((((a) & 65535) ^ 32768) - 32768)"},
    {"WITHIN(", "#define OBJECT(v, p) (v[p] -> v[p] : v[(p) - 1])"},
    {"WITHIN(", "#define WITHIN(v, n, p, q) ((p) > 0 && (q) > 0 && (q) < n && OBJECT(v, p) && "
                "(v[q] == OBJECT(v, p) || v[(q) - 1] == OBJECT(v, p)))"},
    {"TO_VOID(", "#define TO_VOID(p, tag) ((p) == 0 -> 0 : (p) * 64 + tag)"},
};

static const char *const meanings[] = {
    "Arithmetic is that of C's int, which wraps around: compile pan.c with -fwrapv.",
};

/* What a macro is made of is needed with it. */
static bool needs(const char *code, const char *name)
{
    if (strstr(code, name))
        return true;
    if (!strcmp(name, "ULT(") && strstr(code, "wide_divide("))
        return true;
    if (!strcmp(name, "USHR(") && strstr(code, "wide_divide("))
        return true;
    if (!strcmp(name, "ULT("))
        return needs(code, "UDIV(") || strstr(code, "UMOD(");
    if (!strcmp(name, "UDIV("))
        return strstr(code, "UMOD(") != NULL;
    if (!strcmp(name, "USHR("))
        return needs(code, "UDIV(") || strstr(code, "MULHI(");
    return false;
}

static void print_macros(promela_model *m, const char *code)
{
    bool any = false;

    for (u32 i = 0; i < LENGTH(macros); i++)
        if (needs(code, macros[i].name)) {
            node_line(m, "%s", macros[i].definition);
            any = true;
        }
    if (any)
        node_line(m, "%s", "");
}

static const char *dimension(translation *t, const model_type *of)
{
    return of->kind == TYPE_ARRAY ? tr_text(t, "[%u]", type_elements(of)) : "";
}

static bool shadowable(model_type *of)
{
    return type_is_scalar(type_element(of));
}

static void print_record(translation *t, promela_model *m, record *r)
{
    bool any = false;

    if (r->printed)
        return;
    r->printed = true;
    for (u32 i = 0; i < r->fields.n; i++) {
        model_type *of = type_element(r->fields.at[i].type);

        if (of->kind == TYPE_STRUCT && !r->fields.at[i].taken)
            print_record(t, m, of->record);
    }
    node_line(m, "typedef %s {", r->name);
    for (u32 i = 0; i < r->fields.n; i++) {
        field *f = &r->fields.at[i];

        if (f->taken || f->type->kind == TYPE_BAD)
            continue;
        any = true;
        node_line(m, "    %s %s%s;", type_spelling(t, type_element(f->type)), f->name,
                  dimension(t, f->type));
        if (f->shadowed && shadowable(f->type))
            node_line(m, "    bool %s_set%s;", f->name, dimension(t, f->type));
    }
    if (r->tag)
        node_line(m, "    byte %s; /* which one was written, from 1 on */", r->tag);
    else if (!any)
        node_line(m, "    bit nothing;");
    node_line(m, "}");
}

static void print_valid(promela_model *m, const store *s)
{
    text list = {0};

    for (u32 i = 0; i < s->size; i++)
        text_addf(&list, "%s%u", i ? ", " : "", i < s->objects.n ? s->objects.at[i] : 0);
    node_line(m, "byte %s_valid[%u] = { %s };", s->name, s->size, text_str(&list));
    text_free(&list);
}

static void print_store(translation *t, promela_model *m, const store *s, const char *code)
{
    if (!strstr(code, tr_text(t, "%s_mem[", s->name)) &&
        !strstr(code, tr_text(t, "%s_set[", s->name)) &&
        !strstr(code, tr_text(t, "%s_valid", s->name)))
        return;
    node_line(m, "/* %s that pointers lead to; %s */", s->name,
              s->dynamic ? "those that are made in a run come last" : "all of them are variables");
    node_line(m, "%s %s_mem[%u];", type_spelling(t, s->type), s->name, s->size);
    if (s->dynamic || s->spans)
        print_valid(m, s);
    if (s->dynamic && (!t->o->reuse || s->spans))
        node_line(m, "byte %s_next = %u;", s->name, s->statics);
    if (s->shadowed && shadowable(s->type))
        node_line(m, "bool %s_set[%u];", s->name, s->size);
}

static void print_variable(translation *t, promela_model *m, const model_variable *v)
{
    i128 n;
    const char *init = "";
    model_type *of = type_element(v->type);

    if (v->taken)
        return;
    if (!v->owner && v->type->kind != TYPE_ARRAY &&
        (of->kind == TYPE_INT || of->kind == TYPE_BOOL) && of->bits <= 32 && v->has_init &&
        tree_constant(v->init, &n))
        init = tr_text(t, " = %d", (int)(i32)(u32)(u64)(i64)n);
    if (*init && of->bits < 32 && of->kind == TYPE_INT)
        init = tr_text(t, " = %d",
                       of->bits == 8 ? (of->sign ? (int)(i8)n : (int)(u8)n)
                                     : (of->sign ? (int)(i16)n : (int)(u16)n));
    if (*init && of->kind == TYPE_BOOL)
        init = n ? " = 1" : " = 0";
    node_line(m, "%s%s %s%s%s;", v->owner ? "    " : "", type_spelling(t, of), v->name,
              v->threaded ? tr_text(t, "[%u]", type_elements(v->type) * memory_threads(t))
                          : dimension(t, v->type),
              init);
    if (v->shadowed && v->owner)
        node_line(m, "    bool %s_set%s;", v->name, dimension(t, v->type));
}

static void add_function(functions *all, function *f)
{
    for (u32 i = 0; i < all->n; i++)
        if (all->at[i] == f)
            return;
    vec_push(all, f);
}

/* The functions whose code is part of a process. */
static void gather_code(functions *all, function *f)
{
    u32 from = all->n;

    add_function(all, f);
    if (all->n == from)
        return;
    for (u32 i = 0; i < f->calls.n; i++)
        if (!f->calls.at[i]->process)
            gather_code(all, f->calls.at[i]);
}

static void print_locals(translation *t, promela_model *m, const function *f, bool own_parameters)
{
    for (u32 i = 0; i < f->locals.n; i++) {
        model_variable *v = f->locals.at[i];

        if (v->type->kind == TYPE_BAD || v->fixed)
            continue;
        if (v->taken)
            node_line(m, "    int %s_at;", v->name);
        print_variable(t, m, v);
    }
    for (u32 i = 0; i < f->parameters.n; i++) {
        model_variable *v = f->parameters.at[i];

        if (v->type->kind == TYPE_BAD)
            continue;
        if (v->taken && !v->fixed)
            node_line(m, "    int %s_at;", v->name);
        else if (!v->taken && (!function_by_name(v) || type_is_wide(v->type) || f == t->main ||
                               (v->assigned && !own_parameters)))
            print_variable(t, m, v);
    }
    for (u32 i = 0; i < f->temps.n; i++)
        node_line(m, "    int %s;", f->temps.at[i]);
    for (u32 i = 0; i < f->numbers.n; i++)
        node_line(m, "    int %s;", f->numbers.at[i]);
    for (u32 i = 0; i < f->wides.n; i++)
        node_line(m, "    wide %s;", f->wides.at[i]);
    if (f->result->kind == TYPE_STRUCT)
        node_line(m, "    %s %s_result;", f->result->record->name, f->name);
}

static u32 leaves_of(translation *t, model_type *of, const char *name, texts *out)
{
    model_place p = {.type = of, .base = name};

    place_leaves(t, &p, out);
    return out->n;
}

/* What a process that is called is sent as, and sends back. */
static void print_channel(translation *t, promela_model *m, const function *g, bool own)
{
    texts leaves = {0};
    text types = {0};

    if (g->result->kind == TYPE_STRUCT) {
        leaves_of(t, g->result, "r", &leaves);
        for (u32 i = 0; i < leaves.n; i++)
            text_add(&types, i ? ", int" : "int");
        if (!own)
            node_line(m, "    %s %s_result;", g->result->record->name, g->name);
    } else {
        text_add(&types, type_is_wide(g->result) ? "int, int" : "int");
    }
    node_line(m, "    chan ret_%s = [0] of { %s };", g->name, text_str(&types));
    for (u32 i = 0; i < g->parameters.n; i++)
        if (g->parameters.at[i]->type->kind == TYPE_STRUCT)
            node_line(m, "    %s %s_in;", g->parameters.at[i]->type->record->name,
                      g->parameters.at[i]->name);
    vec_free(&leaves);
    text_free(&types);
}

static void print_channels(translation *t, promela_model *m, const functions *all)
{
    functions known = {0};

    for (u32 i = 0; i < all->n; i++)
        for (u32 k = 0; k < all->at[i]->calls.n; k++) {
            function *g = all->at[i]->calls.at[k];
            u32 n = known.n;

            if (!g->process)
                continue;
            add_function(&known, g);
            if (known.n > n)
                print_channel(t, m, g, all->at[0] == g);
        }
    vec_free(&known);
}

/* All that a process declares: its function comes first. */
static void print_declarations(translation *t, promela_model *m, function *f, bool own)
{
    functions all = {0};

    gather_code(&all, f);
    for (u32 i = 0; i < all.n; i++)
        print_locals(t, m, all.at[i], own && i == 0);
    print_channels(t, m, &all);
    vec_free(&all);
}

/* How a parameter is called where it comes in. */
static const char *incoming(translation *t, const model_variable *v, bool direct)
{
    bool copied = v->taken || type_is_wide(v->type) || (v->assigned && !direct);

    return copied ? tr_text(t, "%s_in", v->name) : v->name;
}

static void add_parameters(translation *t, text *s, const function *f, bool typed)
{
    for (u32 i = 0; i < f->parameters.n; i++) {
        model_variable *v = f->parameters.at[i];
        const char *name = incoming(t, v, typed);

        if (!function_by_name(v)) {
            texts leaves = {0};

            for (u32 k = 0, n = typed ? leaves_of(t, v->type, v->name, &leaves) : 0; k < n; k++)
                text_addf(s, "; int %s_in%u", v->name, k);
            vec_free(&leaves);
            continue;
        }
        if (typed)
            text_addf(s, "; %s %s", type_is_wide(v->type) ? "int" : type_spelling(t, v->type),
                      name);
        else
            text_addf(s, "%s%s", s->n ? ", " : "", name);
        if (type_is_wide(v->type))
            text_addf(s, typed ? "; int %s_hi" : ", %s_hi", name);
    }
}

static bool merging(const translation *t)
{
    return !t->o->separate;
}

static void print_body(translation *t, promela_model *m, const function *f)
{
    if (!f->body->children.n)
        node_line(m, "    skip;");
    node_print(t, m, f->body, 1, merging(t));
}

static void print_inline(translation *t, promela_model *m, function *f)
{
    text s = {0};

    if (f->result->kind != TYPE_VOID && f->result->kind != TYPE_STRUCT)
        text_add(&s, "ret");
    add_parameters(t, &s, f, false);
    node_line(m, "inline %s(%s)", f->name, text_str(&s));
    node_line(m, "{");
    print_body(t, m, f);
    node_line(m, "}");
    node_line(m, "%s", "");
    text_free(&s);
}

/* The main of a harness waits for its threads; are those all? */
static bool ends_last(translation *t)
{
    for (u32 i = 0; i < t->functions.n; i++)
        if (t->functions.at[i] != t->main && t->functions.at[i]->creates)
            return false;
    return t->o->harness != NULL;
}

/* No process takes a step when the program has ended.  Where main ends last of all models do
 * without the clause, which switches SPIN's reduction off. */
static const char *guarded(translation *t)
{
    return t->ends_early || (t->threads && !ends_last(t)) ? " provided (!over)" : "";
}

static void print_process(translation *t, promela_model *m, function *f)
{
    text s = {0};

    text_add(&s, "chan ret; byte me");
    add_parameters(t, &s, f, true);
    node_line(m, "proctype %s(%s)%s", f->name, text_str(&s), guarded(t));
    node_line(m, "{");
    print_declarations(t, m, f, true);
    if (f->result->kind != TYPE_STRUCT)
        node_line(m, "    %s result;", type_is_wide(f->result) ? "wide" : "int");
    print_body(t, m, f);
    if (f->result->kind == TYPE_STRUCT) {
        texts leaves = {0};

        text_clear(&s);
        leaves_of(t, f->result, tr_text(t, "%s_result", f->name), &leaves);
        for (u32 i = 0; i < leaves.n; i++)
            text_addf(&s, "%s%s", i ? ", " : "", leaves.at[i]);
        node_line(m, "    ret ! %s;", text_str(&s));
        vec_free(&leaves);
    } else {
        node_line(m, type_is_wide(f->result) ? "    ret ! result.lo, result.hi;"
                                             : "    ret ! result;");
    }
    node_line(m, "}");
    node_line(m, "%s", "");
    text_free(&s);
}

/* A thread's end is part of its last step: nothing but a join can tell when it happened.  `into`
 * gets the nodes; `as` is the function whose process it is. */
static void add_end(translation *t, model_node *into, function *as)
{
    model_node *before = node_enter(t, into);

    t->file = NULL;
    t->alone = false;
    t->f = as;
    if (t->thread_end)
        call_routine(t, t->thread_end);
    memory_drain(t);
    if (t->joins_value)
        node_emit(t, 0, "thread_result[me] = result");
    node_emit(t, 0, "thread_over = thread_over | (1 << me)");
    node_leave(t, before);
}

/* The body of the function is that of the process. */
static void print_direct(translation *t, promela_model *m, function *f)
{
    if (node_says(f->body, tr_text(t, "goto %s_ends", f->name))) {
        model_node *before = node_enter(t, f->body);

        node_add(t, NODE_LABEL, tr_text(t, "%s_ends", f->name));
        node_leave(t, before);
    }
    add_end(t, f->body, f);
    print_declarations(t, m, f, true);
    node_line(m, "    int result;");
    print_body(t, m, f);
}

/* The function is called elsewhere, too. */
static void print_calling(translation *t, promela_model *m, function *f, const char *argument)
{
    function caller = {.result = type_void(t)};
    model_node *end = node_new(t, NODE_SEQUENCE, NULL);
    const char *comma = *argument ? ", " : "";

    vec_push(&caller.calls, f);
    add_end(t, end, &caller);
    print_declarations(t, m, &caller, true);
    node_line(m, "    int result;");
    if (f->process)
        node_line(m, "    run %s(ret_%s, me%s%s); ret_%s ? result;", f->name, f->name, comma,
                  argument, f->name);
    else
        node_line(m, "    %s(result%s%s);", f->name, comma, argument);
    node_print(t, m, end, 1, merging(t));
    vec_free(&caller.calls);
    vec_free(&caller.temps);
    vec_free(&caller.numbers);
}

static void print_thread(translation *t, promela_model *m, function *f)
{
    model_variable *v = f->parameters.n ? f->parameters.at[0] : NULL;
    const char *name = v ? incoming(t, v, !f->called) : "";

    node_line(m, "proctype thread_%s(byte me%s%s)%s", f->name, v ? "; int " : "", name, guarded(t));
    node_line(m, "{");
    if (f->called)
        print_calling(t, m, f, name);
    else
        print_direct(t, m, f);
    node_line(m, "}");
    node_line(m, "%s", "");
}

static void print_value(promela_model *m, const char *name, const char *where)
{
    node_line(m, "        printf(\"outcome %s=%%d\\n\", %s);", name, where);
}

static void print_outcome(translation *t, promela_model *m, const model_variable *v)
{
    model_type *of = type_element(v->type);
    u32 n = type_elements(v->type);

    if (!v->fixed || v->owner || v->threaded || (of->kind != TYPE_INT && of->kind != TYPE_BOOL))
        return;
    for (u32 i = 0; i < n; i++) {
        const char *where = v->taken
                                ? tr_text(t, "%s_mem[%u]", type_store(t, of)->name, v->place + i)
                            : v->type->kind == TYPE_ARRAY ? tr_text(t, "%s[%u]", v->name, i)
                                                          : v->name;
        const char *name =
            v->type->kind == TYPE_ARRAY ? tr_text(t, "%s[%u]", v->c_name, i) : v->c_name;

        if (type_is_wide(of)) {
            print_value(m, tr_text(t, "%s.lo", name), tr_text(t, "%s.lo", where));
            print_value(m, tr_text(t, "%s.hi", name), tr_text(t, "%s.hi", where));
        } else {
            print_value(m, name, where);
        }
    }
}

/* What the elements of a global variable are called in the model.  Of strings that stand in the
 * program a trace says nothing. */
static void name_variable(translation *t, promela_model *m, const model_variable *v)
{
    model_type *of = type_element(v->type);
    u32 n = type_elements(v->type);
    bool several = v->type->kind == TYPE_ARRAY;

    if (v->owner || v->threaded || (v->taken && !v->fixed) || !type_is_scalar(of) ||
        clang_getCursorKind(v->decl) == CXCursor_StringLiteral)
        return;
    for (u32 i = 0; i < n; i++)
        vec_push(&m->names,
                 ((promela_name){
                     v->taken  ? tr_text(t, "%s_mem[%u]", type_store(t, of)->name, v->place + i)
                     : several ? tr_text(t, "%s[%u]", v->name, i)
                               : v->name,
                     several ? tr_text(t, "%s[%u]", v->c_name, i) : v->c_name}));
}

static bool leaves_others(translation *t)
{
    return t->threads || t->ends_early;
}

static void print_main(translation *t, promela_model *m)
{
    function *f = t->main;

    model_node *end = node_new(t, NODE_SEQUENCE, NULL);
    bool exits = node_says(f->body, "goto main_ends");

    if (exits)
        add_end(t, end, f);
    node_line(m, "proctype main(byte me)%s", guarded(t));
    node_line(m, "{");
    print_declarations(t, m, f, true);
    node_line(m, "    int result;");
    print_body(t, m, f);
    if (t->o->outcomes && t->cells.n)
        node_line(m, "    (sb_count[me] == 0);");
    node_line(m, "    atomic {");
    if (t->o->outcomes) {
        node_line(m, "        printf(\"outcome begin\\n\");");
        for (u32 i = 0; i < t->globals.n; i++)
            print_outcome(t, m, t->globals.at[i]);
        node_line(m, "        printf(\"outcome end\\n\");");
    }
    node_line(m, leaves_others(t) ? "        over = true; /* main returns: the program ends */"
                                  : "        skip;");
    node_line(m, "    };");
    if (exits) {
        node_line(m, "    goto main_over;");
        node_line(m, "main_ends:");
        node_print(t, m, end, 1, merging(t));
        node_line(m, "main_over: skip;");
    }
    node_line(m, "}");
    node_line(m, "%s", "");
}

static void print_init(translation *t, promela_model *m)
{
    node_line(m, "init");
    node_line(m, "{");
    if (t->cells.n)
        node_line(m, "    run sb_memory();");
    node_line(m, "    run main(0);");
    if (leaves_others(t)) {
        node_line(m, "end:");
        node_line(m, "    (over);");
        node_line(m, "    do");
        node_line(m, "    :: over -> skip; skip");
        node_line(m, "    od;");
    }
    node_line(m, "}");
}

static void print_globals(translation *t, promela_model *m)
{
    bool any = t->o->claims.n > 0;

    if (any)
        node_line(m, "bool claim_started; /* globals have their values */");
    for (u32 i = 0; i < t->globals.n; i++)
        if (t->globals.at[i]->fixed && t->globals.at[i]->type->kind != TYPE_BAD) {
            print_variable(t, m, t->globals.at[i]);
            any = true;
        }
    if (t->threads || t->ends_early) {
        node_line(m, "bool over; /* the program has ended */");
        if (t->threads) {
            node_line(m, "byte threads = 1; /* started so far, main included */");
            node_line(m, "int thread_over, thread_joined; /* sets of threads */");
        }
        if (t->joins_value)
            node_line(m, "int thread_result[31];");
        any = true;
    }
    if (any)
        node_line(m, "%s", "");
}

static bool is_barrier(const model_type *t)
{
    return t->kind == TYPE_BARRIER;
}

/* Is something declared that is such, or an array of such? */
static bool declares(const translation *t, bool (*is)(const model_type *))
{
    for (u32 i = 0; i < t->records.n; i++)
        for (u32 k = 0; k < t->records.at[i]->fields.n; k++)
            if (is(type_element(t->records.at[i]->fields.at[k].type)))
                return true;
    for (u32 i = 0; i < t->variables.n; i++) {
        const model_variable *v = t->variables.at[i];

        if (v->type && is(type_element(v->type)) && (v->fixed || v->owner))
            return true;
    }
    return false;
}

static void print_types(translation *t, promela_model *m, const char *code)
{
    if (t->wide_used || declares(t, type_is_wide) || strstr(code, ".hi")) {
        node_line(m, "typedef wide { int lo; int hi } /* 64 bits */");
        node_line(m, "%s", "");
    }
    if (declares(t, is_barrier) || strstr(code, ".needed")) {
        node_line(m, "typedef barrier { byte needed; byte arrived; int waiting }");
        node_line(m, "%s", "");
    }
    for (u32 i = 0; i < t->records.n; i++) {
        record *r = t->records.at[i];
        bool used = false;

        for (u32 k = 0; k < t->stores.n; k++)
            used |=
                t->stores.at[k]->type->kind == TYPE_STRUCT && t->stores.at[k]->type->record == r;
        for (u32 k = 0; k < t->variables.n; k++) {
            model_type *of =
                t->variables.at[k]->type ? type_element(t->variables.at[k]->type) : NULL;

            used |= of && of->kind == TYPE_STRUCT && of->record == r;
        }
        if (used)
            print_record(t, m, r);
    }
    for (u32 i = 0; i < t->stores.n; i++)
        print_store(t, m, t->stores.at[i], code);
    node_line(m, "%s", "");
}

/* x becomes x / y and r the remainder, of unsigned numbers of two words. */
static void print_wide_divide(promela_model *m)
{
    static const char *const lines[] = {
        "inline wide_divide(x, y, r, k)",
        "{",
        "    r.lo = 0; r.hi = 0; k = 64;",
        "    do",
        "    :: k > 0 ->",
        "        k--;",
        "        r.hi = (r.hi << 1) | USHR(r.lo, 31);",
        "        r.lo = (r.lo << 1) | USHR(x.hi, 31);",
        "        x.hi = (x.hi << 1) | USHR(x.lo, 31);",
        "        x.lo = x.lo << 1;",
        "        if",
        "        :: ULT(y.hi, r.hi) || (y.hi == r.hi && !ULT(r.lo, y.lo)) ->",
        "            r.hi = r.hi - y.hi - ULT(r.lo, y.lo);",
        "            r.lo = r.lo - y.lo;",
        "            x.lo = x.lo | 1",
        "        :: else -> skip",
        "        fi",
        "    :: else -> break",
        "    od;",
        "    y.lo = 0; y.hi = 0",
        "}",
        "",
    };

    for (u32 i = 0; i < LENGTH(lines); i++)
        if (!MUTANT(PROMELA_DIVIDE) || !strstr(lines[i], "r.hi = r.hi - y.hi"))
            node_line(m, "%s", lines[i]);
}

static void append(promela_model *to, const promela_model *from)
{
    text_addn(&to->out, from->out.at, from->out.n);
    for (u32 i = 0; i < from->lines.n; i++)
        vec_push(&to->lines, from->lines.at[i]);
}

static void print_heading(translation *t, promela_model *m)
{
    text files = {0};

    for (u32 i = 0; i < t->o->files.n; i++) {
        const char *slash = strrchr(t->o->files.at[i], '/');

        text_addf(&files, " %s", slash ? slash + 1 : t->o->files.at[i]);
    }
    node_line(m, "/* Translated by heddle promela from%s%s%s.", text_str(&files),
              t->o->harness ? " with the harness " : "", t->o->harness ? t->o->harness : "");
    node_line(m, " * %s */", meanings[0]);
    node_line(m, "%s", "");
    text_free(&files);
}

/* Inlines need to be there before they are used. */
static void print_inlines(translation *t, promela_model *m, function *f, functions *done)
{
    u32 n = done->n;

    add_function(done, f);
    if (done->n == n)
        return;
    for (u32 i = 0; i < f->calls.n; i++)
        print_inlines(t, m, f->calls.at[i], done);
    if (f != t->main && f->called && !f->process)
        print_inline(t, m, f);
}

void output_write(translation *t, promela_model *m)
{
    promela_model code = {0};
    functions done = {0};

    collect_check(t);
    m->collectable = collect_can(t);
    for (u32 i = 0; i < t->functions.n; i++)
        if (t->functions.at[i]->reached)
            print_inlines(t, &code, t->functions.at[i], &done);
    for (u32 i = 0; i < t->functions.n; i++) {
        function *f = t->functions.at[i];

        if (f->reached && f->process)
            print_process(t, &code, f);
        if (f->reached && f->starts)
            print_thread(t, &code, f);
    }
    print_main(t, &code);
    memory_print_process(t, &code, guarded(t));
    print_init(t, &code);
    claim_print(t, &code);
    print_heading(t, m);
    print_macros(m, text_str(&code.out));
    print_types(t, m, text_str(&code.out));
    print_globals(t, m);
    memory_print_declarations(t, m);
    collect_print(t, m, text_str(&code.out));
    if (strstr(text_str(&code.out), "wide_divide("))
        print_wide_divide(m);
    append(m, &code);
    for (u32 i = 0; i < t->globals.n; i++)
        name_variable(t, m, t->globals.at[i]);
    text_free(&code.out);
    vec_free(&code.lines);
    vec_free(&done);
}
