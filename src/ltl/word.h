/* Words that repeat for ever, and the formulas that hold of them. */
#ifndef LTL_WORD_H
#define LTL_WORD_H

#include "ltl/ltl.h"

/* Letters 0 .. n-1, the propositions that hold as bits; after the last comes letter `loop` again.
 */
typedef struct word {
    const u64 *letter;
    u32 n, loop;
} word;

static inline u32 word_next(const word *w, u32 i)
{
    return i + 1 < w->n ? i + 1 : w->loop;
}

/* By the definitions of the operators alone: automata have no part in it. */
bool word_holds(const ltl *l, formula f, const word *w);
/* The same from each position on, 0 or 1. */
void word_positions(const ltl *l, formula f, const word *w, u8 *out);

#endif
