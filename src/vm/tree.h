/* A sequence of interned numbers as a tree of blocks of 8: equal sequences have equal roots, and a
 * change of one leaf costs one block a level.  A zero entry is dirty: its number is not known. */
#ifndef VM_TREE_H
#define VM_TREE_H

#include "store/intern.h"
#include "base/vec.h"

enum { TREE_LEVELS = 9 };

typedef struct tree {
    u32 n, levels; /* levels above the leaves */
    u32 room;
    u32 *at[TREE_LEVELS]; /* at[0]: leaves */
} tree;

u32 tree_levels(u32 n);             /* above n leaves */
u32 tree_entries(u32 n, u32 level); /* there */
void tree_size(tree *t, u32 n);     /* new entries are dirty; the path of a changed end too */
void tree_free(tree *t);

static inline void tree_dirty(tree *t, u32 i)
{
    for (u32 k = 0; k <= t->levels; k++, i >>= 3) {
        if (!t->at[k][i] && k)
            break;
        t->at[k][i] = 0;
    }
}

/* Numbers the dirty entries: leaves by leaf(context, i), which never gives 0. */
u32 tree_save(tree *t, intern *table, u32 (*leaf)(void *context, u32 i), void *context);
/* Makes it the sequence of n with this root; load(context, i, id) is called for each leaf that
 * differs from what was there (dirty ones always). */
void tree_load(tree *t, const intern *table, u32 root, u32 n,
               void (*load)(void *context, u32 i, u32 id), void *context);

/* Is there no dirty entry below one that is not? */
bool tree_sound(const tree *t);

#endif
