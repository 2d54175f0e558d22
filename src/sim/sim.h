/* The simulator: a debugger of interleavings on a terminal, or of commands in a file. */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include "trace.h"

#include <stdio.h>

typedef struct sim_settings {
    sys *s;              /* at its initial state, by birth and with all events; sim closes it */
    const trace *loaded; /* its moves lie ahead; or NULL */
    const trace *made;   /* of traces that are saved: all but moves and error */
    const char *folder;  /* where the names of source files are meant; NULL: here */
    const char *home;    /* where the names of files in commands are meant; NULL: here */
    FILE *script;        /* the commands; NULL: the standard input */
    u64 seed;            /* of random steps */
    u32 width;           /* columns */
    bool colour;
    bool tui;                        /* on the whole screen of the terminal */
    bool echo;                       /* commands from no terminal are printed, too */
    volatile int *interrupted;       /* set by Ctrl-C: runs stop; or NULL */
    void (*gdb)(sys *s, u16 thread); /* NULL: there is no process */
} sim_settings;

/* Reads and obeys commands to their end; the exit status: EXIT_USAGE when the commands come from no
 * terminal and one of them was wrong, else 0. */
int sim_run(const sim_settings *o);
/* Appends the commands, for documentation: name, arguments and help, with tabs between. */
void sim_commands(text *out);

#endif
