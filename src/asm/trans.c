/* Symbolic execution of the chain of instructions from one rest point to the next: what the
 * explicit machine does step by step becomes one expression a variable, with a choice between the
 * branches where the chain has some. */
#include "asm/trans.h"

#include <string.h>

enum { BRANCHES_MOST = 4096 };

typedef struct run {
    casm *c;
    process *p;
    const instr *from; /* where the step begins: what is dead there is zero */
    u32 branches;
    expr fails;
    expr *writes;
} run;

/* The variables as expressions over the state before the step. */
typedef struct view {
    casm *c;
    const expr *now; /* by variable; NULL: the variables themselves */
} view;

static expr variable(const view *v, u32 number)
{
    if (v->now && v->now[number])
        return v->now[number];
    if (!bit_of(v->c->kept, number)) /* an expression names it, and its value does not matter */
        return ex_const(&v->c->pool, v->c->vars.at[number].width, 0);
    return ex_var(&v->c->pool, v->c->vars.at[number].width, number);
}

static expr leaf(rewriter *r, expr e, expr index)
{
    view *v = r->what;
    expr_node n = *node_at(r->p, e);
    array a;
    expr out;

    if (n.op == EX_CHOICE)
        return e;
    if (n.op == EX_VAR)
        return variable(v, n.extra);
    a = v->c->arrays.at[n.extra];
    out = ex_const(r->p, a.width, 0);
    for (u32 k = 0; k < a.n; k++)
        out = ex_ite(r->p, ex_binary(r->p, EX_EQ, index, ex_const(r->p, width_of(r->p, index), k)),
                     variable(v, a.first + k), out);
    return out;
}

static expr seen_from(casm *c, const expr *now, expr e)
{
    view v = {c, now};
    rewriter r = {.p = &c->pool, .what = &v, .leaf = leaf};
    expr out = ex_rewrite(&r, e);

    vec_free(&r.memo);
    return out;
}

expr trans_flat(casm *c, expr e)
{
    return seen_from(c, NULL, e);
}

static expr *copy(const casm *c, const expr *now)
{
    expr *out = mem_alloc(c->vars.n * sizeof *out);

    memcpy(out, now, c->vars.n * sizeof *out);
    return out;
}

static void assign_one(run *r, const expr *before, expr *now, const assign *s)
{
    pool *p = &r->c->pool;
    const array a = r->c->arrays.at[s->array];
    expr value = seen_from(r->c, before, s->value), index;
    view v = {r->c, now};

    if (!s->index) {
        now[a.first + s->at] = value;
        return;
    }
    index = seen_from(r->c, before, s->index);
    for (u32 k = 0; k < a.n; k++) {
        expr here = ex_binary(p, EX_EQ, index, ex_const(p, width_of(p, index), k));

        now[a.first + k] = ex_ite(p, here, value, variable(&v, a.first + k));
        r->writes[a.first + k] = here;
    }
}

/* One instruction: assignments, and the condition that a check fails. */
static void execute(run *r, const instr *i, expr *now, expr path)
{
    pool *p = &r->c->pool;
    expr *before = copy(r->c, now);

    for (u32 k = 0; k < i->checks.n; k++) {
        expr holds = seen_from(r->c, before, i->checks.at[k].holds);

        r->fails = ex_or(p, r->fails, ex_and(p, path, ex_not(p, holds)));
    }
    for (u32 k = 0; k < i->sets.n; k++)
        if (!i->sets.at[k].dead)
            assign_one(r, before, now, &i->sets.at[k]);
    mem_free(before);
}

static void merge(run *r, expr when, const expr *a, const expr *b, expr *out)
{
    view x = {r->c, a}, y = {r->c, b};

    for (u32 v = 0; v < r->c->vars.n; v++)
        out[v] = a[v] == b[v] ? a[v] : ex_ite(&r->c->pool, when, variable(&x, v), variable(&y, v));
}

/* At the rest point: what is dead there is zero, bit by bit. */
static void arrive(run *r, u32 at, expr *now)
{
    const instr *i = &r->p->code.at[at];

    for (u32 v = r->p->vars; v < r->p->vars_end; v++) {
        u64 all = width_mask(r->c->vars.at[v].width), live = bit_of(r->c->kept, v) ? i->live[v] : 0;
        view seen = {r->c, now};

        if ((live & all) == all || (!now[v] && !(r->from->live[v] & all & ~live)))
            continue;
        now[v] = ex_and(&r->c->pool, variable(&seen, v),
                        ex_const(&r->c->pool, r->c->vars.at[v].width, live));
    }
    now[r->p->pc] = ex_const(&r->c->pool, r->c->vars.at[r->p->pc].width, at);
}

static void follow(run *r, u32 at, expr next, expr *now, expr path);

static void go_to(run *r, u32 at, expr *now, expr path)
{
    const instr *i = &r->p->code.at[at];
    expr next;

    if (i->rest) {
        arrive(r, at, now);
        return;
    }
    next = seen_from(r->c, now, i->next);
    execute(r, i, now, path);
    follow(r, at, next, now, path);
}

/* The place a return goes to. */
static void follow_return(run *r, u32 at, expr next, expr *now, expr path)
{
    pool *p = &r->c->pool;
    expr *from = copy(r->c, now);
    place_list places = {0};

    casm_successors(r->c, r->p, at, &places);
    for (u32 i = 0; i < places.n; i++) {
        expr here = ex_binary(p, EX_EQ, next, ex_const(p, width_of(p, next), places.at[i])), *then;

        then = copy(r->c, from);
        go_to(r, places.at[i], then, ex_and(p, path, here));
        merge(r, here, then, now, now);
        mem_free(then);
    }
    vec_free(&places);
    mem_free(from);
}

static void follow(run *r, u32 at, expr next, expr *now, expr path)
{
    pool *p = &r->c->pool;
    expr_node n = *node_at(p, next);
    expr *other;

    if (++r->branches > BRANCHES_MOST)
        fail(EXIT_INPUT,
             "%s: a chain of local instructions of process %s has too many branches; add "
             "--abstraction off",
             r->c->files.at[0], r->p->name);
    if (n.op == EX_CONST) {
        go_to(r, (u32)n.value, now, path);
        return;
    }
    if (n.op != EX_ITE) {
        follow_return(r, at, next, now, path);
        return;
    }
    other = copy(r->c, now);
    follow(r, at, n.b, now, ex_and(p, path, n.a));
    follow(r, at, n.c, other, ex_and(p, path, ex_not(p, n.a)));
    merge(r, n.a, now, other, now);
    mem_free(other);
}

static sym_step make_step(casm *c, u32 number, u32 at)
{
    run r = {.c = c, .p = &c->processes.at[number], .fails = ex_const(&c->pool, 1, 0)};
    const instr *i = r.from = &r.p->code.at[at];
    sym_step s = {.process = number, .at = at};
    expr next;

    s.after = mem_alloc(c->vars.n * sizeof *s.after);
    s.writes = r.writes = mem_alloc(c->vars.n * sizeof *s.writes);
    s.guard = trans_flat(c, i->guard);
    next = trans_flat(c, i->next);
    execute(&r, i, s.after, ex_const(&c->pool, 1, 1));
    follow(&r, at, next, s.after, ex_const(&c->pool, 1, 1));
    s.fails = r.fails;
    return s;
}

void trans_process(casm *c, u32 number, sym_steps *out)
{
    for (u32 at = 0; at < c->processes.at[number].code.n; at++) {
        const instr *i = &c->processes.at[number].code.at[at];

        if (i->rest && !(i->flags & INSN_END))
            vec_push(out, make_step(c, number, at));
    }
}

void trans_free(sym_steps *steps)
{
    for (u32 i = 0; i < steps->n; i++) {
        mem_free(steps->at[i].after);
        mem_free(steps->at[i].writes);
    }
    vec_free(steps);
}
