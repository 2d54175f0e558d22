/* A program that was loaded before, once more. */
#ifndef FRONT_AGAIN_H
#define FRONT_AGAIN_H

#include "front/front.h"

#include <llvm-c/Core.h>

typedef struct marker {
    struct debug *d;
    LLVMContextRef context;
    void *with;
} marker;
typedef void (*marker_visit)(marker *k, LLVMValueRef instruction);

/* As front_load makes it of these options, but nothing is taken from the cache, clang is quiet, and
 * `mark` may change debug information of each instruction before the module is lowered. */
program *front_again(const front_options *o, marker_visit mark, void *with);

#endif
