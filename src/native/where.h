/* Source places and names of a program's addresses, by llvm-symbolizer. */
#ifndef NATIVE_WHERE_H
#define NATIVE_WHERE_H

#include "base/text.h"
#include "base/vec.h"
#include "native/dwarf.h"

#include <stdio.h>
#include <sys/types.h>

typedef struct spot {
    u64 address;
    bool data;
    const char *function; /* data: the variable; "" unknown */
    const char *file;
    u32 line, column;
    u64 begin, size;    /* data */
    bool user;          /* in the program itself, not in a library or a header of the system */
    struct spot *outer; /* code: it is inlined, and this is where it was called; or NULL */
} spot;

typedef struct module {
    char *path;
    u64 low, high, base;
    dwarf *types; /* NULL: not read, or it has none */
    bool typed;   /* was read */
} module;

typedef struct where {
    VEC(module) modules;
    VEC(spot *) spots; /* each stays where it is */
    pid_t tool;
    FILE *to, *from;
    bool asked; /* for the tool */
    pid_t user; /* who did */
} where;

/* Of a process that is loaded. */
void where_open(where *w, pid_t process);
/* Is the same loaded at the same places? */
bool where_same(const where *a, const where *b);
/* In a process that was forked: the tool is the other's. */
void where_adopt(where *w);
const spot *where_code(where *w, u64 address);
const spot *where_data(where *w, u64 address);
/* The types of what is loaded there, and what the loader added to addresses of its file; NULL:
 * none. */
dwarf *where_types(where *w, u64 address, u64 *base);
/* Of each source file of the program itself: by line, 1 where it has code. */
void where_lines(where *w, void (*each)(void *with, const char *file, const u8 *has, u32 lines),
                 void *with);
void where_close(where *w);

#endif
