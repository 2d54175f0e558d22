/* Variables that the optimiser shall keep: --keep. */
#ifndef FRONT_KEEP_H
#define FRONT_KEEP_H

#include "front/clang.h"

/* Before the optimiser: the module's variables of these names count as used from elsewhere. */
void keep_variables(LLVMModuleRef m, const string_list *names);
/* Ends the process with EXIT_USAGE when a name of --keep is no variable of the modules. */
void keep_check(const front_options *o, const module_list *modules);

#endif
