/* Breadth-first search by one process (bfs.c) and by several (bfs_workers.c).  Only for these. */
#ifndef SEARCH_BFS_H
#define SEARCH_BFS_H

#include "search/explore.h"

typedef struct bfs_entry {
    u32 key, parent;
} bfs_entry;

typedef struct bfs {
    explorer x;
    VEC(bfs_entry) queue;
    VEC(u32) ranks;        /* of the queue; empty when there are none */
    VEC(step_taken) steps; /* to each entry, where keys of those that were explored are forgotten */
    successor_list fresh;
    u32 at;    /* being expanded */
    u32 level; /* first state of the next level */
    u64 depth; /* of the level being expanded */
} bfs;

/* Of entry `at`, at this depth; the successors to `fresh`. */
void bfs_expand(bfs *b);
/* After a failing step from a level, which has this first entry: a deadlock in it has one step
 * less. */
void bfs_look_for_nearer(bfs *b, u32 first);
/* The steps to the failure, from the state of entry `at`. */
void bfs_path(bfs *b, step_list *out);
/* By o->workers processes. */
void bfs_by_several(sys *s, const search_options *o, result *r);

#endif
