/* The search of a C program, for the commands that search in their own way. */
#ifndef SESSION_CHECK_H
#define SESSION_CHECK_H

#include "session/session.h"

/* The machine, and over it what leaves out some of its runs. */
sys *check_open(const session *c, vm_symmetry *symmetry);
sys *check_wrap(const session *c, sys *base);
/* Searches, and once more where it turns out that data races need clocks; what was searched. */
sys *check_run(session *c, const search_options *o, sys **base);
/* What was found in `s`, a system over `base`, as steps of the machine, and their trace. */
void check_find_trace(session *c, sys *s, sys *base, const search_options *o);
/* -j with one: see workers.h. */
bool check_divided(const session *c);
stateless_options check_stateless_settings(const session *c);
/* Options that every search takes; ends the process where they cannot be. */
void check_options(session *c, int command, int argc, char **argv);
/* The verdict within a bound that left something out; after what was `before`. */
void check_say_bound(session *c, u32 bound, const char *before);
void check_say_abstract(session *c); /* and where states were abstracted */
/* Compiles the program and searches it. */
void check_search(session *c);
/* The same over execution graphs, for the outcomes with numbers of executions that the axioms of
 * the model allow; the options name a model that is searched so. */
void check_executions(session *c, memory_model model);

#endif
