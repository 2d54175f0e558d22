/* Binary decision diagrams over numbered variables, in the order of their numbers.  0 is false, 1
 * true.  When the limit of nodes is reached, or `over` says so, which is asked now and then, the
 * diagrams are `full` and every result is worthless from then on: ask before you believe one. */
#ifndef ASM_BDD_H
#define ASM_BDD_H

#include "base/base.h"
#include "base/vec.h"

typedef u32 bdd;
typedef VEC(bdd) bdd_list;

typedef struct bdds bdds;

bdds *bdd_open(u32 nodes, bool (*over)(void *whom), void *whom);
void bdd_close(bdds *b);
bool bdd_full(const bdds *b);
u32 bdd_nodes(const bdds *b);

bdd bdd_var(bdds *b, u32 variable);
bdd bdd_not(bdds *b, bdd f);
bdd bdd_and(bdds *b, bdd f, bdd g);
bdd bdd_or(bdds *b, bdd f, bdd g);
bdd bdd_ite(bdds *b, bdd f, bdd g, bdd h);
/* Some value of the cube's variables makes both true. */
bdd bdd_and_exists(bdds *b, bdd f, bdd g, bdd cube);
/* Variables of the cube, all even, become the next higher ones (`up`), or come back from there. The
 * others of each pair must not be in f. */
bdd bdd_shift(bdds *b, bdd f, bdd cube, bool up);
/* One way to make f true, as values by variable; those that do not matter are false. */
void bdd_pick(const bdds *b, bdd f, bool *values);
/* How many values of so many variables make f true. */
double bdd_count(const bdds *b, bdd f, u32 variables);
/* Forgets what is not reachable from these, when it is worth it. */
void bdd_collect(bdds *b, const bdd *roots, u32 n);

#endif
