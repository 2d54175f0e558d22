/* Forms of operator new and delete that the program replaces. */
#ifndef FRONT_FORMS_H
#define FRONT_FORMS_H

#include <llvm-c/Core.h>

/* Those that the standard defines by a form that the module m replaces call it; `cxx` is the part
 * of the runtime for C++, before the two are linked. */
void forms_forward(LLVMModuleRef m, LLVMModuleRef cxx);

#endif
