/* What the engines share: expanding one state, limits, ends of runs, the failure.  Only for
 * src/search. */
#ifndef SEARCH_EXPLORE_H
#define SEARCH_EXPLORE_H

#include "search/figures.h"
#include "search/search.h"
#include "store/lossy.h"
#include "store/visited.h"

/* A new state and the step that led to it. */
typedef struct successor {
    u32 key;
    u32 choice;
    u32 rank; /* what it is to be explored with */
    u16 thread;
    u8 kind;
} successor;

typedef VEC(successor) successor_list;

/* Which failures end the search: all, or those of one kind at one place. */
typedef struct wanted {
    bool one;
    error_kind kind;
    const char *file;
    u32 line;
} wanted;

/* What the processes of one search have in common. */
typedef struct common {
    u32 halt;   /* all are to end */
    u64 bytes;  /* that they hold */
    u64 states; /* where their number is limited */
} common;

typedef struct explorer {
    sys *s;
    const search_options *o;
    result *r;
    wanted want;
    bool other; /* a failure was met that is not wanted */
    visited seen;
    lossy lossy;                    /* in its place, where the store is not exact */
    byte_list packed;               /* a state that is told to it */
    double next_checkpoint, before; /* seconds: when one is due; that were spent before */
    bool told;                      /* that none can be written */
    u64 collect_at; /* bytes of saved states from which on they are too many (collect.c) */
    visited next;   /* breadth first: of these the ones of the next level */
    bool marks;     /* `next` is kept */
    bool part;      /* a process beside the first: its memory is counted there */
    bool by_depth;  /* the depth is the rank: states are met again at a lesser one */
    bool ranked;    /* by depth, or by the system's own rank */
    bool matches;   /* the system has match keys */
    bool may_break; /* it may say that what was explored is worth nothing */
    move_list moves;
    taken taken;
    state_key at;  /* where the cursor is; 0: at no saved state */
    bool stopped;  /* a limit, an interrupt or the failure */
    bool found;    /* a state to go on with, by the moves taken last */
    bool strongly; /* and by one that is no spurious wake-up */
    bool every;    /* all successors are handed on, and the engine itself knows which it has seen */
    bool levels;   /* a hang is looked for that is as near as can be: in each state, not only in the
                      last */
    bool depth_cut;
    u32 preemptions; /* the bound on them, if r->preemption_cut */
    char cut[192];   /* what cut a run, "" nothing */
    /* Writes the steps to the failure that was met just now; NULL: the engine has one alone. */
    void (*steps_to)(struct explorer *x, step_list *out);
    /* How much of the search is done, estimated, or less than 0; NULL: the engine cannot tell. */
    double (*done)(const struct explorer *x);
    step_taken last; /* the failing step, when by_step */
    bool by_step;
    u64 ticks, engine_bytes;
    double start, next_look;
    progress progress;
    VEC(char *) outcomes; /* sorted */
    common *common;       /* NULL: one process */
    u64 counted_bytes;    /* of the common bytes, those of this process */
} explorer;

/* Zeroes `r` and brings the system to its initial state; returns its key, or 0 when it is an end.
 */
state_key explore_open(explorer *x, sys *s, const search_options *o, result *r);
/* The same without looking at that state, and without a save. */
void explore_begin(explorer *x, sys *s, const search_options *o, result *r);
/* Verdict and figures into the result; frees what the explorer holds. */
void explore_close(explorer *x);
/* Whether the state was met again, with a better rank, since it was found with this one. */
bool explore_overtaken(explorer *x, state_key key, u32 rank);
/* Takes every move of a state, `depth` steps from the start; appends the successors to explore. */
void explore_expand(explorer *x, state_key key, u32 rank, u64 depth, successor_list *out);
/* The parts of it: what the present state is, by x->moves, of which those that can be taken stay;
 * one step from the state that the cursor is at; one more state, false when that is too many; a
 * failure of the present state; the end of the search for another reason. */
status explore_status(explorer *x);
void explore_take(explorer *x, const move *m, u32 choice, u64 depth, successor_list *out);
bool explore_count(explorer *x, u64 depth);
void explore_fail(explorer *x, const failure *f);
void explore_stop(explorer *x, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A run was cut by a limit of the machine. */
void explore_cut(explorer *x, const char *why);
/* One more final outcome. */
void explore_outcome(explorer *x, const char *line);
/* In a process that explores a part: nothing is counted yet, and nothing is shown. */
void explore_part(explorer *x);
/* The present state has no strong move: what kind of end is it?  Counts it, or fails. */
status explore_run_over(explorer *x);
/* Is the present state a hang?  Then the search fails. */
bool explore_hang(explorer *x);
/* After each step: limits of time and memory, interrupts, progress. */
void explore_look(explorer *x);
static inline void explore_tick(explorer *x)
{
    enum { TICKS = 16 }; /* steps between looks at the clock */

    if (UNLIKELY(x->o->interrupted && *x->o->interrupted))
        explore_stop(x, "interrupted");
    if (UNLIKELY(x->may_break && sys_broken(x->s)))
        explore_stop(x, "%s", sys_broken(x->s));
    if (UNLIKELY(x->common && __atomic_load_n(&x->common->halt, __ATOMIC_RELAXED)))
        explore_stop(x, "ended by another process");
    if (UNLIKELY(++x->ticks % TICKS == 0))
        explore_look(x);
}
/* Looks only whether the state is an end, such as a deadlock. */
void explore_end(explorer *x, state_key key, u32 rank);
/* Brings the cursor to a state that is to be explored with this rank. */
static inline void explore_goto(explorer *x, state_key key, u32 rank)
{
    if (x->at != key)
        sys_restore(x->s, key);
    x->at = key;
    if (UNLIKELY(x->o->rank != RANK_NONE))
        sys_set_rank(x->s, rank);
}
/* What a path keeps of the rank of a state (step_taken.rank). */
static inline u32 explore_rank(const explorer *x, u32 rank)
{
    return x->o->rank != RANK_NONE ? rank + 1 : 0;
}
/* Whether a move keeps a state from being a deadlock. */
static inline bool explore_strong(const move *m)
{
    return (m->flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED;
}
bool explore_wants(const wanted *w, const failure *f);

/* A breadth-first search for some failures only; `r->shortest` is set when one was found first, or
 * when none exists within max.depth steps and `other` stays false. */
void search_bfs_for(sys *s, const search_options *o, const wanted *w, result *r, bool *exhausted);

#endif
