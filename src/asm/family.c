/* Families of systems of any size (section 3.2, after Halbwachs, Lagnier, Raymond 1994).
 *
 * A family is proved by induction over the number of components.  A block of any size is replaced
 * by chaos, signals that may do anything, restricted to runs on which the observers of the block
 * were ok; then the block with one component more must be ok.  With an assumption A about the
 * signals from outside, a block promises: as long as A held up to now, it is ok now.  The step is
 * then two obligations, in this order, for every moment t at which the inner observers were ok
 * before t and the outer A held up to t:
 *
 *     the inner A holds at t;            and, when the inner observers are ok at t, so are the
 * outer.
 *
 * The first may not use that the inner observers are ok at t: that is what it is needed for.  It is
 * sound because what a block puts out does not depend on what it gets in the same step.
 *
 * The states are few; they are enumerated breadth first, with every value of every free signal, so
 * that a failure comes with a shortest trace. */
#include "asm/family.h"
#include "asm/parse.h"
#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SYMBOLS_MOST = 256, INPUTS_MOST = 20, STATES_MOST = 64 };

/* A name of a part: all are variables of the pool until a net puts something in their place. */
typedef enum symbol_kind {
    SYM_IN,
    SYM_OUT,
    SYM_INNER_IN,
    SYM_INNER_OUT,
    SYM_STATE,
    SYM_CHOICE,
    SYM_DEFINED
} symbol_kind;

typedef struct symbol {
    char *name;
    symbol_kind kind;
    u32 number; /* the variable */
    u8 width;
    u64 start;  /* STATE */
    expr value; /* what it is (OUT, INNER_IN, DEFINED), or becomes (STATE; 0: it stays) */
} symbol;

typedef struct part {
    char *name;
    bool there, lemma;
    VEC(symbol) symbols;
    expr ok; /* of an observer */
} part;

struct family {
    char *name;
    casm *own;             /* its pool */
    VEC(symbol) interface; /* IN and OUT */
    expr assume;           /* over the interface; 0 none */
    part assume_names;     /* what they stand for in it */
    part base, step, close;
    VEC(part) observers;
    part *reading;
    u32 variables;
    VEC(u8) widths;
};

const char *family_named(const family *f)
{
    return f->name;
}

bool family_has_close(const family *f)
{
    return f->close.there;
}

bool family_has_lemma(const family *f, const char *name)
{
    for (u32 i = 0; i < f->observers.n; i++)
        if (f->observers.at[i].lemma && strcmp(f->observers.at[i].name, name) == 0)
            return true;
    return false;
}

void family_lemmas(const family *f, text *out)
{
    for (u32 i = 0; i < f->observers.n; i++)
        if (f->observers.at[i].lemma)
            text_addf(out, "%s%s", out->n ? ", " : "", f->observers.at[i].name);
}

/* Reading. */

static symbol *find_in(part *p, const char *name, u32 n)
{
    for (u32 i = 0; i < p->symbols.n; i++)
        if (strlen(p->symbols.at[i].name) == n && strncmp(p->symbols.at[i].name, name, n) == 0)
            return &p->symbols.at[i];
    return NULL;
}

static symbol *add_symbol(parser *s, part *p, const token *at, char *name, symbol_kind kind,
                          u8 width)
{
    if (find_in(p, name, (u32)strlen(name)))
        lex_fail(&s->x, at, "%s is declared already", name);
    if (p->symbols.n == SYMBOLS_MOST)
        lex_fail(&s->x, at, "a part has at most %d names", SYMBOLS_MOST);
    vec_push(
        &p->symbols,
        (symbol){.name = name, .kind = kind, .number = s->family->variables++, .width = width});
    vec_push(&s->family->widths, width);
    return &vec_last(&p->symbols);
}

/* `x`, or `inner.x` as one name. */
static u32 name_length(const parser *s)
{
    const token *t = &s->x.now;
    u32 n = t->n;

    if (token_is(t, "inner") && t->at[n] == '.')
        for (n++; t->at[n] == '_' || (t->at[n] >= '0' && t->at[n] <= '9') ||
                  ((t->at[n] | 32) >= 'a' && (t->at[n] | 32) <= 'z');)
            n++;
    return n;
}

static void skip_name(parser *s)
{
    bool inner = token_is(&s->x.now, "inner");

    lex_next(&s->x);
    if (inner && s->x.now.kind == TOK_NAME && s->x.now.at[0] == '.')
        lex_next(&s->x);
}

expr family_name(parser *s)
{
    const token *t = &s->x.now;
    symbol *y = find_in(s->family->reading, t->at, name_length(s));

    if (token_is(t, "true") || token_is(t, "false")) {
        bool value = token_is(t, "true");

        lex_next(&s->x);
        return ex_const(&s->c->pool, 1, value);
    }
    if (!y)
        lex_fail(&s->x, t, "there is no signal or state %.*s here", (int)name_length(s), t->at);
    skip_name(s);
    return ex_var(&s->c->pool, y->width, y->number);
}

static void end_line(parser *s)
{
    if (s->x.now.kind != TOK_LINE && !lex_is(&s->x, "}"))
        lex_fail(&s->x, &s->x.now, "the end of the statement is expected here");
    while (s->x.now.kind == TOK_LINE)
        lex_next(&s->x);
}

static void skip_lines(parser *s)
{
    while (s->x.now.kind == TOK_LINE)
        lex_next(&s->x);
}

/* The names of the interface, for a part that sees them in one of these ways. */
static void see_interface(parser *s, part *p, const char *prefix, symbol_kind in, symbol_kind out)
{
    for (u32 i = 0; i < s->family->interface.n; i++) {
        const symbol *y = &s->family->interface.at[i];
        text name = {0};

        text_addf(&name, "%s%s", prefix, y->name);
        add_symbol(s, p, &s->x.now, mem_strdup(text_str(&name)), y->kind == SYM_IN ? in : out, 1);
        text_free(&name);
    }
}

/* state x : 0..3 = 0 */
static void parse_state(parser *s, part *p)
{
    token at = s->x.now;
    char *name = lex_name(&s->x, "the name of a state");
    i64 low = 0, high = 1, start = 0;
    u8 width = 1;
    symbol *y;

    if (lex_take(&s->x, ":")) {
        low = parse_constant(s);
        lex_expect(&s->x, "..");
        high = parse_constant(s);
    }
    if (low != 0 || high < 1 || high > 255)
        lex_fail(&s->x, &at, "a state is a number from 0 to at most 255");
    while (high >> width)
        width++;
    if (lex_take(&s->x, "="))
        start = parse_constant(s);
    if (start < 0 || start > high)
        lex_fail(&s->x, &at, "the initial value is outside of the range");
    y = add_symbol(s, p, &at, name, SYM_STATE, width);
    y->start = (u64)start;
}

static bool may_define(const symbol *y)
{
    return y->kind == SYM_OUT || y->kind == SYM_INNER_IN;
}

/* What an equation may speak of: outputs of a block depend on its state, its choices and the
 * outputs of the block inside it; others on what stands before them. */
static bool may_use(const family *f, const part *p, symbol_kind of, const symbol *used)
{
    switch (used->kind) {
    case SYM_STATE:
    case SYM_CHOICE:
    case SYM_INNER_OUT:
        return true;
    case SYM_IN:
        return of != SYM_OUT || p == &f->close;
    case SYM_DEFINED:
        return used->value && (of != SYM_OUT || p == &f->close);
    case SYM_OUT:
        return used->value && (p != &f->close || of == SYM_OUT);
    case SYM_INNER_IN:
        return used->value && of == SYM_INNER_IN;
    }
    return false;
}

static void check_equation(parser *s, const token *at, const part *p, symbol_kind of, expr value)
{
    expr_list all = {0};

    ex_collect(&s->c->pool, &all, &value, 1);
    for (u32 i = 0; i < all.n; i++) {
        const node *n = node_at(&s->c->pool, all.at[i]);

        for (u32 k = 0; n->op == EX_VAR && k < p->symbols.n; k++)
            if (p->symbols.at[k].number == n->extra &&
                !may_use(s->family, p, of, &p->symbols.at[k]))
                lex_fail(&s->x, at, "this equation may not speak of %s: %s", p->symbols.at[k].name,
                         of == SYM_OUT ? "what a block puts out depends on its state, its choices "
                                         "and the outputs of the inner block"
                                       : "it is not known before");
    }
    vec_free(&all);
}

static void parse_equation(parser *s, part *p)
{
    token at = s->x.now;
    u32 n = name_length(s);
    symbol *y = find_in(p, at.at, n);
    expr value;
    u32 place;

    if (at.kind != TOK_NAME)
        lex_fail(&s->x, &at, "state, choice, next or an equation is expected here");
    if (!y)
        y = add_symbol(s, p, &at, mem_strndup(at.at, n), SYM_DEFINED, 1);
    else if (!may_define(y) || y->value)
        lex_fail(&s->x, &at, "%s cannot be given a value here", y->name);
    place = (u32)(y - p->symbols.at);
    skip_name(s);
    lex_expect(&s->x, "=");
    value = ex_truth(&s->c->pool, parse_expression(s));
    check_equation(s, &at, p, p->symbols.at[place].kind, value);
    p->symbols.at[place].value = value;
}

static void parse_next(parser *s, part *p)
{
    token at = s->x.now;
    symbol *y = find_in(p, at.at, at.n);
    expr value;

    if (!y || y->kind != SYM_STATE)
        lex_fail(&s->x, &at, "next needs a state of this part");
    lex_next(&s->x);
    lex_expect(&s->x, "=");
    value = parse_expression(s);
    y->value = y->width == 1 ? ex_truth(&s->c->pool, value) : ex_zext(&s->c->pool, value, y->width);
}

static void parse_part_line(parser *s, part *p)
{
    token at = s->x.now;

    if (lex_take(&s->x, "state"))
        parse_state(s, p);
    else if (lex_take(&s->x, "choice")) {
        at = s->x.now;
        add_symbol(s, p, &at, lex_name(&s->x, "the name of a choice"), SYM_CHOICE, 1);
    } else if (lex_take(&s->x, "next"))
        parse_next(s, p);
    else
        parse_equation(s, p);
    end_line(s);
}

static void check_defined(parser *s, const part *p)
{
    for (u32 i = 0; i < p->symbols.n; i++)
        if (may_define(&p->symbols.at[i]) && !p->symbols.at[i].value)
            lex_fail(&s->x, &s->x.now, "%s has no value: %s of the part %s is missing",
                     p->symbols.at[i].name, p->symbols.at[i].name, p->name);
}

static void parse_part(parser *s, part *p)
{
    s->family->reading = p;
    p->there = true;
    skip_lines(s);
    lex_expect(&s->x, "{");
    skip_lines(s);
    while (!lex_is(&s->x, "}"))
        parse_part_line(s, p);
    check_defined(s, p);
    lex_next(&s->x);
    skip_lines(s);
}

static void parse_observer(parser *s, bool lemma)
{
    part p = {.name = lex_name(&s->x, "the name of the observer"), .lemma = lemma};
    token at = s->x.now;
    symbol *ok;

    see_interface(s, &p, "", SYM_IN, SYM_IN);
    parse_part(s, &p);
    ok = find_in(&p, "ok", 2);
    if (!ok || ok->kind != SYM_DEFINED)
        lex_fail(&s->x, &at, "an observer says ok = ...");
    vec_push(&s->family->observers, p);
}

static void parse_interface(parser *s, symbol_kind kind)
{
    do {
        char *name = lex_name(&s->x, "the name of a signal");

        vec_push(&s->family->interface, (symbol){.name = name, .kind = kind, .width = 1});
    } while (lex_take(&s->x, ","));
    end_line(s);
}

/* The assumption speaks of the interface alone; it is an observer without state. */
static void parse_assume(parser *s)
{
    part p = {.name = mem_strdup("assume")};

    see_interface(s, &p, "", SYM_IN, SYM_IN);
    s->family->reading = &p;
    s->family->assume = ex_truth(&s->c->pool, parse_expression(s));
    s->family->reading = NULL;
    end_line(s);
    s->family->assume_names = p;
}

static void parse_family_line(parser *s)
{
    family *f = s->family;

    if (lex_take(&s->x, "in")) {
        parse_interface(s, SYM_IN);
    } else if (lex_take(&s->x, "out")) {
        parse_interface(s, SYM_OUT);
    } else if (lex_take(&s->x, "assume")) {
        parse_assume(s);
    } else if (lex_take(&s->x, "base")) {
        see_interface(s, &f->base, "", SYM_IN, SYM_OUT);
        parse_part(s, &f->base);
    } else if (lex_take(&s->x, "step")) {
        see_interface(s, &f->step, "", SYM_IN, SYM_OUT);
        see_interface(s, &f->step, "inner.", SYM_INNER_IN, SYM_INNER_OUT);
        parse_part(s, &f->step);
    } else if (lex_take(&s->x, "close")) {
        see_interface(s, &f->close, "", SYM_OUT, SYM_IN);
        parse_part(s, &f->close);
    } else if (lex_take(&s->x, "observer")) {
        parse_observer(s, false);
    } else if (lex_take(&s->x, "lemma")) {
        parse_observer(s, true);
    } else {
        lex_fail(&s->x, &s->x.now,
                 "in, out, assume, base, step, observer, lemma or close is expected here");
    }
}

void parse_family(parser *s)
{
    family *f = mem_alloc(sizeof *f);
    casm *outer = s->c;
    token at = s->x.now;

    f->name = lex_name(&s->x, "the name of the family");
    f->own = mem_alloc(sizeof *f->own);
    pool_open(&f->own->pool);
    f->base.name = mem_strdup("base");
    f->step.name = mem_strdup("step");
    f->close.name = mem_strdup("close");
    s->c = f->own;
    s->family = f;
    skip_lines(s);
    lex_expect(&s->x, "{");
    skip_lines(s);
    while (!lex_is(&s->x, "}"))
        parse_family_line(s);
    if (!f->base.there || !f->step.there || !f->observers.n)
        lex_fail(&s->x, &at, "a family needs base, step and an observer");
    s->family = NULL;
    s->c = outer;
    vec_push(&outer->families, f);
}

/* A net: instances of parts over concrete states and free signals. */

typedef struct cell {
    char *name;
    u32 number; /* variable */
    u8 width;
    u64 start;
    expr next;
} cell;

typedef struct wire {
    char *name;
    expr value;
} wire;

typedef struct net {
    family *f;
    pool *p;
    VEC(cell) states;
    VEC(wire) inputs; /* free, each a variable */
    VEC(wire) shown;
    expr stays; /* when false the run is none that counts */
    expr good;  /* when false the part fails */
} net;

typedef struct binding {
    const net *n;
    expr *of; /* by variable; 0: itself */
} binding;

static u32 new_variable(net *n, u8 width)
{
    vec_push(&n->f->widths, width);
    return n->f->variables++;
}

static char *name_at(const char *where, const char *name)
{
    text t = {0};
    char *out;

    text_addf(&t, "%s%s%s", where, *where ? "." : "", name);
    out = mem_strdup(text_str(&t));
    text_free(&t);
    return out;
}

static expr add_input(net *n, const char *where, const char *name)
{
    expr e = ex_var(n->p, 1, new_variable(n, 1));

    vec_push(&n->inputs, (wire){name_at(where, name), e});
    return e;
}

static expr add_state(net *n, const char *where, const char *name, u8 width, u64 start)
{
    cell c = {.name = name_at(where, name),
              .number = new_variable(n, width),
              .width = width,
              .start = start};
    expr e = ex_var(n->p, width, c.number);

    c.next = e;
    vec_push(&n->states, c);
    return e;
}

static expr bound_leaf(rewriter *r, expr e, expr index)
{
    const binding *b = r->what;
    const node *x = node_at(r->p, e);

    (void)index;
    return x->extra < SYMBOLS_MOST * 64u && b->of[x->extra] ? b->of[x->extra] : e;
}

static expr put_for(const net *n, expr *of, expr e)
{
    binding b = {n, of};
    rewriter r = {.p = n->p, .what = &b, .leaf = bound_leaf};
    expr out = ex_rewrite(&r, e);

    vec_free(&r.memo);
    return out;
}

/* One instance of a part; the signals that it gets are bound already, those that it defines are
 * afterwards: outputs first, in the order of the file. */
typedef struct instance {
    const part *p;
    const char *where;
    expr *of;
    u32 first; /* of its states in the net */
} instance;

static instance place_part(net *n, const part *p, const char *where)
{
    instance i = {.p = p,
                  .where = where,
                  .of = mem_alloc(SYMBOLS_MOST * 64 * sizeof(expr)),
                  .first = n->states.n};

    for (u32 k = 0; k < p->symbols.n; k++) {
        const symbol *y = &p->symbols.at[k];

        if (y->kind == SYM_STATE)
            i.of[y->number] = add_state(n, where, y->name, y->width, y->start);
        else if (y->kind == SYM_CHOICE)
            i.of[y->number] = add_input(n, where, y->name);
    }
    return i;
}

static void bind_signal(instance *i, const char *name, expr value)
{
    for (u32 k = 0; k < i->p->symbols.n; k++)
        if (strcmp(i->p->symbols.at[k].name, name) == 0)
            i->of[i->p->symbols.at[k].number] = value;
}

/* Gives what the part defines its values, of one kind; what they speak of is bound. */
static void define(net *n, instance *i, symbol_kind kind)
{
    for (u32 k = 0; k < i->p->symbols.n; k++) {
        const symbol *y = &i->p->symbols.at[k];

        if (y->kind == kind && y->value)
            i->of[y->number] = put_for(n, i->of, y->value);
        if (y->kind == kind && y->value && kind != SYM_DEFINED)
            vec_push(&n->shown, (wire){name_at(i->where, y->name), i->of[y->number]});
    }
}

static expr value_of(const instance *i, const char *name)
{
    for (u32 k = 0; k < i->p->symbols.n; k++)
        if (strcmp(i->p->symbols.at[k].name, name) == 0)
            return i->of[i->p->symbols.at[k].number];
    return 0;
}

/* When everything is bound. */
static void finish(net *n, instance *i)
{
    u32 at = i->first;

    for (u32 k = 0; k < i->p->symbols.n; k++) {
        const symbol *y = &i->p->symbols.at[k];

        if (y->kind != SYM_STATE)
            continue;
        if (y->value)
            n->states.at[at].next = put_for(n, i->of, y->value);
        at++;
    }
    mem_free(i->of);
}

/* The signals of a block, by the place of the interface. */
typedef struct signals {
    expr at[64];
} signals;

static bool wanted(const part *o, const char *const *lemmas, u32 n)
{
    for (u32 i = 0; o->lemma && i < n; i++)
        if (strcmp(lemmas[i], o->name) == 0)
            return true;
    return !o->lemma;
}

/* The observers over a block: that all are ok now. */
static expr observe(net *n, const signals *s, const char *where, const char *const *lemmas,
                    u32 nlemmas)
{
    expr all = ex_const(n->p, 1, 1);

    for (u32 k = 0; k < n->f->observers.n; k++) {
        const part *o = &n->f->observers.at[k];
        char *name;
        instance i;

        if (!wanted(o, lemmas, nlemmas))
            continue;
        name = name_at(where, o->name);
        i = place_part(n, o, name);
        for (u32 j = 0; j < n->f->interface.n; j++)
            bind_signal(&i, n->f->interface.at[j].name, s->at[j]);
        define(n, &i, SYM_DEFINED);
        all = ex_and(n->p, all, value_of(&i, "ok"));
        vec_push(&n->shown, (wire){name_at(name, "ok"), value_of(&i, "ok")});
        finish(n, &i);
        mem_free(name);
    }
    return all;
}

static expr assumption(net *n, const signals *s)
{
    const part *names = &n->f->assume_names;
    expr *of, out;

    if (!n->f->assume)
        return ex_const(n->p, 1, 1);
    of = mem_alloc(SYMBOLS_MOST * 64 * sizeof *of);
    for (u32 j = 0; j < names->symbols.n; j++)
        of[names->symbols.at[j].number] = s->at[j];
    out = put_for(n, of, n->f->assume);
    mem_free(of);
    return out;
}

/* Free signals of one direction, or of both. */
static void free_signals(net *n, signals *s, const char *where, bool in, bool out)
{
    for (u32 j = 0; j < n->f->interface.n; j++)
        if (n->f->interface.at[j].kind == SYM_IN ? in : out)
            s->at[j] = add_input(n, where, n->f->interface.at[j].name);
}

static void bind_interface(const net *n, instance *i, const char *prefix, const signals *s,
                           symbol_kind kind)
{
    for (u32 j = 0; j < n->f->interface.n; j++) {
        text name = {0};

        text_addf(&name, "%s%s", prefix, n->f->interface.at[j].name);
        if (n->f->interface.at[j].kind == kind)
            bind_signal(i, text_str(&name), s->at[j]);
        text_free(&name);
    }
}

static void read_interface(const net *n, const instance *i, const char *prefix, signals *s,
                           symbol_kind kind)
{
    for (u32 j = 0; j < n->f->interface.n; j++) {
        text name = {0};

        text_addf(&name, "%s%s", prefix, n->f->interface.at[j].name);
        if (n->f->interface.at[j].kind == kind)
            s->at[j] = value_of(i, text_str(&name));
        text_free(&name);
    }
}

/* What a block puts out: helpers and outputs, before what it gets is known. */
static void put_out(net *n, instance *i, const signals *inner, signals *own)
{
    if (inner)
        bind_interface(n, i, "inner.", inner, SYM_OUT);
    define(n, i, SYM_OUT);
    read_interface(n, i, "", own, SYM_OUT);
}

static void take_in(net *n, instance *i, const signals *own, signals *inner)
{
    bind_interface(n, i, "", own, SYM_IN);
    define(n, i, SYM_DEFINED);
    define(n, i, SYM_INNER_IN);
    if (inner)
        read_interface(n, i, "inner.", inner, SYM_IN);
}

static void net_base(net *n, const char *const *lemmas, u32 nlemmas)
{
    signals s = {0};
    instance base = place_part(n, &n->f->base, "base");

    put_out(n, &base, NULL, &s);
    free_signals(n, &s, "", true, false);
    take_in(n, &base, &s, NULL);
    n->stays = assumption(n, &s);
    n->good = ex_or(n->p, ex_not(n->p, n->stays), observe(n, &s, "", lemmas, nlemmas));
    finish(n, &base);
}

static void net_step(net *n, const char *const *lemmas, u32 nlemmas)
{
    pool *p = n->p;
    signals inner = {0}, outer = {0};
    instance step = place_part(n, &n->f->step, "step");
    expr ok_inner, ok_outer, a_inner, a_outer;

    free_signals(n, &inner, "chaos", false, true);
    put_out(n, &step, &inner, &outer);
    free_signals(n, &outer, "", true, false);
    take_in(n, &step, &outer, &inner);
    a_inner = assumption(n, &inner);
    a_outer = assumption(n, &outer);
    ok_inner = observe(n, &inner, "inner", lemmas, nlemmas);
    ok_outer = observe(n, &outer, "outer", lemmas, nlemmas);
    n->stays = ex_and(p, a_outer, ok_inner);
    n->good =
        ex_and(p, ex_or(p, ex_not(p, a_outer), a_inner), ex_or(p, ex_not(p, n->stays), ok_outer));
    finish(n, &step);
}

static void net_close(net *n, const char *const *lemmas, u32 nlemmas)
{
    signals s = {0};
    instance close = place_part(n, &n->f->close, "close");

    free_signals(n, &s, "chaos", false, true);
    bind_interface(n, &close, "", &s, SYM_OUT);
    define(n, &close, SYM_DEFINED);
    define(n, &close, SYM_OUT);
    read_interface(n, &close, "", &s, SYM_IN);
    n->good = assumption(n, &s);
    n->stays = observe(n, &s, "block", lemmas, nlemmas);
    finish(n, &close);
}

/* The base and size - 1 steps around it. */
static void net_bounded(net *n, u32 size)
{
    instance *parts = mem_alloc(size * sizeof *parts), close = {0};
    signals *s = mem_alloc(size * sizeof *s);
    expr keeps;

    for (u32 i = 0; i < size; i++) {
        char where[32];

        snprintf(where, sizeof where, i ? "step%u" : "base", i);
        parts[i] = place_part(n, i ? &n->f->step : &n->f->base, mem_strdup(where));
        put_out(n, &parts[i], i ? &s[i - 1] : NULL, &s[i]);
    }
    if (n->f->close.there) {
        close = place_part(n, &n->f->close, "close");
        bind_interface(n, &close, "", &s[size - 1], SYM_OUT);
        define(n, &close, SYM_DEFINED);
        define(n, &close, SYM_OUT);
        read_interface(n, &close, "", &s[size - 1], SYM_IN);
    } else {
        free_signals(n, &s[size - 1], "", true, false);
    }
    for (u32 i = size; i-- > 0;)
        take_in(n, &parts[i], &s[i], i ? &s[i - 1] : NULL);
    keeps = assumption(n, &s[size - 1]);
    n->stays = n->f->close.there ? ex_const(n->p, 1, 1) : keeps;
    n->good = observe(n, &s[size - 1], "", NULL, 0);
    n->good = n->f->close.there ? ex_and(n->p, keeps, n->good)
                                : ex_or(n->p, ex_not(n->p, keeps), n->good);
    for (u32 i = 0; i < size; i++) {
        mem_free((char *)parts[i].where);
        finish(n, &parts[i]);
    }
    if (n->f->close.there)
        finish(n, &close);
    mem_free(parts);
    mem_free(s);
}

/* Enumeration. */

typedef struct found {
    u64 bits;
    u32 from;
    u32 inputs; /* of the step that led here */
} found;

typedef struct walk {
    net *n;
    u64 *values;  /* by variable */
    u64 *scratch; /* by node */
    expr_list nodes;
    VEC(found) states;
    u64 *slots;
    u64 mask;
    family_result *out;
} walk;

static void spread(walk *w, u64 bits, u32 inputs)
{
    for (u32 i = 0; i < w->n->states.n; i++) {
        w->values[w->n->states.at[i].number] = bits & width_mask(w->n->states.at[i].width);
        bits >>= w->n->states.at[i].width;
    }
    for (u32 i = 0; i < w->n->inputs.n; i++)
        w->values[node_at(w->n->p, w->n->inputs.at[i].value)->extra] = inputs >> i & 1;
}

static void compute(walk *w)
{
    const node *all = w->n->p->nodes.at;
    u64 *x = w->scratch;

    for (u32 i = 0; i < w->nodes.n; i++) {
        const node *e = &all[w->nodes.at[i]];

        x[w->nodes.at[i]] = e->op == EX_VAR
                                ? w->values[e->extra]
                                : ex_apply(e, x[e->a], x[e->b], x[e->c], all[e->a].width);
    }
}

static u64 next_bits(const walk *w)
{
    u64 bits = 0;
    u32 at = 0;

    for (u32 i = 0; i < w->n->states.n; i++) {
        bits |= w->scratch[w->n->states.at[i].next] << at;
        at += w->n->states.at[i].width;
    }
    return bits;
}

static u64 first_bits(const walk *w)
{
    u64 bits = 0;
    u32 at = 0;

    for (u32 i = 0; i < w->n->states.n; i++) {
        bits |= w->n->states.at[i].start << at;
        at += w->n->states.at[i].width;
    }
    return bits;
}

static void grow_slots(walk *w)
{
    mem_free(w->slots);
    w->mask = w->mask * 2 + 1;
    w->slots = mem_alloc((w->mask + 1) * sizeof *w->slots);
    for (u32 i = 0; i < w->states.n; i++) {
        u64 k = hash_mix(w->states.at[i].bits + 1) & w->mask;

        while (w->slots[k])
            k = (k + 1) & w->mask;
        w->slots[k] = i + 1;
    }
}

static void meet(walk *w, u64 bits, u32 from, u32 inputs)
{
    u64 k = hash_mix(bits + 1) & w->mask;

    for (; w->slots[k]; k = (k + 1) & w->mask)
        if (w->states.at[w->slots[k] - 1].bits == bits)
            return;
    vec_push(&w->states, (found){bits, from, inputs});
    w->slots[k] = w->states.n;
    if (w->states.n * 2 > w->mask)
        grow_slots(w);
}

static void show_moment(walk *w, u32 number, u64 bits, u32 inputs)
{
    text *t = &w->out->trace;

    spread(w, bits, inputs);
    compute(w);
    text_addf(t, "  step %u:", number);
    for (u32 i = 0; i < w->n->states.n; i++)
        text_addf(t, " %s=%" PRIu64, w->n->states.at[i].name, w->values[w->n->states.at[i].number]);
    text_add(t, "\n         ");
    for (u32 i = 0; i < w->n->inputs.n; i++)
        if (inputs >> i & 1)
            text_addf(t, " %s", w->n->inputs.at[i].name);
    for (u32 i = 0; i < w->n->shown.n; i++)
        text_addf(t, " %s%s", w->scratch[w->n->shown.at[i].value] ? "" : "!",
                  w->n->shown.at[i].name);
    text_add(t, "\n");
}

static void show_trace(walk *w, u32 end, u32 inputs)
{
    VEC(u32) way = {0};

    for (u32 i = end; i != UINT32_MAX; i = w->states.at[i].from)
        vec_push(&way, i);
    for (u32 i = way.n; i-- > 0;)
        show_moment(w, way.n - i, w->states.at[way.at[i]].bits,
                    i ? w->states.at[way.at[i - 1]].inputs : inputs);
    vec_free(&way);
}

static void expand(walk *w, u32 at)
{
    for (u32 inputs = 0; inputs < 1u << w->n->inputs.n && w->out->holds; inputs++) {
        spread(w, w->states.at[at].bits, inputs);
        compute(w);
        if (!w->scratch[w->n->good]) {
            w->out->holds = false;
            show_trace(w, at, inputs);
        } else if (w->scratch[w->n->stays]) {
            meet(w, next_bits(w), at, inputs);
        }
    }
}

/* Every signal was given something to stand for. */
static void check_known(const net *n, u32 number)
{
    bool known = false;

    for (u32 i = 0; i < n->states.n; i++)
        known |= n->states.at[i].number == number;
    for (u32 i = 0; i < n->inputs.n; i++)
        known |= node_at(n->p, n->inputs.at[i].value)->extra == number;
    if (!known)
        die("a signal of the family stands for nothing");
}

static void collect_nodes(walk *w)
{
    expr_list roots = {0};

    vec_push(&roots, w->n->good);
    vec_push(&roots, w->n->stays);
    for (u32 i = 0; i < w->n->states.n; i++)
        vec_push(&roots, w->n->states.at[i].next);
    for (u32 i = 0; i < w->n->shown.n; i++)
        vec_push(&roots, w->n->shown.at[i].value);
    ex_collect(w->n->p, &w->nodes, roots.at, roots.n);
    vec_free(&roots);
    for (u32 i = 0; i < w->nodes.n; i++)
        if (node_at(w->n->p, w->nodes.at[i])->op == EX_VAR)
            check_known(w->n, node_at(w->n->p, w->nodes.at[i])->extra);
}

static u32 state_bits(const net *n)
{
    u32 bits = 0;

    for (u32 i = 0; i < n->states.n; i++)
        bits += n->states.at[i].width;
    return bits;
}

static void enumerate(net *n, u64 max_states, family_result *out)
{
    walk w = {.n = n, .mask = 4095, .out = out};

    w.values = mem_alloc(n->f->variables * sizeof *w.values);
    w.scratch = mem_alloc(n->p->nodes.n * sizeof *w.scratch);
    w.slots = mem_alloc((w.mask + 1) * sizeof *w.slots);
    collect_nodes(&w);
    meet(&w, first_bits(&w), UINT32_MAX, 0);
    for (u32 i = 0; i < w.states.n && out->holds && !out->cut; i++) {
        expand(&w, i);
        out->cut = w.states.n > max_states;
    }
    out->states = w.states.n;
    mem_free(w.values);
    mem_free(w.scratch);
    mem_free(w.slots);
    vec_free(&w.nodes);
    vec_free(&w.states);
}

static void net_free(net *n)
{
    for (u32 i = 0; i < n->states.n; i++)
        mem_free(n->states.at[i].name);
    for (u32 i = 0; i < n->inputs.n; i++)
        mem_free(n->inputs.at[i].name);
    for (u32 i = 0; i < n->shown.n; i++)
        mem_free(n->shown.at[i].name);
    vec_free(&n->states);
    vec_free(&n->inputs);
    vec_free(&n->shown);
}

void family_check(family *f, family_part which, u32 size, const char *const *lemmas, u32 nlemmas,
                  u64 max_states, family_result *out)
{
    net n = {.f = f, .p = &f->own->pool};

    *out = (family_result){.holds = true};
    if (which == PART_BASE)
        net_base(&n, lemmas, nlemmas);
    else if (which == PART_STEP)
        net_step(&n, lemmas, nlemmas);
    else if (which == PART_CLOSE)
        net_close(&n, lemmas, nlemmas);
    else
        net_bounded(&n, size);
    if (state_bits(&n) > STATES_MOST || n.inputs.n > INPUTS_MOST)
        out->cut = true;
    else
        enumerate(&n, max_states, out);
    net_free(&n);
}

static void part_free(part *p)
{
    for (u32 i = 0; i < p->symbols.n; i++)
        mem_free(p->symbols.at[i].name);
    vec_free(&p->symbols);
    mem_free(p->name);
}

void family_free(family *f)
{
    part_free(&f->base);
    part_free(&f->step);
    part_free(&f->close);
    part_free(&f->assume_names);
    for (u32 i = 0; i < f->observers.n; i++)
        part_free(&f->observers.at[i]);
    for (u32 i = 0; i < f->interface.n; i++)
        mem_free(f->interface.at[i].name);
    vec_free(&f->observers);
    vec_free(&f->interface);
    vec_free(&f->widths);
    pool_free(&f->own->pool);
    mem_free(f->own);
    mem_free(f->name);
    mem_free(f);
}
