/* A breadth-first search by processes that share nothing, each with a part of the states. */
#ifndef SEARCH_RANKS_H
#define SEARCH_RANKS_H

#include "search/search.h"
#include "search/transport.h"

typedef struct ranks_options {
    transport *t;
    u64 system; /* a hash: that the systems are equal is found out before the search begins */
    void (*differs)(u32 rank); /* does not return: that one's is another */
    u64 memory; /* bytes that all ranks may hold together; 0: o->max.memory is for each of them */
    /* What else a rank has found, to bytes in one rank and from them in the first; NULL: nothing.
     */
    void (*leave)(void *with, byte_list *out);
    void (*join)(void *with, const u8 *bytes, u32 n);
    void *with;
} ranks_options;

/* Every rank calls it, for equal systems with the same options; the result is the first one's, of
 * all ranks together.  The system has bytes that can be had of saved states (sys_renews), no rank
 * and no match keys.  The transport is closed afterwards. */
void search_ranks(sys *s, const search_options *o, const ranks_options *how, result *r);

#endif
