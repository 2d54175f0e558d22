/* Coroutines of C++ as plain functions. */
#ifndef FRONT_COROUTINES_H
#define FRONT_COROUTINES_H

#include <llvm-c/Core.h>

/* Splits those of the module that are still whole; `file` is named if that fails. */
void coroutines_split(LLVMModuleRef m, const char *file);

#endif
