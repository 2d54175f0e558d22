/* Locks of stdio's streams that the program takes itself.  heddle knows who has one; the library's
 * own lock is taken as well, so that whoever writes to the stream meanwhile is seen to wait. */
#define _GNU_SOURCE
#include "native/preload/control.h"

#include <stdio.h>

enum { RECURSIVE = 1 };

typedef void lock_function(FILE *);

/* The lock is not in the stream's bytes: it goes by its address, and is never one just made. */
static int operate(uint32_t operation, FILE *f, uint64_t caller)
{
    return control_ask(&(ask){.operation = operation,
                              .object = control_name(f),
                              .argument = RECURSIVE,
                              .word = NATIVE_SEEN,
                              .caller = caller});
}

static void real(const char *name, FILE *f)
{
    ((lock_function *)control_real(name))(f);
}

EXPORT void flockfile(FILE *f)
{
    if (controlled())
        operate(NATIVE_MUTEX_LOCK, f, CALLER);
    real("flockfile", f);
}

EXPORT int ftrylockfile(FILE *f)
{
    int error = controlled() ? operate(NATIVE_MUTEX_TRYLOCK, f, CALLER) : 0;

    if (!error)
        real("flockfile", f);
    return error;
}

EXPORT void funlockfile(FILE *f)
{
    real("funlockfile", f);
    if (controlled())
        operate(NATIVE_MUTEX_UNLOCK, f, CALLER);
}
