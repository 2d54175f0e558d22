/* The command lines for clang. */
#ifndef COMMAND_H
#define COMMAND_H

#include "front/front.h"

/* Ends the process with a message when there is an option that heddle cannot honour. */
void command_check(const front_options *o);
/* The last -O given; "-O0" when there is none. */
const char *command_level(const front_options *o);
/* Shall LLVM's passes run? */
bool command_optimises(const front_options *o);
/* Is there a clang to run? */
bool command_has_clang(void);
/* From C to bitcode on standard output, but for the file's name; `plain`: the passes come later. */
void command_compile(const front_options *o, const char *include, bool plain, string_list *args);
/* From the bitcode of a plain compilation on standard input to optimised bitcode. */
void command_optimise(const front_options *o, string_list *args);

#endif
