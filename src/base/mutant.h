/* MUTANT(NAME) is true in a build with HEDDLE_MUTANTS when the environment variable HEDDLE_MUTANT
 * has that name, and the constant 0 in every other build. */
#ifndef BASE_MUTANT_H
#define BASE_MUTANT_H

#include "base/base.h"

typedef enum mutant {
    MUTANT_NONE,
#define MUTANT(name, meaning) MUTANT_##name,
#include "base/mutants.def"
    MUTANT_COUNT
} mutant;

#ifdef HEDDLE_MUTANTS

mutant mutant_chosen(void);
#define MUTANT(name) (mutant_chosen() == MUTANT_##name)

#else

#define MUTANT(name) ((void)MUTANT_##name, 0)

#endif

#endif
