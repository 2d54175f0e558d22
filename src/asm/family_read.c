/* Reading families. */
#include "asm/family_parts.h"

#include "base/mutant.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Reading. */

static symbol *find_in(family_item *p, const char *name, u32 n)
{
    for (u32 i = 0; i < p->symbols.n; i++)
        if (strlen(p->symbols.at[i].name) == n && strncmp(p->symbols.at[i].name, name, n) == 0)
            return &p->symbols.at[i];
    return NULL;
}

static symbol *add_symbol(parser *s, family_item *p, const token *at, char *name, symbol_kind kind,
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

/* The names of the interface, for a part that sees them in one of these ways. */
static void see_interface(parser *s, family_item *p, const char *prefix, symbol_kind in,
                          symbol_kind out)
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
static void parse_state(parser *s, family_item *p)
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
static bool may_use(const family *f, const family_item *p, symbol_kind of, const symbol *used)
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

static void check_equation(parser *s, const token *at, const family_item *p, symbol_kind of,
                           expr value)
{
    expr_list all = {0};

    ex_collect(&s->c->pool, &all, &value, 1);
    for (u32 i = 0; i < all.n; i++) {
        const expr_node *n = node_at(&s->c->pool, all.at[i]);

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

static void parse_equation(parser *s, family_item *p)
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
    else if (y->value && y->line)
        parse_repeated(s, &at, y->name, y->line);
    else if (!may_define(y))
        lex_fail(&s->x, &at, "%s cannot be given a value here", y->name);
    place = (u32)(y - p->symbols.at);
    skip_name(s);
    lex_expect(&s->x, "=");
    value = ex_truth(&s->c->pool, parse_expression(s));
    check_equation(s, &at, p, p->symbols.at[place].kind, value);
    p->symbols.at[place].value = value;
    p->symbols.at[place].line = at.line;
    vec_push(&p->defined, place);
}

static void parse_next(parser *s, family_item *p)
{
    token at = s->x.now;
    symbol *y = find_in(p, at.at, at.n);
    expr value;

    if (!y || y->kind != SYM_STATE)
        lex_fail(&s->x, &at, "next needs a state of this part");
    if (y->value && !MUTANT(FAMILY_REPEATED))
        parse_repeated(s, &at, y->name, y->line);
    y->line = at.line;
    lex_next(&s->x);
    lex_expect(&s->x, "=");
    value = parse_expression(s);
    y->value = y->width == 1 ? ex_truth(&s->c->pool, value) : ex_zext(&s->c->pool, value, y->width);
}

/* What happens again and again: fair go, and of close live take. */
static void parse_again(parser *s, family_item *p)
{
    const family *f = s->family;
    token at = s->x.now;
    expr value;

    lex_next(&s->x);
    if (p != &f->close && (!token_is(&at, "fair") || (p != &f->base && p != &f->step)))
        lex_fail(&s->x, &at,
                 "base, step and close may be fair, and close alone says live EXPR or may EXPR");
    value = ex_truth(&s->c->pool, parse_expression(s));
    if (token_is(&at, "fair"))
        vec_push(&p->fair, value);
    else if (token_is(&at, "live"))
        vec_push(&p->goals, value);
    else
        vec_push(&p->chances, value);
}

/* strategy go = EXPR: how a choice is made in runs that show what may happen.  It speaks of what is
 * known before any choice is made. */
static void parse_strategy(parser *s, family_item *p)
{
    token at = s->x.now;
    symbol *y = find_in(p, at.at, at.n);
    expr_list all = {0};
    expr value;
    u32 place;

    if (!y || y->kind != SYM_CHOICE)
        lex_fail(&s->x, &at, "a strategy is for a choice of this part");
    if (y->value)
        parse_repeated(s, &at, y->name, y->line);
    place = (u32)(y - p->symbols.at);
    lex_next(&s->x);
    lex_expect(&s->x, "=");
    value = ex_truth(&s->c->pool, parse_expression(s));
    ex_collect(&s->c->pool, &all, &value, 1);
    for (u32 i = 0; i < all.n; i++)
        for (u32 k = 0; k < p->symbols.n; k++) {
            const symbol *used = &p->symbols.at[k];

            if (node_at(&s->c->pool, all.at[i])->op == EX_VAR &&
                node_at(&s->c->pool, all.at[i])->extra == used->number && used->kind != SYM_STATE &&
                used->kind != SYM_INNER_OUT && !(used->kind == SYM_IN && p == &s->family->close))
                lex_fail(&s->x, &at,
                         "a strategy may not speak of %s: choices are made from the state and what "
                         "the inner block puts out",
                         used->name);
        }
    vec_free(&all);
    p->symbols.at[place].value = value;
    p->symbols.at[place].line = at.line;
}

static void parse_part_line(parser *s, family_item *p)
{
    token at = s->x.now;

    if (lex_take(&s->x, "state"))
        parse_state(s, p);
    else if (lex_take(&s->x, "choice")) {
        at = s->x.now;
        add_symbol(s, p, &at, lex_name(&s->x, "the name of a choice"), SYM_CHOICE, 1);
    } else if (lex_take(&s->x, "next")) {
        parse_next(s, p);
    } else if (lex_take(&s->x, "strategy")) {
        parse_strategy(s, p);
    } else if (lex_is(&s->x, "fair") || lex_is(&s->x, "live") || lex_is(&s->x, "may")) {
        parse_again(s, p);
    } else {
        parse_equation(s, p);
    }
    end_line(s);
}

static void check_defined(parser *s, const family_item *p)
{
    for (u32 i = 0; i < p->symbols.n; i++)
        if (may_define(&p->symbols.at[i]) && !p->symbols.at[i].value)
            lex_fail(&s->x, &s->x.now, "%s has no value: %s of the part %s is missing",
                     p->symbols.at[i].name, p->symbols.at[i].name, p->name);
}

static void parse_part(parser *s, family_item *p)
{
    s->family->reading = p;
    p->there = true;
    p->line = s->x.now.line;
    lex_skip_lines(&s->x);
    lex_expect(&s->x, "{");
    lex_skip_lines(&s->x);
    while (!lex_is(&s->x, "}"))
        parse_part_line(s, p);
    check_defined(s, p);
    lex_next(&s->x);
    lex_skip_lines(&s->x);
}

static void parse_observer(parser *s, bool lemma)
{
    token at = s->x.now;
    family_item p = {.name = lex_name(&s->x, "the name of the observer"), .lemma = lemma};
    symbol *ok;

    for (u32 i = 0; i < s->family->observers.n; i++)
        if (strcmp(s->family->observers.at[i].name, p.name) == 0)
            parse_repeated(s, &at, p.name, s->family->observers.at[i].line);
    see_interface(s, &p, "", SYM_IN, SYM_IN);
    parse_part(s, &p);
    ok = find_in(&p, "ok", 2);
    if (!ok || ok->kind != SYM_DEFINED)
        lex_fail(&s->x, &at, "an observer says ok = ...");
    vec_push(&s->family->observers, p);
}

/* Whenever `from`, then `to` at that step or later; without `from`: again and again. */
static void parse_live(parser *s, bool may)
{
    token at = s->x.now;
    family_item p = {.name = lex_name(&s->x, "the name of what happens")};
    family *f = s->family;
    symbol *to;

    for (u32 i = 0; i < f->lives.n + f->mays.n; i++) {
        const family_item *o = i < f->lives.n ? &f->lives.at[i] : &f->mays.at[i - f->lives.n];

        if (strcmp(o->name, p.name) == 0)
            parse_repeated(s, &at, p.name, o->line);
    }
    see_interface(s, &p, "", SYM_IN, SYM_IN);
    parse_part(s, &p);
    to = find_in(&p, "to", 2);
    if (!to || to->kind != SYM_DEFINED)
        lex_fail(&s->x, &at, "what %s says to = ...", may ? "may happen" : "is live");
    if (may)
        vec_push(&f->mays, p);
    else
        vec_push(&f->lives, p);
}

/* Parts know the interface that stands before them. */
static void check_before_parts(const parser *s)
{
    const family *f = s->family;

    if (f->base.there || f->step.there || f->close.there || f->observers.n || f->lives.n ||
        f->mays.n || f->assume_names.name)
        lex_fail(&s->x, &s->x.now, "in and out stand before assume, the parts and the observers");
}

static void parse_interface(parser *s, symbol_kind kind)
{
    check_before_parts(s);
    do {
        token at = s->x.now;
        char *name = lex_name(&s->x, "the name of a signal");

        for (u32 i = 0; i < s->family->interface.n; i++)
            if (strcmp(s->family->interface.at[i].name, name) == 0)
                lex_fail(&s->x, &at, "%s is declared already", name);
        if (s->family->interface.n == SIGNALS_MOST)
            lex_fail(&s->x, &at, "the interface of a family has at most %d signals", SIGNALS_MOST);
        vec_push(&s->family->interface, (symbol){.name = name, .kind = kind, .width = 1});
    } while (lex_take(&s->x, ","));
    end_line(s);
}

/* The assumption speaks of the interface alone; it is an observer without state.  Several lines are
 * all meant. */
static void parse_assume(parser *s, bool fair)
{
    family *f = s->family;
    expr line;

    if (!f->assume_names.name) {
        f->assume_names.name = mem_strdup("assume");
        see_interface(s, &f->assume_names, "", SYM_IN, SYM_IN);
    }
    f->reading = &f->assume_names;
    line = ex_truth(&s->c->pool, parse_expression(s));
    if (fair)
        vec_push(&f->fair, line);
    else
        f->assume = f->assume ? ex_and(&s->c->pool, f->assume, line) : line;
    f->reading = NULL;
    end_line(s);
}

/* A part that is there once. */
static void parse_only(parser *s, family_item *p, symbol_kind in, symbol_kind out, bool inner)
{
    if (p->there)
        parse_repeated(s, &s->x.now, p->name, p->line);
    see_interface(s, p, "", in, out);
    if (inner)
        see_interface(s, p, "inner.", SYM_INNER_IN, SYM_INNER_OUT);
    parse_part(s, p);
}

static void parse_family_line(parser *s)
{
    family *f = s->family;

    if (lex_take(&s->x, "in")) {
        parse_interface(s, SYM_IN);
    } else if (lex_take(&s->x, "out")) {
        parse_interface(s, SYM_OUT);
    } else if (lex_take(&s->x, "assume")) {
        parse_assume(s, false);
    } else if (lex_take(&s->x, "fair")) {
        parse_assume(s, true);
    } else if (lex_take(&s->x, "live")) {
        parse_live(s, false);
    } else if (lex_take(&s->x, "may")) {
        parse_live(s, true);
    } else if (lex_take(&s->x, "base")) {
        parse_only(s, &f->base, SYM_IN, SYM_OUT, false);
    } else if (lex_take(&s->x, "step")) {
        parse_only(s, &f->step, SYM_IN, SYM_OUT, true);
    } else if (lex_take(&s->x, "close")) {
        parse_only(s, &f->close, SYM_OUT, SYM_IN, false);
    } else if (lex_take(&s->x, "observer")) {
        parse_observer(s, false);
    } else if (lex_take(&s->x, "lemma")) {
        parse_observer(s, true);
    } else {
        lex_fail(&s->x, &s->x.now,
                 "in, out, assume, fair, base, step, observer, lemma, live, may or close is "
                 "expected here");
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
    lex_skip_lines(&s->x);
    lex_expect(&s->x, "{");
    lex_skip_lines(&s->x);
    while (!lex_is(&s->x, "}"))
        parse_family_line(s);
    if (!f->base.there || !f->step.there || !f->observers.n)
        lex_fail(&s->x, &at, "a family needs base, step and an observer");
    if (f->mays.n && !f->close.there)
        lex_fail(&s->x, &at,
                 "what may happen is asked of a system that is closed: close is missing");
    s->family = NULL;
    s->c = outer;
    vec_push(&outer->families, f);
}
