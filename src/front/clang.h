/* Source files to LLVM modules: runs clang, reads bitcode. */
#ifndef FRONT_CLANG_H
#define FRONT_CLANG_H

#include "base/text.h"
#include "front/command.h"
#include "front/front.h"

#include <llvm-c/Core.h>

typedef VEC(LLVMModuleRef) module_list;

/* One module for each file of `o`, in order; `include` is the folder of heddle.h.  The user's
 * mistakes end the process with EXIT_INPUT. */
void clang_load(const front_options *o, const char *include, LLVMContextRef context,
                module_list *out);
/* The level as the verdict prints it: "-O0" and so on, "bitcode" when not all files are source. */
const char *clang_level(const front_options *o);
bool clang_is_source(const char *file);
language clang_language(const char *file);
/* Compiles text in the language of the file `like`, with the options of the files, but without
 * LLVM's passes; NULL when it does not compile.  `file` names it in messages; what clang says is
 * added to `said`. */
LLVMModuleRef clang_text(const front_options *o, const char *include, const char *like,
                         const char *file, const text *source, LLVMContextRef context, text *said);
/* May LLVM's passes have run on it? */
bool clang_optimised(const front_options *o, const module_list *modules);

#endif
