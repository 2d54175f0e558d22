/* Ports and observers: what families of assembly text and modules share. */
#ifndef ASM_CHAIN_PARTS_H
#define ASM_CHAIN_PARTS_H

#include "asm/parse.h"

enum { FIELDS_MOST = 16, STATES_MOST = 16, COPIES_MOST = 16 };

typedef struct chain_port_field {
    char *name;
    u32 width, line;
    bool above; /* written by the side above the port */
    u64 low, high;
} chain_port_field;

typedef struct body {
    lexer at; /* at its { */
    bool there;
    u32 line;
} body;

typedef struct watcher {
    char *name;
    lexer at;
    u32 line;
} watcher;

/* Something live: where its expressions stand. */
typedef struct live_text {
    char *name;
    u32 line;
    lexer from, to;
    bool has_from, has_to;
} live_text;

/* A process of a component or the base: between these ports. */
typedef struct copy {
    u32 process;
    char below[16], above[16]; /* "" none */
} copy;

/* An observer at a port. */
typedef struct watch {
    const watcher *of;
    char port[16];
    u32 states[STATES_MOST]; /* arrays */
    expr next[STATES_MOST];  /* 0: it stays */
    u32 lines[STATES_MOST];  /* of `next` */
    u32 n;
    expr ok;
    u32 ok_line;
    u32 bad; /* array */
} watch;

typedef struct chain {
    parser *s;
    char *name;
    chain_port_field fields[FIELDS_MOST];
    u32 n;
    body base, component;
    VEC(watcher) watchers;
    VEC(copy) copies;
    VEC(watch) watches;
    VEC(lexer) fair; /* where the expressions stand */
    VEC(live_text) lives;
} chain;

/* An instruction and how many of its assignments are the program's. */
typedef struct changes {
    const casm *c;
    const instr *i;
    u32 sets;
} changes;

/* Reading, behind the word. */
void chain_read_port(chain *k);
void chain_read_body(chain *k, body *b, const char *what);
void chain_read_watcher(chain *k, bool lemma);
void chain_close(chain *k);

/* The cells of a port, named PORT.CELL, and processes that write any value to those of a side. */
void chain_add_port(chain *k, const char *port);
void chain_add_side(chain *k, const char *who, const char *port, bool above);
/* The observers, with their states in cells that no instruction can name. */
void chain_add_watches(chain *k, const char *port);
/* Names without dots are those of cells of the port. */
void chain_bind_port(chain *k, const char *port);
/* The expression speaks of cells of ports alone. */
void chain_check_cells(const chain *k, expr e, const lexer *at);

/* What instructions do beside. */
bool chain_of_port(const array *a, const char *port);
const chain_port_field *chain_field(const chain *k, const array *a);
expr chain_value(const casm *c, u32 a);
/* The expression as it is after the instruction. */
expr chain_after(casm *c, const changes *ch, expr e);
void chain_also_sets(instr *i, casm *c, u32 a, expr value);
_Noreturn void chain_wrong(const chain *k, const instr *i, const char *what, const char *cell);

#endif
