/* Jumps that restore which signals are blocked. */
#ifndef JUMPS_H
#define JUMPS_H

#include "base/base.h"

#include <llvm-c/Core.h>

void jumps_save_signals(LLVMModuleRef m);

#endif
