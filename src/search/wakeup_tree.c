/* Wakeup trees.  Of two branches from one state the later one is a sequence that cannot begin with
 * the earlier one. */
#include "search/wakeup_tree.h"

#include "base/mutant.h"

#include <assert.h>

static wake *get(wake_pool *p, u16 thread, u8 kind, u32 choice)
{
    wake *w = p->spare;

    if (w) {
        p->spare = w->next;
    } else {
        w = mem_alloc(sizeof *w);
        p->bytes += sizeof *w;
    }
    *w = (wake){.thread = thread, .kind = kind, .choice = choice};
    return w;
}

static void append(wake **tree, wake *w)
{
    while (*tree)
        tree = &(*tree)->next;
    *tree = w;
}

/* Where the branch's step stands when the sequence may begin with it; n: it is no part of the
 * sequence, but none of its steps depends on it (`outside`: asked for); -1: neither, or its thread
 * has another way there. */
static int place_of(const wake *c, act *const *w, u32 n, bool outside)
{
    bool apart = c->act && outside;

    for (u32 i = 0; c->act && i < n; i++) {
        if (w[i]->thread == c->thread)
            return w[i]->kind == c->kind && w[i]->choice == c->choice ? (int)i : -1;
        if (acts_depend(w[i], c->act))
            return -1;
        apart = apart && !acts_depend_after(w[i], c->act, n);
    }
    return apart ? (int)n : -1;
}

static void append_sequence(wake_pool *p, wake **tree, act **w, u32 n)
{
    for (u32 i = 0; i < n; i++) {
        wake *one = get(p, w[i]->thread, w[i]->kind, w[i]->choice);

        one->act = act_hold(w[i]);
        append(tree, one);
        tree = &one->child;
    }
}

typedef struct gap_search {
    bool outside;
    const act *earlier; /* NULL: not known */
    bool awake;         /* that step depends on one of those that were passed */
} gap_search;

/* The tree that what is left of the sequence is missing in; NULL: it is covered. */
static wake **find_gap(wake **tree, act **w, u32 *n, gap_search g)
{
    for (wake *c = *tree; c; c = c->next) {
        int at = place_of(c, w, *n, g.outside);
        bool part = at >= 0 && (u32)at < *n;

        assert(!c->act || c->act->thread == c->thread);
        if (at < 0)
            continue;
        for (u32 i = (u32)at; i + 1 < *n; i++)
            w[i] = w[i + 1];
        *n -= part;
        g.awake = g.awake || (g.earlier && act_known(c->act) && acts_depend(g.earlier, c->act));
        part = part || MUTANT(RACES_LEAF); /* others may turn out not to be steps */
        if (!*n || (part && !c->child && (g.awake || MUTANT(RACES_SLEEPS))))
            return NULL;
        return find_gap(&c->child, w, n, g);
    }
    return tree;
}

bool wake_covers(wake *tree, act **w, u32 n)
{
    return !find_gap(&tree, w, &n, (gap_search){0});
}

void wake_insert(wake_pool *p, wake **tree, act **w, u32 n, bool outside, const act *earlier)
{
    assert(n);
    wake **gap = find_gap(tree, w, &n, (gap_search){.outside = outside, .earlier = earlier});

    if (gap)
        append_sequence(p, gap, w, n);
}

void wake_thread(wake_pool *p, wake **tree, u16 thread, move_kind kind, u32 choice)
{
    append(tree, get(p, thread, (u8)kind, choice));
}

void wake_step(wake_pool *p, wake **tree, act *a)
{
    append_sequence(p, tree, &a, 1);
}

bool wake_finds(const wake *tree, u16 thread)
{
    while (tree && tree->thread != thread)
        tree = tree->next;
    return tree != NULL;
}

void wake_prepend(wake **tree, wake *first)
{
    wake *rest = *tree;

    *tree = first;
    append(tree, rest);
}

wake *wake_take(wake **tree)
{
    wake *w = *tree;

    if (w) {
        *tree = w->next;
        w->next = NULL;
    }
    return w;
}

void wake_free(wake_pool *p, act_pool *acts, wake *w)
{
    wake_clear(p, acts, &w->child);
    if (w->act)
        act_drop(acts, w->act);
    w->next = p->spare;
    p->spare = w;
}

void wake_clear(wake_pool *p, act_pool *acts, wake **tree)
{
    while (*tree)
        wake_free(p, acts, wake_take(tree));
}

void wake_pool_free(wake_pool *p)
{
    while (p->spare) {
        wake *w = p->spare;

        p->spare = w->next;
        mem_free(w);
    }
}
