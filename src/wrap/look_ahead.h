/* What each thread can do from one state, as far as the reductions have looked ahead.  Only for
 * src/wrap. */
#ifndef WRAP_LOOK_AHEAD_H
#define WRAP_LOOK_AHEAD_H

#include "system.h"

/* One thread: the events of its superstep, or of what it waits for.  It is `solo` when it has one
 * move of one choice, so that what it does alone is determined.  The steps lie one behind the other
 * in `events`; ends[k] is where those of step k end. */
typedef struct superstep {
    u16 thread;
    bool solo;
    bool vague;  /* it may do one of several things, and announces none of them */
    bool asleep; /* its first step is explored from elsewhere */
    bool later;  /* outside the persistent set */
    bool ready;  /* looked ahead: the last fields say where to */
    bool shut;   /* its last step depends on another superstep's last one: neither may go on */
    bool over;   /* looked ahead, and its thread ends with it */
    u32 cut;     /* steps to cut it down to, 0: none */
    move first;
    VEC(event) events;
    VEC(u32) ends;
    VEC(accessed) accesses; /* of the last step, when it is ready */
    outcome outcome;
    bool progress;        /* one of its steps made some */
    state_key key, match; /* reached, when it RAN */
    failure error;
    text file, message;            /* of the error, or the limit */
    const struct superstep *races; /* an access of its last step races with one of this one's */
} superstep;

typedef struct look_ahead {
    sys *inner;
    bool supersteps;
    state_key at;       /* the state they belong to */
    state_key cursor;   /* where the inner system is; 0: at no saved state */
    VEC(superstep) all; /* the first n are in use, the others keep their memory */
    u32 n;
    move_list moves;
    taken taken;
    bool confined; /* looked-ahead events must stay clear of `foreign` */
    u32 words; /* of 64 static objects each, 0: not asked yet; what is beyond them is anybody's */
    VEC(u64) foreign, futures; /* futures: `words` for each superstep */
    bool ends_alone; /* confined: a thread may end without the others telling the difference */
    bool held_up;    /* confined: a superstep ended only because what comes next is not clear */
} look_ahead;

/* The supersteps of the state, none looked ahead yet; `asleep`: bits of threads. */
void look_ahead_open(look_ahead *l, state_key at, u32 asleep);
/* Looks ahead in every solo superstep that is neither asleep, nor `later`, nor ready.  False:
 * confined, and a first step does not stay clear. */
bool look_ahead_run(look_ahead *l);
/* Does the rule hold that only the last steps of two supersteps depend on each other?  For
 * --self-check.
 */
bool look_ahead_sound(const look_ahead *l);
/* Where the system tells the accesses of steps: finds two supersteps that race, and marks the one
 * that is to be taken first.  In no other state need one look for them: two accesses that conflict
 * depend on each other, so that where both are next at the end of some run from here, of which no
 * superstep is the beginning, both are the last steps of theirs. */
void look_ahead_races(look_ahead *l);
u64 look_ahead_bytes(const look_ahead *l); /* of the events that are kept */
void look_ahead_free(look_ahead *l);
void look_ahead_goto(look_ahead *l, state_key key);
superstep *look_ahead_find(look_ahead *l, u16 thread);
u32 superstep_steps(const superstep *a);
/* Does one of the events depend on the first step of the superstep? */
bool superstep_first_depends(const superstep *a, const event *events, u32 n);
/* Does the event stay clear of what threads outside the persistent set may do? */
bool look_ahead_clear(const look_ahead *l, const event *e);

#endif
