/* The machine as a system: opens a program for exploration. */
#ifndef VM_VM_H
#define VM_VM_H

#include "program/program.h"
#include "rules.h"
#include "system.h"

typedef enum vm_mode { VM_CANONICAL, VM_BIRTH } vm_mode;

/* Where a step may end besides before an operation that others can see, while several threads live.
 */
typedef enum vm_grain {
    GRAIN_OPERATION,   /* nowhere; silent loops are run through */
    GRAIN_LOOP,        /* when a loop of the control flow closes */
    GRAIN_BRANCH,      /* before each branch */
    GRAIN_INSTRUCTION, /* before each instruction */
} vm_grain;

/* What a program learns of the addresses of its objects (address.c). */
typedef enum vm_addresses {
    ADDRESSES_SYMBOLIC, /* what holds in every layout; where more is asked for the run is cut */
    ADDRESSES_LAYOUT,   /* all, of one layout */
    ADDRESSES_STRICT    /* what holds in every layout; to ask for more is an error */
} vm_addresses;

/* When a store reaches memory (buffer.c). */
typedef enum memory_model {
    MEMORY_SC,  /* at once */
    MEMORY_TSO, /* later, in the order of its thread's stores */
    MEMORY_PSO, /* later, in the order of its thread's stores to the same bytes */
    MEMORY_RA,  /* the machine has no such memory, nor the next: src/graph */
    MEMORY_RC11
} memory_model;

static inline bool memory_by_graphs(memory_model m)
{
    return m == MEMORY_RA || m == MEMORY_RC11;
}

/* Told to the machine that takes threads for interchangeable (symmetry.c). */
typedef struct vm_symmetry {
    char leak[400]; /* where and how the program tells them apart, "" not */
} vm_symmetry;

typedef struct vm_options {
    vm_mode mode;
    vm_grain grain;
    bool events_all;   /* taken.events has the invisible accesses too */
    bool output;       /* taken.events has what the program prints, even without events_all */
    bool every_access; /* accesses to private memory are visible too */
    bool plain_heap;   /* objects are numbered by age, not by the canonical walk */
    bool footprint;    /* taken.events has every access to what others can reach, also those that
                          the runtime makes inside an operation; not to what the step made */
    bool lasting;      /* with BIRTH: what was shared once stays so, a thread that was there once
                          makes operations visible for good, slots are not used again.  What a
                          step is then depends on its own past alone, and events of reordered runs
                          can be compared.  Names are saved with the state */
    memory_model memory;
    u32 buffer; /* stores of a thread that may wait; 0: VM_BUFFER */
    bool alone; /* with BIRTH, LASTING, EVENTS_ALL: somebody answers each thread's reads (alone.c);
                   taken.events has fences and what operations order */
    vm_addresses addresses;
    u32 layout;      /* ADDRESSES_LAYOUT: which, from 1 on; 0: the first */
    run_rules rules; /* what of it is not the search's: leaks, exit_status, no_spurious,
                        allow_partial */
    bool malloc_may_fail;
    bool races;      /* data races are errors; volatile accesses are atomic and relaxed, or plain */
    bool races_near; /* with it: steps tell their accesses, and somebody else finds the races; what
                        was explored is worth nothing once the system is broken (race_near.c) */
    bool volatile_atomic;
    bool releases_end;     /* a later store of the same thread ends a release sequence: C++20 */
    bool progress;         /* taken.progress is filled in (program/loops.h) */
    number_range nondet;   /* of wide nondeterministic values */
    u32 hang_states;       /* that a question for hangs may look at; 0: VM_HANG_STATES */
    u32 max_threads;       /* live at once; 0: default 64 */
    u32 max_stack;         /* nested calls; 0: default 10000 */
    u64 max_heap;          /* bytes allocated at once; 0: default 256 MiB */
    u64 limit_bytes;       /* of the intern tables */
    u8 **reached;          /* by function and instruction: set to 1 when a thread comes to it; or
                              NULL */
    bool shared;           /* the table is, with processes that are forked later */
    vm_symmetry *symmetry; /* match() merges permutations of threads, joins wait; NULL: not */
} vm_options;

enum { VM_HANG_STATES = 1 << 20, VM_BUFFER = 8 };

/* `p` must outlive it. */
sys *vm_open(program *p, const vm_options *o);
/* For drivers that start the program's threads in place of main, at the initial state.  Each is
 * false with `problem` filled where it cannot be done.  A function runs to its end before anything
 * else; threads take the numbers 0, 1, ... in the order in which they are started. */
bool vm_run_function(sys *s, const char *name, text *problem);
bool vm_start_thread(sys *s, const char *name, u64 arg, text *problem);
/* A function of the program becomes a query: before vm_open.  False: there is none of that name. */
bool vm_query_function(program *p, query_kind kind, const char *name);
/* How often a query of the program was evaluated. */
u64 vm_evaluations(const sys *s);

/* alone.c: what memory holds, by birth names, so that it can be put into another run.  A value is
 * a row of pointer-sized words, the first and the last perhaps in part. */
typedef struct vm_word {
    u64 data, undefined; /* undefined: a bit set has no defined value */
    u64 target;          /* the object that a pointer points to, by its birth name; 0: no pointer */
} vm_word;
u32 vm_word_bytes(const sys *s);
u32 vm_words(const sys *s, u32 offset, u32 size);
/* False: the object is not there, or dead, or too small. */
bool vm_take(sys *s, u64 object, u32 offset, u32 size, vm_word *out);
bool vm_put(sys *s, u64 object, u32 offset, u32 size, const vm_word *in);
/* What an event of at most 8 bytes read or wrote, or what was there before. */
void vm_value_of(sys *s, const event *e, bool before, vm_word *out);
/* Does the thread sleep at an object, may its sleep time out, and does it end only where somebody
 * ends it? */
enum { VM_WAITS = 1, VM_WAITS_TIMED = 2, VM_WAITS_STRONG = 4 };
u32 vm_waits(const sys *s, u16 slot);
/* Is it an object of the library's own, or the compiler's? */
bool vm_hidden(const sys *s, u64 object);
/* What of the program depends on the order in which threads do what no event tells of; or NULL. */
/* Restores a state of this machine, also of another run of the threads. */
void vm_back(sys *s, state_key key);
const char *vm_alone_lacks(const sys *s);
/* So many threads were started up to now. */
u32 vm_started(const sys *s);

#endif
