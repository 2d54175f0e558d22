/* A formula on a run that repeats, by the definition of the operators. */
#ifndef EVALUATE_H
#define EVALUATE_H

#include "ltl/ltl.h"

enum { MOST_LETTERS = 64 };

/* Does the formula hold of letters 0 .. n-1 after which come those from `loop` on again and again?
 */
bool evaluate(const ltl *l, formula f, const u64 *letters, u32 n, u32 loop);

#endif
