/* What a person or a machine reads of a result: columns, JSON.  Works by replaying the trace. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/text.h"
#include "system.h"
#include "trace.h"

#include <stdio.h>

enum { REPORT_WIDTH_LEAST = 40 };

/* A proposition whose values are shown. */
typedef struct report_proposition {
    u32 query;        /* its number for the system's value() */
    const char *text; /* as the user wrote it */
} report_proposition;

typedef struct report_options {
    bool colour;
    u32 width;       /* columns of the terminal; 80 by default */
    bool all;        /* show every step, also those that touch nothing shared */
    bool heap;       /* keep what the heap is after each step */
    bool self_check; /* find what is said a second way, and die where it differs */
    VEC(report_proposition) propositions;
} report_options;

/* Replays `t` on `s` (opened in BIRTH mode with all events) and writes the failure as
 * docs/reference.md shows it.  NULL when the replay reached the recorded error at the recorded
 * place, else a sentence that says where it went another way; it is then all that was added to
 * `out`, and lives there.  Of a run that never ends the loop is taken once, but names of objects go
 * on in it: that it leads back is what lasso_check() tells. */
const char *report_text(sys *s, const trace *t, const report_options *o, text *out);
/* The same as the JSON value of the member `trace`: an array of steps. */
const char *report_json(sys *s, const trace *t, const report_options *o, text *out);
/* The failure in one sentence, in `out`; nothing where the run has no pattern that is known. */
const char *report_summary(sys *s, const trace *t, const report_options *o, text *out);
/* The code flows of SARIF: a JSON array. */
const char *report_flows(sys *s, const trace *t, const report_options *o, text *out);
/* The content of a violation witness of SV-COMP, in YAML. */
const char *report_waypoints(sys *s, const trace *t, const report_options *o, text *out);
/* What a page draws of it, as a JSON object. */
const char *report_picture(sys *s, const trace *t, const report_options *o, text *out);
/* The same of a report that is a list of steps; nothing where it has none. */
void report_listing(const char *report, const failure *f, text *out);

/* The steps of such a report, as the JSON value of the member `trace`. */
void report_listed(const char *report, const failure *f, text *out);
/* Its code flows, its sentence, and its text with that sentence below the first line. */
void report_listed_flows(const char *report, const failure *f, text *out);
void report_listed_summary(const char *report, const failure *f, text *out);
void report_listed_text(const char *report, const failure *f, u32 width, text *out);

/* What a page shows. */
typedef struct report_page {
    const char *verdict;  /* JSON, as --json writes it */
    const char *line;     /* the verdict line */
    const char *command;  /* that it came of */
    const char *text;     /* the report; "" there is none */
    const char *picture;  /* of a failure; NULL: there is no run to draw */
    const char *others;   /* of further errors: JSON, an array of objects with report, text and
                             picture; NULL: there are none */
    const char *checked;  /* of a proof: JSON, an array of what was looked for; NULL: not told */
    const char *coverage; /* JSON: lines that were reached, and states; NULL: not known */
} report_page;

/* Writes one file that needs no other, and closes it; false when that fails, errno says why. */
bool report_html(const report_page *p, FILE *to);
/* Takes the run that never ends on a system opened in CANONICAL mode: NULL when its loop leads back
 * to the state it begins in, or when its last state has no move but weak ones; else a sentence. */
const char *lasso_check(sys *s, const trace *t);

/* What is to be seen on the way. */
typedef struct lasso_seen {
    const u32 *queries; /* the propositions, by bit */
    u32 nqueries;
    VEC(u64) letters;     /* out: those that hold at first and after each step */
    bool weak, strong;    /* out: the loop is fair in this sense */
    bool unknown_letters; /* out: a proposition had no value */
} lasso_seen;

/* The same; what is seen is complete when NULL is returned. */
const char *lasso_look(sys *s, const trace *t, lasso_seen *seen);

#endif
