/* The evaluator of tests/ltl, apart from what it would clash with. */
#include "evaluate.h"
#include "words.h"

bool evaluate(const ltl *l, formula f, const u64 *letters, u32 n, u32 loop)
{
    word w = {.n = n, .loop = loop};

    memcpy(w.letter, letters, n * sizeof *letters);
    return word_holds(l, f, &w) & 1;
}
