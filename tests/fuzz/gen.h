/* A generated program: a tree of operations, and how it is printed. */
#ifndef GEN_H
#define GEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum kind {
#define KIND(name, weight, flavours, place, inside, native, text) K_##name,
#include "kinds.def"
    K_COUNT
};

typedef struct kind_row {
    unsigned weight;
    const char *flavours;
    char place, inside, native;
    const char *text;
} kind_row;

extern const kind_row kinds[K_COUNT];

typedef struct flavour {
    char letter;
    unsigned weight, share;
    char size, ending;
    const char *error;
} flavour;

/* PHASE is what main does before it starts the first thread. */
enum { MAX_OPS = 64, MAX_THREADS = 6, PHASE = MAX_THREADS, LOCKS = 2 };

/* How main starts and awaits the others. */
enum shape {
    PLAIN,    /* starts all, then joins them in order */
    REVERSED, /* joins the last first */
    LATE,     /* starts the first, does its own part, starts the rest */
    CHAIN,    /* each thread starts the next */
    SIBLINGS, /* each thread joins the one before, main the last */
    HANDED,   /* main ends, a further thread joins all */
    SHAPES
};

typedef struct op {
    enum kind kind;
    unsigned a, b, c; /* random parameters */
    int parent;       /* -1: top level */
    unsigned thread;
    bool omitted, hoisted;
} op;

typedef struct gen {
    uint64_t seed;
    const flavour *flavour;
    bool noise;      /* calls of noise(), for native runs */
    bool question;   /* the program asks for the outcome that its argument names */
    unsigned pads;   /* threads more, which touch only their own */
    bool pads_first; /* they end before the others begin */
    enum shape shape;
    unsigned ending; /* of main, in programs that end early */
    unsigned theme;  /* which kinds a program with data races has */
    unsigned threads, nops;
    bool dropped[MAX_THREADS];
    op ops[MAX_OPS];
    FILE *out;
} gen;

bool takes_mutex(enum kind k);
/* The mutexes held at an operation. */
unsigned locks_around(const gen *g, int parent);
/* The whole program, to the standard output. */
void print_all(gen *g, uint64_t seed);

#endif
