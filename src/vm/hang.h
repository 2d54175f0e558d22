/* What the question for hangs is made of; only for hang.c and its parts. */
#ifndef VM_HANG_H
#define VM_HANG_H

#include "program/loops.h"
#include "base/map.h"
#include "store/visited.h"
#include "vm/machine.h"

/* A state, and the steps that lead to it and from it. */
typedef struct hang_stop {
    state_key key;
    u32 from;  /* the state before it */
    u32 first; /* of its turns; the next state's end them */
} hang_stop;
typedef VEC(hang_stop) hang_stops;
enum { NO_STOP = UINT32_MAX };

typedef struct turn {
    u32 to; /* state */
    u32 choice;
    u8 kind; /* of the move */
} turn;

/* What a thread does for ever. */
typedef struct fate {
    bool turns; /* else it is blocked */
    bool exits; /* from a loop that has an exit */
    bool comes; /* in that of a source of interrupts: its handler ends each time */
    bool locks; /* takes locks on the way */
    bool minds; /* looks at or touches more than what is its own */
    bool known; /* from an earlier question: the rest is not filled in */
    u32 at;     /* the state where it is blocked, or the first of those that it turns in */
    spin_trail trail;
    failure place; /* where that is */
    text told;
} fate;

/* The fate of a thread that minds its own business: see hang_known.c. */
typedef struct known_fate {
    bool turns, exits;
} known_fate;

typedef struct hang {
    machine *m;       /* that is asked */
    u32 most;         /* states of one thread alone; of all together, and beside a circle, less */
    bool gave_up;     /* that was not enough, in this question */
    visited changing; /* states from which something can change, or so it is taken to be */
    visited asked;    /* those that are no hangs */
    visited ends;     /* states with a circle from which the run may end */
    map met;          /* in the present question, by name */
    hang_stops all;   /* by number */
    VEC(turn) turns;  /* by the state that they are taken in */
    move_list moves;
    taken taken;
    word_list words, after;
    state_key key;        /* the state of `fates`; 0: none */
    VEC(fate) fates;      /* by slot, of the last hang */
    VEC(u32) births;      /* by slot, of the threads in the machine that asks; none: as in m */
    map alone;            /* what a thread alone depends on */
    VEC(known_fate) then; /* by number in `alone` */
} hang;

static inline bool hang_lives(const machine *m, u32 slot)
{
    thread_state st = m->threads.at[slot].state;

    return st != TS_FREE && st != TS_OVER;
}

/* hang_follow.c */
/* Makes the state that of the machine that is asked. */
void hang_goto(hang *h, state_key key);
/* What two states have in common when nobody can tell them apart: the state that m is in. */
u64 hang_name(hang *h, machine *m, state_key key);
/* A move that can be taken, and is no spurious wake-up. */
bool hang_strong(const move *m);
/* Takes a step from a state; where it leads to. */
trace_left hang_take(hang *h, state_key from, const move *mv, u32 choice, state_key *to);
/* A thread that is known to repeat itself takes no steps else. */
void hang_turn_once_more(hang *h, u16 slot);
/* All that a thread, or all (NO_THREAD), can do from a state, into h->all; false: something may
 * change. */
bool hang_inert(hang *h, state_key key, u16 slot, fate *f);
/* Something changes in the state, or so it is to be taken. */
void hang_changes(hang *h, state_key key);
/* Do all go on for ever from a state, whatever they do? */
bool hang_goes_on(hang *h, state_key key);

/* hang_fate.c: what a thread does for ever, when all its steps are in h->all. */
void hang_judge(hang *h, u16 slot, fate *f);

/* Is the thread a source of interrupts (runtime/interrupt.c)? */
bool hang_source(const machine *m, u32 slot);

/* hang_known.c */
bool hang_known(hang *h, state_key key, u16 slot, fate *f);
void hang_keep(hang *h, state_key key, u16 slot, const fate *f);

#endif
