/* A family of systems of any size as its marks in the source say: a base, a component, observers.
 *
 * A block has one port, a struct of plain numbers, to what lies above it.  The base is a block; a
 * component over one block, or over several, and these together are a block.  Each field of a port
 * is written by one of its two sides only. */
#ifndef FRONT_MARKS_H
#define FRONT_MARKS_H

#include "front/clang.h"

typedef struct port_field {
    char *name; /* as C names it in the struct: `grant`, `slot[1].full` */
    bool above; /* written by the side above the port, else by the side below */
    u32 line;   /* where it is declared */
    bool is_bool;
    char *low, *high; /* C expressions; NULL: the values are those below */
    VEC(i64) values;  /* of an enum */
} port_field;

typedef struct marked_observer {
    char *name;
    char *memory; /* the type of its memory, as C text; NULL: it has none */
    bool lemma;
} marked_observer;

typedef struct marks {
    const char *file;
    u32 module;
    char *port; /* the type of ports, as C text; and where it is declared */
    char *port_file;
    u32 port_line;
    VEC(port_field) fields;
    char *base, *component;
    u32 belows; /* ports below a component */
    VEC(marked_observer) observers;
} marks;

/* Reads the marks in the modules of the files; what is wrong with them ends the process with
 * EXIT_INPUT.  Lemmas that `o` does not ask for are left out. */
void marks_read(const front_options *o, const module_list *modules, marks *out);
void marks_free(marks *m);
void observer_free(marked_observer *o);

#endif
