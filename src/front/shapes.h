/* Calls of the library get its prototypes, and thread functions the shape that a thread needs. */
#ifndef FRONT_SHAPES_H
#define FRONT_SHAPES_H

#include <llvm-c/Core.h>

/* The module is linked with the runtime. */
void shapes_mend(LLVMModuleRef m);

#endif
