/* The search of a real program: several stateless ones, one inside the other. */
#ifndef NATIVE_SEARCH_H
#define NATIVE_SEARCH_H

#include "search/search.h"

typedef VEC(u64) word_addresses;

typedef struct native_search {
    search_options o;
    stateless_options how;
    bool no_spurious;
    bool promote;        /* a word that races is made one whose accesses are steps */
    word_addresses racy; /* those that were; to be freed */
} native_search;

/* From the start of a run. */
void native_explore(sys *s, native_search *n, result *r);

#endif
