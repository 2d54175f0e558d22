/* A check from its options to its verdict, for the commands that search in their own way. */
#ifndef CHECK_H
#define CHECK_H

#include "cmd/properties.h"
#include "search/crew.h"
#include "search/search.h"

#include <stdio.h>

typedef struct check {
    options o;
    properties properties;
    liveness live;
    program *p;
    result r;
    u32 bound; /* on preemptions, of the present search */
    trace trace;
    text outcomes, report, steps;
    char *trace_file;
    u64 evaluations;        /* of queries, in the search */
    bool symmetric;         /* --thread-symmetry was in use to the end */
    bool quiet_search;      /* no progress */
    const char *engine;     /* NULL: the one of the options */
    const char *weak_order; /* of a program that runs: where; or NULL */
    bool runs;              /* it is one */
    bool reads_input;       /* and whether it may read its input */
    const char *condition;  /* under which VERIFIED holds, besides those of the options; or NULL */
    const char *proved;     /* what VERIFIED says, and of which system FAILED speaks; or NULL */
    const char *with;
    sys *(*shown)(const struct check *c); /* what a failure is shown on; NULL: the machine */
    void (*after)(const struct check *c); /* when all was printed; or NULL */
    void (*found)(struct check *c);       /* at once when there is an error; or NULL */
    char *dispute;                        /* how two engines contradict each other; or NULL */
    const char *level;                    /* NULL: the program's */
    u64 hash;                             /* of what is checked */
    crew *crew;                           /* -j, where the search can be taken apart; or NULL */
    double begun, load; /* when, and the processor's time it took to load heddle */
    double since;       /* when the search began; 0: it is about to */
} check;

/* The machine, and over it what leaves out some of its runs. */
sys *check_open(const check *c, vm_symmetry *symmetry);
sys *check_wrap(const check *c, sys *base);
/* What was found in `s`, a system over `base`, as steps of the machine, and their trace. */
void check_find_trace(check *c, sys *s, sys *base, const search_options *o);
search_options check_settings(check *c);
/* Does the search take some runs by chance? */
bool check_by_chance(const check *c);
/* -j with one: see workers.h. */
bool check_divided(const check *c);
void check_stateless(check *c, sys *s, const search_options *o);
/* Options that every search takes; ends the process where they cannot be. */
void check_options(check *c, int command, int argc, char **argv);
/* The verdict within a bound that left something out; after what was `before`. */
void check_say_bound(check *c, u32 bound, const char *before);
void check_say_abstract(check *c); /* and where states were abstracted */
void check_free(check *c);
/* All that belongs to the present program and its search alone. */
void check_forget(check *c);
/* Compiles the program and searches it. */
void check_search(check *c);
/* Replays the failure that was found, for its report, and writes its trace. */
void check_show(check *c);
/* The verdict line. */
void check_verdict(const check *c, text *line);
/* The report, the verdict line, the JSON. */
void check_print(check *c);
/* Where text goes: JSON may take the standard output. */
FILE *check_output(const check *c);
/* Shows the failure where there is one, prints the verdict, frees all; the exit status. */
int check_finish(check *c);

/* heddle check --induction: all obligations (induct.c). */
int check_induction(check *c);

/* What a search may use when the user does not say. */
u64 check_memory(void);
/* `folder/peterson.c` gives `peterson.trace`, in the present folder. */
char *check_trace_file(const char *file);
char *check_folder(void);
/* What a trace says beside its moves; and the file that it was written to, NULL: none. */
void check_describe_trace(trace *t, const options *o, u64 hash, const result *r);
char *check_write_trace(const trace *t, const options *o);

#endif
