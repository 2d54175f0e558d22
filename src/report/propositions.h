/* How the propositions of a run that never ends are shown: in narrow columns at the right, or, when
 * they do not fit there, where they change. */
#ifndef REPORT_PROPOSITIONS_H
#define REPORT_PROPOSITIONS_H

#include "report/explanation.h"

typedef struct proposition_columns {
    VEC(char *) titles; /* of the columns: the text, or a number in brackets */
    u32 width;          /* of all columns with the blanks before them; 0: there are none */
} proposition_columns;

/* Columns within this room; false, and none, when they do not fit. */
bool propositions_plan(proposition_columns *l, const report_options *o, u32 room);
void propositions_free(proposition_columns *l);
/* Appends a line for each title that does not say it all. */
void propositions_legend(const proposition_columns *l, const report_options *o, text *out);
void propositions_titles(const proposition_columns *l, text *out);
void propositions_rules(const proposition_columns *l, text *out);
/* Appends the columns of one row. */
void propositions_values(const proposition_columns *l, const valuation *w, text *out);
/* Appends "a becomes true, b becomes false"; nothing when none changes. */
void propositions_changes(const report_options *o, const valuation *before, const valuation *after,
                          text *out);
/* Appends "a, b": those that are true. */
void propositions_holding(const report_options *o, const valuation *w, text *out);

#endif
