/* A program that was loaded before, once more. */
#ifndef FRONT_AGAIN_H
#define FRONT_AGAIN_H

#include "front/front.h"

#include <llvm-c/Core.h>

/* As front_load makes it of these options, but nothing is taken from the cache, clang is quiet, and
 * `mark` may change debug information of the module before it is lowered. */
program *front_again(const front_options *o, void (*mark)(LLVMModuleRef m, void *with), void *with);

#endif
