/* What each thread can do from one state, as far as the reductions have looked ahead.  Only for
 * src/wrap. */
#ifndef LANES_H
#define LANES_H

#include "system.h"

/* One thread: the events of its superstep, or of what it waits for.  It is `solo` when it has one
 * move of one choice, so that what it does alone is determined.  The steps lie one behind the other
 * in `events`; ends[k] is where those of step k end. */
typedef struct lane {
    u16 thread;
    bool solo;
    bool asleep; /* its first step is explored from elsewhere */
    bool later;  /* outside the persistent set */
    bool ready;  /* looked ahead: the last fields say where to */
    bool shut;   /* its last step depends on another lane's last one: neither may go on */
    u32 cut;     /* steps to cut it down to, 0: none */
    move first;
    VEC(event) events;
    VEC(u32) ends;
    outcome outcome;
    bool progress;        /* one of its steps made some */
    state_key key, match; /* reached, when it RAN */
    failure error;
    text file, message; /* of the error, or the limit */
} lane;

typedef struct lanes {
    sys *inner;
    bool superstep;
    state_key at;     /* the state they belong to */
    state_key cursor; /* where the inner system is; 0: at no saved state */
    VEC(lane) all;    /* the first n are in use, the others keep their memory */
    u32 n;
    move_list moves;
    taken taken;
    bool confined; /* looked-ahead events must stay clear of `foreign` */
    u32 words; /* of 64 static objects each, 0: not asked yet; what is beyond them is anybody's */
    VEC(u64) foreign, futures; /* futures: `words` for each lane */
    bool ends_alone; /* confined: a thread may end without the others telling the difference */
    bool held_up;    /* confined: a lane ended only because what comes next is not clear */
} lanes;

/* The lanes of the state, none looked ahead yet; `asleep`: bits of threads. */
void lanes_open(lanes *l, state_key at, u32 asleep);
/* Looks ahead in every solo lane that is neither asleep, nor `later`, nor ready.  False: confined,
 * and a first step does not stay clear. */
bool lanes_look(lanes *l);
/* Does the rule hold that only the last steps of two lanes depend on each other?  For --self-check.
 */
bool lanes_sound(const lanes *l);
void lanes_free(lanes *l);
void lanes_goto(lanes *l, state_key key);
lane *lanes_find(lanes *l, u16 thread);
u32 lane_steps(const lane *a);
/* Does one of the events depend on the first step of the lane? */
bool lane_first_depends(const lane *a, const event *events, u32 n);
/* Does the event stay clear of what threads outside the persistent set may do? */
bool lanes_clear(const lanes *l, const event *e);

#endif
