/* Is a run that never ends what it claims to be?  Its moves are taken on a machine in which equal
 * states have equal keys.  Threads are found by their birth names, which go on where slots do not:
 * a thread that the loop creates anew each time has another name each time, and the same slot. */
#include "report/report.h"

typedef struct walker {
    sys *s;
    births names;
    move_list moves;
    taken done;
} walker;

static bool offered(const walker *w, int slot, const trace_move *tm)
{
    for (u32 i = 0; i < w->moves.n; i++) {
        const move *m = &w->moves.at[i];

        if (m->thread == slot && m->kind == tm->kind && m->flags & MOVE_ENABLED &&
            tm->choice < m->choices)
            return true;
    }
    return false;
}

static bool take(walker *w, const trace_move *tm)
{
    int slot = births_slot(&w->names, tm->thread);

    sys_moves(w->s, &w->moves);
    if (slot < 0 || !offered(w, slot, tm))
        return false;
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
    for (u32 i = 0; i < t->moves.n; i++) {
        if (i == t->loop)
            start = at;
        if (!take(w, &t->moves.at[i]))
            return "a step of the run cannot be taken";
        at = sys_save(w->s);
    }
    if (t->loop == t->moves.n)
        return stays(w) ? NULL : "the run is said to have ended, but it can go on";
    return at == start ? NULL : "the loop does not lead back to the state it begins in";
}

const char *lasso_check(sys *s, const trace *t)
{
    walker w = {.s = s};
    const char *problem;

    births_init(&w.names);
    sys_reset(s);
    problem = walk(&w, t);
    births_free(&w.names);
    vec_free(&w.moves);
    taken_free(&w.done);
    return problem;
}
