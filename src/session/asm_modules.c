/* heddle asm of a system that imports modules: each module is proved by itself, then the system
 * with whatever the properties of its modules allow (src/asm/module.c tells why that is enough).
 *
 * Chaos does more than a module: where a proof fails, the system is searched with the modules
 * themselves, and only a run of those is a failure. */
#include "session/asm.h"
#include "search/figures.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct proof {
    session *s;
    const options *o;
    const casm_options *made;
    double start;
    u64 states;
    bool cut; /* an obligation was too large */
    text run; /* of the obligation that fails */
} proof;

static bool holds(proof *p, const casm_options *made, const char *what, const char *file)
{
    options o = *p->o;
    asm_part_result found;

    o.front.files = (string_list){.at = &file, .n = 1, .cap = 1};
    asm_part(&o, made, &found);
    p->states += found.states;
    if (!o.quiet)
        asm_say(p->s, "%s: %s, %" PRIu64 " states\n", what,
                found.verdict == VERDICT_UNKNOWN  ? "cut, too large"
                : found.verdict == VERDICT_FAILED ? "fails"
                                                  : "holds",
                found.states);
    p->cut |= found.verdict == VERDICT_UNKNOWN;
    text_free(&p->run);
    p->run = found.trace;
    return found.verdict == VERDICT_VERIFIED;
}

static bool modules_hold(proof *p, const casm *c);

static bool module_holds(proof *p, casm_import m)
{
    casm_options made = *p->made;
    text what = {0};
    casm *c;
    bool ok;

    made.invariants.n = 0; /* --invariant is of the system */
    c = casm_read(m.path, &made);
    text_addf(&what, "module %s (%s)", m.module, m.path);
    ok = modules_hold(p, c) && holds(p, &made, text_str(&what), m.path);
    text_free(&what);
    casm_free(c);
    return ok;
}

static bool modules_hold(proof *p, const casm *c)
{
    for (u32 i = 0; i < casm_imports(c); i++)
        if (!module_holds(p, casm_import_at(c, i)))
            return false;
    return true;
}

static int conclude(const proof *p, int end, const char *words)
{
    return asm_conclude(p->s, &(asm_verdict){.end = end,
                                             .kind = ERR_INVARIANT,
                                             .words = words,
                                             .engine = "modules",
                                             .file = p->o->front.files.at[0],
                                             .states = p->states,
                                             .start = p->start});
}

/* Something was not proved: whether it really fails. */
static int unproved(proof *p, const char *file)
{
    casm_options made = *p->made;
    text run = p->run;
    int end;

    made.whole = true;
    p->run = (text){0};
    p->cut = false;
    if (!holds(p, &made, "with the modules themselves", file) && !p->cut) {
        asm_say(p->s, "%s", text_str(&p->run));
        end = conclude(p, EXIT_FAILED, "the system fails with its modules (--whole)");
    } else {
        asm_say(p->s, "%s", text_str(&run));
        end = conclude(p, EXIT_UNKNOWN,
                       run.n ? "an obligation is not proved; no failure was found with the modules "
                               "themselves, so that the run may be spurious"
                             : "an obligation has too many states (--max-states)");
    }
    text_free(&run);
    return end;
}

/* Chaos goes on for ever, and may do nothing. */
static void refuse_questions(const options *o, const properties *p, const casm *c)
{
    if (p->branches.n || p->all.n || o->mu.n)
        fail(EXIT_USAGE,
             "%s:1: error: a system that imports modules has assertions and invariants; temporal "
             "formulas need --whole",
             casm_file(c));
    if (!asm_searches(o->asm_engine) || o->asm_machine.switch_at || o->trace || o->keep_going > 1)
        fail(EXIT_USAGE, "heddle asm: --engine bdd and symbolic, --switch-at, --trace and "
                         "--keep-going do not go with imported modules; --whole searches the "
                         "system with them");
}

int asm_modules(session *s, const casm_options *made, const casm *c)
{
    proof p = {.s = s, .o = &s->o, .made = made, .start = clock_seconds()};
    int end;

    refuse_questions(&s->o, &s->properties, c);
    if (modules_hold(&p, c) && holds(&p, made, "the system", casm_file(c)))
        end = conclude(&p, EXIT_VERIFIED,
                       "no error in any interleaving, with any modules that keep their properties");
    else
        end = unproved(&p, casm_file(c));
    text_free(&p.run);
    return end;
}
