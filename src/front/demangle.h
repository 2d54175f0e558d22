/* Names of C++ as people write them. */
#ifndef FRONT_DEMANGLE_H
#define FRONT_DEMANGLE_H

#include <stdbool.h>

/* A new string, or NULL when the name is none of C++'s.  Of a function the parameters are left out.
 */
char *demangle(const char *name, bool function);

#endif
