/* The programs that a proof by induction over a family checks, one an obligation. */
#ifndef FRONT_OBLIGATION_H
#define FRONT_OBLIGATION_H

#include "front/marks.h"

/* Names in these programs: the function that the machine runs when a port has changed (see
 * QUERY_OBSERVER); what begins the names of the memory of observers, of ports, of what chaos and
 * the environment wrote last, and of the functions that run the base or a component.  The user's
 * files have no such names: obligation_add sees to it. */
#define OBLIGATION_OBSERVE "heddle_observe"
#define OBLIGATION_MEMORY  "heddle_memory_"
#define OBLIGATION_PORT    "heddle_port_"
#define OBLIGATION_WROTE   "heddle_wrote_"
#define OBLIGATION_RUN     "heddle_run_"

/* Compiles the program of o->part in place of the module of the family's file. */
void obligation_add(const front_options *o, const char *include, const module_list *modules);

/* Ends the process with EXIT_INPUT where the base or a component shares more than its ports with
 * others. */
void apart_check(const program *p);
/* Makes the observers of the family a query of the program. */
void obligation_observe(program *p);

#endif
