/* Source files to LLVM modules: runs clang, reads bitcode. */
#ifndef CLANG_H
#define CLANG_H

#include "front/front.h"

#include <llvm-c/Core.h>

typedef VEC(LLVMModuleRef) module_list;

/* One module for each file of `o`, in order; `include` is the folder of heddle.h.  The user's
 * mistakes end the process with EXIT_INPUT. */
void clang_load(const front_options *o, const char *include, LLVMContextRef context,
                module_list *out);
/* The level as the verdict prints it: "-O0" and so on, "bitcode" when not all files are source. */
const char *clang_level(const front_options *o);
/* May LLVM's passes have run on it? */
bool clang_optimised(const front_options *o, const module_list *modules);

#endif
