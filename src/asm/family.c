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
#include "asm/aig.h"
#include "asm/family_parts.h"
#include "asm/proof.h"
#include "base/mutant.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

/* A net: instances of parts over concrete states and free signals. */

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
    family_cell c = {.name = name_at(where, name),
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
    const expr_node *x = node_at(r->p, e);

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
    const family_item *p;
    const char *where;
    expr *of;
    u32 first; /* of its states in the net */
} instance;

static instance place_part(net *n, const family_item *p, const char *where)
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
    for (u32 k = 0; k < i->p->defined.n; k++) {
        const symbol *y = &i->p->symbols.at[i->p->defined.at[k]];

        if (y->kind != kind)
            continue;
        i->of[y->number] = put_for(n, i->of, y->value);
        if (kind != SYM_DEFINED)
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

static bool wanted(const family_item *o, const char *const *lemmas, u32 n)
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
        const family_item *o = &n->f->observers.at[k];
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
    const family_item *names = &n->f->assume_names;
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

/* What happens at last.
 *
 * A block promises: in every run in which the assumption holds, in which what is fair outside
 * happens again and again, and so does what is fair in each of its components, each live item is
 * met: whenever `from`, then `to` at that step or later.  A component must be fair to the block
 * inside it without relying on what that is live for, which rests on this fairness; then the block
 * inside is live, and the component around it must be. */

/* What may happen.
 *
 * That from every state of the closed system some run leads to what may happen is shown by
 * strategies: each choice for which a part has one is made so from some moment on, by all parts.  A
 * state that is reached without them goes on with them, for choices are free; so what happens at
 * last in every run that follows the strategies from some moment on may happen from everywhere.
 * That is proved as what is live is, with the strategies in place of what is fair in components:
 * that something is fair could be a condition which no run has.  Other choices are anything. */

static void begin_strategies(net *n)
{
    expr begin;

    if (!n->may)
        return;
    begin = add_input(n, "", "strategies begin");
    n->steered = add_state(n, "", "strategies", 1, MUTANT(CHANCE_AT_FIRST));
    vec_last(&n->states).next = ex_or(n->p, n->steered, begin);
    vec_push(&n->justice, n->steered);
}

static void follow_strategies(net *n, instance *i)
{
    for (u32 k = 0; n->steered && k < i->p->symbols.n; k++) {
        const symbol *y = &i->p->symbols.at[k];

        if (y->kind == SYM_CHOICE && y->value)
            i->of[y->number] =
                ex_ite(n->p, n->steered, put_for(n, i->of, y->value), i->of[y->number]);
    }
}

static void part_is_fair(net *n, const instance *i)
{
    for (u32 k = 0; (!n->may || MUTANT(CHANCE_FAIR)) && k < i->p->fair.n; k++)
        vec_push(&n->justice, put_for(n, i->of, i->p->fair.at[k]));
}

static void add_target(net *n, expr from, expr to, const char *where, const char *name)
{
    vec_push(&n->from, from);
    vec_push(&n->to, to);
    vec_push(&n->goals, name_at(where, name));
}

static void outside_is_fair(net *n, const signals *s, bool target)
{
    const family_item *names = &n->f->assume_names;
    expr *of = mem_alloc(SYMBOLS_MOST * 64 * sizeof *of);

    for (u32 j = 0; j < names->symbols.n; j++)
        of[names->symbols.at[j].number] = s->at[j];
    for (u32 k = 0; k < n->f->fair.n; k++) {
        expr e = put_for(n, of, n->f->fair.at[k]);

        if (target)
            add_target(n, ex_const(n->p, 1, 1), e, "", "what is fair to the block");
        else
            vec_push(&n->justice, e);
    }
    mem_free(of);
}

/* That what was owed is paid again and again says that each is paid at last. */
static void pays(net *n, const char *where, expr from, expr to)
{
    expr pending = add_state(n, where, "owed", 1, 0),
         owed = ex_and(n->p, ex_or(n->p, pending, from), ex_not(n->p, to));

    vec_last(&n->states).next = owed;
    vec_push(&n->justice, MUTANT(EVENTUAL_OWED) ? to : ex_not(n->p, owed));
}

static void block_is_live(net *n, const signals *s, const char *where, bool target)
{
    u32 count = n->may ? n->f->mays.n : n->f->lives.n;

    for (u32 k = 0; k < count; k++) {
        const family_item *o = n->may ? &n->f->mays.at[k] : &n->f->lives.at[k];
        char *name = name_at(where, o->name);
        instance i = place_part(n, o, name);
        expr from;

        for (u32 j = 0; j < n->f->interface.n; j++)
            bind_signal(&i, n->f->interface.at[j].name, s->at[j]);
        define(n, &i, SYM_DEFINED);
        from = value_of(&i, "from");
        from = from ? from : ex_const(n->p, 1, 1);
        if (target)
            add_target(n, from, value_of(&i, "to"), "", o->name);
        else
            pays(n, name, from, value_of(&i, "to"));
        finish(n, &i);
        mem_free(name);
    }
}

static void reaches_goals(net *n, const instance *close)
{
    u32 count = n->may ? close->p->chances.n : close->p->goals.n;

    for (u32 k = 0; k < count; k++)
        add_target(n, ex_const(n->p, 1, 1),
                   put_for(n, close->of, n->may ? close->p->chances.at[k] : close->p->goals.at[k]),
                   "", n->may ? "what close says may happen" : "what close says is live");
}

static void ask_base(net *n, const instance *base, const signals *s)
{
    if (!n->asks)
        return;
    part_is_fair(n, base);
    outside_is_fair(n, s, false);
    block_is_live(n, s, "", true);
}

static void ask_step(net *n, const instance *step, const signals *inner, const signals *outer)
{
    if (!n->asks)
        return;
    part_is_fair(n, step);
    outside_is_fair(n, outer, false);
    outside_is_fair(n, inner, n->part == LIVE_FAIR && !MUTANT(EVENTUAL_FAIRNESS));
    if (n->part == LIVE_FAIR)
        return;
    block_is_live(n, inner, "inner", false);
    block_is_live(n, outer, "outer", true);
}

static void ask_close(net *n, const instance *close, const signals *block)
{
    if (!n->asks)
        return;
    part_is_fair(n, close);
    outside_is_fair(n, block, !n->second);
    if (!n->second)
        return;
    block_is_live(n, block, "block", false);
    reaches_goals(n, close);
}

/* The signals of the interface are inputs of a circuit. */
static aig_bits signal_bit(blaster *b, const expr_node *n)
{
    const family_item *names = b->what;
    aig_bits out = aig_constant(1, 0);

    assert(n->op == EX_VAR);
    for (u32 j = 0; j < names->symbols.n; j++)
        if (names->symbols.at[j].number == n->extra)
            out.bits[0] = aig_input(b->g, j);
    return out;
}

bool family_vacuous(family *f)
{
    aig g;
    blaster b = {.g = &g, .p = &f->own->pool, .what = &f->assume_names, .leaf = signal_bit};
    bool vacuous;

    if (!f->assume)
        return false;
    aig_open(&g, f->assume_names.symbols.n, 0);
    vacuous = !proof_possible(&g, aig_word(&b, f->assume).bits[0]);
    vec_free(&b.memo);
    aig_free(&g);
    return vacuous;
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
    follow_strategies(n, i);
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

    begin_strategies(n);
    put_out(n, &base, NULL, &s);
    free_signals(n, &s, "", true, false);
    take_in(n, &base, &s, NULL);
    n->stays = assumption(n, &s);
    n->good = ex_or(n->p, ex_not(n->p, n->stays), observe(n, &s, "", lemmas, nlemmas));
    ask_base(n, &base, &s);
    finish(n, &base);
}

static void net_step(net *n, const char *const *lemmas, u32 nlemmas)
{
    pool *p = n->p;
    signals inner = {0}, outer = {0};
    instance step = place_part(n, &n->f->step, "step");
    expr ok_inner, ok_outer, a_inner, a_outer;

    begin_strategies(n);
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
    ask_step(n, &step, &inner, &outer);
    finish(n, &step);
}

static void net_close(net *n, const char *const *lemmas, u32 nlemmas)
{
    signals s = {0};
    instance close = place_part(n, &n->f->close, "close");

    begin_strategies(n);
    free_signals(n, &s, "chaos", false, true);
    bind_interface(n, &close, "", &s, SYM_OUT);
    follow_strategies(n, &close);
    define(n, &close, SYM_DEFINED);
    define(n, &close, SYM_OUT);
    read_interface(n, &close, "", &s, SYM_IN);
    n->good = assumption(n, &s);
    n->stays = observe(n, &s, "block", lemmas, nlemmas);
    ask_close(n, &close, &s);
    finish(n, &close);
}

static void ask_bounded(net *n, const instance *parts, u32 size, const instance *close,
                        const signals *whole)
{
    if (!n->asks)
        return;
    for (u32 i = 0; i < size; i++)
        part_is_fair(n, &parts[i]);
    if (close) {
        part_is_fair(n, close);
        reaches_goals(n, close);
    } else {
        outside_is_fair(n, whole, false);
    }
    block_is_live(n, whole, "", true);
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
    ask_bounded(n, parts, size, n->f->close.there ? &close : NULL, &s[size - 1]);
    for (u32 i = 0; i < size; i++) {
        mem_free((char *)parts[i].where);
        finish(n, &parts[i]);
    }
    if (n->f->close.there)
        finish(n, &close);
    mem_free(parts);
    mem_free(s);
}

static void net_free(net *n)
{
    for (u32 i = 0; i < n->states.n; i++)
        mem_free(n->states.at[i].name);
    for (u32 i = 0; i < n->inputs.n; i++)
        mem_free(n->inputs.at[i].name);
    for (u32 i = 0; i < n->shown.n; i++)
        mem_free(n->shown.at[i].name);
    for (u32 i = 0; i < n->goals.n; i++)
        mem_free(n->goals.at[i]);
    vec_free(&n->states);
    vec_free(&n->inputs);
    vec_free(&n->shown);
    vec_free(&n->justice);
    vec_free(&n->from);
    vec_free(&n->to);
    vec_free(&n->goals);
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
    if (family_state_bits(&n) > STATES_MOST || n.inputs.n > INPUTS_MOST)
        out->cut = true;
    else
        family_enumerate(&n, max_states, out);
    net_free(&n);
}

bool family_has_live(const family *f, bool may)
{
    return may ? f->mays.n || f->close.chances.n : f->lives.n || f->close.goals.n;
}

static void check_live(net *n, u32 size, const char *const *lemmas, u32 nlemmas, u64 max_states,
                       family_result *out)
{
    n->asks = true;
    if (n->part == LIVE_BASE)
        net_base(n, lemmas, nlemmas);
    else if (n->part == LIVE_CLOSE)
        net_close(n, lemmas, nlemmas);
    else if (n->part == LIVE_BOUNDED)
        net_bounded(n, size);
    else
        net_step(n, lemmas, nlemmas);
    if (family_state_bits(n) > STATES_MOST || n->inputs.n > INPUTS_MOST)
        out->cut = true;
    else if (n->may && n->part == LIVE_BOUNDED)
        family_chances(n, max_states, out);
    else
        family_runs(n, max_states, out);
    net_free(n);
}

void family_live(family *f, live_part part, bool may, u32 size, const char *const *lemmas,
                 u32 nlemmas, u64 max_states, family_result *out)
{
    net n = {.f = f, .p = &f->own->pool, .part = part, .may = may};

    *out = (family_result){.holds = true};
    check_live(&n, size, lemmas, nlemmas, max_states, out);
    if (part != LIVE_CLOSE || !out->holds || out->cut)
        return;
    n = (net){.f = f, .p = &f->own->pool, .part = part, .may = may, .second = true};
    check_live(&n, size, lemmas, nlemmas, max_states, out);
}

static void part_free(family_item *p)
{
    vec_free(&p->fair);
    vec_free(&p->goals);
    vec_free(&p->chances);
    for (u32 i = 0; i < p->symbols.n; i++)
        mem_free(p->symbols.at[i].name);
    vec_free(&p->defined);
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
    for (u32 i = 0; i < f->lives.n; i++)
        part_free(&f->lives.at[i]);
    for (u32 i = 0; i < f->mays.n; i++)
        part_free(&f->mays.at[i]);
    vec_free(&f->lives);
    vec_free(&f->mays);
    vec_free(&f->fair);
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
