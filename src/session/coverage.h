/* Which lines of a program some run came to, over all interleavings, and where its states are. */
#ifndef COVERAGE_H
#define COVERAGE_H

#include "program/program.h"
#include "search/growth.h"

/* Bytes that machines set (vm_options.reached), by function and instruction; processes that are
 * forked share them. */
u8 **coverage_open(const program *p);
void coverage_close(u8 **reached, const program *p);
/* A JSON object: files with their text and, for each line that has code, whether it was reached,
 * how many states came from it, and whether a side of a branch was never taken. */
void coverage_json(const program *p, u8 *const *reached, const growth *g, text *out);

#endif
