/* What a person or a machine reads of a result: columns, JSON.  Works by replaying the trace. */
#ifndef REPORT_H
#define REPORT_H

#include "base/text.h"
#include "system.h"
#include "trace.h"

enum { REPORT_WIDTH_LEAST = 40 };

typedef struct report_options {
    bool colour;
    u32 width; /* columns of the terminal; 80 by default */
    bool all;  /* show every step, also those that touch nothing shared */
} report_options;

/* Replays `t` on `s` (opened in BIRTH mode with all events) and writes the failure as
 * docs/reference.md shows it.  NULL when the replay reached the recorded error at the recorded
 * place, else a sentence that says where it went another way; it is then all that was added to
 * `out`, and lives there. */
const char *report_text(sys *s, const trace *t, const report_options *o, text *out);
/* The same as the JSON value of the member `trace`: an array of steps. */
const char *report_json(sys *s, const trace *t, text *out);

#endif
