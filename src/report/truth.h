/* The report checks itself (--self-check): what it says of an event is found a second way. */
#ifndef REPORT_TRUTH_H
#define REPORT_TRUTH_H

#include "report/source.h"
#include "report/explanation.h"

typedef struct truth truth;

/* Of optimised code arguments are not compared with the source: where its variables are is told
 * only roughly there. */
truth *truth_open(const trace *t);
void truth_close(truth *x); /* may be NULL */
/* In the state before the step: appends what is in the place of that name, if the event is a write
 * to it; false: it is not, or cannot be read. */
bool truth_before(sys *s, const event *e, const char *where, text *out);
/* That is what the action must say was there, if no earlier event of its step wrote to it. */
void truth_old(const action *d, const char *was);
/* The event happens in `s` right now, and this is what will be said of it.  Ends heddle as a defect
 * of its own when names or arguments mean something else there. */
void truth_now(truth *x, sys *s, const event *e, const action *d);
/* The same after the step, of a system that cannot be stopped at the event: names, numbers, and
 * arguments that are static variables. */
void truth_later(truth *x, sys *s, const event *e, const action *d);
/* The step is over, and these are its actions: what is said of locks and semaphores must fit what
 * was said of them before. */
void truth_step(truth *x, const explained_step *step);

#endif
