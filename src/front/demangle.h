/* Names of C++ as people write them. */
#ifndef DEMANGLE_H
#define DEMANGLE_H

#include <stdbool.h>

/* A new string, or NULL when the name is none of C++'s.  Of a function the parameters are left out.
 */
char *demangle(const char *name, bool function);

#endif
