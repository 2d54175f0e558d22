/* A builtin at work; shared by the files that implement builtins.def. */
#ifndef VM_BUILTIN_H
#define VM_BUILTIN_H

#include "vm/machine.h"

enum { BUILTIN_ARGS = 8 };

typedef struct builtin_call {
    machine *m;
    thread *t;
    frame *f;
    const insn *i;
    u64 args[BUILTIN_ARGS];
    u32 undefined; /* bit k: args[k] has no defined value */
    u32 lost;      /* of these, because of an address (SHADE_IS_LOST) */
} builtin_call;

#define BUILTIN(name, arity, flags, meaning) ran builtin_##name(builtin_call *c);
#include "program/builtins.def"

/* Gives the call its result and goes on. */
ran builtin_result(builtin_call *c, u64 value);
/* Takes the step's visible operation, or says that the thread must rest.  `must` rests even where
 * nobody else could see it. */
bool builtin_rests(builtin_call *c, bool must);
/* An atomic section that blocks is one no longer; that of an interrupt must not: false, an error.
 */
#define INTERRUPT_SECTION (1u << 14) /* of the depth */
bool builtin_release_atomic(machine *m);
/* A C string of the program, at most n - 1 bytes; false: error. */
bool builtin_string(machine *m, u64 p, char *out, size_t n);

#endif
