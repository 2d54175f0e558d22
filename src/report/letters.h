/* How the propositions of a run that never ends are shown: in narrow columns at the right, or, when
 * they do not fit there, where they change. */
#ifndef LETTERS_H
#define LETTERS_H

#include "report/story.h"

typedef struct letters {
    VEC(char *) titles; /* of the columns: the text, or a number in brackets */
    u32 width;          /* of all columns with the blanks before them; 0: there are none */
} letters;

/* Columns within this room; false, and none, when they do not fit. */
bool letters_plan(letters *l, const report_options *o, u32 room);
void letters_free(letters *l);
/* Appends a line for each title that does not say it all. */
void letters_legend(const letters *l, const report_options *o, text *out);
void letters_titles(const letters *l, text *out);
void letters_rules(const letters *l, text *out);
/* Appends the columns of one row. */
void letters_values(const letters *l, const valuation *w, text *out);
/* Appends "a becomes true, b becomes false"; nothing when none changes. */
void letters_changes(const report_options *o, const valuation *before, const valuation *after,
                     text *out);
/* Appends "a, b": those that are true. */
void letters_holding(const report_options *o, const valuation *w, text *out);

#endif
