/* live-compare [-v] [-g GOAL] [-m STATES] SEED PROGRAM.c: for each formula in the program's
 * comments, starvation and termination, with each kind of fairness, compares the verdicts of both
 * engines, of several processes and of many lists of reductions, and checks each run that is found:
 * it is followed step by step in the machine, comes back to where its loop begins, breaks the
 * formula by a direct evaluation, and is fair.  An oracle says of formulas and termination what the
 * verdict must be.
 *
 * The first difference is printed, with the goal's number, and the status is 1; 2: the program is
 * too large. */
#include "base/hash.h"
#include "session/options.h"
#include "session/properties.h"
#include "evaluate.h"
#include "oracle.h"
#include "search/search.h"
#include "wrap/por.h"
#include "wrap/selfcheck.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A word in which no state but the first of the loop is like the one before. */
typedef struct word {
    u64 letters[MOST_LETTERS];
    u32 n, loop;
} word;

typedef struct way {
    u32 reductions;
    liveness_engine engine;
    bool check; /* heddle's own */
    u32 jobs;   /* processes; 0: one */
} way;

typedef struct compare {
    options o;
    properties properties;
    liveness_question live; /* all goals */
    program *p;
    rng random;
    u64 most_states;
    bool places;           /* propositions about them: persistent sets do not go with that */
    bool asserts;          /* the program may fail in two ways, searches find any of them */
    automaton *any;        /* accepts every run */
    struct states *states; /* all of them, for the oracle; NULL: not known */
    bool talk;
    double since;
    u32 searches, found;
    char problem[200];
} compare;

/* A run that was found, step by step in the machine. */
typedef struct followed {
    VEC(u64) letters; /* of the states it passes, the last one included */
    VEC(u32) strong, waits;
    VEC(step_taken) steps;
    u32 loop;
    bool weak_in_loop, ended;
} followed;

static const char *const fair_names[] = {"none", "weak", "strong"};
static const char *const kind_names[] = {"formula", "starvation", "livelock", "termination"};

static sys *open_system(compare *c, const way *w, sys **base)
{
    u32 r = w->reductions;
    u32 flags =
        (r & REDUCE_SUPERSTEP ? POR_SUPERSTEP : 0u) | (r & REDUCE_PERSISTENT ? POR_PERSISTENT : 0u);
    vm_options settings;
    sys *s;

    c->o.reduction = (reduction_set){.set = r, .given = true};
    settings = options_vm(&c->o);
    settings.footprint = flags != 0;
    settings.shared = w->jobs > 1;
    *base = s = vm_open(c->p, &settings);
    if (flags)
        s = por_open(s, flags | (w->check ? POR_EVENTS | POR_CHECK : 0u));
    return w->check ? selfcheck_open(s) : s;
}

static void say_way(const way *w, text *out)
{
    if (w->jobs)
        text_addf(out, "-j %u:", w->jobs);
    else
        text_add(out, w->engine == LIVENESS_NDFS ? "ndfs:" : "scc:");
    for (u32 i = 0; i < REDUCE_COUNT; i++)
        if (w->reductions >> i & 1)
            text_addf(out, "%s,", reduction_names[i]);
    if (!w->reductions)
        text_add(out, "none");
    if (w->check)
        text_add(out, "+self-check");
}

static void search(compare *c, const way *w, const goal *goals, u32 n, sys **s, result *r)
{
    search_options o = {.max = {.states = c->most_states, .memory = (u64)1 << 31, .seconds = 5},
                        .allow_deadlock = true,
                        .workers = w->jobs};
    liveness_question l = {
        .queries = c->live.queries, .nqueries = c->live.nqueries, .engine = w->engine};
    sys *base;

    for (u32 i = 0; i < n; i++)
        vec_push(&l.goals, goals[i]);
    *s = open_system(c, w, &base);
    *r = (result){0};
    search_liveness(*s, &o, &l, r);
    vec_free(&l.goals);
    c->searches++;
}

/* ---- following what was found ---- */

static void look_at_state(compare *c, sys *s, followed *f)
{
    move_list moves = {0};
    u64 letter = 0;
    u32 strong = 0, waits = 0;

    for (u32 i = 0; i < c->live.nqueries; i++) {
        failure problem;
        u64 value = 0;

        sys_value(s, c->live.queries[i], &value, &problem);
        letter |= (u64)(value != 0) << i;
    }
    sys_moves(s, &moves);
    for (u32 i = 0; i < moves.n; i++) {
        const move *m = &moves.at[i];

        if ((m->flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED)
            strong |= 1u << m->thread;
        if (m->kind == MOVE_RUN &&
            (m->next.kind == EV_LOCK || m->next.kind == EV_READ_LOCK || m->next.kind == EV_WAIT ||
             m->next.kind == EV_WOKEN || m->next.kind == EV_SEM_WAIT))
            waits |= 1u << m->thread;
    }
    vec_push(&f->letters, letter);
    vec_push(&f->strong, strong);
    vec_push(&f->waits, waits);
    vec_free(&moves);
}

static bool is_weak(sys *s, const step_taken *e)
{
    move_list moves = {0};
    bool weak = false;

    sys_moves(s, &moves);
    for (u32 i = 0; i < moves.n; i++)
        if (moves.at[i].thread == e->thread && moves.at[i].kind == e->kind)
            weak = moves.at[i].flags & MOVE_WEAK;
    vec_free(&moves);
    return weak;
}

static const char *follow(compare *c, sys *s, result *r, followed *f)
{
    state_key begin = 0;
    taken t = {0};

    f->loop = r->loop;
    sys_reset(s);
    for (u32 i = 0; i < r->steps.n; i++) {
        state_key key = sys_save(s);

        if (i == r->loop)
            begin = key;
        look_at_state(c, s, f);
        if (i >= r->loop)
            f->weak_in_loop |= is_weak(s, &r->steps.at[i]);
        sys_step(s, r->steps.at[i].thread, r->steps.at[i].kind, r->steps.at[i].choice, &t);
        if (t.outcome != OUT_RAN)
            return "the run that was found fails or is cut";
        vec_push(&f->steps, r->steps.at[i]);
    }
    f->ended = r->loop == r->steps.n;
    if (sys_save(s) != begin && !f->ended)
        return "the loop does not come back to where it began";
    look_at_state(c, s, f);
    taken_free(&t);
    if (f->ended && sys_status(s) != ST_DONE && sys_status(s) != ST_DEADLOCK)
        return "a run that stays has not ended";
    return f->weak_in_loop ? "a spurious wake-up in the loop" : NULL;
}

static bool fair(const followed *f, fairness kind)
{
    u32 moved = 0, ever = 0, always = ~0u;

    for (u32 i = f->loop; i < f->steps.n; i++) {
        moved |= 1u << f->steps.at[i].thread;
        ever |= f->strong.at[i];
        always &= f->strong.at[i];
    }
    if (f->ended || kind == FAIR_NONE)
        return true;
    return !((kind == FAIR_WEAK ? always : ever) & ~moved);
}

/* False: it is too long for the evaluator. */
static bool word_of(const followed *f, word *w)
{
    u32 loop = f->ended ? f->letters.n - 1 : f->loop,
        end = f->ended ? f->letters.n : f->letters.n - 1;

    *w = (word){0};
    for (u32 i = 0; i < end; i++) {
        if (i == loop)
            w->loop = w->n;
        if (i && i != loop && f->letters.at[i] == f->letters.at[i - 1])
            continue;
        if (w->n == MOST_LETTERS)
            return false;
        w->letters[w->n++] = f->letters.at[i];
    }
    return true;
}

static bool starves(const followed *f)
{
    u32 waits = ~0u;

    for (u32 i = f->loop; i < f->letters.n; i++)
        waits &= f->waits.at[i];
    for (u32 i = f->loop; i < f->steps.n; i++)
        waits &= ~(1u << f->steps.at[i].thread);
    return waits;
}

static const char *breaks(compare *c, const goal *g, const followed *f, u32 number)
{
    word w;

    switch (g->kind) {
    case GOAL_ACCEPTED:
        if (word_of(f, &w) && evaluate(c->properties.pool, c->properties.all.at[number].formula,
                                       w.letters, w.n, w.loop))
            return "the run that was found has the property";
        return NULL;
    case GOAL_STARVES:
        return starves(f) ? NULL : "nobody waits for ever in the run that was found";
    default:
        return f->ended ? "the run that was found ends" : NULL;
    }
}

/* NULL: the run that was found is what it is said to be. */
static const char *certify(compare *c, const way *w, const goal *g, u32 number, sys *s, result *r)
{
    followed f = {0};
    sys *base, *plain;
    const char *problem;
    way machine = {.reductions = w->reductions & ~(u32)(REDUCE_SUPERSTEP | REDUCE_PERSISTENT)};

    c->found++;
    search_elementary(s, r);
    plain = open_system(c, &machine, &base);
    problem = follow(c, plain, r, &f);
    if (!problem && !fair(&f, g->fair))
        problem = "the run that was found is not fair";
    if (!problem)
        problem = breaks(c, g, &f, number);
    vec_free(&f.letters);
    vec_free(&f.strong);
    vec_free(&f.waits);
    vec_free(&f.steps);
    sys_close(plain);
    return problem;
}

/* ---- comparing ---- */

/* A verdict: V, F and the error, or "" for none. */
static void judge(compare *c, const way *w, const goal *g, u32 number, text *out, u64 *states)
{
    result r;
    sys *s;
    const char *problem = NULL;

    c->since = clock_seconds();
    search(c, w, g, 1, &s, &r);
    *states = r.states;
    if (r.lasso)
        problem = certify(c, w, g, number, s, &r);
    text_clear(out);
    if (problem)
        text_addf(out, "WRONG: %s", problem);
    else if (r.verdict != VERDICT_UNKNOWN)
        text_addf(out, "%s %s", verdict_names[r.verdict],
                  r.failed && !c->asserts ? error_names[r.error.kind] : "");
    sys_close(s);
    result_free(&r);
}

static u32 random_list(compare *c)
{
    u32 r = (u32)rng_next(&c->random) & ((1u << REDUCE_COUNT) - 1) & ~(u32)REDUCE_SLEEP;

    return r & REDUCE_TAU ? r & ~(u32)REDUCE_TAU_PLUS : r;
}

enum { WAYS = 14 };

static bool one_in(compare *c, u32 n)
{
    return rng_next(&c->random) % n == 0;
}

/* What is in the default always, of the others some. */
static u32 list_ways(compare *c, const goal *g, way *out)
{
    const u32 seen = REDUCE_STORE_VISIBILITY | REDUCE_HEAP_SYMMETRY,
              super = seen | REDUCE_SUPERSTEP;
    bool persistent = g->kind == GOAL_ACCEPTED && g->fair == FAIR_NONE && !c->places,
         nested = g->fair != FAIR_STRONG;
    bool waits = g->kind == GOAL_STARVES && g->fair == FAIR_NONE;
    u32 without = (persistent ? 0u : (u32)REDUCE_PERSISTENT) | (waits ? (u32)REDUCE_SUPERSTEP : 0u),
        n = 0;
    liveness_engine either = nested && one_in(c, 2) ? LIVENESS_NDFS : LIVENESS_SCC;

    out[n++] = (way){.reductions = super | REDUCE_PERSISTENT, .check = one_in(c, 20)};
    if (nested && one_in(c, 2))
        out[n++] = (way){.reductions = super | REDUCE_PERSISTENT, .engine = LIVENESS_NDFS};
    if (persistent) {
        out[n++] = (way){.reductions = seen | REDUCE_PERSISTENT};
        out[n++] = (way){.reductions = seen | REDUCE_PERSISTENT, .engine = LIVENESS_NDFS};
    }
    if (persistent && one_in(c, 2))
        out[n++] = (way){.reductions = super, .engine = either};
    if (one_in(c, 2))
        out[n++] = (way){.reductions = random_list(c), .engine = either};
    if (one_in(c, 2))
        out[n++] = (way){.engine = either};
    if (one_in(c, 3))
        out[n++] = (way){.reductions = seen, .engine = either, .check = one_in(c, 4)};
    out[n++] = (way){.reductions = one_in(c, 2) ? seen : super | REDUCE_PERSISTENT, .jobs = 2};
    if (one_in(c, 3))
        out[n++] = (way){.reductions = one_in(c, 2) ? super : super | REDUCE_PERSISTENT,
                         .check = one_in(c, 8),
                         .jobs = 4};
    assert(n <= WAYS);
    for (u32 i = 0; i < n; i++)
        out[i].reductions &= ~without;
    return n;
}

static bool reject(compare *c, const way *w, const goal *g, u32 number, const char *is,
                   const char *wanted)
{
    text name = {0};

    say_way(w, &name);
    printf("goal %u, %s %s, fairness %s: %s says %s, not %s\n", number, kind_names[g->kind],
           g->kind == GOAL_ACCEPTED ? c->properties.all.at[number].text : "", fair_names[g->fair],
           text_str(&name), is, wanted);
    text_free(&name);
    return false;
}

/* Of the properties that the oracle knows, and programs that do not fail otherwise. */
static bool oracle_agrees(compare *c, const goal *g, bool failed, const char *says)
{
    if (!c->states || (failed && !strstr(says, error_names[g->error])))
        return true;
    switch (g->kind) {
    case GOAL_ACCEPTED:
        return oracle_finds(c->states, g->automaton, g->fair, false) == failed;
    case GOAL_ENDLESS:
        return oracle_finds(c->states, c->any, g->fair, true) == failed;
    default:
        return true;
    }
}

/* 1: all agree; 0: they do not; 2: too large. */
static int compare_goal(compare *c, const goal *g, u32 number, bool *failed)
{
    way plain = {.reductions = REDUCE_STORE_VISIBILITY | REDUCE_HEAP_SYMMETRY}, ways[WAYS];
    text wanted = {0}, is = {0};
    u64 states, other;
    u32 n = list_ways(c, g, ways);
    int good = 1;

    judge(c, &plain, g, number, &wanted, &states);
    *failed = wanted.n && text_str(&wanted)[0] == 'F';
    if (!wanted.n)
        good = 2;
    else if (text_str(&wanted)[0] == 'W')
        good = reject(c, &plain, g, number, text_str(&wanted), "right");
    for (u32 i = 0; i < n && good == 1; i++) {
        judge(c, &ways[i], g, number, &is, &other);
        if (c->talk) {
            text name = {0};

            say_way(&ways[i], &name);
            printf("%.2f s, %u %s %s: %s, %" PRIu64 " states; %s\n", clock_seconds() - c->since,
                   number, kind_names[g->kind], fair_names[g->fair], text_str(&name), other,
                   text_str(&is));
            text_free(&name);
        }
        if (is.n && strcmp(text_str(&is), text_str(&wanted)) != 0)
            good = reject(c, &ways[i], g, number, text_str(&is), text_str(&wanted));
        else if (is.n && text_str(&is)[0] == 'V' && ways[i].reductions == plain.reductions &&
                 other != states)
            good = reject(c, &ways[i], g, number, "another number of states", "the same");
    }
    if (good == 1 && !oracle_agrees(c, g, *failed, text_str(&wanted)))
        good = reject(c, &plain, g, number, text_str(&wanted), "what the oracle says");
    text_free(&wanted);
    text_free(&is);
    return good;
}

/* All formulas at once: one that is broken is enough. */
static int compare_together(compare *c, const bool *failed)
{
    way w = {.reductions = REDUCE_STORE_VISIBILITY | REDUCE_HEAP_SYMMETRY | REDUCE_SUPERSTEP |
                           (c->places ? 0u : (u32)REDUCE_PERSISTENT)};
    bool any = false, got;
    result r;
    sys *s;

    for (u32 i = 0; i < c->properties.all.n; i++)
        any |= failed[i];
    search(c, &w, c->live.goals.at, c->properties.all.n, &s, &r);
    got = r.failed;
    if (r.verdict == VERDICT_UNKNOWN)
        got = any;
    sys_close(s);
    result_free(&r);
    if (got == any)
        return 1;
    printf("goal 1000: all formulas together: %s\n", got ? "FAILED" : "VERIFIED");
    return 0;
}

/* What several processes explore does not depend on how many there are. */
static int compare_counts(compare *c, const goal *g, u32 number)
{
    way w = {.reductions = REDUCE_STORE_VISIBILITY | REDUCE_HEAP_SYMMETRY | REDUCE_SUPERSTEP |
                           (c->places ? 0u : (u32)REDUCE_PERSISTENT)};
    text is[2] = {0};
    u64 states[2];
    bool same;

    for (u32 i = 0; i < 2; i++) {
        w.jobs = i ? 3 : 2;
        judge(c, &w, g, number, &is[i], &states[i]);
    }
    same = !is[0].n || !is[1].n ||
           (strcmp(text_str(&is[0]), text_str(&is[1])) == 0 &&
            (states[0] == states[1] || text_str(&is[0])[0] != 'V'));
    if (!same)
        reject(c, &w, g, number, text_str(&is[1]), text_str(&is[0]));
    text_free(&is[0]);
    text_free(&is[1]);
    return same;
}

static void ask_oracle(compare *c)
{
    way plain = {.reductions = REDUCE_STORE_VISIBILITY | REDUCE_HEAP_SYMMETRY};
    sys *base, *s = open_system(c, &plain, &base);

    c->any = automaton_open(0);
    automaton_add_state(c->any);
    vec_push(&c->any->states.at[0], (edge){.to = 0});
    c->states =
        c->asserts ? NULL : oracle_open(s, c->live.queries, c->live.nqueries, (u32)c->most_states);
    sys_close(s);
}

static int compare_all(compare *c, u32 only)
{
    bool failed[64] = {0}, ignored;
    int good = 1;

    for (u32 i = 0; i < c->live.goals.n && good == 1; i++) {
        for (fairness f = FAIR_NONE; f <= FAIR_STRONG && good == 1; f++) {
            goal g = c->live.goals.at[i];

            g.fair = f;
            if (only == ~0u || only == i || only == 1000)
                good = compare_goal(c, &g, i, f == FAIR_NONE ? &failed[i] : &ignored);
            if (good == 1 && f == FAIR_NONE && g.kind == GOAL_ACCEPTED)
                good = compare_counts(c, &g, i);
        }
    }
    return good == 1 && (only == ~0u || only == 1000) ? compare_together(c, failed) : good;
}

static bool has_assertion(const char *file)
{
    text in = {0};
    bool has = text_read_file(&in, file) && strstr(text_str(&in), "heddle_assert(");

    text_free(&in);
    return has;
}

int main(int argc, char **argv)
{
    compare c = {.most_states = 2500};
    u32 only = ~0u;
    int i = 1, good;

    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "-v") == 0)
            c.talk = true;
        else if (strcmp(argv[i], "-g") == 0)
            only = (u32)atoi(argv[++i]);
        else if (strcmp(argv[i], "-m") == 0)
            c.most_states = strtoull(argv[++i], NULL, 10);
    }
    if (argc - i < 2)
        return 64;
    c.random = (rng){strtoull(argv[i], NULL, 10)};
    char *args[] = {
        "check", "--properties", "--no-starvation", "--termination", "--no-livelock", argv[i + 1],
        NULL};
    options_parse(&c.o, FOR_CHECK, 6, args);
    properties_read(&c.properties, &c.o);
    properties_goals(&c.properties, &c.o, &c.live);
    c.asserts = has_assertion(argv[i + 1]);
    for (u32 k = 0; k < ltl_propositions(c.properties.pool); k++)
        c.places |= ltl_proposition(c.properties.pool, k)->kind == PROP_LABEL;
    c.p = front_load(&c.o.front);
    ask_oracle(&c);
    good = compare_all(&c, only);
    if (c.states)
        oracle_close(c.states);
    if (c.talk)
        printf("%u searches, %u runs found\n", c.searches, c.found);
    return good == 1 ? 0 : good == 0 ? 1 : 2;
}
