/* Results: the words for verdicts, their memory, and the way from the steps that were found to
 * elementary ones, and from these to a trace whose moves name threads by birth, and back. */
#include "search/search.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MOST_HELD 100000 /* moves that were held back */

const char *const verdict_names[3] = {"VERIFIED", "FAILED", "UNKNOWN"};

static void free_error(result *r)
{
    mem_free((char *)r->error.file);
    mem_free((char *)r->error.message);
}

void result_error(result *r, const failure *f)
{
    failure kept = *f; /* its words may be those that are freed */

    kept.file = mem_strdup(f->file ? f->file : "");
    kept.message = mem_strdup(f->message ? f->message : error_meanings[f->kind]);
    free_error(r);
    r->error = kept;
}

void result_settle(result *r)
{
    found_error first;

    if (!r->others.n || r->failed)
        return;
    first = r->others.at[0];
    memmove(r->others.at, r->others.at + 1, --r->others.n * sizeof *r->others.at);
    vec_free(&r->steps);
    free_error(r);
    r->error = first.error;
    r->steps = first.steps;
    r->failed = true;
    r->verdict = VERDICT_FAILED;
}

static bool same_error(const failure *a, const failure *b)
{
    return a->kind == b->kind && a->line == b->line && strcmp(a->file, b->file) == 0;
}

static void join_error(result *into, found_error *e, u32 most)
{
    bool known = same_error(&into->error, &e->error) || into->others.n + 1 >= most;

    for (u32 i = 0; i < into->others.n && !known; i++)
        known = same_error(&into->others.at[i].error, &e->error);
    if (!known) {
        vec_push(&into->others, *e);
        return;
    }
    mem_free((char *)e->error.file);
    mem_free((char *)e->error.message);
    vec_free(&e->steps);
}

void result_join(result *into, result *from, u32 most)
{
    found_error first = {from->error, from->steps};

    assert(into->failed);
    if (!from->failed)
        return;
    join_error(into, &first, most);
    for (u32 i = 0; i < from->others.n; i++)
        join_error(into, &from->others.at[i], most);
    vec_free(&from->others);
    from->failed = false;
    from->error = (failure){0};
    from->steps = (step_list){0};
}

static void raise_to(u64 *most, u64 to)
{
    if (to > *most)
        *most = to;
}

void result_add(result *into, const result *from)
{
    into->states += from->states;
    into->transitions += from->transitions;
    into->runs += from->runs;
    into->done += from->done;
    into->deadlocks += from->deadlocks;
    into->pruned += from->pruned;
    into->spun += from->spun;
    into->limited += from->limited;
    into->ended += from->ended;
    into->endless += from->endless;
    into->redundant += from->redundant;
    into->bounded += from->bounded;
    into->hangs_unsure |= from->hangs_unsure;
    if (!into->exit_status)
        into->exit_status = from->exit_status;
    raise_to(&into->depth, from->depth);
    raise_to(&into->kinds, from->kinds);
    raise_to(&into->peak_bytes, from->peak_bytes);
    if (!into->cut[0])
        memcpy(into->cut, from->cut, sizeof into->cut);
    if (from->forked > into->forked)
        into->forked = from->forked;
    if (from->seconds > into->seconds)
        into->seconds = from->seconds;
}

static void add_part(char *words, size_t room, u64 n, const char *what)
{
    size_t used = strlen(words);

    if (n)
        snprintf(words + used, room - used, "; %" PRIu64 " %s", n, what);
}

void result_say_covered(result *r)
{
    char *words = r->reason;
    u64 n = result_complete(r);

    snprintf(words, sizeof r->reason, "no error in %" PRIu64 " complete run%s by chance", n,
             n == 1 ? "" : "s");
    add_part(words, sizeof r->reason, r->pruned - r->spun - r->limited,
             "dropped: an assumption failed");
    add_part(words, sizeof r->reason, r->spun, "dropped: a thread spins");
    add_part(words, sizeof r->reason, r->bounded, "cut (--max-depth)");
    add_part(words, sizeof r->reason, r->limited, "cut: ");
    if (r->limited)
        snprintf(words + strlen(words), sizeof r->reason - strlen(words), "%s", r->cut);
}

void result_free(result *r)
{
    free_error(r);
    vec_free(&r->steps);
    for (u32 i = 0; i < r->others.n; i++) {
        mem_free((char *)r->others.at[i].error.file);
        mem_free((char *)r->others.at[i].error.message);
        vec_free(&r->others.at[i].steps);
    }
    vec_free(&r->others);
    *r = (result){0};
}

void search_elementary(sys *s, result *r)
{
    step_list parts = {0};
    taken out = {0};
    u32 loop = 0;

    sys_reset(s);
    for (u32 i = 0; i < r->steps.n; i++) {
        step_taken m = r->steps.at[i];

        if (i == r->loop)
            loop = parts.n;
        if (m.rank && sys_has_rank(s))
            sys_set_rank(s, m.rank - 1);
        sys_step(s, m.thread, m.kind, m.choice, &out);
        vec_push(&parts, m);
        for (u32 k = 1; k < out.steps; k++)
            vec_push(&parts, ((step_taken){.thread = m.thread, .kind = MOVE_RUN}));
        for (u32 k = 0; out.outcome == OUT_ERROR && k < out.race_steps; k++)
            vec_push(&parts, ((step_taken){.thread = out.racing,
                                           .kind = (u8)(k ? MOVE_RUN : out.racing_kind)}));
        if (out.outcome == OUT_RAN)
            sys_save(s);
    }
    taken_free(&out);
    r->loop = r->loop < r->steps.n ? loop : parts.n;
    vec_free(&r->steps);
    r->steps = parts;
}

static const char *birth_of(const births *b, u16 slot)
{
    if (slot >= b->names.n || !b->names.at[slot])
        die("the search took a step of thread %u, which nobody created", slot);
    return b->names.at[slot];
}

/* The step interrupts a thread that could have gone on. */
static bool preempts(const result *r, u32 step, const move_list *moves)
{
    for (u32 i = 0; step && i < moves->n; i++) {
        const move *m = &moves->at[i];

        if (m->thread == r->steps.at[step - 1].thread && m->thread != r->steps.at[step].thread &&
            (m->flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED)
            return true;
    }
    return false;
}

void search_trace(sys *s, result *r, trace *t)
{
    births b;
    taken out = {0};
    move_list moves = {0};

    births_init(&b);
    r->preemptions = 0;
    sys_reset(s);
    for (u32 i = 0; i < r->steps.n; i++) {
        const step_taken *m = &r->steps.at[i];
        char *name = mem_strdup(birth_of(&b, m->thread));

        vec_push(&t->moves, (trace_move){name, m->kind, m->choice});
        sys_moves(s, &moves);
        r->preemptions += preempts(r, i, &moves);
        sys_step(s, m->thread, m->kind, m->choice, &out);
        births_after(&b, m->thread, &out);
        if (out.outcome == OUT_RAN)
            sys_save(s);
    }
    births_free(&b);
    vec_free(&moves);
    taken_free(&out);
}

/* A run of a system by names. */
typedef struct follower {
    sys *s;
    result *r;
    births births;
    move_list moves;
    taken taken;
} follower;

static bool follow_step(follower *f, int slot, move_kind kind, u32 choice)
{
    if (slot < 0)
        return false;
    sys_moves(f->s, &f->moves);
    for (u32 i = 0; i < f->moves.n; i++) {
        const move *m = &f->moves.at[i];

        if (m->thread != slot || m->kind != kind || !(m->flags & MOVE_ENABLED) ||
            choice >= m->choices)
            continue;
        sys_step(f->s, (u16)slot, kind, choice, &f->taken);
        births_after(&f->births, (u16)slot, &f->taken);
        vec_push(&f->r->steps, (step_taken){(u16)slot, (u8)kind, choice, 0});
        if (f->taken.outcome == OUT_RAN)
            sys_save(f->s);
        return true;
    }
    return false;
}

/* Any move that keeps the state from being a deadlock. */
static bool follow_any(follower *f)
{
    sys_moves(f->s, &f->moves);
    for (u32 i = 0; i < f->moves.n; i++) {
        move m = f->moves.at[i];

        if ((m.flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED)
            return follow_step(f, m.thread, m.kind, 0);
    }
    return false;
}

static bool follow_moves(follower *f, const trace *t)
{
    bool went = true;

    for (u32 i = 0; i < t->moves.n && went && f->taken.outcome == OUT_RAN; i++)
        went = follow_step(f, births_slot(&f->births, t->moves.at[i].thread), t->moves.at[i].kind,
                           t->moves.at[i].choice);
    for (u32 i = 0; i < MOST_HELD && went && f->taken.outcome == OUT_RAN; i++) {
        if (sys_status(f->s) != ST_RUNNING)
            break;
        went = follow_any(f);
    }
    return went;
}

/* The failure as it shows here, if it is of the same kind.  A data race may come before it that is
 * found here alone, and one that was found by what threads are about to do may be an error of
 * another kind, as with memory that both free (vm/race_near.c). */
static bool follow_failure(follower *f)
{
    failure e = {0};

    if (f->taken.outcome == OUT_ERROR)
        e = f->taken.error;
    else
        sys_fails(f->s, error_lasts(f->r->error.kind), &e);
    if (e.kind != f->r->error.kind && e.kind != ERR_RACE && f->r->error.kind != ERR_RACE)
        return false;
    result_error(f->r, &e);
    return true;
}

bool search_follow(sys *s, const trace *t, result *r)
{
    follower f = {.s = s, .r = r};
    bool same;

    births_init(&f.births);
    vec_clear(&r->steps);
    r->shortest = false;
    sys_reset(s);
    same = follow_moves(&f, t) && follow_failure(&f);
    births_free(&f.births);
    vec_free(&f.moves);
    taken_free(&f.taken);
    return same;
}
