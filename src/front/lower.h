/* LLVM IR to bytecode: the module, already linked with the runtime, becomes a program. */
#ifndef FRONT_LOWER_H
#define FRONT_LOWER_H

#include "front/front.h"

#include <llvm-c/Core.h>

typedef struct lower_options {
    bool overflow;  /* signed overflow is an error: ADDV for `add nsw` */
    bool strict;    /* what is not understood is refused, reached or not */
    bool whole;     /* functions that others could call are lowered even if nothing calls them */
    bool jumps;     /* those to jumps stay, and those over nothing */
    bool optimised; /* the optimiser ran: what it may hoist must not fail */
    const front_query *queries;
    u32 nqueries;
} lower_options;

/* Functions with this attribute, and variables in this section, are the runtime's own. */
#define LOWER_RUNTIME_ATTRIBUTE "heddle-runtime"
#define LOWER_RUNTIME_SECTION   ".heddle"
/* A function made for another of the name before it (shapes.c); traces show that name. */
#define LOWER_ADAPTER_SUFFIX " as a thread"
/* Of such a function: the user was told already. */
#define LOWER_NAMED_ATTRIBUTE "heddle-named"

/* What the runtime has for exceptions: the present one of each thread, and going on with it. */
#define UNWIND_THROWN "__heddle_thrown"
#define UNWIND_RESUME "__heddle_resume"

bool lower_has_attribute(LLVMValueRef function, const char *name);
/* Was the function defined as `f()`? */
bool lower_lacks_prototype(LLVMValueRef function);

/* `m`, which must outlive it, has its debug information as intrinsic calls.  What is not
 * understood becomes CUT or an undefined object, and an entry of program.gaps; what cannot be
 * left open, and with `strict` all of it, is listed as `file:line: ...` on stderr, and the process
 * ends with EXIT_INPUT. */
struct lower *lower_open(LLVMModuleRef m, const lower_options *o);
/* The program without arguments, queries, level and hash. */
program *lower_program(struct lower *l);
/* The functions of the program's queries, and what only they need, behind all that is there. */
void lower_queries(struct lower *l);
void lower_close(struct lower *l);

#endif
