/* What heddle and the library that is preloaded into a controlled program say to each other, in
 * memory that both map.  Included on both sides. */
#ifndef NATIVE_PROTOCOL_H
#define NATIVE_PROTOCOL_H

#include "native/ipc.h"

#include <stdint.h>

#define NATIVE_ENV        "HEDDLE_NATIVE" /* the descriptor of the shared memory, and which program */
#define NATIVE_EXEC_ENV   "HEDDLE_EXEC"   /* the same, in a program that a process became */
#define NATIVE_THREADS    64
#define NATIVE_PROGRAMS   8
#define NATIVE_KEPT       64 /* files */
#define NATIVE_PATH       256
#define NATIVE_KEPT_BYTES (32u << 20)
#define NATIVE_PROBES     64
#define NATIVE_FRAMES     24
#define NATIVE_WORDS      512
#define NATIVE_SETS       64   /* of System V semaphores */
#define NATIVE_AT_ONCE    16   /* operations of semop, or semaphores that are set or read */
#define NATIVE_LINES      2048 /* of a script */
#define NATIVE_RACY       4096 /* words whose plain accesses are steps; room in the table */
#define NATIVE_TABLE      1024 /* descriptors of a process */
#define NATIVE_IMAGE      512  /* bytes of the path of a program that is executed */
#define NATIVE_ITIMERS    3

enum native_operation {
#define OPERATION(name, ...) NATIVE_##name,
#include "native/operations.def"
    NATIVE_OPERATIONS
};

enum native_family {
    FAMILY_THREAD = 1 << 0,
    FAMILY_MUTEX = 1 << 1,
    FAMILY_COND = 1 << 2,
    FAMILY_RWLOCK = 1 << 3,
    FAMILY_SPIN = 1 << 4,
    FAMILY_BARRIER = 1 << 5,
    FAMILY_ONCE = 1 << 6,
    FAMILY_SEM = 1 << 7,
    FAMILY_PROCESS = 1 << 8,
    FAMILY_SYSV = 1 << 9,     /* semaphores of System V */
    FAMILY_CHANNEL = 1 << 10, /* pipes, sockets and the like */
    FAMILY_SIGNAL = 1 << 11,  /* signals and cancellations */
    FAMILY_MARK = 1 << 12,    /* of traces: no thread announces it */
    FAMILY_ACCESS = 1 << 13,  /* to memory */
    /* What a thread shares in memory of its own. */
    FAMILY_OBJECTS = FAMILY_MUTEX | FAMILY_COND | FAMILY_RWLOCK | FAMILY_SPIN | FAMILY_BARRIER |
                     FAMILY_ONCE | FAMILY_SEM,
};

/* What happened before whoever operates on the object next. */
enum native_clock {
    CLOCK_NONE,
    CLOCK_ACQUIRE,
    CLOCK_RELEASE,
    CLOCK_BOTH,
    CLOCK_RW_MAKE, /* of a read-write lock: its readers count for who writes alone */
    CLOCK_RW_WRITE,
    CLOCK_RW_UNLOCK,
};

enum native_trait {
    IS_POINT = 1 << 0,     /* of cancellation */
    IS_CUT = 1 << 1,       /* a signal may come while it waits */
    IS_ENDED = 1 << 2,     /* by a handler, even one that asks for a restart */
    IS_RESTARTED = 1 << 3, /* after a handler that asks for it, else ended; neither: always */
    IS_TIMED = 1 << 4,     /* the wait may time out */
    IS_TIMED_IF = 1 << 5,  /* if `other` has NATIVE_TIMED_FLAG */
    IS_GUARDED = 1 << 6,   /* waits for what its object's word does not tell */
    IS_MAKER = 1 << 7,     /* of an object */
    IS_DESTROYER = 1 << 8,
    IS_LET_GO = 1 << 9,   /* by another thread: the object is needed no more */
    IS_DEAF = 1 << 10,    /* takes no signal before it */
    IS_SHAPING = 1 << 11, /* begins or ends a thread or a process: cannot be hidden */
    IS_JOIN = 1 << 12,    /* of a thread */
    IS_HELD = 1 << 13,    /* waits until the thread that holds its object lets it go */
    IS_SIGNAL = 1 << 14,  /* of a signal or a cancellation: a report says whom it is for */
    IS_ALONE = 1 << 15,   /* touches nothing of other processes that --uses has names for */
    IS_PLAIN = 1 << 16,   /* touches its object and nothing else of theirs */
};

typedef struct native_row {
    const char *call;
    uint16_t family;
    uint32_t traits;
    uint8_t size, clock;
} native_row;
extern const native_row native_rows[NATIVE_OPERATIONS];

static inline bool native_is(uint32_t operation, unsigned traits)
{
    return native_rows[operation].traits & traits;
}
static inline bool native_in(uint32_t operation, unsigned families)
{
    return native_rows[operation].family & families;
}

/* Why a run ended where no operation says so. */
enum native_end {
    END_NONE,
    END_ASSERTION,
    END_ABORT,
    END_SIGNAL, /* number: which */
    END_MISUSE, /* words: what of the library's contract was broken */
    END_DOUBLE_FREE,
    END_INVALID_FREE,
    END_PRUNED,  /* an assumption does not hold */
    END_REFUSED, /* words: the function that is not controlled */
    END_THREADS, /* more than NATIVE_THREADS */
    END_RACE,
    END_OTHERWISE, /* a step that is taken again is another one */
    END_USE_AFTER_FREE,
};

/* Commands to the fork server. */
enum { SERVER_IDLE, SERVER_RUN, SERVER_QUIT };

/* An access to memory that is a step, beside what every operation has. */
typedef struct native_access {
    uint64_t at;
    uint32_t size;
    uint32_t fails;        /* a compare-exchange that would find another value */
    uint32_t wide;         /* what it expects, and values, are not known */
    uint32_t own;          /* the hash below is there */
    uint64_t expected;     /* by a compare-exchange */
    uint64_t registers[6]; /* that a call keeps: some may be dead */
    uint64_t hash[2];      /* of all else that the thread alone can change */
} native_access;

/* One side of a data race. */
typedef struct native_side {
    uint64_t caller;
    uint32_t slot;
    uint32_t kind; /* an or of SIDE_ */
} native_side;
enum { SIDE_WRITE = 1, SIDE_ATOMIC = 2, SIDE_FREE = 4, SIDE_VOLATILE = 8 };

/* One of several operations of semop; or the value of a semaphore, of semctl for all. */
typedef struct native_semop {
    uint16_t each, flags;
    int32_t add;
} native_semop;

/* What the last read or write of a pipe or socket moved. */
typedef struct native_moved {
    uint32_t known;
    int32_t descriptor;
    int64_t result;
    uint8_t bytes[16]; /* the first */
} native_moved;

/* A thread and the operation it rests before. */
typedef struct native_slot {
    uint32_t turn; /* futex: 1: go on */
    uint32_t operation;
    uint64_t object;
    uint64_t argument, other;
    uint64_t caller; /* where the call returns to */
    uint32_t word;   /* the first word of the object when it was announced */
    int32_t status;  /* what the call is to return */
    uint64_t result;
    uint32_t process, task; /* as the kernel names them */
    uint64_t routine, data; /* what the thread runs */
    uint64_t data2;         /* msgrcv: the type */
    uint32_t stranded;      /* its queue was removed while it had to wait */
    uint64_t frames[NATIVE_FRAMES];
    uint64_t bases[NATIVE_FRAMES]; /* their canonical frame addresses; 0: not known */
    uint32_t depth;                /* of frames */
    native_access access;
    native_semop several[NATIVE_AT_ONCE];
    uint64_t value,
        old;         /* of the last access that was done: read or written, and what was before */
    uint32_t valued; /* and they are known */
    native_moved moved;
    int32_t failure; /* of a child that posix_spawn made: why it did not become the program */
} native_slot;

/* Can it be done at once?  Also where the queue was removed. */
static inline bool native_queue_ready(const native_ipc *i, const native_slot *s)
{
    const ipc_file *f = &i->files[s->argument];
    const ipc_channel *c = f->in ? &i->channels[f->in - 1] : NULL;

    if (f->kind != FILE_QUEUE || f->object != s->object)
        return true;
    if (s->operation == NATIVE_MSGSND)
        return c->capacity - c->count >= (uint32_t)(s->other >> IPC_NEED);
    return ipc_find_message(i, (uint32_t)s->argument, (long)s->data2, s->other & IPC_EXCEPT) !=
           UINT32_MAX;
}

/* A program's fork server. */
typedef struct native_server {
    uint32_t command;  /* futex: to the server */
    uint32_t ready;    /* it waits for commands */
    uint32_t instance; /* process of the present run */
    uint32_t ended;    /* that is gone, with this status of waitpid */
    int32_t status;
} native_server;

/* A step that was taken before, to be taken again without asking heddle: whose, what its operation
 * gives, and what that must be. */
typedef struct native_line {
    uint32_t slot, operation;
    uint64_t object, caller;
    uint64_t result;
    int32_t status;
} native_line;

/* A function of the program that is an operation of its own, on what its argument names. */
typedef struct native_probe {
    uint64_t address;
    uint32_t program, number;
    uint32_t argument; /* from 1; 0: the function itself */
    uint32_t writes;
} native_probe;

/* A file as it was before the first run changed it: each later run begins with it so. */
typedef struct native_kept {
    char path[NATIVE_PATH];
    uint32_t kind; /* KEPT_ */
    uint32_t mode;
    uint64_t at, size; /* of what was in it, among the kept bytes */
    uint32_t changed;  /* by the present run */
} native_kept;
enum { KEPT_ABSENT = 1, KEPT_FILE, KEPT_FOLDER };

/* What a program met that runs are not told apart by. */
enum native_gap { GAP_FILES, GAP_SIGNAL, GAP_TIMER, NATIVE_GAPS };

#define NATIVE_USED       16 /* ordinary files that a run uses while there are several threads */
#define NATIVE_USED_LOCKS 2

/* An ordinary file, and by slot the number of its last use and the locks at all its uses. */
typedef struct native_used {
    uint64_t device, inode;
    uint64_t locked; /* slots that took a lock of the file, as bits */
    uint32_t read[NATIVE_THREADS], written[NATIVE_THREADS];
    uint64_t locks[NATIVE_THREADS][NATIVE_USED_LOCKS];
} native_used;

/* By slot: who made it, after how many uses, and whose end it was told of. */
typedef struct native_sharing {
    uint32_t n; /* files */
    uint32_t uses[NATIVE_THREADS], above[NATIVE_THREADS], uses_above[NATIVE_THREADS];
    uint64_t ended[NATIVE_THREADS];
    native_used files[NATIVE_USED];
} native_sharing;

/* A timer of setitimer. */
typedef struct native_itimer {
    uint32_t slot; /* + 1 */
    uint64_t left, again;
} native_itimer;

/* What a process takes along when it becomes another program: written and read without a rest in
 * between, so that one is enough. */
typedef struct native_handover {
    uint32_t given;  /* and not yet taken up */
    uint32_t self;   /* slot */
    uint32_t parent; /* slot + 1 */
    int32_t group;
    uint32_t above;  /* its parent as the kernel names it */
    uint32_t names;  /* that files have by now */
    uint32_t locked; /* it may have locks of files */
    uint64_t passed; /* by its clock */
    uint64_t drawn;  /* random */
    uint64_t undoes; /* sets of semaphores, as bits */
    uint64_t kept;   /* descriptors that the program does not know of, as bits */
    native_itimer timers[NATIVE_ITIMERS];
    uint16_t table[NATIVE_TABLE]; /* file + 1 */
} native_handover;

typedef struct native_shared {
    uint32_t bell;        /* futex: rung when nothing runs any more, and by the servers */
    uint32_t running;     /* threads that have not come to their next operation */
    uint32_t line, lines; /* of the script: the next one, and all */
    native_line script[NATIVE_LINES];
    uint32_t programs;
    native_server servers[NATIVE_PROGRAMS];
    uint32_t probes;
    native_probe probe[NATIVE_PROBES];
    uint32_t threads;               /* slots in use */
    uint32_t processes;             /* that were ever in this run */
    uint32_t homes[NATIVE_THREADS]; /* by slot: the process, as its first thread's slot; heddle's */
    uint32_t sets;                  /* of System V semaphores */
    int32_t set_keys[NATIVE_SETS];
    uint32_t set_sizes[NATIVE_SETS];
    uint64_t passed[NATIVE_THREADS]; /* by slot: ns by the thread's clock */
    uint64_t waited; /* slots of threads that ever waited at a condition, as bits; heddle's */
    uint32_t starts_matter; /* signals were sent, or a process ended before all its threads did */
    uint32_t stacks;        /* are to be kept at each operation */
    uint32_t end;           /* enum native_end */
    uint32_t number, slot;
    uint64_t caller;
    uint64_t frames[NATIVE_FRAMES];
    uint32_t depth;
    char words[NATIVE_WORDS];
    uint64_t weak_order; /* whoever called for an access with one weaker than seq_cst; 0: none */
    uint64_t reused;     /* whoever was given memory that had been freed; 0: nobody */
    uint64_t gaps[NATIVE_GAPS]; /* where the program met each first; 0: nowhere */
    uint32_t instrumented;      /* memory accesses are reported */
    uint32_t rough; /* some of them by a compiler that reports a copy before it is done */
    uint32_t cxx20; /* release sequences are those of C++20 */
    uint32_t racy;  /* words in the table */
    uint64_t racy_words[NATIVE_RACY]; /* an open hash table of addresses; 0: free */
    uint64_t race_address;            /* of the first byte that both touch */
    uint64_t race_made, race_offset; /* by whom, of a block of the heap, and where in it; 0: none */
    uint32_t race_size;
    native_side race[2];                  /* the earlier one, and the later one */
    uint64_t output_device, output_inode; /* where the program prints */
    native_sharing sharing;
    native_slot slots[NATIVE_THREADS];
    uint32_t n_kept;
    uint64_t kept_bytes;
    native_kept kept[NATIVE_KEPT];
    native_handover handover;
    char images[NATIVE_THREADS][NATIVE_IMAGE]; /* by slot: the program that it is about to become */
    native_ipc ipc;
    uint8_t bytes[NATIVE_KEPT_BYTES]; /* last: never touched by most */
} native_shared;

/* Names of objects that are not in memory: a process by its first thread's slot, and a System V
 * semaphore by its set and number; an address has its process above NATIVE_PROCESS bits. */
#define NATIVE_PROCESS        48
#define NATIVE_SHARED         (1ull << 58) /* in memory that processes share: by its mapping */
#define NATIVE_CHILD(slot)    (1ull << 61 | (uint64_t)(slot) << 8)
#define NATIVE_SEM(set, each) (1ull << 62 | (uint64_t)(set) << 18 | (uint64_t)(each) << 2)

/* Where in the table of racy words the search for one begins. */
static inline uint32_t native_racy_place(uint64_t word)
{
    return (uint32_t)((word >> 3) * 0x9e3779b97f4a7c15ull >> 52) % NATIVE_RACY;
}
#define NATIVE_FIRST_PROCESS 1000 /* the number of the first process */
#define NATIVE_EVERYONE      0xffffu
#define NATIVE_ONCE_SET      1u /* word of a timer: it comes once, or again and again */
#define NATIVE_AGAIN_SET     2u
#define NATIVE_TIMED_FLAG    1u /* other: the wait may time out, or does not wait */
#define NATIVE_AT_ONCE_FLAG  2u
#define NATIVE_READ_TWICE    1u /* result of a lock for reading: the thread holds it already */
#define NATIVE_WRONG_TIME    1u /* other of a lock with a time-out: the time is none */
#define NATIVE_NO_WAIT       1u /* other of a wait for children; and who was waited for can be again */
#define NATIVE_LEAVE_IT      2u
#define NATIVE_INTERRUPTED   (-1000) /* status: a signal is to be taken first */
#define NATIVE_WAITED        1       /* result: and the operation was blocked */

/* The first word of an object that heddle has seen. */
#define NATIVE_SEEN 0x6c64u
#define NATIVE_DEAD 0x6c65u /* and that was destroyed */

#endif
