/* Functions named __VERIFIER_atomic_... through the optimiser. */
#ifndef FRONT_ATOMIC_H
#define FRONT_ATOMIC_H

#include "base/base.h"

#include <llvm-c/Core.h>

/* Functions of C++'s headers that look at addresses, of which nothing is known, by their names or a
 * part of them; the runtime has others that do as well. */
typedef struct replaced_function {
    const char *part, *by;
} replaced_function;
const replaced_function *atomic_replaced(const char *name);

/* Does such a name occur in the bytes? */
bool atomic_named(const char *bytes, size_t n);
/* Before the optimiser: makes such functions opaque to their callers. */
void atomic_shield(LLVMModuleRef m);
/* After it: takes that back. */
void atomic_unshield(LLVMModuleRef m);

#endif
