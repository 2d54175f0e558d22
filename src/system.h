/* A system: something that has moves and can take one.  A cursor over one current state; engines
 * and wrappers know nothing else of what they explore.  docs/architecture.md tells the rules. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include "base/base.h"
#include "base/text.h"
#include "base/vec.h"
#include "event.h"

#include <assert.h>

typedef enum move_kind {
    MOVE_RUN,
    MOVE_START,
    MOVE_SPURIOUS,
    MOVE_TIMEOUT,
    MOVE_FLUSH, /* a store of the thread that waited reaches memory */
    MOVE_KINDS
} move_kind;
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
/* Can the thread in this slot take such a move?  Below 0 there is no thread. */
bool moves_offer(const move_list *moves, int slot, move_kind kind, u32 choice);

/* Is the choice that of a weak compare-exchange that fails although it could succeed? */
static inline bool move_fails_weakly(const move *m, u32 choice)
{
    return m->next.kind == EV_UPDATE && choice;
}

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

/* An access of a step that a data race may be made of: the bytes [from, to) of the object that
 * events have by this number. */
typedef struct accessed {
    u64 object;
    u32 from, to;
    u32 how; /* ACCESSED_ */
} accessed;
enum { ACCESSED_WRITES = 1, ACCESSED_ATOMIC = 2, ACCESSED_FREES = 4 };

/* After OUT_PRUNED the other threads can still be stepped, to see what they would have done. */
typedef struct taken {
    outcome outcome;
    VEC(event) events;      /* the visible one first; with EVENTS_ALL all accesses of the step */
    failure error;          /* OUT_ERROR */
    VEC(accessed) accesses; /* of a system that is to tell them; by what the object is called now */
    u16 racing;             /* OUT_ERROR, a data race with this thread's next steps: it shows */
    move_kind racing_kind;  /* when they are taken, the first one of this kind, */
    u32 race_steps;         /* so many elementary ones; 0: it is there */
    const char *limit;      /* OUT_LIMIT: which, and the option that raises it */
    u32 steps;     /* elementary steps of the thread that it was; the system below took them */
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
    bool piece;      /* an access to a piece of a number */
    bool goes_on;    /* and not the last one */
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

static inline u64 bytes_get(const u8 **at)
{
    u64 v = 0;

    for (u32 shift = 0;; shift += 7) {
        u8 b = *(*at)++;

        v |= (u64)(b & 127) << shift;
        if (b < 128)
            return v;
    }
}

struct sealed;
typedef struct system sys;
typedef VEC(u32) word_list;
enum { NO_THREAD = 0xffff };

/* A line of the user's code, in a call. */
typedef struct code_place {
    const char *file, *function; /* "" unknown */
    u32 line;
    u32 depth; /* of calls; the outermost is not 0 */
} code_place;

/* Events of the next step, by their numbers in taken.events, ascending: `happens` is called with
 * the place in this list as each of them does. */
typedef struct notice {
    const u32 *events;
    u32 n;
    void (*happens)(void *of, u32 k);
    void *of;
    /* Within the step, as the thread comes to another line of the user's code; may be NULL. */
    void (*line)(void *of, const code_place *at);
} notice;

/* A value as C has it, or the place where one is. */
typedef struct c_value {
    u32 type;        /* a number of the system's own; 0: unknown */
    u32 stars;       /* it is a pointer to a pointer ... to that */
    bool placed;     /* it lies in memory, */
    u64 at;          /* there; */
    u32 bits, shift; /* a bit-field: these */
    u64 value;       /* of up to 8 bytes, if it was loaded or lies nowhere */
    bool undefined, pointer;
} c_value;

typedef enum c_class {
    C_UNKNOWN,
    C_SIGNED,
    C_UNSIGNED,
    C_BOOL,
    C_FLOAT,
    C_POINTER,
    C_ARRAY,
    C_RECORD
} c_class;

typedef struct c_type {
    c_class class;
    u64 size;    /* bytes; 0: unknown */
    u32 element; /* of pointers and arrays */
    u32 count;   /* of arrays */
} c_type;

/* What every system has, and what engines need: moves, steps, states. */
typedef struct system_ops {
    void (*moves)(sys *s, move_list *out); /* clears out first; all threads, blocked ones too */
    void (*step)(sys *s, u16 thread, move_kind kind, u32 choice, taken *out);
    status (*status)(sys *s);
    /* The failure of the present state when status is ERROR or DEADLOCK. */
    void (*explain)(sys *s, failure *out);
    /* The RUN or START move of one thread, enabled or not; false when it has none, or others
     * besides. */
    bool (*peek)(sys *s, u16 thread, move *out);
    state_key (*save)(sys *s);
    void (*restore)(sys *s, state_key key);
    void (*reset)(sys *s); /* to the initial state */
    sys *(*clone)(sys *s); /* another cursor over the same tables, at the same state */
    void (*close)(sys *s);
    u64 (*memory)(const sys *s); /* bytes held by the tables and the cursor */
    /* Of a wrapper: brings `inner` to the present state.  NULL: it is there. */
    void (*settle)(sys *s);

    /* Extensions; NULL: none.  One that a wrapper does not have is asked of the system below it,
     * at the present state. */
    const struct system_describe *describe;
    const struct system_bytes *bytes;
    const struct system_rank *rank;
    const struct system_match *match;
    const struct system_queries *queries;
    const struct system_values *values;
    /* What the thread, and those it may yet create, may still do, whatever the others do and while
     * one that lives now has not ended: the static objects they may touch, as bits by number, the
     * rest as FUTURE_ flags.  Numbers that are no static object's are set.  `bits` has room for
     * `words` words; without room the answer is how many words have a static object. */
    u32 (*future)(sys *s, u16 thread, u64 *bits, u32 words);
    /* Is the present state, in which some thread can move, one from which no run changes what
     * others see or comes to an end, and does a thread wait in it?  Then `out` says so, and
     * waits_for tells of each thread until the next step. */
    hang_answer (*hang)(sys *s, failure *out);

    /* Has a step shown that what is taken for granted of the program does not hold?  Then why: what
     * was explored is worth nothing.  NULL while it has not; a member that is NULL: it never does.
     */
    const char *(*broken)(const sys *s);

    /* For the self-check: an invariant of the system's own that the present state breaks, in words.
     * NULL: there is none.  A member that is NULL: it knows of none. */
    const char *(*unsound)(sys *s);

    /* Extensions of the system itself: what they say need not hold under a wrapper. */
    const struct system_spin_loops *spin_loops;
    /* From now on the joins in a row of a thread that is the only one left are one step, and
     * taken.steps says how many they are; or are not. */
    void (*join_together)(sys *s, bool on);
    const struct system_places *places;
} system_ops;

/* What reports ask. */
typedef struct system_describe {
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
    /* The value of `d->items[i].own` as the innermost frame of the user's code in the thread sees
     * it: names, `.`, `->` and `[ ]` only; e names the place, with EVF_VALUE when it is no
     * bit-field. NO_THREAD sees static variables only.  False when it has no value; e names
     * the place all the same, if there is one.  May be NULL.
     */
    bool (*look)(sys *s, u16 thread, const char *path, event *e, text *out);
    /* For the next step only: show() then tells of an event at its moment, with the frames and
     * variables that its thread has there.  `what` lives until the step is over.  May be NULL. */
    void (*notify)(sys *s, const notice *what);
    /* What the thread rests before, and where.  NULL: show() of its pending event tells. */
    void (*pending)(sys *s, u16 thread, text *out);
    /* The objects that the program allocated, a line each: size, owner, and what points there.  May
     * be NULL. */
    void (*heap)(sys *s, text *out);
    /* The functions and static variables of the program, one after the other, as long as it is
     * true.  May be NULL. */
    bool (*name)(sys *s, u32 i, const char **name, bool *is_function);
    /* A store of the thread that has not reached memory, as an event; 0 is the oldest.  False: so
     * many there are not.  May be NULL. */
    bool (*waiting)(sys *s, u16 thread, u32 i, event *e);
} system_describe;

/* What an evaluator of C expressions asks; nothing of it changes the state. */
typedef struct system_values {
    /* A variable or an enumerator, as that frame of the thread sees it: 0 is the innermost of the
     * user's code.  False: there is none, or it has no value here. */
    bool (*variable)(sys *s, u16 thread, u32 frame, const char *name, c_value *out);
    /* "struct node", "node", "unsigned long"; 0: there is none. */
    u32 (*type_named)(sys *s, const char *name);
    c_type (*type_of)(sys *s, u32 type);
    /* `v` becomes its member of that name. */
    bool (*member)(sys *s, c_value *v, const char *name);
    /* Fills in value, undefined and pointer of what lies in memory, up to 8 bytes. */
    bool (*load)(sys *s, c_value *v);
    /* As C would write it. */
    void (*print)(sys *s, u16 thread, const c_value *v, text *out);
    /* A pointer so many bytes further. */
    u64 (*advance)(sys *s, u64 pointer, i64 bytes);
    /* An event that touches the place; false: it lies nowhere. */
    bool (*place)(sys *s, const c_value *v, event *e);
} system_values;

/* The present state as bytes that mean the same in every process, appended; equal states have equal
 * bytes.  The rank is not among them.  Unpacking makes it the present state. */
typedef struct system_bytes {
    void (*pack)(sys *s, byte_list *out);
    void (*unpack)(sys *s, const u8 *bytes, u32 n);
    /* The same of a state that was saved; the cursor stays where it is.  May be NULL. */
    void (*pack_saved)(sys *s, state_key key, byte_list *out);
    /* Forgets all saved states: keys mean nothing any more, but to the clones that there are.  The
     * present state is the initial one.  May be NULL.  Where processes share the states, one of
     * them calls `clear` while all others wait, and then each of them `renew`. */
    void (*renew)(sys *s);
    void (*clear)(sys *s);
    /* All saved states with their keys, to a file, and from it into a system that was just opened.
     * The present state is then the initial one.  False: they are those of another system. */
    void (*write)(sys *s, struct sealed *to);
    bool (*read)(sys *s, struct sealed *from);
} system_bytes;

/* What the present state was reached with, for dominance only: no part of its key.  Set after a
 * restore, read after a step; 0 at the initial state. */
typedef struct system_rank {
    u32 (*get)(sys *s);
    void (*set)(sys *s, u32 rank);
} system_rank;

/* States with equal match keys are the same to the search; restoring still needs save's.  Without
 * it they are save's keys, and the bytes those of pack. */
typedef struct system_match {
    state_key (*key)(sys *s);
    void (*pack)(sys *s, byte_list *out); /* what it tells apart; NULL: as bytes.pack */
} system_match;

/* Numbers that a present state has. */
typedef struct system_queries {
    /* The value of a query (see query.h); false: it cannot be had, and out says why. */
    bool (*value)(sys *s, u32 query, u64 *value, failure *out);
    /* Where every thread is, and nothing else, as a number: equal places, equal numbers. */
    state_key (*control)(sys *s);
    void (*pack_control)(sys *s, byte_list *out); /* what it tells apart; NULL without bytes */
} system_queries;

/* What a stateless search tells spin loops by. */
typedef struct system_spin_loops {
    /* What only the thread itself can see of the state, as words: within one run, when it is the
     * same twice and the thread changed nothing between, it could have stood still.  False: it
     * cannot be told. */
    bool (*own)(sys *s, u16 thread, word_list *out);
    /* All of the present state as words that do not tell what objects are called: equal ones are
     * the same to the program.  May be NULL. */
    void (*whole)(sys *s, word_list *out);
} system_spin_loops;

/* Of a system that has something outside this process, as often as there are places.  Without it a
 * fork of the process has a system of its own. */
typedef struct system_places {
    /* Goes on at this place, which no other process uses now, with a reset. */
    void (*adopt)(sys *s, u32 place);
} system_places;

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
    sys *inner; /* of a wrapper: what it lies over; NULL: it is none */
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
static inline void sys_explain(sys *s, failure *out)
{
    s->ops->explain(s, out);
}
static inline bool sys_peek(sys *s, u16 t, move *out)
{
    return s->ops->peek(s, t, out);
}
static inline state_key sys_save(sys *s)
{
    return s->ops->save(s);
}
static inline void sys_restore(sys *s, state_key k)
{
    s->ops->restore(s, k);
}
static inline void sys_reset(sys *s)
{
    s->ops->reset(s);
}
static inline sys *sys_clone(sys *s)
{
    return s->ops->clone(s);
}
static inline void sys_close(sys *s)
{
    s->ops->close(s);
}
static inline u64 sys_memory(const sys *s)
{
    return s->ops->memory(s);
}
/* The system below a wrapper, at the wrapper's present state. */
static inline sys *sys_settled(sys *s)
{
    assert(s->inner);
    if (s->ops->settle)
        s->ops->settle(s);
    return s->inner;
}

/* For each extension X that wrappers hand on: sys_has_X, has the system it or one below?  And
 * sys_with_X, which must be there: the uppermost one that has, at the present state of `s`. */
#define SYSTEM_EXTENSIONS(X) \
    X(describe) X(bytes) X(rank) X(match) X(queries) X(values) X(future) X(hang)
#define X(name)                                     \
    static inline bool sys_has_##name(const sys *s) \
    {                                               \
        while (s && !s->ops->name)                  \
            s = s->inner;                           \
        return s;                                   \
    }                                               \
    static inline sys *sys_with_##name(sys *s)      \
    {                                               \
        while (!s->ops->name)                       \
            s = sys_settled(s);                     \
        return s;                                   \
    }
SYSTEM_EXTENSIONS(X)
#undef X

static inline void sys_show(sys *s, const event *e, shown *out)
{
    s = sys_with_describe(s);
    s->ops->describe->show(s, e, out);
}
static inline void sys_thread_name(sys *s, u16 t, text *out)
{
    s = sys_with_describe(s);
    s->ops->describe->thread_name(s, t, out);
}
static inline u32 sys_stack(sys *s, u16 t, u32 max, frame_shown *out)
{
    s = sys_with_describe(s);
    return s->ops->describe->stack(s, t, max, out);
}
static inline void sys_waits_for(sys *s, u16 t, text *out)
{
    s = sys_with_describe(s);
    s->ops->describe->waits_for(s, t, out);
}
static inline void sys_outcome(sys *s, text *out)
{
    s = sys_with_describe(s);
    s->ops->describe->outcome(s, out);
}
static inline u32 sys_exit_status(sys *s)
{
    if (!sys_has_describe(s))
        return 0;
    s = sys_with_describe(s);
    return s->ops->describe->exit_status ? s->ops->describe->exit_status(s) : 0;
}
static inline bool sys_looks(sys *s)
{
    return sys_with_describe(s)->ops->describe->look;
}
static inline bool sys_look(sys *s, u16 t, const char *path, event *e, text *out)
{
    s = sys_with_describe(s);
    return s->ops->describe->look && s->ops->describe->look(s, t, path, e, out);
}
static inline bool sys_notifies(sys *s)
{
    return sys_with_describe(s)->ops->describe->notify;
}
static inline void sys_notify(sys *s, const notice *what)
{
    s = sys_with_describe(s);
    s->ops->describe->notify(s, what);
}
static inline void sys_pack(sys *s, byte_list *out)
{
    s = sys_with_bytes(s);
    s->ops->bytes->pack(s, out);
}
static inline void sys_unpack(sys *s, const u8 *bytes, u32 n)
{
    s = sys_with_bytes(s);
    s->ops->bytes->unpack(s, bytes, n);
}
/* Can saved states be told by their bytes, and be forgotten? */
static inline bool sys_renews(const sys *s)
{
    while (s && !s->ops->bytes)
        s = s->inner;
    return s && s->ops->bytes->pack_saved && s->ops->bytes->renew;
}
static inline void sys_pack_saved(sys *s, state_key key, byte_list *out)
{
    while (!s->ops->bytes)
        s = s->inner;
    s->ops->bytes->pack_saved(s, key, out);
}
static inline void sys_write(sys *s, struct sealed *to)
{
    while (!s->ops->bytes)
        s = s->inner;
    s->ops->bytes->write(s, to);
}
static inline bool sys_read(sys *s, struct sealed *from)
{
    while (!s->ops->bytes)
        s = s->inner;
    return s->ops->bytes->read(s, from);
}
static inline void sys_clear(sys *s)
{
    while (!s->ops->bytes)
        s = s->inner;
    s->ops->bytes->clear(s);
}
static inline void sys_renew(sys *s)
{
    while (!s->ops->bytes)
        s = s->inner;
    s->ops->bytes->renew(s);
}
static inline u32 sys_rank(sys *s)
{
    if (!sys_has_rank(s))
        return 0;
    s = sys_with_rank(s);
    return s->ops->rank->get(s);
}
static inline void sys_set_rank(sys *s, u32 rank)
{
    if (!sys_has_rank(s))
        return;
    s = sys_with_rank(s);
    s->ops->rank->set(s, rank);
}
static inline state_key sys_match(sys *s)
{
    if (!sys_has_match(s))
        return sys_save(s);
    s = sys_with_match(s);
    return s->ops->match->key(s);
}
/* Of the system and all below it. */
static inline const char *sys_broken(const sys *s)
{
    const char *why = NULL;

    for (; s && !why; s = s->inner)
        why = s->ops->broken ? s->ops->broken(s) : NULL;
    return why;
}
static inline const char *sys_unsound(sys *s)
{
    const char *what = NULL;

    for (; s && !what; s = s->inner)
        what = s->ops->unsound ? s->ops->unsound(s) : NULL;
    return what;
}
static inline bool sys_may_break(const sys *s)
{
    while (s && !s->ops->broken)
        s = s->inner;
    return s;
}
static inline void sys_pack_match(sys *s, byte_list *out)
{
    sys *at = sys_has_match(s) ? sys_with_match(s) : NULL;

    if (at && at->ops->match->pack)
        at->ops->match->pack(at, out);
    else
        sys_pack(s, out);
}
static inline bool sys_value(sys *s, u32 q, u64 *value, failure *out)
{
    s = sys_with_queries(s);
    return s->ops->queries->value(s, q, value, out);
}
static inline state_key sys_control(sys *s)
{
    s = sys_with_queries(s);
    return s->ops->queries->control(s);
}
static inline void sys_pack_control(sys *s, byte_list *out)
{
    s = sys_with_queries(s);
    s->ops->queries->pack_control(s, out);
}
static inline u32 sys_future(sys *s, u16 t, u64 *bits, u32 words)
{
    s = sys_with_future(s);
    return s->ops->future(s, t, bits, words);
}
static inline hang_answer sys_hang(sys *s, failure *out)
{
    if (!sys_has_hang(s))
        return HANG_NONE;
    s = sys_with_hang(s);
    return s->ops->hang(s, out);
}
static inline bool sys_own(sys *s, u16 t, word_list *out)
{
    return s->ops->spin_loops && s->ops->spin_loops->own(s, t, out);
}
/* The failure of the present state, if it has one that no step made: a deadlock, an error, or,
 * where that is looked for, a hang. */
bool sys_fails(sys *s, bool hangs, failure *out);
/* Appends what waits in the thread's store buffer, oldest first: "x = 1, y = 2". */
void sys_buffer(sys *s, u16 thread, text *out);
/* Is there any? */
bool sys_buffers(sys *s, u16 thread);

void taken_free(taken *t);
/* Of a place: what is the user's in it.  `l.head._M_ptr` is `l.head`. */
void shown_drop_members(text *place);
void shown_clear(shown *s); /* also readies a zeroed one */
void shown_free(shown *s);

#endif
