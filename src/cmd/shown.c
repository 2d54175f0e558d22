/* Counterexamples are shown by replaying them in a machine of their own, apart from the search's;
 * the loop of a run that never ends is checked in a third, in which equal states have equal keys.
 */
#include "cmd/shown.h"
#include "ltl/automaton.h"
#include "ltl/word.h"

#include <string.h>
#include <unistd.h>

sys *shown_machine(const options *o, program *p)
{
    vm_options settings = options_vm(o);

    settings.mode = VM_BIRTH;
    settings.events_all = true;
    return options_abstract(o, vm_open(p, &settings));
}

/* The propositions that a property speaks of, as bits. */
static u64 letters_of(const properties *p, const property *one)
{
    u64 bits = 0;

    if (one->formula)
        return ltl_used(p->pool, one->formula);
    for (u32 s = 0; s < one->automaton->states.n; s++) {
        const edges *out = &one->automaton->states.at[s];

        for (u32 i = 0; i < out->n; i++)
            bits |= out->at[i].yes | out->at[i].no;
    }
    return bits;
}

/* The property that the trace's message is about; NULL: one without a formula. */
static const property *property_of(const properties *p, const trace *t)
{
    for (u32 i = 0; t->lasso && i < p->all.n; i++)
        if (strcmp(p->messages.at[i], t->message) == 0)
            return &p->all.at[i];
    return NULL;
}

report_options shown_settings(const options *o, const properties *p, const trace *t)
{
    report_options out = {.colour = options_colour(o, STDOUT_FILENO),
                          .width = options_width(o, STDOUT_FILENO),
                          .all = o->all};
    const property *one = property_of(p, t);
    u64 bits = one ? letters_of(p, one) : 0;

    for (u32 i = 0; i < p->queries.n; i++)
        if (bits >> i & 1)
            vec_push(&out.letters,
                     (report_letter){p->queries.at[i], ltl_proposition(p->pool, i)->text});
    return out;
}

static bool violates(const properties *p, const property *one, const trace *t,
                     const lasso_seen *seen)
{
    word w = {seen->letters.at, seen->letters.n, t->loop};

    if (t->loop + 1 < w.n) /* the state after the last step is that at which the loop begins */
        w.n--;
    return !word_holds(p->pool, one->formula, &w);
}

/* Is it a run of the kind that was asked for? */
static const char *judge(const options *o, const properties *p, const trace *t,
                         const lasso_seen *seen)
{
    const property *one = property_of(p, t);
    fairness fair = properties_fairness(o, one != NULL);

    if (one && one->formula && !seen->unknown_letters && !violates(p, one, t, seen))
        return "the property holds of it";
    if ((fair == FAIR_WEAK && !seen->weak) || (fair == FAIR_STRONG && !seen->strong))
        return "it is not fair";
    return NULL;
}

const char *shown_loop(const options *o, const properties *p, program *of, const trace *t)
{
    vm_options settings = options_vm(o);
    lasso_seen seen = {.queries = p->queries.at, .nqueries = p->queries.n};
    const char *problem;
    sys *s;

    if (!t->lasso)
        return NULL;
    s = vm_open(of, &settings);
    problem = lasso_look(s, t, &seen);
    if (!problem)
        problem = judge(o, p, t, &seen);
    sys_close(s);
    vec_free(&seen.letters);
    return problem;
}
