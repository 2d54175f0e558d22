/* A real program as a system: it can be reset and stepped, not saved. */
#ifndef NATIVE_NATIVE_H
#define NATIVE_NATIVE_H

#include "base/text.h"
#include "rules.h"
#include "system.h"

#include <sys/types.h>

typedef struct native_options {
    const char *library;          /* to preload */
    char *const *const *programs; /* each with its arguments; ends with NULL */
    double divergence;            /* seconds */
    run_rules rules;
    bool cxx20;          /* release sequences are those of C++20, not of C11 */
    u64 livelock;        /* 0: none */
    string_list hide;    /* patterns */
    string_list visible; /* function:argument:read or write */
    const char *uses;    /* a file: which thread uses which objects; or NULL */
    bool persistent;     /* moves outside of a persistent set are LATER: needs ->uses */
    bool stacks;         /* keep them: for reports */
    bool output;         /* keep what is printed: for outcomes, and to show it */
    const u64 *racy;     /* words whose plain accesses are steps */
    u32 n_racy;
    bool others; /* other runs of it go on at the same time */
    u32 places;  /* where it is loaded, each for one process that searches at a time */
    /* The program did something else than before in the same run; does not return. */
    void (*give_up)(void *about, const char *why);
    void *about;
} native_options;

/* At most one wait at a condition ends without a signal in a run.  At first it may be any, and a
 * state in which nothing else can move is a deadlock.  From here on, in searches that begin anew,
 * it may be one of these threads' alone (slots, as bits), and that is a step like any other. */
void native_wakes(sys *s, u64 slots);
/* As at first. */
void native_wakes_weakly(sys *s);
/* From here on others may come before a thread's first step.  That is asked for only where it
 * matters when a thread starts: signals were sent, or a process ended before all its threads did.
 */
void native_split_starts(sys *s);
bool native_starts_matter(const sys *s);
/* The threads that ever waited at a condition, as bits. */
u64 native_waited(const sys *s);

/* The process and the kernel's task of a thread; 0: there is no such thread. */
pid_t native_process(sys *s, u16 thread, pid_t *lwp);
/* Has it the form function:argument:read or write? */
bool native_visible(const char *word);
/* Does the program report its memory accesses? */
bool native_instrumented(sys *s);
/* Where an atomic access has an order weaker than seq_cst, as file:line; "": nowhere. */
void native_weak_order(sys *s, text *out);
/* Where memory was given out that had been freed before, in a program whose accesses are seen. */
void native_reused(sys *s, text *out);
/* May a program read its standard input? */
bool native_reads(sys *s);
/* Were there several threads or processes in the last run? */
bool native_several(sys *s);
/* What the program met that runs are not told apart by: sentences, each to be freed. */
void native_unseen(sys *s, string_list *out);
/* Some of it by a compiler that does not report what calls copy: gcc. */
bool native_rough(sys *s);
/* After a data race: accesses to its word are steps from now on, in searches that begin anew; NULL,
 * or why they cannot be. */
const char *native_promote(sys *s, u64 *word);

/* NULL: it cannot be run; `problem` has the sentence. */
sys *native_open(const native_options *o, text *problem);

#endif
