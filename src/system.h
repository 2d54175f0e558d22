/* A system: something that has moves and can take one.  A cursor over one current state; engines
 * and wrappers know nothing else of what they explore.  docs/architecture.md tells the rules. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include "base/base.h"
#include "base/text.h"
#include "base/vec.h"
#include "event.h"

#include <assert.h>

typedef enum move_kind { MOVE_RUN, MOVE_START, MOVE_SPURIOUS, MOVE_TIMEOUT, MOVE_KINDS } move_kind;
extern const char *const move_names[MOVE_KINDS];

enum {
    MOVE_ENABLED = 1,
    MOVE_WEAK = 2,     /* a spurious wake-up: does not keep a state from being a deadlock */
    MOVE_LOCAL = 4,    /* the thread diverges: the step changes nothing but itself */
    MOVE_OPAQUE = 8,   /* footprint unknown: dependent with all */
    MOVE_LATER = 16,   /* needed only when no other move of the state leads to a new state */
    MOVE_ASLEEP = 32,  /* what it leads to is explored from elsewhere: not to be taken */
    MOVE_ENDLESS = 64, /* LOCAL, and proved to go on so for ever: the step changes nothing at all */
    MOVE_MET = 128 /* a thread's first step that others may come before: not to be taken at once */
};

typedef struct move {
    u16 thread; /* slot */
    u8 kind, flags;
    u32 choices; /* at least 1 when enabled */
    event next;  /* what it would do */
} move;

typedef VEC(move) move_list;

typedef enum status { ST_RUNNING, ST_DONE, ST_DEADLOCK, ST_ERROR, ST_PRUNED, ST_LIMIT } status;

typedef enum outcome { OUT_RAN, OUT_ERROR, OUT_PRUNED, OUT_LIMIT } outcome;

/* Where and what went wrong; the strings live until the system's next step. */
typedef struct failure {
    error_kind kind;
    u16 thread;
    const char *file; /* "" unknown */
    u32 line;
    const char *message; /* after "error: " */
} failure;

/* After OUT_PRUNED the other threads can still be stepped, to see what they would have done. */
typedef struct taken {
    outcome outcome;
    VEC(event) events; /* the visible one first; with EVENTS_ALL all accesses of the step */
    failure error;     /* OUT_ERROR */
    const char *limit; /* OUT_LIMIT: which, and the option that raises it */
    u32 steps;         /* elementary steps of the thread that it was; the system below took them */
    bool progress; /* a thread left a loop that it might have turned in, or was in none (vm.h) */
    bool renamed;  /* objects got other numbers during the step: its events name them both ways */
} taken;

typedef enum hang_answer {
    HANG_NONE,
    HANG_FOUND,
    HANG_UNSURE /* the question was too large */
} hang_answer;

/* What a person sees of an event. */
typedef struct shown {
    const char *file; /* as given to the compiler, "" unknown */
    u32 line;         /* of the user's code: the innermost frame outside the runtime */
    u32 column;       /* from 1, 0 unknown */
    const char *function;
    text where;      /* the object: `flag[1]`, `q->head`, "" none */
    text value, old; /* as C would write them: 3, 'a', NULL, &x, 0x1p3 */
    text call;       /* a runtime operation: "pthread_mutex_lock(&m)", "" otherwise */
} shown;

typedef struct frame_shown {
    const char *function, *file;
    u32 line;
    text locals; /* "i = 3, p = &x" */
} frame_shown;

/* The key of a saved state: equal states of one family of systems (clones share their tables) have
 * equal keys, within one process. */
typedef u64 state_key;

/* Where states are kept in 32 bits: tables of states have no more. */
static inline u32 key_word(state_key key)
{
    assert(key <= UINT32_MAX);
    return (u32)key;
}

/* Bytes of variable length, least significant first, 7 bits each. */
typedef VEC(u8) byte_list;

static inline void bytes_put(byte_list *b, u64 v)
{
    vec_reserve(b, 10);
    for (; v >= 128; v >>= 7)
        b->at[b->n++] = (u8)(v | 128);
    b->at[b->n++] = (u8)v;
}

typedef struct system sys;
typedef VEC(u32) word_list;
enum { NO_THREAD = 0xffff };

/* Events of the next step, by their numbers in taken.events, ascending: `happens` is called with
 * the place in this list as each of them does. */
typedef struct notice {
    const u32 *events;
    u32 n;
    void (*happens)(void *of, u32 k);
    void *of;
} notice;

typedef struct system_ops {
    void (*moves)(sys *s, move_list *out); /* clears out first; all threads, blocked ones too */
    void (*step)(sys *s, u16 thread, move_kind kind, u32 choice, taken *out);
    status (*status)(sys *s);
    state_key (*save)(sys *s);
    void (*restore)(sys *s, state_key key);
    void (*reset)(sys *s); /* to the initial state */
    sys *(*clone)(sys *s); /* another cursor over the same tables, at the same state */
    void (*close)(sys *s);
    /* The failure of the present state when status is ERROR or DEADLOCK. */
    void (*explain)(sys *s, failure *out);
    void (*show)(sys *s, const event *e, shown *out);
    /* "worker(1)": what a thread runs; and its stack, innermost first, the runtime's frames left
     * out. */
    void (*thread_name)(sys *s, u16 thread, text *out);
    u32 (*stack)(sys *s, u16 thread, u32 max, frame_shown *out);
    /* What a blocked thread waits for: "pthread_mutex_lock(&b), held by T1", "" when it is not. */
    void (*waits_for)(sys *s, u16 thread, text *out);
    /* The final outcome of a run as text: exit status and the bytes of the program's globals, for
     * comparing sets of outcomes. */
    void (*outcome)(sys *s, text *out);
    /* Of a run that is DONE: its exit status, 0 to 255.  May be NULL. */
    u32 (*exit_status)(sys *s);
    u64 (*memory)(const sys *s); /* bytes held by the tables and the cursor */
    /* The value of `d->items[i].own` as the innermost frame of the user's code in the thread sees
     * it: names, `.`, `->` and `[ ]` only; e names the place, with EVF_VALUE when it is no
     * bit-field. NO_THREAD sees static variables only.  False when it has no value; e names
     * the place all the same, if there is one.  May be NULL.
     */
    bool (*look)(sys *s, u16 thread, const char *path, event *e, text *out);
    /* The RUN or START move of one thread, enabled or not; false when it has none. */
    bool (*peek)(sys *s, u16 thread, move *out);
    /* What the present state was reached with, for dominance only: no part of its key.  Set after a
     * restore, read after a step; 0 at the initial state.  NULL: always 0. */
    u32 (*rank)(sys *s);
    void (*set_rank)(sys *s, u32 rank);
    /* States with equal match keys are the same to the search; restoring still needs save's.
     * NULL: the same keys. */
    state_key (*match)(sys *s);
    /* The value of a query (see query.h) in the present state; false: it cannot be had, and out
     * says why.  May be NULL. */
    bool (*value)(sys *s, u32 query, u64 *value, failure *out);
    /* Where every thread is, and nothing else, as a number: equal places, equal numbers. */
    state_key (*control)(sys *s);
    /* What the thread, and those it may yet create, may still do, whatever the others do and while
     * one that lives now has not ended: the static objects they may touch, as bits by number, the
     * rest as FUTURE_ flags.  Numbers that are no static object's are set.  `bits` has room for
     * `words` words; without room the answer is how many words have a static object.  May be NULL.
     */
    u32 (*future)(sys *s, u16 thread, u64 *bits, u32 words);
    /* The present state as bytes that mean the same in every process, appended; equal states have
     * equal bytes.  The rank is not among them.  Unpacking makes it the present state.  May be
     * NULL.
     */
    void (*pack)(sys *s, byte_list *out);
    void (*unpack)(sys *s, const u8 *bytes, u32 n);
    /* What match tells apart, as such bytes; NULL: as pack. */
    void (*pack_match)(sys *s, byte_list *out);
    void (*pack_control)(sys *s, byte_list *out); /* what control tells apart */
    /* What only the thread itself can see of the state, as words: within one run, when it is the
     * same twice and the thread changed nothing between, it could have stood still.  False: it
     * cannot be told.  May be NULL. */
    bool (*own)(sys *s, u16 thread, word_list *out);
    /* All of the present state as words that do not tell what objects are called: equal ones are
     * the same to the program.  May be NULL. */
    void (*whole)(sys *s, word_list *out);
    /* Of a system that has something outside this process, as often as there are places: goes on at
     * this place, which no other process uses now, with a reset.  NULL: a fork of the process has a
     * system of its own. */
    void (*adopt)(sys *s, u32 place);
    /* From now on the joins in a row of a thread that is the only one left are one step, and
     * taken.steps says how many they are; or are not.  May be NULL. */
    void (*join_together)(sys *s, bool on);
    /* Is the present state, in which some thread can move, one from which no run changes what
     * others see or comes to an end, and does a thread wait in it?  Then `out` says so, and
     * waits_for tells of each thread until the next step.  May be NULL. */
    hang_answer (*hang)(sys *s, failure *out);
    /* For the next step only: show() then tells of an event at its moment, with the frames and
     * variables that its thread has there.  `what` lives until the step is over.  May be NULL. */
    void (*notify)(sys *s, const notice *what);
    /* May a step touch other objects where it finds other values, as an atomic section does?  NULL:
     * it is known only when such a step is taken. */
    bool (*varies)(const sys *s);
} system_ops;

enum {
    FUTURE_EXITS = 1,   /* may end the process */
    FUTURE_MEDDLES = 2, /* may cancel, detach or poll other threads */
    FUTURE_ANYTHING = 4 /* may touch any static object */
};

/* Who made it, so that it is taken for nothing else. */
typedef enum system_kind {
    SYSTEM_MACHINE,
    SYSTEM_ASSEMBLY,
    SYSTEM_NATIVE,
    SYSTEM_POR,
    SYSTEM_CONTEXT,
    SYSTEM_ABSTRACT,
    SYSTEM_SELFCHECK
} system_kind;

struct system {
    system_kind kind;
    const system_ops *ops;
};

static inline void sys_moves(sys *s, move_list *out)
{
    s->ops->moves(s, out);
}
static inline void sys_step(sys *s, u16 t, move_kind k, u32 c, taken *out)
{
    s->ops->step(s, t, k, c, out);
}
static inline status sys_status(sys *s)
{
    return s->ops->status(s);
}
static inline state_key sys_save(sys *s)
{
    return s->ops->save(s);
}
static inline void sys_restore(sys *s, state_key k)
{
    s->ops->restore(s, k);
}
static inline bool sys_peek(sys *s, u16 t, move *out)
{
    return s->ops->peek(s, t, out);
}
static inline u32 sys_rank(sys *s)
{
    return s->ops->rank ? s->ops->rank(s) : 0;
}
static inline void sys_set_rank(sys *s, u32 rank)
{
    if (s->ops->set_rank)
        s->ops->set_rank(s, rank);
}
static inline state_key sys_match(sys *s)
{
    return s->ops->match ? s->ops->match(s) : s->ops->save(s);
}
static inline void sys_pack_match(sys *s, byte_list *out)
{
    if (s->ops->pack_match)
        s->ops->pack_match(s, out);
    else
        s->ops->pack(s, out);
}
static inline void sys_reset(sys *s)
{
    s->ops->reset(s);
}
static inline void sys_close(sys *s)
{
    s->ops->close(s);
}

static inline hang_answer sys_hang(sys *s, failure *out)
{
    return s->ops->hang ? s->ops->hang(s, out) : HANG_NONE;
}
/* The failure of the present state, if it has one that no step made: a deadlock, an error, or,
 * where that is looked for, a hang. */
bool sys_fails(sys *s, bool hangs, failure *out);

void taken_free(taken *t);
void shown_clear(shown *s); /* also readies a zeroed one */
void shown_free(shown *s);

#endif
