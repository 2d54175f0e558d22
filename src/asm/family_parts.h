/* Families as they are read, and nets of their parts: what family.c, family_read.c and
 * family_walk.c share. */
#ifndef ASM_FAMILY_PARTS_H
#define ASM_FAMILY_PARTS_H

#include "asm/casm.h"
#include "asm/parse.h"
#include "base/map.h"

enum { SYMBOLS_MOST = 256, INPUTS_MOST = 20, STATES_MOST = 64, SIGNALS_MOST = 64 };

/* A name of a part: all are variables of the pool until a net puts something in their place. */
typedef enum symbol_kind {
    SYM_IN,
    SYM_OUT,
    SYM_INNER_IN,
    SYM_INNER_OUT,
    SYM_STATE,
    SYM_CHOICE,
    SYM_DEFINED
} symbol_kind;

typedef struct symbol {
    char *name;
    symbol_kind kind;
    u32 number; /* the variable */
    u8 width;
    u32 line;  /* where it was given its value, 0: nowhere yet */
    u64 start; /* STATE */
    /* What it is (OUT, INNER_IN, DEFINED), becomes (STATE; 0: it stays), or is in runs that follow
     * the strategies (CHOICE; 0: anything). */
    expr value;
} symbol;

typedef struct family_item {
    char *name;
    bool there, lemma;
    u32 line;
    VEC(symbol) symbols;
    VEC(u32) defined;  /* those with equations, in the order of the file */
    expr ok;           /* of an observer */
    VEC(expr) fair;    /* what happens again and again, of its own accord */
    VEC(expr) goals;   /* of what closes the system: what must happen again and again, */
    VEC(expr) chances; /* and what may always happen */
} family_item;

struct family {
    char *name;
    casm *own;                /* its pool */
    VEC(symbol) interface;    /* IN and OUT */
    expr assume;              /* over the interface; 0 none */
    family_item assume_names; /* what they stand for in it */
    VEC(expr) fair;           /* over the interface: what happens again and again outside */
    family_item base, step, close;
    VEC(family_item) observers, lives, mays;
    family_item *reading;
    u32 variables;
    VEC(u8) widths;
};
typedef struct family_cell {
    char *name;
    u32 number; /* variable */
    u8 width;
    u64 start;
    expr next;
} family_cell;

typedef struct wire {
    char *name;
    expr value;
} wire;

typedef struct net {
    family *f;
    pool *p;
    VEC(family_cell) states;
    VEC(wire) inputs; /* free, each a variable */
    VEC(wire) shown;
    expr stays; /* when false the run is none that counts */
    expr good;  /* when false the part fails */
    /* Of what happens at last. */
    VEC(expr) justice; /* a run in which each of these is true again and again is fair */
    VEC(expr) from, to;
    VEC(char *) goals; /* by target: whenever `from`, then `to` at that step or a later one */
    bool asks;         /* for one of these parts, */
    live_part part;
    bool second;  /* LIVE_CLOSE: the goals, when fairness is proved */
    bool may;     /* of what may happen: by strategies, */
    expr steered; /* which are followed now */
} net;

/* Whether the net is ok in every state within max_states; and how many bits its states have. */
u32 family_state_bits(const net *n);
void family_enumerate(net *n, u64 max_states, family_result *out);
/* Whether every target is met in every fair run (family_runs.c). */
void family_runs(net *n, u64 max_states, family_result *out);
/* Whether every target can be met from wherever it is owed. */
void family_chances(net *n, u64 max_states, family_result *out);

/* The signals of a block, by the place of the interface. */
typedef struct signals {
    expr at[SIGNALS_MOST];
} signals;

/* Going through the steps of a net (family_walk.c). */
typedef struct found {
    u64 bits;
    u32 from;
    u32 inputs; /* of the step that led here */
} found;

typedef struct net_walk {
    net *n;
    u64 *values;  /* by variable */
    u64 *scratch; /* by node: its value in the present step */
    expr_list nodes;
    VEC(found) states;
    map numbers; /* bits: the state */
    family_result *out;
} net_walk;

void family_walk_open(net_walk *w, net *n, family_result *out);
void family_walk_close(net_walk *w);
void family_walk_at(net_walk *w, u64 bits, u32 inputs);
u64 family_walk_next(const net_walk *w);
u32 family_walk_meet(net_walk *w, u64 bits, u32 from, u32 inputs);
void family_walk_show(net_walk *w, u32 number, u64 bits, u32 inputs);

#endif
