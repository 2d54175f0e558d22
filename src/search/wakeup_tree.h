/* Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas 2014): the sequences of steps that are still to
 * be explored from a state, in order. */
#ifndef SEARCH_WAKEUP_TREE_H
#define SEARCH_WAKEUP_TREE_H

#include "search/acts.h"

typedef struct wake {
    struct wake *next;  /* after it, from the same state */
    struct wake *child; /* what is to follow the step */
    act *act;           /* NULL: what it does is not known */
    u16 thread;
    u8 kind;
    u32 choice;
} wake;

typedef struct wake_pool {
    wake *spare;
    u64 bytes;
} wake_pool;

/* Sees to it that a run that begins with the sequence, up to the order of independent steps (and
 * `outside`, after some that are independent of it), is explored; spoils `w`.  Where all that may
 * follow is explored a sequence is covered: at the end of a branch, unless the `earlier` step of
 * the race sleeps there, or may (NULL). */
void wake_insert(wake_pool *p, wake **tree, act **w, u32 n, bool outside, const act *earlier);
/* Is such a run in the tree already?  Spoils `w`. */
bool wake_covers(wake *tree, act **w, u32 n);
/* A single step at the end of the tree, not known yet but for its thread. */
void wake_thread(wake_pool *p, wake **tree, u16 thread, move_kind kind, u32 choice);
void wake_step(wake_pool *p, wake **tree, act *a);
bool wake_finds(const wake *tree, u16 thread); /* does a branch begin with it? */
void wake_prepend(wake **tree, wake *first);
/* Takes the first one out; the caller owns it with its children. */
wake *wake_take(wake **tree);
void wake_free(wake_pool *p, act_pool *acts, wake *w); /* and its children, not those after it */
void wake_clear(wake_pool *p, act_pool *acts, wake **tree);
void wake_pool_free(wake_pool *p);

#endif
