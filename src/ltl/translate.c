/* From a simplified formula to a generalised Büchi automaton with marks on edges, after Gastin and
 * Oddoux (CAV 2001): the formula is a very weak alternating automaton whose states are its temporal
 * subformulas; a state of the result is a set of them (all must hold from here on), and an edge
 * joins one choice for each.  An edge whose label, obligations and marks are all no better than
 * another's is left out, and states with equal edges are one.
 *
 * Marks.  A U below a G or R can be begun again and again, and has an acceptance set of its own: an
 * edge carries its mark unless the U is put off.  All others are begun for the last time at some
 * point; what remains of them shrinks, by Koenig's lemma, to nothing or stays at one of them for
 * ever, so that together they need one set: the edges after which none is left. */
#include "ltl/automaton.h"
#include "ltl/formula.h"

#include "base/hash.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    ELEMENTS = 256,     /* temporal subformulas */
    STATES = 1 << 14,   /* of the automaton before it is reduced */
    STATE_EDGES = 2048, /* that leave one state */
    EDGES = 1 << 17,    /* of all */
};

/* A set of temporal subformulas. */
typedef struct set {
    u64 w[ELEMENTS / 64];
} set;

/* A choice: what must hold now, what from the next letter on, which U of their own set are done. */
typedef struct term {
    u64 yes, no;
    set next;
    u32 done;
} term;

typedef VEC(term) terms;

typedef struct translation {
    ltl *l;
    automaton *a;
    ltl_error *error;
    u32 element[ELEMENTS + 1]; /* formulas, numbered from 0 */
    u32 elements;
    map element_of; /* formula: its number */
    map set_of;     /* U formula: its acceptance set */
    set once;       /* U formulas that share a set */
    u32 once_mark;  /* that set's bit, or 0 */
    terms *choices; /* by formula */
    bool *chosen;   /* whether they are known */
    VEC(set) states;
    map state_of;     /* hash of a set: a state */
    map equal;        /* hash of edges: the first state that has them */
    VEC(u32) instead; /* for each state the one with the same edges */
    u32 edges;
} translation;

static bool has(const set *s, u32 i)
{
    return s->w[i / 64] >> i % 64 & 1;
}

static void add(set *s, u32 i)
{
    s->w[i / 64] |= 1ull << i % 64;
}

static set set_union(const set *a, const set *b)
{
    set c;

    for (u32 i = 0; i < LENGTH(c.w); i++)
        c.w[i] = a->w[i] | b->w[i];
    return c;
}

static bool subset(const set *a, const set *b)
{
    for (u32 i = 0; i < LENGTH(a->w); i++)
        if (a->w[i] & ~b->w[i])
            return false;
    return true;
}

static bool meets(const set *a, const set *b)
{
    for (u32 i = 0; i < LENGTH(a->w); i++)
        if (a->w[i] & b->w[i])
            return true;
    return false;
}

static bool too_large(translation *t, const char *what, u32 limit)
{
    if (!t->error->message[0])
        snprintf(t->error->message, sizeof t->error->message,
                 "the formula is too large: its automaton needs more than %u %s", limit, what);
    return false;
}

static bool failed(const translation *t)
{
    return t->error->message[0];
}

static u32 element(translation *t, formula f)
{
    u64 known;

    if (map_get(&t->element_of, f, &known))
        return (u32)known;
    if (t->elements == ELEMENTS) {
        too_large(t, "temporal subformulas", ELEMENTS);
        return 0;
    }
    t->element[t->elements] = f;
    map_put(&t->element_of, f, t->elements);
    return t->elements++;
}

/* The obligations that a formula is, from the next letter on. */
static void add_obligations(translation *t, formula f, set *s)
{
    if (f == FORMULA_TRUE)
        return;
    if (op_of(t->l, f) != OP_AND) {
        add(s, element(t, f));
        return;
    }
    for (u32 i = 0; i < node_of(t->l, f)->n; i++)
        add_obligations(t, operand(t->l, f, i), s);
}

static bool better(const term *a, const term *b)
{
    return !(a->yes & ~b->yes) && !(a->no & ~b->no) && subset(&a->next, &b->next) &&
           !(b->done & ~a->done);
}

/* Adds a choice unless one is there that is as good; removes those it is better than. */
static void add_term(translation *t, terms *all, const term *x)
{
    u32 kept = 0;

    for (u32 i = 0; i < all->n; i++)
        if (better(&all->at[i], x))
            return;
    for (u32 i = 0; i < all->n; i++)
        if (!better(x, &all->at[i]))
            all->at[kept++] = all->at[i];
    all->n = kept;
    if (all->n == STATE_EDGES) {
        too_large(t, "edges at one state", STATE_EDGES);
        return;
    }
    vec_push(all, *x);
}

/* Every choice of a together with every choice of b. */
static terms join(translation *t, const terms *a, const terms *b)
{
    terms all = {0};

    for (u32 i = 0; i < a->n; i++)
        for (u32 j = 0; j < b->n && !failed(t); j++) {
            const term *x = &a->at[i], *y = &b->at[j];
            term both = {x->yes | y->yes, x->no | y->no, set_union(&x->next, &y->next),
                         x->done | y->done};

            if (!(both.yes & both.no))
                add_term(t, &all, &both);
        }
    return all;
}

static void add_terms(translation *t, terms *all, const terms *more)
{
    for (u32 i = 0; i < more->n && !failed(t); i++)
        add_term(t, all, &more->at[i]);
}

static const terms *choices_of(translation *t, formula f);

static terms choices_of_and(translation *t, formula f)
{
    terms all = {0};

    vec_push(&all, (term){0});
    for (u32 i = 0; i < node_of(t->l, f)->n; i++) {
        terms more = join(t, &all, choices_of(t, operand(t->l, f, i)));

        vec_free(&all);
        all = more;
    }
    return all;
}

static terms choices_of_or(translation *t, formula f)
{
    terms all = {0};

    for (u32 i = 0; i < node_of(t->l, f)->n; i++)
        add_terms(t, &all, choices_of(t, operand(t->l, f, i)));
    return all;
}

/* f U g: g, or f and the same again.  f R g: g, and f or the same again. */
static terms choices_of_fix(translation *t, formula f)
{
    terms again = {0}, all = {0};
    term later = {0};
    bool until = is_until(t->l, f);
    const terms *side = choices_of(t, left_of(t->l, f)), *g = choices_of(t, right_of(t->l, f));

    add(&later.next, element(t, f));
    vec_push(&again, later);
    if (until) {
        all = join(t, &again, side);
        add_terms(t, &all, g);
    } else {
        add_terms(t, &again, side);
        all = join(t, &again, g);
    }
    vec_free(&again);
    return all;
}

static terms choices_of_leaf(const translation *t, formula f)
{
    terms all = {0};
    term x = {0};

    if (op_of(t->l, f) == OP_PROPOSITION)
        x.yes = 1ull << node_of(t->l, f)->n;
    else if (op_of(t->l, f) == OP_NOT)
        x.no = 1ull << node_of(t->l, operand(t->l, f, 0))->n;
    if (f != FORMULA_FALSE)
        vec_push(&all, x);
    return all;
}

static terms choices_of_next(translation *t, formula f)
{
    terms all = {0};
    term x = {0};

    add_obligations(t, operand(t->l, f, 0), &x.next);
    vec_push(&all, x);
    return all;
}

static const terms *choices_of(translation *t, formula f)
{
    terms all;

    if (t->chosen[f] || failed(t))
        return &t->choices[f];
    t->chosen[f] = true;
    switch (op_of(t->l, f)) {
    case OP_AND:
        all = choices_of_and(t, f);
        break;
    case OP_OR:
        all = choices_of_or(t, f);
        break;
    case OP_NEXT:
        all = choices_of_next(t, f);
        break;
    case OP_UNTIL:
    case OP_FINALLY:
    case OP_RELEASE:
    case OP_GLOBALLY:
        all = choices_of_fix(t, f);
        break;
    default:
        all = choices_of_leaf(t, f);
    }
    t->choices[f] = all;
    return &t->choices[f];
}

/* Marks the U formulas below f: `again` when they lie below a G or R too. */
static void find_untils(translation *t, formula f, bool again, u8 *seen)
{
    const formula_node *x = node_of(t->l, f);

    if (seen[f] > again)
        return;
    seen[f] = (u8)(1 + again);
    again |= is_release(t->l, f);
    for (u32 i = 0; op_table[x->op].kind != LEAF && i < x->n; i++)
        find_untils(t, operand(t->l, f, i), again, seen);
}

static void number_sets(translation *t, formula f)
{
    u8 *seen = mem_alloc(t->l->nodes.n);
    bool once = false;

    find_untils(t, f, false, seen);
    for (formula g = 1; g < t->l->nodes.n && !failed(t); g++) {
        if (!seen[g] || !is_until(t->l, g))
            continue;
        if (seen[g] == 1) {
            add(&t->once, element(t, g));
            once = true;
        } else if (t->a->sets == LTL_SETS) {
            too_large(t, "acceptance sets", LTL_SETS);
        } else {
            map_put(&t->set_of, g, t->a->sets++);
        }
    }
    mem_free(seen);
    if (once && t->a->sets == LTL_SETS)
        too_large(t, "acceptance sets", LTL_SETS);
    else if (once)
        t->once_mark = 1u << t->a->sets++;
}

/* The choices of one obligation, with what it means for its acceptance set that it is done. */
static void done_choices(translation *t, u32 i, terms *out)
{
    const terms *all = choices_of(t, t->element[i]);
    u64 mark;
    bool marked = map_get(&t->set_of, t->element[i], &mark);

    for (u32 k = 0; k < all->n; k++) {
        term x = all->at[k];

        x.done = marked && !has(&x.next, i) ? 1u << mark : 0;
        vec_push(out, x);
    }
}

static terms choices_of_set(translation *t, const set *s)
{
    terms all = {0};

    vec_push(&all, (term){0});
    for (u32 i = 0; i < t->elements && !failed(t); i++) {
        terms mine = {0}, more;

        if (!has(s, i))
            continue;
        done_choices(t, i, &mine);
        more = join(t, &all, &mine);
        vec_free(&all);
        vec_free(&mine);
        all = more;
    }
    return all;
}

/* Whether a U formula could be done by a choice that this one includes. */
static bool could_be_done(translation *t, u32 i, const term *x)
{
    const terms *all = choices_of(t, t->element[i]);

    for (u32 k = 0; k < all->n; k++) {
        const term *y = &all->at[k];

        if (!has(&y->next, i) && !(y->yes & ~x->yes) && !(y->no & ~x->no) &&
            subset(&y->next, &x->next))
            return true;
    }
    return false;
}

static u32 marks_of(translation *t, const term *x)
{
    u32 marks = (u32)((1ull << t->a->sets) - 1);

    if (meets(&x->next, &t->once))
        marks &= ~t->once_mark;
    for (u32 i = 0; i < t->elements; i++) {
        u64 mark;

        if (map_get(&t->set_of, t->element[i], &mark) && has(&x->next, i) &&
            !(x->done >> mark & 1) && !could_be_done(t, i, x))
            marks &= ~(1u << mark);
    }
    return marks;
}

static u32 state_of(translation *t, const set *s)
{
    u64 key = hash_bytes(s, sizeof *s, 1), known;

    for (; map_get(&t->state_of, key, &known); key++)
        if (memcmp(&t->states.at[known], s, sizeof *s) == 0)
            return (u32)known;
    if (t->states.n == STATES) {
        too_large(t, "states", STATES);
        return 0;
    }
    vec_push(&t->states, *s);
    vec_push(&t->instead, t->states.n - 1);
    map_put(&t->state_of, key, t->states.n - 1);
    return automaton_add_state(t->a);
}

static bool same_edges(const edges *a, const edges *b)
{
    return a->n == b->n && (!a->n || memcmp(a->at, b->at, a->n * sizeof *a->at) == 0);
}

/* If an earlier state has the same edges, it stands for this one. */
static void share(translation *t, u32 q)
{
    const edges *mine = &t->a->states.at[q];
    u64 key = hash_bytes(mine->at, mine->n * sizeof *mine->at, 2), known;

    for (; map_get(&t->equal, key, &known); key++)
        if (same_edges(mine, &t->a->states.at[known])) {
            t->instead.at[q] = (u32)known;
            return;
        }
    map_put(&t->equal, key, q);
}

static void expand(translation *t, u32 q)
{
    set s = t->states.at[q];
    terms all = choices_of_set(t, &s);

    t->edges += all.n;
    if (t->edges > EDGES)
        too_large(t, "edges", EDGES);
    for (u32 i = 0; i < all.n && !failed(t); i++) {
        const term *x = &all.at[i];
        u32 to = state_of(t, &x->next);
        edge e = {x->yes, x->no, t->instead.at[to], marks_of(t, x)};

        assert(!(e.yes & e.no));
        vec_push(&t->a->states.at[q], e);
    }
    vec_free(&all);
    share(t, q);
}

static void build(translation *t, formula f)
{
    set start = {0};

    number_sets(t, f);
    if (f == FORMULA_FALSE)
        automaton_add_state(t->a);
    else
        add_obligations(t, f, &start);
    if (f != FORMULA_FALSE)
        state_of(t, &start);
    for (u32 q = 0; q < t->states.n && !failed(t); q++)
        expand(t, q);
    for (u32 q = 0; q < t->states.n; q++)
        for (u32 i = 0; i < t->a->states.at[q].n; i++)
            t->a->states.at[q].at[i].to = t->instead.at[t->a->states.at[q].at[i].to];
}

static void close_translation(translation *t)
{
    for (u32 f = 0; f < t->l->nodes.n; f++)
        vec_free(&t->choices[f]);
    mem_free(t->choices);
    mem_free(t->chosen);
    map_free(&t->element_of);
    map_free(&t->set_of);
    map_free(&t->state_of);
    map_free(&t->equal);
    vec_free(&t->states);
    vec_free(&t->instead);
}

automaton *ltl_translate(ltl *l, formula f, ltl_error *error)
{
    translation t = {.l = l, .a = automaton_open(0), .error = error};

    *error = (ltl_error){0};
    f = ltl_simplify(l, f);
    for (u32 i = 0; i < l->props.n; i++)
        automaton_add_name(t.a, l->props.at[i].text);
    t.choices = mem_alloc(l->nodes.n * sizeof *t.choices);
    t.chosen = mem_alloc(l->nodes.n);
    build(&t, f);
    close_translation(&t);
    if (error->message[0]) {
        automaton_close(t.a);
        return NULL;
    }
    automaton_reduce(t.a);
    t.a->stutters = !ltl_has_next(l, f);
    return t.a;
}
