/* The reachable states of an assembly system as a decision diagram, and what holds in them. */
#ifndef ASM_REACH_H
#define ASM_REACH_H

#include "asm/machine.h"

struct ctl;
struct automaton;
typedef struct reach reach;

typedef struct reach_limits {
    u32 nodes;      /* of all diagrams together */
    double seconds; /* 0: no limit */
    const volatile int *interrupted;
} reach_limits;

typedef enum reach_answer { REACH_HOLDS, REACH_FAILS, REACH_OPEN } reach_answer;

/* Not for a common clock.  REACH_FAILS: `steps` leads to a failure, REACH_OPEN: `reason` says why.
 */
reach *reach_open(casm *c, bool allow_deadlock, const reach_limits *limits);
reach_answer reach_safety(reach *r, asm_steps *steps);
/* Formulas where the system begins; `queries` by atom or proposition, over the watched ones.  Weak
 * fairness: a process that always can move does. */
reach_answer reach_ctl(reach *r, const struct ctl *f, const u32 *queries);
reach_answer reach_ltl(reach *r, const struct automaton *a, const u32 *queries, bool weakly_fair);
const char *reach_reason(const reach *r);
double reach_states(const reach *r);
u32 reach_nodes(const reach *r);
void reach_close(reach *r);

#endif
