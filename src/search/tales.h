/* What the processes of a crew know of each other, and tell each other.  Only for src/search. */
#ifndef TALES_H
#define TALES_H

#include "base/halt.h"
#include "search/stateless.h"

#include <poll.h>
#include <sys/types.h>

#define TALE_WORDS 256

/* In memory that all share. */
typedef struct board {
    common common;
    u32 free;           /* places; those that wait for one count as well, as `hungry` */
    u32 hungry;         /* processes that have work and no place */
    u32 alive, hired;   /* processes: now, and ever, besides the first */
    u32 finder, teller; /* somebody has a failure, or a reason to end */
    u32 found;          /* bytes of the failure in the file; 0: none yet */
    double halted;      /* when */
    char reason[TALE_WORDS];
} board;

/* A process that explores something below a node. */
typedef struct part {
    int from; /* what it tells */
    u32 node;
} part;

struct crew {
    board *board;
    u32 workers;
    u32 late;      /* for tests, see crew_open */
    int places[2]; /* the numbers of those that are free go through this pipe */
    int failure;   /* a file */
    /* Of this process. */
    bool hired;
    bool hungry;
    int up;    /* whom to tell, if hired */
    int place; /* -1: none */
    VEC(part) parts;
    VEC(pid_t) children;
    VEC(struct pollfd) polled;
    double next; /* when something may be handed over */
    byte_list out, in;
    act_list heard;
    halt_point halt; /* of a process that was hired */
};

/* Ends the search of all, for the first reason that is given. */
void tales_halt(board *b, const char *why);
/* The search of this process was stopped: leaves its failure, or its reason, and ends all others.
 */
void tales_post(stateless *z);
/* Takes the failure that was left as the result. */
void tales_failure(crew *c, result *r);
/* The last thing that a process tells: all that it found. */
void tales_end(stateless *z);
/* Hears all that was told up to now. */
void tales_hear(stateless *z);
/* To the owner of a node, as far as this process knows: explore a sequence, which was packed
 * before, from there. */
void tales_pack(stateless *z, const act_list *w);
void tales_demand(stateless *z, u32 at, u32 count);

#endif
