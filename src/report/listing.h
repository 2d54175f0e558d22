/* The steps of a report that is a list (listing.c). */
#ifndef REPORT_LISTING_H
#define REPORT_LISTING_H

#include "base/text.h"
#include "base/vec.h"
#include "system.h"

typedef struct line {
    u32 thread, from; /* from: the line of the write that it reads, 0 none */
    char *name, *file;
    u32 line;
    char *did, *note, *after;
    char *where, *value; /* of a write; "" none */
    bool matters;        /* the summary speaks of it */
} line;

typedef VEC(line) line_list;

/* [i] is the step with the number i + 1. */
void listing_read(const char *report, const failure *f, line_list *list);
void listing_free(line_list *list);
/* The failure in one sentence; nothing where the list has no pattern that is known.  Marks the
 * steps that it speaks of. */
void listing_summary(line_list *list, const failure *f, text *out);

#endif
