/* Events: what one operation of one thread did, or is about to do, and when two of them depend. */
#ifndef EVENT_H
#define EVENT_H

#include "base/base.h"

/* Guards of `await` on the u32 at addr, compared with value (both signed). */
enum {
    GUARD_ALWAYS,
    GUARD_EQ,
    GUARD_NE,
    GUARD_GE,
    GUARD_GT,
    GUARD_LOCK,  /* 0, or value, or a mark >= LOCK_MARKS: not another's */
    GUARD_SHARE, /* not negative, or value, or a mark >= LOCK_MARKS: no other's write lock */
    GUARD_MASK = 15,
    GUARD_CANCEL = 16, /* or'ed: a cancellation point */
    GUARD_TIMED = 32,  /* or'ed: may time out, a move of its own */
    GUARD_OWN = 64     /* or'ed: what lock words hold of the caller is or'ed to value */
};
#define LOCK_MARKS  0xffffff00u
#define LOCK_NUMBER 0xffff /* the bits of a lock word that have its holder's number */

/* EVENT(NAME, "word", reads, writes): whether it reads or writes [offset, offset + size) of object.
 */
#define EVENT_KINDS(EVENT)                                                                    \
    EVENT(NONE, "none", 0, 0)                                                                 \
    EVENT(READ, "read", 1, 0)                                                                 \
    EVENT(WRITE, "write", 0, 1)                                                               \
    EVENT(UPDATE, "update", 1, 1) /* read-modify-write, compare-exchange that succeeds */     \
    EVENT(LOCK, "lock", 1, 1)                                                                 \
    EVENT(TRYLOCK, "trylock", 1, 1)                                                           \
    EVENT(UNLOCK, "unlock", 1, 1)                                                             \
    EVENT(WAIT, "wait", 1, 1)     /* sleeps at the object */                                  \
    EVENT(WOKEN, "woken", 1, 1)   /* leaves the sleep */                                      \
    EVENT(SIGNAL, "signal", 1, 1) /* of a C program old says for show() who is woken */       \
    EVENT(BROADCAST, "broadcast", 1, 1)                                                       \
    EVENT(SEM_WAIT, "sem-wait", 1, 1)                                                         \
    EVENT(SEM_POST, "sem-post", 1, 1)                                                         \
    EVENT(BARRIER, "barrier", 1, 1)                                                           \
    EVENT(READ_LOCK, "read-lock", 1, 1)                                                       \
    EVENT(ONCE, "once", 1, 1)                                                                 \
    EVENT(SYNC, "sync", 1, 1) /* any other operation of the runtime */                        \
    EVENT(ALLOC, "alloc", 0, 1)                                                               \
    EVENT(FREE, "free", 0, 1)                                                                 \
    EVENT(START, "start", 0, 0)             /* first step of a thread */                      \
    EVENT(CREATE, "create", 0, 0)           /* value: the child's slot */                     \
    EVENT(JOIN, "join", 0, 0)               /* value: the slot joined */                      \
    EVENT(THREAD_EXIT, "thread-exit", 0, 0) /* value: see threads_left(), size: detached */   \
    EVENT(EXIT, "exit", 0, 0)               /* the process ends: depends on everything */     \
    EVENT(CHOOSE, "choose", 0, 0)           /* value: the choice */                           \
    EVENT(ATOMIC, "atomic", 0, 0)           /* an atomic section begins: its events follow */ \
    EVENT(CANCEL, "cancel", 0, 0)           /* value: the slot cancelled */                   \
    EVENT(OUTPUT, "output", 0, 0)           /* text: what was printed */                      \
    EVENT(FAIL, "fail", 0, 0)               /* value: the error kind */                       \
    EVENT(PAUSE, "pause", 0, 0)             /* a cancellation point that does nothing else */ \
    EVENT(BUFFER, "buffer", 0, 0)           /* a store that will reach memory later */        \
    EVENT(FORWARD, "forward", 0, 0)         /* a read of such a store by its own thread */    \
    EVENT(FENCE, "fence", 0, 0)             /* vm_options.alone: a fence of the program's */  \
    EVENT(ORDERS, "orders", 0, 0)           /* vm_options.alone: value is what was asked */   \
    EVENT(RESET, "reset", 0, 0)             /* all threads are gone, main begins anew */

typedef enum event_kind {
#define EVENT(name, word, reads, writes) EV_##name,
    EVENT_KINDS(EVENT)
#undef EVENT
        EV_COUNT
} event_kind;

enum {
    EVF_VISIBLE = 1,
    EVF_ATOMIC = 2,
    EVF_POINTER = 4,   /* value and old are pointers */
    EVF_UNDEFINED = 8, /* the value read or written is not (wholly) defined */
    EVF_OPAQUE = 16,   /* footprint unknown: dependent with everything */
    EVF_VALUE = 32,    /* value (and old, for writes) are filled in; size <= 8 */
    EVF_RUNTIME = 64,  /* done by the runtime inside an operation, or on a hidden object */
    EVF_SETTLED = 128, /* for show(): what it touched is still as it left it (report/moment.h) */
    EVF_WATCHED = 256, /* writes what a query reads; on a step's first event: the step does */
    EVF_LETTER = 512,  /* and the query is a proposition: what holds may change */
    EVF_WORD = 1024,   /* an operation of the runtime: old is the 32-bit word there before it */
    EVF_GUARD = 2048,  /* may be blocked; kinds that have EVF_WORD wait for that word: value is what
                          event_guard made of it */
    EVF_LASTING = 4096, /* of threads: slots are not used again */
    EVF_FAILED = 8192,  /* a compare-exchange that left its object as it was */
    EVF_ASIDE = 16384,  /* for reports: it says nothing that the other events of the step do not */
    EVF_TOLD = 32768,   /* for reports: a NONE that has something to tell */
    EVF_COMPARES = 65536, /* a compare-exchange: reads, and writes only if it finds `expected` */
    EVF_VARIES = 131072,  /* what else the step touches depends on what it finds */
    EVF_UNSET = 262144,   /* for reports: old is not (wholly) defined */
    EVF_OWN = 524288,     /* in memory that no other thread could reach */
    EVF_ALONE = 1048576,  /* of a JOIN: none, but the step is as it is since that thread is over */
    EVF_SPENDS = 2097152, /* of a WOKEN: a signal is used up by it */
};

/* Memory orders, as bits. */
enum { EVO_RELAXED = 1, EVO_ACQUIRE = 2, EVO_RELEASE = 4, EVO_SEQ_CST = 8 };

typedef struct event {
    u8 kind;
    u8 order;   /* of atomic accesses and fences that happened: EVO_ */
    u16 thread; /* slot */
    u32 flags;
    u64 object; /* BIRTH mode: birth name (creator's birth index << 32 | ordinal, or 0 << 32 |
                   static number); CANONICAL mode: the number in this state.  0: none */
    u32 offset, size;
    u32 func, pc; /* the instruction, by which show() finds the source line of the user's call */
    u64 value, old;
    union {
        const char *text; /* OUTPUT: valid until the next step */
        u64 expected;     /* EVF_COMPARES, with EVF_VALUE */
    };
} event;

extern const char *const event_names[EV_COUNT];
bool event_reads(const event *e);
bool event_writes(const event *e);
/* A guard of `await` (GUARD_) and the number it compares with, and whether a word satisfies it. */
static inline u64 event_guard(u32 guard, u32 number)
{
    return (u64)guard << 32 | number;
}
bool event_guard_holds(u64 guard, u32 word);
/* May the two, of different threads, not be exchanged? */
bool dependent(const event *a, const event *b);

/* Error kinds, shared by the machine, the reports and the tests. */
typedef enum error_kind {
    ERR_NONE,
#define ERROR(name, word, meaning) ERR_##name,
#include "errors.def"
    ERR_COUNT
} error_kind;
/* Of a state in which something can still move. */
static inline bool error_lasts(error_kind k)
{
    return k == ERR_HANG || k == ERR_PARTIAL;
}
extern const char *const error_names[ERR_COUNT];
bool error_named(const char *name, error_kind *out);
extern const char *const error_meanings[ERR_COUNT];

#endif
