/* The program's modules and the runtime become one. */
#ifndef FRONT_LINK_H
#define FRONT_LINK_H

#include "front/clang.h"

/* Where heddle's own files are. */
typedef struct home {
    char *runtime; /* the folder of runtime64.bc and runtime32.bc */
    char *include; /* the folder of heddle.h */
} home;

void link_find_home(home *h);
void link_free_home(home *h);

/* Adds one module to another; it is gone then. */
void link_join(LLVMModuleRef into, LLVMModuleRef from, const char *file);
/* Links the modules (which it takes over) and the runtime; `files` names them in messages.  The
 * result has a function 'main', the runtime's entry points, and functions that run the
 * constructors, destructors and main. */
LLVMModuleRef link_program(const home *h, const module_list *modules, const string_list *files);

#endif
