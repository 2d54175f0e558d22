/* What of a run is an error, and what may happen in one: the same for every kind of system. */
#ifndef RULES_H
#define RULES_H

#include <stdbool.h>

typedef struct run_rules {
    bool leaks;          /* lost memory and what is left at the end are errors */
    bool exit_status;    /* and so is a status other than 0 */
    bool allow_deadlock; /* a deadlock is an end like any other */
    bool allow_hang;     /* so is a state in which nothing can change any more */
    bool allow_partial;  /* so are threads that wait for each other while others go on */
    bool no_spurious;    /* condition variables never wake by themselves, and weak
                            compare-exchanges do not fail for no reason */
} run_rules;

#endif
