/* Calls.  A function is an inline of the model, which takes names and numbers for its parameters
 * and a variable for its result; a recursive one, or every one where that was asked for, is a
 * process that sends its result back. */
#include "promela/expression.h"
#include "promela/function.h"
#include "promela/known.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/prelude.h"
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <ctype.h>
#include <string.h>

static value nothing(translation *t)
{
    return (value){.type = type_void(t), .text = "0", .constant = true};
}

bool function_by_name(const model_variable *parameter)
{
    return type_is_scalar(parameter->type);
}

/* Is `to` called by `from`, or by what that calls? */
static bool leads_to(const function *from, const function *to, u32 depth)
{
    if (from == to || depth == 0)
        return true;
    for (u32 i = 0; i < from->calls.n; i++)
        if (from->calls.at[i] != from && leads_to(from->calls.at[i], to, depth - 1))
            return true;
    return false;
}

typedef struct nesting {
    translation *t;
    function *f;
} nesting;

enum { MOST_NESTING = 40 };

static bool calls_again(CXCursor c, void *with)
{
    nesting *n = with;
    function *g = tree_kind(c) == CXCursor_CallExpr ? scan_callee(n->t, c) : NULL;

    return tree_kind(c) == CXCursor_CallExpr &&
           (g ? leads_to(g, n->f, MOST_NESTING) : !*scan_called(n->t, c));
}

/* Where a process that is called finds a struct: in variables of the caller, one for each part. */
static model_place outgoing(translation *t, const model_variable *p)
{
    return (model_place){.type = p->type, .base = tr_text(t, "%s_in", p->name)};
}

static void copy_argument(translation *t, CXCursor c, function *f, u32 n, CXCursor argument)
{
    model_variable *p = f->parameters.at[n];
    nesting in = {t, f};
    model_place to;

    if (p->type->kind != TYPE_STRUCT || (p->taken && !f->process))
        tree_refuse(t, c, "the parameter %s of %s is not translated", p->c_name, f->c_name);
    for (u32 i = n + 1; i < f->parameters.n; i++)
        if (tree_any(tree_child(c, i + 1), calls_again, &in))
            tree_refuse(t, c, "a call of %s in an argument behind a struct is not translated",
                        f->c_name);
    to = f->process ? outgoing(t, p) : place_variable(t, p, c);
    to.shared = false;
    expression_copy(t, &to, argument);
}

/* What a function with a variable number of arguments prints. */
static void evaluate_rest(translation *t, CXCursor c, function *f, value *out)
{
    for (u32 i = f->parameters.n + 1; i < tree_count(c); i++) {
        CXCursor a = tree_child(c, i);
        model_node *apart = node_new(t, NODE_SEQUENCE, NULL), *before;

        if (expression_is_idle(a) &&
            (type_of_cursor(t, a)->kind == TYPE_POINTER || type_of_cursor(t, a)->kind == TYPE_BAD))
            continue;
        before = node_enter(t, apart);
        expression_effect(t, a);
        node_leave(t, before);
        for (u32 k = 0; k < f->parameters.n && expression_acts(apart); k++)
            if (function_by_name(f->parameters.at[k]) && !out[k].constant)
                out[k] = number_keep(t, out[k]);
        expression_splice(t, apart);
    }
}

/* A name or a number: nothing that the function does can change it. */
static value argument_value(translation *t, model_variable *p, CXCursor argument)
{
    value v =
        expression_convert(t, number_settle(t, expression_value(t, argument)), p->type, argument);

    return v.plain && !v.global ? v : number_keep(t, v);
}

/* Is it a part of something?  Where the name of a parameter begins that of the member, or ends that
 * of the struct, SPIN does not take it for an argument of an inline. */
static bool is_part(const value *v)
{
    return strchr(v->text, '.') && !(v->text[0] == 'w' && isdigit((u8)v->text[1]));
}

/* The values of the arguments, from the left to the right; what a later one changes is kept before.
 */
static void evaluate(translation *t, CXCursor c, function *f, value *out)
{
    for (u32 i = 0; i < f->parameters.n; i++) {
        model_variable *p = f->parameters.at[i];
        CXCursor argument = tree_child(c, i + 1);
        model_node *apart, *before;

        if (tree_null(argument))
            tree_refuse(t, c, "%s is called with too few arguments", f->c_name);
        if (!function_by_name(p)) {
            copy_argument(t, c, f, i, argument);
            continue;
        }
        apart = node_new(t, NODE_SEQUENCE, NULL);
        before = node_enter(t, apart);
        out[i] = argument_value(t, p, argument);
        node_leave(t, before);
        for (u32 k = 0; k < i && expression_acts(apart); k++)
            if (function_by_name(f->parameters.at[k]) && !out[k].constant)
                out[k] = number_keep(t, out[k]);
        expression_splice(t, apart);
    }
    evaluate_rest(t, c, f, out);
    for (u32 i = 0; i < f->parameters.n && !f->process; i++)
        if (function_by_name(f->parameters.at[i]) && is_part(&out[i]))
            out[i] = number_keep(t, out[i]);
}

static void add_leaves(translation *t, text *s, model_place of, const char *before)
{
    texts leaves = {0};

    place_leaves(t, &of, &leaves);
    for (u32 i = 0; i < leaves.n; i++)
        text_addf(s, "%s%s", i ? ", " : before, leaves.at[i]);
    vec_free(&leaves);
}

static void add_arguments(translation *t, text *s, function *f, const value *v)
{
    for (u32 i = 0; i < f->parameters.n; i++) {
        if (!function_by_name(f->parameters.at[i])) {
            if (f->process)
                add_leaves(t, s, outgoing(t, f->parameters.at[i]), ", ");
            continue;
        }
        text_addf(s, "%s%s", s->n && s->at[s->n - 1] != '(' ? ", " : "", v[i].text);
        if (type_is_wide(f->parameters.at[i]->type))
            text_addf(s, ", %s", number_high(t, v[i]));
    }
}

static void call_inline(translation *t, function *f, const value *v, const char *result)
{
    text s = {0};
    u32 cost = t->alone && !f->loops ? 0 : f->cost;

    text_addf(&s, "%s(%s", f->name, result ? result : "");
    add_arguments(t, &s, f, v);
    text_add(&s, ")");
    node_emit(t, cost, "%s", text_str(&s));
    text_free(&s);
}

static model_place call_result(translation *t, const function *f)
{
    return (model_place){.type = f->result, .base = tr_text(t, "%s_result", f->name)};
}

static void call_process(translation *t, function *f, const value *v, const char *result)
{
    text s = {0};

    text_addf(&s, "run %s(ret_%s, me", f->name, f->name);
    add_arguments(t, &s, f, v);
    text_add(&s, ")");
    node_emit(t, 1, "%s", text_str(&s));
    text_free(&s);
    if (f->result->kind == TYPE_STRUCT) {
        text_addf(&s, "ret_%s ? ", f->name);
        add_leaves(t, &s, call_result(t, f), "");
        node_emit(t, 1, "%s", text_str(&s));
        text_free(&s);
    } else if (type_is_wide(f->result))
        node_emit(t, 1, "ret_%s ? %s.lo, %s.hi", f->name, result, result);
    else
        node_emit(t, 1, "ret_%s ? %s", f->name, result ? result : "_");
}

/* The trail has to name the line of a call of what is not part of the program. */
static void mark_call(translation *t, function *f)
{
    const model_node *last = t->out->children.n ? vec_last(&t->out->children) : NULL;
    const char *file;
    u32 line;

    tree_where(t, f->decl, &file, &line);
    if (t->file && strcmp(t->file, PRELUDE_FILE) && !strcmp(file, PRELUDE_FILE) &&
        !(last && last->line == t->line))
        node_emit(t, 0, "skip");
}

static void call(translation *t, function *f, const value *v, const char *result)
{
    mark_call(t, f);
    vec_push(&t->f->calls, f);
    known_call(t);
    if (f->process)
        call_process(t, f, v, result);
    else
        call_inline(t, f, v, result);
}

/* A temporary for the result, and its name. */
static value room(translation *t, model_type *of, const char **name)
{
    value v;

    if (type_is_wide(of)) {
        v = number_room(t, of);
        *name = tr_text(t, "%.*s", (int)strlen(v.text) - 3, v.text);
        return v;
    }
    v = number_room(t, of);
    *name = v.text;
    return v;
}

void call_routine(translation *t, function *f)
{
    if (f->parameters.n || f->result->kind != TYPE_VOID)
        fail(EXIT_INPUT, "%s:%u: %s is no routine that runs once", t->file, t->line, f->c_name);
    call(t, f, NULL, NULL);
}

void call_measure(translation *t, CXCursor c)
{
    function *f = scan_by_name(t, "strlen");
    value argument = argument_value(t, f->parameters.at[0], c);
    const char *name;

    room(t, f->result, &name);
    call(t, f, &argument, name);
}

static value call_function(translation *t, CXCursor c, function *f)
{
    value *v = tr_alloc(t, (f->parameters.n + 1) * sizeof *v), r;
    const char *name;

    if (f->result->kind == TYPE_VOID) {
        evaluate(t, c, f, v);
        call(t, f, v, NULL);
        return nothing(t);
    }
    if (!type_is_scalar(f->result))
        tree_refuse(t, c, "the result of %s is not translated here", f->c_name);
    evaluate(t, c, f, v);
    r = room(t, f->result, &name);
    call(t, f, v, name);
    return r;
}

model_place call_place(translation *t, CXCursor c)
{
    function *f = scan_callee(t, c);
    value *v;

    if (!f || f->result->kind != TYPE_STRUCT)
        tree_refuse(t, c, "a struct from this call is not translated");
    v = tr_alloc(t, (f->parameters.n + 1) * sizeof *v);
    evaluate(t, c, f, v);
    call(t, f, v, NULL);
    return call_result(t, f);
}

void call_struct(translation *t, CXCursor c, const model_place *to)
{
    model_place from = call_place(t, c);

    place_copy(t, to, &from);
}

/* The functions that a pointer of this type may lead to. */
static bool callable(translation *t, const function *f, CXCursor callee)
{
    CXType of = clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(callee)));

    return f->reached && f->taken && /* types of several files are the same by name only */
           !strcmp(tree_type_name(t, clang_getCanonicalType(clang_getCursorType(f->decl))),
                   tree_type_name(t, clang_getCanonicalType(of)));
}

static value call_pointer(translation *t, CXCursor c)
{
    CXCursor callee = tree_child(c, 0);
    value which = number_settle(t, expression_value(t, callee)), *v = NULL, r = nothing(t);
    const char *name = NULL;
    model_node *test, *before;
    function *first = NULL;

    if (!which.plain || which.global)
        which = number_keep(t, which);
    for (u32 i = 0; i < t->functions.n && !first; i++)
        if (callable(t, t->functions.at[i], callee))
            first = t->functions.at[i];
    if (!first) { /* there is nothing that the pointer could lead to */
        node_assert(t, "null-pointer", "false");
        if (type_of_cursor(t, c)->kind != TYPE_VOID && !type_is_scalar(type_of_cursor(t, c)))
            tree_refuse(t, c, "no function of this type has its address used");
        return type_of_cursor(t, c)->kind == TYPE_VOID
                   ? nothing(t)
                   : number_constant(t, type_of_cursor(t, c), 0);
    }
    v = tr_alloc(t, (first->parameters.n + 1) * sizeof *v);
    evaluate(t, c, first, v);
    if (first->result->kind != TYPE_VOID)
        r = room(t, first->result, &name);
    node_assert(t, "null-pointer", "%s != 0", which.text);
    test = node_add(t, NODE_IF, NULL);
    for (u32 i = 0; i < t->functions.n; i++) {
        function *f = t->functions.at[i];

        if (!callable(t, f, callee))
            continue;
        before =
            node_enter(t, node_option(t, test, tr_text(t, "%s == %u", which.text, f->number), 0));
        call(t, f, v, name);
        node_leave(t, before);
    }
    before = node_enter(t, node_option(t, test, "else", 0));
    node_assert(t, "bad-call", "false");
    node_leave(t, before);
    return r;
}

value call_value(translation *t, CXCursor c)
{
    const char *name = scan_called(t, c);
    function *f = scan_callee(t, c);
    value v;

    if (t->alone && !scan_is_creation(t, c) && scan_creates(t, c))
        t->alone = false;
    if (f && t->direct && t->o->memory && !f->atomic)
        tree_refuse(t, c, "a call inside of an atomic section is not translated with --memory %s",
                    memory_name(t));
    if (f && f->process && t->direct)
        tree_refuse(t, c, "a call inside of an atomic section is not translated where %s",
                    t->o->functions == PROMELA_PROCESSES ? "functions are processes"
                                                         : "the function calls itself");
    if (f)
        return call_function(t, c, f);
    if (!*name)
        return call_pointer(t, c);
    if (library_call(t, c, name, &v))
        return v;
    tree_refuse(t, c, "%s has no definition in these files and is not translated", name);
}
