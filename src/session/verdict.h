/* The last line of a check, and the same facts for machines. */
#ifndef SESSION_VERDICT_H
#define SESSION_VERDICT_H

#include "session/options.h"
#include "session/properties.h"
#include "search/search.h"

struct session_error;
typedef VEC(char *) note_list; /* notes.h */

typedef struct facts {
    const options *o;
    const program *p;       /* NULL: not one of C */
    const char *memory;     /* the memory model */
    const char *conditions; /* under which a proof holds; NULL: those of C programs */
    const char *proved;     /* what was; NULL: no error in any interleaving */
    const char *with;       /* of a failure: in which system; or NULL */
    const result *r;
    const properties *properties;
    string_list stated;    /* they as they were written; empty: their own texts */
    u32 reductions;        /* those that were in use */
    bool symmetric;        /* and thread symmetry */
    const char *engine;    /* NULL: the one of the options */
    const char *level;     /* NULL: the program's */
    const char *condition; /* of VERIFIED, or NULL */
    u32 bound;             /* on preemptions, of the last search, where the options ask for one */
    double share; /* of UNKNOWN: how much was done, by an estimate; not more than 0: not known */
    const struct session_error *others; /* with --keep-going: errors besides the first */
    u32 nothers;
    bool calmest;           /* of a failure: no trace to it has fewer preemptions */
    const char *trace_file; /* NULL: none was written */
    note_list notes;        /* what is to be said beside the verdict */
    const char *summary;    /* of a failure in one sentence; or NULL */
    const char *steps;      /* JSON of the trace's steps, NULL: none */
    bool replayed;          /* of a trace alone: nothing is known of its search */
} facts;

/* `VERIFIED: ...`, one line with its newline. */
void verdict_line(const facts *f, text *out);
/* The same and more as a JSON object. */
void verdict_json(const facts *f, text *out);
/* The JSON into the file of --json, the last thing that is written: ends the process when it fails.
 */
void verdict_write(const facts *f);

#endif
