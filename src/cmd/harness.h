/* Harnesses: programs and assembly systems that say in their comments what heddle is to find of
 * them. */
#ifndef CMD_HARNESS_H
#define CMD_HARNESS_H

#include "base/text.h"
#include "base/vec.h"

typedef VEC(char *) own_words;

typedef struct harness {
    char *path;        /* as it was found */
    char *verdict;     /* VERIFIED, FAILED or UNKNOWN */
    char *kind;        /* of the error; NULL: any */
    u32 line;          /* and where; 0: anywhere */
    bool system;       /* an assembly system, for heddle asm */
    bool native;       /* built by heddle cc and run, with heddle native */
    own_words flags;   /* of heddle cc */
    own_words options; /* of heddle check, asm or native */
    own_words files;   /* that are checked with it, from its folder */
    own_words args;    /* of the program */
} harness;

typedef VEC(harness) harness_list;

/* Appends those at the path: a file, or all of C, C++ and assembly in a folder and in those below
 * it, by name.  Files without a verdict are none.  A line that is not understood ends the process
 * with EXIT_INPUT. */
void harness_find(harness_list *list, const char *path);
void harness_free(harness_list *list);

#endif
