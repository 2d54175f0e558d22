/* heddle check --induction: the observers of a family, for every number of components.
 *
 * The obligations are programs of their own (front/obligation.c), each checked as any other.  The
 * base, and systems of a few components, are real systems: what fails there fails.  The step has
 * chaos in place of blocks, which does more than any block: when only the step fails, the verdict
 * is UNKNOWN. */
#include "session/induct.h"
#include "session/check.h"
#include "search/figures.h"

#include <stdio.h>
#include <string.h>

enum { SIZES = 4, STATES = 200000 };

static const int statuses[] = {EXIT_VERIFIED, EXIT_FAILED, EXIT_UNKNOWN};

typedef struct induction {
    session *all;
    u64 states, transitions, peak;
    double seconds;
} induction;

static void say(const induction *i, const char *what, const result *r)
{
    char states[FIGURE];

    if (!i->all->o.quiet)
        fprintf(session_output(i->all), "%s: %s, %s states\n", what,
                r->verdict == VERDICT_VERIFIED ? "holds"
                : r->verdict == VERDICT_FAILED ? "fails"
                                               : r->reason,
                figure_count(states, r->states));
}

/* Checks one obligation; of the last one the result, and the program of a failure, stay. */
static verdict check_part(induction *i, const char *part, u64 max_states)
{
    session *c = i->all;
    u64 given = c->o.max.states;

    session_forget(c);
    c->r = (result){0};
    c->trace = (trace){0};
    c->report = c->steps = c->outcomes = (text){0};
    c->trace_file = NULL;
    c->p = NULL;
    c->o.front.part = part;
    if (!given)
        c->o.max.states = max_states;
    check_search(c);
    c->o.max.states = given;
    i->states += c->r.states;
    i->transitions += c->r.transitions;
    i->seconds += c->r.seconds;
    if (c->r.peak_bytes > i->peak)
        i->peak = c->r.peak_bytes;
    return c->r.verdict;
}

static verdict check_said(induction *i, const char *part, const char *what, u64 max_states)
{
    verdict v = check_part(i, part, max_states);

    say(i, what, &i->all->r);
    return v;
}

/* The run that fails, with the part it is of, for heddle replay. */
static void show(induction *i)
{
    session *c = i->all;
    text part = {0};

    text_addf(&part, "--part=%s", c->o.front.part);
    vec_push(&c->trace.command, mem_strdup(text_str(&part)));
    text_free(&part);
    session_show(c);
}

static int conclude(induction *i, verdict v)
{
    session *c = i->all;

    c->r.verdict = v;
    c->r.states = i->states;
    c->r.transitions = i->transitions;
    c->r.seconds = i->seconds;
    c->r.peak_bytes = i->peak;
    session_print(c);
    session_free(c);
    return statuses[v];
}

static int failed(induction *i, u32 size)
{
    char with[64];

    snprintf(with, sizeof with, size ? "with %u component%s" : "with the base alone", size,
             size == 1 ? "" : "s");
    i->all->with = with;
    show(i);
    return conclude(i, VERDICT_FAILED);
}

/* The base or the step was cut. */
static int cut(induction *i, const char *part)
{
    char reason[sizeof i->all->r.reason];

    snprintf(reason, sizeof reason, "%.200s, in the %s", i->all->r.reason, part);
    memcpy(i->all->r.reason, reason, sizeof reason);
    return conclude(i, VERDICT_UNKNOWN);
}

/* What may help where an obligation that is no real system fails. */
static const char *advice(const char *part)
{
    if (!strcmp(part, "base"))
        return "The observers are ok here; a lemma of --strengthen is not.\n";
    return "The run may be spurious: chaos does what no real block does.  Strengthen the\n"
           "observers by a function that excludes it, marked with heddle_lemma and named with\n"
           "--strengthen.\n";
}

static int unproved(induction *i, const char *part, u32 sizes)
{
    session *c = i->all;

    show(i);
    if (!c->o.quiet)
        fprintf(session_output(c), "the %s is not proved:\n", part);
    text_add(&c->report, advice(part));
    snprintf(c->r.reason, sizeof c->r.reason,
             "the %s is not proved; no failure was found with up to %u component%s", part, sizes,
             sizes == 1 ? "" : "s");
    return conclude(i, VERDICT_UNKNOWN);
}

/* Where chaos never gets anywhere nothing was proved of what a component does with a block. */
static void check_moves(induction *i)
{
    if (check_part(i, "moves", 0) == VERDICT_VERIFIED)
        note("the observers let no block change a port, so that the step says little");
}

int check_induction(session *c)
{
    induction i = {.all = c};
    u32 sizes = c->o.sizes ? (u32)c->o.sizes : SIZES, whole;
    bool lemmas = c->o.front.strengthen.n;
    verdict v = check_said(&i, lemmas ? "0" : "base", lemmas ? "base without lemmas" : "base", 0);
    char part[16], what[32];

    if (v == VERDICT_FAILED)
        return failed(&i, 0);
    if (lemmas && v == VERDICT_VERIFIED)
        v = check_said(&i, "base", "base", 0);
    if (v != VERDICT_VERIFIED)
        return v == VERDICT_FAILED ? unproved(&i, "base", 0) : cut(&i, "base");
    for (whole = 0; whole < sizes && v == VERDICT_VERIFIED; whole += v == VERDICT_VERIFIED) {
        snprintf(part, sizeof part, "%u", whole + 1);
        snprintf(what, sizeof what, "%u component%s", whole + 1, whole ? "s" : "");
        v = check_said(&i, part, what, STATES);
        if (v == VERDICT_FAILED)
            return failed(&i, whole + 1);
    }
    v = check_said(&i, "step", "step", 0);
    if (v != VERDICT_VERIFIED)
        return v == VERDICT_FAILED ? unproved(&i, "step", whole) : cut(&i, "step");
    check_moves(&i);
    c->r.failed = false;
    c->proved = "every observer is ok, for every number of components";
    return conclude(&i, VERDICT_VERIFIED);
}
