/* A program under control: its fork server, and the present run. */
#ifndef NATIVE_LAUNCH_H
#define NATIVE_LAUNCH_H

#include "base/text.h"
#include "native/protocol.h"

#include <sys/types.h>

typedef struct launch {
    native_shared *shared;
    pid_t servers[NATIVE_PROGRAMS];
    bool started;    /* a run was */
    int output;      /* what the program prints, where it is kept; 0: nowhere */
    double patience; /* seconds without an operation until a run diverges */
    u32 processor;   /* that it runs on */
} launch;

typedef enum quiet {
    QUIET_RESTS,   /* every thread is before an operation, or the run has an end */
    QUIET_GONE,    /* the process is no more */
    QUIET_SPINS,   /* no operation for so long, and a thread is at work */
    QUIET_BLOCKED, /* the same, but none is */
} quiet;

/* Starts the programs, a list that ends with NULL, up to their mains; NULL, or a sentence on why it
 * cannot be. */
const char *launch_open(launch *l, const char *library, char *const *const *programs,
                        text *problem);
/* Why a program cannot be controlled; NULL: it can. */
const char *launch_wrong(const char *path);
/* Chooses processors: the present one, and those after it that heddle may use. */
void launch_spread(launch *all, u32 n);
/* This process goes on with a program that another one may have used: on its processor. */
void launch_adopt(launch *l);
/* A new run; what was before is killed.  It takes the script's first lines by itself. */
quiet launch_run(launch *l, u32 lines);
/* Lets a thread go on to its next operation. */
quiet launch_turn(launch *l, u32 slot);
/* Waits for the end of a process that ends by itself. */
quiet launch_end(launch *l);
void launch_close(launch *l);

#endif
