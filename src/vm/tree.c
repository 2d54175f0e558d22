/* Trees of interned blocks.  Level k has ceil(n / 8^k) entries; the top level has one.  The
 * invariant: an entry that is not zero is the number of exactly what is below it; below a non-zero
 * entry there may be no zero one, so a zero leaf has zeros all the way up. */
#include "vm/tree.h"

#include <assert.h>
#include <string.h>

u32 tree_entries(u32 n, u32 level)
{
    for (; level; level--)
        n = (n + 7) >> 3;
    return n;
}

u32 tree_levels(u32 n)
{
    u32 k = 0;

    while (n > 1) {
        n = (n + 7) >> 3;
        k++;
    }
    return k;
}

void tree_size(tree *t, u32 n)
{
    u32 old = t->n, levels = tree_levels(n);

    if (n == old && t->room)
        return;
    if (n > t->room) {
        u32 room = t->room ? t->room : 8;

        while (room < n)
            room *= 2;
        for (u32 k = 0; k < TREE_LEVELS; k++) {
            u32 before = t->at[k] ? tree_entries(t->room, k) : 0, now = tree_entries(room, k);

            t->at[k] = mem_resize(t->at[k], (size_t)now * 4);
            memset(t->at[k] + before, 0, (size_t)(now - before) * 4);
        }
        t->room = room;
    }
    t->n = n;
    t->levels = levels;
    for (u32 i = old; i < n; i++)
        t->at[0][i] = 0;
    u32 last = old < n ? old : n; /* the block that holds the last leaf that stayed has changed */

    last = last ? last - 1 : 0;
    for (u32 k = 1; k <= levels; k++)
        for (u32 j = last >> (3 * k), end = tree_entries(n, k); j < end; j++)
            t->at[k][j] = 0;
}

void tree_free(tree *t)
{
    for (u32 k = 0; k < TREE_LEVELS; k++)
        mem_free(t->at[k]);
    *t = (tree){0};
}

/* Has every entry right below this one its number? */
static bool filled(const tree *t, u32 level, u32 i)
{
    u32 first = i << 3, end = tree_entries(t->n, level - 1);

    for (u32 j = first; j < end && j < first + 8; j++)
        if (!t->at[level - 1][j])
            return false;
    return true;
}

bool tree_sound(const tree *t)
{
    for (u32 level = t->n ? t->levels : 0; level; level--)
        for (u32 i = 0, end = tree_entries(t->n, level); i < end; i++)
            if (t->at[level][i] && !filled(t, level, i))
                return false;
    return true;
}

typedef struct walk {
    tree *t;
    intern *table;
    u32 (*leaf)(void *context, u32 i);
    void (*load)(void *context, u32 i, u32 id);
    void *context;
} walk;

static u32 save(const walk *w, u32 level, u32 i)
{
    tree *t = w->t;
    u32 *entry = &t->at[level][i];

    if (*entry)
        return *entry;
    if (!level)
        return *entry = w->leaf(w->context, i);
    u32 first = i << 3, end = tree_entries(t->n, level - 1);

    if (end > first + 8)
        end = first + 8;
    for (u32 j = first; j < end; j++)
        if (!t->at[level - 1][j])
            save(w, level - 1, j);
    assert(filled(t, level, i));
    return *entry = intern_put(w->table, t->at[level - 1] + first, end - first, NULL);
}

u32 tree_save(tree *t, intern *table, u32 (*leaf)(void *context, u32 i), void *context)
{
    walk w = {.t = t, .table = table, .leaf = leaf, .context = context};

    return t->n ? save(&w, t->levels, 0) : 0;
}

static void load(const walk *w, u32 level, u32 i, u32 id)
{
    tree *t = w->t;
    u32 n;

    if (t->at[level][i] == id)
        return;
    if (!level) {
        t->at[0][i] = id;
        w->load(w->context, i, id);
        return;
    }
    const u32 *block = intern_get(w->table, id, &n);

    for (u32 j = 0; j < n; j++)
        load(w, level - 1, (i << 3) + j, block[j]);
    t->at[level][i] = id;
}

void tree_load(tree *t, const intern *table, u32 root, u32 n,
               void (*load_leaf)(void *context, u32 i, u32 id), void *context)
{
    intern *shared = (intern *)(uintptr_t)table;
    walk w = {.t = t, .table = shared, .load = load_leaf, .context = context};

    tree_size(t, n);
    if (n)
        load(&w, t->levels, 0, root);
}
