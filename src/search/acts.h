/* Steps as a stateless search knows them: who took it, and what it touched.  Sequences of steps,
 * sleep sets and wakeup trees share them by counting references. */
#ifndef SEARCH_ACTS_H
#define SEARCH_ACTS_H

#include "base/vec.h"
#include "system.h"

#include <assert.h>

/* What is left of a step when its thread is again where it was. */
typedef enum effect {
    EFFECT_NONE,
    EFFECT_WRITES, /* what its writes say */
    EFFECT_LASTING /* or more */
} effect;

/* Where a step touches what it touches. */
typedef enum setting {
    SETTING_ANY,      /* the same things wherever it is taken */
    SETTING_COMPARES, /* one place, but whether it writes depends on the value that it finds */
    SETTING_HERE      /* what it finds may have it touch other things */
} setting;

/* What tells most pairs of acts that do not depend on each other apart. */
typedef struct act_span {
    u64 touched; /* a mask of places */
    u64 stored;  /* of them */
    u64 threads; /* joined or ended, a mask */
    bool wide;   /* may meet any other */
} act_span;

static inline bool spans_meet(const act_span *a, const act_span *b)
{
    return (a->touched & b->stored) | (a->stored & b->touched) | (a->threads & b->threads) ||
           a->wide || b->wide;
}

typedef struct act {
    u32 refs;
    u32 choice;
    u16 thread;
    u8 kind;
    u8 effect;
    u8 setting;
    bool blocked; /* what a thread waits for: it was not taken */
    bool section; /* an atomic section: begins whatever it waits for inside */
    act_span span;
    u32 n, room;
    u32 writes;        /* behind the events: the writes that a wider one covers, for acts_cancel */
    struct act *spare; /* the next one that is not in use */
    event events[];
} act;

typedef VEC(act *) act_list;

/* Are these events of a step nothing but accesses to memory, always the same, and the beginning,
 * the end and the joining of threads? */
bool act_accesses(const event *events, u32 n);

typedef struct act_pool {
    act *spare[3]; /* by room */
    u64 bytes;
} act_pool;

/* What a step had as events, without those that say nothing more. */
act *act_make(act_pool *p, u16 thread, move_kind kind, u32 choice, const event *events, u32 n);
static inline act *act_hold(act *a)
{
    assert(a->refs);
    a->refs++;
    return a;
}
/* The same step, taken where nothing is known of what it touches: it depends on all others. */
act *act_unknown(act_pool *p, const act *a);
/* A SETTING_COMPARES step, taken where it finds what it expects, or does not. */
act *act_compared(act_pool *p, const act *a, bool equal);
void act_drop(act_pool *p, act *a);
void act_list_clear(act_pool *p, act_list *list);
void act_pool_free(act_pool *p);
/* As bytes for a process that was forked from this one, or that this one was forked from: all that
 * dependence needs. */
void act_pack(const act *a, byte_list *out);
act *act_unpack(act_pool *p, const u8 **bytes); /* behind it, then */
/* May the two steps, of different threads, not be exchanged?  Of one thread they may not. */
bool acts_depend(const act *a, const act *b);
/* The same, after at most n of these steps were taken as well: whether the end of a thread may be
 * the last depends on how many are left. */
bool acts_depend_after(const act *a, const act *b, u32 n);
bool act_known(const act *a); /* does it touch no more than it tells? */
/* As acts_depend, but a spurious wake-up is only what it touches. */
bool acts_touch(const act *a, const act *b);
/* Does whatever depends on the one, the end of its thread aside, depend on the other?  Both are
 * steps of one thread. */
bool act_within(const act *a, const act *b);
/* Is all that the steps of one thread wrote again as it was?  None of them is LASTING. */
bool acts_cancel(act *const *list, u32 n);

#endif
