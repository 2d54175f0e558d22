/* The rows of a trace's table in the making.  Only for src/report. */
#ifndef REPORT_ROWS_PARTS_H
#define REPORT_ROWS_PARTS_H

#include "report/rows.h"
#include "report/summary.h"

typedef struct row_maker {
    row_list *list;
    const explanation *st;
    sys *s;
    source *src;
    bool all;
    bool loops;                 /* within the loop */
    bool bare;                  /* which has no step worth showing */
    int last;                   /* the actor of the last row */
    const explained_step *left; /* the step that left it, NULL while it goes on */
    bool starting;              /* the last step only started its thread, and has no row */
    summary matters;            /* the steps that it names are shown and marked */
    VEC(const action *) reads;  /* of the present thread since it goes on */
    bool joined;                /* the pieces of a number before this one belong to its row */
    const action *inside; /* the last row is of this one, inside the library; NULL: it is not */
    text did, note, after;
} row_maker;

/* A row with the texts that were said, which are empty then. */
void row_push(row_maker *k, row r);
/* The next row is of this actor: why the one of the last row gave way is a row before it. */
void row_turn_to(row_maker *k, int who);
/* rows_said.c: what the thread does, and what is different for everyone after it. */
void row_say_did(row_maker *k, const explained_step *step, const action *d);
void row_say_after(row_maker *k, const explained_step *step, const action *d);
/* It needs no column of its own. */
bool row_is_aside(const action *d);
/* Only the library knows what it touches. */
bool row_inside_library(const row_maker *k, const action *d);
/* rows_end.c: where the run ends, or its loop does. */
void row_end(row_maker *k);

#endif
