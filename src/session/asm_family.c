/* heddle asm --induction: a family of systems, for every number of components.
 *
 * The base and the step are proved apart; families of a few components are checked one by one
 * beside them.  A step that fails is no defect of the system by itself: chaos does more than any
 * block.  So the verdict is FAILED only when some size really fails, and UNKNOWN when only the step
 * does. */
#include "session/asm.h"
#include "search/search.h"
#include "search/figures.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 4, STATES = 2000000 };

typedef struct proof {
    session *s;
    const options *o;
    family *f;
    const casm_options *made; /* of a family of assembly text, */
    const chain_note *chain;  /* which it is then */
    u64 states;
    double start;
    const char *late; /* what does not happen; NULL: something happens that must not */
    bool unfair;      /* of some live obligation no run is fair */
    bool unknown;
} proof;

/* The family of that name, of one kind or the other. */
static void find_family(proof *p, const casm *c)
{
    const char *name = p->o->induction;

    casm_family(c, name, &p->f, &p->chain);
    if (!p->f && !p->chain)
        fail(EXIT_USAGE, "heddle asm: --induction %s; %s has no family of that name", name,
             casm_file(c));
    if (p->chain && p->o->asm_system.arch == ARCH_SMP)
        fail(EXIT_USAGE,
             "heddle asm: --induction %s; a family of assembly text has no common "
             "clock; leave --arch smp out",
             name);
}

static void add_lemmas(const proof *p, text *out)
{
    if (p->f)
        family_lemmas(p->f, out);
    for (u32 i = 0; p->chain && i < p->chain->lemmas.n; i++)
        text_addf(out, "%s%s", i ? ", " : "", p->chain->lemmas.at[i]);
}

static bool has_lemma(const proof *p, const char *name)
{
    for (u32 i = 0; p->chain && i < p->chain->lemmas.n; i++)
        if (strcmp(p->chain->lemmas.at[i], name) == 0)
            return true;
    return p->f && family_has_lemma(p->f, name);
}

static void check_lemmas(const proof *p)
{
    text known = {0};

    add_lemmas(p, &known);
    for (u32 i = 0; i < p->o->front.strengthen.n; i++)
        if (!has_lemma(p, p->o->front.strengthen.at[i]))
            fail(EXIT_USAGE, "heddle asm: --strengthen %s; the family has %s%s",
                 p->o->front.strengthen.at[i], known.n ? "the lemmas " : "no lemma",
                 text_str(&known));
    text_free(&known);
}

/* An obligation of a family of assembly text: the system of `size` components, or the step; with a
 * formula: that it holds when all processes are weakly fair. */
static void check_chain(const proof *p, family_part part, u32 size, const char *linear,
                        family_result *r)
{
    casm_options made = *p->made;
    options o = *p->o;
    asm_part_result found;
    char words[16] = "step";

    if (part != PART_STEP)
        snprintf(words, sizeof words, "%u", size);
    made.chain = p->chain->name;
    made.part = words;
    made.lemmas.n = 0;
    for (u32 i = 0; part != PART_BOUNDED && i < o.front.strengthen.n; i++)
        vec_push(&made.lemmas, o.front.strengthen.at[i]);
    if (!o.max.states)
        o.max.states = STATES;
    if (linear) {
        made.live = true;
        o.ltl = (string_list){.at = &linear, .n = 1, .cap = 1};
        o.fair = FAIRLY_WEAK;
    }
    asm_part(&o, &made, &found);
    *r = (family_result){.holds = found.verdict != VERDICT_FAILED,
                         .cut = found.verdict == VERDICT_UNKNOWN,
                         .states = found.states,
                         .trace = found.trace};
    vec_free(&made.lemmas);
}

/* Prints what was found of an obligation; whether it holds. */
static bool told(proof *p, family_result *r, const char *what, text *run)
{
    p->states += r->states;
    if (!p->o->quiet)
        asm_say(p->s, "%s: %s, %" PRIu64 " states\n", what,
                r->cut     ? "cut, too large"
                : r->holds ? "holds"
                           : "fails",
                r->states);
    p->unknown |= r->cut;
    if (!r->holds)
        text_add(run, text_str(&r->trace));
    text_free(&r->trace);
    return r->holds && !r->cut;
}

static u64 most_states(const proof *p)
{
    return p->o->max.states ? p->o->max.states : STATES;
}

static bool part_holds(proof *p, family_part part, u32 size, const char *what, text *run)
{
    family_result r;

    if (p->chain)
        check_chain(p, part, size, NULL, &r);
    else
        family_check(p->f, part, size, p->o->front.strengthen.at,
                     part == PART_BOUNDED ? 0 : p->o->front.strengthen.n, most_states(p), &r);
    return told(p, &r, what, run);
}

/* The same of a family of assembly text: a formula for each target. */
static void check_chain_live(const proof *p, live_part part, u32 size, family_result *r)
{
    family_part of = part == LIVE_BASE      ? PART_BASE
                     : part == LIVE_BOUNDED ? PART_BOUNDED
                                            : PART_STEP;
    u32 targets = chain_live_targets(p->chain, part);
    bool unfair = false;

    *r = (family_result){.holds = true, .fair = true};
    for (u32 t = 0; t < targets + (part != LIVE_FAIR) && r->holds && !r->cut; t++) {
        bool last = t == targets;
        text words = {0};
        u64 before = r->states;

        if (last)
            chain_unfair_formula(p->chain, part, &words);
        else
            chain_live_formula(p->chain, part, t, &words);
        check_chain(p, of, size, text_str(&words), r);
        if (r->states < before)
            r->states = before;
        text_free(&words);
        if (!last)
            continue;
        unfair = r->holds;
        r->holds = true;
        text_free(&r->trace);
    }
    r->fair = !unfair;
}

static bool has_live(const proof *p, bool may)
{
    return p->f ? family_has_live(p->f, may) : p->chain->lives && !may;
}

static bool live_holds(proof *p, live_part part, bool may, u32 size, const char *what, text *run)
{
    family_result r;
    char words[64];

    if (!has_live(p, may) || (p->chain && !chain_live_targets(p->chain, part)))
        return true;
    snprintf(words, sizeof words, "%s, %s", what,
             part == LIVE_FAIR && may ? "fair by strategies"
             : part == LIVE_FAIR      ? "fair"
             : may                    ? "may"
                                      : "live");
    if (p->chain)
        check_chain_live(p, part, size, &r);
    else
        family_live(p->f, part, may, size, p->o->front.strengthen.at, p->o->front.strengthen.n,
                    most_states(p), &r);
    if (part != LIVE_FAIR && !r.cut)
        p->unfair |= !r.fair;
    p->late = r.holds ? NULL : may ? "what may happen cannot" : "what is live does not happen";
    return told(p, &r, words, run);
}

/* What happens at last, when all that must never happen does not; the obligation that fails. */
static const char *not_live(proof *p, bool may, text *run)
{
    if (!live_holds(p, LIVE_BASE, may, 0, "base", run))
        return may ? "base, of what may happen," : "live base";
    if (!live_holds(p, LIVE_FAIR, may, 0, "step", run))
        return may ? "fairness of the step by strategies" : "fairness of the step";
    if (!live_holds(p, LIVE_STEP, may, 0, "step", run))
        return may ? "step, of what may happen," : "live step";
    if (p->f && family_has_close(p->f) && !live_holds(p, LIVE_CLOSE, may, 0, "close", run))
        return may ? "close, of what may happen," : "live close";
    return NULL;
}

/* The system of so many components. */
static bool size_holds(proof *p, u32 n, text *run)
{
    char what[64];

    snprintf(what, sizeof what, "%u component%s", n, n == 1 ? "" : "s");
    if (!part_holds(p, PART_BOUNDED, n, what, run))
        return false;
    return live_holds(p, LIVE_BOUNDED, false, n, what, run) &&
           live_holds(p, LIVE_BOUNDED, true, n, what, run);
}

static const char *proved_words(proof *p)
{
    bool live = has_live(p, false), may = has_live(p, true);

    if (p->f && family_vacuous(p->f))
        return "the assumption contradicts itself: every observer is ok in no run at all, and "
               "nothing is proved of a system";
    if (live && may)
        return "every observer is ok, what is live happens in every fair run, and what may happen "
               "can "
               "from every state, for every number of components";
    if (may)
        return "every observer is ok, and what may happen can from every state, for every number "
               "of "
               "components";
    return live ? "every observer is ok, and what is live happens in every fair run, for every "
                  "number "
                  "of components"
                : "every observer is ok, for every number of components";
}

static int conclude(const proof *p, int end, const char *words)
{
    return asm_conclude(p->s, &(asm_verdict){.end = end,
                                             .kind = p->late ? ERR_LTL : ERR_INVARIANT,
                                             .words = words,
                                             .engine = "induction",
                                             .file = p->o->front.files.at[0],
                                             .states = p->states,
                                             .start = p->start});
}

/* A size that really fails. */
static int failed(const proof *p, const char *file, u32 size, const text *run)
{
    char words[160];

    asm_say(p->s, "%s: error: the family %s fails with %u component%s\n%s", file, p->o->induction,
            size, size == 1 ? "" : "s", text_str(run));
    snprintf(words, sizeof words, "%s with %u component%s",
             p->late ? p->late : "an observer is not ok", size, size == 1 ? "" : "s");
    return conclude(p, EXIT_FAILED, words);
}

/* Which obligation is not proved, and what may help. */
static int unproved(const proof *p, const char *which, const text *run)
{
    text lemmas = {0};
    char words[256];

    add_lemmas(p, &lemmas);
    asm_say(p->s, "the %s is not proved:\n%s", which, text_str(run));
    asm_say(p->s,
            "The run may be spurious: chaos does what no real block does.  Strengthen the "
            "observers%s%s\n",
            lemmas.n ? ", for example with --strengthen: the family declares the lemmas "
                     : " by a lemma that excludes it",
            text_str(&lemmas));
    snprintf(words, sizeof words, "the %s is not proved; no failure with few components", which);
    text_free(&lemmas);
    return conclude(p, EXIT_UNKNOWN, words);
}

/* One obligation alone. */
static int only_part(proof *p)
{
    const char *word = p->o->front.part;
    family_part part = strcmp(word, "base") == 0   ? PART_BASE
                       : strcmp(word, "step") == 0 ? PART_STEP
                                                   : PART_BOUNDED;
    text run = {0};
    bool holds = part_holds(p, part, (u32)strtoul(word, NULL, 10), word, &run);

    asm_say(p->s, "%s", text_str(&run));
    text_free(&run);
    if (p->unknown)
        return conclude(p, EXIT_UNKNOWN, "the obligation has too many states (--max-states)");
    return holds ? conclude(p, EXIT_VERIFIED, "one obligation of the induction holds")
                 : conclude(p, EXIT_FAILED, "one obligation of the induction fails");
}

int asm_induction(session *s, const casm_options *made, const casm *c)
{
    const options *o = &s->o;
    proof p = {.s = s, .o = o, .made = made, .start = clock_seconds()};
    u32 sizes = o->sizes ? (u32)o->sizes : SIZES;
    text run = {0};
    const char *open = NULL;
    int end;

    find_family(&p, c);
    check_lemmas(&p);
    if (o->front.part)
        return only_part(&p);
    for (u32 n = p.chain ? 0 : 1; n <= sizes; n++) { /* the base of a chain is no component */
        if (!size_holds(&p, n, &run) && run.n) {
            end = failed(&p, casm_file(c), n, &run);
            text_free(&run);
            return end;
        }
    }
    p.unknown = p.unfair = false; /* sizes that are too large to enumerate decide nothing */
    if (!part_holds(&p, PART_BASE, 0, "base", &run))
        open = "base";
    else if (!part_holds(&p, PART_STEP, 0, "step", &run))
        open = "step";
    else if (p.f && family_has_close(p.f) && !part_holds(&p, PART_CLOSE, 0, "close", &run))
        open = "close";
    else
        open = not_live(&p, false, &run);
    if (!open)
        open = not_live(&p, true, &run);
    if (p.unknown)
        end = conclude(&p, EXIT_UNKNOWN, "an obligation has too many states (--max-states)");
    else if (open)
        end = unproved(&p, open, &run);
    else if (p.unfair)
        end = conclude(&p, EXIT_UNKNOWN, "no run is fair, so that nothing happens at last in one");
    else
        end = conclude(&p, EXIT_VERIFIED, proved_words(&p));
    text_free(&run);
    return end;
}
