/* Code flows of SARIF from the rows of a table. */
#ifndef REPORT_SARIF_H
#define REPORT_SARIF_H

#include "report/rows.h"

/* A JSON array with one code flow; `names` are those of the threads, by number. */
void sarif_flows(const row_list *rows, const string_list *names, text *out);

#endif
