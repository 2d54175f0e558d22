/* From source files to a program: runs clang, links the runtime, lowers LLVM. */
#ifndef FRONT_FRONT_H
#define FRONT_FRONT_H

#include "base/text.h"
#include "base/vec.h"
#include "program/program.h"

typedef struct front_query {
    query_kind kind;
    const char *text; /* a C expression; of a place as the user wrote it */
    const char
        *shown;       /* a proposition: its formula, and a mark below it, for messages; else NULL */
    const char *name; /* QUERY_PLACE: a C label, or with a line a file as given or its base name */
    u32 line;         /* QUERY_PLACE: 0 for a label */
    i32 thread;       /* QUERY_PLACE: as traces number threads; negative: any */
    bool from_main;   /* not asked before main begins: an invariant holds, a proposition does not */
} front_query;

/* What becomes of that which may be an error for some inputs only. */
enum { CLOSE_REFUSE, CLOSE_FAIL, CLOSE_DROP };

typedef struct close_options {
    bool on;            /* the program is closed before it is checked */
    string_list inputs; /* functions and variables whose values come from outside */
    bool arguments;     /* and those that main gets */
    u32 errors;         /* CLOSE_REFUSE, ... */
} close_options;

typedef struct front_options {
    string_list files;             /* .c .cpp .bc .ll, and programs that heddle cc built */
    const char *database;          /* a folder with compile_commands.json; or NULL */
    bool no_cache;                 /* compile, whatever was compiled before */
    struct inputs *inputs;         /* gets what the program is made from; or NULL */
    const struct unit_list *units; /* of the files, see units.h; NULL: files as they are */
    string_list clang;             /* options for clang, in order: -D -I -O2 -m32 ... */
    string_list args;              /* argv[1...] of the checked program */
    VEC(front_query) queries;      /* become program.queries, in order */
    string_list keep;              /* variables that the optimiser shall not remove */
    bool overflow;                 /* signed overflow is checked: ADDV for ADD nsw */
    const char *part;       /* --induction: which obligation is to be the program; NULL: none */
    string_list strengthen; /* with it: lemmas */
    number_range nondet;    /* and the values of what has no range of its own */
    bool strict;            /* what is not understood is refused at once: see lower.h */
    bool placed;            /* --addresses layout: what is guarded by __heddle_reuses may run */
    bool whole;             /* with functions that nothing calls: see lower.h */
    bool jumps;             /* each as it was written, for its line: see exits.c */
    close_options close;
    bool verbose;
    double seconds_compile, seconds_lower; /* filled in */
} front_options;

/* The program, or the process ends with EXIT_INPUT after a message `file:line: ...`. */
program *front_load(front_options *o);
/* A variable that is set when main begins, where a query has `from_main`; the text of a query that
 * tells so. */
#define FRONT_BEGUN "__heddle_begun"
/* Is one of these a source file of C++? */
bool front_is_cxx(const string_list *files);
/* The folder of heddle.h; the caller frees it. */
char *front_include(void);

/* The program without its inputs, as bitcode in the file; `said` gets what was cut, by lines. */
void front_close(const front_options *o, const char *to, text *said);

/* Appends the C file as a unit of a program that is built, see units.h: with its bitcode where
 * clang compiles it with these words, the command line of its compiler; what clang says is lost. */
void front_built(const char *const *words, u32 n, const char *file, text *section);
/* The name of that section. */
const char *front_section(void);

/* Where libheddle.a lies and the folder of heddle/pan.h; the process ends with EXIT_INPUT where
 * they are missing. */
void front_library(text *library, text *include);

#endif
