/* What was checked and what came of it, for the formats of other tools: SARIF, JUnit, the commands
 * of GitHub's workflows. */
#ifndef REPORT_FINDINGS_H
#define REPORT_FINDINGS_H

#include "base/text.h"
#include "base/vec.h"
#include "event.h"

/* One error. */
typedef struct finding {
    error_kind kind;
    const char *file; /* "": the error has no place */
    u32 line;
    const char *message;
    const char *summary; /* or NULL */
    const char *flows;   /* as report_flows writes them; NULL: there is no run to show */
    const char *text;    /* the report; "" none */
    const char *trace;   /* its file, or NULL */
} finding;

typedef struct findings {
    const char *version, *command, *name; /* of heddle; check, ...; of what was checked */
    const char *line;                     /* the verdict line, without its newline */
    const char *folder;                   /* that relative names are meant from */
    VEC(finding) errors;
    const char *wrong;   /* why the verdict is not the one that a test expects; or NULL */
    const char *said;    /* then, what was printed */
    const char *file;    /* of the test, or of its error; NULL: it is none */
    u32 place;           /* and the line of that error; 0: none */
    const char *unknown; /* why there is no verdict; NULL: there is one */
    const char *word;    /* of a test, what became of it */
    const char *again;   /* and the command that does the same */
    int status;          /* of the process */
    double seconds;
    const char *const *notes;
    u32 nnotes;
} findings;

/* A log of SARIF 2.1.0 with one run. */
void findings_sarif(const findings *f, text *out);
/* A report of JUnit with one test case for each. */
void findings_junit(const findings *all, u32 n, text *out);
/* A page for a browser, with the line of totals above what came of each test. */
void findings_html(const findings *all, u32 n, const char *totals, text *out);
/* Appends text as XML and HTML have it, without the sequences that switch colours. */
void findings_escape(text *out, const char *s);
/* Lines `::error file=...::` for a log of GitHub's. */
void findings_annotations(const findings *f, text *out);

#endif
