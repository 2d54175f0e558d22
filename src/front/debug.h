/* Debug information of a module: types, variables and places in the source. */
#ifndef FRONT_DEBUG_H
#define FRONT_DEBUG_H

#include "program/program.h"

#include <llvm-c/Core.h>

typedef struct debug debug;

/* Fills p->files, p->dirs and p->types as they are asked for. */
debug *debug_open(program *p, LLVMModuleRef m);
void debug_close(debug *d);
/* The index in p->types of a debug type; 0 for NULL. */
u32 debug_type(debug *d, LLVMMetadataRef type);
/* Sets the source name, type and decl of a global variable, as far as they are known. */
void debug_global(debug *d, LLVMValueRef global, object_init *out);
/* Sets name, type, line and parameter from a call of llvm.dbg.declare or llvm.dbg.value; false when
 * the call describes only a piece of a variable or the variable has no name. */
bool debug_local(debug *d, LLVMValueRef call, variable *out);
/* The name in a call of llvm.dbg.label, or NULL. */
const char *debug_label(debug *d, LLVMValueRef call);
/* Where the user's code leads to the library's that is inlined there; as it is, where none does. */
LLVMMetadataRef debug_users(debug *d, LLVMMetadataRef loc);
/* The function that a scope is in. */
LLVMMetadataRef debug_subprogram(debug *d, LLVMMetadataRef scope);
/* The name that the linker knows a function by; NULL: it is that of the source. */
const char *debug_linkage_name(debug *d, LLVMMetadataRef function);
/* The place of an instruction; line 0 when it has none.  Inlined code has its own line, but for
 * that of C++'s library. */
void debug_loc(debug *d, LLVMValueRef insn, srcloc *out);
/* The name of a file, as p->files has it. */
const char *debug_file(debug *d, LLVMMetadataRef file);
/* The place of a function's definition. */
void debug_function(debug *d, LLVMValueRef fn, srcloc *decl);

/* Operands of a node of debug information, as they are: NULL when absent; a string of LLVM's. */
u32 debug_operands(debug *d, LLVMMetadataRef node);
LLVMMetadataRef debug_operand(debug *d, LLVMMetadataRef node, u32 i);
const char *debug_string(debug *d, LLVMMetadataRef node, u32 i);

#endif
