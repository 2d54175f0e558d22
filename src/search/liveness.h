/* Properties of runs that never end. */
#ifndef SEARCH_LIVENESS_H
#define SEARCH_LIVENESS_H

#include "search/search.h"

struct automaton;

typedef enum fairness { FAIR_NONE, FAIR_WEAK, FAIR_STRONG } fairness;

/* A run that must not be there. */
typedef enum goal_kind {
    GOAL_ACCEPTED, /* its letters are accepted by the automaton */
    GOAL_STARVES,  /* from some point on a thread waits and never moves */
    GOAL_IDLE,     /* from some point on no step makes progress */
    GOAL_ENDLESS,  /* it does not end */
} goal_kind;

typedef struct goal {
    goal_kind kind;
    fairness fair;
    const struct automaton *automaton; /* of any goal: see liveness_automaton */
    u16 thread;                        /* GOAL_STARVES */
    error_kind error;
    const char *message; /* of the failure */
} goal;

typedef VEC(goal) goal_list;

typedef enum liveness_engine { LIVENESS_SCC, LIVENESS_NDFS } liveness_engine;

typedef struct liveness_question {
    goal_list goals;
    const u32 *queries; /* the propositions: by bit of a letter, its query */
    u32 nqueries;
    liveness_engine engine;
    bool buffers; /* the system has store buffers: every store reaches memory in the end */
    goal found;   /* what the lasso of the result is */
    u64 nodes;    /* of all products together */
} liveness_question;

/* Explores all of the system, for errors and for the goals, one after the other.  A goal that
 * starves stands for each thread there is. */
void search_liveness(sys *s, const search_options *o, liveness_question *l, result *r);
/* Looks for a shorter lasso, in a system that leaves nothing out. */
void search_shorten_lasso(sys *s, const search_options *o, const liveness_question *l, result *r);
/* The automaton of the goals that have none of their own: at some point, from then on. */
struct automaton *liveness_automaton(void);

#endif
