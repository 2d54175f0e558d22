/* C translated to Promela: syntax trees from libclang in, a model that a person can read out, and
 * what SPIN makes of the model mapped back to lines of C. */
#ifndef PROMELA_PROMELA_H
#define PROMELA_PROMELA_H

#include "base/text.h"
#include "base/vec.h"

enum { PROMELA_INLINE, PROMELA_PROCESSES };
enum { PROMELA_SC, PROMELA_TSO, PROMELA_PSO };

typedef struct promela_options {
    string_list files;     /* .c */
    string_list clang;     /* options for clang, in order: -D -I ... */
    const char *include;   /* the folder of heddle.h */
    const char *harness;   /* EE|DD, or NULL */
    string_list ops;       /* E=enqueue */
    const char *init;      /* the harness's initialiser, or NULL */
    const char *source;    /* where the harness is written as C, or NULL */
    bool no_loss;          /* the harness counts: nothing is lost, and no answer "empty" is wrong */
    u32 functions;         /* PROMELA_INLINE ... */
    u32 heap;              /* objects of each type that may be made in a run */
    bool statement_atomic; /* a statement is one step, whatever it touches */
    u32 memory;            /* PROMELA_SC ...: stores go through a buffer of their thread */
    u32 buffer;            /* how many stores it holds */
    bool separate;         /* no merging of steps without global effect */
    bool reuse;            /* malloc takes the first free place */
    bool collect;          /* malloc takes the first place that no pointer leads to */
    bool havoc;            /* what cannot be translated is any value */
    bool allow_hang;       /* runs that never end are not looked for */
    string_list formulas;  /* as they were given */
    string_list claims;    /* formulas in the syntax of SPIN, over the names of propositions */
    string_list propositions; /* C expressions: p0, p1 ... of the formulas */
    bool fair;     /* of runs that refute a formula only those count that are weakly fair */
    bool outcomes; /* the model prints the global variables at the end of each run */
} promela_options;

/* The line that the formulas of a model begin with. */
#define PROMELA_CLAIMS "/* The properties: of all runs each must hold. */"

/* The kind of a run that needs more objects than there are places for. */
#define PROMELA_HEAP "limit --heap"
/* Kinds of lines that are no errors: a store reaches memory; a store buffer is full. */
#define PROMELA_FLUSH "flush"
#define PROMELA_FULL  "full"

/* Where a line of the model comes from. */
typedef struct promela_line {
    const char *file; /* NULL: it has no line of C */
    u32 line;
    const char *kind; /* of the error, when an assertion of this line fails; NULL: none */
} promela_line;

/* A variable of the model that another name of C stands for. */
typedef struct promela_name {
    const char *model, *c;
} promela_name;

typedef struct promela_model {
    text out;
    VEC(promela_line) lines; /* of each line of `out`, from the first on */
    VEC(promela_name) names; /* of the variables of the model that hold a global one of C */
    bool collectable;        /* the program could be translated with --collect */
    void *pool;              /* the strings */
} promela_model;

/* The model, or the process ends with EXIT_INPUT after a message `file:line: ...`. */
void promela_translate(const promela_options *o, promela_model *m);
void promela_free(promela_model *m);

typedef struct promela_limits {
    u64 memory; /* bytes */
    double seconds;
} promela_limits;

typedef struct promela_result {
    int verdict;      /* EXIT_VERIFIED, EXIT_FAILED or EXIT_UNKNOWN */
    const char *kind; /* of an error, or of the limit that was reached */
    const char *file; /* of the failing line, or NULL */
    u32 line;
    char message[160];
    u64 states, transitions, depth;
    double seconds, megabytes;
    text steps;    /* the trail in lines of C */
    text outcomes; /* one a line, sorted, with --outcomes */
} promela_result;

/* Runs spin, gcc and the verifier on a model in a folder of its own. */
void promela_check(const promela_options *o, const promela_model *m, const promela_limits *limits,
                   promela_result *r);
void promela_result_free(promela_result *r);

#endif
