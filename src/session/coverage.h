/* Which lines of what is checked some run came to, over all interleavings, and where its states
 * are; of a program that runs, which visible operations. */
#ifndef SESSION_COVERAGE_H
#define SESSION_COVERAGE_H

#include "base/text.h"
#include "program/program.h"
#include "search/growth.h"

typedef struct coverage coverage;

/* Of a line: some of its code is to be told of, a run came to it, and no run took one side of a
 * branch there. */
enum { LINE_CODE = 1, LINE_REACHED = 2, LINE_ONE_WAY = 4 };

typedef struct covered_line {
    u8 is; /* LINE_; 0: it has no code */
    u64 states;
} covered_line;

typedef struct covered_file {
    char *name;
    VEC(covered_line) lines; /* by number */
} covered_file;

/* A visible operation at one place. */
typedef struct covered_operation {
    char *call, *file;
    u32 line;
    u64 steps;
    char *threads; /* who took them */
} covered_operation;

struct coverage {
    VEC(covered_file) files;
    VEC(covered_operation) operations;
    string_list said; /* what cannot be told, and why: a sentence each; owned */
    u64 states;       /* all those of lines are parts of */
};

/* Bytes that machines set (vm_options.reached), by function and instruction; processes that are
 * forked share them, with a path also those that open the file. */
u8 **coverage_open(const program *p, const char *path);
void coverage_close(u8 **reached, const program *p);

/* Adds what such bytes say. */
void coverage_program(coverage *c, const program *p, u8 *const *reached);
/* Adds the states of a sample that has every one. */
void coverage_states(coverage *c, const growth *g);
/* The line has this, too. */
void coverage_line(coverage *c, const char *file, u32 line, u8 is, u64 states);
void coverage_operation(coverage *c, const covered_operation *o);
void coverage_say(coverage *c, const char *sentence);
/* A JSON object: files with their text and, for each line that has code, whether it was reached,
 * how many states came from it, and whether a side of a branch was never taken; operations; what
 * cannot be told. */
void coverage_json(const coverage *c, text *out);
void coverage_free(coverage *c);

#endif
