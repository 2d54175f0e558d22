/* gdb on programs as they run. */
#ifndef CMD_GDB_H
#define CMD_GDB_H

#include "system.h"
#include "trace.h"

/* Takes the moves of the trace, and starts gdb after so many steps, 0: after the last; the rest is
 * taken while gdb lets the program run. */
void gdb_follow(sys *s, const trace *t, u64 at);
/* gdb on the process of a thread that rests; returns when it has ended. */
void gdb_look(sys *s, u16 thread);

#endif
