/* The run that is being looked at: a list of steps, and a place in it. */
#ifndef SIM_WALK_H
#define SIM_WALK_H

#include "system.h"
#include "trace.h"

typedef struct walk_step {
    u32 actor;
    u16 thread;
    move_kind kind;
    u32 choice;
    state_key key; /* of the state after it; 0 where there is none */
    u32 printed;   /* bytes of output then */
} walk_step;

typedef struct walk_actor {
    int slot; /* -1: another thread has it now */
    char *birth;
} walk_actor;

typedef struct walk {
    sys *s;
    sys *aside; /* another cursor, to look at other states; NULL: there can be only one */
    VEC(walk_step) path;
    u32 at;                 /* so many of them were taken; the others lie ahead */
    VEC(walk_actor) actors; /* T0, T1, ... */
    births names;
    taken done;  /* the last step that was taken */
    text output; /* of the program */
    notice notice;
    void (*line)(void *of, const code_place *at); /* told of lines within steps; or NULL */
    void *of;
} walk;

/* `s` is at its initial state, by birth and with all events; the walk closes it. */
void walk_open(walk *w, sys *s);
void walk_close(walk *w);
/* Takes a step of the present state.  What lies ahead stays only if it begins so. */
void walk_take(walk *w, u16 thread, move_kind kind, u32 choice);
/* Takes the step that lies ahead. */
void walk_forward(walk *w);
/* Goes to where so many steps are taken, back or ahead: by taking them again.  Ends heddle as a
 * defect of its own when a state is not the one that was there before. */
void walk_to(walk *w, u32 steps);
/* The same after somebody else moved `s`. */
void walk_again(walk *w, u32 steps);
/* The actor in the slot, or -1. */
int walk_actor_of(const walk *w, u16 slot);

/* Takes the first `steps` again, elsewhere, and shows each: `step` counts from 1, 0 is the initial
 * state.  Another state may be present in `s` while it is shown.  Stops when `visit` is false. */
typedef bool walk_visitor(void *of, sys *s, u32 step, const taken *done);
void walk_scan(walk *w, u32 steps, walk_visitor *visit, void *of);

/* The moves of a trace lie ahead; NULL, or a sentence: they are not moves of this system. */
const char *walk_load(walk *w, const trace *t);
/* The steps that were taken as moves of a trace. */
void walk_save(const walk *w, trace *t);

#endif
