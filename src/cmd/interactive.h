/* Interactive use of a running program: gdb at a step of a trace, and moves that are chosen one by
 * one. */
#ifndef INTERACTIVE_H
#define INTERACTIVE_H

#include "system.h"
#include "trace.h"

/* Takes the trace's moves up to step `at` (0: all of them), starts gdb on the process of the thread
 * that moved last, and takes the rest while gdb lets the program run. */
void interactive_gdb(sys *s, const trace *t, u64 at);
/* Reads commands from standard input until its end. */
void interactive_run(sys *s);

#endif
