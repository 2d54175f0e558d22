/* The explicit system inside: what machine.c and the files machine_*.c share. */
#ifndef ASM_MACHINE_STATE_H
#define ASM_MACHINE_STATE_H

#include "asm/machine.h"
#include "store/intern.h"

enum { MOST_WRITERS = 8, CHAIN_MOST = 1 << 20 };

typedef struct tables {
    intern blocks, roots;
    u32 users;
} tables;

/* A store that waits. */
typedef struct buffered {
    u32 cell;
    u8 low, bits; /* the part of it */
    u32 pc;       /* of the instruction, where every one is a step: for reports; else 0 */
    u64 value;
    u64 under; /* while the buffer is laid over the memory: what is there */
} buffered;

typedef struct buffer {
    buffered *at; /* oldest first */
    u32 n;
} buffer;

typedef struct casm_machine {
    sys base;
    casm *c;
    asm_settings o;
    tables *t;
    u64 *values, *before; /* by variable */
    u64 *scratch;         /* by node */
    u32 scratch_n;
    bool started;
    u32 running;     /* process that must go on, + 1; 0 none */
    u8 *waits;       /* ticks that the present instruction still takes, by process */
    bool **switches; /* by process and instruction, NULL anywhere */
    u32 *block;      /* of words, room for the largest */
    u32 *root;
    u32 *held;             /* the block that the values of each part are, 0: they were changed */
    VEC(u32) globals;      /* kept shared variables */
    VEC(u32) * locals;     /* kept variables of each process */
    expr_list *invariants; /* nodes of each property */
    text message;
    VEC(u32) acting; /* of a tick */
    u32 conflict[MOST_WRITERS], conflicts;
    bool *merged;    /* by kind of process: its copies are interchangeable */
    buffer *buffers; /* by process; NULL: stores are in memory at once */
    u32 bound;       /* of each */
    bool parts;      /* some store may be one of a part of a cell */
} casm_machine;

typedef VEC(u32) u32_list;

/* Operations of system.h, and the helpers that several files need. */
casm_machine *machine_of(const sys *s);
void machine_forget_blocks(casm_machine *m);
instr *machine_present(const casm_machine *m, u32 p);
bool machine_guard_holds(casm_machine *m, u32 p);
bool machine_ended(const casm_machine *m, u32 p);
state_key machine_save(sys *s);
state_key machine_match(sys *s);
bool machine_doubled(casm_machine *m, u32 p);
void machine_find_merged(casm_machine *m);
void machine_restore(sys *s, state_key key);
void machine_reset(sys *s);
void machine_show(sys *s, const event *e, shown *out);
void machine_thread_name(sys *s, u16 thread, text *out);
u32 machine_stack(sys *s, u16 thread, u32 max, frame_shown *out);
void machine_waits_for(sys *s, u16 thread, text *out);
void machine_outcome(sys *s, text *out);
u64 machine_memory(const sys *s);
bool machine_look(sys *s, u16 thread, const char *path, event *e, text *out);
bool machine_waiting(sys *s, u16 thread, u32 i, event *e);

/* machine.c: instructions.  Nodes are computed over `values`; an access lies in the array, at an
 * element, and the bits from `low` on; an event of the process at its present instruction;
 * executing it over `view`, false: it failed; all invariants after a step of p. */
void machine_compute(casm_machine *m, const expr_list *nodes, const u64 *values, u32 choice);
bool machine_touched(const casm_machine *m, const footprint *t, u32 *at);
u32 machine_low(const casm_machine *m, const footprint *t);
u32 machine_bits(const casm_machine *m, const footprint *t);
event machine_event(const casm_machine *m, u32 p, event_kind kind);
bool machine_execute(casm_machine *m, u32 p, u32 choice, const u64 *view, taken *out);
void machine_check_invariants(casm_machine *m, u32 p, taken *out);

/* machine_clock.c: who acts in the tick, false: too many; how many ways it has; and doing it. */
bool clock_plan(casm_machine *m);
u64 clock_choices(casm_machine *m);
void clock_tick(casm_machine *m, u32 choice, taken *out);

/* machine_stores.c: the stores of process p that wait. */
void stores_open(casm_machine *m);
void stores_close(casm_machine *m);
void stores_copy(casm_machine *to, const casm_machine *from);
u32 stores_count(const casm_machine *m, u32 p);
bool stores_full(const casm_machine *m, u32 p);
void stores_put(casm_machine *m, u32 p, const buffered *store);
/* Between the two, m->values is the memory as the process sees it. */
void stores_lay_over(casm_machine *m, u32 p);
void stores_lift(casm_machine *m, u32 p);
/* Where the bits of a cell that a load of the process asks for come from. */
typedef enum stores_answer {
    STORES_NONE,
    STORES_WHOLE, /* the youngest store that has some of them */
    STORES_PART   /* it has not all of them: the load waits until it is in memory */
} stores_answer;
stores_answer stores_find(const casm_machine *m, u32 p, u32 cell, u32 low, u32 bits);
/* The process's present instruction waits until stores are in memory. */
bool stores_stops(casm_machine *m, u32 p);
/* Store k of the process, 0 is the oldest; false: so many there are not. */
bool stores_waiting(const casm_machine *m, u32 p, u32 k, event *e);
/* The oldest, as the write that it will be; and doing it. */
event stores_next(const casm_machine *m, u32 p);
void stores_flush(casm_machine *m, u32 p);
void stores_future(const casm_machine *m, u32 p, u64 *bits, u32 words);

#endif
