/* Statements, with their structure kept: if and do where C has if and loops, labels where control
 * jumps.  A loop is the process's own: its guard is evaluated anew, step by step, each time. */
#include "promela/statement.h"
#include "promela/claim.h"
#include "promela/expression.h"
#include "promela/function.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/scan.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

static const char *new_label(translation *t, const char *what)
{
    return type_claim(t, tr_text(t, "%s_%s", t->f->c_name, what), NULL);
}

static void add_label(translation *t, const char *name)
{
    vec_clear(&t->fresh);
    vec_clear(&t->known);
    node_add(t, NODE_LABEL, name);
}

static void jump(translation *t, const char *to)
{
    node_emit(t, 0, "goto %s", to);
    vec_last(&t->out->children)->jumps = true;
}

static void push_scope(translation *t)
{
    vec_push(&t->scopes, (scope){0});
}

static void close_locals(translation *t, const scope *s)
{
    for (u32 i = s->locals.n; i-- > 0;)
        place_drop_local(t, s->locals.at[i]);
}

static void pop_scope(translation *t)
{
    scope *s = &vec_last(&t->scopes);
    bool left = t->out->children.n && vec_last(&t->out->children)->jumps;

    if (!left)
        close_locals(t, s);
    vec_free(&s->locals);
    t->scopes.n--;
}

/* Leaves all scopes down to the one that break, or continue, belongs to. */
static scope *unwind(translation *t, bool loop)
{
    for (u32 i = t->scopes.n; i-- > 0;) {
        scope *s = &t->scopes.at[i];

        close_locals(t, s);
        if (loop ? s->loop : s->target)
            return s;
    }
    return NULL;
}

static bool is_float(CXType of)
{
    enum CXTypeKind k = clang_getCanonicalType(of).kind;

    return k == CXType_Float || k == CXType_Double || k == CXType_LongDouble;
}

static void declare(translation *t, CXCursor c)
{
    model_variable *v = NULL;
    model_place p;

    for (u32 i = 0; i < t->variables.n && !v; i++)
        if (clang_equalCursors(t->variables.at[i]->decl, c))
            v = t->variables.at[i];
    if (!v || !v->owner)
        return; /* static or extern */
    if (v->type->kind == TYPE_BAD) {
        bool idle =
            !strcmp(v->type->name, "va_list") ||
            (!v->has_init && is_float(clang_getCursorType(c))) ||
            (v->has_init && is_float(clang_getCursorType(c)) && expression_is_idle(v->init));

        if (t->o->havoc || idle) {
            node_add(t, NODE_NOTE, tr_text(t, "%s is left out", v->c_name));
            return;
        }
        tree_refuse(t, c, "%s is %s, which is not translated", v->c_name, v->type->name);
    }
    p = place_variable(t, v, c);
    if (v->taken && !v->fixed) {
        place_take_local(t, v);
        vec_push(&vec_last(&t->scopes).locals, v);
    }
    p.shared &= v->taken && memory_overtakes(t);
    if (v->has_init) {
        CXCursor call;

        expression_initialise(t, &p, v->init);
        if (!v->taken && scan_is_allocation(t, v->init, &call) && v->type->kind == TYPE_POINTER)
            vec_push(&t->fresh, v);
    } else {
        place_forget(t, &p);
    }
}

static void declarations(translation *t, CXCursor c)
{
    cursors list = {0};

    tree_children(c, &list);
    for (u32 i = 0; i < list.n; i++)
        if (tree_kind(list.at[i]) == CXCursor_VarDecl)
            declare(t, list.at[i]);
    vec_free(&list);
}

static bool is_call_of(translation *t, CXCursor c, const char *name, const char *other)
{
    c = tree_strip(c);
    return tree_kind(c) == CXCursor_CallExpr && !scan_callee(t, c) &&
           (!strcmp(scan_called(t, c), name) || !strcmp(scan_called(t, c), other));
}

/* A jump would leave the section in Promela, where in C it stays open. */
static void refuse_leaving(translation *t, CXCursor c, const char *what)
{
    tree_refuse(t, c, "%s that leaves an atomic section, or comes into one, is not translated",
                what);
}

/* Sections are told by calls at the same level of one block. */
static u32 atomic_section(translation *t, const cursors *list, u32 from)
{
    u32 depth = 1, to = from + 1;
    bool outermost = !t->section;
    model_node *before;

    claim_refuse(t, list->at[from], "an atomic section");
    for (; to < list->n; to++) {
        depth += is_call_of(t, list->at[to], "heddle_atomic_begin", "__VERIFIER_atomic_begin");
        depth -= is_call_of(t, list->at[to], "heddle_atomic_end", "__VERIFIER_atomic_end");
        if (!depth)
            break;
    }
    if (to == list->n)
        tree_refuse(t, list->at[from], "an atomic section that ends in another block");
    if (outermost) {
        t->section = ++t->sections;
        t->section_scope = t->scopes.n;
    }
    memory_direct(t);
    before = node_enter(t, node_add(t, NODE_ATOMIC, NULL));
    for (u32 i = from + 1; i < to; i++)
        if (is_call_of(t, list->at[i], "heddle_atomic_begin", "__VERIFIER_atomic_begin"))
            i = atomic_section(t, list, i);
        else
            statement_translate(t, list->at[i]);
    node_leave(t, before);
    memory_indirect(t);
    if (outermost)
        t->section = 0;
    return to;
}

static void block(translation *t, CXCursor c)
{
    cursors list = {0};

    tree_children(c, &list);
    push_scope(t);
    for (u32 i = 0; i < list.n; i++)
        if (is_call_of(t, list.at[i], "heddle_atomic_begin", "__VERIFIER_atomic_begin"))
            i = atomic_section(t, &list, i);
        else
            statement_translate(t, list.at[i]);
    pop_scope(t);
    vec_free(&list);
}

/* Control may come from elsewhere: nothing is known of local pointers. */
static void forget(translation *t)
{
    vec_clear(&t->fresh);
    vec_clear(&t->known);
}

/* What is known inside of a branch is not known behind it. */
static void branch(translation *t, CXCursor c, model_node *option)
{
    model_node *before = node_enter(t, option);

    if (!tree_null(c))
        statement_translate(t, c);
    node_leave(t, before);
}

static bool is_assert_fail(translation *t, CXCursor c)
{
    return is_call_of(t, c, "__assert_fail", "__assert_fail");
}

static void emit_assertion(translation *t, CXCursor condition)
{
    value v = expression_condition(t, condition);

    node_assert(t, "assertion", "%s", v.text);
    vec_last(&t->out->children)->cost = v.visible;
}

static void if_statement(translation *t, CXCursor c)
{
    CXCursor yes = tree_child(c, 1), no = tree_child(c, 2);
    value v;
    model_node *test;
    bool alone;

    if (tree_kind(yes) == CXCursor_NullStmt && !tree_null(no) && is_assert_fail(t, no)) {
        emit_assertion(t, tree_child(c, 0));
        return;
    }
    v = expression_condition(t, tree_child(c, 0));
    alone = t->alone;
    test = node_add(t, NODE_IF, NULL);
    branch(t, yes, node_option(t, test, v.text, v.visible));
    if (t->alone != alone) { /* a branch started threads */
        alone = false;
    }
    forget(t);
    branch(t, no, node_option(t, test, "else", 0));
    t->alone = t->alone && alone;
    forget(t);
}

static bool creates_thread(CXCursor c, void *with)
{
    return tree_kind(c) == CXCursor_CallExpr && scan_creates(with, c);
}

/* Does the text jump to the next round, or out of the loop, by a label? */
static bool is_continue(CXCursor c, void *with)
{
    (void)with;
    return tree_kind(c) == CXCursor_ContinueStmt;
}

static void enter_loop(translation *t, CXCursor c)
{
    if (t->alone && tree_any(c, creates_thread, t))
        t->alone = false;
    forget(t);
    push_scope(t);
    vec_last(&t->scopes).loop = vec_last(&t->scopes).target = true;
}

static void emit_in(translation *t, model_node *in, const char *what)
{
    model_node *before = node_enter(t, in);

    node_emit(t, 0, "%s", what);
    node_leave(t, before);
}

/* The guard of a loop: simple conditions are options of the loop itself.  Returns where the body
 * goes. */
static model_node *guard_loop(translation *t, model_node *loop, CXCursor condition)
{
    model_node *apart = node_new(t, NODE_SEQUENCE, NULL), *before = node_enter(t, apart), *option,
               *test;
    value v = tree_null(condition) ? number_constant(t, type_int(t, 32, true), 1)
                                   : expression_condition(t, condition);

    node_leave(t, before);
    if (!apart->children.n && v.constant) {
        if (v.low)
            return node_option(t, loop, NULL, 0); /* SPIN refuses some loops on true */
        emit_in(t, node_option(t, loop, "true", 0), "break");
        return node_new(t, NODE_SEQUENCE, NULL);
    }
    if (!apart->children.n) {
        option = node_option(t, loop, v.text, v.visible);
        emit_in(t, node_option(t, loop, "else", 0), "break");
        return option;
    }
    option = node_option(t, loop, NULL, 0);
    for (u32 i = 0; i < apart->children.n; i++)
        vec_push(&option->children, apart->children.at[i]);
    before = node_enter(t, option);
    test = node_add(t, NODE_IF, NULL);
    node_leave(t, before);
    option = node_option(t, test, v.text, v.visible);
    emit_in(t, node_option(t, test, "else", 0), "break");
    return option;
}

/* SPIN refuses a loop of one state that nothing can leave. */
static void rest(translation *t)
{
    node_emit(t, 1, "(me >= 0)");
    node_emit(t, 1, "skip");
}

static void while_statement(translation *t, CXCursor c)
{
    CXCursor body = tree_child(c, 1);
    model_node *loop, *before;

    enter_loop(t, c);
    if (tree_any(body, is_continue, NULL)) {
        vec_last(&t->scopes).continue_to = new_label(t, "again");
        add_label(t, vec_last(&t->scopes).continue_to);
    }
    loop = node_add(t, NODE_DO, NULL);
    before = node_enter(t, guard_loop(t, loop, tree_child(c, 0)));
    statement_translate(t, body);
    if (node_empty(t->out))
        rest(t);
    node_leave(t, before);
    pop_scope(t);
    forget(t);
}

static void do_statement(translation *t, CXCursor c)
{
    CXCursor body = tree_child(c, 0);
    model_node *loop, *option, *before, *test;
    value v;

    enter_loop(t, c);
    if (tree_any(body, is_continue, NULL))
        vec_last(&t->scopes).continue_to = new_label(t, "continue");
    loop = node_add(t, NODE_DO, NULL);
    option = node_option(t, loop, NULL, 0);
    before = node_enter(t, option);
    node_emit(t, 0, "skip");
    statement_translate(t, body);
    if (vec_last(&t->scopes).continue_to)
        add_label(t, vec_last(&t->scopes).continue_to);
    v = expression_condition(t, tree_child(c, 1));
    test = node_add(t, NODE_IF, NULL);
    node_option(t, test, v.text, v.visible);
    emit_in(t, node_option(t, test, "else", 0), "break");
    node_leave(t, before);
    pop_scope(t);
    forget(t);
}

typedef struct use {
    translation *t;
    model_variable *v;
} use;

static bool changes(CXCursor c, void *with)
{
    use *u = with;
    CXCursor target;

    if (tree_kind(c) == CXCursor_GotoStmt || tree_kind(c) == CXCursor_LabelStmt)
        return true;
    if (!tree_assigns(c) && !tree_increments(c))
        return false;
    target = tree_strip(tree_child(c, 0));
    return tree_kind(target) == CXCursor_DeclRefExpr && scan_variable(u->t, target) == u->v;
}

/* for (i = ...; i < constant; i++) with nothing else that changes i. */
static bool is_bounded(translation *t, CXCursor part[4])
{
    CXCursor left, step;
    use u = {.t = t};
    i128 n;
    enum CXBinaryOperatorKind op;

    if (tree_null(part[1]) || tree_null(part[2]))
        return false;
    op = clang_getCursorBinaryOperatorKind(part[1]);
    step = tree_strip(part[2]);
    if ((op != CXBinaryOperator_LT && op != CXBinaryOperator_LE && op != CXBinaryOperator_NE) ||
        tree_kind(step) != CXCursor_UnaryOperator)
        return false;
    if (clang_getCursorUnaryOperatorKind(step) != CXUnaryOperator_PostInc &&
        clang_getCursorUnaryOperatorKind(step) != CXUnaryOperator_PreInc)
        return false;
    left = tree_strip_casts(tree_child(part[1], 0));
    if (tree_kind(left) != CXCursor_DeclRefExpr || !tree_constant(tree_child(part[1], 1), &n) ||
        n > 64 || op == CXBinaryOperator_NE)
        return false;
    u.v = scan_variable(t, left);
    return u.v && u.v->owner && !u.v->taken && type_is_scalar(u.v->type) &&
           u.v->type->kind == TYPE_INT &&
           tree_kind(tree_strip(tree_child(step, 0))) == CXCursor_DeclRefExpr &&
           scan_variable(t, tree_strip(tree_child(step, 0))) == u.v &&
           !tree_any(part[3], changes, &u) && (tree_null(part[0]) || true);
}

static void for_statement(translation *t, CXCursor c)
{
    CXCursor part[4];
    model_node *loop, *before;

    tree_for(t, c, part);
    push_scope(t);
    if (t->alone && tree_any(c, creates_thread, t))
        t->alone = false;
    if (!tree_null(part[0])) {
        if (tree_kind(part[0]) == CXCursor_DeclStmt)
            declarations(t, part[0]);
        else
            expression_effect(t, part[0]);
    }
    enter_loop(t, c);
    if (tree_any(part[3], is_continue, NULL))
        vec_last(&t->scopes).continue_to = new_label(t, "continue");
    loop = node_add(t, NODE_DO, NULL);
    loop->bounded = is_bounded(t, part);
    before = node_enter(t, guard_loop(t, loop, part[1]));
    statement_translate(t, part[3]);
    if (vec_last(&t->scopes).continue_to)
        add_label(t, vec_last(&t->scopes).continue_to);
    if (!tree_null(part[2]))
        expression_effect(t, part[2]);
    if (node_empty(t->out))
        rest(t);
    node_leave(t, before);
    pop_scope(t);
    pop_scope(t);
    forget(t);
}

/* The cases of a switch: where each begins in the list of its statements. */
typedef struct choice {
    VEC(i128) values; /* from, to, from, to, ... */
    bool is_default;
    const char *label;
} choice;

typedef VEC(choice) choices;

/* Labels before a statement; returns the statement behind them. */
static CXCursor take_cases(translation *t, CXCursor c, choices *out)
{
    choice now = {0};
    i128 n;

    while (tree_kind(c) == CXCursor_CaseStmt || tree_kind(c) == CXCursor_DefaultStmt) {
        if (tree_kind(c) == CXCursor_DefaultStmt) {
            now.is_default = true;
            c = tree_child(c, 0);
        } else {
            u32 parts = tree_count(c); /* the statement comes last */

            for (u32 i = 0; i < 2; i++) {
                if (!tree_constant(tree_child(c, parts > 2 ? i : 0), &n))
                    tree_refuse(t, c, "this case is not translated");
                vec_push(&now.values, n);
            }
            c = tree_child(c, parts - 1);
        }
    }
    now.label = new_label(t, "case");
    vec_push(out, now);
    return c;
}

static bool is_case(CXCursor c, void *with)
{
    (void)with;
    return tree_kind(c) == CXCursor_CaseStmt || tree_kind(c) == CXCursor_DefaultStmt;
}

/* A case of this switch inside of another statement, which is not one of a switch in there. */
static bool has_case(CXCursor c)
{
    cursors list = {0};
    bool found = is_case(c, NULL);

    if (!found && tree_kind(c) != CXCursor_SwitchStmt)
        tree_children(c, &list);
    for (u32 i = 0; i < list.n && !found; i++)
        found = has_case(list.at[i]);
    vec_free(&list);
    return found;
}

static const char *case_compare(translation *t, enum CXBinaryOperatorKind op, value v, i128 n)
{
    value to = number_convert(t, number_constant(t, type_int(t, 64, true), n), v.type);

    return number_compare(t, op, v, to).text;
}

static const char *case_guard(translation *t, const choice *one, value v)
{
    const char *guard = NULL, *here;

    for (u32 i = 0; i < one->values.n; i += 2) {
        i128 from = one->values.at[i], to = one->values.at[i + 1];

        here = from == to ? case_compare(t, CXBinaryOperator_EQ, v, from)
                          : tr_text(t, "(%s && %s)", case_compare(t, CXBinaryOperator_GE, v, from),
                                    case_compare(t, CXBinaryOperator_LE, v, to));
        guard = guard ? tr_text(t, "%s || %s", guard, here) : here;
    }
    return guard;
}

/* The jumps to the cases. */
static void dispatch(translation *t, const choices *all, value v, const char *end)
{
    model_node *test = node_add(t, NODE_IF, NULL);
    const char *otherwise = end;

    for (u32 i = 0; i < all->n; i++) {
        if (all->at[i].is_default)
            otherwise = all->at[i].label;
        if (all->at[i].values.n)
            emit_in(t, node_option(t, test, case_guard(t, &all->at[i], v), 0),
                    tr_text(t, "goto %s", all->at[i].label));
    }
    emit_in(t, node_option(t, test, "else", 0), tr_text(t, "goto %s", otherwise));
}

static bool ends_group(CXCursor c)
{
    return tree_kind(c) == CXCursor_BreakStmt || tree_kind(c) == CXCursor_ReturnStmt ||
           tree_kind(c) == CXCursor_ContinueStmt || tree_kind(c) == CXCursor_GotoStmt;
}

static bool is_break(CXCursor c, void *with)
{
    (void)with;
    return tree_kind(c) == CXCursor_BreakStmt;
}

/* Every group of statements ends with its only break, so that none falls through to the next. */
static bool is_tidy(const cursors *list, const u32 *first, u32 groups)
{
    for (u32 g = 0; g < groups; g++) {
        u32 to = g + 1 < groups ? first[g + 1] : list->n;

        if (g + 1 < groups && !ends_group(list->at[to - 1]))
            return false;
        for (u32 i = first[g]; i < to; i++)
            if (tree_kind(list->at[i]) == CXCursor_DeclStmt ||
                (i + 1 < to && tree_any(list->at[i], is_break, NULL)) ||
                (i + 1 == to && !ends_group(list->at[i]) && tree_any(list->at[i], is_break, NULL)))
                return false;
    }
    return true;
}

/* As an if with one option a group. */
static void tidy_switch(translation *t, const cursors *list, const u32 *first, const choices *all,
                        value v)
{
    model_node *test = node_add(t, NODE_IF, NULL), *otherwise = NULL, *before;

    for (u32 g = 0; g < all->n; g++) {
        u32 to = g + 1 < all->n ? first[g + 1] : list->n;
        model_node *option;

        if (all->at[g].is_default)
            option = otherwise = node_new(t, NODE_OPTION, "else");
        else
            option = node_option(t, test, case_guard(t, &all->at[g], v), 0);
        before = node_enter(t, option);
        forget(t);
        for (u32 i = first[g]; i < to; i++)
            if (tree_kind(list->at[i]) != CXCursor_BreakStmt)
                statement_translate(t, list->at[i]);
        node_leave(t, before);
    }
    if (otherwise)
        vec_push(&test->children, otherwise);
    else
        node_option(t, test, "else", 0);
}

static void jumping_switch(translation *t, const cursors *list, const u32 *first,
                           const choices *all, value v)
{
    const char *end = new_label(t, "done");

    vec_last(&t->scopes).break_to = end;
    dispatch(t, all, v, end);
    for (u32 g = 0; g < all->n; g++) {
        u32 to = g + 1 < all->n ? first[g + 1] : list->n;

        add_label(t, all->at[g].label);
        for (u32 i = first[g]; i < to; i++)
            statement_translate(t, list->at[i]);
    }
    add_label(t, end);
}

/* Variables that a switch declares before its first case: control never comes there. */
static bool is_bare(CXCursor c)
{
    cursors list = {0};
    bool bare = tree_kind(c) == CXCursor_DeclStmt;

    tree_children(c, &list);
    for (u32 i = 0; bare && i < list.n; i++)
        bare = tree_kind(list.at[i]) != CXCursor_VarDecl ||
               tree_null(clang_Cursor_getVarDeclInitializer(list.at[i]));
    vec_free(&list);
    return bare;
}

static void switch_statement(translation *t, CXCursor c)
{
    value v = number_settle(t, expression_value(t, tree_child(c, 0)));
    CXCursor body = tree_child(c, 1);
    cursors parts = {0}, list = {0};
    choices all = {0};
    VEC(u32) first = {0};

    if (!v.plain)
        v = number_keep(t, v);
    if (tree_kind(body) != CXCursor_CompoundStmt)
        tree_refuse(t, c, "a switch without a block is not translated");
    tree_children(body, &parts);
    push_scope(t);
    vec_last(&t->scopes).target = true;
    for (u32 i = 0; i < parts.n; i++) {
        CXCursor s = parts.at[i];

        if (!first.n && is_bare(s)) {
            declarations(t, s);
            continue;
        }

        if (is_case(s, NULL)) {
            vec_push(&first, list.n);
            s = take_cases(t, s, &all);
        } else if (!first.n) {
            tree_refuse(t, s, "a statement before the first case is not translated");
        }
        if (has_case(s))
            tree_refuse(t, s, "a case inside of another statement is not translated");
        vec_push(&list, s);
    }
    forget(t);
    if (is_tidy(&list, first.at, first.n))
        tidy_switch(t, &list, first.at, &all, v);
    else
        jumping_switch(t, &list, first.at, &all, v);
    pop_scope(t);
    forget(t);
    vec_free(&parts);
    vec_free(&list);
    vec_free(&first);
    for (u32 i = 0; i < all.n; i++)
        vec_free(&all.at[i].values);
    vec_free(&all);
}

static bool leaves_section(const translation *t, const scope *to)
{
    return t->section && to < &t->scopes.at[t->section_scope];
}

static void break_statement(translation *t, CXCursor c)
{
    scope *s = unwind(t, false);

    if (!s)
        tree_refuse(t, c, "a break without a loop");
    if (leaves_section(t, s))
        refuse_leaving(t, c, "a break");
    if (s->break_to)
        jump(t, s->break_to);
    else
        node_emit(t, 0, "break");
}

static void continue_statement(translation *t, CXCursor c)
{
    scope *s = unwind(t, true);

    if (leaves_section(t, s))
        refuse_leaving(t, c, "a continue");
    jump(t, s->continue_to);
}

static label *find_label(translation *t, CXCursor c, const char *name)
{
    for (u32 i = 0; i < t->f->labels.n; i++)
        if (!strcmp(t->f->labels.at[i].c_name, name))
            return &t->f->labels.at[i];
    tree_refuse(t, c, "there is no label %s", name);
}

static void goto_statement(translation *t, CXCursor c)
{
    const label *to;

    if (t->f->tidies)
        tree_refuse(t, c, "goto in a function with local variables whose address is used");
    to = find_label(t, c, tree_name(t, tree_child(c, 0)));
    vec_push(&t->jumps, (goto_seen){.at = c, .to = to->c_name, .section = t->section});
    jump(t, to->name);
}

void statement_check_jumps(translation *t)
{
    for (u32 i = 0; i < t->jumps.n; i++) {
        const goto_seen *g = &t->jumps.at[i];

        if (find_label(t, g->at, g->to)->section != g->section)
            refuse_leaving(t, g->at, "a goto");
    }
    vec_clear(&t->jumps);
}

static void label_statement(translation *t, CXCursor c)
{
    label *l = find_label(t, c, tree_name(t, c));

    forget(t);
    l->section = t->section;
    add_label(t, l->name);
    statement_translate(t, tree_child(c, 0));
}

static void store_result(translation *t, value v)
{
    model_place to = {.type = t->f->result};

    if (t->f == t->main) {
        if (v.visible || v.checks)
            number_keep(t, v);
        return;
    }
    to.base = t->f->process || (t->f->starts && !t->f->called) ? "result" : "ret";
    place_store(t, &to, v);
}

static void return_statement(translation *t, CXCursor c)
{
    CXCursor e = tree_child(c, 0);

    if (t->section)
        refuse_leaving(t, c, "a return");
    if (!tree_null(e) && t->f->result->kind == TYPE_STRUCT) {
        model_place to = {.type = t->f->result, .base = tr_text(t, "%s_result", t->f->name)};

        expression_copy(t, &to, e);
    } else if (!tree_null(e) && t->f->result->kind != TYPE_VOID) {
        store_result(t, expression_as(t, e, t->f->result));
    } else if (!tree_null(e)) {
        expression_effect(t, e);
    }
    for (u32 i = t->scopes.n; i-- > 0;)
        close_locals(t, &t->scopes.at[i]);
    jump(t, t->return_to);
}

void statement_last(translation *t, CXCursor c, value *out)
{
    cursors list = {0};

    tree_children(c, &list);
    push_scope(t);
    for (u32 i = 0; i < list.n; i++)
        if (i + 1 == list.n && clang_isExpression(tree_kind(list.at[i])) &&
            clang_getCanonicalType(clang_getCursorType(list.at[i])).kind != CXType_Void)
            *out = number_keep(t, expression_value(t, list.at[i]));
        else
            statement_translate(t, list.at[i]);
    pop_scope(t);
    vec_free(&list);
}

static void translate_kind(translation *t, CXCursor c)
{
    switch (tree_kind(c)) {
    case CXCursor_CompoundStmt:
        block(t, c);
        break;
    case CXCursor_DeclStmt:
        declarations(t, c);
        break;
    case CXCursor_IfStmt:
        if_statement(t, c);
        break;
    case CXCursor_WhileStmt:
        while_statement(t, c);
        break;
    case CXCursor_DoStmt:
        do_statement(t, c);
        break;
    case CXCursor_ForStmt:
        for_statement(t, c);
        break;
    case CXCursor_SwitchStmt:
        switch_statement(t, c);
        break;
    case CXCursor_BreakStmt:
        break_statement(t, c);
        break;
    case CXCursor_ContinueStmt:
        continue_statement(t, c);
        break;
    case CXCursor_GotoStmt:
        goto_statement(t, c);
        break;
    case CXCursor_LabelStmt:
        label_statement(t, c);
        break;
    case CXCursor_ReturnStmt:
        return_statement(t, c);
        break;
    case CXCursor_NullStmt:
        break;
    default:
        if (!clang_isExpression(tree_kind(c)))
            tree_refuse(t, c, "this statement is not translated: %s", tree_source(t, c));
        expression_effect(t, c);
        break;
    }
}

void statement_translate(translation *t, CXCursor c)
{
    const char *file = t->file;
    u32 line = t->line, temps = t->temps, numbers = t->numbers, wides = t->wides;

    tree_where(t, c, &t->file, &t->line);
    if (file && !strcmp(file, t->file))
        t->file = file;
    translate_kind(t, c);
    t->temps = temps;
    t->numbers = numbers;
    t->wides = wides;
    t->file = file;
    t->line = line;
}
