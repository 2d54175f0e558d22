/* Sets of letters as unions of cubes. */
#ifndef LTL_CUBE_H
#define LTL_CUBE_H

#include "base/vec.h"

/* The letters that have all of `yes` and none of `no`. */
typedef struct cube {
    u64 yes, no;
} cube;

typedef VEC(cube) cubes;

static inline bool cube_contains(const cube *outer, const cube *inner)
{
    return !(outer->yes & ~inner->yes) && !(outer->no & ~inner->no);
}

static inline bool cube_meets(const cube *a, const cube *b)
{
    return !(a->yes & b->no) && !(a->no & b->yes);
}

/* Adds a cube unless it is empty or one that contains it is there. */
void cubes_add(cubes *all, cube c);
/* The letters in both. */
cubes cubes_both(const cubes *a, const cubes *b);
/* Whether each letter of c is in one of the cubes; gives up, with false, on hard cases.  Adds the
 * number of cubes looked at to *work. */
bool cubes_cover(const cubes *by, cube c, u64 *work);

#endif
