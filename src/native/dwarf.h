/* Types of a program's static variables, from its debug information. */
#ifndef NATIVE_DWARF_H
#define NATIVE_DWARF_H

#include "base/text.h"

typedef struct dwarf dwarf;

/* What a place in a variable holds. */
typedef enum dwarf_kind {
    HOLDS_SIGNED, /* or unknown */
    HOLDS_UNSIGNED,
    HOLDS_BOOL,
    HOLDS_CHAR,
    HOLDS_FLOAT,
    HOLDS_POINTER,
    HOLDS_ENUM,
} dwarf_kind;

/* A type, by where the debug information has it. */
typedef u64 dwarf_type;
enum { NO_TYPE = 0 };

/* NULL: the file has no debug information, or there is no library to read it. */
dwarf *dwarf_open_file(const char *path);
void dwarf_close_file(dwarf *d);
/* The type of the static variable that begins at this address of the file; NO_TYPE: there is none.
 */
dwarf_type dwarf_variable(dwarf *d, u64 address);
/* Static variables, one after the other: false after the last. */
bool dwarf_each(dwarf *d, u32 i, u64 *address, dwarf_type *type, const char **name);
/* The variable of the function at `pc`, an address of the file, that has this address in its bytes,
 * and where it begins; `base` is the canonical frame address of the call.  NO_TYPE: there is none.
 */
dwarf_type dwarf_local(dwarf *d, u64 pc, u64 base, u64 address, u64 *begin, const char **name);
/* The lines that have code, in any order, some more than once. */
void dwarf_lines(dwarf *d, void (*each)(void *with, const char *file, u32 line), void *with);
/* Appends `.items[2].v` for these bytes of a thing of that type, and what is there; *rest becomes
 * the bytes from the start of what was named. */
dwarf_type dwarf_part(dwarf *d, dwarf_type type, u64 offset, u32 size, u64 *rest, text *out);
/* The member of that name, or the element with that number, and its offset; NO_TYPE: there is none.
 */
dwarf_type dwarf_member(dwarf *d, dwarf_type type, const char *name, size_t length, u64 *offset);
dwarf_type dwarf_element(dwarf *d, dwarf_type type, u64 index, u64 *offset);
dwarf_kind dwarf_holds(dwarf *d, dwarf_type type);
bool dwarf_scalar(dwarf *d, dwarf_type type); /* a number, a pointer or an enumeration */
u64 dwarf_size(dwarf *d, dwarf_type type);    /* 0: unknown */
/* What a pointer points to; NO_TYPE: it is none, or points to nothing that is known. */
dwarf_type dwarf_target(dwarf *d, dwarf_type type);
/* The name of an enumeration's value; NULL: it has none. */
const char *dwarf_enumerator(dwarf *d, dwarf_type type, i64 value);

#endif
