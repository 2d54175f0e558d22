/* Which defect this process has on purpose. */
#include "base/mutant.h"

#ifdef HEDDLE_MUTANTS

#include <stdlib.h>
#include <string.h>

static const char *const names[MUTANT_COUNT] = {
    "",
#undef MUTANT
#define MUTANT(name, meaning) #name,
#include "base/mutants.def"
};

static mutant find(const char *name)
{
    for (mutant m = 0; m < MUTANT_COUNT; m++)
        if (strcmp(names[m], name) == 0)
            return m;
    fail(EXIT_USAGE, "HEDDLE_MUTANT: no mutant has the name %s", name);
}

mutant mutant_chosen(void)
{
    static mutant chosen = MUTANT_COUNT;

    if (chosen == MUTANT_COUNT)
        chosen = find(getenv("HEDDLE_MUTANT") ? getenv("HEDDLE_MUTANT") : "");
    return chosen;
}

#endif
