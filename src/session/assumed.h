/* What a verdict takes for granted about the surroundings of this program. */
#ifndef SESSION_ASSUMED_H
#define SESSION_ASSUMED_H

#include "session/options.h"
#include "program/program.h"

typedef VEC(char *) assumed_list;

/* One sentence each; only what the program could notice. */
void assumed_find(const options *o, const program *p, assumed_list *out);
void assumed_free(assumed_list *list);
/* What is looked for in every C program without being asked for, as an array of JSON. */
void assumed_checked(const options *o, text *out);
/* The same of a program that runs, whose accesses to memory may be seen, and of a model of SPIN's.
 */
void assumed_checked_native(const options *o, bool accesses, text *out);
void assumed_checked_model(const options *o, text *out);

#endif
