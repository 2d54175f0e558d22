/* The never claim of a property: the automaton of the runs that violate it, read by SPIN.
 *
 * A claim reads the state before each step, and the system has none to be read until its set-up is
 * done: `ready` says when.  Runs that end go on in their last state for ever, as SPIN's claims have
 * it.  A spurious wake-up may happen, but not again and again: from some point on a run must do
 * without.  Nor does a weak compare-exchange fail for ever where it could succeed.  So where a
 * program may wait for a condition variable, or tries weakly, the automaton is there twice: SPIN
 * guesses the point and goes over to the second copy, which alone accepts and reads only states
 * that were not reached for no reason. */
#include "spin/job.h"
#include "ltl/automaton.h"

bool spin_wakes(const spin_job *j)
{
    return !j->c.o.rules.no_spurious && program_calls(j->c.p, BI_wait);
}

static void add_label(text *out, const automaton *a, u32 q, bool second, bool twice)
{
    bool accepts = a->states.at[q].n && a->states.at[q].at[0].marks & 1 && (second || !twice);

    text_addf(out, "%s%s%u", accepts ? "accept_" : "", second ? "steady" : "at", q);
}

static void add_option(text *out, const automaton *a, const edge *e, bool second, bool to_second,
                       bool twice)
{
    text_addf(out, "\t:: c_expr { (now.ready && heddle_reads(0x%llxull, 0x%llxull)%s) } -> goto ",
              (unsigned long long)e->yes, (unsigned long long)e->no,
              second ? " && heddle_steady()" : "");
    add_label(out, a, e->to, to_second, twice);
    text_add(out, "\n");
}

static void add_options(text *out, const automaton *a, u32 q, bool second, bool twice)
{
    for (u32 i = 0; i < a->states.at[q].n; i++) {
        const edge *e = &a->states.at[q].at[i];

        add_option(out, a, e, second, second, twice);
        if (twice && !second)
            add_option(out, a, e, second, true, twice);
    }
    if (!a->states.at[q].n)
        text_add(out, "\t:: false\n");
}

static void add_state(text *out, const automaton *a, u32 q, bool second, bool twice)
{
    add_label(out, a, q, second, twice);
    text_add(out, ":\n\tif\n");
    add_options(out, a, q, second, twice);
    text_add(out, "\tfi;\n");
}

static void add_comment(text *out, const char *s)
{
    for (; *s; s++) {
        text_addc(out, *s);
        if (*s == '*' && s[1] == '/')
            text_addc(out, ' ');
    }
}

void spin_claim(const spin_job *j, text *out)
{
    automaton *a = automaton_buchi(j->goal->automaton);
    bool twice = spin_wakes(j) || (!j->c.o.rules.no_spurious && program_tries_weakly(j->c.p));

    text_add(out, "\n/* Accepts the runs that violate it: ");
    add_comment(out, j->goal->message);
    text_add(out, " */\nnever {\nbefore:\n\tif\n");
    text_add(out, "\t:: (!ready) -> goto before\n");
    add_options(out, a, a->start, false, twice);
    text_add(out, "\tfi;\n");
    for (u32 q = 0; q < a->states.n; q++)
        add_state(out, a, q, false, twice);
    for (u32 q = 0; twice && q < a->states.n; q++)
        add_state(out, a, q, true, twice);
    text_add(out, "}\n");
    automaton_close(a);
}
