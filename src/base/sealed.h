/* Files that are whole or refused: blocks, each with a hash of all up to its end.  Written beside
 * their place and put there when they are complete, so that a file that is there stays as it was
 * until another one is. */
#ifndef BASE_SEALED_H
#define BASE_SEALED_H

#include "base/base.h"

#include <stdio.h>

typedef struct sealed {
    FILE *file;
    char *path, *beside; /* beside: what is written, before it has its name */
    u64 chain[2];        /* of all blocks up to here */
    u8 *block;
    u32 n, at;   /* bytes of the block, and those that were read */
    int problem; /* errno of the first write that failed; 0: none */
} sealed;

/* Writing: false, and errno says why, where the file cannot be made. */
bool sealed_create(sealed *s, const char *path);
void sealed_put(sealed *s, const void *bytes, u64 n);
void sealed_put64(sealed *s, u64 v);
/* The file takes its place; false: it does not, errno says why, and the one before is as it was. */
bool sealed_commit(sealed *s);

/* Reading: NULL, or what is wrong with the file, all of which is looked at. */
const char *sealed_open(sealed *s, const char *path);
/* False: there is no more. */
bool sealed_get(sealed *s, void *to, u64 n);
bool sealed_get64(sealed *s, u64 *v);
void sealed_close(sealed *s);

#endif
