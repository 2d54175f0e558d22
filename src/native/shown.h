/* What reports show of a run. */
#ifndef NATIVE_SHOWN_H
#define NATIVE_SHOWN_H

#include "system.h"

struct footstep;
struct native;
struct spot;

/* The innermost place of the user's own code in which the step was taken, else where it was; NULL:
 * nowhere. */
const struct spot *shown_place(struct native *n, const struct footstep *f);

void native_explain(sys *s, failure *out);
void native_show(sys *s, const event *e, shown *out);
void native_thread_name(sys *s, u16 thread, text *out);
u32 native_stack(sys *s, u16 thread, u32 max, frame_shown *out);
void native_waits_for(sys *s, u16 thread, text *out);
void native_outcome(sys *s, text *out);
/* What the thread rests before, and where: "pthread_mutex_lock(&m) at prog.c:12". */
void native_pending(sys *s, u16 thread, text *out);

#endif
