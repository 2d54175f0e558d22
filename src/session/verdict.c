/* The verdict as one line for people and as JSON for machines.  Both say under which memory model,
 * at which level of the compiler and with which reductions it holds. */
#include "session/verdict.h"
#include "base/json.h"
#include "session/assumed.h"
#include "session/session.h"
#include "search/figures.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unknown"
#endif

static const char *const search_names[] = {SEARCH_WORDS(WORD_TEXT)};
static const char *const engine_names[] = {ENGINE_WORDS(WORD_TEXT)};

static void add_reductions(const facts *f, text *out)
{
    const char *comma = "";

    for (u32 i = 0; i < REDUCE_COUNT; i++) {
        if (!(f->reductions >> i & 1))
            continue;
        text_addf(out, "%s%s", comma, reduction_names[i]);
        comma = ",";
    }
    if (f->symmetric)
        text_addf(out, "%sthread-symmetry", comma);
    else if (!f->reductions)
        text_add(out, "none");
}

static const char *level(const facts *f)
{
    if (f->level)
        return f->level;
    return f->p && f->p->level ? f->p->level : "-O0";
}

static bool optimised(const facts *f)
{
    return f->p && strcmp(level(f), "-O0") != 0;
}

/* The variables that the optimiser was told to keep: what was checked is not what it makes else. */
static void add_kept(const facts *f, text *out)
{
    for (u32 i = 0; i < f->o->front.keep.n; i++)
        text_addf(out, "%s%s", i ? "," : ", kept: ", f->o->front.keep.at[i]);
}

static bool stateless(const facts *f)
{
    return f->o->engine == ENGINE_STATELESS;
}

/* Over execution graphs. */
static bool by_graphs(const facts *f)
{
    return memory_by_graphs(f->o->vm.memory);
}

static bool by_chance(const facts *f)
{
    return f->o->stateless.kind == SEARCH_RANDOM || f->o->stateless.kind == SEARCH_PCT;
}

static void add_assumed(const facts *f, text *out)
{
    assumed_list all = {0};

    assumed_find(f->o, f->p, &all);
    for (u32 i = 0; i < all.n; i++)
        text_addf(out, "; %s", all.at[i]);
    assumed_free(&all);
}

static void add_conditions(const facts *f, text *out)
{
    if (f->conditions) {
        text_addf(out, " (%s)", f->conditions);
        return;
    }
    text_addf(out, " (%s, %s%s", f->memory, level(f),
              optimised(f) ? ": uninitialised reads may be optimised away" : "");
    add_kept(f, out);
    if (by_graphs(f)) {
        text_add(out, ", every execution graph");
    } else if (stateless(f)) {
        text_addf(out, ", search: %s", search_names[f->o->stateless.kind]);
    } else {
        text_add(out, ", reductions: ");
        add_reductions(f, out);
    }
    if (f->o->vm.addresses == ADDRESSES_LAYOUT && f->o->layouts > 1)
        text_addf(out, "; addresses of the layouts 1 to %llu", (unsigned long long)f->o->layouts);
    else if (f->o->vm.addresses == ADDRESSES_LAYOUT)
        text_addf(out, "; addresses of layout %llu",
                  (unsigned long long)(f->o->vm.layout ? f->o->vm.layout : 1));
    if (f->o->context_bound.set)
        text_addf(out, "; the context bound %u left out nothing", f->bound);
    if (f->condition)
        text_addf(out, "; %s", f->condition);
    add_assumed(f, out);
    text_add(out, ")");
}

/* Of a verdict that is no proof. */
static void add_level(const facts *f, text *out)
{
    if (!f->o->front.keep.n && (f->r->verdict == VERDICT_UNKNOWN || !optimised(f)))
        return;
    text_addf(out, " (%s", level(f));
    add_kept(f, out);
    text_add(out, ")");
}

static void add_count(u64 n, const char *what, text *out)
{
    char count[FIGURE];

    if (n)
        text_addf(out, ", %s %s", figure_count(count, n), what);
}

/* Did no run of the program come to its end? */
static bool endless(const facts *f)
{
    return f->r->verdict == VERDICT_VERIFIED && f->r->ends_counted && !f->conditions &&
           !f->o->family && !result_complete(f->r) && !f->r->ended &&
           !properties_any(f->properties, f->o) && !f->properties->branches.n;
}

/* Why a proof may be worth nothing; NULL: it is one of what the program does. */
static const char *emptiness(const facts *f)
{
    const result *r = f->r;

    if (!endless(f) || !r->pruned || r->spun == r->pruned)
        return NULL;
    if (!stateless(f))
        return "but no run comes to its end: assumptions fail before";
    return !r->spun ? "but an assumption fails in every run"
                    : "but in every run an assumption fails or a thread spins";
}

static void add_runs(const facts *f, text *out)
{
    const result *r = f->r;
    char count[FIGURE];
    u64 n = result_complete(r);

    text_addf(out, "; %s execution%s", figure_count(count, n), n == 1 ? "" : "s");
    if (by_chance(f) && !by_graphs(f))
        add_count(r->kinds, "different", out);
    add_count(r->pruned, "dropped", out);
    add_count(r->redundant, "redundant", out);
    add_count(r->bounded, "cut", out);
}

static void add_figures(const facts *f, text *out)
{
    const result *r = f->r;
    char states[FIGURE], transitions[FIGURE], seconds[FIGURE], bytes[FIGURE];

    if (stateless(f) || by_graphs(f))
        add_runs(f, out);
    else
        text_addf(out, "; %s state%s", figure_count(states, r->states), r->states == 1 ? "" : "s");
    text_addf(out, ", %s transition%s, %s, %s", figure_count(transitions, r->transitions),
              r->transitions == 1 ? "" : "s", figure_seconds(seconds, r->seconds),
              figure_bytes(bytes, r->peak_bytes));
    if (f->o->mpi)
        text_addf(out, ", %" PRIu32 " rank%s", r->forked + 1, r->forked ? "s" : "");
}

/* Of a search that was stopped: how much is left, where the engine, or the one that searched beside
 * it, can tell. */
static void add_share(const facts *f, text *out)
{
    char done[FIGURE], left[FIGURE];
    double share = f->share;

    if (share <= 0 || share >= 1)
        return;
    text_addf(out, "; by an estimate %s %s and the rest takes %s",
              stateless(f) ? "it had done" : "--engine stateless had done",
              figure_share(done, share),
              figure_duration(left, f->r->seconds * (1 - share) / share));
}

/* Of which runs a property was checked. */
static void add_fairness(const facts *f, bool of_formula, text *out)
{
    text_addf(out, ", %s assumed", fairness_words[properties_fairness(f->o, of_formula)]);
}

/* The properties that need no formula. */
static const char *const built_in[] = {"no starvation", "no livelock", "every run ends"};

static bool built_in_asked(const options *o, u32 which)
{
    return which == 0 ? o->no_starvation : which == 1 ? o->no_livelock : o->termination;
}

/* What holds besides that there is no error. */
static void add_properties(const facts *f, text *out)
{
    u32 n = f->properties->all.n;

    for (u32 i = 0; i < LENGTH(built_in); i++) {
        if (!built_in_asked(f->o, i))
            continue;
        text_addf(out, ", %s", built_in[i]);
        add_fairness(f, false, out);
    }
    if (f->properties->branches.n)
        text_addf(out, ", %u formula%s of computation tree logic hold%s", f->properties->branches.n,
                  f->properties->branches.n == 1 ? "" : "s",
                  f->properties->branches.n == 1 ? "s" : "");
    if (!n)
        return;
    text_addf(out, n == 1 ? ", the property holds" : ", the %u properties hold", n);
    add_fairness(f, true, out);
}

/* Of hangs, which a proof may not have looked for. */
static const char *hangs_words(const facts *f)
{
    return f->o->rules.allow_hang ? ", hangs allowed"
           : f->r->hangs_unsure   ? ", some states not looked at for hangs"
                                  : "";
}

static const char *partial_words(const facts *f)
{
    return f->o->rules.allow_partial && !f->o->rules.allow_hang ? ", partial deadlocks allowed"
                                                                : "";
}

/* Of a search for several errors: which there are, and why there may be more. */
static void add_others(const facts *f, text *out)
{
    if (f->nothers)
        text_addf(out, " and %u more error%s:", f->nothers, f->nothers == 1 ? "" : "s");
    for (u32 i = 0; i < f->nothers; i++)
        text_addf(out, "%s %s", i ? "," : "", error_names[f->others[i].error.kind]);
    if (f->o->keep_going > 1 && *f->r->reason && !by_chance(f))
        text_addf(out, "; %s", f->r->reason);
    else if (f->o->keep_going > 1 && f->nothers + 1 >= f->o->keep_going)
        text_addf(out, "; --keep-going %" PRIu32 " ended the search", f->o->keep_going);
}

static void add_trace_files(const facts *f, text *out)
{
    if (f->trace_file)
        text_addf(out, "; trace%s in %s", f->nothers ? "s" : "", f->trace_file);
    for (u32 i = 0; i < f->nothers; i++)
        if (f->others[i].trace_file)
            text_addf(out, ", %s", f->others[i].trace_file);
}

/* Of the search that it comes from. */
static void add_search(const facts *f, text *out)
{
    if (f->r->verdict != VERDICT_VERIFIED)
        add_level(f, out);
    if (f->r->verdict == VERDICT_FAILED && f->o->context_bound.set)
        text_addf(out, " (context bound %u)", f->bound);
    add_figures(f, out);
    add_trace_files(f, out);
}

void verdict_line(const facts *f, text *out)
{
    const result *r = f->r;

    text_addf(out, "%s: ", verdict_names[r->verdict]);
    if (r->verdict == VERDICT_VERIFIED) {
        const char *empty = emptiness(f);

        text_addf(out, "%s%s%s%s%s%s", f->proved ? f->proved : "no error in any interleaving",
                  f->o->rules.allow_deadlock ? ", deadlocks allowed" : "", hangs_words(f),
                  partial_words(f), empty ? ", " : "",
                  empty        ? empty
                  : endless(f) ? ", no run ends"
                               : "");
        if (!f->proved)
            add_properties(f, out);
        add_conditions(f, out);
    } else if (r->verdict == VERDICT_FAILED) {
        text_addf(out, "%s%s%s", error_names[r->error.kind], f->with ? " " : "",
                  f->with ? f->with : "");
        add_others(f, out);
        if (r->lasso || r->refuted)
            add_fairness(f, r->error.kind == ERR_LTL, out);
    } else {
        text_add(out, r->reason);
        add_share(f, out);
    }
    if (!f->replayed)
        add_search(f, out);
    text_addc(out, '\n');
}

static void add_number_if(json *j, const char *name, bool there, u64 value)
{
    if (there)
        json_number(j, name, value);
    else
        json_null(j, name);
}

static void add_list(json *j, const char *name, const char *const *words, u32 n)
{
    json_array(j, name);
    for (u32 i = 0; i < n; i++)
        json_string(j, NULL, words[i]);
    json_end(j);
}

static void add_assumed_list(const facts *f, json *j)
{
    assumed_list all = {0};

    assumed_find(f->o, f->p, &all);
    add_list(j, "assumed", (const char *const *)all.at, all.n);
    assumed_free(&all);
}

static void add_failure(const failure *e, json *j)
{
    json_string(j, "kind", error_names[e->kind]);
    json_string(j, "file", e->file);
    json_number(j, "line", e->line);
    json_string(j, "message", e->message);
}

static void add_error(const failure *e, json *j)
{
    json_object(j, "error");
    add_failure(e, j);
    json_end(j);
}

/* With --keep-going: all but the first, as it has them of the first. */
static void add_other_errors(const facts *f, json *j)
{
    json_array(j, "further_errors");
    for (u32 i = 0; i < f->nothers; i++) {
        const session_error *e = &f->others[i];

        json_object(j, NULL);
        add_failure(&e->error, j);
        json_string(j, "summary", e->summary.n ? text_str(&e->summary) : NULL);
        json_number(j, "preemptions", e->preemptions);
        json_bool(j, "shortest", e->shortest);
        json_bool(j, "calmest", e->trace.calmest);
        json_raw(j, "trace", e->steps.n ? text_str(&e->steps) : "null");
        json_string(j, "trace_file", e->trace_file);
        json_end(j);
    }
    json_end(j);
}

static void add_property_if(json *j, bool asked, const char *words)
{
    if (asked)
        json_string(j, NULL, words);
}

/* What options make an error. */
static void add_asked(const options *o, json *j)
{
    for (u32 i = 0; i < o->invariant.n; i++)
        json_string(j, NULL, o->invariant.at[i]);
    add_property_if(j, o->races == RACES_ERROR, "no data races");
    add_property_if(j, o->rules.leaks, "no leaks");
    add_property_if(j, o->rules.exit_status, "exit status 0");
    if (o->native.livelock) {
        text words = {0};

        text_addf(&words, "no thread is blocked in %" PRIu64 " states one after the other",
                  o->native.livelock);
        json_string(j, NULL, text_str(&words));
        text_free(&words);
    }
    add_property_if(j, o->front.overflow, "no signed overflow");
    add_property_if(j, o->vm.addresses == ADDRESSES_STRICT, "no address decides anything");
}

/* What options make none. */
static void add_allowed(const options *o, json *j)
{
    json_array(j, "allowed");
    add_property_if(j, o->rules.allow_deadlock, error_names[ERR_DEADLOCK]);
    add_property_if(j, o->rules.allow_hang, error_names[ERR_HANG]);
    add_property_if(j, o->rules.allow_hang || o->rules.allow_partial, error_names[ERR_PARTIAL]);
    json_end(j);
}

/* All that was asked for. */
static void add_formulas(const facts *f, json *j)
{
    const properties *p = f->properties;
    bool linear = p->all.n || f->o->ltl.n, any = linear || properties_any(p, f->o);
    fairness fair = any ? properties_fairness(f->o, linear) : FAIR_NONE;

    json_array(j, "properties");
    for (u32 i = 0; !f->stated.n && i < p->all.n; i++)
        json_string(j, NULL, p->all.at[i].text);
    for (u32 i = 0; !f->stated.n && i < p->branches.n; i++)
        json_string(j, NULL, p->branches.at[i].text);
    for (u32 i = 0; i < LENGTH(built_in); i++)
        add_property_if(j, built_in_asked(f->o, i), built_in[i]);
    for (u32 i = 0; i < f->stated.n; i++)
        json_string(j, NULL, f->stated.at[i]);
    add_asked(f->o, j);
    json_end(j);
    add_allowed(f->o, j);
    json_string(j, "fairness", fair != FAIR_NONE ? fairness_words[fair] : NULL);
}

/* What the machine does not understand of the program, reached or not. */
static void add_gaps(const facts *f, json *j)
{
    u32 n = f->p ? f->p->gaps.n : 0;

    json_array(j, "not_understood");
    for (u32 i = 0; i < n; i++) {
        const program_gap *g = &f->p->gaps.at[i];

        json_object(j, NULL);
        json_string(j, "file", g->at.line ? f->p->files.at[g->at.file] : "");
        json_number(j, "line", g->at.line);
        json_string(j, "what", g->what);
        json_end(j);
    }
    json_end(j);
}

static void add_reduction_list(const facts *f, json *j)
{
    json_array(j, "reductions");
    for (u32 i = 0; i < REDUCE_COUNT && !stateless(f) && !by_graphs(f); i++)
        add_property_if(j, f->reductions >> i & 1, reduction_names[i]);
    add_property_if(j, f->symmetric && !stateless(f) && !by_graphs(f), "thread-symmetry");
    json_end(j);
}

static void add_seconds(const result *r, json *j)
{
    char seconds[32];

    snprintf(seconds, sizeof seconds, "%.6f", r->seconds);
    json_raw(j, "seconds", seconds);
}

static void add_share_done(const facts *f, json *j)
{
    char share[32];

    snprintf(share, sizeof share, "%.3g", f->share);
    json_raw(j, "share_done", f->r->verdict == VERDICT_UNKNOWN && f->share > 0 ? share : "null");
}

static void add_counts(const facts *f, json *j)
{
    const result *r = f->r;

    add_number_if(j, "states", !stateless(f) && !by_graphs(f), r->states);
    json_number(j, "transitions", r->transitions);
    add_number_if(j, "depth", !by_graphs(f), r->depth);
    add_seconds(r, j);
    json_number(j, "peak_memory_bytes", r->peak_bytes);
    json_string(j, "engine", f->engine ? f->engine : engine_names[f->o->engine]);
    if (f->o->mpi)
        json_number(j, "ranks", r->forked + 1);
    json_string(j, "search", stateless(f) ? search_names[f->o->stateless.kind] : NULL);
    add_number_if(j, "executions", stateless(f) || by_graphs(f), result_complete(r));
    add_number_if(j, "dropped", stateless(f) || by_graphs(f), r->pruned);
    add_number_if(j, "redundant", stateless(f), r->redundant);
    add_share_done(f, j);
    add_number_if(j, "different", stateless(f) && by_chance(f), r->kinds);
    add_reduction_list(f, j);
    add_number_if(j, "context_bound", f->o->context_bound.set, f->bound);
}

/* What only a search knows. */
static void add_searched(const facts *f, json *j)
{
    const options *o = f->o;

    json_string(j, "vacuous", emptiness(f));
    add_counts(f, j);
    json_string(j, "memory_model", f->memory);
    if (f->conditions)
        json_string(j, "conditions", f->conditions);
    add_assumed_list(f, j);
    json_string(j, "level", f->p ? level(f) : NULL);
    add_list(j, "kept", o->front.keep.at, o->front.keep.n);
    add_gaps(f, j);
    add_list(j, "notes", (const char *const *)f->notes.at, f->notes.n);
    add_list(j, "invariants", o->invariant.at, o->invariant.n);
    add_list(j, "abstractions", o->abstract.at, o->abstract.n);
    add_formulas(f, j);
    add_number_if(j, "preemptions", f->steps != NULL && !by_graphs(f), f->r->preemptions);
}

void verdict_json(const facts *f, text *out)
{
    const result *r = f->r;
    json j = {.out = out};

    json_object(&j, NULL);
    json_string(&j, "verdict", verdict_names[r->verdict]);
    if (r->failed)
        add_error(&r->error, &j);
    else
        json_null(&j, "error");
    json_string(&j, "summary", f->summary);
    json_string(&j, "reason", r->verdict == VERDICT_UNKNOWN ? r->reason : NULL);
    if (!f->replayed)
        add_searched(f, &j);
    if (f->steps && !by_graphs(f)) {
        json_bool(&j, "shortest", r->shortest);
        json_bool(&j, "calmest", f->calmest);
    }
    json_raw(&j, "trace", f->steps ? f->steps : "null");
    json_string(&j, "trace_file", f->trace_file);
    if (f->o->keep_going > 1 && !f->replayed)
        add_other_errors(f, &j);
    json_string(&j, "version", HEDDLE_VERSION);
    json_end(&j);
    text_addc(out, '\n');
}

void verdict_write(const facts *f)
{
    const char *path = f->o->json;
    bool standard = strcmp(path, "-") == 0;
    FILE *to = standard ? stdout : fopen(path, "w");
    text out = {0};
    bool ok = to != NULL;

    verdict_json(f, &out);
    if (to)
        ok = fputs(text_str(&out), to) >= 0;
    if (to && !standard)
        ok = (fclose(to) == 0) & ok;
    if (!ok)
        fail(EXIT_OUTPUT, "heddle: the verdict cannot be written to %s: %s", path, strerror(errno));
    text_free(&out);
}
