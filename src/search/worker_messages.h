/* What the worker processes of one search share, and the messages that they send each other.  Only
 * for src/search. */
#ifndef SEARCH_WORKER_MESSAGES_H
#define SEARCH_WORKER_MESSAGES_H

#include "base/halt.h"
#include "search/stateless.h"

#include <poll.h>
#include <sys/types.h>

#define REASON_BYTES 256

/* In memory that all share. */
typedef struct pool_shared {
    common common;
    u32 free;           /* places; those that wait for one count as well, as `waiting` */
    u32 waiting;        /* processes that have work and no place */
    u32 alive, forked;  /* processes: now, and ever, besides the first */
    u32 finder, teller; /* set by the first process with a failure, with a reason to end */
    u32 found;          /* bytes of the failure in the file; 0: none yet */
    double halted;      /* when */
    char reason[REASON_BYTES];
} pool_shared;

/* A process that explores something below a node. */
typedef struct pool_part {
    int from; /* its messages */
    u32 node;
} pool_part;

struct worker_pool {
    pool_shared *shared;
    u32 size;      /* processes that work at a time */
    u32 late;      /* for tests, see worker_pool_open */
    int places[2]; /* the numbers of those that are free go through this pipe */
    int failure;   /* a file */
    /* Of this process. */
    bool child; /* it is not the first */
    bool waiting;
    int up;    /* a child: whom it sends messages to */
    int place; /* -1: none */
    VEC(pool_part) parts;
    VEC(pid_t) children;
    VEC(struct pollfd) polled;
    double next; /* when something may be handed over */
    byte_list out, in;
    act_list received;
    halt_point halt; /* of a child */
};

/* Ends the search of all, for the first reason that is given. */
void messages_halt(pool_shared *b, const char *why);
/* The search of this process was stopped: leaves its failure, or its reason, and ends all others.
 */
void messages_post(stateless *ss);
/* Takes the failure that was left as the result. */
void messages_take_failure(worker_pool *c, result *r);
/* The last message of a process: all that it found. */
void messages_end(stateless *ss);
/* Receives all that was sent up to now. */
void messages_receive(stateless *ss);
/* To the owner of a node, as far as this process knows: explore a sequence, which was packed
 * before, from there. */
void messages_pack(stateless *ss, const act_list *w);
void messages_demand(stateless *ss, u32 at, u32 count);

#endif
