/* The actions of an explanation as they are seen at their moments. */
#ifndef REPORT_RETAKE_H
#define REPORT_RETAKE_H

#include "report/explanation.h"

typedef struct retake retake;
struct truth;

/* `s` is in the initial state.  NULL: it cannot tell of events as they happen.  What is said is
 * checked if there is something to check it with. */
retake *retake_open(sys *s, struct truth *checked);
void retake_close(retake *r); /* may be NULL */
/* The step that the explanation has just taken, and its actions: names and values in them become
 * those of their moments. */
void retake_step(retake *r, u16 slot, const trace_move *tm, const taken *done, explained_step *step,
                 explanation *st);

#endif
