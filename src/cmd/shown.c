/* Counterexamples are shown by replaying them in a machine of their own, apart from the search's;
 * the loop of a run that never ends is checked in a third, in which equal states have equal keys.
 */
#include "cmd/shown.h"
#include "ltl/automaton.h"

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

/* Of the property that the trace's message is about. */
static u64 letters_shown(const properties *p, const trace *t)
{
    for (u32 i = 0; t->lasso && i < p->all.n; i++)
        if (strcmp(p->messages.at[i], t->message) == 0)
            return letters_of(p, &p->all.at[i]);
    return 0;
}

report_options shown_settings(const options *o, const properties *p, const trace *t)
{
    report_options out = {.colour = options_colour(o, STDOUT_FILENO),
                          .width = options_width(o, STDOUT_FILENO),
                          .all = o->all};
    u64 bits = letters_shown(p, t);

    for (u32 i = 0; i < p->queries.n; i++)
        if (bits >> i & 1)
            vec_push(&out.letters,
                     (report_letter){p->queries.at[i], ltl_proposition(p->pool, i)->text});
    return out;
}

const char *shown_loop(const options *o, program *p, const trace *t)
{
    vm_options settings = options_vm(o);
    const char *problem;
    sys *s;

    if (!t->lasso)
        return NULL;
    s = vm_open(p, &settings);
    problem = lasso_check(s, t);
    sys_close(s);
    return problem;
}
