/* Engines of heddle asm that work on all states at once: decision diagrams, and circuits decided by
 * another program.  What they find is replayed by the explicit machine. */
#include "session/asm.h"
#include "session/check.h"
#include "session/properties.h"

#include <stdio.h>

enum { NODE_BYTES = 24, NODES_MOST = 1 << 30 };

/* Steps that end in a failure, or in a deadlock. */
static void take_failure(const options *o, casm *c, const asm_steps *steps, result *r)
{
    asm_settings m = asm_machine(o, false);
    sys *s = asm_open(c, &m);
    taken t = {0};
    failure f = {0};

    sys_reset(s);
    for (u32 i = 0; i < steps->n; i++) {
        vec_push(&r->steps, ((step_taken){.thread = steps->at[i].thread,
                                          .kind = MOVE_RUN,
                                          .choice = steps->at[i].choice}));
        sys_step(s, steps->at[i].thread, MOVE_RUN, steps->at[i].choice, &t);
    }
    if (t.outcome == OUT_ERROR)
        f = t.error;
    else
        sys_explain(s, &f);
    result_error(r, &f);
    r->failed = true;
    r->verdict = VERDICT_FAILED;
    taken_free(&t);
    sys_close(s);
}

static void unknown(result *r, const char *why)
{
    r->verdict = VERDICT_UNKNOWN;
    snprintf(r->reason, sizeof r->reason, "%s", why);
}

void asm_symbolic(const options *o, casm *c, result *r, text *conditions)
{
    symbolic s;

    symbolic_check(c, o->max.seconds, o->rules.allow_deadlock, &s);
    r->verdict = VERDICT_VERIFIED;
    text_addf(conditions, "circuit of %u latches and %u gates, ", s.latches, s.gates);
    if (s.answer == SYMBOLIC_PROVED)
        text_addf(conditions, "invariant of %u clauses checked, ", s.clauses);
    else if (s.answer == SYMBOLIC_FAILS)
        take_failure(o, c, &s.steps, r);
    else
        unknown(r, s.reason);
    symbolic_free(&s);
}

/* The first formula that does not hold is left to the search, which shows why; so is one that
 * counts steps, among which the search has one more. */
static reach_answer check_formulas(reach *d, const options *o, const properties *p)
{
    reach_answer a = REACH_HOLDS;

    for (u32 i = 0; !o->fair_ctl && i < p->branches.n && a == REACH_HOLDS; i++)
        a = reach_ctl(d, p->branches.at[i].formula, p->branches.at[i].queries.at, false);
    for (u32 i = 0; i < p->all.n && a == REACH_HOLDS; i++)
        a = p->all.at[i].counts_steps ? REACH_FAILS
                                      : reach_ltl(d, p->all.at[i].automaton, p->queries.at,
                                                  properties_fairness(o, true) == FAIR_WEAK);
    return a;
}

/* Those that speak of fair runs, which the search does not know: it cannot show why one fails. */
static reach_answer check_fair_branches(reach *d, const options *o, const properties *p, result *r,
                                        text *report)
{
    text why = {0};
    reach_answer a = REACH_HOLDS;

    for (u32 i = 0; o->fair_ctl && i < p->branches.n && a == REACH_HOLDS; i++) {
        const branch *b = &p->branches.at[i];

        a = reach_ctl(d, b->formula, b->queries.at, true);
        if (a != REACH_FAILS)
            continue;
        text_add(&why, "  over the runs in which a process that always can move does\n");
        properties_branch_fails(b, &why, r, report);
        r->verdict = VERDICT_FAILED;
    }
    text_free(&why);
    return a;
}

static u32 node_limit(u64 bytes)
{
    return bytes / NODE_BYTES > NODES_MOST ? NODES_MOST : (u32)(bytes / NODE_BYTES);
}

void asm_bdd(const options *o, casm *c, const search_options *s, properties *p, result *r,
             text *conditions, text *report)
{
    reach_limits most = {node_limit(o->max.memory), o->max.seconds, s->interrupted};
    reach *d = reach_open(c, o->rules.allow_deadlock, &most);
    asm_steps steps = {0};
    reach_answer a = reach_safety(d, &steps);

    r->verdict = VERDICT_VERIFIED;
    if (a == REACH_FAILS)
        take_failure(o, c, &steps, r);
    else if (a == REACH_HOLDS)
        a = check_fair_branches(d, o, p, r, report);
    if (a == REACH_HOLDS && (a = check_formulas(d, o, p)) == REACH_FAILS)
        asm_formulas(p, o, c, s, r, report);
    if (a == REACH_FAILS && r->verdict == VERDICT_VERIFIED && !properties_count_steps(p))
        die("a formula holds for the search, but not for the decision diagrams");
    if (a == REACH_OPEN)
        unknown(r, reach_reason(d));
    else
        r->states = (u64)reach_states(d);
    r->peak_bytes = (u64)reach_nodes(d) * NODE_BYTES;
    text_addf(conditions, "diagrams of %u nodes, ", reach_nodes(d));
    reach_close(d);
    vec_free(&steps);
}
