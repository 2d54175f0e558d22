/* Expanding states.
 *
 * A state is expanded completely: one `moves`, then every move with every choice, the state
 * restored between them.  Moves that are LATER are taken only when the others led to no state to go
 * on with: each expansion that leaves some out is followed by that of one of its successors, so a
 * chain of them ends with one that does not, and no thread is put off for ever.
 * Successors that the store has not seen go to the engine, which decides their order. The explorer
 * knows where the cursor is, so that going on with the state just reached, and stepping again from
 * a state that the step did not change, cost no restore. Invariant: whatever is not explored
 * because of a limit leaves a trace in `stopped`, `depth_cut` or `cut`, and the verdict is then at
 * best UNKNOWN. */
#include "search/explore.h"
#include "base/mutant.h"
#include "search/collect.h"
#include "search/growth.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LOOK_SECONDS 0.02 /* between looks at the memory */

/* A state that is expanded. */
typedef struct place {
    state_key key;
    u64 depth;
    u32 rank;
} place;

void explore_stop(explorer *x, const char *format, ...)
{
    va_list args;

    if (x->stopped)
        return;
    x->stopped = true;
    va_start(args, format);
    vsnprintf(x->r->reason, sizeof x->r->reason, format, args);
    va_end(args);
}

static u64 bytes_held(const explorer *x)
{
    return sys_memory(x->s) + visited_bytes(&x->seen) + visited_bytes(&x->next) +
           lossy_bytes(&x->lossy) + x->engine_bytes + x->moves.cap * sizeof(move) +
           x->taken.events.cap * sizeof(event);
}

/* By all processes of the search. */
static u64 bytes_of_all(explorer *x)
{
    u64 own = bytes_held(x), more = own - x->counted_bytes;

    if (!x->common)
        return own;
    x->counted_bytes = own;
    return __atomic_add_fetch(&x->common->bytes, more, __ATOMIC_RELAXED);
}

static void look_at_memory(explorer *x)
{
    u64 bytes = x->part ? 0 : bytes_of_all(x), most = x->o->max.memory;
    char figure[FIGURE];

    if (bytes > x->r->peak_bytes)
        x->r->peak_bytes = bytes;
    if (most && bytes > most)
        explore_stop(x, "the limit of %s of memory was reached (--max-memory)",
                     figure_bytes(figure, most));
}

/* Kept at each look: a search may be halted in the middle of a step. */
static void estimate(explorer *x)
{
    x->progress.done = x->done ? x->done(x) : -1;
    if (x->done && x->o->share)
        *x->o->share = x->progress.done;
}

void explore_look(explorer *x)
{
    double now = clock_seconds(), most = x->o->max.seconds;

    if (most > 0 && now - x->start > most)
        explore_stop(x, "the limit of %g s was reached (--max-time)", most);
    if (now < x->next_look)
        return;
    x->next_look = now + LOOK_SECONDS;
    look_at_memory(x);
    estimate(x);
    if (progress_due(&x->progress, now)) {
        progress_show(&x->progress, now, x->r->states, x->r->depth, bytes_held(x));
    }
}

void explore_cut(explorer *x, const char *why)
{
    if (!x->cut[0])
        snprintf(x->cut, sizeof x->cut, "%s",
                 why && *why ? why : "a limit of the machine was reached");
    assert(x->cut[0]);
}

bool explore_wants(const wanted *w, const failure *f)
{
    return !w->one || (w->kind == f->kind && w->line == f->line &&
                       strcmp(w->file ? w->file : "", f->file ? f->file : "") == 0);
}

static failure own_failure(const failure *f)
{
    failure own = *f;

    own.file = mem_strdup(f->file ? f->file : "");
    own.message = mem_strdup(f->message ? f->message : error_meanings[f->kind]);
    return own;
}

static bool keeping(const explorer *x)
{
    return x->o->errors > 1 && x->steps_to;
}

static bool is_known(const explorer *x, const failure *f)
{
    for (u32 i = 0; i < x->r->others.n; i++) {
        const failure *k = &x->r->others.at[i].error;

        if (explore_wants(&(wanted){true, k->kind, k->file, k->line}, f))
            return true;
    }
    return false;
}

/* The run ends here, and the search goes on, until there are enough errors. */
static void keep(explorer *x, const failure *f)
{
    found_error e = {.error = own_failure(f)};

    x->steps_to(x, &e.steps);
    vec_push(&x->r->others, e);
    x->stopped = x->r->others.n >= x->o->errors;
}

/* By a step, or in the present state. */
static void fail_with(explorer *x, const failure *f, bool by_step)
{
    if (x->stopped)
        return;
    if (!explore_wants(&x->want, f)) {
        x->other = true;
        return;
    }
    x->by_step = by_step;
    if (keeping(x)) {
        if (!is_known(x, f))
            keep(x, f);
        return;
    }
    x->stopped = x->r->failed = true;
    x->r->error = own_failure(f);
}

void explore_fail(explorer *x, const failure *f)
{
    fail_with(x, f, false);
}

static void fail_here(explorer *x)
{
    failure f = {0};

    sys_explain(x->s, &f);
    fail_with(x, &f, false);
}

/* Where the outcome is, or belongs, in the sorted set. */
static u32 outcome_place(const explorer *x, const char *line, bool *there)
{
    u32 low = 0, high = x->outcomes.n;

    *there = false;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        int order = strcmp(line, x->outcomes.at[middle]);

        if (order == 0) {
            *there = true;
            return middle;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void explore_outcome(explorer *x, const char *line)
{
    bool there;
    u32 i = outcome_place(x, line, &there);

    if (there)
        return;
    vec_push(&x->outcomes, NULL);
    memmove(x->outcomes.at + i + 1, x->outcomes.at + i,
            (x->outcomes.n - 1 - i) * sizeof *x->outcomes.at);
    x->outcomes.at[i] = mem_strdup(line);
}

static void collect_outcome(explorer *x)
{
    text line = {0};

    sys_outcome(x->s, &line);
    explore_outcome(x, text_str(&line));
    text_free(&line);
}

static void drop_outcomes(explorer *x)
{
    vec_free_items(&x->outcomes);
}

void explore_part(explorer *x)
{
    result_free(x->r);
    x->cut[0] = 0;
    x->depth_cut = false;
    x->counted_bytes = 0;
    x->progress.on = false;
    drop_outcomes(x);
}

status explore_run_over(explorer *x)
{
    failure f = {0};
    status s = sys_status(x->s);

    switch (s) {
    case ST_DONE:
        x->r->done++;
        if (!x->r->exit_status)
            x->r->exit_status = sys_exit_status(x->s);
        if (x->o->outcomes)
            collect_outcome(x);
        break;
    case ST_DEADLOCK:
        x->r->deadlocks++;
        if (!x->o->allow_deadlock)
            fail_here(x);
        break;
    case ST_ERROR:
        fail_here(x);
        break;
    case ST_PRUNED:
        x->r->pruned++;
        break;
    case ST_LIMIT:
        sys_explain(x->s, &f);
        explore_cut(x, f.message);
        break;
    case ST_RUNNING:
        die("a state without strong moves calls itself running");
    }
    return s;
}

static print print_of(explorer *x, state_key key)
{
    vec_clear(&x->packed);
    sys_pack_saved(x->s, key, &x->packed);
    return lossy_print(x->packed.at, x->packed.n, x->o->store.seed);
}

/* Where the set keeps less than keys.  By levels: of those that were seen, the ones that are still
 * to be explored have their keys, and one process alone marks such a key first. */
static seen remember_print(explorer *x, state_key key)
{
    print p = print_of(x, key);

    if (!x->marks)
        return lossy_put(&x->lossy, p) ? SEEN_NEW : SEEN_BEFORE;
    if (lossy_has(&x->lossy, p))
        return visited_has(&x->next, key) ? SEEN_AHEAD : SEEN_BEFORE;
    if (visited_put(&x->next, key) != SEEN_NEW)
        return SEEN_AHEAD;
    lossy_put(&x->lossy, p);
    return SEEN_NEW;
}

/* Puts the present state into the set; *rank becomes what it is to be explored with. */
static seen remember(explorer *x, state_key key, u64 depth, u32 *rank)
{
    *rank = 0;
    if (LIKELY(!x->ranked))
        return visited_put(&x->seen, key);
    *rank = x->by_depth ? (u32)depth : sys_rank(x->s);
    return x->o->rank == RANK_MASK ? visited_put_mask(&x->seen, key, rank)
                                   : visited_put_ranked(&x->seen, key, *rank);
}

/* What the set of visited states knows the present one by. */
static inline state_key match_key(explorer *x, state_key saved)
{
    if (LIKELY(!x->matches))
        return saved;
    if (saved > UINT32_MAX)
        die("a state key of more than 32 bits");
    return sys_match(x->s);
}

/* How many states there are, when only so many may be. */
static u64 states_so_far(explorer *x)
{
    return x->common ? __atomic_fetch_add(&x->common->states, 1, __ATOMIC_RELAXED) : x->r->states;
}

bool explore_count(explorer *x, u64 depth)
{
    if (x->o->max.states && states_so_far(x) >= x->o->max.states) {
        explore_stop(x, "the limit of %" PRIu64 " states was reached (--max-states)",
                     x->o->max.states);
        return false;
    }
    x->r->states++;
    if (depth > x->r->depth)
        x->r->depth = depth;
    return true;
}

/* The same, level by level: one that another step of this level led to is still to be explored, and
 * so as good as new.  It is marked before it is put, so that no process takes it for an old one. */
static seen remember_marked(explorer *x, state_key key)
{
    if (visited_has(&x->seen, key))
        return visited_has(&x->next, key) ? SEEN_AHEAD : SEEN_BEFORE;
    visited_put(&x->next, key);
    return visited_put(&x->seen, key) == SEEN_NEW ? SEEN_NEW : SEEN_AHEAD;
}

static void arrive(explorer *x, const move *m, u32 choice, u64 depth, successor_list *out)
{
    state_key key = sys_save(x->s);
    u32 rank = 0;
    seen s = x->every      ? SEEN_BETTER
             : x->lossy.at ? remember_print(x, key)
             : x->marks    ? remember_marked(x, key)
                           : remember(x, match_key(x, key), depth, &rank);

    x->at = key;
    if (s == SEEN_BEFORE)
        return;
    if (s == SEEN_NEW && !explore_count(x, depth)) {
        assert(x->stopped);
        return;
    }
    if (UNLIKELY(growth_takes(x->o->growth, x->r->states)))
        growth_add(x->o->growth, x->s, &m->next);
    x->found = true;
    x->strongly |= !(m->flags & MOVE_WEAK);
    if (s == SEEN_AHEAD)
        return;
    if (depth > x->r->depth)
        x->r->depth = depth;
    vec_push(out, (successor){key_word(key), choice, rank, m->thread, m->kind});
}

void explore_take(explorer *x, const move *m, u32 choice, u64 depth, successor_list *out)
{
    sys_step(x->s, m->thread, m->kind, choice, &x->taken);
    x->at = 0;
    x->r->transitions++;
    explore_tick(x);
    switch (x->taken.outcome) {
    case OUT_RAN:
        arrive(x, m, choice, depth + 1, out);
        break;
    case OUT_ERROR:
        x->last = (step_taken){m->thread, m->kind, choice, 0};
        fail_with(x, &x->taken.error, true);
        break;
    case OUT_PRUNED:
        x->r->pruned++;
        break;
    case OUT_LIMIT:
        explore_cut(x, x->taken.limit);
        break;
    }
}

/* Keeps the moves that can be taken; whether one of them is strong. */
static bool keep_enabled(move_list *list)
{
    bool strong = false;
    u32 n = 0;

    for (u32 i = 0; i < list->n; i++) {
        const move *m = &list->at[i];

        strong |= explore_strong(m);
        if ((m->flags & (MOVE_ENABLED | MOVE_ASLEEP)) == MOVE_ENABLED) {
            if (i != n)
                list->at[n] = *m;
            n++;
        }
    }
    list->n = n;
    return strong;
}

status explore_status(explorer *x)
{
    return keep_enabled(&x->moves) ? ST_RUNNING : explore_run_over(x);
}

bool explore_hang(explorer *x)
{
    failure f = {0};
    hang_answer answer;

    if (x->o->allow_hang || x->stopped || MUTANT(HANG_UNSEEN))
        return false;
    answer = sys_hang(x->s, &f);
    x->r->hangs_unsure |= answer == HANG_UNSURE;
    if (answer == HANG_FOUND)
        fail_with(x, &f, false);
    return answer == HANG_FOUND;
}

bool explore_overtaken(explorer *x, state_key key, u32 rank)
{
    if (!x->ranked)
        return false;
    if (x->matches)
        explore_goto(x, key, rank);
    return visited_rank(&x->seen, match_key(x, key)) < rank;
}

/* Takes the moves of a state that have, or have not, MOVE_LATER. */
static void take_moves(explorer *x, u8 later, const place *from, successor_list *out)
{
    for (u32 i = 0; i < x->moves.n && !x->stopped; i++) {
        const move *m = &x->moves.at[i];

        for (u32 choice = 0; (m->flags & MOVE_LATER) == later && choice < m->choices && !x->stopped;
             choice++) {
            explore_goto(x, from->key, from->rank);
            explore_take(x, m, choice, from->depth, out);
        }
    }
}

/* The state led to no new one, but for spurious wake-ups. */
static void look_for_hang(explorer *x, const place *at)
{
    explore_goto(x, at->key, at->rank);
    if (sys_status(x->s) == ST_RUNNING)
        explore_hang(x);
}

void explore_expand(explorer *x, state_key key, u32 rank, u64 depth, successor_list *out)
{
    place here = {key, depth, rank};

    explore_goto(x, key, rank);
    sys_moves(x->s, &x->moves);
    if (explore_status(x) == ST_RUNNING && x->levels && explore_hang(x))
        return;
    if (x->moves.n && x->o->max.depth && depth >= x->o->max.depth) {
        x->depth_cut = true;
        return;
    }
    x->found = x->strongly = false;
    take_moves(x, 0, &here, out);
    if (!x->found && !MUTANT(PERSISTENT_PROVISO))
        take_moves(x, MOVE_LATER, &here, out);
    if (!x->strongly && !x->levels && !x->stopped)
        look_for_hang(x, &here);
}

void explore_end(explorer *x, state_key key, u32 rank)
{
    explore_goto(x, key, rank);
    sys_moves(x->s, &x->moves);
    if (explore_status(x) == ST_RUNNING)
        explore_hang(x);
}

void explore_begin(explorer *x, sys *s, const search_options *o, result *r)
{
    wanted want = x->want;
    bool by_depth = x->by_depth, every = x->every, levels = x->levels;
    visited shared = x->seen, next = x->next;
    lossy store = x->lossy;
    void (*steps_to)(explorer *, step_list *) = x->steps_to;
    double (*done)(const explorer *) = x->done;

    if (o->rank != RANK_NONE && (by_depth || (o->max.depth && o->rank == RANK_MASK)))
        die("a bound on the depth does not go with this rank");
    *r = (result){0};
    *x = (explorer){.s = s,
                    .o = o,
                    .r = r,
                    .want = want,
                    .by_depth = by_depth,
                    .every = every,
                    .levels = levels,
                    .seen = shared,
                    .next = next,
                    .lossy = store,
                    .steps_to = steps_to,
                    .done = done,
                    .ranked = by_depth || o->rank != RANK_NONE,
                    .matches = sys_has_match(s),
                    .may_break = sys_may_break(s),
                    .start = o->since > 0 ? o->since : clock_seconds()};
    progress_open(&x->progress, o->progress, x->start);
    x->progress.growth = o->growth;
    sys_reset(s);
}

state_key explore_open(explorer *x, sys *s, const search_options *o, result *r)
{
    state_key key;
    u32 rank;

    explore_begin(x, s, o, r);
    if (sys_status(s) != ST_RUNNING) {
        r->states = 1;
        explore_run_over(x);
        return 0;
    }
    key = sys_save(s);
    if (o->store.kind != STORE_EXACT)
        collect_open(x);
    if (x->lossy.at)
        lossy_put(&x->lossy, print_of(x, key));
    else
        remember(x, match_key(x, key), 0, &rank);
    r->states = 1;
    x->at = key;
    return key;
}

static void conclude(const explorer *x, result *r)
{
    char figure[FIGURE];

    if (r->failed) {
        r->verdict = VERDICT_FAILED;
    } else if (x->stopped) {
        r->verdict = VERDICT_UNKNOWN;
    } else if (x->cut[0]) {
        r->verdict = VERDICT_UNKNOWN;
        snprintf(r->reason, sizeof r->reason, "some runs were cut: %s", x->cut);
    } else if (r->preemption_cut) {
        r->verdict = VERDICT_UNKNOWN;
        snprintf(r->reason, sizeof r->reason,
                 "runs with more than %" PRIu32 " preemptions were not followed "
                 "(--preemption-bound)",
                 x->preemptions);
    } else if (x->depth_cut) {
        r->verdict = VERDICT_UNKNOWN;
        snprintf(r->reason, sizeof r->reason,
                 "runs of more than %s steps were not followed (--max-depth)",
                 figure_count(figure, x->o->max.depth));
    } else if (x->lossy.at) {
        r->verdict = VERDICT_UNKNOWN;
        collect_say(x);
    }
    assert(r->verdict != VERDICT_VERIFIED ||
           !(x->stopped || x->cut[0] || x->depth_cut || x->lossy.at));
    assert(r->verdict == VERDICT_FAILED || !r->failed);
}

void explore_close(explorer *x)
{
    result *r = x->r;
    double now = clock_seconds();

    look_at_memory(x);
    progress_close(&x->progress, now, r->states, r->depth, bytes_held(x));
    r->seconds = now - x->start + x->before;
    r->ends_counted = true;
    memcpy(r->cut, x->cut, sizeof r->cut);
    conclude(x, r);
    result_settle(r);
    for (u32 i = 0; i < x->outcomes.n; i++)
        text_addf(x->o->outcomes, "%s\n", x->outcomes.at[i]);
    drop_outcomes(x);
    visited_free(&x->seen);
    visited_free(&x->next);
    lossy_free(&x->lossy);
    vec_free(&x->packed);
    vec_free(&x->moves);
    taken_free(&x->taken);
}
