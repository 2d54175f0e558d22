/* Modules: parts of a system that are proved once, by themselves, and then stand for what they
 * promise. */
#ifndef ASM_MODULE_H
#define ASM_MODULE_H

#include "asm/parse.h"

/* Behind the words `import` and `module`: the cells of the port can be named from there on. */
void module_import(parser *s);
void module_own(parser *s);
/* The shared cell of a port by the name that it has in its module, or -1. */
int module_cell(const parser *s, const token *t);
/* When all processes are there: what stands for the modules, observers, and what each side may do.
 */
void module_build(parser *s);
/* When all properties are there: runs that no module has count for none of them. */
void module_guard(casm *c);
void module_free(parser *s);

#endif
