/* Traces: the moves that lead to a verdict.  Small, stable, on disk; replay and reports start here.
 */
#ifndef TRACE_H
#define TRACE_H

#include "base/base.h"
#include "base/vec.h"
#include "event.h"
#include "system.h"

/* A thread is named by its birth: "0" is the first thread, "0.2" its second child, "0.2.1" ... */
typedef struct trace_move {
    char *thread;
    move_kind kind;
    u32 choice;
} trace_move;

/* What the moves are moves of, by the command that explores it. */
typedef enum trace_system {
    TRACE_CHECK,
    TRACE_GRAPHS, /* of an execution graph: the order in which its events can be added */
    TRACE_ASM,
    TRACE_NATIVE,
    TRACE_SYSTEMS
} trace_system;

typedef struct trace {
    trace_system system;
    VEC(trace_move) moves;
    VEC(u32)
    places;              /* GRAPHS, by moves: in modification order so far, of the write that is
                            read or made, counted from 1; 0: neither */
    VEC(char *) command; /* arguments of `heddle check` that shape the program: files and options */
    char *folder;        /* where they are meant */
    u64 program;         /* its hash */
    error_kind error;
    char *file; /* of the error */
    u32 line;
    char *message;
    bool shortest; /* proved: no trace to an error has fewer steps */
    bool calmest;  /* proved: none to this error has fewer preemptions */
    bool refuted;  /* a formula is false of every run that begins so: the moves are a beginning */
    bool lasso;    /* the run never ends: the moves from `loop` on lead back to the state they
                      begin in; when there are none, the run has ended and its last state stays */
    u32 loop;
} trace;

void trace_free(trace *t);
/* Writes the file (text, one move a line); false: errno says why. */
bool trace_write(const trace *t, const char *path);
/* Reads it; NULL on success, else a sentence for the user. */
const char *trace_read(trace *t, const char *path);

/* Birth names of slots along an execution: feed it every step's events. */
typedef struct births {
    VEC(char *) names; /* by slot; NULL unused */
    VEC(u32) children; /* by slot */
} births;
void births_init(births *b);
void births_after(births *b, u16 thread, const taken *t);
/* The slot of a name, or -1. */
int births_slot(const births *b, const char *name);
void births_free(births *b);

#endif
