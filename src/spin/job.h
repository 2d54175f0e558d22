/* The parts of heddle spin: the model that is written, and the tools that are run on it. */
#ifndef SPIN_JOB_H
#define SPIN_JOB_H

#include "base/tool.h"
#include "session/check.h"

/* What the model needs to know beforehand. */
typedef struct capacity {
    u64 bytes;            /* of the region that holds a state */
    u32 threads, choices; /* processes, and ways in which one can go on */
} capacity;

typedef struct spin_job {
    session c;
    capacity cap;
    char *folder;                    /* where the files are */
    string_list compiler, spin, pan; /* the words of --spin and --pan */
    VEC(char *) words;               /* their memory */
    text library, include;
    text binary, trail;                /* the path of pan; the folder where it left a trail */
    bool bitstate, breadth, multicore; /* by the flags */
    u32 state;                         /* SPIN_STATE_, never AUTO: what SPIN stores */
    bool late;                         /* --max-time was over */
    u64 deep;         /* where a search that may be repeated is cut; 0: it is not */
    const goal *goal; /* what a claim is about; NULL: there is none */
} spin_job;

/* The command line; what does not go together ends heddle. */
void spin_options(spin_job *j, int argc, char **argv);
/* Looks at some runs of the program, so that the capacities fit most of the time. */
void spin_measure(spin_job *j);
/* Whether a thread may be woken spuriously. */
bool spin_wakes(const spin_job *j);
/* The goal's automaton as a never claim. */
void spin_claim(const spin_job *j, text *out);
/* Writes driver.pml, driver.h, program.heddle and Makefile; false: errno says why, at `file`. */
bool spin_write(const spin_job *j, text *file);
/* The words of the three commands, the names of the tools first. */
void spin_words_spin(const spin_job *j, string_list *words);
void spin_words_compiler(const spin_job *j, string_list *words);
void spin_words_pan(const spin_job *j, string_list *words);

/* Removes the files of the job, and ends the process as fail does. */
_Noreturn void spin_fail(const spin_job *j, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Starts a tool in a folder; a NULL is added to its words. */
void spin_start(const spin_job *j, tool *t, const char *folder, string_list *words,
                const char *log);
/* A pan that was made before for the same model, by the same tools, becomes the job's; and one that
 * was just made is kept. */
bool spin_cache_find(const spin_job *j);
void spin_cache_put(const spin_job *j);
/* Makes pan, or takes one that was made before. */
void spin_build(const spin_job *j);
/* Runs it, or a swarm of it; on return out has what it said: the one that found something. */
void spin_search(spin_job *j, text *out);
/* What pan found becomes the failure of the result, and its steps the trace. */
void spin_failure(spin_job *j);
/* pan met a state, a thread or a choice that the model has no room for: the capacity is raised, or
 * the process ends where the user has set it. */
bool spin_outgrown(spin_job *j, const text *out);
/* A search begins with a small depth; true: it reached that, and is to be repeated with a larger
 * one. */
void spin_begin_depth(spin_job *j);
bool spin_deepen(spin_job *j, const text *out);
/* pan did not look further down at some place. */
bool spin_was_cut(const text *out);
/* pan found an error, and wrote a trail. */
bool spin_found(const text *out);
/* Adds the figures of a search. */
void spin_figures(const text *out, result *r);
/* The verdict is UNKNOWN, for this reason. */
void spin_unknown(result *r, const char *reason);
/* Verdict and figures from what pan said. */
void spin_judge(spin_job *j, const text *out);

#endif
