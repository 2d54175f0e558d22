/* What a program is made from: the files that the compiler read, and the names that it looked for
 * in vain.  Nothing of it has changed: compiled again, the program would be the same. */
#ifndef FRONT_INPUTS_H
#define FRONT_INPUTS_H

#include "base/text.h"
#include "base/vec.h"

#include <time.h>

typedef struct input {
    char *path;
    u64 digest[2]; /* of its contents */
} input;

typedef VEC(char *) path_list;

typedef struct inputs {
    struct timespec begun;
    VEC(input) files;
    path_list folders; /* where the compiler may look for a header */
    path_list asked;   /* headers that a file asks for by __has_include */
    u64 there[2];      /* which of the names that a header could have are there */
    text said;         /* what the user was told on standard error */
    bool unclear;      /* something else decides, too */
} inputs;

/* From here on no file may change. */
void inputs_begin(inputs *in);
void inputs_free(inputs *in);
void inputs_file(inputs *in, const char *path);
void inputs_folder(inputs *in, const char *path);
/* The files that clang lists in the language of make. */
void inputs_listed(inputs *in, const char *list);
/* Files and folders that an option of the compiler names. */
void inputs_option(inputs *in, const char *option);
/* Reads all files; false: these inputs do not tell what the program is. */
bool inputs_settle(inputs *in);
/* Are files and names as they were? */
bool inputs_same(const inputs *in);

#endif
