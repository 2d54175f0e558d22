/* The machine's working state.  It is flat and mutable; what changed since the last save or restore
 * is known by zeros in the trees (tree.h), so that saving interns and restoring copies only that.
 *
 * Objects 1..nstatic are the program's static objects; the others (heap, stack, thread-local
 * blocks, thread handles, variable arguments) follow.  In CANONICAL mode, whenever a state is
 * saved, these are numbered in the order in which a walk from the roots meets them. */
#ifndef VM_MACHINE_H
#define VM_MACHINE_H

#include "base/map.h"
#include "base/mutant.h"
#include "program/program.h"
#include "store/intern.h"
#include "system.h"
#include "vm/tree.h"
#include "vm/vm.h"

#include <assert.h>

typedef enum object_class {
    OC_STATIC,
    OC_FUNC,
    OC_HEAP,
    OC_STACK,
    OC_TLS,
    OC_THREAD,
    OC_VARARGS,
    OC_BUFFER /* of a thread: stores that wait (buffer.c) */
} object_class;

enum {
    OF_ANY = 1,    /* always set: for masks that want every access */
    OF_SHARED = 2, /* another thread may reach it */
    OF_DEAD = 4,   /* freed, or its scope ended: only its identity is left */
    OF_CONST = 8,
    OF_NODATA = 16,   /* functions and thread handles: not to be read or written */
    OF_POINTERS = 32, /* some word may be a pointer: map is there */
    OF_SHADOW = 64,   /* some bit may be undefined: shadow is there */
    OF_CLEAN = 128,   /* not written since the last save */
    OF_CHUNKED = 256, /* larger than CHUNK_BYTES: stored as a tree of chunks */
    OF_WATCHED = 512, /* static, and an invariant may read it */
    OF_MET = 1024,    /* another thread could reach it once: its accesses are kept for races */
    OF_ROOTED = 2048, /* reached from shared roots alone: which threads point to it tells nothing */
};
#define CHUNK_BYTES 128u
enum {
    MAP_NONE,
    MAP_POINTER,
    MAP_PARTIAL /* a pointer of which some bytes are still to be stored */
};

typedef struct object {
    u8 *data;   /* room bytes; NULL when dead or without data */
    u8 *map;    /* one byte a pointer-sized word: MAP_ */
    u8 *shadow; /* a bit set is an undefined bit; as large as data */
    u32 size, room;
    u16 flags;
    u8 kind;   /* object_class */
    u8 align;  /* log2 */
    u16 owner; /* OC_STACK, OC_VARARGS: thread slot; OC_THREAD: the slot it stands for; OC_TLS too
                */
    u32 depth; /* OC_STACK: index of its frame */
    u32 seq;   /* OC_STACK: ordinal in its frame */
    u32 next_local;                  /* the frame's next one, if they are listed; 0: none */
    u32 leaf;                        /* interned contents, 0 when dirty */
    u64 sig;                         /* digest of the dynamic objects it points to, in order */
    tree chunks;                     /* OF_CHUNKED */
    u64 address;                     /* layout.c: where it lies; 0: nobody looked yet */
    u32 birth_thread, birth_ordinal; /* who made it, and which of its objects it is */
    u32 made_func, made_pc;          /* where, for messages; not state */
    u32 gone_func, gone_pc;          /* where it was freed */
} object;

/* Shadow of a register: undefined bits, and where an integer came from. */
typedef struct shade {
    u64 bits;
    u64 origin; /* PROV_ */
} shade;
enum {
    PROV_NONE,
    PROV_POINTER,
    PROV_LOST,
    PROV_CUT /* low bits of an address, 16 or more: unknown as LOST, but not 0 */
};
/* Undefined bits because of an address; in memory their data bits are set, those of what was never
 * written are not. */
#define SHADE_IS_LOST(s) ((s).origin == PROV_LOST || (s).origin == PROV_CUT || SHADE_IS_BYTE(s))
/* A single byte of a pointer: its origin is the whole pointer, its bits are undefined but for its
 * place in it, kept above them.  Bytes put side by side in the right order are the pointer again.
 */
#define SHADE_BYTE(pointer, k) ((shade){0xff | (u64)(k) << 60, pointer})
#define SHADE_IS_BYTE(s)       POINTER_IS((s).origin)
#define SHADE_PLACE(s)         ((u32)((s).bits >> 60))

typedef struct frame {
    u32 func, pc;
    u32 base;    /* of its registers in thread.regs */
    u32 leaf;    /* interned, 0 when dirty */
    u32 seq;     /* ordinal of its next stack object; 0: it has none */
    u32 locals;  /* calls.c: the first of its stack objects, if they are listed; 0: none */
    bool slow;   /* registers have shades */
    bool atomic; /* its function's body is an atomic section that this call opened */
    bool marked; /* it called setjmp */
    bool points; /* a live register holds a dynamic pointer */
    bool stale;  /* restored inside a call: only what is live after it has a value */
    u64 sig;     /* of the pointers in live registers to dynamic objects that are not rooted */
} frame;

typedef enum thread_state {
    TS_FREE,    /* the slot is unused */
    TS_NEW,     /* created, START pending */
    TS_READY,   /* rests before a visible operation (or LOCAL) */
    TS_WAITING, /* inside `wait`: until woken */
    TS_OVER,    /* ended; kept until joined and its handle is gone */
} thread_state;

/* symmetry.c: with whom a thread can be exchanged; kept only where that is asked for. */
typedef struct kinship {
    u32 start;      /* the object of the function that it began with; 0: with nobody */
    u32 number;     /* what lock words hold of it; 0 while it holds no lock */
    u64 arg;        /* what the function was given */
    bool paired;    /* there was another one like it */
    bool rehearsed; /* the first thread: what it does up to its last join was looked at */
} kinship;

#define THREAD_LOST 1u /* a result that has no defined value because of an address */

typedef struct thread {
    thread_state state;
    bool detached, joined, woken, timed, cancelled, cancel_masked, cancellable, strong;
    bool local;             /* rests at a loop: its move is LOCAL */
    bool diverged;          /* and it was proved to repeat itself */
    bool vague;             /* its result has no defined value, and is 0 or THREAD_LOST */
    u32 handle;             /* its OC_THREAD object */
    u32 tls;                /* its OC_TLS object, 0: none */
    u32 buffer;             /* its OC_BUFFER object, 0: no store waits */
    u32 held;               /* lock words that hold its slot */
    u64 wait_at;            /* TS_WAITING: the address, a pointer */
    u64 start, arg, result; /* pointers or integers in pointer form */
    VEC(frame) frames;
    VEC(u64) regs;
    shade *shades; /* parallel to regs; NULL until a frame is slow */
    u32 shades_cap;
    u32 leaf; /* interned, 0 when dirty */
    u64 sig;
    kinship kin;
    u32 number;                       /* of its birth, cut to machine.place.named: for places */
    u32 birth, children, allocations; /* birth index (BIRTH mode), counters of birth names */
} thread;

/* A thread of a class of threads that can be exchanged. */
typedef struct class_member {
    u64 digest;
    u32 slot;
} class_member;

/* The loop that a thread turns in, by the jumps of the outermost frame that has some. */
typedef struct spin_trail {
    u32 depth; /* frames; 0: there were none */
    u32 func, loop;
    u32 pc; /* of one of the jumps */
    srcloc line;
} spin_trail;

/* With an address sanitizer every buffer is one of its own. */
#ifdef __SANITIZE_ADDRESS__
enum { SPARE_KEPT = false };
#else
enum { SPARE_KEPT = true };
#endif
enum { SPARE_SIZES = 16, SPARE_BYTES = 16 };

/* ---- the parts of a machine ---- */

/* Objects besides their contents. */
typedef struct machine_memory {
    u8 *spare[SPARE_SIZES]; /* buffers that no object has, by size, each with the next one in it */
    u32 nstatic;
    u64 *static_at;   /* layout.c: where static objects lie; NULL: no layout */
    u32 *static_slot; /* object -> index in the tree of mutable static objects, or ~0 */
    u32 *slot_static; /* and back */
    u32 nmutable;
    tree statics, heap; /* leaves of mutable static objects; of dynamic ones */
    u32 heap_words;     /* interned (count, tree root) of heap, 0 dirty */
    u64 heap_bytes;     /* weight of the live heap and stack objects */
    bool locals_listed; /* calls.c: by the frames that have them */
    u32 known;          /* objects of the state last saved or restored: below it, names are its */
    bool lent;          /* object_share met a local variable that was private */
} machine_memory;

/* canon.c: the walk over what is reachable. */
typedef struct machine_canon {
    bool reshaped;   /* an object came or went, or a pointer root changed: a walk is due */
    bool settled;    /* sharing is as the state has it */
    bool unnumbered; /* a walk was made since the numbers were given: order and renamed are its */
    bool rerooted;   /* OF_ROOTED has changed: signatures of frames are due */
    u32 rooted;      /* so many of `order` are reached from shared roots */
    VEC(u32) scratch, order, renamed, dirty; /* dirty: objects written since the last save */
    u32 walking;                             /* for whom */
    u64 walks;
} machine_canon;

/* state.c: the state as the table has it. */
typedef struct machine_saved {
    state_key initial, current;            /* current: key when nothing is dirty, else 0 */
    word_list root, buffer, thread_buffer; /* being interned */
} machine_saved;

/* query.c: invariants, abstractions and propositions. */
typedef struct machine_query {
    struct queries *all; /* NULL: none */
    u16 watch;           /* flags of objects that an invariant may read (query_watches) */
    u32 asked;           /* number + 1 of the query that is being evaluated, 0: none */
    u32 from;            /* its own objects begin here */
} machine_query;

/* place.c: where threads are. */
typedef struct machine_place {
    bool asked;  /* propositions ask for it */
    u32 named;   /* one more than the highest number of a thread that they name */
    u32 numbers; /* threads born so far, at most named */
    u64 any;     /* the places where any thread counts, as bits of func.places */
    u64 *of;     /* by number: those where this thread counts */
    u64 before;  /* where the running thread was when the step began */
} machine_place;

/* The step that is being taken. */
typedef struct machine_step {
    u32 number;
    move_kind how;
    u32 choice;
    bool allow;          /* its visible operation, its first instruction, is still to come */
    bool visible_first;  /* it began before a visible operation */
    bool joins_together; /* see system.h */
    u32 joined;          /* threads, by the step so far, if it began with a join */
    bool quiet;          /* inside an operation of the runtime */
    bool mute;           /* record no events: the caller records one for all */
    bool spawned;        /* it created a thread */
    bool told_time;      /* it asked for the time */
    bool progressed;     /* vm_options.progress: it made some so far (spin.c) */
    bool layout_touched; /* which places are taken, or who has one, mattered to it */
    bool note_atomic;    /* said that an atomic section blocked */
    u16 load_mask, loadp_mask, store_mask;
    u16 race_mask;                /* of objects whose accesses count for data races */
    u64 written;                  /* the invariants that may read what it wrote, as bits */
    u32 written_func, written_pc; /* where it did so last */
    shade loaded;                 /* shade of the last slow load */
    taken *out;
    const notice *notice; /* NULL: nobody asks for the moments of events */
    u32 noticed;          /* so many of them were told */
    srcloc line_told;     /* and the line where the thread was told to be, in so many frames */
    u32 line_depth;
    VEC(char *) outputs; /* what was printed in this step: events point to it */
} machine_step;

/* For names: of the dynamic objects up to some, by object, how many of the heap come before it, and
 * where each is by its birth.  Forgotten when numbers change. */
typedef struct machine_numbers {
    VEC(u32) heap;
    map births;
} machine_numbers;

/* Does the running thread repeat itself?  Brent's algorithm over its states at back edges. */
typedef struct machine_repeat {
    VEC(u32 *) met; /* GRAIN_LOOP: by function and instruction, the step that ran it last */
    u32 back_edges;
    u32 power, count, last;
    u32 size; /* objects at the last save, or when the step began */
    state_key key;
} machine_repeat;

/* How the step, or the run, ended. */
typedef struct machine_fault {
    outcome outcome;
    bool failed;
    failure error;
    char message[512];
    char file[512];
    const char *limit;
} machine_fault;

typedef struct machine_symmetry {
    VEC(class_member) members; /* the threads of one class, */
    VEC(u32) exchange;         /* and where threads go */
    bool rehearsing;           /* every thread may be joined */
} machine_symmetry;

/* What the program may do. */
typedef struct machine_uses {
    bool ends_apart; /* somebody may look for the end of a thread, which is a step of its own */
    bool last_ends;  /* tell which thread is the last */
    bool cancels;    /* cancel threads */
    bool locks_streams;
    bool resets;
    bool polls; /* ask whether a thread is over, or for its number */
} machine_uses;

typedef struct machine {
    sys head; /* first: a machine is a system */
    system_ops ops;
    program *prog;
    vm_options opt;
    intern *table;
    u32 *table_users;

    /* The state. */
    VEC(object) objects; /* [0] unused; static ones first */
    VEC(thread) threads; /* by slot */
    u32 live_threads;    /* neither FREE nor OVER */
    u32 births;          /* threads born so far */
    u16 atomic_owner;    /* slot + 1, 0 none */
    u32 atomic_depth;    /* and INTERRUPT_SECTION */
    bool done;
    u64 exit_status;

    u16 running; /* whose step it is */
    machine_memory mem;
    machine_canon canon;
    machine_saved saved;
    machine_step step;
    machine_fault fault;
    machine_repeat repeat;
    machine_numbers numbers;
    machine_query query;
    machine_place place;
    machine_symmetry symmetry;
    machine_uses uses;
    struct hang *hang;      /* hang.c; NULL: not asked yet */
    struct race *race;      /* race.c; NULL: nobody asks */
    struct race_near *near; /* race_near.c; NULL: nobody asks, or race has it */
    struct alone *alone;    /* alone.c; NULL: not asked yet */
    spin_trail *trail;      /* jumps are noted here; NULL: not */
} machine;

static inline machine *vm_of(const sys *s)
{
    assert(s->kind == SYSTEM_MACHINE);
    return (machine *)s;
}

static inline thread *this_thread(machine *m)
{
    return &m->threads.at[m->running];
}
/* It belongs to a call: its depth and place among others of the call tell which. */
static inline bool object_framed(const object *o)
{
    return o->kind == OC_STACK || o->kind == OC_VARARGS;
}
static inline bool any_set(const u8 *bytes, u32 n)
{
    for (u32 k = 0; k < n; k++)
        if (bytes[k])
            return true;
    return false;
}
/* What was saved or restored goes on from here: neither its key nor what canon_settle found holds.
 */
static inline void state_moves(machine *m)
{
    m->saved.current = 0;
    m->canon.settled = MUTANT(SETTLED_IN_STEP) && m->canon.settled;
}
/* Are operations visible, since there are others who could see them? */
static inline bool several_threads(const machine *m)
{
    return m->opt.lasting ? m->births > 1 : m->live_threads > 1;
}
static inline u16 lasting_flag(const machine *m)
{
    return m->opt.lasting ? EVF_LASTING : 0;
}
/* For the end of a thread: how many live; as good as any number while the first one does. */
static inline u64 threads_left(const machine *m)
{
    return m->threads.at[0].state == TS_OVER || !m->running ? m->live_threads : UINT64_MAX;
}
/* Is it an object that no other step can know by its name? */
static inline bool object_fresh(const machine *m, u32 id)
{
    return id >= m->mem.known && !m->opt.lasting;
}
/* Is it to be cancelled in the wait that it is in? */
static inline bool thread_called_off(const thread *t)
{
    return t->cancelled && !t->cancel_masked && t->cancellable;
}
static inline frame *top_frame(thread *t)
{
    return &t->frames.at[t->frames.n - 1];
}

typedef enum ran { RAN_ON, RAN_REST, RAN_STOP } ran; /* RAN_ON: frames, registers may have moved */

/* memory.c */
u32 object_new(machine *m, object_class kind, u32 size, u32 align, bool zeroed);
u64 object_weight(const object *o);   /* what it counts for --max-heap: its size and our cost */
void object_kill(machine *m, u32 id); /* dead: only its identity stays */
void object_revive(machine *m, u32 id, bool zeroed); /* alive again, else all undefined */
void object_release(machine *m, object *o);          /* gives back its buffers */
void object_forget_spares(machine *m);
void object_buffers(machine *m, object *o, u32 size); /* fresh zeroed data, no map, no shadow */
void object_map(machine *m, object *o);               /* makes sure it has a pointer map */
void object_shadow(machine *m, object *o);            /* makes sure it has a shadow */
void object_dirty(machine *m, object *o);             /* before a write of unknown range */
void object_touch(machine *m, object *o);             /* its header changes, not its contents */
void object_share(machine *m, u64 pointer); /* the object and all it reaches become shared */
u64 object_birth(const machine *m, u32 id);

typedef enum access_result { ACC_OK, ACC_REST, ACC_ERROR } access_result;
/* An access of at most 16 bytes with all checks.  Loads leave the shade in *sh. */
access_result mem_load(machine *m, u64 p, u32 size, u32 flags, bool pointer, u64 *value, shade *sh);
access_result mem_store(machine *m, u64 p, u32 size, u32 flags, bool pointer, const u64 *value,
                        const shade *sh);
/* Checks of [p, p+size): error or NULL; no visibility. */
object *mem_check(machine *m, u64 p, u64 size, u32 align, bool write, const char *what);
/* An access fails because of what others may have done: it depends on that as one that succeeds. */
void mem_fails(machine *m, event_kind kind, u64 p, u64 size);
bool mem_visible(const machine *m, const object *o);
bool mem_visible_write(const machine *m, const object *o); /* or an invariant may read it */
/* An access of the machine's own to [p, p + size), which was checked: true when the thread must
 * rest before it; else it is recorded as any other. */
bool mem_access(machine *m, event_kind kind, u64 p, u32 size);
/* An access that is not visible: is it to be recorded all the same? */
bool event_wanted(const machine *m, u64 p);
/* At an operation that others may see: true when the thread must rest before it.  What it rested
 * before is the step's operation even if meanwhile nobody can see it any more. */
bool vm_rests(machine *m, bool visible);
/* For a read-modify-write: the checks and the visibility of one access to [p, p+size). */
access_result mem_update(machine *m, u64 p, u32 size, bool *visible);
/* The bytes of an object with their shades, as a load of integers sees them, and as a store leaves
 * them; no checks but for what cannot be stored there (false). */
void mem_get(machine *m, const object *o, u32 offset, u32 size, u64 *value, shade *sh);
bool mem_put(machine *m, object *o, u32 offset, u32 size, bool pointer, const u64 *value,
             const shade *sh);
/* Raw words of an object, map and shadow kept right, no checks: for the machine's own writes. */
u64 mem_peek(const machine *m, const object *o, u32 offset, u32 size);
void mem_rename(machine *m, object *o, u32 word,
                u64 pointer); /* the pointer there gets another number */
void mem_poke(machine *m, object *o, u32 offset, u32 size, u64 value, bool pointer);
u64 pointer_decode(const machine *m, u64 stored);
u64 pointer_encode(machine *m, u64 pointer);
void masks_set(machine *m);

/* buffer.c: only with vm_options.memory. */
typedef enum buffer_answer {
    BUFFER_NONE,
    BUFFER_WHOLE, /* a store waits that has all the bytes */
    BUFFER_PART   /* the youngest that has some of them has not all: the load waits for it */
} buffer_answer;
/* Does a store of the running thread to the object go into its buffer?  Then buffer_store is the
 * whole of it. */
bool buffer_takes(const machine *m, const object *o, u32 flags);
access_result buffer_store(machine *m, u64 p, u32 size, u32 flags, bool pointer, const u64 *value,
                           const shade *sh);
bool buffer_drains(const machine *m, u32 flags); /* a store that waits for an empty buffer */
/* Where in the buffer of the running thread a load finds its bytes. */
buffer_answer buffer_looks(const machine *m, u64 p, u32 size, u32 *at);
/* An access of the machine's own has to wait for the running thread's buffer. */
bool buffer_holds_up(const machine *m, event_kind kind, u64 p);
bool buffer_stops_builtin(const machine *m, const thread *t, u32 builtin, const u64 *args);
/* Does the builtin rest for nothing but the buffer? */
bool buffer_stopped(u32 builtin);
bool buffer_stops_fence(const machine *m, u32 flags); /* of the running thread */
void buffer_fence(machine *m, u32 flags);
void buffer_forget(machine *m, u32 id); /* the running thread ends the object */
void buffer_announce(const machine *m, const thread *t, const insn *i, u64 p, event *e,
                     bool *enabled);
/* The stores that may reach memory next: how many, what the first does, and one of them does so. */
u32 buffer_ways(const machine *m, const thread *t);
void buffer_next(const machine *m, u16 slot, event *e);
/* The store of the thread that waits as number k, from the oldest on. */
bool buffer_waiting(machine *m, u16 slot, u32 k, event *e);
void buffer_flush(machine *m, u32 choice);
u64 buffer_target(const machine *m, const thread *t, u32 k); /* of the kth store; 0: no more */

/* interp.c: runs the running thread until it rests, ends or fails. */
void interp_run(machine *m);
/* What happens next depends on bits that have no defined value: an error, or the run is cut. */
void undefined_value(machine *m, shade s, const char *what);
void frame_push(machine *m, thread *t, u32 func);
bool frame_pop(machine *m, thread *t); /* ends its stack objects; false: error */
void frame_owns(machine *m, thread *t, frame *f, object *o); /* a new stack object is its */
ran frame_unwind(machine *m, u32 seq); /* ends the top frame's stack objects since mark seq */
/* Before stack objects of frames from `depth` on end: rests where another thread could tell. */
u32 frame_shared(machine *m, u16 slot, u32 depth, u32 seq, u32 *count);
void frame_slow(thread *t, frame *f); /* gives it cleared shades */
/* A silent loop went on for long: true when the step must end here. */
bool loop_check(machine *m);
bool loop_turn(machine *m); /* the same for a jump back that is no branch */

/* bulk.c: MEMCPY and MEMSET, resumable between pieces; bulk_next is the access that comes next. */
event_kind bulk_next(const machine *m, const thread *t, const frame *f, const insn *i, u64 *p,
                     u32 *size);
access_result bulk_copy(machine *m, thread *t, frame *f, const insn *i);
access_result bulk_set(machine *m, thread *t, frame *f, const insn *i);

/* arith.c: what is rare enough to be called.  False: division by zero. */
bool arith_fconv(const insn *i, u64 *r); /* false: checked, and out of range */
void arith_math(const insn *i, u64 *r);
bool arith_wide(const insn *i, u64 *r);
void arith_overflow(const insn *i, u64 *r);
u64 arith_bits(const insn *i, u64 b, u64 c);
u64 arith_funnel(const insn *i, u64 b, u64 c, u64 by);
u64 arith_fcmp(u32 predicate, long double a, long double b);
u64 arith_rmw(u32 op, u32 size, u64 old, u64 value);
u32 arith_math_arity(u32 function);

/* calls.c */
ran call_function(machine *m, u32 callee, const insn *i, u32 first_operand);
ran call_indirect(machine *m, const insn *i);
ran call_return(machine *m, const insn *i);
bool section_stays_open(machine *m, const thread *t);
ran call_vastart(machine *m, const insn *i);
ran call_setjmp(machine *m, const insn *i);
ran call_longjmp(machine *m, const insn *i);
ran call_unwind(machine *m, const insn *i);
/* The locals of frames from `depth` on are about to end: an operation where others can tell. */
ran frame_ends(machine *m, u32 depth, u32 seq);

/* address.c */
typedef enum operator_family {
    FAM_ADD,
    FAM_SUB,
    FAM_MUL,
    FAM_AND,
    FAM_OR,
    FAM_XOR,
    FAM_SHL,
    FAM_LSHR,
    FAM_ASHR,
    FAM_DIV,
    FAM_EQ,
    FAM_ORDER
} operator_family;
/* An integer that holds a pointer becomes what is known of its address. */
void address_forget(const machine *m, u64 *v, shade *s);
/* The lowest bits of an address. */
bool address_narrow(machine *m, u64 pointer, u32 bits, u64 *value, shade *out);
/* One operand is a pointer as an integer, p, the other a number: the result if it is a pointer. */
bool address_and_number(machine *m, operator_family f, u32 bits, u64 p, u64 k, bool pointer_left,
                        u64 *value, shade *out);
/* b against c, each a pointer or a number: below, equal, above, if that can be told. */
int address_order(const machine *m, u64 b, u64 c, bool is_signed, bool *told);
/* It cannot: false when that is an error. */
bool address_unordered(machine *m, u64 b, u64 c);
/* Something that happens next depends on bits that are unknown. */
void address_decides(machine *m, const char *what);
/* With a layout: integers that hold pointers become their addresses; false: the thread rests. */
bool address_settle(machine *m, u64 **values, shade **shades, u32 n);

/* layout.c: only with ADDRESSES_LAYOUT. */
#define LAYOUT_OBJECT OBJECT_LIMIT /* of events */
void layout_open(machine *m);
/* Is its address drawn in the run, when the program looks? */
bool layout_draws(const machine *m, u64 pointer);
bool layout_placed(const machine *m, u64 pointer);
/* REUSE_: which of the objects that were freed malloc gives again. */
u32 layout_reuse(const machine *m);
void layout_stepped(machine *m, taken *out);       /* at the end of each step */
bool layout_vacant(const machine *m, u32 id);      /* of a dead object: nothing lies where it lay */
u64 layout_address(const machine *m, u64 pointer); /* of a pointer to what is placed */
/* The pointers' objects get addresses; false: the thread rests before that. */
bool layout_look(machine *m, const u64 *pointers, u32 n);
/* An operation that depends on which places are taken; false: the thread rests before it. */
bool layout_touch(machine *m, u64 what, u64 more);
void layout_event(event *e);
/* The pointer that the number is, or the number; false: the thread rests before it is known. */
bool layout_pointer(machine *m, u64 number, u64 *pointer);
/* Those that hold an address, by address. */
void layout_roots(machine *m, void (*visit)(machine *m, u32 id));

/* shadow.c */
bool shade_binary(machine *m, const insn *i, u64 b, u64 c, shade sb, shade sc, u64 *value,
                  shade *out);

/* builtin.c */
ran builtin_run(machine *m, thread *t, frame *f, const insn *i);
bool guard_holds(const machine *m, const thread *t, u16 slot, const u64 *args);
/* Into the event of an operation: the word at its address, and the guard if it waits. */
void guard_note(const machine *m, const thread *t, u16 slot, const u64 *args, bool waits, event *e);
void builtin_args(const machine *m, const thread *t, const frame *f, const insn *i, u64 *args);
void thread_drop(machine *m); /* the last slot */
u16 thread_new(machine *m, u32 entry, u64 first, u64 second);
u64 nondet_count(const machine *m, u32 bits, bool is_signed, i64 *low);
u32 waiters_at(const machine *m, u64 address);
/* Is it asleep at a condition variable, signalled, and may be cancelled there all the same? */
bool wait_undecided(const machine *m, const thread *t);
/* In how many ways the sleep of a thread that may go on can end. */
u32 wait_ways(const machine *m, const thread *t);
enum {
    WOKEN_LAST = 63
}; /* the bit of old of EV_SIGNAL and EV_BROADCAST for all slots from there on */
int thread_of_handle(const machine *m, u64 handle); /* slot, or -1 */
bool thread_starts(const machine *m);
void static_begin(machine *m, u32 id); /* with the value that it has at first; vm.c */
/* The thread begins an atomic section. */
void vm_section_begins(machine *m);
bool thread_end_rests(machine *m); /* before it is asked whether it is the last one */
bool thread_waits(const machine *m, u16 slot, int other, const u64 *args); /* by a join */

/* symmetry.c: only with vm_options.symmetry. */
void symmetry_born(machine *m, u16 slot, u64 start, u64 arg, bool undefined);
u32 symmetry_number(machine *m);           /* what lock words hold of the running thread */
void symmetry_held(machine *m, i32 delta); /* the running thread takes or gives back a lock */
void symmetry_stepped(machine *m);         /* the running thread's step is over */
u32 symmetry_awaited(const machine *m, u16 slot); /* for whose end a join of the thread waits */
bool symmetry_joinable(const machine *m, u16 slot);
void symmetry_joins(machine *m, u16 slot, const u64 *args); /* comes to the operation join */
void symmetry_cancels(machine *m, u16 slot);
/* The program gets to know which thread this one is. */
void symmetry_tell(machine *m, u16 slot, const char *how);
void symmetry_written(machine *m, const object *o, u32 offset, u32 size); /* will be */
void symmetry_rename(machine *m);     /* m->canon.renamed has the new numbers of objects */
void symmetry_rehearse(machine *m);   /* before a state is saved */
state_key symmetry_match(machine *m); /* of the state with its threads in order */

static inline bool thread_joinable(const machine *m, u16 slot)
{
    return m->opt.symmetry ? symmetry_joinable(m, slot) : m->threads.at[slot].state == TS_OVER;
}

/* race.c: only with vm_options.races, of objects with OF_MET.  `flags` are ACCESS_.  False: the
 * access races, which is the error of the step. */
bool race_reads(machine *m, u64 p, u32 size, u32 flags);
bool race_writes(machine *m, u64 p, u32 size, u32 flags); /* is about to */
void race_wrote(machine *m, u64 p, u32 size, u32 flags);
bool race_updates(machine *m, u64 p, u32 size);
/* With store buffers: a load of what its own thread has waiting; of a store that waits, its k-th
 * one now; it reaches memory; and the k-th one of a thread is out. */
bool race_forwards(machine *m, u64 p, u32 size, u32 flags);
void race_waits(machine *m, u32 k, u64 p, u32 flags);
void race_reaches(machine *m, u32 k, u64 p, u32 size, bool atomic);
void race_left_buffer(machine *m, u16 slot, u32 k);
bool race_counts(const machine *m, u32 flags); /* volatile, and for races atomic */
void race_updated(machine *m, u64 p, u32 size, u32 flags);
bool race_frees(machine *m, u64 p, u32 size);
void race_published(machine *m, u32 id); /* others may reach the object */
void race_gone(machine *m, u32 id);      /* the object is dead */
/* An operation of the library on [p, p + size) is one atomic access to it. */
bool race_operates(machine *m, event_kind kind, u64 p, u32 size);
bool race_remembers(const machine *m, u32 slot); /* accesses of the thread */
/* Is the access one of the program's that counts? */
static inline bool race_minds(const machine *m, const object *o)
{
    return UNLIKELY(o->flags & m->step.race_mask) && !m->step.quiet && !m->query.asked &&
           !(MUTANT(RACE_PRIVATE) && !(o->flags & OF_SHARED));
}
/* Does anybody ask for data races? */
static inline bool race_asked(const machine *m)
{
    return m->race || m->near;
}
/* race_order.c */
void race_acquire(machine *m, u64 p, u32 readers);
void race_release(machine *m, u64 p, u32 readers);
void race_hand(machine *m, u64 p); /* to those who wait there */
void race_fence(machine *m, u32 flags);
void race_spawned(machine *m, u16 slot); /* by the running thread */
void race_joined(machine *m, u16 slot);
void race_section_begins(machine *m);
void race_forget_places(machine *m, u32 id);
/* race_state.c */
void race_open(machine *m);
void race_close(machine *m);
void race_settle(machine *m); /* the canonical form, but for the numbers of objects */
u32 race_save(machine *m);    /* interned, 0: nothing is kept */
void race_load(machine *m, u32 name);
void race_rename(machine *m);   /* m->canon.renamed has the new numbers of objects */
void race_exchange(machine *m); /* m->symmetry.exchange has the new slots of threads */
void race_forget(machine *m);   /* all that was */
void race_ended(machine *m);    /* who lives, or can be joined, has changed */

/* name.c */
void name_forget(machine *m); /* objects have other numbers */

/* race_near.c */
bool race_near_open(machine *m); /* false: the program has what needs clocks */
void race_near_close(machine *m);
void race_near_detached(machine *m);    /* a thread is */
bool race_near_alone(const machine *m); /* all that was comes before all that follows */
void race_beyond(machine *m, const char *what);
const char *vm_beyond(const sys *s);
void race_near_touch(machine *m, u64 p, u32 size, u32 how); /* ACCESSED_ */
void race_near_atomic(machine *m, u64 p, u32 size, bool strong);
/* An operation of the library, or a compare-exchange: what it does depends on what it finds. */
void race_near_operates(machine *m, event_kind kind, u64 p, u32 size);
void race_near_exchanges(machine *m, u64 p, u32 size); /* a compare-exchange */
void race_near_compares(machine *m, u64 p, u32 size);  /* if that is what the library is at */
void race_near_begins(machine *m, event_kind kind);    /* an operation that does not wait */
void race_near_orders(machine *m);                     /* it acquires or releases */
void race_near_ends(machine *m);
void race_near_stepped(machine *m, const taken *t);

/* alone.c */
void alone_reset(machine *m);
void alone_close(machine *m);

/* errors */
void vm_error(machine *m, error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void vm_limit(machine *m, const char *what);
/* Before an instruction that the running thread can never get past, and that has done nothing yet:
 * true when the thread rests before it, so that the others can go on from what it did until here.
 */
bool vm_rests_to_stop(machine *m);
/* Such an instruction is not understood: ends the step before it, or else the run with OUT_LIMIT
 * and `file:line: ...`. */
void vm_cut(machine *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The words and a place of the user's code; "" for what the library did by itself. */
void vm_at(const machine *m, const char *words, u32 func, u32 pc, char *buffer, size_t n);
const char *vm_where(const machine *m, u32 func, u32 pc, char *buffer, size_t n); /* "a.c:12" */
/* The innermost frame of the user's code, or NULL; does frame k count as such; and the innermost
 * or, where there is none, the outermost of the thread. */
const frame *vm_shown_frame(const machine *m, const thread *t);
bool vm_shows(const machine *m, const thread *t, u32 k);
const frame *vm_user_frame(const machine *m, const thread *t);
srcloc vm_line_of(const func *f, u32 pc);          /* the nearest at or before pc */
void vm_place(machine *m, failure *out, u16 slot); /* thread, file and line: where it is */
/* The memory order among ACCESS_ flags, as an event has it. */
static inline u8 vm_order(u32 flags)
{
    return (u8)(flags >> ORDER_FIRST & ORDER_MASK);
}
/* Is the access with these flags atomic?  For those who answer reads, volatile ones may be. */
static inline bool vm_atomic(const machine *m, u32 flags)
{
    return flags & ACCESS_ATOMIC ||
           (flags & ACCESS_VOLATILE && m->opt.alone && m->opt.volatile_atomic);
}
/* Records an event of the running thread. */
event *vm_event(machine *m, event_kind kind, u32 flags, u64 pointer, u32 size);

/* canon.c */
void canon_settle(machine *m); /* sharing, at the end of a step */
void canon_number(machine *m); /* the canonical numbers, when settled */
/* When settled: false for what nothing reaches, which is there until numbers are given. */
bool canon_lives(const machine *m, u32 id);
u32 canon_lost(machine *m); /* heap memory that nothing points to: its object, or 0 */
/* Calls visit for each live register of frame k that holds a pointer, with where it is. */
typedef void (*pointer_visitor)(machine *m, u64 *reg, bool encoded);
void canon_frame_pointers(machine *m, thread *t, u32 k, pointer_visitor visit);
u64 canon_object_sig(const machine *m, const object *o);
u64 canon_frame_sig(machine *m, thread *t, u32 k);
void canon_thread_sig(machine *m, thread *t);
bool canon_kept(machine *m);   /* are numbers and sharing those that the walk would give? */
void canon_reroot(machine *m); /* where OF_ROOTED changed: signatures that rest on it */

/* state.c: the root string of a state is these, then the threads. */
enum { ROOT_STATICS, ROOT_HEAP, ROOT_MISC, ROOT_THREADS };
/* Of a state that is not over: births (place.c) and races come before the threads, if asked for. */
static inline u32 root_races(const machine *m)
{
    return ROOT_THREADS + (m->place.named ? 1u : 0u);
}
static inline u32 root_threads(const machine *m)
{
    return root_races(m) + (m->race ? 1u : 0u);
}
#define ROOT_DONE (1u << 31) /* of MISC: the process is over, the exit status follows */
state_key state_save(machine *m);
state_key vm_control(sys *s);
void vm_pack_control(sys *s, byte_list *out);
void state_restore(machine *m, state_key key);
u32 state_thread_head(const machine *m, u32 head); /* words of a stored thread before its frames */
bool state_leaf_chunked(const u32 *w); /* the last word of a stored dynamic object is a tree */

/* pack.c */
void vm_pack(sys *s, byte_list *out);
void vm_pack_saved(sys *s, state_key key, byte_list *out);
void vm_unpack(sys *s, const u8 *bytes, u32 n);

/* pending.c */
/* Would the compare-exchange find what it expects? */
bool cas_equal(const machine *m, const thread *t, const frame *f, const insn *i, u32 size);
bool pending_event(machine *m, u16 slot, event *e, u32 *choices, bool *enabled);
/* Those of one thread. */
void pending_moves(machine *m, u16 slot, move_list *out);
/* The RUN or START move of a thread that has one. */
bool pending_move(machine *m, u16 slot, move *out);
void vm_moves(sys *s, move_list *out);
status vm_status(sys *s);

/* future.c */
u32 vm_future(sys *s, u16 slot, u64 *bits, u32 words);
const char *vm_unsound(sys *s); /* sound.c */

/* own.c */
void own_thread(const machine *m, u16 slot, word_list *out);
bool vm_own(sys *s, u16 slot, word_list *out);

/* whole.c */
void vm_whole(sys *s, word_list *out);
/* What others see of a thread, and all else: where it is the same, two states are one for them. */
void whole_outside(machine *m, u16 slot, word_list *out);

/* query.c */
void query_open(machine *m);
void query_close(machine *m);
/* EVF_WATCHED and EVF_LETTER, if an invariant or a proposition may read the object. */
u16 query_watches(const machine *m, const object *o);
/* The same for all that the step wrote. */
u16 query_written(const machine *m);
/* A proposition may follow pointers after the end of the program. */
bool query_needs_heap(const machine *m);
/* The object, whose flags are among m->query.watch, is written. */
void query_note(machine *m, const object *o);
/* Has it observers, as the programs of --induction have? */
bool query_observes(const machine *m);
/* The invariants that may read what the step wrote; the first that does not hold is an error,
 * and where one depends on an address the run is cut. */
void query_check(machine *m);
/* A step rests inside an atomic section, at a choice: no invariant is asked; and goes on from
 * there: all are, when it has left the section. */
void query_section_rests(machine *m);
void query_section_goes_on(machine *m);
/* All of them in the initial state. */
void query_initial(machine *m);
void query_count(machine *m, u64 n); /* evaluations, of a machine that was here before */
bool vm_value(sys *s, u32 k, u64 *value, failure *out);
/* While a query is evaluated: the return from its function, a loop that goes on for long, and what
 * ends the process as the user's mistake. */
ran query_return(machine *m, const insn *i);
bool query_turns(machine *m);
bool query_remembers(const machine *m, u32 id); /* the object is the query's own memory */
_Noreturn void query_refuse_write(const machine *m, const char *what);
_Noreturn void query_refuse_thread(const machine *m); /* a thread-local variable */
_Noreturn void query_refuse_call(machine *m);

/* place.c */
void place_open(machine *m);
void place_born(machine *m, thread *t);
void place_begin(machine *m); /* a step */
/* True: the running thread must rest, for it is at other places than when the step began, or
 * because it is about to be and the step did what others can see. */
bool place_changed(machine *m);
bool place_left(const machine *m, const thread *t); /* by a return */
bool place_waits(machine *m);
bool place_creates(machine *m); /* before the running thread creates one */
/* The step is over: its first event tells whether the thread's places changed. */
void place_stepped(machine *m, taken *out);
bool place_holds(const machine *m, const query *q);

/* spin.c: only with vm_options.progress. */
void spin_open(const machine *m);
/* Is a frame of the thread inside a loop that can be left? */
bool spin_inside(const machine *m, const thread *t);
/* The running thread goes from one instruction to another; back to frame depth - 1, and pc in it.
 */
void spin_jump(machine *m, const func *fn, u32 from, u32 to);
void spin_unwind(machine *m, const thread *t, u32 depth, u32 pc);

/* left.c: what is left of a step for others. */
typedef enum trace_left { LEFT_NOTHING, LEFT_LOCKS, LEFT_CHANGE } trace_left;
trace_left left_by_events(const taken *t);
bool left_for_certain(const machine *m, const taken *t); /* not where the state must be asked */
/* Do two states differ in nothing but this thread? */
bool left_to_itself(const machine *m, state_key a, state_key b, u16 slot);
/* Is it plain, without a step, that a thread's next one changes what others see? */
bool left_soon(machine *m);

/* circle.c: the first thread of a circle in which each waits for the next, or NO_THREAD. */
u16 circle_find(machine *m);

/* hang.c */
hang_answer vm_hang(sys *s, failure *out);
/* What the thread waits for in the present state, which is a hang, as it was asked last. */
void hang_tell(const machine *m, u16 slot, text *out);
u64 hang_bytes(const machine *m);
void hang_close(machine *m);
/* vm.c: another machine over the same tables. */
machine *vm_sibling(machine *m, const vm_options *o);

/* show.c */
void vm_show(sys *s, const event *e, shown *out);
void vm_thread_name(sys *s, u16 slot, text *out);
u32 vm_stack(sys *s, u16 slot, u32 max, frame_shown *out);
void vm_waits_for(sys *s, u16 slot, text *out);
void vm_outcome(sys *s, text *out);
bool vm_look(sys *s, u16 slot, const char *path, event *e, text *out);
void vm_heap(sys *s, text *out);
bool vm_name(sys *s, u32 i, const char **name, bool *is_function);
extern const system_values vm_values;

#endif
