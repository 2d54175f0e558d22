/* What has to be known of the whole program before its first line is translated. */
#ifndef PROMELA_SCAN_H
#define PROMELA_SCAN_H

#include "promela/model.h"

void scan_program(translation *t);

/* The function or variable that a name refers to; NULL: it has no definition in the program. */
function *scan_named(translation *t, CXCursor reference);
model_variable *scan_variable(translation *t, CXCursor reference);
/* By its name alone. */
function *scan_by_name(translation *t, const char *name);
/* A string that a function of the library reads to its end, literals aside. */
bool scan_is_text(translation *t, CXCursor argument);
/* The function that is called by name; NULL: through a pointer, or one of the library. */
function *scan_callee(translation *t, CXCursor call);
/* What a thread starts with, or what runs once: the name in a call of the library. */
CXCursor scan_started(translation *t, CXCursor call);
/* A call of pthread_create or thrd_create. */
bool scan_is_creation(translation *t, CXCursor call);
/* A call of whatever kind after which there may be more threads. */
bool scan_creates(translation *t, CXCursor call);
/* The name that is called, "" through a pointer. */
const char *scan_called(translation *t, CXCursor call);
/* A call of malloc, calloc or realloc below casts. */
bool scan_is_allocation(translation *t, CXCursor c, CXCursor *call);

/* The array that holds a string; NULL: its address is not used. */
model_variable *scan_string(translation *t, CXCursor literal);
/* The block of a function. */
CXCursor scan_body(function *f);

/* `errno`, and the variable that stands for it. */
bool scan_is_errno(translation *t, CXCursor c);
model_variable *scan_errno(translation *t);
/* A function that calls a routine once. */
bool scan_runs_once(const char *name);
void scan_expression(translation *t, function *f, CXCursor c);

/* scan_program.c */
model_variable *scan_add_variable(translation *t, CXCursor c, function *owner);
/* Some code that is part of the model calls it. */
void scan_reach(translation *t, function *f);

/* scan_store.c: gives objects whose address is used their places. */
void scan_place(translation *t);
void scan_size(translation *t);

/* scan_set.c: marks what may be read before it was set. */
void scan_unset(translation *t, function *f);
void scan_unset_heap(translation *t, function *f);

#endif
