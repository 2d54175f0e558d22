/* Invariants and abstractions: C expressions compiled against the program. */
#ifndef FRONT_QUERY_H
#define FRONT_QUERY_H

#include "front/clang.h"

/* The function of a query in the linked module. */
#define QUERY_FUNCTION "__heddle_query_%u"
/* Functions with this attribute are code of queries, which no optimiser has touched. */
#define QUERY_ATTRIBUTE "heddle-query"

/* Compiles the queries of `o` and adds each to the module of the file in whose scope it stands.  A
 * query that does not compile ends the process with EXIT_USAGE, one that speaks of a variable that
 * is not there any more with EXIT_INPUT. */
void query_add(const front_options *o, const char *include, const module_list *modules);

#endif
