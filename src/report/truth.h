/* The report checks itself (--self-check): what it says of an event is found a second way. */
#ifndef TRUTH_H
#define TRUTH_H

#include "report/source.h"
#include "report/story.h"

typedef struct truth truth;

/* Of optimised code arguments are not compared with the source: where its variables are is told
 * only roughly there. */
truth *truth_open(const trace *t);
void truth_close(truth *x); /* may be NULL */
/* The event happens in `s` right now, and this is what will be said of it.  Ends heddle as a defect
 * of its own when names or arguments mean something else there. */
void truth_now(truth *x, sys *s, const event *e, const deed *d);
/* The same after the step, of a system that cannot be stopped at the event: names alone. */
void truth_later(sys *s, const event *e, const deed *d);
/* The step is over, and these are its deeds: what is said of locks and semaphores must fit what was
 * said of them before. */
void truth_step(truth *x, const story_step *step);

#endif
