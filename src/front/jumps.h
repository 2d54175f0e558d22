/* Jumps that restore which signals are blocked. */
#ifndef FRONT_JUMPS_H
#define FRONT_JUMPS_H

#include "base/base.h"

#include <llvm-c/Core.h>

void jumps_save_signals(LLVMModuleRef m);

#endif
