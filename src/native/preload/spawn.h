/* Children that become another program at once. */
#ifndef NATIVE_PRELOAD_SPAWN_H
#define NATIVE_PRELOAD_SPAWN_H

#include "native/preload/control.h"

#include <sys/types.h>

typedef enum spawn_kind {
    SPAWN_OPEN,
    SPAWN_CLOSE,
    SPAWN_DUP,
    SPAWN_CHDIR,
    SPAWN_FCHDIR,
    SPAWN_CLOSE_FROM
} spawn_kind;

/* What the child does before. */
typedef struct spawn_action {
    spawn_kind kind;
    int descriptor, to; /* to: of a duplicate */
    int flags;          /* of an open, with its mode and path */
    mode_t mode;
    char *path;
} spawn_action;

typedef struct spawn_plan {
    const char *path;
    bool search; /* along PATH */
    char *const *argv, *const *environment;
    const spawn_action *actions;
    uint32_t n;
    uint64_t blocked, defaults; /* signals, as bits */
    uint64_t caller;
} spawn_plan;

/* Returns when the child has become the program: 0, or why it did not. */
int spawn_child(const spawn_plan *plan, pid_t *child);

#endif
