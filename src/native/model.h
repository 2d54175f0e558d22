/* What heddle knows of the objects that threads synchronise with, and so who can go on. */
#ifndef NATIVE_MODEL_H
#define NATIVE_MODEL_H

#include "native/protocol.h"
#include "system.h"

typedef struct native_object {
    u64 address;
    u32 word;  /* mutex, spin lock: owner's slot + 1; read-write lock: readers, or a mark of the
                  writer's  slot + 1; semaphore: its value; once: 0, 1 running, 2 done; barrier:
                  arrived */
    u32 depth; /* recursive mutex: how often it is locked */
    u32 limit; /* barrier */
    u32 reads[NATIVE_THREADS]; /* read-write lock: by slot, how often it is held for reading */
    bool dead, made;
    u64 caller; /* of what made or locked it */
    bool lock;  /* the word names an owner */
} native_object;

typedef struct task {
    bool over, detached, joined;
    bool signalled;
    u32 above; /* a process: its parent; NATIVE_THREADS: none */
    bool process, ended;
    bool reaped;   /* a process: it was waited for */
    bool executed; /* a process: it became another program */
    u32 image;     /* which of the programs it runs, for names */
    bool dying;    /* its process ended: that is its last step */
    bool creating; /* it is inside of pthread_create or fork, which block all signals */
    bool timer;    /* no thread: it rests, without a process, before the end of its time */
    i32 status;    /* that it ended with */
    u64 waits;     /* address of the condition; 0: none */
    u64 barrier;   /* that it is held up at; 0: none */
} task;

/* What the end of a process adds to a semaphore. */
typedef struct undo {
    u32 home;
    u64 address;
    i32 add;
} undo;

typedef struct model {
    native_shared *shared;
    VEC(native_object) objects;
    VEC(undo) undos;
    task tasks[NATIVE_THREADS];
    u32 programs;
    bool started; /* the first one; it counts as having created the others */
    u32 threads;  /* known */
    u32 left;     /* not over */
    bool exited;
    i32 exit_status;
    u32 spurious;     /* wake-ups without a signal that may still be */
    u64 wakers;       /* whose: slots, as bits */
    u64 woken;        /* by the last signal or broadcast, for reports: slots, as bits */
    bool met;         /* others may come before a thread's first step */
    bool weak;        /* and one that may be keeps no state from being a deadlock */
    error_kind error; /* of the last model_take */
    const char *words;
} model;

void model_reset(model *m, u32 programs);
/* The thread has come to its next operation. */
void model_arrive(model *m, u32 slot, const native_slot *s);
/* Its moves, appended. */
void model_moves(const model *m, u32 slot, const native_slot *s, move_list *out);
/* Does the operation: s gets what the call returns, out its event.  False: it is an error. */
bool model_take(model *m, u32 slot, native_slot *s, move_kind kind, u32 choice, taken *out);
/* The object at an address; NULL: none was seen. */
native_object *model_find(const model *m, u64 address);
/* Threads that sleep at a condition and were not signalled. */
u32 model_waiters(const model *m, u64 address);
/* The operation is an error: false. */
bool model_wrong(model *m, error_kind kind, const char *words);
/* The owner that a blocked thread waits for; -1: none. */
int model_owner(const model *m, const native_slot *s);
/* Does its next operation have to wait? */
bool model_blocked(const model *m, u32 slot, const native_slot *s);
/* What is left: a lock that the thread holds (slot), or, of those that were made and never
 * destroyed, the first one (NATIVE_THREADS); NULL: nothing. */
const native_object *model_left(const model *m, u32 slot);
void model_free(model *m);

#endif
