/* Engines over a system: they return a verdict, its figures and the moves that lead to it. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "search/worker_pool.h"
#include "store/lossy.h"
#include "system.h"
#include "trace.h"

typedef enum verdict { VERDICT_VERIFIED, VERDICT_FAILED, VERDICT_UNKNOWN } verdict;
extern const char *const verdict_names[3];

typedef struct limits {
    u64 states, depth, memory; /* 0: none */
    double seconds;
} limits;

typedef struct step_taken {
    u16 thread;
    u8 kind;
    u32 choice;
    u32 rank; /* + 1, of the state before it: what it was explored with; 0: the system's own */
} step_taken;

typedef VEC(step_taken) step_list;

/* What the system's rank means: nothing; the less the better (switches used up); a set of
 * sleeping threads, one bit for each of the first 31 slots; further threads never sleep.  A state
 * met again with a better rank is explored again, of sets with what is in all of them: what an
 * expansion covers, it covers with those asleep that were, so two that differ do not add up to one
 * with fewer.  A bound on the depth goes with RANK_LEAST in search_bfs alone, and with RANK_MASK
 * nowhere. */
typedef enum rank_order { RANK_NONE, RANK_LEAST, RANK_MASK } rank_order;

/* What is kept of the states that were seen. */
typedef struct store_options {
    store_kind kind;
    u64 bytes; /* bitstate: of the table; compact with several processes too */
    u64 seed;  /* of the hash */
} store_options;

/* A search that can go on after its process has ended. */
typedef struct checkpoints {
    const char *path;         /* where they are written */
    double every;             /* seconds between them */
    const byte_list *head;    /* what stands before the search's own part */
    struct sealed *from;      /* goes on from here, behind that; NULL: begins */
    void (*refuse)(void *of); /* does not return: what is there is not of this search */
    void *of;
} checkpoints;

typedef struct search_options {
    limits max;
    const checkpoints
        *checkpoints;    /* dfs and bfs of one process, over a system with sys_renews; NULL: none */
    store_options store; /* other than exact: the system has sys_renews, and no rank is in use */
    rank_order rank;
    double since;              /* max.seconds are counted from this clock_seconds(); 0: from now */
    bool progress;             /* a line on stderr, now and then */
    bool shorten;              /* make a found trace short */
    bool allow_deadlock;       /* is an end like any other */
    bool end_counts;           /* how and when the process ends may be an error */
    bool allow_hang;           /* and so is a hang */
    volatile int *interrupted; /* set by a signal handler */
    struct growth *growth;     /* what new states come from is counted here; or NULL */
    volatile double *share; /* how much is done, by an estimate, once the search is stopped; 0: not
                               known, as by most engines; or NULL */
    u32 errors;  /* so many different ones end the search, see result.others; 0 and 1: the first */
    u32 workers; /* processes of search_bfs; the system then has a shared table; 0 and 1: one */
    text *outcomes; /* collect the set of final outcomes here, one a line, sorted; NULL: no */
} search_options;

/* How a stateless search goes through the runs. */
typedef enum search_kind {
    SEARCH_DPOR, /* source sets */
    SEARCH_OPTIMAL,
    SEARCH_PERSISTENT, /* and sleep sets: of a state's moves those that are not LATER */
    SEARCH_SLEEP,
    SEARCH_FULL,
    SEARCH_RANDOM,
    SEARCH_PCT
} search_kind;

typedef struct stateless_options {
    search_kind kind;
    worker_pool
        *pool;   /* that takes the search apart; NULL, and for RANDOM and PCT: this process alone */
    bool replay; /* the system is never saved or restored, only reset */
    bool check;  /* what is said of steps that are not taken is checked by taking them */
    bool bounded; /* FULL: runs with at most so many preemptions */
    u32 preemptions;
    u64 seed, runs; /* RANDOM, PCT */
    u32 changes;    /* PCT: of priorities in a run */
} stateless_options;

/* An error with the steps to it, by slot, from the initial state. */
typedef struct found_error {
    failure error; /* strings owned */
    step_list steps;
} found_error;

typedef struct result {
    verdict verdict;
    char reason[256]; /* UNKNOWN: which limit, or what was cut */
    char cut[192];    /* by which limit of the machine, "" none */
    u64 states, transitions, depth, peak_bytes;
    u64 done, deadlocks, pruned; /* ends of runs */
    bool ends_counted;           /* they are known: not by every engine */
    u64 spun, limited;           /* stateless: of those pruned, for these reasons */
    u64 ended;                   /* and in which the process ends all the same */
    u64 endless;                 /* runs in which a thread goes on alone for ever */
    u64 redundant, bounded;      /* stateless: covered by others; cut by a bound */
    u32 forked;                  /* processes besides the first that took part */
    u64 runs, kinds; /* RANDOM, PCT: taken; different ones, up to the order of independent steps */
    u32 exit_status; /* of a run, other than 0, if there is one */
    double seconds;
    bool preemption_cut; /* some runs were left out because of their preemptions */
    bool hangs_unsure;   /* whether some state is a hang is not known */
    bool failed;
    bool halted;     /* in the middle of a step: the system is of no more use, see search_close */
    u32 preemptions; /* of the steps, by search_trace */
    bool shortest;   /* proved: no trace has fewer steps */
    step_list steps; /* to the failure, by slot, from the initial state */
    bool refuted; /* steps are a beginning of a run, and the formula is false however it goes on */
    bool lasso;   /* a run that never ends: steps from `loop` on repeat, see trace.h */
    u32 loop;
    failure error;           /* strings owned by the result */
    VEC(found_error) others; /* errors of another kind or at another place, as they were found */
} result;

void search_dfs(sys *s, const search_options *o, result *r);
void search_bfs(sys *s, const search_options *o, result *r);
/* Without a set of visited states; a bound on the depth is wanted. */
void search_stateless(sys *s, const search_options *o, const stateless_options *how, result *r);
/* Closes the system that was searched, unless the search was halted in it. */
void search_close(sys *s, const result *r);
/* The steps that the search found in a system over others become those of the lowest: a step that
 * was several of its thread's, one after the other, is taken apart. */
void search_elementary(sys *s, result *r);
/* Shortens r->steps, keeping error kind and line; sets r->shortest when proved. */
void search_shorten(sys *s, const search_options *o, result *r);
/* Fills t->moves from r->steps by running them, and counts the preemptions. */
void search_trace(sys *s, result *r, trace *t);
/* The other way, for a failure found in a system that holds some moves back: takes the trace's
 * moves here, and then whatever can still move, until the failure shows.  False: it does not. */
bool search_follow(sys *s, const trace *t, result *r);
/* Runs that came to an end of the program's. */
static inline u64 result_complete(const result *r)
{
    return r->done + r->deadlocks + r->endless;
}
/* The reason of a search by chance that found no error: what it covered. */
void result_say_covered(result *r);
/* Of a search for several errors: the first of the others becomes the result's own. */
void result_settle(result *r);
/* The errors of another search that are of another kind or at another place, until there are so
 * many; `from` has none then. */
void result_join(result *into, result *from, u32 most);
/* Another failure in place of the one it has. */
void result_error(result *r, const failure *f);
/* The figures of another part of the search, too. */
void result_add(result *into, const result *from);
void result_free(result *r);

#endif
