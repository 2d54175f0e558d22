/* The parts of the search over execution graphs that drive the machine. */
#ifndef GRAPH_ENGINE_H
#define GRAPH_ENGINE_H

#include "base/map.h"
#include "graph/events.h"
#include "graph/graph.h"

typedef enum run_fate {
    FATE_RUNS,
    FATE_BLOCKED, /* its last event is a blocked READ */
    FATE_SPINS,   /* in a loop that changes nothing, by what it reads */
    FATE_SLEEPS,  /* at a condition variable, for good */
    FATE_PRUNED,  /* an assumption failed */
    FATE_CUT      /* by a limit, or at what is not supported */
} run_fate;

/* What a thread can see by itself before a read, and which of its events comes next. */
typedef struct moment {
    u32 own, nown; /* in engine.moment_words */
    u32 at;
    u32 before; /* the one before it, counted from 1 */
} moment;

/* A thread in the present run of the machine. */
typedef struct runner {
    run_fate fate;
    u32 done;       /* events of the graph that the machine has taken */
    u32 spins_from; /* the first event of the round that it spins in */
    u32 moment;     /* the last read since it last did what others can see, counted from 1 */
} runner;

typedef struct outcome_count {
    char *line;
    u64 n;
} outcome_count;

/* How much there is of what grows along an execution. */
typedef struct extent {
    u32 snapshots, marks, moments, words;
} extent;

typedef struct engine {
    sys *s;
    const search_options *o;
    result *r;
    text *explanation;
    trace *trace; /* of its failure; or NULL */
    graph *g;
    taken t;
    char message[512]; /* of its failure, or limit */
    VEC(runner) runners;
    VEC(moment) moments;
    word_list moment_words, own;
    struct snapshots *snapshots; /* NULL: each run begins anew */
    VEC(u64) spin_places;        /* instructions that a thread was found to spin at */
    map rounds;             /* by what a thread sees by itself and what it reads: does it go on? */
    VEC(u64) library_reads; /* objects of the library that were read */
    VEC(graph) spare;       /* copies that are not needed any more */
    settled once;           /* how the next event of a thread is settled, besides its plan, */
    u16 once_thread;
    bool once_set; /* if at all */
    bool stop;     /* the search is over */
    u64 depth;     /* events of a thread, at most */
    memory_model model;
    bool recorded; /* one execution alone, from a trace */
    double next_look;
    VEC(outcome_count) outcomes;
    void (*watch)(struct engine *n, u16 thread, u32 first); /* after each step, if not NULL */
} engine;

typedef enum event_sort {
    SORT_OTHER,
    SORT_ATOMIC,    /* an access */
    SORT_OPERATION, /* of the library, on an object whose bytes are all of its state */
    SORT_PLAIN,     /* an access */
    SORT_WAKE,      /* the end of a sleep */
    SORT_UNKNOWN    /* not supported */
} event_sort;
event_sort sort_of(const event *e);

/* run.c: the machine. */
runner *run_of(engine *n, u16 thread);
void run_replay(engine *n); /* brings the machine to where the graph is */
/* Puts into memory what is to be read there. */
void run_answer(engine *n, const location *l, name from);
/* Plain accesses see what was written last. */
void run_settle(engine *n, u64 object, u32 offset, u32 size);
/* Takes a step that begins with what is settled so; its events are added.  False: the execution
 * goes no further. */
bool run_step(engine *n, u16 thread, const move *mv, u32 choice, const settled *how);
void run_cut(engine *n, u16 thread, const char *why);     /* "": machine's limit */
void run_refuse(engine *n, u16 thread, const char *what); /* is not supported */
void run_refuse_at(engine *n, u16 thread, const event *at, const char *what);
/* What the machine does otherwise for another choice of the thread's step: does it matter? */
bool run_matters(engine *n, u16 thread);
/* Is it asked, before this step, whether the thread spins?  (Before atomic reads it always is.) */
bool run_may_spin(engine *n, const move *mv);
void run_close(engine *n);

/* snapshots.c: where the machine was along the execution. */
void snapshot_open(engine *n);
void snapshot_close(engine *n);
/* Before an event that may be settled otherwise, or answered anew. */
void snapshot_take(engine *n);
void snapshot_cut(engine *n, graph *g, u32 stamp); /* forgets the later ones */
/* Brings the machine to where the last snapshot of the graph was; false: there is none. */
bool snapshot_return(engine *n);
/* Around the exploration of a copy of the graph. */
extent snapshot_enter(engine *n);
void snapshot_leave(engine *n, extent outer);

/* spin.c: loops that change nothing. */
bool spins(engine *n, u16 thread);            /* asked before a read */
void spin_note(engine *n, const event *read); /* a thread was found to spin there */
/* Is it known that the thread, about to read, would only go round if it read from the write? */
bool spin_idle(engine *n, u16 thread, const event *read, const location *l, name write);
/* Would the thread, which waits at this read, go on if it read from the write? */
bool spin_lets(void *engine, name read, name write);
/* Does the thread spin because it wakes up for no reason and falls asleep again? */
bool spin_naps(engine *n, u16 thread);
/* A thread that spins goes on if another one has seen it in the middle of a round. */
void spin_rouse(engine *n, u16 thread);
bool spin_effect(const node *e); /* of a kind that no round may have */

/* sleep.c: the ends of sleeps, at barriers and condition variables. */
bool sleep_ready(engine *n, u16 thread); /* can it end? */
bool sleep_over(engine *n, u16 thread, move *mv, settled *how);
u32 sleep_choice(engine *n, u16 thread, u32 choice); /* of the machine's step */
bool sleep_is_barrier(const engine *n, u16 thread);
/* Could those who sleep for good have slept through it all? */
bool sleep_holds(engine *n);
/* Threads that sleep at an object that was destroyed: an error, which is told. */
bool sleep_disturbed(engine *n);

/* add.c: events into the graph.  False: the execution goes no further. */
typedef struct draft {
    node e;
    const event *of;
    bool first;   /* of its step: others may see it, and how it is settled counts */
    bool changes; /* an operation: whether it wrote */
} draft;
bool add_event(engine *n, u16 thread, draft *d, const settled *how);
void add_blocked(engine *n, u16 thread, const event *next, u32 k, const settled *how);
void add_asleep(engine *n, u16 thread); /* for good */
/* Another way to go on than the next event, to be tried later. */
void add_later(engine *n, u16 thread, todo_kind kind, bool reads, name from, u32 number);
/* The location of an access that is about to happen; NO_NUMBER: there is none. */
u32 add_location(engine *n, u16 thread, const event *next);

/* explore.c */
/* The thread goes one event further, which is settled so.  False: the execution goes no further. */
bool explore_advance(engine *n, u16 thread, const settled *how);
void explore_extend(engine *n); /* from the present graph to the end of an execution */

/* buffers.c */
bool buffers_allow(const graph *g, memory_model model); /* of one that is complete */

/* record.c */
void record_execution(const graph *g, trace *out);

/* explain.c */
void explain_fail(engine *n, const failure *f);
void explain_race(engine *n, name a, name b);
void explain_in_use(engine *n, name by, const char *message);
void explain_stuck(engine *n);

#endif
