/* Beginnings of words, and the formulas that they refute. */
#ifndef LTL_PREFIX_H
#define LTL_PREFIX_H

#include "ltl/ltl.h"

/* The least number of letters, the propositions that hold as bits, after which the formula is false
 * of every word that begins with them, as far as the operators' definitions tell; 0: none of the n
 * beginnings refutes it. */
u32 prefix_refutes(const ltl *l, formula f, const u64 *letter, u32 n);

#endif
