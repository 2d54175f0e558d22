/* Making a counterexample short, and then with few preemptions.
 *
 * First a breadth-first search with a budget looks for the same error (kind and line) in fewer
 * steps; when it ends, found or not, the number of steps is proved to be least.  When the budget
 * does not suffice, stretches of the trace are left out, long ones first, as long as the same error
 * is still reached; steps that become impossible are passed over.  At last, among traces of that
 * length, stretches of one thread are moved together so that fewer preemptions remain.
 *
 * Inside this file a step names its thread by birth, not by slot: leaving out a creation shifts
 * slots. A system may take a state for what its saved form says, so every state is saved here as it
 * was in the search.  Invariant: the trace kept always was replayed to the same error from the
 * initial state. */
#include "search/explore.h"

#include <string.h>

#define BFS_SECONDS    5.0
#define BFS_STATES     100000
#define GREEDY_SECONDS 3.0

typedef struct named_step {
    u32 name; /* index of shortener.names */
    u8 kind;
    u32 choice;
} named_step;

typedef VEC(named_step) named_list;

typedef struct shortener {
    sys *s;
    const search_options *o;
    wanted want;
    double deadline;
    VEC(char *) names;
    births births;
    move_list moves;
    taken taken;
    named_list best, trial, done; /* done: the steps of the last replay that were possible */
    VEC(step_taken) slots;        /* the same, by slot */
    u32 preemptions;              /* of the last replay */
} shortener;

static bool out_of_time(const shortener *h)
{
    return clock_seconds() > h->deadline || (h->o->interrupted && *h->o->interrupted);
}

static u32 name_number(shortener *h, const char *name)
{
    for (u32 i = 0; i < h->names.n; i++)
        if (strcmp(h->names.at[i], name) == 0)
            return i;
    vec_push(&h->names, mem_strdup(name));
    return h->names.n - 1;
}

static bool strong_move(const shortener *h, u16 slot)
{
    for (u32 i = 0; i < h->moves.n; i++)
        if (h->moves.at[i].thread == slot && explore_strong(&h->moves.at[i]))
            return true;
    return false;
}

/* A thread that could have gone on was left for another. */
static bool preempted(const shortener *h, u16 slot)
{
    return h->slots.n && vec_last(&h->slots).thread != slot &&
           strong_move(h, vec_last(&h->slots).thread);
}

static void replay_start(shortener *h)
{
    sys_reset(h->s);
    births_free(&h->births);
    births_init(&h->births);
    vec_clear(&h->done);
    vec_clear(&h->slots);
    h->preemptions = 0;
}

/* Takes the step if it is possible; whether the wanted error came of it, in which case *over is
 * set, as it is when the run ended otherwise. */
static bool replay_step(shortener *h, const named_step *step, bool *over)
{
    int slot = births_slot(&h->births, h->names.at[step->name]);

    sys_moves(h->s, &h->moves);
    if (!moves_offer(&h->moves, slot, step->kind, step->choice))
        return false;
    h->preemptions += preempted(h, (u16)slot);
    sys_step(h->s, (u16)slot, step->kind, step->choice, &h->taken);
    births_after(&h->births, (u16)slot, &h->taken);
    vec_push(&h->done, *step);
    vec_push(&h->slots, (step_taken){(u16)slot, step->kind, step->choice, 0});
    *over = h->taken.outcome != OUT_RAN;
    if (!*over)
        sys_save(h->s);
    return h->taken.outcome == OUT_ERROR && explore_wants(&h->want, &h->taken.error);
}

static bool ends_wanted(shortener *h)
{
    failure f = {0};
    return sys_fails(h->s, error_lasts(h->want.kind), &f) && explore_wants(&h->want, &f);
}

/* Runs the steps that are possible; whether the wanted error is reached. */
static bool replay(shortener *h, const named_list *steps)
{
    bool over = false;

    replay_start(h);
    for (u32 i = 0; i < steps->n; i++) {
        if (replay_step(h, &steps->at[i], &over))
            return true;
        if (over)
            return false;
    }
    return ends_wanted(h);
}

static void copy_steps(named_list *to, const named_list *from)
{
    vec_clear(to);
    for (u32 i = 0; i < from->n; i++)
        vec_push(to, from->at[i]);
}

/* The best trace without the steps [from, to). */
static void without(shortener *h, u32 from, u32 to)
{
    vec_clear(&h->trial);
    for (u32 i = 0; i < h->best.n; i++)
        if (i < from || i >= to)
            vec_push(&h->trial, h->best.at[i]);
}

/* Leaves out each stretch of that length which is not needed; whether any was. */
static bool drop_stretches(shortener *h, u32 length)
{
    bool dropped = false;
    u32 end = h->best.n;

    while (end > 0 && !out_of_time(h)) {
        u32 from = end > length ? end - length : 0;

        without(h, from, end);
        if (replay(h, &h->trial)) {
            copy_steps(&h->best, &h->done);
            dropped = true;
        }
        end = from < h->best.n ? from : h->best.n;
    }
    return dropped;
}

static void drop_steps(shortener *h)
{
    for (u32 length = h->best.n / 2; length > 1; length /= 2)
        drop_stretches(h, length);
    while (drop_stretches(h, 1))
        continue;
}

/* The best trace with the steps [from, to) moved so that they stand before the step at `before`. */
static void moved(shortener *h, u32 from, u32 to, u32 before)
{
    vec_clear(&h->trial);
    for (u32 i = 0; i <= h->best.n; i++) {
        for (u32 k = from; i == before && k < to; k++)
            vec_push(&h->trial, h->best.at[k]);
        if (i < h->best.n && (i < from || i >= to))
            vec_push(&h->trial, h->best.at[i]);
    }
}

static u32 switches(const named_list *steps)
{
    u32 n = 0;

    for (u32 i = 1; i < steps->n; i++)
        n += steps->at[i].name != steps->at[i - 1].name;
    return n;
}

/* Keeps the trial when it reaches the error in as many steps with fewer interruptions. */
static bool keep_if_fewer(shortener *h, u32 *preemptions)
{
    if (!replay(h, &h->trial) || h->done.n > h->best.n || h->preemptions > *preemptions)
        return false;
    if (h->done.n == h->best.n && h->preemptions == *preemptions &&
        switches(&h->done) >= switches(&h->best))
        return false;
    copy_steps(&h->best, &h->done);
    *preemptions = h->preemptions;
    return true;
}

static u32 run_end(const named_list *steps, u32 i)
{
    u32 name = steps->at[i].name;

    while (i < steps->n && steps->at[i].name == name)
        i++;
    return i;
}

/* Joins the run of one thread that begins at `from` with its next one. */
static bool join_runs(shortener *h, u32 from, u32 *preemptions)
{
    u32 end = run_end(&h->best, from), next = end;

    while (next < h->best.n && h->best.at[next].name != h->best.at[from].name)
        next++;
    if (next == h->best.n || next == end)
        return false;
    moved(h, next, run_end(&h->best, next), end);
    if (keep_if_fewer(h, preemptions))
        return true;
    moved(h, from, end, next);
    return keep_if_fewer(h, preemptions);
}

static bool join_any(shortener *h, u32 *preemptions)
{
    for (u32 i = 0; i < h->best.n && !out_of_time(h); i = run_end(&h->best, i))
        if (join_runs(h, i, preemptions))
            return true;
    return false;
}

static void reduce_preemptions(shortener *h)
{
    u32 preemptions;

    if (!replay(h, &h->best))
        die("a counterexample does not replay");
    preemptions = h->preemptions;
    while (join_any(h, &preemptions) && !out_of_time(h))
        continue;
}

/* A breadth-first search for the same error with fewer steps. */
static void search_shorter(shortener *h, result *r)
{
    search_options o = {.max = h->o->max,
                        .rank = h->o->rank,
                        .allow_hang = !error_lasts(h->want.kind),
                        .interrupted = h->o->interrupted};
    result found;
    bool exhausted;

    o.max.states = r->states + BFS_STATES;
    o.max.seconds = BFS_SECONDS;
    o.max.depth = r->steps.n - 1;
    if (!o.max.depth) {
        r->shortest = true;
        return;
    }
    search_bfs_for(h->s, &o, &h->want, &found, &exhausted);
    if (found.failed) {
        vec_clear(&r->steps);
        for (u32 i = 0; i < found.steps.n; i++)
            vec_push(&r->steps, found.steps.at[i]);
    }
    r->shortest = found.failed ? found.shortest : exhausted;
    if (found.peak_bytes > r->peak_bytes)
        r->peak_bytes = found.peak_bytes;
    result_free(&found);
}

/* The result's steps by birth names. */
static void name_steps(shortener *h, result *r)
{
    trace t = {0};

    search_trace(h->s, r, &t);
    for (u32 i = 0; i < t.moves.n; i++)
        vec_push(&h->best, (named_step){name_number(h, t.moves.at[i].thread),
                                        (u8)t.moves.at[i].kind, t.moves.at[i].choice});
    trace_free(&t);
}

/* The failure as this trace shows it: its message may tell other values than the first one's. */
static void store_error(shortener *h, result *r)
{
    failure f = {0}, old = r->error;

    if (h->slots.n && h->taken.outcome == OUT_ERROR)
        f = h->taken.error;
    else
        sys_fails(h->s, true, &f);
    r->error = f;
    r->error.file = old.file;
    r->error.message = mem_strdup(f.message ? f.message : error_meanings[f.kind]);
    mem_free((char *)old.message);
}

static void store(shortener *h, result *r)
{
    if (!replay(h, &h->best))
        die("a shortened counterexample does not replay");
    vec_clear(&r->steps);
    for (u32 i = 0; i < h->slots.n; i++)
        vec_push(&r->steps, h->slots.at[i]);
    store_error(h, r);
}

static void shortener_free(shortener *h)
{
    vec_free_items(&h->names);
    births_free(&h->births);
    vec_free(&h->moves);
    taken_free(&h->taken);
    vec_free(&h->best);
    vec_free(&h->trial);
    vec_free(&h->done);
    vec_free(&h->slots);
}

void search_shorten(sys *s, const search_options *o, result *r)
{
    shortener h = {.s = s, .o = o};

    if (!r->failed || r->steps.n == 0) {
        r->shortest = r->failed;
        return;
    }
    h.want = (wanted){true, r->error.kind, r->error.file, r->error.line};
    if (!r->shortest)
        search_shorter(&h, r);
    h.deadline = clock_seconds() + GREEDY_SECONDS;
    name_steps(&h, r);
    if (!r->shortest)
        drop_steps(&h);
    reduce_preemptions(&h);
    store(&h, r);
    shortener_free(&h);
}
