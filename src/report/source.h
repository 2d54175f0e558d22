/* Lines of the checked program's source files, as a report quotes them. */
#ifndef REPORT_SOURCE_H
#define REPORT_SOURCE_H

#include "base/text.h"
#include "base/vec.h"

typedef struct source_file {
    char *name;
    text contents;
    VEC(size_t) lines; /* where each begins */
} source_file;

typedef struct source {
    const char *folder; /* relative names are meant from here; NULL or "": where heddle runs */
    VEC(source_file) files;
} source;

/* Appends line `number` (from 1) as it is, without its newline. */
void source_raw(source *s, const char *file, u32 number, text *out);
/* Appends line `number` (from 1), runs of blanks made one, comments left out; nothing when the file
 * or the line cannot be had. */
void source_line(source *s, const char *file, u32 number, text *out);
/* The same, but of several statements on the line only the one at the column (from 1, 0 unknown).
 */
void source_statement(source *s, const char *file, u32 number, u32 column, text *out);
void source_free(source *s);

#endif
