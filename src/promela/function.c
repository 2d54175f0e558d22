/* The bodies of functions.  An inline of the model declares nothing, so the locals of a function
 * are variables of every process that its code is part of; their names tell them apart. */
#include "promela/function.h"
#include "promela/claim.h"
#include "promela/expression.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/scan.h"
#include "promela/statement.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

/* The label behind the body, where something jumps to it. */
static void finish_body(translation *t, function *f)
{
    const char *jump = tr_text(t, "goto %s", t->return_to);
    model_node *last = f->body->children.n ? vec_last(&f->body->children) : NULL;

    if (last && last->kind == NODE_STATEMENT && !strcmp(last->text, jump))
        f->body->children.n--;
    else if (f->called && f->result->kind != TYPE_VOID) /* the end without a value */
        node_assert(t, "uninitialised", "false");
    if (node_says(f->body, jump))
        node_add(t, NODE_LABEL, t->return_to);
}

/* Parameters whose value may change, or whose address is used, are variables of their own. */
static void take_parameter(translation *t, function *f, model_variable *v)
{
    bool direct = f->process || (f->starts && !f->called);
    value in = number_text(t, v->type, tr_text(t, "%s_in", v->name));
    model_place p = place_variable(t, v, f->decl);

    if (type_is_wide(v->type))
        in.high = tr_text(t, "%s_in_hi", v->name);
    if (v->taken) {
        if (!v->fixed) {
            place_take_local(t, v);
            vec_push(&vec_last(&t->scopes).locals, v);
        }
    } else if (!v->assigned && !type_is_wide(v->type)) {
        return;
    } else if (direct && !type_is_wide(v->type)) {
        return;
    }
    p.shared &= v->taken && memory_overtakes(t);
    place_store(t, &p, in);
}

/* The program has no arguments. */
static void take_argument(translation *t, function *f, u32 n)
{
    model_variable *v = f->parameters.at[n];
    model_place p;

    if (n || v->taken) {
        v->type = tr_alloc(t, sizeof *v->type);
        *v->type = (model_type){.kind = TYPE_BAD, .name = "an argument of main"};
        return;
    }
    p = place_variable(t, v, f->decl);
    place_store(t, &p, number_constant(t, v->type, 1));
}

/* A process is given a struct part by part. */
static void take_struct(translation *t, function *f, model_variable *v)
{
    model_place p = place_variable(t, v, f->decl);
    texts leaves = {0};
    model_node *before;

    if (v->type->kind != TYPE_STRUCT)
        return;
    if (v->taken && !v->fixed) {
        place_take_local(t, v);
        vec_push(&vec_last(&t->scopes).locals, v);
    }
    p.shared = false;
    place_leaves(t, &p, &leaves);
    before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
    for (u32 i = 0; i < leaves.n; i++)
        node_emit(t, 0, "%s = %s_in%u", leaves.at[i], v->name, i);
    node_leave(t, before);
    vec_free(&leaves);
}

static void take_parameters(translation *t, function *f)
{
    for (u32 i = 0; i < f->parameters.n; i++)
        if (f == t->main)
            take_argument(t, f, i);
        else if (function_by_name(f->parameters.at[i]))
            take_parameter(t, f, f->parameters.at[i]);
        else if (f->process)
            take_struct(t, f, f->parameters.at[i]);
}

bool function_is_plain(const model_variable *v)
{
    i128 n;

    return !v->taken && type_is_scalar(v->type) && !type_is_wide(v->type) &&
           (!v->has_init || (v->type->kind != TYPE_POINTER && tree_constant(v->init, &n)));
}

/* Global variables that are more than a number get their values first. */
static void initialise_globals(translation *t)
{
    for (u32 i = 0; i < t->globals.n; i++) {
        model_variable *v = t->globals.at[i];
        model_place p;

        if (!v->fixed || v->type->kind == TYPE_BAD || v->threaded || function_is_plain(v))
            continue;
        tree_where(t, v->decl, &t->file, &t->line);
        p = place_variable(t, v, v->decl);
        p.shared = false;
        t->initialising = true;
        if (v->has_init)
            expression_initialise(t, &p, v->init);
        else
            place_mark(t, &p);
        t->initialising = false;
        t->temps = t->numbers = t->wides = 0;
    }
}

static bool is_label(CXCursor c, void *with)
{
    (void)with;
    return tree_kind(c) == CXCursor_LabelStmt;
}

static void translate_body(translation *t, function *f)
{
    model_node *before;

    f->body = node_new(t, NODE_SEQUENCE, NULL);
    before = node_enter(t, f->body);
    if (f == t->main)
        initialise_globals(t);
    if (f == t->main && t->o->claims.n)
        node_emit(t, 1, "claim_started = true");
    tree_where(t, f->decl, &t->file, &t->line);
    vec_push(&t->scopes, (scope){0});
    if (f->atomic)
        claim_refuse(t, f->decl, "an atomic section");
    if (f->atomic)
        memory_direct(t);
    take_parameters(t, f);
    statement_translate(t, scan_body(f));
    if (f->atomic)
        memory_indirect(t);
    for (u32 i = t->scopes.at[0].locals.n; i-- > 0;)
        place_drop_local(t, t->scopes.at[0].locals.at[i]);
    vec_free(&t->scopes.at[0].locals);
    t->scopes.n = 0;
    statement_check_jumps(t);
    finish_body(t, f);
    node_leave(t, before);
}

static void translate(translation *t, function *f)
{
    t->f = f;
    t->alone = f == t->main && !f->called && !t->o->claims.n && !tree_any(f->decl, is_label, NULL);
    t->return_to = type_claim(t, tr_text(t, "%s_returns", f->name), NULL);
    t->temps = t->numbers = t->wides = 0;
    vec_clear(&t->fresh);
    vec_clear(&t->known);
    translate_body(t, f);
    if (f->atomic) {
        model_node *whole = node_new(t, NODE_ATOMIC, NULL);

        whole->children.at = f->body->children.at;
        whole->children.n = f->body->children.n;
        whole->children.cap = f->body->children.cap;
        f->body->children.at = NULL;
        f->body->children.n = f->body->children.cap = 0;
        vec_push(&f->body->children, whole);
    }
    f->cost = node_cost(f->body);
    f->loops = node_loops(f->body);
    t->file = NULL;
}

static void visit(translation *t, function *f)
{
    if (f->body || !f->reached)
        return;
    f->body = node_new(t, NODE_SEQUENCE, NULL); /* recursion ends here */
    for (u32 i = 0, n = f->calls.n; i < n; i++)
        visit(t, f->calls.at[i]);
    f->cost = 2;
    translate(t, f);
}

void function_translate_all(translation *t)
{
    for (u32 i = 0; i < t->functions.n; i++)
        visit(t, t->functions.at[i]);
}
