/* Calls and members of C++'s library in the words of those who use it. */
#ifndef REPORT_CXX_H
#define REPORT_CXX_H

#include "base/text.h"
#include "system.h"

/* Is it a call of C++'s library, as the machine writes calls? */
bool cxx_call(const char *call);
/* Does the library touch what is its own with no function of the user's below (NULL), as a thread
 * of std::async does before and after the user's function? */
bool cxx_outside(const char *function, const char *where);
/* Appends the name of a function as the standard and its users have it; a lambda is `f::lambda1`.
 */
void cxx_say_name(const char *name, text *out);
/* Appends the call with the names that the standard has: "std::shared_ptr<int>::reset(&p)". */
void cxx_say_call(const char *call, text *out);
/* Is the call one that throws?  Appends "throws std::runtime_error". */
bool cxx_throws(const char *call, text *out);
/* Any call, with these names where it is one of C++'s library. */
void cxx_say(const char *call, text *out);
/* sys_waits_for, with these names. */
void cxx_waits_for(sys *s, u16 slot, text *out);
/* Is the place one that only the library names, a member of its classes or what it allocated,
 * or one without a name? */
bool cxx_place(const char *where);
/* Appends what such a place is to users, "use_count of p"; nothing where it means nothing to them.
 */
void cxx_say_place(const char *where, text *out);
/* Is the place in a node of a list, a map or their kin, or in what leads there?  Its type is not
 * known; "an element of m" is appended. */
bool cxx_element(const char *where, text *out);
/* Where a text speaks of what a smart pointer points to, or of elements of a container, it does so
 * without the library's members: `p->next`, `*p`, `v[0]`. */
void cxx_say_places(text *told);
/* Of exceptions the runtime tells as if it wrote to files with these numbers, which no file has. */
enum { CXX_THROWS = -1, CXX_THROWS_AGAIN = -2, CXX_CATCHES = -3, CXX_WHAT = -4 };
/* Is output to this number no output, but the word of an exception? */
bool cxx_exception(u64 number);
/* Appends it: "throws std::runtime_error".  What what() says comes after it, as CXX_WHAT, or in one
 * with it behind a blank. */
void cxx_say_exception(u64 number, const char *told, text *out);
/* The class of an object by the pointer to its virtual functions, "&vtable for base+16", appended;
 * false: it is no such pointer. */
bool cxx_class(const char *value, text *out);

#endif
