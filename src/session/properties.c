/* Properties of any kind of system, from their text to what the search looks for.
 *
 * Formulas share one pool of propositions; the kind of system (properties_program.c,
 * properties_asm.c) says what a proposition is and makes it a query.  A formula is negated and
 * translated; an automaton from a file is taken as it is: it accepts the runs that must not be. */
#include "session/properties.h"
#include "ltl/automaton.h"
#include "search/ctl.h"

#include <stdio.h>
#include <string.h>

const char *const fairness_words[3] = {"no fairness", "weak fairness", "strong fairness"};

void properties_open(properties *p, const property_rules *rules)
{
    p->rules = *rules;
    p->pool = ltl_open();
}

/* ---- mistakes ---- */

static void add_place(property_place at, text *out)
{
    text_add(out, at.file);
    if (at.line)
        text_addf(out, ":%u", at.line);
}

_Noreturn void properties_refuse(const properties *p, property_place at, const char *why)
{
    text where = {0};

    add_place(at, &where);
    fail(p->rules.status, "%s%s%s%s", p->rules.before, text_str(&where), p->rules.between, why);
}

static _Noreturn void refuse_linear(const properties *p, property_place at, const char *words,
                                    const ltl_error *e)
{
    text out = {0};

    ltl_explain(words, e, &out);
    out.n--; /* fail ends the line */
    out.at[out.n] = 0;
    properties_refuse(p, at, out.at);
}

static _Noreturn void refuse_branch(const properties *p, property_place at, const char *words,
                                    const ctl_error *e)
{
    text out = {0};

    text_addf(&out, "%s\n    %s\n    %*s^", e->message, words, (int)e->place, "");
    properties_refuse(p, at, text_str(&out));
}

/* ---- linear temporal logic ---- */

static char *message(const properties *p, const char *name, const char *told)
{
    text out = {0};
    char *made;

    if (name)
        text_addf(&out, "the property %s does not hold: %s", name, told);
    else
        text_addf(&out, "%s%s", p->rules.unnamed, told);
    made = mem_strdup(text_str(&out));
    text_free(&out);
    return made;
}

/* Where runs are read from a state on that has not been met yet, the formula speaks of that one. */
static formula since(properties *p, const property *one)
{
    const char *from = p->rules.since;
    formula whole = one->formula;
    text later = {0};
    ltl_error e;

    if (from)
        text_addf(&later, "(!\"%s\" U (\"%s\" && (%s))) || G !\"%s\"", from, from, one->text, from);
    if (from && !ltl_parse(p->pool, text_str(&later), &whole, &e))
        refuse_linear(p, one->at, one->text, &e);
    text_free(&later);
    return whole;
}

/* Where the first step only begins and steps are counted, the formula speaks of what follows. */
static formula searched_formula(properties *p, property *one)
{
    text later = {0};
    formula whole = one->formula;
    ltl_error e;

    one->shifted = p->rules.begins && one->counts_steps;
    if (one->shifted) {
        text_addf(&later, "X (%s)", one->text);
        if (!ltl_parse(p->pool, text_str(&later), &whole, &e))
            refuse_linear(p, one->at, one->text, &e);
    }
    text_free(&later);
    return whole;
}

void properties_add(properties *p, property_place at, const char *name, const char *words,
                    const char *told)
{
    property new = {.name = name ? mem_strdup(name) : NULL,
                    .text = mem_strdup(words),
                    .message = message(p, name, told),
                    .at = at};
    ltl_error e;

    if (!ltl_parse(p->pool, words, &new.formula, &e))
        refuse_linear(p, at, words, &e);
    new.counts_steps = ltl_has_next(p->pool, new.formula);
    if (new.counts_steps && p->rules.no_linear)
        properties_refuse(p, at, p->rules.no_linear);
    new.formula = since(p, &new);
    new.automaton = ltl_translate(p->pool, ltl_not(p->pool, searched_formula(p, &new)), &e);
    if (!new.automaton)
        refuse_linear(p, at, words, &e);
    vec_push(&p->all, new);
}

/* ---- computation tree logic ---- */

branch *properties_add_branch(properties *p, property_place at, const char *words)
{
    branch b = {.text = words, .at = at};
    ctl_error e;

    b.formula = ctl_parse(words, &e);
    if (!b.formula)
        refuse_branch(p, at, words, &e);
    if (p->rules.no_branch && ctl_has_next(b.formula))
        properties_refuse(p, at, p->rules.no_branch);
    vec_push(&p->branches, b);
    return &vec_last(&p->branches);
}

void properties_add_figures(result *to, const result *r)
{
    to->seconds += r->seconds;
    if (r->states > to->states) /* the largest graph of those that were needed */
        to->states = r->states, to->transitions = r->transitions;
    if (r->peak_bytes > to->peak_bytes)
        to->peak_bytes = r->peak_bytes;
}

static void show_branch(const branch *b, bool failed, const text *tree, text *out)
{
    if (!tree->n && !failed)
        return;
    if (b->at.line)
        add_place(b->at, out), text_add(out, ": ");
    text_addf(out, "%s%s\n", failed ? "error: the formula does not hold: " : "", b->text);
    if (tree->n)
        text_addf(out, "%s\n", tree->at);
}

void properties_branch_fails(const branch *b, const text *tree, result *to, text *report)
{
    result_error(to, &(failure){.kind = ERR_CTL,
                                .thread = NO_THREAD,
                                .file = b->at.line ? b->at.file : NULL,
                                .line = b->at.line,
                                .message = b->text});
    show_branch(b, true, tree, report);
}

void properties_check_branch(const properties *p, const branch *b, sys *s, const search_options *o,
                             result *to, text *report)
{
    ctl_question q = {b->formula, b->queries.at, p->rules.begins};
    text tree = {0};
    result r;

    search_ctl(s, o, &q, &r, &tree);
    search_close(s, &r);
    properties_add_figures(to, &r);
    to->verdict = r.verdict;
    memcpy(to->reason, r.reason, sizeof r.reason);
    if (r.verdict == VERDICT_FAILED)
        properties_branch_fails(b, &tree, to, report);
    else
        show_branch(b, false, &tree, report);
    text_free(&tree);
}

/* ---- all of them ---- */

bool properties_any(const properties *p, const options *o)
{
    return p->all.n || o->no_starvation || o->no_livelock || o->termination;
}

void properties_free(properties *p)
{
    for (u32 i = 0; i < p->branches.n; i++) {
        ctl_free(p->branches.at[i].formula);
        vec_free(&p->branches.at[i].queries);
    }
    vec_free(&p->branches);
    for (u32 i = 0; i < p->all.n; i++) {
        mem_free(p->all.at[i].name);
        mem_free(p->all.at[i].text);
        mem_free(p->all.at[i].message);
        automaton_close(p->all.at[i].automaton);
    }
    for (u32 i = 0; i < p->shown.n; i++)
        mem_free(p->shown.at[i]);
    vec_free(&p->all);
    vec_free(&p->shown);
    vec_free(&p->queries);
    if (p->tail)
        automaton_close(p->tail);
    if (p->pool)
        ltl_close(p->pool);
}

const property *properties_with(const properties *p, const char *message)
{
    for (u32 i = 0; i < p->all.n; i++)
        if (strcmp(p->all.at[i].message, message) == 0)
            return &p->all.at[i];
    return NULL;
}

/* ---- automata for other tools ---- */

void properties_print(const properties *p, const options *o)
{
    text out = {0};

    for (u32 i = 0; i < p->all.n; i++) {
        const property *one = &p->all.at[i];
        text name = {0};

        text_addf(&name, one->formula ? "!(%s)" : "%s", one->text);
        if (o->automaton == AUTOMATON_HOA)
            automaton_hoa(one->automaton, text_str(&name), &out);
        else
            automaton_dot(one->automaton, text_str(&name), &out);
        text_free(&name);
    }
    fputs(text_str(&out), stdout);
    text_free(&out);
}

/* ---- goals ---- */

fairness properties_fairness(const options *o, bool of_formula)
{
    static const fairness fair[] = {
        [FAIRLY_NONE] = FAIR_NONE, [FAIRLY_WEAK] = FAIR_WEAK, [FAIRLY_STRONG] = FAIR_STRONG};

    if (o->fair == FAIRLY_AUTO)
        return of_formula ? FAIR_NONE : FAIR_WEAK;
    return fair[o->fair];
}

static void add_goal(properties *p, const options *o, liveness_question *out, goal g)
{
    g.fair = properties_fairness(o, g.kind == GOAL_ACCEPTED);
    if (!g.automaton) {
        if (!p->tail)
            p->tail = liveness_automaton();
        g.automaton = p->tail;
    }
    vec_push(&out->goals, g);
}

void properties_goals(properties *p, const options *o, liveness_question *out)
{
    *out = (liveness_question){.queries = p->queries.at,
                               .nqueries = p->queries.n,
                               .engine = o->engine == ENGINE_NDFS ? LIVENESS_NDFS : LIVENESS_SCC};
    for (u32 i = 0; i < p->all.n; i++)
        add_goal(p, o, out,
                 (goal){.kind = GOAL_ACCEPTED,
                        .automaton = p->all.at[i].automaton,
                        .error = ERR_LTL,
                        .message = p->all.at[i].message});
    if (o->termination)
        add_goal(p, o, out,
                 (goal){.kind = GOAL_ENDLESS,
                        .error = ERR_NON_TERMINATION,
                        .message = "the program may run for ever"});
    if (o->no_livelock)
        add_goal(p, o, out,
                 (goal){.kind = GOAL_IDLE,
                        .error = ERR_LIVELOCK,
                        .message = "livelock: the threads that move stay in their loops for ever"});
    if (o->no_starvation)
        add_goal(p, o, out,
                 (goal){.kind = GOAL_STARVES,
                        .error = ERR_STARVATION,
                        .message = "starvation: a thread waits for ever while others go on"});
}
