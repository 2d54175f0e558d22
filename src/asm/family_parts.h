/* Families as they are read, and nets of their parts: what family.c, family_read.c and
 * family_walk.c share. */
#ifndef ASM_FAMILY_PARTS_H
#define ASM_FAMILY_PARTS_H

#include "asm/casm.h"
#include "asm/parse.h"

enum { SYMBOLS_MOST = 256, INPUTS_MOST = 20, STATES_MOST = 64, VACUOUS_MOST = 16 };

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
    u32 line;   /* where it was given its value, 0: nowhere yet */
    u64 start;  /* STATE */
    expr value; /* what it is (OUT, INNER_IN, DEFINED), or becomes (STATE; 0: it stays) */
} symbol;

typedef struct family_item {
    char *name;
    bool there, lemma;
    u32 line;
    VEC(symbol) symbols;
    VEC(u32) defined; /* those with equations, in the order of the file */
    expr ok;          /* of an observer */
} family_item;

struct family {
    char *name;
    casm *own;                /* its pool */
    VEC(symbol) interface;    /* IN and OUT */
    expr assume;              /* over the interface; 0 none */
    family_item assume_names; /* what they stand for in it */
    family_item base, step, close;
    VEC(family_item) observers;
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
} net;

/* Whether the net is ok in every state within max_states; and how many bits its states have. */
u32 family_state_bits(const net *n);
void family_enumerate(net *n, u64 max_states, family_result *out);

#endif
