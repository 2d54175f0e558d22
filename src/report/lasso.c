/* Is a run that never ends what it claims to be?  Its moves are taken on a machine in which equal
 * states have equal keys.  Threads are found by their birth names, which go on where slots do not:
 * a thread that the loop creates anew each time has another name each time, and the same slot. */
#include "report/report.h"

#include <string.h>

/* A thread in the loop: by its name, since the slot of one that ended is used again. */
typedef struct runner {
    char *name;
    u32 moved, able; /* steps that it took, and states in which it could take one */
} runner;

typedef struct walker {
    sys *s;
    births names;
    move_list moves;
    taken done;
    lasso_seen *seen; /* NULL: nobody asks */
    VEC(runner) runners;
    u32 states; /* of the loop, up to now */
} walker;

/* ---- what is seen ---- */

static void see_letter(walker *w)
{
    lasso_seen *to = w->seen;
    u64 letter = 0;

    for (u32 i = 0; i < to->nqueries; i++) {
        failure why = {0};
        u64 value = 0;

        if (!sys_value(w->s, to->queries[i], &value, &why))
            to->unknown_letters = true;
        letter |= (u64)(value != 0) << i;
    }
    vec_push(&to->letters, letter);
}

static runner *runner_of(walker *w, const char *name)
{
    for (u32 i = 0; i < w->runners.n; i++)
        if (strcmp(w->runners.at[i].name, name) == 0)
            return &w->runners.at[i];
    vec_push(&w->runners, (runner){.name = mem_strdup(name)});
    return &vec_last(&w->runners);
}

/* A state of the loop: who could go on in it. */
static void see_able(walker *w)
{
    u16 last = NO_THREAD;

    w->states++;
    for (u32 i = 0; i < w->moves.n; i++) {
        const move *m = &w->moves.at[i];

        if ((m->flags & (MOVE_ENABLED | MOVE_WEAK)) != MOVE_ENABLED || m->thread == last)
            continue;
        last = m->thread;
        runner_of(w, w->names.names.at[m->thread])->able++;
    }
}

static void judge_fairness(const walker *w)
{
    w->seen->weak = w->seen->strong = true;
    for (u32 i = 0; i < w->runners.n; i++) {
        const runner *r = &w->runners.at[i];

        if (r->moved)
            continue;
        w->seen->weak &= r->able < w->states;
        w->seen->strong &= !r->able;
    }
}

/* ---- the walk ---- */

static bool take(walker *w, const trace_move *tm, bool looping)
{
    int slot = births_slot(&w->names, tm->thread);

    sys_moves(w->s, &w->moves);
    if (!moves_offer(&w->moves, slot, tm->kind, tm->choice))
        return false;
    if (looping) {
        see_able(w);
        runner_of(w, tm->thread)->moved++;
    }
    sys_step(w->s, (u16)slot, tm->kind, tm->choice, &w->done);
    births_after(&w->names, (u16)slot, &w->done);
    return w->done.outcome == OUT_RAN;
}

static bool stays(walker *w)
{
    status now = sys_status(w->s);

    sys_moves(w->s, &w->moves);
    for (u32 i = 0; i < w->moves.n; i++)
        if ((w->moves.at[i].flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED)
            return false;
    return now == ST_DONE || now == ST_DEADLOCK;
}

static const char *walk(walker *w, const trace *t)
{
    state_key at = sys_save(w->s), start = at;

    if (t->loop > t->moves.n)
        return "the loop begins after the last step";
    if (w->seen)
        see_letter(w);
    for (u32 i = 0; i < t->moves.n; i++) {
        if (i == t->loop)
            start = at;
        if (!take(w, &t->moves.at[i], w->seen && t->lasso && i >= t->loop))
            return "a step of the run cannot be taken";
        at = sys_save(w->s);
        if (w->seen)
            see_letter(w);
    }
    if (t->refuted)
        return NULL;
    if (t->loop == t->moves.n)
        return stays(w) ? NULL : "the run is said to have ended, but it can go on";
    return at == start ? NULL : "the loop does not lead back to the state it begins in";
}

const char *lasso_look(sys *s, const trace *t, lasso_seen *seen)
{
    walker w = {.s = s, .seen = seen};
    const char *problem;

    births_init(&w.names);
    sys_reset(s);
    problem = walk(&w, t);
    if (seen)
        judge_fairness(&w);
    for (u32 i = 0; i < w.runners.n; i++)
        mem_free(w.runners.at[i].name);
    vec_free(&w.runners);
    births_free(&w.names);
    vec_free(&w.moves);
    taken_free(&w.done);
    return problem;
}

const char *lasso_check(sys *s, const trace *t)
{
    return lasso_look(s, t, NULL);
}
