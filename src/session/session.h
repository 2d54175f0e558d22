/* A session, from its options to its verdict: what all commands that search have in common. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "session/properties.h"
#include "report/report.h"
#include "search/worker_pool.h"
#include "search/growth.h"
#include "search/search.h"

#include <stdio.h>

/* An error besides the first (--keep-going), and what is written of it. */
typedef struct session_error {
    failure error; /* strings owned */
    bool shortest;
    u32 preemptions;
    trace trace;
    text report, summary, steps, picture, flows;
    char *trace_file;
} session_error;

struct coverage;

typedef struct session {
    const char *command; /* check, ... */
    options o;
    properties properties;
    liveness_question live;
    program *p; /* NULL: not one of C */
    result r;
    u32 bound; /* on preemptions, of the present search */
    trace trace;
    text outcomes, report, summary, steps, picture, flows, waypoints;
    text suggested; /* told behind the report: orders that would do */
    struct order_calls
        *calls; /* --suggest-orders: of atomic operations of C++'s library; or NULL */
    char *trace_file;
    bool no_room; /* the file of --trace could not be written */
    VEC(session_error) others;
    growth growth;             /* what new states come from */
    u8 **reached;              /* by function and instruction, for the page; or NULL */
    volatile double share;     /* of the search that was done when it was stopped; 0: not known */
    volatile double *share_at; /* where a search leaves it; NULL: there */
    u64 evaluations;           /* of queries, in the search */
    bool near;                 /* data races are found without clocks (vm/race_near.c) */
    bool symmetric;            /* --thread-symmetry was in use to the end */
    bool quiet_search;         /* no progress */
    const char *engine;        /* NULL: the one of the options */
    const char *weak_order;    /* of a program that runs: where; or NULL */
    const char *reused;        /* and where memory that had been freed was given out; or NULL */
    string_list unseen;        /* and what else runs of it are not told apart by: sentences */
    bool runs;                 /* it is one */
    bool accesses;             /* and its accesses to memory are seen */
    bool reads_input;          /* and whether it may read its input */
    const char *memory;        /* the memory model; NULL: sequential consistency */
    const char *conditions;    /* under which a proof holds; NULL: those of C programs */
    const char *condition; /* under which VERIFIED holds, besides those of the options; or NULL */
    const char *proved;    /* what VERIFIED says, and of which system FAILED speaks; or NULL */
    const char *with;
    string_list stated; /* properties as they were written; empty: those of `properties` */
    sys *(*shown)(const struct session *c); /* what a failure is shown on; NULL: the machine */
    /* Adds what runs came to, of what is no program of C; or NULL. */
    void (*covered)(const struct session *c, struct coverage *out);
    struct inlined *inlined; /* calls in p, once there was something to show; or NULL */
    const char *line;        /* the verdict's own; the report is printed already; or NULL */
    bool told;               /* the report says all of a failure: there is no trace to replay */
    const void *of;          /* whose session it is, for this one; or NULL */
    void (*after)(const struct session *c); /* when all was printed; or NULL */
    void (*found)(struct session *c);       /* at once when there is an error; or NULL */
    char *dispute;                          /* how two engines contradict each other; or NULL */
    const char *level;                      /* NULL: the program's */
    u64 hash;                               /* of what is checked */
    worker_pool *pool;                      /* -j, where the search can be taken apart; or NULL */
    int argc;
    char **argv;               /* as the command got them */
    struct resumption *resume; /* the checkpoint that the search goes on from; or NULL */
    struct transport *ranks;   /* --mpi, before the search; or NULL */
    u64 elsewhere;             /* evaluations by other ranks */
    bool memory_asked;         /* --max-memory was given */
    double begun, load;        /* when, and the processor's time it took to load heddle */
    double since;              /* when the search began; 0: it is about to */
} session;

/* Parses the options; the limit on memory has a value from then on. */
void session_begin(session *c, int command, int argc, char **argv);
/* What a search may use when the user does not say. */
u64 session_memory(void);
search_options session_settings(session *c);
/* With --keep-going: for each error besides the first, as if it were the first, makes its trace. */
void session_others(session *c, void (*find)(session *c, void *with), void *with);
/* Replays the failure that was found, for its report. */
void session_replay(session *c);
/* The same, and writes its trace. */
void session_show(session *c);
/* The verdict line. */
void session_verdict(const session *c, text *line);
/* The report, the verdict line, the JSON. */
void session_print(session *c);
/* Where text goes: JSON may take the standard output. */
FILE *session_output(const session *c);
/* Shows the failure where there is one, prints the verdict, frees all; the exit status. */
int session_finish(session *c);
void session_free(session *c);
/* All that belongs to the present program and its search alone. */
void session_forget(session *c);

#endif
