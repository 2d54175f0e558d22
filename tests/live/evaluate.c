/* The evaluator of tests/ltl, apart from what it would clash with. */
#include "evaluate.h"
#include "words.h"

bool evaluate(const ltl *l, formula f, const u64 *letters, u32 n, u32 loop)
{
    word w = {.letter = letters, .n = n, .loop = loop};

    return word_holds(l, f, &w);
}
