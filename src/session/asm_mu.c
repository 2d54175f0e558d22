/* heddle asm --mu: formulas of the modal mu-calculus.
 *
 * Their steps are single instructions, so that steps must not be collapsed; where a formula names
 * processes, copies are told apart. */
#include "session/asm.h"
#include "search/mu.h"

#include <stdio.h>
#include <string.h>

static const property_place PLACE = {"--mu", 1};

static _Noreturn void refuse(const char *words, const char *why, size_t place)
{
    fail(EXIT_INPUT, "--mu:1: error: %s\n    %s\n    %*s^", why, words, (int)place, "");
}

static void check_labels(const mu *f, const casm *c, const options *o, const char *words)
{
    for (u32 i = 0; i < f->labels.n; i++) {
        const char *at = strstr(words, f->labels.at[i]);
        size_t place = at ? (size_t)(at - words) : 0;

        if (o->asm_system.arch == ARCH_SMP)
            refuse(words, "on a common clock all processes step at once; write <> or []", place);
        if (casm_processes(c) > 62)
            refuse(words, "modalities of processes are for systems of at most 62", place);
        if (!casm_threads(c, f->labels.at[i]))
            refuse(words, "there is no process of this name", place);
    }
}

static mu *read_one(const char *words, const casm *c, const options *o)
{
    ctl_error e;
    mu *f = mu_parse(words, &e);

    if (!f)
        refuse(words, e.message, e.place);
    check_labels(f, c, o, words);
    return f;
}

void asm_read_mu(mu_formulas *all, const options *o, const casm_options *made, casm *c)
{
    for (u32 i = 0; i < o->mu.n; i++) {
        mu_formula one = {.words = o->mu.at[i], .formula = read_one(o->mu.at[i], c, o)};

        if (made->collapse)
            refuse(one.words, "<> and [] speak of single instructions; add --abstraction off", 0);
        for (u32 k = 0; k < one.formula->atoms.n; k++)
            vec_push(&one.queries, casm_watch(c, one.formula->atoms.at[k], PLACE.file, PLACE.line));
        for (u32 k = 0; k < one.formula->labels.n; k++)
            vec_push(&one.labels, casm_threads(c, one.formula->labels.at[k]));
        vec_push(all, one);
    }
    if (all->n)
        casm_flow(c, made);
}

static void check_one(const mu_formula *f, const options *o, casm *c, const search_options *s,
                      result *r, text *report)
{
    asm_settings m = asm_machine(o, false);
    mu_question q = {.formula = f->formula,
                     .queries = f->queries.at,
                     .labels = f->labels.at,
                     .skip_first = true};
    branch b = {.text = f->words, .at = PLACE};
    text none = {0};
    result found;
    sys *system;

    m.no_symmetry |= f->labels.n > 0;
    system = asm_open(c, &m);
    search_mu(system, s, &q, &found);
    sys_close(system);
    if (found.states > r->states)
        r->states = found.states, r->transitions = found.transitions;
    if (found.peak_bytes > r->peak_bytes)
        r->peak_bytes = found.peak_bytes;
    r->verdict = found.verdict;
    if (found.verdict == VERDICT_FAILED)
        properties_branch_fails(&b, &none, r, report);
    else if (found.verdict == VERDICT_UNKNOWN)
        memcpy(r->reason, found.reason, sizeof r->reason);
}

void asm_check_mu(const mu_formulas *all, const options *o, casm *c, const search_options *s,
                  result *r, text *report)
{
    for (u32 i = 0; i < all->n && r->verdict == VERDICT_VERIFIED; i++)
        check_one(&all->at[i], o, c, s, r, report);
}

void asm_free_mu(mu_formulas *all)
{
    for (u32 i = 0; i < all->n; i++) {
        mu_free(all->at[i].formula);
        vec_free(&all->at[i].queries);
        vec_free(&all->at[i].labels);
    }
    vec_free(all);
}
