/* Bitcode and LLVM's text to modules. */
#ifndef FRONT_READ_H
#define FRONT_READ_H

#include "front/front.h"

#include <llvm-c/Core.h>

/* To be called before anything is read. */
void read_trust_clang(void);
/* What clang wrote for `file`; `code` is closed. */
LLVMModuleRef read_compiled(const char *file, int code, LLVMContextRef context);
/* A file of the user's: bitcode, or text of LLVM. */
LLVMModuleRef read_given(const char *file, bool is_text, LLVMContextRef context);
/* An unnamed file that vanishes with the process. */
int read_memory_file(const char *name);

#endif
