/* The command lines for clang. */
#ifndef FRONT_COMMAND_H
#define FRONT_COMMAND_H

#include "front/front.h"

typedef enum language { LANGUAGE_C, LANGUAGE_CXX, LANGUAGES } language;

/* Ends the process with a message when there is an option that heddle cannot honour. */
void command_check(const front_options *o);
/* The last -O given; "-O0" when there is none. */
const char *command_level(const front_options *o);
/* Shall LLVM's passes run? */
bool command_optimises(const front_options *o);
/* The standard of C++ that is asked for, or NULL. */
const char *command_standard_cxx(const front_options *o);
/* Is code for 32 bits asked for? */
bool command_narrow(const front_options *o);
/* Are the functions of std::string all inline, as from C++20 on? */
bool command_inlines_strings(const front_options *o);
/* Is there a clang to run?  Its name; the process ends where there is none. */
bool command_has_clang(void);
const char *command_clang(void);
/* From a source to bitcode on standard output, but for the file's name; `plain`: the passes come
 * later. */
void command_compile(const front_options *o, language of, const char *include, bool plain,
                     string_list *args);
/* From the bitcode of a plain compilation on standard input to optimised bitcode. */
void command_optimise(const front_options *o, string_list *args);

#endif
