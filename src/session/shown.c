/* Counterexamples are shown by replaying them in a machine of their own, apart from the search's;
 * the loop of a run that never ends is checked in a third, in which equal states have equal keys.
 */
#include "session/shown.h"
#include "graph/graph.h"
#include "ltl/automaton.h"
#include "ltl/prefix.h"
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

sys *shown_alone(const options *o, program *p, u8 **reached)
{
    vm_options settings = options_vm(o);

    settings.mode = VM_BIRTH;
    settings.lasting = settings.events_all = settings.alone = true;
    settings.memory = MEMORY_SC;
    settings.grain = GRAIN_OPERATION;
    settings.every_access = settings.races = false;
    settings.reached = reached;
    return vm_open(p, &settings);
}

const char *shown_execution(const options *o, program *p, const trace *t, text *out)
{
    sys *s = shown_alone(o, p, NULL);
    const char *problem = graph_replay(s, t, o->vm.memory, out);

    sys_close(s);
    return problem;
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
    return t->lasso || t->refuted ? properties_with(p, t->message) : NULL;
}

/* The propositions that hold, as bits; false: one has no value. */
static bool read_letter(sys *s, const u32 *queries, u32 n, u64 *letter)
{
    *letter = 0;
    for (u32 i = 0; i < n; i++) {
        failure why = {0};
        u64 value = 0;

        if (!sys_value(s, queries[i], &value, &why))
            return false;
        *letter |= (u64)(value != 0) << i;
    }
    return true;
}

static u32 refuting_prefix(const ltl *pool, formula f, const u32 *queries, u32 n, sys *s,
                           const result *r)
{
    VEC(u64) letters = {0};
    taken t = {0};
    u32 refuted = 0;
    u64 letter;

    sys_reset(s);
    for (u32 i = 0; read_letter(s, queries, n, &letter); i++) {
        vec_push(&letters, letter);
        if (i == r->steps.n)
            break;
        sys_step(s, r->steps.at[i].thread, r->steps.at[i].kind, r->steps.at[i].choice, &t);
        sys_save(s);
    }
    if (letters.n)
        refuted = prefix_refutes(pool, f, letters.at, letters.n);
    vec_free(&letters);
    taken_free(&t);
    return refuted;
}

u32 shown_refuted(const properties *p, const char *message, sys *s, const result *r)
{
    const property *one = properties_with(p, message);

    if (!one || !one->formula || one->shifted)
        return 0;
    return refuting_prefix(p->pool, one->formula, p->queries.at, p->queries.n, s, r);
}

void shown_cut(result *r, u32 states)
{
    if (!states)
        return;
    r->refuted = true;
    r->lasso = false;
    r->loop = 0;
    r->steps.n = states - 1;
}

report_options shown_settings(const options *o, const properties *p, const trace *t)
{
    report_options out = {.colour = options_colour(o, STDOUT_FILENO),
                          .width = options_width(o, STDOUT_FILENO),
                          .all = o->all,
                          .self_check = o->self_check};
    const property *one = property_of(p, t);
    u64 bits = one ? letters_of(p, one) : 0;

    for (u32 i = 0; i < p->queries.n; i++)
        if (bits >> i & 1 && strcmp(ltl_proposition(p->pool, i)->name, FRONT_BEGUN) != 0)
            vec_push(&out.propositions,
                     (report_proposition){p->queries.at[i], ltl_proposition(p->pool, i)->text});
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

    if (t->refuted)
        return one && one->formula && !seen->unknown_letters &&
                       prefix_refutes(p->pool, one->formula, seen->letters.at, seen->letters.n)
                   ? NULL
                   : "the property is not yet violated";
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

    if (!t->lasso && !t->refuted)
        return NULL;
    s = vm_open(of, &settings);
    problem = lasso_look(s, t, &seen);
    if (!problem)
        problem = judge(o, p, t, &seen);
    sys_close(s);
    vec_free(&seen.letters);
    return problem;
}
