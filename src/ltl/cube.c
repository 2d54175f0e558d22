/* Unions of cubes.  That several cubes together cover one is decided by splitting it at a
 * proposition of a cube that it meets. */
#include "ltl/cube.h"

enum { COVER_WORK = 50 * 1000 };

void cubes_add(cubes *all, cube c)
{
    if (c.yes & c.no)
        return;
    for (u32 i = 0; i < all->n; i++)
        if (cube_contains(&all->at[i], &c))
            return;
    vec_push(all, c);
}

cubes cubes_both(const cubes *a, const cubes *b)
{
    cubes all = {0};

    for (u32 i = 0; i < a->n; i++)
        for (u32 j = 0; j < b->n; j++)
            cubes_add(&all, (cube){a->at[i].yes | b->at[j].yes, a->at[i].no | b->at[j].no});
    return all;
}

static bool covered(cube c, const cubes *by, u64 *work, u64 limit)
{
    u64 open = 0;
    cube half;

    *work += by->n;
    if (*work > limit)
        return false;
    for (u32 i = 0; i < by->n; i++) {
        const cube *x = &by->at[i];

        if (cube_contains(x, &c))
            return true;
        if (!open && cube_meets(x, &c))
            open = (x->yes | x->no) & ~(c.yes | c.no);
    }
    if (!open)
        return false;
    open &= -open;
    half = (cube){c.yes | open, c.no};
    if (!covered(half, by, work, limit))
        return false;
    half = (cube){c.yes, c.no | open};
    return covered(half, by, work, limit);
}

bool cubes_cover(const cubes *by, cube c, u64 *work)
{
    return covered(c, by, work, *work + COVER_WORK);
}
