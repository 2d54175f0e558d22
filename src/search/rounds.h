/* Processes that search together, round by round: they share tables, and wait for each other at the
 * end of each round.  Only for src/search. */
#ifndef SEARCH_ROUNDS_H
#define SEARCH_ROUNDS_H

#include "search/explore.h"
#include "store/shared.h"

#include <stdatomic.h>
#include <sys/types.h>

/* What a process leaves at its end; nothing behind a pointer of `r` is there. */
typedef struct rounds_part {
    result r;
    bool told, stopped, depth_cut;
    double omitted;
    char cut[192];
    int outcomes; /* a file in memory */
    pid_t pid;
} rounds_part;

/* In shared memory. */
typedef struct rounds {
    common all;
    _Atomic u32 met;    /* processes that have come to the end of this round */
    _Atomic u32 round;  /* the number of this one */
    _Atomic u32 stop;   /* all are to leave */
    _Atomic u32 failed; /* where an error was found, + 1, as the engine counts places */
    u32 processes;
    rounds_part parts[SHARED_MOST];
} rounds;

typedef void rounds_work(void *with);

/* Forks all processes but the first.  Each does the work with the explorer, whose result is its
 * own, and ends; the caller does it too. */
void rounds_start(rounds *d, explorer *x, rounds_work *work, void *with);
/* The last one to come does what is to be done between two rounds, unless all are to leave: then
 * nothing is done, and the answer is false. */
bool rounds_meet(rounds *d, void (*turn)(void *with), void *with);
void rounds_stop(rounds *d);
/* This process has stopped; `place`: where, if that is because of an error. */
void rounds_note(rounds *d, const explorer *x, u32 place);
/* For the first process, at the end: waits for the others, and takes what they leave. */
void rounds_gather(rounds *d, explorer *x);

#endif
