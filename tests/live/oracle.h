/* Whether a system has a run that an automaton accepts, by another way than the engines go: all
 * states first, then the product with the automaton, and its strongly connected components by
 * Tarjan's algorithm. */
#ifndef ORACLE_H
#define ORACLE_H

#include "ltl/automaton.h"
#include "search/liveness.h"

struct states;

/* All states of the system; NULL when there are more than `most`, or a run fails or is cut. */
struct states *oracle_open(sys *s, const u32 *queries, u32 nqueries, u32 most);
void oracle_close(struct states *a);
/* Is there such a run, with this fairness?  With `endless` those that end do not count. */
bool oracle_finds(const struct states *a, const automaton *violations, fairness fair, bool endless);

#endif
