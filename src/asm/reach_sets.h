/* What reach.c finds and reach_logic.c asks about. */
#ifndef ASM_REACH_SETS_H
#define ASM_REACH_SETS_H

#include "asm/bdd.h"
#include "asm/circuit.h"
#include "asm/casm.h"

typedef struct relation {
    u32 process;
    bdd holds;     /* over the bits before, and of the changed ones after */
    bdd now, next; /* cubes of the changed bits */
    bdd can, fails;
    bdd done; /* states that it was applied to */
} relation;

/* Where a step would change a bit that was guessed never to change. */
typedef struct breach {
    u32 latch;
    bdd when;
} breach;

struct reach {
    casm *c;
    circuit k;
    bdds *b;
    reach_limits limits;
    double since;
    bool allow_deadlock;
    char reason[120];
    u8 *constant;  /* by latch: 0 and 1 when it never changes, 2 else */
    bool *guessed; /* by latch: that it never changes is not known yet */
    u32 *place;    /* by latch: in the order of variables */
    u32 bits;
    VEC(bdd) memo; /* by node of the circuit */
    VEC(relation) relations;
    VEC(breach) breaches;
    bdd choice;              /* cube */
    bdd initial, all, stuck; /* states; stuck: reachable ones in which nobody can move */
};

/* A limit was reached: nothing that was computed since counts. */
bool reach_over(reach *r);
/* A literal of the circuit over the state. */
bdd reach_lit(reach *r, lit l);
/* reach_order.c: gives every bit that varies its place. */
void reach_order(reach *r);
/* The states from which the step leads into the set; and all steps, from reachable states. */
bdd reach_before(reach *r, const relation *t, bdd to);
bdd reach_all_before(reach *r, bdd to);

#endif
