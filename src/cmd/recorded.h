/* What `heddle replay` and `heddle sim` have in common: a trace and its system. */
#ifndef CMD_RECORDED_H
#define CMD_RECORDED_H

#include "base/text.h"
#include "session/asm.h"
#include "session/properties.h"
#include "trace.h"

typedef struct recorded {
    const char *file;
    trace t;
    bool fresh; /* there was no trace: the hash of the program is still to be found */
    bool verbose, gdb, no_cache; /* of the command that opens it */
    const string_list *words;    /* the program, where it is not that of the trace; or NULL */
    options made;                /* of the command that wrote the trace */
    properties properties;
    VEC(char *) command;
    program *p;
    struct inlined *inlined; /* calls in it; or NULL */
    bool folded;             /* they are no frames of their own */
    sys *s;                  /* the caller's to close; NULL: of an execution graph, */
    text explanation;        /* which is told here */
    asm_source from;         /* of an assembly system */
} recorded;

/* A trace without moves of what these arguments say. */
void recorded_new(recorded *r, trace_system system, const string_list *shaping);
/* Reads the trace and enters its folder; a mistake ends the process. */
void recorded_read(recorded *r, const char *file);
/* The system, at its initial state, as reports need it. */
void recorded_open(recorded *r);
void recorded_free(recorded *r);
/* It is heddle's own defect. */
_Noreturn void recorded_refuse(const recorded *r, const char *problem);

#endif
