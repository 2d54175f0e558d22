/* Calls and members of C++'s library in the words of those who use it. */
#ifndef REPORT_CXX_H
#define REPORT_CXX_H

#include "base/text.h"

/* Is it a call of C++'s library, as the machine writes calls? */
bool cxx_call(const char *call);
/* Appends the name of a function as the standard and its users have it; a lambda is `f::lambda1`.
 */
void cxx_say_name(const char *name, text *out);
/* Appends the call with the names that the standard has: "std::shared_ptr<int>::reset(&p)". */
void cxx_say_call(const char *call, text *out);
/* Is the place one that only the library names, a member of its classes or what it allocated,
 * or one without a name? */
bool cxx_place(const char *where);
/* Appends what such a place is to users, "use_count of p"; nothing where it means nothing to them.
 */
void cxx_say_place(const char *where, text *out);
/* The class of an object by the pointer to its virtual functions, "&vtable for base+16", appended;
 * false: it is no such pointer. */
bool cxx_class(const char *value, text *out);

#endif
