/* Data races as a part of the machine's state: what race.c, race_order.c and race_state.c share. */
#ifndef VM_RACE_H
#define VM_RACE_H

#include "vm/machine.h"

/* By slot: of each thread, the accesses up to this time happen before what comes next.  Slots
 * beyond the end count as 0. */
typedef VEC(u32) clocks;

/* An access that a later one could race with. */
typedef struct race_record {
    u32 object, from, to; /* the bytes [from, to) */
    u16 thread, how;      /* ACCESS_WRITES and ACCESS_ATOMIC */
    u32 time;             /* of its thread's clock, from 1 on */
    u32 detail;           /* for messages; no part of the state */
} race_record;
enum { RACE_WRITES = 1, RACE_ATOMIC = 2, RACE_PUBLISHES = 4, RACE_FREES = 8, RACE_KINDS = 3 };

/* Of an access, for messages (race_detail.c). */
typedef struct race_call {
    u32 func, pc;
} race_call;
typedef struct race_detail {
    u32 object, from, to;
    u32 ncalls;
    race_call calls[6]; /* the innermost ones */
    text value;         /* that was read or written, "" none is known */
} race_detail;

/* What a thread released by the release sequences that it heads, and that others' stores have not
 * ended. */
typedef struct race_heading {
    u16 thread;
    clocks all;
} race_heading;

/* An atomic variable, a lock or its like. */
typedef struct race_place {
    u32 object, offset, size;
    u32 readers; /* 1: of a read-write lock, what its readers released */
    u32 section; /* 1: the atomic section that runs, or ran last, wrote here */
    clocks all;  /* what whoever acquires happens after */
    VEC(race_heading) headings;
} race_place;

typedef struct race_thread {
    clocks now;
    clocks seen;     /* by relaxed reads: a later acquire fence makes it count */
    clocks released; /* by the last release fence */
    /* With store buffers: of each store that waits, what it releases once it is in memory, by its
     * place in the buffer. Behind the end, and of plain ones, nothing. */
    VEC(clocks) waiting;
} race_thread;

typedef struct race {
    VEC(race_record) records; /* by object, then in no order */
    VEC(race_place) places;   /* sorted */
    VEC(race_thread) threads; /* by slot */
    VEC(race_detail) details;
    u64 *plain;            /* static objects that not all accesses are atomic to, as bits */
    bool handlers;         /* something runs at the end of the process */
    bool fences;           /* the program has some */
    bool relaxed_stores;   /* and stores that do not release, which go on with release sequences */
    bool settled;          /* no record that all threads know is left, times are dense */
    u32 name;              /* of the interned component; NOT_SAVED: it changed since */
    VEC(u32) times, known; /* scratch of race_state.c */
    VEC(u64) futures;
    VEC(bool) recorded; /* by slot */
    word_list words;
} race;
#define RACE_NOT_SAVED 0xffffffffu

static inline u32 clock_at(const clocks *c, u32 slot)
{
    return slot < c->n ? c->at[slot] : 0;
}
void clock_set(clocks *c, u32 slot, u32 time);
void clock_join(clocks *into, const clocks *from);
void clock_copy(clocks *into, const clocks *from);

/* race_order.c */
race_thread *race_thread_of(machine *m, u32 slot);
u32 race_now(machine *m); /* the running thread's own time */
void race_read_at(machine *m, u64 p, u32 size, u32 order);
void race_write_at(machine *m, u64 p, u32 size, u32 order);
void race_update_at(machine *m, u64 p, u32 size, u32 order);
void race_plain_write_at(machine *m, u64 p, u32 size);
void race_section_at(machine *m, u64 p, u32 size, bool writes);
void race_place_free(race_place *p);
void race_hold_back(machine *m, u32 k, u32 order);
void race_held_back(machine *m, u32 k, u64 p, u32 size);
void race_forget_waiting(race_thread *t);

/* race_detail.c */
bool race_told(const machine *m); /* are there details? */
u32 race_detail_begins(machine *m, const race_record *e);
void race_detail_wrote(machine *m, u64 p); /* the value of the last one is there */
void race_detail_add(machine *m, const race_record *e, text *out);
void race_details_free(race *r);

/* race_state.c: which rule of the canonical form does a settled component break?  NULL: none. */
const char *race_unsound(machine *m);

/* Whatever conflicts with the old access conflicts with the new one. */
static inline bool race_replaces(u32 new, u32 old)
{
    return (new &RACE_WRITES || !(old & RACE_WRITES)) && (!(new &RACE_ATOMIC) || old & RACE_ATOMIC);
}
/* The component changes. */
static inline void race_changes(machine *m)
{
    m->race->settled = false;
    m->race->name = RACE_NOT_SAVED;
}

#endif
