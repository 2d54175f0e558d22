/* The lines of a trace's table before they are laid out. */
#ifndef REPORT_ROWS_H
#define REPORT_ROWS_H

#include "report/source.h"
#include "report/explanation.h"

typedef enum row_kind {
    ROW_ACTION, /* what a thread did */
    ROW_SWITCH, /* another thread goes on; `did` says why */
    ROW_FAIL,   /* where it ends */
    ROW_RULE,   /* where the loop begins or ends, or a state that stays */
} row_kind;

typedef struct row {
    row_kind kind;
    u32 step; /* 0: the same step as the row above */
    int actor;
    const char *file;
    u32 line;                /* 0: none is shown */
    switch_kind change;      /* of a switch */
    bool aside;              /* creates and joins: needs no column of its own */
    bool loops;              /* of the loop */
    bool matters;            /* the sentence before the table speaks of it */
    const valuation *values; /* of the propositions, after its step; NULL: not in this row */
    char *did;
    char *note; /* of less weight: may go to a line of its own */
    char *after;
} row;

typedef struct row_list {
    VEC(row) rows;
    bool many_files; /* rows of more than one file: a line number alone would not do */
    bool cut;        /* the beginning was left out */
    bool left_out;   /* other steps were */
    bool folded;     /* what one call of C++'s library does is one row */
} row_list;

/* `s` is in the last state of the explanation. */
void rows_make(row_list *list, const explanation *st, sys *s, source *src, bool all);
/* A long trace is shown from its end. */
void rows_cut(row_list *list);
void rows_free(row_list *list);

#endif
