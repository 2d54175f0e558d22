/* Where an entry point was called from.  Files that use this are compiled so that the registers
 * that a callee keeps, but for the frame pointer, are never used: their values are the caller's
 * (-ffixed-...). */
#ifndef NATIVE_CC_FRAME_H
#define NATIVE_CC_FRAME_H

#include "native/accesses.h"

#define CALLER       ((uint64_t)__builtin_return_address(0))
#define ORDER(order) ((int)((unsigned)(order) & 7u)) /* hints of the processor lie above */

/* Of the function that this is expanded in. */
#define FRAME(f)                                                                         \
    access_frame f;                                                                      \
    f.caller = CALLER;                                                                   \
    f.stack = (uint64_t)__builtin_frame_address(0) + 2 * sizeof(uint64_t);               \
    f.registers[0] = *(const uint64_t *)__builtin_frame_address(0);                      \
    __asm__ volatile("movq %%rbx, %0\n\tmovq %%r12, %1\n\tmovq %%r13, %2\n\t"            \
                     "movq %%r14, %3\n\tmovq %%r15, %4"                                  \
                     : "=m"(f.registers[1]), "=m"(f.registers[2]), "=m"(f.registers[3]), \
                       "=m"(f.registers[4]), "=m"(f.registers[5]))

#endif
