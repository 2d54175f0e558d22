/* Büchi automata with generalised acceptance on edges: a run is accepted when it takes, for every
 * acceptance set, infinitely many edges that carry the set's mark.  With no set every infinite run
 * is accepted. */
#ifndef LTL_AUTOMATON_H
#define LTL_AUTOMATON_H

#include "base/vec.h"

struct text;

/* From a state, when the propositions in `yes` hold and those in `no` do not. */
typedef struct edge {
    u64 yes, no;
    u32 to;
    u32 marks; /* bit i: acceptance set i */
} edge;

typedef VEC(edge) edges;

typedef struct automaton {
    VEC(edges) states; /* the edges that leave each; there is at least one state */
    VEC(char *) names; /* of the propositions, by bit */
    u32 start;
    u32 sets;
    bool state_marks; /* the edges of a state all carry the same marks */
    bool stutters;    /* known to accept a word however often its letters are repeated, or never */
} automaton;

typedef struct hoa_error {
    u32 line;
    char message[160];
} hoa_error;

automaton *automaton_open(u32 sets);
void automaton_close(automaton *a);
u32 automaton_add_state(automaton *a);
void automaton_add_name(automaton *a, const char *name);
u32 automaton_count_edges(const automaton *a);

/* Whether an edge can be taken when exactly the propositions of `letter` hold. */
static inline bool edge_reads(const edge *e, u64 letter)
{
    return (letter & e->yes) == e->yes && !(letter & e->no);
}

/* Makes the automaton smaller; it accepts the same words. */
void automaton_reduce(automaton *a);
/* An automaton for the same words with one acceptance set, all edges of a state alike. */
automaton *automaton_buchi(const automaton *a);

/* Gives each state the number of its strongly connected component; a component has a higher number
 * than those that can be reached from it.  The number of components. */
u32 automaton_components(const automaton *a, u32 *component);
/* The same of the graph of those edges that stay within a component of `within` and lack `mark`. */
u32 automaton_components_within(const automaton *a, const u32 *within, u32 mark, u32 *component);

/* Appends the automaton in the Hanoi omega-automata format, version 1; `name` may be NULL. */
void automaton_hoa(const automaton *a, const char *name, struct text *out);
/* Appends the automaton as a graph for Graphviz. */
void automaton_dot(const automaton *a, const char *name, struct text *out);
/* Reads the Hanoi format: (generalised) Büchi acceptance on states or edges, explicit labels; NULL
 * with `error` filled. */
automaton *automaton_read(const char *source, hoa_error *error);

#endif
