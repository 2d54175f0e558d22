/* The state of a stateless search: the present run, with what is still to be tried from each of its
 * states.  Only for src/search. */
#ifndef SEARCH_STATELESS_H
#define SEARCH_STATELESS_H

#include "search/explore.h"
#include "search/wakeup_tree.h"

/* Of a thread in a state. */
enum {
    IS_THERE = 1,
    CAN_MOVE = 2,
    IS_STUCK = 4, /* its run was dropped, or it spins: it takes no more steps in this run */
    PUT_OFF = 8,  /* would end the process: not before the others are through */
};

enum { WAY_JOINS = 256 }; /* among the flags of a move: waits for another thread's end */

/* A move that can be taken. */
typedef struct way {
    u16 thread, flags;
    u32 choices;
    u8 kind;
} way;

typedef VEC(u32) vector_clock;

/* With an earlier step, that this one could have come before. */
typedef struct reversible_race {
    u32 earlier; /* its node */
    bool bare;   /* seen to in a run where nothing after this step is apart from the earlier one */
} reversible_race;

typedef struct run_node {
    act *step;       /* taken from here in the present run; NULL: none */
    state_key key;   /* 0: not saved */
    act_list sleep;  /* steps that are explored from elsewhere */
    act_list tried;  /* ways of the step's thread that are explored */
    act_list waits;  /* iterations of spin loops: each waits for a step that depends on its own */
    wake *tree;      /* what is still to be explored */
    VEC(u8) threads; /* by slot */
    VEC(way) ways;
    vector_clock clock;         /* of the step: by thread, its last step that happens before, + 1 */
    VEC(move) blocked;          /* of threads that cannot go on */
    VEC(reversible_race) races; /* to be seen to */
    word_list own;              /* of the thread that moved last */
    u16 mover;                  /* NO_THREAD: none */
    u32 at_way, at_choice;      /* the next way of the step's thread */
    u32 explored;               /* steps taken from here */
    u32 steps;                  /* that the step is for a system that does not join together */
    u32 more;                   /* steps than nodes before it, counted so */
    u32 preemptions;
    u32 alone;    /* steps that the last thread took in a row while others could move */
    bool over;    /* a run ended here */
    bool cut;     /* by the bound on the depth */
    bool strong;  /* some move keeps it from being a deadlock */
    bool dropped; /* the step dropped the run, or met a limit */
    bool limited; /* it met a limit */
    bool fewer;   /* ways than when steps were taken from here: whose thread spins was barred */
} run_node;

/* Of a node and the step from it, what is looked at most often: what tells most pairs of steps
 * apart, and most states of a thread. */
typedef struct step_summary {
    act_span span;
    u64 own;      /* the hash of what the thread that came here is in; 0: not known */
    u64 seen[2];  /* those that it was in before and could be in again, as masks of a filter */
    u32 previous; /* the earlier step of the same thread, + 1 */
    u16 thread;
    u8 effect;
} step_summary;

typedef VEC(u16) thread_list;

typedef struct stateless {
    explorer x;
    const stateless_options *how;
    VEC(run_node) nodes;         /* the first depth + 1 are in use, the others keep their memory */
    VEC(step_summary) summaries; /* by depth */
    u32 depth;
    u32 floor;         /* nodes before it belong to the process that this one was forked from */
    worker_pool *pool; /* NULL: one process */
    VEC(thread_list) asked; /* by node before the floor: what its process was asked for */
    bool idle;              /* has no place to work at */
    u32 cursor;             /* depth of the state that the system is in; NOWHERE */
    u32 drops, limits;      /* dropped steps in the present run; of these, by a limit */
    bool puts_off;          /* whoever would end the process waits until the others are through */
    VEC(u32) last;          /* by thread: its last step, + 1 */
    vector_clock now, cover;
    act_list sequence, path;
    bool beyond; /* a step was taken that is more than accesses to memory (act_accesses) */
    bool whole;  /* the sequence goes to the end of the run; steps that are no part may cover it */
    u32 sure;    /* so many first steps of it, and the last, are in every run that has the race */
    taken tried; /* what a step does in another place */
    move_list there;
    act_pool acts;
    wake_pool wakes;
    struct spin_read *spin_reads; /* NULL: none are known */
} stateless;

#define NOWHERE UINT32_MAX

static inline run_node *top_node(stateless *ss)
{
    return &ss->nodes.at[ss->depth];
}
static inline bool dynamic(const stateless *ss)
{
    return ss->how->kind == SEARCH_DPOR || ss->how->kind == SEARCH_OPTIMAL;
}
/* Where steps after one that dropped the run must be told apart. */
static inline bool needs_clocks(const stateless *ss)
{
    return ss->how->kind != SEARCH_FULL && ss->how->kind != SEARCH_SLEEP;
}
static inline bool can_move(const run_node *n, u16 thread)
{
    return thread < n->threads.n && n->threads.at[thread] & CAN_MOVE;
}
/* Is the thread's next step explored from elsewhere? */
static inline bool node_sleeps(const run_node *n, u16 thread)
{
    for (u32 i = 0; i < n->sleep.n; i++)
        if (n->sleep.at[i]->thread == thread)
            return true;
    return false;
}
/* Of the step from node j: does it happen before the one from node i? */
static inline bool happens_before(const stateless *ss, u32 j, u32 i)
{
    const run_node *n = &ss->nodes.at[i];
    u16 t = ss->nodes.at[j].step->thread;

    return t < n->clock.n && n->clock.at[t] > j;
}

/* stateless.c: does the run end in the present state though there are moves: a deadlock, the bound?
 */
bool stateless_ends(stateless *ss);
/* The run ends in the present state: counts it. */
void stateless_over(stateless *ss);

/* run_stack.c: the node for the initial state, or for the one that a step led to. */
run_node *run_push(stateless *ss);
/* A node for the state that the step from the present one led to; `tree` is what is to follow. */
void run_open(stateless *ss, act *a, wake *tree);
/* The system is in the state of the present node, for the first time: its moves. */
void run_arrive(stateless *ss);
/* Forgets what was to be tried from the present state, and the state. */
void run_pop(stateless *ss);
/* The step from the present node is taken back; it stays in the node. */
void run_unstep(stateless *ss);
/* Brings the system to the state of the node. */
void run_place(stateless *ss, u32 at);
/* Is the state of the present node to be saved?  Saving costs more than some steps that are taken
 * again.  Keys stay on the stack only, but what they stand for is kept by the system: past so much
 * of that nothing more is saved. */
bool run_saving(const stateless *ss);
void run_mark(run_node *n, u16 thread, u8 flags);
/* The steps to the failure of the last one, those that happen before it, become the result's. */
void run_path(const stateless *ss, step_list *out);
void run_free(stateless *ss);

/* stateless_step.c: takes a step from the present node; `tree` is what is to follow.  A thread that
 * spins may be back at the same node, and wait. */
void stateless_take(stateless *ss, const way *w, u32 choice, wake *tree);
/* Preemptions of the run after this step. */
u32 stateless_preemptions(const run_node *n, const way *w);

/* stateless_choice.c: takes a step from the state that was just reached; false: there is none. */
bool choice_begin(stateless *ss);
/* Takes the first branch of the node's tree that can be taken. */
bool choice_branch(stateless *ss);
/* Takes the next way of the thread whose step was explored last. */
bool choice_other_way(stateless *ss);

/* random_walks.c: so many runs by chance. */
void random_walks(stateless *ss);

/* spin_loops.c: where the iteration of a spin loop begins that the thread has just ended;
 * NOWHERE: it did not. */
u32 spin_loop_begin(stateless *ss, u16 thread);
/* The step to the present node was an iteration of its own. */
void spin_loop_keep(stateless *ss, const act *a);
/* Is the later step, of a thread that is where it was after its last one, known to be such an
 * iteration when it comes just before the earlier one? */
bool spin_loop_known(const stateless *ss, const act *earlier, const act *later);
void spin_loops_free(stateless *ss);

/* Could a step have come before another? */
typedef enum passing { CANNOT, MAY, CAN } passing;

/* claims.c, for --self-check: takes the steps that such a claim is about, and dies if it is wrong.
 * The steps of the thread from node `first` on came to nothing. */
void claim_iteration(stateless *ss, u32 first, u16 thread);
/* The first step of a thread, which was taken before all others. */
void claim_start(const act *a);
/* A step that is moved touches what it is said to, or is not known (act_unknown). */
void claim_there(const act *said, const act *real);
/* The step could have come before the one from node j, or not. */
void claim_passing(stateless *ss, u32 j, const act *a, passing p);

/* races.c: the clock of the step from the present node, and its races. */
void races_find(stateless *ss, const act *a, vector_clock *out, run_node *to);
/* Does the step end the thread, or have it do something else: a cancellation, a signal? */
bool race_unsettles(const act *a, u16 thread);
bool race_ends_process(const act *a);
bool race_only_ends(const act *a);

/* race_reversal.c: sees to it that the races of steps that were not examined yet, and of threads
 * that are blocked now, are explored in the other order. */
void races_reverse(stateless *ss);
/* The step from the present node has threads end, or do something else than what they wait for: the
 * races of what they waited for. */
void races_reverse_blocked(stateless *ss, const act *a);
/* The same for the last step alone, which is then taken back. */
void races_reverse_last(stateless *ss);
/* Sees to it that ss->sequence is explored from the node, where no other branch covers it. */
void races_demand(stateless *ss, u32 at);

/* The same for all sequences of a tree, from the present node. */
void races_uncover(stateless *ss, const wake *tree);

/* worker_pool.c: the search begins, in the first process. */
void worker_pool_begin(stateless *ss);
/* At the end of a run: receives messages of other processes, and hands something over.  In a new
 * process it returns as well. */
void worker_pool_look(stateless *ss);
/* Before the present node is left: waits for those that explore something below it.  True: there is
 * more to try from the present node, which may be another one, or the search was stopped. */
bool worker_pool_await(stateless *ss);
/* Nothing is left, or the search was stopped.  Returns in the first process, with what all found.
 */
void worker_pool_end(stateless *ss);

#endif
