/* Functions named __VERIFIER_atomic_... through the optimiser. */
#ifndef ATOMIC_H
#define ATOMIC_H

#include "base/base.h"

#include <llvm-c/Core.h>

/* Part of the name of std::string's question whether a text lies outside of it. */
#define ATOMIC_DISJUNCT "11_M_disjunctEPKc"

/* Does such a name occur in the bytes? */
bool atomic_named(const char *bytes, size_t n);
/* Before the optimiser: makes such functions opaque to their callers. */
void atomic_shield(LLVMModuleRef m);
/* After it: takes that back. */
void atomic_unshield(LLVMModuleRef m);

#endif
