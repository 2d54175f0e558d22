/* The table of a trace: a column a thread when they fit, else one column with names in front. */
#ifndef REPORT_COLUMNS_H
#define REPORT_COLUMNS_H

#include "report/rows.h"

/* Strings as a terminal counts them. */
u32 columns_width(const char *s);
/* Appends s, shortened with … to at most `room` columns; returns the columns used. */
u32 columns_clip(text *out, const char *s, u32 room);
/* Appends s broken at blanks to lines of `width`, the first beginning at column `at`, the others at
 * `indent`; the last line is not ended. */
void columns_wrap(text *out, const char *s, u32 at, u32 indent, u32 width);
/* The same of a sentence, which is not broken inside of parentheses. */
void columns_sentence(text *out, const char *s, u32 indent, u32 width);

enum { INK_PLAIN, INK_DIM, INK_ERROR, INK_BOLD, INK_THREAD };
/* INK_THREAD + n is the colour of Tn.  Nothing when colours are off. */
void columns_ink(text *out, const report_options *o, u32 which);

void columns_table(text *out, const row_list *list, const explanation *st, const report_options *o);

#endif
