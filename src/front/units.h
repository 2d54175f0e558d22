/* The files of a program as units of compilation: each with options of its own, where a database of
 * commands or a program that `heddle cc` built says so, and with its bitcode, where it is there. */
#ifndef FRONT_UNITS_H
#define FRONT_UNITS_H

#include "front/front.h"

typedef struct unit {
    char *file;         /* as clang is to read it */
    VEC(char *) flags;  /* before those of the user */
    const void *code;   /* bitcode that no pass has run on; NULL: to be compiled */
    size_t code_length; /* lies in unit_list.held */
} unit;

typedef struct unit_list {
    VEC(unit) all;
    VEC(char *) held; /* contents of files */
} unit_list;

/* Options of a compiler's command line that decide what a file means to clang, with names of files
 * made absolute from the folder.  The first word is the compiler. */
void units_flags(const char *const *words, u32 n, const char *folder, unit *to);
/* Fills the list where the options name a database or a built program, and returns the options with
 * the files of the list in the place of theirs; else the options as they are. */
front_options units_open(const front_options *o, unit_list *list);
void units_close(front_options *o, unit_list *list);
/* The options for a file, by its number: with `flags`, which the caller frees. */
front_options units_options(const front_options *o, u32 file, string_list *flags);

/* built.c: a section that has units of a program. */
#define BUILT_SECTION ".heddle_bc"
/* Is it an object, or a program? */
bool built_is(const char *file);
/* Ends the process where the program has no units. */
void built_read(const char *file, unit_list *list);
/* Appends a unit to what is to become a section. */
void built_add(const unit *u, text *out);

/* database.c: compile_commands.json of a folder. */
void database_read(const char *folder, const string_list *files, unit_list *list);

#endif
