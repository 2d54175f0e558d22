/* Whether a product has a cycle that carries all that is required, by several processes.  Only for
 * src/search. */
#ifndef SEARCH_OWCTY_H
#define SEARCH_OWCTY_H

#include "search/product.h"
#include "search/rounds.h"

/* In shared memory.  What is not atomic changes only while all processes wait. */
typedef struct owcty_board {
    u64 first, end;     /* of the list: the nodes of this round */
    u64 size;           /* of the set */
    u64 reached;        /* nodes of the product */
    edge_marks every;   /* all edges inside the set carry these */
    _Atomic u64 next;   /* node, or place in the list, that nobody took yet */
    _Atomic u64 tail;   /* behind the last place of the list */
    _Atomic u64 joined; /* nodes that came into the set, */
    _Atomic u64 left;   /* and that left it */
    _Atomic u64 common; /* will be `every` */
} owcty_board;

/* Shared, reserved before the fork; zero when a run begins, and after it. */
typedef struct owcty_tables {
    u8 *flags;           /* by node */
    _Atomic u32 *before; /* its predecessors in the set */
    u64 *list;
    u64 room; /* nodes */
} owcty_tables;

bool owcty_reserve(owcty_tables *t);
void owcty_release(owcty_tables *t);
/* By every process of `d`, each with a product of its own over the same graph, of which nothing
 * more is explored.  False: all are to leave.  Else *found says whether there is such a cycle; of
 * strong fairness only whether there may be one. */
bool owcty_run(rounds *d, owcty_board *b, const owcty_tables *t, const product *p, bool *found);

#endif
