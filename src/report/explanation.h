/* A replayed trace: every step with what it did, in words and values that outlive the replay. */
#ifndef REPORT_EXPLANATION_H
#define REPORT_EXPLANATION_H

#include "report/report.h"
#include "report/source.h"

/* One thing that a step did and a reader may care for. */
typedef struct action {
    event_kind kind;
    u32 event;  /* its number among those of the step */
    u64 value;  /* of the event: a choice */
    u64 object; /* and what it touched; only for comparing */
    u32 offset, size;
    bool pointer; /* the value is one */
    int target;   /* CREATE, JOIN, CANCEL: the actor, else -1 */
    const char *file;
    u32 line, column;
    const char *function;
    bool failed;   /* a compare-exchange that wrote nothing */
    bool spends;   /* a wait that was signalled ends */
    bool constant; /* a read of a pointer that no step of the trace writes */
    bool library;  /* an access to what the library keeps for itself: it has no name */
    bool quiet;    /* done where nobody else could see it */
    bool own;      /* and to what is not a global */
    bool piece;    /* an access to a piece of a number */
    bool goes_on;  /* and not the last one */
    char *where, *now, *old, *call; /* "" where there is nothing to say */
    char *output;                   /* OUTPUT: the text, else NULL */
    u32 from; /* a read: the step of another thread that wrote what was seen, 0 none */
} action;

/* Why a step is by another thread than the one before it. */
typedef enum switch_kind {
    SWITCH_NONE,
    SWITCH_PREEMPTED,
    SWITCH_BLOCKED,
    SWITCH_ENDED
} switch_kind;

/* What a proposition says in a state. */
typedef enum proposition_value {
    PROPOSITION_FALSE,
    PROPOSITION_TRUE,
    PROPOSITION_UNKNOWN
} proposition_value;
typedef VEC(u8) valuation; /* of all propositions, in the order of the options */

typedef struct explained_step {
    int actor;
    move_kind kind;
    u32 choice, choices;
    switch_kind change;
    int left;         /* the actor that was switched away from */
    char *blocked_on; /* SWITCH_BLOCKED: what it waits for */
    VEC(action) actions;
    u32 unsaid;       /* quiet writes before those among the actions */
    bool local;       /* it changes nothing, not even where its thread is: that one diverges */
    valuation after;  /* what the propositions say then */
    const char *file; /* where its thread rests then; line 0: nowhere */
    u32 line;
    char *buffers; /* a line for each thread that has stores waiting; or NULL */
    char *heap;    /* a line for each object, where it was asked for; or NULL */
} explained_step;

typedef struct actor {
    char *name; /* "worker(1)" */
    char *birth;
    u32 created; /* by this step; 0: it was there */
    u32 moves;   /* of it in the loop */
    u32 able;    /* states of the loop in which it can move */
    u32 able_at; /* the last step of the loop before which it can */
} actor;

typedef struct explanation {
    VEC(explained_step) steps; /* [i] is step i + 1 */
    VEC(actor) actors;         /* T0, T1, ... in the order of their creation */
    VEC(int) actor_of;         /* by slot, at the end of the replay; -1 none */
    VEC(action) reads;         /* of the last step, also of what nobody shares any more */
    u32 preemptions;
    error_kind error;
    int failing; /* the actor, or -1 */
    char *file, *message;
    u32 line;
    bool refuted;  /* the last state refutes a formula */
    bool shortest; /* no trace has fewer steps */
    bool calmest;  /* no trace to this error has fewer preemptions */
    bool lasso;
    u32 loop;        /* the steps before the loop */
    status end;      /* of the last state */
    valuation start; /* what the propositions say in the initial state */
} explanation;

/* Replays from the initial state; NULL when the recorded error was reached, else `problem` filled
 * with a sentence on where it went another way, and returned.  The system is left in the last
 * state. */
const char *explanation_make(explanation *st, sys *s, const trace *t, const report_options *o,
                             text *problem);
/* What the propositions say before the step with this number, from 1. */
const valuation *explanation_before(const explanation *st, u32 step);
/* Appends "steps 4 to 7 repeat for ever". */
void explanation_loop(const explanation *st, text *out);
/* Does one of them change with it? */
bool explanation_changes(const explanation *st, u32 step);
void explanation_free(explanation *st);

/* What is written of it; `s` is in its last state. */
typedef void explanation_writer(const explanation *st, sys *s, source *src, const report_options *o,
                                text *out);
/* Replays and writes: NULL, or the problem, which is then all that was added to `out`. */
const char *explanation_write(sys *s, const trace *t, const report_options *o,
                              explanation_writer *write, text *out);

#endif
