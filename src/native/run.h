/* A program under control as one system: what its parts share.  Of no use outside of this folder.
 */
#ifndef NATIVE_RUN_H
#define NATIVE_RUN_H

#include "native/launch.h"
#include "native/liveness.h"
#include "native/model.h"
#include "native/native.h"
#include "native/where.h"

#include <assert.h>

/* A step of the present run and what its thread rested before. */
typedef struct footstep {
    u16 thread;
    u8 kind;
    u32 choice, operation;
    u64 object, caller;
    u32 image;  /* that the thread was in */
    bool plain; /* can be taken again without a look at the program: all that follows is known */
    bool born;  /* and started a thread */
    native_slot before, after, child; /* where its thread rested, and rests then */
    native_moved moved;               /* by the step */
    event event;
} footstep;

enum { NATIVE_IMAGES = 32 }; /* programs that processes run or become */

/* A program that may be executed, or why not. */
typedef struct checked {
    char *path;
    u64 device, inode, changed;
    const char *wrong; /* or NULL */
} checked;

/* The objects that a process may use. */
typedef struct use {
    u32 thread;
    VEC(char *) objects;
} use;

typedef struct native {
    sys base;
    native_options o;
    launch launch;      /* the one of the present place */
    VEC(launch) places; /* all */
    model model;
    where wheres[NATIVE_IMAGES]; /* the programs, then what processes became */
    u32 images;                  /* of them */
    liveness lives[NATIVE_IMAGES];
    VEC(checked) checked;
    VEC(use) uses;
    VEC(footstep) path;
    u64 blocked[NATIVE_THREADS]; /* states one after the other */
    u32 at;                      /* steps taken in this run */
    bool later;                  /* and they are yet to be taken by the program itself */
    native_slot first;           /* where the first thread rests at first */
    bool failed, cut;
    bool pruned; /* by the last step */
    u64 dropped; /* threads whose assumption failed, as bits: the others go on */
    failure error;
    text turns[NATIVE_THREADS]; /* what threads that turn to no effect do (turns.c) */
    text words;
    char limit[192];
} native;

static inline native *of(const sys *s)
{
    assert(s->kind == SYSTEM_NATIVE);
    return (native *)s;
}

static inline native_slot *slot_at(native *n, u32 slot)
{
    return &n->launch.shared->slots[slot];
}

static inline bool rests(const native *n, u32 slot)
{
    return slot < n->model.threads && !n->model.tasks[slot].over && !(n->dropped >> slot & 1);
}

/* It has stopped, in a loop that has no exit and does nothing. */
static inline bool parked(native *n, u32 slot)
{
    return rests(n, slot) && slot_at(n, slot)->operation == NATIVE_PARKED;
}

static inline bool over(const native *n)
{
    return n->failed || n->cut || n->model.exited || !n->model.left;
}

#endif
